"""Tints on a canvas: smooth, cells, sized squares or contours. Needs numpy, unlike the rest.

A signed field becomes a small picture, bicubic between the points, quiet where it is neutral. A
tint ends at the edge line: beyond it there is no point that could be anybody's. Contours are lines
of equal value, by marching squares on the interpolated field.

Tones have smooth edges, thin lines and soft lights; they cover what lies below: a tone over another
one is as strong as it would be on the bare board.
"""

import math
import struct
import zlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.draw.board_geometry import CURVE_WIDTH, BoardGeometry, Canvas
from irgo_app.draw.drawables import Curves, Glow, Shading, Tint, TintStyle
from irgo_app.draw.palette import GLOW, NEUTRAL_BELOW, BoardTheme, Rgb, Tints, mixed
from irgo_app.go.point import BLACK, Point


def png_bytes(rgba: npt.NDArray[np.uint8]) -> bytes:
    """Return uint8 (h, w, 4) with straight alpha as PNG, 8 bits a channel, not interlaced."""
    height, width, _ = rgba.shape
    lines = np.zeros((height, 1 + width * 4), np.uint8)
    lines[:, 1:] = rgba.reshape(height, width * 4)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(lines.tobytes(), 6)) + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


Values = npt.NDArray[np.float64]
Rgba = npt.NDArray[np.uint8]

_LEVELS = 255
_STEPS = 4
"""Strength is shown in this many soft steps, so that the eye can read how strong an area is."""


def fields_rgba(
    fields: Sequence[Values], tints: Tints, opacities: Sequence[float], *,
    pixels_per_cell: int = 16, symmetry: int = 0, is_smooth: bool = True,
) -> Rgba:
    """Return one picture of fields laid over each other, from edge line to edge line.

    The shape is uint8 ((rows-1)*ppc, (columns-1)*ppc, 4), straight alpha: the outer points have
    half a cell, or a quarter in the corners, since what lies beyond the edge line is no part of the
    board.

    fields -- each float64 (rows, columns), ±1 is full strength, Black positive; the first is at the
    bottom
    opacities -- of each field
    pixels_per_cell -- ppc, an even number
    symmetry -- view transform 0 to 7 of `go.coordinates`
    Exchanging the sign of the values exchanges the two colours and nothing else.
    """
    # One after the other: memory that is used again needs no fetching from the system.
    levels = (_levels(transformed(values, symmetry), pixels_per_cell, is_smooth=is_smooth)
              for values in fields)
    tables = [_colour_table(tints, round(opacity, 3)) for opacity in opacities]
    if len(tables) == 1:
        return tables[0].take(next(levels), axis=0)
    return _laid_over(levels, [table[:, 3] for table in tables], tints)


def _levels(seen: Values, pixels_per_cell: int, *, is_smooth: bool) -> npt.NDArray[np.intp]:
    """Return the rows of `_colour_table` for the pixels of a field."""
    half = pixels_per_cell // 2
    if is_smooth:
        fine = _interpolated(seen, *(_centres(points, pixels_per_cell)[half:-half]
                                     for points in seen.shape))
    else:
        fine = seen.repeat(pixels_per_cell, axis=0).repeat(pixels_per_cell, axis=1)
        fine = fine[half:-half, half:-half]
    np.clip(fine, -1.0, 1.0, out=fine)
    fine *= _LEVELS
    np.rint(fine, out=fine)
    fine += _LEVELS
    return fine.astype(np.intp)


def _laid_over(
    pictures: Iterable[npt.NDArray[np.intp]], alphas: Sequence[Rgba], tints: Tints
) -> Rgba:
    """Return pictures, given by their levels, laid over each other, the first at the bottom.

    There are two colours only: it is enough to know how much of both is seen at a pixel, and how
    much more of Black's than of White's.

    alphas -- for each picture the alpha of all levels
    """
    both = more = np.float32(0)
    for levels, alpha in zip(pictures, alphas, strict=True):
        strengths = alpha * np.float32(1 / 255)
        strengths[:_LEVELS] *= -1
        over = strengths.take(levels)
        strength = np.abs(over)
        seen_through = 1 - strength
        both = both * seen_through + strength
        more = more * seen_through + over
    share = more / np.maximum(both, np.float32(1e-6))
    picture = np.empty((*share.shape, 4), np.uint8)
    for part, (black, white) in enumerate(zip(tints.black, tints.white, strict=True)):
        picture[..., part] = share * np.float32((black - white) / 2) + np.float32(
            (black + white + 1) / 2)
    picture[..., 3] = both * 255 + np.float32(0.5)
    return picture


def transformed(values: Values, symmetry: int) -> Values:
    """Return a field as seen through a view transform."""
    seen = values
    if symmetry & 1:
        seen = seen[:, ::-1]
    if symmetry & 2:
        seen = seen[::-1, :]
    return seen.T if symmetry & 4 else seen


def shown_colour(value: float, tints: Tints, theme: BoardTheme) -> Rgb:
    """Return the colour that a board has under a value of ±1 full scale, for a legend."""
    side = tints.black if value >= 0 else tints.white
    return mixed(theme.flat, side, tints.opacity * shown_strength(value))


def shown_strength(value: float) -> float:
    """Return how strongly (0 to 1) a field value of ±1 full scale is tinted."""
    return _strengths_of_levels()[round(_LEVELS * min(abs(value), 1.0))]


def _interpolated(values: Values, vertical: Values, horizontal: Values) -> Values:
    fine = vertical @ np.clip(values, -1.2, 1.2) @ horizontal.T
    return np.asarray(fine, dtype=np.float64)


@lru_cache(maxsize=64)
def _centres(points: int, pixels_per_cell: int) -> Values:
    """Return the matrix (points*ppc, points) of weights from points to centres of pixels."""
    places = (np.arange(points * pixels_per_cell) + 0.5) / pixels_per_cell - 0.5
    return cubic_weights(points, places)


def cubic_weights(points: int, places: Values) -> Values:
    """Return the matrix (places, points) of cubic weights of points at places between them."""
    base = np.floor(places).astype(int)
    t = places - base
    weights = (
        (-t + 2 * t**2 - t**3) / 2, (2 - 5 * t**2 + 3 * t**3) / 2,
        (t + 4 * t**2 - 3 * t**3) / 2, (-(t**2) + t**3) / 2,
    )
    matrix = np.zeros((places.size, points))
    for offset, weight in zip((-1, 0, 1, 2), weights, strict=True):
        nearest = np.clip(base + offset, 0, points - 1)
        np.add.at(matrix, (np.arange(places.size), nearest), weight)
    return matrix


def _strengths(sizes: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the tint of absolute values 0 to 1: nothing when neutral, then soft steps."""
    rising = np.clip((sizes - NEUTRAL_BELOW) / (1.0 - NEUTRAL_BELOW), 0.0, 1.0)
    scaled = rising * _STEPS
    within = scaled - np.floor(scaled)
    stepped = (np.floor(scaled) + within**2 * (3 - 2 * within)) / _STEPS
    return np.clip(0.5 * rising + 0.5 * stepped, 0.0, 1.0) ** 0.85


@cache
def _strengths_of_levels() -> list[float]:
    strengths: list[float] = _strengths(np.arange(_LEVELS + 1) / _LEVELS).tolist()
    return strengths


@lru_cache(maxsize=64)
def _colour_table(tints: Tints, opacity: float) -> Rgba:
    """Return RGBA, uint8 (511, 4), for levels -255 to 255."""
    levels = np.arange(-_LEVELS, _LEVELS + 1)
    table = np.empty((levels.size, 4), np.uint8)
    table[levels < 0, :3] = tints.white
    table[levels >= 0, :3] = tints.black
    alpha = 255.0 * tints.opacity * opacity * _strengths(np.abs(levels) / _LEVELS)
    table[:, 3] = np.rint(alpha).astype(np.uint8)
    return table


_SAMPLES: Final = 3
"""A cell; the line between two of them is straight."""


@lru_cache(maxsize=64)
def _at_lines(points: int) -> Values:
    """Return the matrix of weights from points to samples, from edge line to edge line."""
    return cubic_weights(points, np.arange((points - 1) * _SAMPLES + 1) / _SAMPLES)


_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
CROSSED: Final = np.array((
    (-1, -1), (_LEFT, _TOP), (_TOP, _RIGHT), (_LEFT, _RIGHT), (_RIGHT, _BOTTOM), (_LEFT, _TOP),
    (_TOP, _BOTTOM), (_LEFT, _BOTTOM), (_BOTTOM, _LEFT), (_BOTTOM, _TOP), (_TOP, _RIGHT),
    (_BOTTOM, _RIGHT), (_RIGHT, _LEFT), (_RIGHT, _TOP), (_TOP, _LEFT), (-1, -1)))
"""From which side of a sample square to which its line goes, what is above the level to its left
hand, by the corners above: 1 for the upper left, 2 upper right, 4 lower right, 8 lower left."""
CROSSED_TWICE: Final = {5: (_RIGHT, _BOTTOM), 10: (_BOTTOM, _LEFT)}
"""The other two sides where opposite corners are above: a second line joins those."""


def squares_crossed(
    above: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.int8], tuple[npt.NDArray[np.intp], ...]]:
    """Return the sample squares that lines go through: their cases, and (level, row, column).

    above -- bool (levels, rows, columns): of each sample whether it is above a level
    """
    bits = above.view(np.int8)
    case = bits[:, :-1, :-1] + 2 * bits[:, :-1, 1:] + 4 * bits[:, 1:, 1:] + 8 * bits[:, 1:, :-1]
    where = np.nonzero((case > 0) & (case < 15))
    return case[where], where


def contour_segments(
    values: npt.NDArray[np.float64], levels: Sequence[float]
) -> list[npt.NDArray[np.float64]]:
    """Return for each level short line pieces along it: float64 (n, 4), x, y, x, y of their ends.

    values -- float64 (rows, columns), at least two of each
    levels -- positive for what is above them, negative for what is below; none is 0
    Places are in cells from the upper left point, x to the right; no line leaves the edge lines.
    """
    fine = _interpolated(values, *(_at_lines(points) for points in values.shape))
    beyond = np.stack([np.sign(level) * fine - abs(level) for level in levels])
    case, (number, rows, columns) = squares_crossed(beyond > 0)
    sides = _crossings(beyond, number, rows, columns)
    each = np.arange(case.size)
    pieces = [sides[CROSSED[case], each[:, np.newaxis]].reshape(-1, 4)]
    of_level = [number]
    for twice, (first, last) in CROSSED_TWICE.items():
        found = np.flatnonzero(case == twice)
        pieces.append(np.concatenate((sides[first, found], sides[last, found]), axis=1))
        of_level.append(number[found])
    joined, of = np.concatenate(pieces) / _SAMPLES, np.concatenate(of_level)
    return [joined[of == place] for place in range(len(levels))]


def _crossings(
    beyond: npt.NDArray[np.float64], number: npt.NDArray[np.intp], rows: npt.NDArray[np.intp],
    columns: npt.NDArray[np.intp],
) -> npt.NDArray[np.float64]:
    """Return where zero crosses each side of sample squares: (4, n, 2), x and y in samples.

    Where it does not cross a side the place means nothing.
    """
    corners = (beyond[number, rows, columns], beyond[number, rows, columns + 1],
               beyond[number, rows + 1, columns + 1], beyond[number, rows + 1, columns])
    with np.errstate(divide="ignore", invalid="ignore"):
        top, right, bottom, left = (
            start / (start - end) for start, end in (
                (corners[0], corners[1]), (corners[1], corners[2]), (corners[3], corners[2]),
                (corners[0], corners[3])))
    return np.array(((columns + top, rows), (columns + 1, rows + right),
                     (columns + bottom, rows + 1), (columns, rows + left))).transpose(0, 2, 1)


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


def _paint_squares(canvas: Canvas, tint: Tint, geometry: BoardGeometry, colours: Tints) -> None:
    for point, value in enumerate(tint.values.ravel().tolist()):
        if abs(value) < NEUTRAL_BELOW:
            continue
        x, y = geometry.centre(point)
        side = geometry.cell * (0.15 + 0.55 * shown_strength(value))
        colour = colours.black if value > 0 else colours.white
        [(left, top), (right, bottom)] = geometry.within_lines(
            [(x - side / 2, y - side / 2), (x + side / 2, y + side / 2)])
        canvas.rectangle(left, top, right - left, bottom - top, colour, 0.95 * tint.opacity)


def _paint_contours(canvas: Canvas, tint: Tint, geometry: BoardGeometry, colours: Tints) -> None:
    left, top, cell = geometry.left, geometry.top, geometry.cell
    seen = transformed(tint.values, geometry.symmetry)
    sides = ((1, colours.black_line), (-1, colours.white_line))
    lines = [(sign * level, colour) for level in _CONTOUR_LEVELS for sign, colour in sides]
    found = contour_segments(seen, [level for level, _ in lines])
    for (level, colour), pieces in zip(lines, found, strict=True):
        places = pieces * cell + (left, top, left, top)
        canvas.segments(places.tolist(), colour, cell * (0.035 + 0.035 * abs(level)),
                        opacity=0.85 * tint.opacity)


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


def paint_curves(canvas: Canvas, curves: Curves, geometry: BoardGeometry, tints: Tints) -> None:
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
    return mixed(theme.flat, tints.tones.black if strength > 0 else tints.tones.white,
                 abs(strength))


def pixels(loop: npt.NDArray[np.float64], geometry: BoardGeometry) -> npt.NDArray[np.float64]:
    """Return where places in cells, as recorded, lie in a picture: float64 (n, 2)."""
    x, y = loop[:, 0], loop[:, 1]
    if geometry.symmetry & 1:
        x = geometry.columns - 1 - x
    if geometry.symmetry & 2:
        y = geometry.rows - 1 - y
    if geometry.symmetry & 4:
        x, y = y, x
    return np.column_stack((geometry.left + x * geometry.cell, geometry.top + y * geometry.cell))
