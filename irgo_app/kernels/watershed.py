"""The watershed of a potential: which points run down into a basin of their own colour."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels import inner_kernel, kernel
from irgo_app.kernels.argument_types import (
    BoolBuffer,
    Int32Buffer,
    Int32s,
    Int32Table,
    Int64s,
)

_DIGIT_BITS: Final = 8
_DIGITS: Final = 1 << _DIGIT_BITS


@inner_kernel
def _lowest_neighbour(values: Int64s, neighbours: Int32Table, point: int) -> int:
    """Return the value of the lowest neighbour that is lower than the point, else the point's."""
    lowest = values[point]
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0 and values[near] < lowest:
            lowest = values[near]
    return lowest


@inner_kernel
def _root(parents: Int32Buffer, point: int) -> int:
    """Return the first point of a set (union-find with halving)."""
    while parents[point] != point:
        parents[point] = parents[parents[point]]
        point = parents[point]
    return point


@inner_kernel
def _join(parents: Int32Buffer, first: int, second: int) -> None:
    """Unite two sets; the smaller point names the union."""
    one, other = _root(parents, first), _root(parents, second)
    if one < other:
        parents[other] = one
    else:
        parents[one] = other


class WatershedScratch(NamedTuple):
    """Scratch for a board of n points, contents do not matter.

    order, sorted -- int32 (n): points by value; counts -- int32 (257)
    plateaus, gathered, parents -- int32 (n)
    """

    order: Int32Buffer
    sorted: Int32Buffer
    counts: Int32Buffer
    plateaus: Int32Buffer
    gathered: Int32Buffer
    parents: Int32Buffer


def new_watershed_scratch(points: int) -> WatershedScratch:
    """Return scratch for a board of so many points."""
    return WatershedScratch._make((
        *np.empty((2, points), np.int32), np.empty(_DIGITS + 1, np.int32),
        *np.empty((3, points), np.int32)))


@inner_kernel
def _sort(values: Int64s, scratch: WatershedScratch) -> None:
    """Write the points by ascending value, equal ones as they are read, into scratch.order.

    Digit by digit, the last one first, as many as the range of the values has.
    """
    order, following, counts = scratch.order, scratch.sorted, scratch.counts
    least, most = values[0], values[0]
    for point in range(values.size):
        order[point] = point
        least, most = min(least, values[point]), max(most, values[point])
    shift = 0
    while (most - least) >> shift > 0:
        counts[:] = 0
        for index in range(values.size):
            counts[((values[index] - least) >> shift & (_DIGITS - 1)) + 1] += 1
        for digit in range(_DIGITS):
            counts[digit + 1] += counts[digit]
        for index in range(values.size):
            point = order[index]
            digit = (values[point] - least) >> shift & (_DIGITS - 1)
            following[counts[digit]] = point
            counts[digit] += 1
        for index in range(values.size):
            order[index] = following[index]
        shift += _DIGIT_BITS


@kernel
def watershed(
    values: Int64s, neighbours: Int32Table, scratch: WatershedScratch, is_low: BoolBuffer,
    basins: Int32Buffer,
) -> None:
    """Find the inner points of the positive colour: ways downhill from them end at 0 or above.

    From a point go to the lowest neighbours that are lower; from a point without a lower one walk
    over equal points (its plateau) to those that have one; a plateau without such a way out is
    minimal. A point is inner if one way from it ends in a minimal plateau of a value >= 0. Source:
    Tajima & Sanechika, section 3, rule b, with plateaus walked as one place; moyo.json.

    values -- int64 (n); neighbours -- int32 (n, 4), absent = -1
    is_low -- bool (n), overwritten: whether the point's plateau is minimal
    basins -- int32 (n), overwritten: -1, or for inner points (stones are answered like any other)
    the first point of the minimal plateau they run into; plateaus that one point can both run into
    count as one basin
    """
    plateaus, gathered, parents = scratch.plateaus, scratch.gathered, scratch.parents
    _sort(values, scratch)
    order = scratch.order
    for point in range(values.size):
        plateaus[point] = point
        parents[point] = point
        gathered[point] = -1
        is_low[point] = True
    for point in range(values.size):
        for side in range(4):
            near = neighbours[point, side]
            if near > point and values[near] == values[point]:
                _join(plateaus, point, near)
    for point in range(values.size):
        plateaus[point] = _root(plateaus, point)
        if _lowest_neighbour(values, neighbours, point) < values[point]:
            is_low[plateaus[point]] = False
    for point in range(values.size):
        is_low[point] = is_low[plateaus[point]]
        basins[point] = plateaus[point] if is_low[point] and values[point] >= 0 else -1
    start = 0
    while start < order.size:
        end = start + 1
        while end < order.size and values[order[end]] == values[order[start]]:
            end += 1
        if values[order[start]] >= 0:
            _decide_level(values, neighbours, order[start:end], plateaus, gathered, parents, basins)
        start = end
    for point in range(values.size):
        if basins[point] >= 0:
            basins[point] = _root(parents, basins[point])


@inner_kernel
def _decide_level(
    values: Int64s, neighbours: Int32Table, level: Int32s, plateaus: Int32Buffer,
    gathered: Int32Buffer, parents: Int32Buffer, basins: Int32Buffer,
) -> None:
    """Decide the points of one value, all lower ones being decided.

    Points with a lower neighbour take the basins of their lowest ones, and `gathered` keeps these
    for the rest of their plateau.
    """
    for point in level:
        lowest = _lowest_neighbour(values, neighbours, point)
        if lowest == values[point]:
            continue
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and values[near] == lowest and basins[near] >= 0:
                if basins[point] >= 0:
                    _join(parents, basins[point], basins[near])
                basins[point] = basins[near]
        if basins[point] >= 0:
            if gathered[plateaus[point]] >= 0:
                _join(parents, gathered[plateaus[point]], basins[point])
            gathered[plateaus[point]] = basins[point]
    for point in level:
        if basins[point] < 0 and _lowest_neighbour(values, neighbours, point) == values[point]:
            basins[point] = gathered[plateaus[point]]
