"""A place that is studied: a group, a point or a box, and the vacant points around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import EMPTY, PASS, Colour, Point
from irgo_app.go.position import Position

NEAR: Final = 4
"""How many steps from a group or a point its place goes."""
_FURTHER: Final = 2
"""How many steps beyond its region a line still belongs to a place."""


class Place(Struct, frozen=True):
    """Where either side may move first.

    region -- the vacant points of the first move, sorted
    near -- all points where a line counts as local, sorted; stones included
    stones -- the group asked about, sorted; empty for a point or a box
    at -- the point asked about, None for a group or a box
    group -- the number of the group from 1, None if it has none
    colour -- the group's colour, EMPTY without a group
    """

    region: tuple[Point, ...]
    near: tuple[Point, ...]
    stones: tuple[Point, ...] = ()
    at: Point | None = None
    group: int | None = None
    colour: Colour = EMPTY


def place_of_group(
    position: Position, stones: Iterable[Point], group: int | None = None
) -> Place:
    """Return the place of a group: what lies within four steps of a stone.

    Raises UsageError if there is no stone.
    """
    own = tuple(sorted(stones))
    if not own or not all(position.cells[stone] for stone in own):
        raise UsageError("A group has stones; name one of them, such as D4.")
    return _around(position, own, stones=own, group=group)


def place_of_point(position: Position, point: Point) -> Place:
    """Return the place of a vacant point, where both sides' first move is; what follows is near.

    Raises UsageError if it is occupied.
    """
    if point == PASS:
        raise UsageError("Name a vacant point.")
    if position.cells[point]:
        raise UsageError(
            "There is a stone at {vertex}; name a vacant point.",
            vertex=vertex(point, position.columns, position.rows))
    return Place((point,), _around(position, (point,)).near, at=point)


def place_around(position: Position, point: Point) -> Place:
    """Return the place round a point, such as a corner nobody has played in yet."""
    return _around(position, (point,))


def place_of_box(position: Position, corner: Point, other: Point) -> Place:
    """Return the place of the rectangle between two corners; nothing outside it is local.

    Raises UsageError if it holds no vacant point.
    """
    inside = points_of_box(position, corner, other)
    region = tuple(point for point in inside if not position.cells[point])
    if not region:
        raise UsageError("The box holds no vacant point; draw it round some.")
    return Place(region, inside)


def points_of_box(position: Position, corner: Point, other: Point) -> tuple[Point, ...]:
    """Return the points of the rectangle between two corners, sorted."""
    (top, left), (bottom, right) = (
        divmod(point, position.columns) for point in (corner, other))
    rows = range(min(top, bottom), max(top, bottom) + 1)
    columns = range(min(left, right), max(left, right) + 1)
    return tuple(row * position.columns + column for row in rows for column in columns)


def steps_between(one: Point, other: Point, columns: int) -> int:
    """Return how many steps from point to point lead from one to the other."""
    (row, column), (other_row, other_column) = divmod(one, columns), divmod(other, columns)
    return abs(row - other_row) + abs(column - other_column)


def points_within(position: Position, points: Iterable[Point], steps: int) -> tuple[Point, ...]:
    """Return all points so many steps or fewer from one of some points, sorted."""
    columns, rows, found = position.columns, position.rows, set[Point]()
    for point in points:
        row, column = divmod(point, columns)
        # Line by line, for the window asks this of every group at every move.
        for line in range(max(0, row - steps), min(rows - 1, row + steps) + 1):
            wide, start = steps - abs(line - row), line * columns
            found.update(range(start + max(0, column - wide),
                               start + min(columns - 1, column + wide) + 1))
    return tuple(sorted(found))


def _around(
    position: Position, points: tuple[Point, ...], *, stones: tuple[Point, ...] = (),
    group: int | None = None,
) -> Place:
    region = tuple(point for point in points_within(position, points, NEAR)
                   if not position.cells[point])
    return Place(region, points_within(position, points, NEAR + _FURTHER), stones, None, group,
                 position.colour_at(stones[0]) if stones else EMPTY)
