"""Marks and arrows on a canvas: the SGF shapes and irgo's own."""

from __future__ import annotations

import math
from typing import Final

from irgo_app.draw import palette as colours
from irgo_app.draw import proportions as size
from irgo_app.draw.board_geometry import BoardGeometry
from irgo_app.draw.canvas import Canvas
from irgo_app.draw.drawables import Arrow, Mark, MarkShape
from irgo_app.draw.legible import Grounds
from irgo_app.draw.palette import DARK_SIGN, LIGHT_SIGN, BoardTheme, Rgb

_DOTS: Final = {MarkShape.GREY_DOT: colours.GREY_DOT, MarkShape.BLACK_DOT: DARK_SIGN,
                MarkShape.WHITE_DOT: LIGHT_SIGN}
_SQUARES: Final = {MarkShape.BLACK_TERRITORY: DARK_SIGN, MarkShape.WHITE_TERRITORY: LIGHT_SIGN}


def paint_mark(
    canvas: Canvas, mark: Mark, geometry: BoardGeometry, grounds: Grounds, theme: BoardTheme
) -> None:
    """Paint a mark; one without a colour of its own is legible on what lies at its point."""
    x, y = geometry.centre(mark.point)
    r, width = size.MARK_RADIUS * geometry.cell, max(1.2, size.MARK_WIDTH * geometry.cell)
    shape = mark.shape
    if shape in _DOTS:
        canvas.circle(x, y, size.STATUS_DOT_RADIUS * geometry.cell, fill=_DOTS[shape])
    elif shape is MarkShape.WEAK_POINT:
        corners = [(x, y - 0.75 * r), (x + 0.75 * r, y), (x, y + 0.75 * r), (x - 0.75 * r, y)]
        # Red is as dark as some boards: a light line below it tells it from them.
        canvas.line(corners, LIGHT_SIGN, 2.4 * width, is_closed=True, opacity=0.8)
        canvas.line(corners, colours.WEAK_POINT, 1.2 * width, is_closed=True)
    elif shape is MarkShape.DIMMED:
        half = geometry.cell / 2
        canvas.rectangle(x - half, y - half, 2 * half, 2 * half, theme.flat, 0.55)
    elif shape in _SQUARES:
        canvas.rectangle(x - 0.6 * r, y - 0.6 * r, 1.2 * r, 1.2 * r, _SQUARES[shape], 0.9)
    else:
        _paint_shape(canvas, shape, x, y, r, width, grounds.sign_at(mark.point))


def _paint_shape(
    canvas: Canvas, shape: MarkShape, x: float, y: float, r: float, width: float, colour: Rgb
) -> None:
    """Paint one of the marks of SGF, the last move or a ko, with its middle at a pixel.

    r, width -- how large it is, and how wide its lines are
    """
    if shape in (MarkShape.CIRCLE, MarkShape.LAST_MOVE):
        canvas.circle(x, y, r if shape is MarkShape.CIRCLE else 0.8 * r, stroke=colour, width=width)
    elif shape is MarkShape.CROSS:
        for way in (1, -1):
            canvas.line([(x - r, y - way * r), (x + r, y + way * r)], colour, width)
    elif shape in (MarkShape.SQUARE, MarkShape.KO):
        s = 0.9 * r if shape is MarkShape.SQUARE else 0.65 * r
        canvas.line([(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)], colour,
                    width, is_closed=True)
    elif shape is MarkShape.TRIANGLE:
        canvas.line([(x, y - 1.15 * r), (x + r, y + 0.62 * r), (x - r, y + 0.62 * r)], colour,
                    width, is_closed=True)
    else:
        canvas.circle(x, y, 0.6 * r, fill=colour)


def paint_arrow(
    canvas: Canvas, arrow: Arrow, geometry: BoardGeometry, theme: BoardTheme
) -> None:
    """Paint a line between two points, with its head if it has one."""
    (x0, y0), (x1, y1) = geometry.centre(arrow.start), geometry.centre(arrow.end)
    length = math.hypot(x1 - x0, y1 - y0)
    if length == 0:
        return
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    width = size.ARROW_WIDTH * geometry.cell
    colour = LIGHT_SIGN if theme.is_dark else colours.BLACK_LINK
    head = 0.3 * geometry.cell if arrow.has_head else 0.0
    canvas.line([(x0, y0), (x1 - ux * head, y1 - uy * head)], colour, width)
    if arrow.has_head:
        half = 0.55 * head
        canvas.polygon(
            [(x1, y1), (x1 - ux * head - uy * half, y1 - uy * head + ux * half),
             (x1 - ux * head + uy * half, y1 - uy * head - ux * half)], colour)
