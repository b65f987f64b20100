"""Where handicap stones go: the fixed placement of the GTP standard (GTP 2, section 4.1.1)."""

from __future__ import annotations

from irgo_app.errors import UsageError
from irgo_app.go.point import Point


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
