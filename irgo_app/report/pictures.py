"""What a report draws: a board or the lines round some points of it, the lead over the moves."""

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from irgo_app.draw.board_geometry import BoardGeometry, Canvas
from irgo_app.draw.board_painter import geometry_of
from irgo_app.draw.palette import Rgb
from irgo_app.go.point import Point
from irgo_app.report.blocks import Board, LeadChart
from irgo_app.words import message

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
    left, top, width, height = geometry.shown_area()
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


WIDTH: Final = 720.0
HEIGHT: Final = 250.0
INK: Final[Rgb] = (36, 34, 30)
QUIET: Final[Rgb] = (120, 114, 104)
RULE: Final[Rgb] = (218, 212, 200)
BAND: Final[Rgb] = (120, 140, 190)
CURVE: Final[Rgb] = (44, 70, 140)
MARK: Final[Rgb] = (178, 60, 40)
ON_MARK: Final[Rgb] = (255, 255, 255)
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 12.0, 26.0, 28.0
_LEAST_SPAN: Final = 10.0
_TICKS: Final = 5
_TEXT: Final = 11.0
_MARK_RADIUS: Final = 8.5


def paint_lead(canvas: Canvas, chart: LeadChart) -> None:
    """Paint a chart of WIDTH x HEIGHT."""
    frame = _frame_of(chart)
    canvas.group("frame")
    _paint_frame(canvas, chart, frame)
    canvas.group("lead")
    _paint_lead(canvas, chart, frame)
    canvas.group("turns")
    _paint_turns(canvas, chart, frame)


class _Frame(Struct, frozen=True):
    """Where moves and points lie; low, high -- the leads at the lower and the upper edge."""

    moves: int
    low: float
    high: float
    step: float

    def x(self, move: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * move / max(1, self.moves)

    def y(self, lead: float) -> float:
        share = (min(max(lead, self.low), self.high) - self.low) / (self.high - self.low)
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * share


def _frame_of(chart: LeadChart) -> _Frame:
    low, high = min(0.0, *chart.leads), max(0.0, *chart.leads)
    missing = max(0.0, _LEAST_SPAN - (high - low))
    step = _step_of((high - low + missing) / _TICKS)
    low = step * math.floor((low - missing / 2) / step)
    high = step * math.ceil((high + missing / 2) / step)
    return _Frame(len(chart.leads) - 1, low, high, step)


def _step_of(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, 50 ... that is at least so much."""
    power = 10.0 ** math.floor(math.log10(max(least, 1.0)))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least)


def _paint_frame(canvas: Canvas, chart: LeadChart, frame: _Frame) -> None:
    bottom, right = HEIGHT - _BOTTOM, WIDTH - _RIGHT
    lead = frame.low
    while lead <= frame.high + 1e-6:
        y, is_zero = frame.y(lead), abs(lead) < 1e-6
        canvas.line([(_LEFT, y), (right, y)], QUIET if is_zero else RULE, 1.2 if is_zero else 0.8)
        canvas.text(_LEFT - 18, y, f"{abs(lead):g}", _TEXT, QUIET)
        lead += frame.step
    if frame.high > 0:
        canvas.text(_LEFT - 18, _TOP - 13, str(message("Black")), _TEXT, INK)
    if frame.low < 0:
        canvas.text(_LEFT - 18, bottom + 13, str(message("White")), _TEXT, INK)
    step = max(10.0, _step_of(frame.moves / 8))
    number = step - chart.shift % step
    while number <= frame.moves:
        canvas.text(frame.x(number), bottom + 13, f"{number + chart.shift:g}", _TEXT, QUIET)
        number += step
    for first, last, name in chart.phases:
        if first > 1:
            x = frame.x(first - 0.5)
            canvas.line([(x, _TOP), (x, bottom)], RULE, 1.0, dash=3.0)
        if frame.x(last) - frame.x(first) > 60:
            canvas.text((frame.x(first) + frame.x(last)) / 2, _TOP - 13, str(name), _TEXT, QUIET)


def _paint_lead(canvas: Canvas, chart: LeadChart, frame: _Frame) -> None:
    if any(chart.margins):
        sides = [[(frame.x(move), frame.y(lead + sign * margin)) for move, (lead, margin)
                  in enumerate(zip(chart.leads, chart.margins, strict=True))]
                 for sign in (1, -1)]
        canvas.area([sides[0] + sides[1][::-1]], BAND, 0.28)
    canvas.line([(frame.x(move), frame.y(lead)) for move, lead in enumerate(chart.leads)],
                CURVE, 1.8)


def _paint_turns(canvas: Canvas, chart: LeadChart, frame: _Frame) -> None:
    """Paint the turning points as numbered marks, pushed apart where they would overlap."""
    taken = list[tuple[float, float]]()
    for number, label in chart.turns:
        x, on_line = frame.x(number), frame.y(chart.leads[number])
        y = on_line
        while any(math.hypot(x - other, y - height) < 2 * _MARK_RADIUS for other, height in taken):
            y -= _MARK_RADIUS
        taken.append((x, y))
        if y != on_line:
            canvas.line([(x, on_line), (x, y)], MARK, 0.8)
        canvas.circle(x, y, _MARK_RADIUS, fill=MARK)
        canvas.text(x, y, label, _TEXT, ON_MARK, is_bold=True)
