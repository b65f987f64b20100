"""A board with a margin: kernels that look around a point need no test for the edge.

A padded board has `margin` rows above and below and `margin` columns right of each row, which
are also the columns left of the next row. `stride` is the length of a padded row.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

from irgo_app.kernels.argument_types import Float64Buffer, Int8Buffer, Int8s, Int32s
from irgo_app.kernels.compiler import inner_kernel, kernel

OFF_BOARD: Final = 2
"""What `padded_stones` holds in the margin; any value but 0 stops a kernel."""


@kernel
def padded_size(columns: int, rows: int, margin: int) -> int:
    """Return the number of points of the padded board."""
    return (rows + 2 * margin) * (columns + margin) + margin


@inner_kernel
def padded_point(point: int, columns: int, margin: int) -> int:
    """Return where a point of the board lies on the padded board."""
    return (point // columns + margin) * (columns + margin) + point % columns + margin


@lru_cache(maxsize=16)
def padded_points(columns: int, rows: int, margin: int) -> Any:
    """Return int32 (rows*columns): where each point of the board lies on the padded board."""
    row, column = np.divmod(np.arange(columns * rows, dtype=np.int32), columns)
    points = ((row + margin) * (columns + margin) + column + margin).astype(np.int32)
    points.flags.writeable = False
    return points


@kernel
def pad(values: Int8s, columns: int, margin: int, out: Int8Buffer) -> None:
    """Copy a board into the middle of a padded one; the margin of `out` stays as it is.

    values -- int8 (rows*columns); out -- int8 (padded)
    """
    stride = columns + margin
    for row in range(values.size // columns):
        for column in range(columns):
            out[(row + margin) * stride + column + margin] = values[row * columns + column]


@inner_kernel
def unpad(values: Int32s, columns: int, margin: int, out: Float64Buffer) -> None:
    """Copy the middle of a padded board to a plain one.

    values -- int32 (padded); out -- float64 (rows*columns), overwritten
    """
    stride = columns + margin
    for row in range(out.size // columns):
        for column in range(columns):
            out[row * columns + column] = values[(row + margin) * stride + column + margin]


def padded_stones(stones: Any, columns: int, margin: int) -> Any:
    """Return int8 (padded): the stones of a position, OFF_BOARD around them; a fresh array."""
    board = _off_board(columns, stones.size // columns, margin).copy()
    pad(stones, columns, margin, board)
    return board


@lru_cache(maxsize=16)
def _off_board(columns: int, rows: int, margin: int) -> Any:
    """Return int8 (padded): OFF_BOARD everywhere."""
    return np.full(padded_size(columns, rows, margin), OFF_BOARD, np.int8)
