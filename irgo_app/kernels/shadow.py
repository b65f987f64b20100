"""Influencie's shadows worked out for all stones at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from irgo_app.kernels import kernel
from irgo_app.kernels.padding import padded_point, padded_size


@kernel
def _step(side: Any, side_passing: Any, ahead: Any, ahead_passing: Any, out: Any) -> None:
    """Reach what is reached from the point on either side of the way; all uint8 bit sets."""
    for index in range(out.size):
        out[index] = (side[index] & side_passing[index]) | (ahead[index] & ahead_passing[index])


@kernel
def _add(reached: Any, weight: int, out: Any) -> None:
    """Add `weight` where Black's bit is set and take it where White's is; out -- int16."""
    for index in range(out.size):
        out[index] += weight * (np.int16(reached[index] & 1) - np.int16(reached[index] >> 1))


@kernel
def shadow_sum(stones: Any, columns: int, reach: int, only: int, out: Any) -> None:
    """Add up the shadows of all stones: a stone gives 1 - d/reach at Manhattan distance d < reach.

    A shadow spreads only away from its stone on each axis: a point is reached when one of its
    neighbours towards the stone is reached and holds no enemy stone. Own stones are transparent.
    Worked out for one displacement (i down, j right) after the other, for all stones together:
    `now[j]` holds the points that lie (i, j) from a stone and are reached from it, bit 0 from a
    black stone and bit 1 from a white one.
    Source: Influencie, described in docs/layers/influence.shadow.md; oracle_influencie.json.

    stones -- int8 (rows*columns); only -- the one stone that casts a shadow, -1 for all
    out -- float64 (rows*columns), overwritten; Black positive; whole multiples of 1/reach
    """
    size, stride = padded_size(columns, stones.size // columns, 1), columns + 1
    seeds, passing = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    for point in range(stones.size):
        padded = padded_point(point, columns, 1)
        passing[padded] = 3 if stones[point] == 0 else 1 if stones[point] > 0 else 2
        if stones[point] != 0 and (only < 0 or only == point):
            seeds[padded] = passing[padded]
    before, now = np.zeros((reach, size), np.uint8), np.zeros((reach, size), np.uint8)
    total = np.zeros(size, np.int16)
    first, last = stride + 1, size - stride - 1
    nowhere = np.zeros(last - first, np.uint8)
    _add(seeds, reach, total)
    for quadrant in range(4):
        down = stride if quadrant & 1 else -stride
        right = 1 if quadrant & 2 else -1
        beside, above = passing[first - right:last - right], passing[first - down:last - down]
        for i in range(reach):
            for j in range(reach - i):
                if i == 0 and j == 0:
                    now[0] = seeds
                    continue
                side = now[j - 1, first - right:last - right] if j else nowhere
                ahead = before[j, first - down:last - down] if i else nowhere
                reached = now[j, first:last]
                _step(side, beside, ahead, above, reached)
                # An axis belongs to two quadrants and is counted in one of them.
                if (i > 0 or down > 0) and (j > 0 or right > 0):
                    _add(reached, reach - i - j, total[first:last])
            before, now = now, before
    for point in range(stones.size):
        out[point] = total[padded_point(point, columns, 1)] / reach
