"""Lines of equal value through a field: marching squares on the interpolated field."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from irgo_app.draw.field_image import upscaled

_SAMPLES = 6
Segment = tuple[tuple[float, float], tuple[float, float]]


def contour_segments(values: npt.NDArray[np.float64], level: float) -> list[Segment]:
    """Return short line pieces along `value == level` in cells from the upper left corner.

    values -- float64 (rows, columns); (0, 0) is the corner half a cell beside the first point
    """
    fine = upscaled(values, _SAMPLES) - level
    above = fine > 0
    found: list[Segment] = []
    mixed = (
        (above[:-1, :-1] != above[:-1, 1:]) | (above[1:, :-1] != above[1:, 1:])
        | (above[:-1, :-1] != above[1:, :-1]) | (above[:-1, 1:] != above[1:, 1:])
    )
    for row, column in np.argwhere(mixed):
        crossings = _crossings(fine, int(row), int(column))
        for first, last in zip(crossings[::2], crossings[1::2], strict=False):
            found.append((_in_cells(first), _in_cells(last)))
    return found


def _crossings(fine: npt.NDArray[np.float64], row: int, column: int) -> list[tuple[float, float]]:
    """Return where the level crosses the four sides of a sample square, in samples (x, y)."""
    corners = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
    found = []
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        a, b = float(fine[start]), float(fine[end])
        if (a > 0) != (b > 0):
            part = a / (a - b)
            found.append((start[1] + part * (end[1] - start[1]),
                          start[0] + part * (end[0] - start[0])))
    return found


def _in_cells(sample: tuple[float, float]) -> tuple[float, float]:
    return (sample[0] + 0.5) / _SAMPLES, (sample[1] + 0.5) / _SAMPLES
