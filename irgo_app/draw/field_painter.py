"""Tints on a canvas: smooth, cells, sized squares or contours. Needs numpy, unlike the rest.

A tint ends at the edge line: beyond it there is no point that could be anybody's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from irgo_app.draw.board_geometry import BoardGeometry
from irgo_app.draw.canvas import Canvas
from irgo_app.draw.contours import contour_segments
from irgo_app.draw.drawables import Tint, TintStyle
from irgo_app.draw.field_image import fields_rgba, shown_strength, transformed
from irgo_app.draw.palette import NEUTRAL_BELOW, Tints
from irgo_app.go.point import Point

_CONTOUR_LEVELS: Final = (0.15, 0.45, 0.8)
_UNDER_CONTOURS: Final = 0.6
"""How strong a tint under its own contours is."""
_PIXELS_PER_CELL: Final = 8


def paint_tints(
    canvas: Canvas, tints: Sequence[Tint], geometry: BoardGeometry, colours: Tints
) -> None:
    """Draw fields over the board, soft ones and cells as one picture each.

    Only the first field has contours: two families of lines across each other could not be told
    apart, and those of the first lie over the tint of the others.
    """
    soft = [(tint, tint.opacity) for tint in tints if tint.style is TintStyle.SMOOTH]
    soft += [(tint, tint.opacity * _UNDER_CONTOURS) for tint in tints
             if tint.style is TintStyle.CONTOURS]
    cells = [(tint, tint.opacity) for tint in tints if tint.style is TintStyle.CELLS]
    for laid, is_smooth in ((soft, True), (cells, False)):
        if laid:
            picture = fields_rgba(
                [tint.values for tint, _ in laid], colours, [opacity for _, opacity in laid],
                symmetry=geometry.symmetry, is_smooth=is_smooth,
                pixels_per_cell=_PIXELS_PER_CELL if is_smooth else 2)
            canvas.image(*geometry.lined_area(), picture, is_smooth=is_smooth)
    for tint in tints:
        if tint.style is TintStyle.SQUARES:
            _paint_squares(canvas, tint, geometry, colours)
    lined = [tint for tint in tints if tint.style in (TintStyle.CONTOURS, TintStyle.LINES)]
    if lined:
        _paint_contours(canvas, lined[0], geometry, colours)


def strength_at(tint: Tint, point: Point) -> float:
    """Return how strongly a field tints a point: 1 for Black's full tint, -1 for White's."""
    if tint.style is TintStyle.LINES:
        return 0.0
    value = float(tint.values.ravel()[point])
    share = tint.opacity * (_UNDER_CONTOURS if tint.style is TintStyle.CONTOURS else 1.0)
    return math.copysign(share * shown_strength(value), value)


def _paint_squares(
    canvas: Canvas, tint: Tint, geometry: BoardGeometry, colours: Tints
) -> None:
    for point, value in enumerate(tint.values.ravel().tolist()):
        if abs(value) < NEUTRAL_BELOW:
            continue
        x, y = geometry.centre(point)
        side = geometry.cell * (0.15 + 0.55 * shown_strength(value))
        colour = colours.black if value > 0 else colours.white
        [(left, top), (right, bottom)] = geometry.within_lines(
            [(x - side / 2, y - side / 2), (x + side / 2, y + side / 2)])
        canvas.rectangle(left, top, right - left, bottom - top, colour, 0.95 * tint.opacity)


def _paint_contours(
    canvas: Canvas, tint: Tint, geometry: BoardGeometry, colours: Tints
) -> None:
    left, top, cell = geometry.left, geometry.top, geometry.cell
    seen = transformed(tint.values, geometry.symmetry)
    sides = ((1, colours.black_line), (-1, colours.white_line))
    lines = [(sign * level, colour) for level in _CONTOUR_LEVELS for sign, colour in sides]
    found = contour_segments(seen, [level for level, _ in lines])
    for (level, colour), pieces in zip(lines, found, strict=True):
        places = pieces * cell + (left, top, left, top)
        canvas.segments(places.tolist(), colour, cell * (0.035 + 0.035 * abs(level)),
                        opacity=0.85 * tint.opacity)
