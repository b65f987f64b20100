"""Tints on a canvas: smooth, cells, sized squares or contours. Needs numpy, unlike the rest."""

from __future__ import annotations

from irgo_app.draw.board_geometry import BoardGeometry
from irgo_app.draw.canvas import Canvas
from irgo_app.draw.contours import contour_segments
from irgo_app.draw.drawables import Tint, TintStyle
from irgo_app.draw.field_image import field_rgba, shown_strength, transformed
from irgo_app.draw.palette import NEUTRAL_BELOW, TintPalette

_CONTOUR_LEVELS = (0.15, 0.4, 0.7, 0.95)


def paint_tint(
    canvas: Canvas, tint: Tint, geometry: BoardGeometry, palette: TintPalette
) -> None:
    """Draw one field over the playing area."""
    if tint.style in (TintStyle.SMOOTH, TintStyle.CELLS):
        is_smooth = tint.style is TintStyle.SMOOTH
        rgba = field_rgba(
            tint.values, palette, opacity=tint.opacity, symmetry=geometry.symmetry,
            pixels_per_cell=8 if is_smooth else 1, is_smooth=is_smooth)
        canvas.image(*geometry.playing_area(), rgba, is_smooth=is_smooth)
    elif tint.style is TintStyle.SQUARES:
        _paint_squares(canvas, tint, geometry, palette)
    else:
        _paint_contours(canvas, tint, geometry, palette)


def _paint_squares(
    canvas: Canvas, tint: Tint, geometry: BoardGeometry, palette: TintPalette
) -> None:
    for point, value in enumerate(tint.values.ravel().tolist()):
        if abs(value) < NEUTRAL_BELOW:
            continue
        x, y = geometry.centre(point)
        side = geometry.cell * (0.15 + 0.55 * shown_strength(value))
        colour = palette.black if value > 0 else palette.white
        canvas.rectangle(x - side / 2, y - side / 2, side, side, colour, 0.85 * tint.opacity)


def _paint_contours(
    canvas: Canvas, tint: Tint, geometry: BoardGeometry, palette: TintPalette
) -> None:
    left, top, _, _ = geometry.playing_area()
    seen = transformed(tint.values, geometry.symmetry)
    for level in _CONTOUR_LEVELS:
        for sign, colour in ((1, palette.black), (-1, palette.white)):
            for start, end in contour_segments(seen * sign, level):
                canvas.line(
                    [(left + x * geometry.cell, top + y * geometry.cell) for x, y in (start, end)],
                    colour, geometry.cell * (0.03 + 0.05 * level), opacity=0.9 * tint.opacity)
