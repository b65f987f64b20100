"""Seki: chains of both colours that live because neither side gains by filling what they share.

Source: the Japanese rules of 1989, article 8. Chains whose every liberty lies in small closed rooms
are asked together. Each has to live though the enemy moves first, and to die, whoever moves first,
if the enemy beside it could not be taken: it has no two eyes, and cannot make them. A seki that is
open to the board, or has stones that may be taken and are not missed, is not found.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import ONE_EYE, vacant_regions
from irgo_app.lifedeath.question import (ChainMap, Limits, Question, SearchRegion, points_around,
                                         unconditionally_alive_stones)
from irgo_app.lifedeath.solver import Solver
from irgo_app.lifedeath.verdict import Outcome

_MOST_VACANT: Final = 6
"""A region of more vacant points is no room of a seki."""
_MOST_CHAINS: Final = 8
_LIMITS: Final = Limits(nodes=2_500, closed_nodes=20_000, playouts=0, visits=0)


class Seki(Struct, frozen=True):
    """Chains of both colours that live beside each other.

    stones -- all of them; points -- the vacant points among them: what they share, and their eyes
    proved -- the stones whose life hangs on nothing round them that could be taken first
    """

    stones: frozenset[Point]
    points: frozenset[Point]
    proved: frozenset[Point]


class _Room(Struct, frozen=True):
    """A small region of vacant points, and the numbers of the chains around it."""

    points: frozenset[Point]
    chains: frozenset[int]


@lru_cache(maxsize=64)
def sekis(position: Position) -> tuple[Seki, ...]:
    """Return the sekis of a position; a chain is in one at most."""
    small = [(frozenset(points), touched) for points, touched in vacant_regions(position)
             if len(points) <= _MOST_VACANT]
    if not any(len(touched) == 2 for _, touched in small):
        return ()
    chain_map = ChainMap(position)
    rooms = [_Room(points, chain_map.numbers_at(
        near for point in points for near in chain_map.neighbours[point])) for points, _ in small]
    in_rooms = frozenset[Point]().union(*(room.points for room in rooms))
    closed = {number for number, liberties in enumerate(chain_map.liberties)
              if liberties <= in_rooms}
    if len({*map(chain_map.colour, closed)}) < 2:
        return ()
    closed -= chain_map.numbers_at(unconditionally_alive_stones(position))
    left = set[int]().union(*(_without_two_eyes(chain_map, rooms, closed, colour)
                              for colour in (BLACK, WHITE)))
    found = list[Seki]()
    while left:
        chains = _together(rooms, left, left.pop())
        left -= chains
        seki = _seki_of(chain_map, rooms, chains)
        if seki is not None:
            found.append(seki)
    return tuple(found)


def _without_two_eyes(
    chain_map: ChainMap, rooms: list[_Room], closed: set[int], colour: Colour
) -> set[int]:
    """Return the closed in chains of a colour that have one small eye at most, or are without."""
    left, found = {chain for chain in closed if chain_map.colour(chain) == colour}, set[int]()
    while left:
        dragon = _together(rooms, left, left.pop())
        left -= dragon
        eyes = [room.points for room in rooms if room.chains & dragon
                and all(chain_map.colour(chain) == colour for chain in room.chains)]
        if not eyes or (len(eyes) == 1 and len(eyes[0]) <= ONE_EYE):
            found |= dragon
    return found


def _together(rooms: list[_Room], among: set[int], start: int) -> set[int]:
    """Return a chain and those of some that hang together with it by rooms."""
    found, todo = {start}, [start]
    while todo:
        chain = todo.pop()
        for room in rooms:
            if chain in room.chains:
                new = (room.chains & among) - found
                found |= new
                todo += new
    return found


def _seki_of(chain_map: ChainMap, rooms: list[_Room], chains: set[int]) -> Seki | None:
    if len(chains) > _MOST_CHAINS or len({*map(chain_map.colour, chains)}) < 2:
        return None
    stones = chain_map.stones_of(chains)
    points = frozenset[Point]().union(*(room.points for room in rooms if room.chains & chains))
    sound = _lives_by_seki(_cut_out(chain_map.position, stones | points), stones, points)
    if sound is None:
        return None
    region = SearchRegion(frozenset(), points, frozenset(), is_closed=True)
    return Seki(stones, points, frozenset(
        stone for chain in chains if sound.issuperset(chain_map.chains[chain])
        and Question(chain_map.position, chain_map.chains[chain], region).is_enclosed
        for stone in chain_map.chains[chain]))


def _cut_out(position: Position, inside: frozenset[Point]) -> Position:
    """Return a position of what lies on some points and round them alone."""
    near = {beside for point in inside
            for beside in points_around(point, position.columns, position.rows) if beside >= 0}
    cut = Position.empty(position.columns, position.rows).with_stones({
        point: position.colour_at(point) for point in inside | near if position.cells[point]})
    # A ko is forbidden to the side to move alone; who that is matters for nothing else.
    return replace(cut, ko_point=position.ko_point, to_play=position.to_play) \
        if position.ko_point in inside else cut


@lru_cache(maxsize=256)
def _lives_by_seki(
    position: Position, stones: frozenset[Point], points: frozenset[Point]
) -> frozenset[Point] | None:
    """Return those stones of a seki whose life is proved, None if it is no seki.

    What lies round it is not to be taken: the same is asked at every move of a game.
    """
    chain_map = ChainMap(position)
    chains = chain_map.numbers_at(stones)
    walls = frozenset(range(len(chain_map.chains))) - chains
    proved = frozenset[Point]()
    for chain in sorted(chains, key=lambda chain: len(chain_map.chains[chain])):
        own, colour = chain_map.chains[chain], chain_map.colour(chain)
        enemies = frozenset(other for other in chains if chain_map.colour(other) != colour)
        region = SearchRegion(frozenset(), points, frozenset(), is_closed=True, safe=walls)
        alone = Solver(Question(position, own, replace(region, safe=walls | enemies)))
        for first in (-colour, colour):
            dies = alone.answer(first, _LIMITS)
            if dies is None or dies.outcome is not Outcome.DIES:
                return None
        lives = Solver(Question(position, own, region)).answer(-colour, _LIMITS)
        if lives is None or lives.outcome is not Outcome.LIVES:
            return None
        proved |= frozenset(own) if lives.exact else frozenset()
    return proved


def encloses_life(question: Question, cancel: CancelFlag | None) -> bool:
    """Return whether a group that lives does so beside enemy stones that live as well.

    That is so if the group encloses them, and they cannot be taken though its owner moves first.
    """
    if not question.region.is_closed:
        return False
    region = replace(question.region, owned=frozenset())
    for stones in _enclosed_enemies(question):
        inner = Question(question.position, stones, region)
        found = Solver(inner, cancel).answer(question.colour, _LIMITS)
        if found is not None and found.outcome is Outcome.LIVES:
            return True
    return False


def _enclosed_enemies(question: Question) -> Iterator[tuple[Point, ...]]:
    """Yield the enemy chains that share a liberty with the group and reach nothing but the group.

    They may be joined to other enemy stones only if those, too, are enclosed.
    """
    chain_map, group = question.chain_map, question.region.chains
    own = {point for chain in group for point in chain_map.liberties[chain]}
    inside = set(question.playable) - chain_map.stones_of(group)
    while inside:
        todo = [inside.pop()]
        area, rim = set(todo), set[int]()
        while todo:
            for near in chain_map.neighbours[todo.pop()]:
                if near in inside:
                    inside.remove(near)
                    area.add(near)
                    todo.append(near)
                elif near not in area:
                    rim.add(chain_map.number[near])
        if rim <= group:
            yield from (chain_map.chains[chain] for chain in sorted(chain_map.numbers_at(area))
                        if chain_map.colour(chain) != question.colour
                        and chain_map.liberties[chain] & own)
