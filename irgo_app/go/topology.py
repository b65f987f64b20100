"""What a board of one size looks like: neighbours, edges, star points. Computed once per size."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from irgo_app.go.point import Point

SMALLEST_SIZE: Final = 2
LARGEST_SIZE: Final = 52
"""52 is the largest size SGF can write down (a-z, A-Z)."""


class Topology(Struct, frozen=True):
    """The fixed geometry of a board.

    neighbours -- for each point its 2 to 4 neighbours, in the order up, left, right, down
    star_points -- the points marked on a printed board, in reading order
    """

    columns: int
    rows: int
    neighbours: tuple[tuple[Point, ...], ...]
    star_points: tuple[Point, ...]


@lru_cache(maxsize=64)
def topology(columns: int, rows: int) -> Topology:
    """Return the geometry of a board; raises ValueError outside 2 to 52 lines."""
    for lines in (columns, rows):
        if not SMALLEST_SIZE <= lines <= LARGEST_SIZE:
            raise ValueError(f"a board has {SMALLEST_SIZE} to {LARGEST_SIZE} lines, not {lines}")
    points = range(columns * rows)
    return Topology(
        columns=columns,
        rows=rows,
        neighbours=tuple(_neighbours(point, columns, rows) for point in points),
        star_points=_star_points(columns, rows),
    )


def _neighbours(point: Point, columns: int, rows: int) -> tuple[Point, ...]:
    row, column = divmod(point, columns)
    found = []
    if row > 0:
        found.append(point - columns)
    if column > 0:
        found.append(point - 1)
    if column < columns - 1:
        found.append(point + 1)
    if row < rows - 1:
        found.append(point + columns)
    return tuple(found)


def _star_lines(lines: int) -> tuple[int, ...]:
    """Return the lines (from 0) with star points: third from the edge below 13, else fourth."""
    if lines < 7:
        return (lines // 2,) if lines % 2 and lines > 3 else ()
    edge = 2 if lines < 13 else 3
    outer = (edge, lines - 1 - edge)
    return (outer[0], lines // 2, outer[1]) if lines % 2 and lines >= 9 else outer


def _star_points(columns: int, rows: int) -> tuple[Point, ...]:
    across, down = _star_lines(columns), _star_lines(rows)
    middles = (len(across) == 3, len(down) == 3)
    chosen = []
    for row in down:
        for column in across:
            is_middle_column = middles[0] and column == across[1]
            is_middle_row = middles[1] and row == down[1]
            side_star = is_middle_column != is_middle_row
            if side_star and min(columns, rows) < 15:
                continue
            chosen.append(row * columns + column)
    return tuple(chosen)
