"""Influencie's shadows worked out for all stones at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    Float64Buffer, Int8s, Int16Buffer, UInt8Buffer, UInt8Rows, UInt8s
)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import padded_point, padded_size


@inner_kernel
def _step(
    side: UInt8s, side_passing: UInt8s, ahead: UInt8s, ahead_passing: UInt8s, out: UInt8Buffer
) -> None:
    """Reach what is reached from the point on either side of the way; all uint8 bit sets."""
    for index in range(out.size):
        out[index] = (side[index] & side_passing[index]) | (ahead[index] & ahead_passing[index])


@inner_kernel
def _add(reached: UInt8s, weight: int, out: Int16Buffer) -> None:
    """Add `weight` where Black's bit is set and take it where White's is; out -- int16."""
    for index in range(out.size):
        out[index] += weight * (np.int16(reached[index] & 1) - np.int16(reached[index] >> 1))


class ShadowScratch(NamedTuple):
    """Boards padded by 1, all points off the board 0; see `shadow_sum`.

    seeds -- uint8: the stones that cast a shadow, as bits; passing -- uint8: whose shadows pass on
    nowhere -- uint8: never anything; before, now -- uint8 (reach, padded); total -- int16
    """

    seeds: UInt8Buffer
    passing: UInt8Buffer
    nowhere: UInt8Buffer
    before: UInt8Rows
    now: UInt8Rows
    total: Int16Buffer


def new_shadow_scratch(columns: int, rows: int, reach: int) -> ShadowScratch:
    """Return scratch for boards of a size and shadows of a reach."""
    size = padded_size(columns, rows, 1)
    return ShadowScratch._make((
        *np.zeros((3, size), np.uint8), *np.zeros((2, reach, size), np.uint8),
        np.zeros(size, np.int16)))


@kernel
def shadow_sum(
    stones: Int8s, columns: int, reach: int, only: int, scratch: ShadowScratch, out: Float64Buffer
) -> None:
    """Add up the shadows of all stones: a stone gives 1 - d/reach at Manhattan distance d < reach.

    A shadow spreads only away from its stone on each axis: a point is reached when one of its
    neighbours towards the stone is reached and holds no enemy stone. Own stones are transparent.
    Worked out for one displacement (i down, j right) after the other, for all stones together:
    `now[j]` holds the points that lie (i, j) from a stone and are reached from it, bit 0 from a
    black stone and bit 1 from a white one.
    Source: Influencie, described in docs/layers/influence.shadow.md; oracle_influencie.json.

    stones -- int8 (rows*columns); only -- the one stone that casts a shadow, -1 for all
    scratch -- of `new_shadow_scratch`, fresh or used
    out -- float64 (rows*columns), overwritten; Black positive; whole multiples of 1/reach
    """
    seeds, passing, nowhere = scratch.seeds, scratch.passing, scratch.nowhere
    before, now, total = scratch.before, scratch.now, scratch.total
    size, stride = total.size, columns + 1
    seeds[:] = 0
    total[:] = 0
    for point in range(stones.size):
        padded = padded_point(point, columns, 1)
        passing[padded] = 3 if stones[point] == 0 else 1 if stones[point] > 0 else 2
        if stones[point] != 0 and (only < 0 or only == point):
            seeds[padded] = passing[padded]
    first, last = stride + 1, size - stride - 1
    _add(seeds, reach, total)
    for quadrant in range(4):
        down = stride if quadrant & 1 else -stride
        right = 1 if quadrant & 2 else -1
        beside, above = passing[first - right:last - right], passing[first - down:last - down]
        for i in range(reach):
            for j in range(reach - i):
                if i == 0 and j == 0:
                    for point in range(size):
                        now[0, point] = seeds[point]
                    continue
                side = now[j - 1, first - right:last - right] if j else nowhere[first:last]
                ahead = before[j, first - down:last - down] if i else nowhere[first:last]
                reached = now[j, first:last]
                _step(side, beside, ahead, above, reached)
                # An axis belongs to two quadrants and is counted in one of them.
                if (i > 0 or down > 0) and (j > 0 or right > 0):
                    _add(reached, reach - i - j, total[first:last])
            before, now = now, before
    for point in range(stones.size):
        out[point] = total[padded_point(point, columns, 1)] / reach
