"""Tints on a canvas: smooth, cells, sized squares or contours. Needs numpy, unlike the rest."""

from __future__ import annotations

from collections.abc import Sequence

from irgo_app.draw.board_geometry import BoardGeometry
from irgo_app.draw.canvas import Canvas
from irgo_app.draw.contours import contour_segments
from irgo_app.draw.drawables import Tint, TintStyle
from irgo_app.draw.field_image import field_rgba, laid_over, shown_strength, transformed
from irgo_app.draw.palette import NEUTRAL_BELOW, TintPalette

_CONTOUR_LEVELS = (0.15, 0.4, 0.7, 0.95)


def paint_tints(
    canvas: Canvas, tints: Sequence[Tint], geometry: BoardGeometry, palette: TintPalette
) -> None:
    """Draw fields over the playing area, the smooth ones and the cells as one picture each."""
    for style, pixels_per_cell in ((TintStyle.SMOOTH, 8), (TintStyle.CELLS, 1)):
        pictures = [
            field_rgba(tint.values, palette, opacity=tint.opacity, symmetry=geometry.symmetry,
                       pixels_per_cell=pixels_per_cell, is_smooth=style is TintStyle.SMOOTH)
            for tint in tints if tint.style is style]
        if pictures:
            canvas.image(*geometry.playing_area(), laid_over(pictures),
                         is_smooth=style is TintStyle.SMOOTH)
    for tint in tints:
        if tint.style is TintStyle.SQUARES:
            _paint_squares(canvas, tint, geometry, palette)
        elif tint.style is TintStyle.CONTOURS:
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
