"""Points, colours and boards: the numbers everything else is written in.

A *point* is an int, `row * columns + column`, counted from the top left. A *colour* is an int:
Black is +1 and White -1 everywhere, so the other side is `-colour` and every field is positive
where it is Black's. What a board of one size looks like (neighbours, edges, star points) is
computed once per size.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from irgo_app.errors import UsageError
from irgo_app.words import noted

Point: TypeAlias = int
Colour: TypeAlias = int

BLACK: Final[Colour] = 1
WHITE: Final[Colour] = -1
EMPTY: Final[Colour] = 0

PASS: Final[Point] = -1
"""The move that puts no stone on the board."""

LETTER_OF_COLOUR: Final = {BLACK: "B", WHITE: "W"}
NAME_OF_COLOUR: Final = {BLACK: noted("Black"), WHITE: noted("White"), EMPTY: noted("empty")}


SMALLEST_SIZE: Final = 2
LARGEST_SIZE: Final = 52
"""52 is the largest size SGF can write down (a-z, A-Z)."""


class Topology(Struct, frozen=True):
    """The fixed geometry of a board.

    neighbours -- for each point its 2 to 4 neighbours, in the order up, left, right, down
    star_points -- the points marked on a printed board, in reading order
    """

    neighbours: tuple[tuple[Point, ...], ...]
    star_points: tuple[Point, ...]


@lru_cache(maxsize=64)
def topology(columns: int, rows: int) -> Topology:
    """Return the geometry of a board; raises ValueError outside 2 to 52 lines."""
    for lines in (columns, rows):
        if not SMALLEST_SIZE <= lines <= LARGEST_SIZE:
            raise ValueError(f"a board has {SMALLEST_SIZE} to {LARGEST_SIZE} lines, not {lines}")
    points = range(columns * rows)
    return Topology(tuple(_neighbours(point, columns, rows) for point in points),
                    _star_points(columns, rows))


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


def middle_of(points: Collection[Point], columns: int) -> tuple[float, float]:
    """Return the row and the column in the middle of some points, one at least."""
    return (sum(point // columns for point in points) / len(points),
            sum(point % columns for point in points) / len(points))


def nearest_to_middle(
    points: Iterable[Point], others: Collection[Point], columns: int
) -> list[Point]:
    """Return points, those nearest to the middle of others (or of themselves) first."""
    row, column = middle_of(others, columns)
    return sorted(points, key=lambda point: (
        (point // columns - row) ** 2 + (point % columns - column) ** 2, point))


def fixed_handicap(stones: int, columns: int, rows: int) -> tuple[Point, ...]:
    """Return the points of a fixed handicap of 2 to 9 stones.

    Raises UsageError where the board has no such placement: fewer than 7 lines, or middle stones
    (5 and more) on an even or 7-line board.
    """
    smallest = min(columns, rows)
    most = 9 if columns % 2 and rows % 2 and smallest >= 9 else 4
    if smallest < 7 or not 2 <= stones <= most:
        raise UsageError(
            "A {columns}x{rows} board has no fixed handicap of {stones} stones; put the stones "
            "with the setup tool.", columns=columns, rows=rows, stones=stones)
    edge_column, edge_row = 2 if columns < 13 else 3, 2 if rows < 13 else 3
    left, centre, right = edge_column, columns // 2, columns - 1 - edge_column
    top, middle, bottom = edge_row, rows // 2, rows - 1 - edge_row
    corners = [(right, top), (left, bottom), (left, top), (right, bottom)]
    sides = [(left, middle), (right, middle), (centre, top), (centre, bottom)]
    chosen = corners[:min(stones, 4)] + sides[:(stones - 4) // 2 * 2 if stones > 5 else 0]
    if stones in (5, 7, 9):
        chosen.append((centre, middle))
    return tuple(sorted(row * columns + column for column, row in chosen))
