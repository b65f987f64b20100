"""A second oracle of life and death: whole positions under `go.rules`, swept until nothing changes.

It shares no code with irgo's solver, nor with `brute_life`: moves are those of `go.rules.play`, a
position is the board itself, and what the attacker wins grows from sweep to sweep. What never gets
into it is a group that cannot be taken: it lives, in a seki too.
"""

from collections.abc import Collection

from msgspec.structs import replace

from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import BLACK, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play

State = tuple[bytes, Colour, Point, frozenset[Point], tuple[int, int]]


class TooLargeError(Exception):
    """More positions can arise than were to be looked at."""


def attacker_wins(
    position: Position, group: Collection[Point], inside: Collection[Point], first: Colour,
    threats: tuple[int, int] = (0, 0), most: int = 4000,
) -> bool:
    """Return whether the attacker takes at least half of a group's stones.

    inside -- where one may play; threats -- ko threats elsewhere, of White and of Black
    The defender may pass, the attacker only where a ko bars him. Raises TooLargeError.
    """
    defender = position.colour_at(min(group))
    alive = len(group) // 2 + 1
    root = (position.with_to_play(first), frozenset(group), threats)
    states = [root]
    number: dict[State, int] = {_key(*root): 0}
    following: list[list[int]] = []
    won = set[int]()
    for index, (here, stones, left) in enumerate(states):
        if len(stones) < alive:
            won.add(index)
            following.append([])
            continue
        nexts = []
        for child in _children(here, stones, left, inside, defender):
            key = _key(*child)
            if key not in number:
                if len(states) >= most:
                    raise TooLargeError
                number[key] = len(states)
                states.append(child)
            nexts.append(number[key])
        following.append(nexts)
    while True:
        more = {
            index for index, (here, _, _) in enumerate(states) if index not in won
            and (all if here.to_play == defender else any)(
                child in won for child in following[index])
            and following[index]}
        if not more:
            return 0 in won
        won |= more


def _children(
    here: Position, stones: frozenset[Point], left: tuple[int, int], inside: Collection[Point],
    defender: Colour,
) -> list[tuple[Position, frozenset[Point], tuple[int, int]]]:
    mover, found = here.to_play, []
    for point in inside:
        if here.cells[point]:
            continue
        board, rest = here, left
        if point == here.ko_point:
            side = int(mover == BLACK)
            if not left[side]:
                continue
            rest = (left[0] - (side == 0), left[1] - (side == 1))
            board = replace(here, ko_point=PASS)
        try:
            after = play(board, mover, point)
        except IllegalMoveError:
            continue
        found.append((after, frozenset(
            stone for stone in stones if after.cells[stone] == here.cells[stone]), rest))
    if mover == defender or here.ko_point != PASS:
        found.append((play(here, mover, PASS), stones, left))
    return found


def _key(position: Position, stones: frozenset[Point], left: tuple[int, int]) -> State:
    return position.cells, position.to_play, position.ko_point, stones, left
