"""Averages and maxima around every point of a board, for all points together.

The board is laid out with a margin of zeros; one shifted copy of it after the other is added, so
that the loops run through memory and nothing asks for the edge.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    Float64Buffer,
    Int16Buffer,
    Int16Rows,
    Int32Buffer,
    Int32s,
)
from irgo_app.kernels.compiler import inner_kernel, kernel

MARGIN: Final = 4
"""How far one can look."""


class Surroundings(NamedTuple):
    """Scratch for a board of n points, contents do not matter.

    padded, ones, across, total -- int32 (room for the board with its margin)
    shares -- float64 (n)
    """

    padded: Int32Buffer
    ones: Int32Buffer
    across: Int32Buffer
    total: Int32Buffer
    shares: Float64Buffer


def new_surroundings(points: int) -> Surroundings:
    """Return scratch for any board of so many points."""
    # The longest margins are those of a board of two rows.
    room = (1 + MARGIN) * (points + 2 * MARGIN * MARGIN)
    return Surroundings._make((*np.empty((4, room), np.int32), np.empty(points)))


@inner_kernel
def _lay(values: Int32s, columns: int, around: Surroundings) -> int:
    """Lay a board out in `padded`, 0 around it; return how many points that has."""
    stride, rows = columns + MARGIN, values.size // columns
    size = (rows + 2 * MARGIN) * stride + MARGIN
    around.padded[:size] = 0
    for row in range(rows):
        for column in range(columns):
            around.padded[(row + MARGIN) * stride + MARGIN + column] = values[
                row * columns + column]
    return size


@inner_kernel
def _add(source: Int32s, out: Int32Buffer) -> None:
    for index in range(out.size):
        out[index] += source[index]


@inner_kernel
def _raise(source: Int32s, out: Int32Buffer) -> None:
    for index in range(out.size):
        out[index] = max(out[index], source[index])


@kernel
def box_means(
    values: Int32s, columns: int, reach: int, around: Surroundings, out: Int16Rows
) -> None:
    """Average over the points of the board within `reach` columns and rows, then twice as far.

    values -- int32 (n), sums of 81 of them within int32
    out -- int16 (rows, n), overwritten: the first row within `reach`, each one twice as far, at
        most MARGIN; rounded down, clipped to +-30000
    """
    size = _lay(values, columns, around)
    padded, across, total, shares = around.padded, around.across, around.total, around.shares
    stride, rows = columns + MARGIN, values.size // columns
    start, stop = MARGIN * stride, size - MARGIN * stride - MARGIN
    across[:size] = 0
    _add(padded[start:stop], across[start:stop])
    reached = 0
    for line in range(out.shape[0]):
        far = reach << line
        while reached < far:
            reached += 1
            _add(padded[start - reached:stop - reached], across[start:stop])
            _add(padded[start + reached:stop + reached], across[start:stop])
        total[start:stop] = 0
        for down in range(-far, far + 1):
            _add(across[start + down * stride:stop + down * stride], total[start:stop])
        for column in range(columns):
            shares[column] = 1.0 / (min(columns, column + far + 1) - max(0, column - far))
        for row in range(rows):
            share = 1.0 / (min(rows, row + far + 1) - max(0, row - far))
            begin, place = row * columns, start + row * stride + MARGIN
            for column in range(columns):
                # Half a unit more: rounded down, no error of the product can show.
                mean = np.floor((total[place + column] + 0.5) * (shares[column] * share))
                out[line, begin + column] = np.int32(min(max(mean, -30000.0), 30000.0))


@kernel
def diamond_mean(
    values: Int32s, columns: int, reach: int, around: Surroundings, out: Int16Buffer
) -> None:
    """Average over the points of the board at most `reach` steps away; as `box_means`."""
    size = _lay(values, columns, around)
    padded, ones, counts, total = around.padded, around.ones, around.across, around.total
    stride, rows = columns + MARGIN, values.size // columns
    start, stop = MARGIN * stride, size - MARGIN * stride - MARGIN
    ones[:size] = 0
    for row in range(rows):
        place = start + row * stride + MARGIN
        ones[place:place + columns] = 1
    counts[start:stop] = 0
    total[start:stop] = 0
    for down in range(-reach, reach + 1):
        width = reach - abs(down)
        for right in range(-width, width + 1):
            shift = down * stride + right
            _add(padded[start + shift:stop + shift], total[start:stop])
            _add(ones[start + shift:stop + shift], counts[start:stop])
    for row in range(rows):
        begin, place = row * columns, start + row * stride + MARGIN
        for column in range(columns):
            mean = np.floor((total[place + column] + 0.5) / counts[place + column])
            out[begin + column] = np.int32(min(max(mean, -30000.0), 30000.0))


@inner_kernel
def box_max(
    values: Int32s, columns: int, reach: int, around: Surroundings, out: Int16Buffer
) -> None:
    """Write the greatest value within `reach` columns and rows; values -- int32 (n), 0 to 30000."""
    size = _lay(values, columns, around)
    padded, across, total = around.padded, around.across, around.total
    stride = columns + MARGIN
    start, stop = MARGIN * stride, size - MARGIN * stride - MARGIN
    across[:size] = 0
    total[start:stop] = 0
    for right in range(-reach, reach + 1):
        _raise(padded[start + right:stop + right], across[start:stop])
    for down in range(-reach, reach + 1):
        _raise(across[start + down * stride:stop + down * stride], total[start:stop])
    _take(total, columns, out)


@inner_kernel
def diamond_max(
    values: Int32s, columns: int, reach: int, around: Surroundings, out: Int16Buffer
) -> None:
    """Write the greatest value at most `reach` steps away; values -- int32 (n), 0 to 30000."""
    size = _lay(values, columns, around)
    padded, total = around.padded, around.total
    stride = columns + MARGIN
    start, stop = MARGIN * stride, size - MARGIN * stride - MARGIN
    total[start:stop] = 0
    for down in range(-reach, reach + 1):
        width = reach - abs(down)
        for right in range(-width, width + 1):
            shift = down * stride + right
            _raise(padded[start + shift:stop + shift], total[start:stop])
    _take(total, columns, out)


@inner_kernel
def _take(total: Int32s, columns: int, out: Int16Buffer) -> None:
    """Copy what was found from the board with its margin."""
    stride = columns + MARGIN
    for row in range(out.size // columns):
        for column in range(columns):
            out[row * columns + column] = total[(row + MARGIN) * stride + MARGIN + column]
