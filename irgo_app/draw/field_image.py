"""A signed field -> a small picture: bicubic between the points, quiet where it is neutral."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from irgo_app.draw.palette import NEUTRAL_BELOW, BoardTheme, Rgb, Tints

Values = npt.NDArray[np.float64]
Rgba = npt.NDArray[np.uint8]

_LEVELS = 255
_STEPS = 4
"""Strength is shown in this many soft steps, so that the eye can read how strong an area is."""


def field_rgba(
    values: Values, tints: Tints, *, pixels_per_cell: int = 16, opacity: float = 1.0,
    symmetry: int = 0, is_smooth: bool = True,
) -> Rgba:
    """Return the picture of one field; see `fields_rgba`."""
    return fields_rgba([values], tints, [opacity], pixels_per_cell=pixels_per_cell,
                       symmetry=symmetry, is_smooth=is_smooth)


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


def _levels(
    seen: Values, pixels_per_cell: int, *, is_smooth: bool
) -> npt.NDArray[np.intp]:
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


def between_lines(values: Values, samples_per_cell: int) -> Values:
    """Return a field interpolated from edge line to edge line, both included.

    The shape is ((rows-1)*samples + 1, (columns-1)*samples + 1); every `samples`th value is the
    one of a point.
    """
    return _interpolated(values, *(
        _at_lines(points, samples_per_cell) for points in values.shape))


def shown_colour(value: float, tints: Tints, theme: BoardTheme) -> Rgb:
    """Return the colour that a board has under a value of ±1 full scale, for a legend."""
    side = tints.black if value >= 0 else tints.white
    share = tints.opacity * shown_strength(value)
    red, green, blue = (round(under + share * (over - under))
                        for under, over in zip(theme.flat, side, strict=True))
    return red, green, blue


def shown_strength(value: float) -> float:
    """Return how strongly (0 to 1) a field value of ±1 full scale is tinted."""
    return _strengths_of_levels()[round(_LEVELS * min(abs(value), 1.0))]


def _interpolated(values: Values, vertical: Values, horizontal: Values) -> Values:
    fine = vertical @ np.clip(values, -1.2, 1.2) @ horizontal.T
    return np.asarray(fine, dtype=np.float64)


@lru_cache(maxsize=64)
def _centres(points: int, pixels_per_cell: int) -> Values:
    """Return the matrix (points*ppc, points) of weights from points to centres of pixels."""
    return _weights(points, (np.arange(points * pixels_per_cell) + 0.5) / pixels_per_cell - 0.5)


@lru_cache(maxsize=64)
def _at_lines(points: int, samples_per_cell: int) -> Values:
    """Return the matrix of weights from points to places on and between the lines."""
    return _weights(points, np.arange((points - 1) * samples_per_cell + 1) / samples_per_cell)


def _weights(points: int, places: Values) -> Values:
    """Return the matrix (places, points) of cubic weights."""
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
