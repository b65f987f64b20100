"""Moves that no player makes: filling an own eye, throwing stones away, the bare edge of the board.

What is left is worth a thought; nothing is read here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import Colour, Point
from irgo_app.go.position import CELL_OF_COLOUR, Position
from irgo_app.go.rules import play
from irgo_app.go.topology import topology

_THROWN_AWAY: Final = 2
"""A move that puts so many own stones into atari and takes nothing throws them away."""


def sane_moves(
    position: Position, colour: Colour, locality: Iterable[Point]
) -> list[tuple[Point, Position]]:
    """Return the legal moves that fill no own eye and throw nothing away, with what they lead to.

    Nor are moves on the edge of the board with no stone around. Sorted by point. `position` need
    not have this colour to play.
    """
    found = list[tuple[Point, Position]]()
    for point in sorted(locality):
        if position.cells[point] or is_own_eye(position, point, colour) \
                or _is_lonely_at_edge(position, point):
            continue
        try:
            after = play(position, colour, point)
        except IllegalMoveError:
            continue
        if not _throws_away(position, after, point, colour):
            found.append((point, after))
    return found


def is_own_eye(position: Position, point: Point, colour: Colour) -> bool:
    """Return whether a vacant point is an eye of a colour that it should not fill.

    All neighbours are its stones, none of them in atari, and the enemy has at most one of the
    diagonal points, none at the edge.
    """
    own = CELL_OF_COLOUR[colour]
    neighbours = topology(position.columns, position.rows).neighbours[point]
    if any(position.cells[near] != own for near in neighbours):
        return False
    if any(len(position.liberties(near)) == 1 for near in neighbours):
        return False
    diagonals = _diagonals(point, position.columns, position.rows)
    enemies = sum(position.colour_at(near) == -colour for near in diagonals)
    return enemies <= (1 if len(diagonals) == 4 else 0)


def _is_lonely_at_edge(position: Position, point: Point) -> bool:
    """Return whether a point on the first line has no stone on the points around it."""
    neighbours = topology(position.columns, position.rows).neighbours[point]
    if len(neighbours) == 4:
        return False
    around = (*neighbours, *_diagonals(point, position.columns, position.rows))
    return not any(position.cells[near] for near in around)


def _throws_away(before: Position, after: Position, point: Point, colour: Colour) -> bool:
    """Return whether a move puts two or more own stones, itself one, into atari for nothing."""
    if before.captures != after.captures or len(after.liberties(point)) != 1:
        return False
    return len(after.chain(point)) >= _THROWN_AWAY


def _diagonals(point: Point, columns: int, rows: int) -> list[Point]:
    row, column = divmod(point, columns)
    return [
        (row + down) * columns + column + right for down in (-1, 1) for right in (-1, 1)
        if 0 <= row + down < rows and 0 <= column + right < columns]
