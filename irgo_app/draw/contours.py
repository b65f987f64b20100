"""Lines of equal value through a field: marching squares on the interpolated field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.draw.field_image import between_lines

_SAMPLES: Final = 3
"""A cell; the line between two of them is straight."""
_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
_CROSSED: Final = np.array((
    (-1, -1), (_LEFT, _TOP), (_TOP, _RIGHT), (_LEFT, _RIGHT), (_RIGHT, _BOTTOM), (_LEFT, _TOP),
    (_TOP, _BOTTOM), (_LEFT, _BOTTOM), (_BOTTOM, _LEFT), (_BOTTOM, _TOP), (_TOP, _RIGHT),
    (_BOTTOM, _RIGHT), (_RIGHT, _LEFT), (_RIGHT, _TOP), (_TOP, _LEFT), (-1, -1)))
"""Which two sides of a sample square a line joins, by the corners above the level: 1 for the upper
left, 2 upper right, 4 lower right, 8 lower left."""
_CROSSED_TWICE: Final = {5: (_RIGHT, _BOTTOM), 10: (_BOTTOM, _LEFT)}
"""The other two sides where opposite corners are above: a second line joins those."""


def contour_segments(
    values: npt.NDArray[np.float64], levels: Sequence[float]
) -> list[npt.NDArray[np.float64]]:
    """Return for each level short line pieces along it: float64 (n, 4), x, y, x, y of their ends.

    values -- float64 (rows, columns), at least two of each
    levels -- positive for what is above them, negative for what is below; none is 0
    Places are in cells from the upper left point, x to the right; no line leaves the edge lines.
    """
    fine = between_lines(values, _SAMPLES)
    beyond = np.stack([np.sign(level) * fine - abs(level) for level in levels])
    above = (beyond > 0).view(np.int8)
    case = (above[:, :-1, :-1] + 2 * above[:, :-1, 1:] + 4 * above[:, 1:, 1:]
            + 8 * above[:, 1:, :-1])
    number, rows, columns = np.nonzero((case > 0) & (case < 15))
    case = case[number, rows, columns]
    sides = _crossings(beyond, number, rows, columns)
    each = np.arange(case.size)
    pieces = [sides[_CROSSED[case], each[:, np.newaxis]].reshape(-1, 4)]
    of_level = [number]
    for twice, (first, last) in _CROSSED_TWICE.items():
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
