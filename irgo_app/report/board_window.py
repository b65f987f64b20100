"""Which part of a board is shown: all of it, or the lines round some points, larger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from irgo_app.draw.board_geometry import BoardGeometry
from irgo_app.draw.board_painter import geometry_of
from irgo_app.go.point import Point
from irgo_app.report.blocks import Board

Rectangle = tuple[float, float, float, float]
"""x, y, width and height."""

BOARD: Final = 640.0
"""The longer side of a board's picture in its own units; the page says how large it is shown."""
_ROUND: Final = 2
"""So many lines are shown beyond the points."""
_LEAST: Final = 10
"""So many lines are shown at least each way."""
_TO_THE_EDGE: Final = 3
"""An edge so few lines away is shown too, with its coordinates."""


def geometry_on_page(board: Board) -> BoardGeometry:
    """Return where a board lies in its picture of BOARD x BOARD."""
    return geometry_of(board.diagram, BOARD, BOARD, snap=False)


def window(geometry: BoardGeometry, points: Sequence[Point]) -> Rectangle:
    """Return the part of a picture that shows some points, of all points if there are none.

    It is square unless the board itself is in the way.
    """
    left, top, width, height = geometry.board_area()
    if not points:
        return left, top, width, height
    places = [divmod(point, geometry.columns) for point in points]
    rows = _lines([row for row, _ in places], geometry.rows)
    columns = _lines([column for _, column in places], geometry.columns)
    most = max(rows[1] - rows[0], columns[1] - columns[0])
    rows, columns = _grown(rows, geometry.rows, most), _grown(columns, geometry.columns, most)
    x0, x1 = _edges(columns, geometry.columns, geometry.left, geometry.cell, left, left + width)
    y0, y1 = _edges(rows, geometry.rows, geometry.top, geometry.cell, top, top + height)
    return x0, y0, x1 - x0, y1 - y0


def _lines(places: Sequence[int], size: int) -> tuple[int, int]:
    """Return the first and the last line to show."""
    first, last = min(places) - _ROUND, max(places) + _ROUND
    return _grown((max(0, first), min(size - 1, last)), size, _LEAST - 1)


def _grown(lines: tuple[int, int], size: int, least: int) -> tuple[int, int]:
    """Return lines that are at least so far apart, and go to an edge that is near."""
    first, last = lines
    missing = max(0, least - (last - first))
    first = max(0, first - missing // 2)
    last = min(size - 1, first + max(least, last - first))
    first = max(0, min(first, last - least))
    return (0 if first < _TO_THE_EDGE else first,
            size - 1 if size - 1 - last < _TO_THE_EDGE else last)


def _edges(
    lines: tuple[int, int], size: int, start: float, cell: float, low: float, high: float
) -> tuple[float, float]:
    """Return where lines begin and end in the picture, the rim shown with the board's own edge."""
    first, last = lines
    return (low if first == 0 else start + (first - 0.5) * cell,
            high if last == size - 1 else start + (last + 0.5) * cell)
