"""Tones with smooth edges on a canvas, and the thin lines and soft lights that go with them.

Needs numpy, unlike most of the painter. Tones cover what lies below: a tone over another one is as
strong as it would be on the bare board.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.draw.board_geometry import CURVE_WIDTH, BoardGeometry, Canvas
from irgo_app.draw.drawables import Curves, Glow, Shading
from irgo_app.draw.palette import GLOW, BoardTheme, Rgb, Tints
from irgo_app.go.point import BLACK

_GLOW_OPACITY: Final = 0.16
_LEAST_LINE: Final = 0.9
"""Pixels: a thinner line is lost."""


def paint_shading(
    canvas: Canvas, shading: Shading, geometry: BoardGeometry, tints: Tints, theme: BoardTheme
) -> None:
    """Paint tones, each over the weaker one."""
    for strength, loops in shading.layers:
        if loops:
            canvas.smooth_area([pixels(loop, geometry) for loop in loops],
                               toned(strength, tints, theme), is_soft=shading.is_soft)


def paint_curves(
    canvas: Canvas, curves: Curves, geometry: BoardGeometry, tints: Tints
) -> None:
    """Paint thin lines in the colour that a side's lines have."""
    colour = tints.tones.black_edge if curves.colour == BLACK else tints.tones.white_edge
    width = max(_LEAST_LINE, CURVE_WIDTH * geometry.cell)
    for line in curves.lines:
        canvas.smooth_line(pixels(line, geometry), colour, width, opacity=curves.opacity)


def paint_glow(canvas: Canvas, glow: Glow, geometry: BoardGeometry) -> None:
    """Paint a light that is stronger from ring to ring."""
    for loops in glow.rings:
        if loops:
            canvas.smooth_area([pixels(loop, geometry) for loop in loops], GLOW, _GLOW_OPACITY,
                               is_soft=True)


def toned(strength: float, tints: Tints, theme: BoardTheme) -> Rgb:
    """Return the colour of a board under a tone: 1 is all of Black's, -1 all of White's."""
    share, full = abs(strength), tints.tones.black if strength > 0 else tints.tones.white
    red, green, blue = (round(under + share * (over - under))
                        for under, over in zip(theme.flat, full, strict=True))
    return red, green, blue


def pixels(
    loop: npt.NDArray[np.float64], geometry: BoardGeometry
) -> npt.NDArray[np.float64]:
    """Return where places in cells, as recorded, lie in a picture: float64 (n, 2)."""
    x, y = loop[:, 0], loop[:, 1]
    if geometry.symmetry & 1:
        x = geometry.columns - 1 - x
    if geometry.symmetry & 2:
        y = geometry.rows - 1 - y
    if geometry.symmetry & 4:
        x, y = y, x
    return np.column_stack((geometry.left + x * geometry.cell, geometry.top + y * geometry.cell))
