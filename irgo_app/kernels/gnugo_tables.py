"""Distances and directions of the influence function of GNU Go's manual, as tables.

From a point at displacement v from its source, influence goes to the neighbours in the directions
d with d.v > 0, and of its amount there arrives cos^2(d, v) / attenuation, on diagonals divided by
the diagonal factor as well. At the source itself the cosine counts as one. Source: GNU Go
Documentation, "The Core of the Influence Function".
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import Float64Rows, Int32Boards, Int32Buffer, Int32Rows
from irgo_app.kernels.padding import padded_points, padded_size

DIRECTIONS: Final = ((1, 0), (0, -1), (-1, 0), (0, 1), (1, -1), (-1, -1), (-1, 1), (1, 1))
"""(down, right) in the manual's order: south, west, north, east, then the diagonals."""
SCALE: Final = 2.0**40
"""Units of influence 1: amounts are whole numbers of them, hence exactly symmetric."""


class GnugoTables(NamedTuple):
    """Displacements from a source in order of distance, on a board padded by `margin_of`.

    points -- int32 (n): where each point lies on the padded board; on_board -- int32 (padded): what
        point is there, 0 off the board
    around -- int32 (9): displacements of the neighbours, the four orthogonal ones first, last 0
    place -- int32 (k): the displacement; step -- int32 (k, 8): outward steps, filled up with 0
    side -- int32 (k, 8, 2): for a diagonal step the two points it passes, else 0
    share -- float64 (k, 8): what arrives of the amount, permeability apart
    """

    points: Int32Buffer
    on_board: Int32Buffer
    around: Int32Buffer
    place: Int32Buffer
    step: Int32Rows
    side: Int32Boards
    share: Float64Rows


def margin_of(columns: int, rows: int) -> int:
    """Return the margin of the padded board: no displacement leads out of it."""
    return max(columns, rows)


@lru_cache(maxsize=8)
def gnugo_tables(columns: int, rows: int, attenuation: float, diagonal: float) -> GnugoTables:
    """Return the tables of a board size, attenuation and diagonal factor (both above 0).

    Nearest first: every step leads farther away, so a point has all it will get when its turn
    comes, and the order among points equally far does not matter.
    """
    reach = max(columns, rows) - 1
    span = np.arange(-reach, reach + 1)
    down, right = (axis.ravel() for axis in np.meshgrid(span, span, indexing="ij"))
    square = down**2 + right**2
    order = np.argsort(square, kind="stable")
    down, right, square = down[order], right[order], square[order]
    stride = columns + margin_of(columns, rows)
    count = square.size
    step, share = np.zeros((count, 8), np.int32), np.zeros((count, 8))
    side = np.zeros((count, 8, 2), np.int32)
    filled = np.zeros(count, np.int64)
    for step_down, step_right in DIRECTIONS:
        product = step_down * down + step_right * right
        is_diagonal = step_down != 0 and step_right != 0
        cosine = product**2 / np.maximum(square * (2 if is_diagonal else 1), 1)
        given = np.where(square == 0, 1.0, cosine) / attenuation
        outward = np.flatnonzero((product > 0) | (square == 0))
        slots = filled[outward]
        step[outward, slots] = step_down * stride + step_right
        share[outward, slots] = given[outward] / (diagonal if is_diagonal else 1.0)
        if is_diagonal:
            side[outward, slots] = step_down * stride, step_right
        filled[outward] += 1
    margin = margin_of(columns, rows)
    points = padded_points(columns, rows, margin)
    on_board = np.zeros(padded_size(columns, rows, margin), np.int32)
    on_board[points] = np.arange(points.size)
    around = [down * stride + right for down, right in (*DIRECTIONS, (0, 0))]
    return GnugoTables(points.copy(), on_board, np.array(around, np.int32),
                       (down * stride + right).astype(np.int32), step, side, share)
