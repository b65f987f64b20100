"""A group in a frame: the rest of the board filled so that only the group's life is left to play.

The group, its region and the stones around stay. A margin of two lines is left, the rest filled:
the nearer part with the attacker's colour, which must surround the group, the farther part with
the defender's. Each filling gets two eyes. Source: step 4 of the README's algorithm; two colours
instead of one, as filling with the group's own colour would join it to life, and the margin as
Leela Zero's frames in other programs have it.

The group decides the game: where the colours meet is chosen so that, counting area, the defender
wins by as much if the group lives as he loses by if it dies. An engine that plays to win then
plays for the group, and one side is never content with what stands there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from irgo_app.go.point import EMPTY, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.topology import topology
from irgo_app.lifedeath.question import Question

KOMI: Final = 7.5
"""Points for White in a frame. Networks without an input for komi were trained with these."""
MARGIN: Final = 2
"""Lines left free between what is kept and the filling."""
_LEAST_FILLING: Final = 12
"""A part of the filling with fewer points is left out: it could not live."""
_TRIALS: Final = 4
"""How often the border between the colours is moved until the group decides."""
_FOUR: Final = 4
"""An eye of four in a row lives if its owner answers: a ko threat for the other side."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A framed position.

    inside -- where play belongs: the region, its rim and the ko threat
    threats -- the four points of that threat
    """

    position: Position
    inside: frozenset[Point]
    threats: frozenset[Point] = frozenset()


def framed(question: Question, threat_for: Colour = EMPTY) -> Frame:
    """Return the frame of a group.

    threat_for -- a side that gets a ko threat far away: the other's filling has one eye of four in
    a row in place of two eyes. EMPTY for none. Where there is no room to fill, nothing is filled.
    """
    position = question.position
    inside = _inside(question)
    rest = [point for point in range(len(position.cells)) if point not in inside]
    rest.sort(key=lambda point: (_distance(question, point), point))
    best, best_error, near = None, math.inf, len(rest) // 2
    for _ in range(_TRIALS):
        filling = _filled(question, rest, near, threat_for)
        error = _imbalance(question, filling)
        if abs(error) < best_error:
            best, best_error = filling, abs(error)
        # A stone that changes its colour counts twice.
        near = min(max(near + round(error / 2), 0), len(rest))
    assert best is not None
    board, threats = position.with_stones(best.stones), best.threats
    if not _can_breathe(board):
        return Frame(position, region_and_rim(question))
    return Frame(board, region_and_rim(question) | threats, threats)


@dataclass(frozen=True, slots=True)
class _Filling:
    """What is put on the rest of the board; EMPTY clears a point.

    lead -- Black's area in it less White's
    """

    stones: dict[Point, Colour]
    threats: frozenset[Point]
    lead: int


def _filled(
    question: Question, rest: list[Point], near: int, threat_for: Colour
) -> _Filling:
    """Return the rest filled: so many of its first points by the attacker, the others not."""
    stones: dict[Point, Colour] = dict.fromkeys(rest, EMPTY)
    threats, lead = frozenset[Point](), 0
    for colour, points in ((question.attacker, rest[:near]), (question.colour, rest[near:])):
        for part in _parts(question.position, points):
            eyes = _eyes(question.position, part, wants_four=threat_for == -colour and not threats)
            if not eyes:
                continue
            if len(eyes) == _FOUR:
                threats = frozenset(eyes)
            stones.update({point: colour for point in part if point not in eyes})
            lead += colour * len(part)
    return _Filling(stones, threats, lead)


def _imbalance(question: Question, filling: _Filling) -> float:
    """Return by how much the defender leads half way between life and death of the group.

    Counting area with komi. What is kept is the attacker's, save the group and its region, which
    go to who wins them.
    """
    kept = len(question.position.cells) - len(filling.stones)
    decided = len(question.stones) + len(question.region.vacant)
    return question.colour * (filling.lead - KOMI) - (kept - decided)


def region_and_rim(question: Question) -> frozenset[Point]:
    """Return the region, and the vacant points beside the stones around it."""
    neighbours, cells = question.chain_map.neighbours, question.position.cells
    found = set(question.region.vacant)
    for point in question.region.vacant | set(question.stones):
        for near in neighbours[point]:
            if cells[near]:
                found.update(question.chain_map.liberties[question.chain_map.number[near]])
            else:
                found.add(near)
    return frozenset(found)


def _inside(question: Question) -> frozenset[Point]:
    """Return what is kept, with its margin, and whole chains only."""
    position, chain_map = question.position, question.chain_map
    kept = set(question.stones) | set(question.region.vacant)
    for point in tuple(kept):
        for near in chain_map.neighbours[point]:
            if position.cells[near]:
                kept.update(chain_map.chains[chain_map.number[near]])
    places = {divmod(point, position.columns) for point in kept}
    wide = {(row + down, column + right) for row, column in places
            for down in range(-MARGIN, MARGIN + 1) for right in range(-MARGIN, MARGIN + 1)}
    inside = {row * position.columns + column for row, column in wide
              if 0 <= row < position.rows and 0 <= column < position.columns}
    cut = {number for point in inside if (number := chain_map.number[point]) >= 0}
    return frozenset(inside | chain_map.stones_of(cut))


def _distance(question: Question, point: Point) -> float:
    """Return how far a point lies from the group in the direction of the farthest corner."""
    position = question.position
    places = [divmod(stone, position.columns) for stone in question.stones]
    row = sum(place[0] for place in places) / len(places)
    column = sum(place[1] for place in places) / len(places)
    down = (position.rows - 1) / 2 - row
    right = (position.columns - 1) / 2 - column
    length = max(abs(down), abs(right)) or 1.0
    at_row, at_column = divmod(point, position.columns)
    return ((at_row - row) * (down or 0.1) + (at_column - column) * (right or 0.1)) / length


def _parts(position: Position, points: list[Point]) -> list[list[Point]]:
    """Return the connected parts of some points that are large enough to live."""
    neighbours = topology(position.columns, position.rows).neighbours
    left, parts = set(points), []
    for start in points:
        if start not in left:
            continue
        left.discard(start)
        part = [start]
        for point in part:
            for near in neighbours[point]:
                if near in left:
                    left.discard(near)
                    part.append(near)
        if len(part) >= _LEAST_FILLING:
            parts.append(part)
    return parts


def _eyes(position: Position, part: list[Point], *, wants_four: bool) -> tuple[Point, ...]:
    """Return the points of a part left vacant so that it lives, none if it cannot."""
    columns, members = position.columns, set(part)
    solid = [point for point in sorted(part, reverse=True)
             if _is_solid(point, members, position)]
    if wants_four:
        for point in solid:
            four = tuple(point + step for step in range(_FOUR))
            if point % columns <= columns - _FOUR and all(
                    _is_solid(each, members, position) for each in four):
                return four
    for point in solid:
        for other in solid:
            if max(abs(point // columns - other // columns),
                   abs(point % columns - other % columns)) > 2:
                return point, other
    return ()


def _is_solid(point: Point, members: set[Point], position: Position) -> bool:
    """Return whether a point and all eight around it, as far as on the board, are filled."""
    row, column = divmod(point, position.columns)
    return all(
        near_row * position.columns + near_column in members
        for near_row in range(max(0, row - 1), min(position.rows, row + 2))
        for near_column in range(max(0, column - 1), min(position.columns, column + 2)))


def _can_breathe(position: Position) -> bool:
    """Return whether every chain has a liberty, so that an engine takes the board."""
    seen = set[Point]()
    for point, cell in enumerate(position.cells):
        if cell and point not in seen:
            seen |= position.chain(point)
            if not position.liberties(point):
                return False
    return position.ko_point == PASS
