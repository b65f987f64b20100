"""Lines of equal value through a field: marching squares on the interpolated field."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.draw.field_image import between_lines

_SAMPLES: Final = 3
"""A cell; the line between two of them is straight."""
_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
_CROSSED: Final = (
    (), (_LEFT, _TOP), (_TOP, _RIGHT), (_LEFT, _RIGHT), (_RIGHT, _BOTTOM),
    (_LEFT, _TOP, _RIGHT, _BOTTOM), (_TOP, _BOTTOM), (_LEFT, _BOTTOM), (_BOTTOM, _LEFT),
    (_BOTTOM, _TOP), (_TOP, _RIGHT, _BOTTOM, _LEFT), (_BOTTOM, _RIGHT), (_RIGHT, _LEFT),
    (_RIGHT, _TOP), (_TOP, _LEFT), ())
"""Which sides of a sample square a line joins, two by two, by the corners above the level: 1 for
the upper left, 2 upper right, 4 lower right, 8 lower left."""


def contour_segments(values: npt.NDArray[np.float64], level: float) -> npt.NDArray[np.float64]:
    """Return short line pieces along `value == level`: float64 (n, 4), x, y, x, y of their ends.

    values -- float64 (rows, columns), at least two of each
    Places are in cells from the upper left point, x to the right; no line leaves the edge lines.
    """
    fine = between_lines(values, _SAMPLES) - level
    above = (fine > 0).view(np.int8)
    case = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1]
    found = [np.empty((0, 4))]
    rows, columns = np.nonzero((case > 0) & (case < 15))
    if rows.size:
        sides = _crossings(fine, rows, columns)
        here = case[rows, columns]
        for number, crossed in enumerate(_CROSSED):
            for first, last in zip(crossed[::2], crossed[1::2], strict=True):
                chosen = here == number
                found.append(np.concatenate(
                    (sides[first][chosen], sides[last][chosen]), axis=1))
    return np.concatenate(found) / _SAMPLES


def _crossings(
    fine: npt.NDArray[np.float64], rows: npt.NDArray[np.intp], columns: npt.NDArray[np.intp]
) -> list[npt.NDArray[np.float64]]:
    """Return where zero crosses each side of sample squares, (n, 2) as x, y in samples.

    Where it does not cross a side the place means nothing.
    """
    corners = (fine[rows, columns], fine[rows, columns + 1], fine[rows + 1, columns + 1],
               fine[rows + 1, columns])
    with np.errstate(divide="ignore", invalid="ignore"):
        top, right, bottom, left = (
            start / (start - end) for start, end in (
                (corners[0], corners[1]), (corners[1], corners[2]), (corners[3], corners[2]),
                (corners[0], corners[3])))
    return [np.stack(place, axis=1) for place in (
        (columns + top, rows), (columns + 1, rows + right), (columns + bottom, rows + 1),
        (columns, rows + left))]
