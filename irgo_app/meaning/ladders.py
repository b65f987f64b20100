"""Ladders as reasons: stones that are caught in one after a move, and get away after another.

They are read, not expected (`kernels/ladders.py`): who is caught there and may move next runs from
atari to atari until he is taken. Told is only what the judge expects to matter.
"""

from collections.abc import Iterator
from typing import Final

from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import chains, play, why_illegal
from irgo_app.judging.future import Future, loss_of
from irgo_app.lifedeath.groups import stones_in_ladders
from irgo_app.meaning.reasons import Reason, ReasonKind, State

_MATTERS: Final = 0.3
"""By so much the stones are surer lost where they are caught: from 1 to -1 is 2."""
_RUNNING: Final = 2
"""Who extends out of atari in a ladder has so many liberties."""


def ladders(position: Position, move: Future, instead: Future) -> list[Reason]:
    """Return the ladders that work after one of two moves and not after the other.

    Of each side the one with most stones, and only what speaks for the better of the two moves.
    Their share is 0: what hangs on them is told by the groups and areas themselves.
    """
    mover, is_worse = position.to_play, loss_of(position, move, instead) >= 0
    taken = [stones_in_ladders(future.after) for future in (move, instead)]
    found = dict[Colour, Reason]()
    for chain in chains(position):
        stones = tuple(sorted(chain))
        colour = position.colour_at(stones[0])
        states = tuple(_state(stones, colour, future, caught)
                       for future, caught in zip((move, instead), taken, strict=True))
        is_lost_by_move = (colour == mover) == is_worse
        if states != ((State.CAUGHT, State.FREE) if is_lost_by_move
                      else (State.FREE, State.CAUGHT)):
            continue
        after, otherwise = (
            colour * sum(future.ownership[stone] for stone in stones) / len(stones)
            for future in (move, instead))
        known = found.get(colour)
        if (otherwise - after) * (1 if is_lost_by_move else -1) >= _MATTERS and (
                known is None or len(stones) > len(known.points)):
            found[colour] = Reason(ReasonKind.LADDER, colour, stones, 0.0, 1.0, proved=True,
                                   move=states[0], instead=states[1])
    return list(found.values())


def _state(
    stones: tuple[Point, ...], colour: Colour, future: Future, taken: frozenset[Point]
) -> State:
    """Return whether stones are caught in a ladder after a move; open where they are no more."""
    after = future.after
    if any(after.colour_at(stone) != colour for stone in stones):
        return State.OPEN
    is_in_atari, is_next = len(after.liberties(stones[0])) == 1, after.to_play == colour
    if is_in_atari and not is_next:
        return State.OPEN
    if stones[0] not in taken or (is_next and not is_in_atari):
        return State.FREE
    return State.CAUGHT if any(
        _runs(attacked, stones[0]) for attacked in _attacked(after, stones[0])) else State.OPEN


def _attacked(after: Position, stone: Point) -> Iterator[Position]:
    """Yield the boards on which a chain that is caught is in atari and may move: this one or next.
    """
    colour = after.colour_at(stone)
    if after.to_play == colour:
        yield after
        return
    for point in sorted(after.liberties(stone)):
        if why_illegal(after, -colour, point) is None:
            attacked = play(after, -colour, point)
            if stone in stones_in_ladders(attacked):
                yield attacked


def _runs(attacked: Position, stone: Point) -> bool:
    """Return whether a chain in atari that extends is no longer in atari: else it is just taken."""
    colour, [liberty] = attacked.colour_at(stone), attacked.liberties(stone)
    return why_illegal(attacked, colour, liberty) is None and len(
        play(attacked, colour, liberty).liberties(stone)) == _RUNNING
