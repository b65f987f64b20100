"""The watershed of a potential: which points run down into a basin of their own colour."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    BoolBuffer,
    Int32Buffer,
    Int32Table,
    Int64Buffer,
    Int64s,
)
from irgo_app.kernels.compiler import inner_kernel, kernel

_DIGIT_BITS: Final = 8
_DIGITS: Final = 1 << _DIGIT_BITS


@inner_kernel
def _find_lowest(values: Int64s, neighbours: Int32Table, out: Int64Buffer) -> None:
    """Write the value of the lowest neighbour that is lower than the point, else the point's."""
    for point in range(values.size):
        lowest = values[point]
        for side in range(4):
            near = neighbours[point, side]
            lowest = min(lowest, values[near] if near >= 0 else lowest)
        out[point] = lowest


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

    lowest -- int64 (n): of `_find_lowest`; keys -- int64 (n): what points are ordered by
    order, sorted -- int32 (n): points in this order; counts -- int32 (257)
    plateaus, gathered, parents -- int32 (n)
    """

    lowest: Int64Buffer
    keys: Int64Buffer
    order: Int32Buffer
    sorted: Int32Buffer
    counts: Int32Buffer
    plateaus: Int32Buffer
    gathered: Int32Buffer
    parents: Int32Buffer


def new_watershed_scratch(points: int) -> WatershedScratch:
    """Return scratch for a board of so many points."""
    return WatershedScratch._make((
        *np.empty((2, points), np.int64), *np.empty((2, points), np.int32),
        np.empty(_DIGITS + 1, np.int32), *np.empty((3, points), np.int32)))


@inner_kernel
def _sort_inner(values: Int64s, scratch: WatershedScratch) -> int:
    """Write the points of values from 0 on into scratch.order, ascending; of equal ones those with
    a lower neighbour first, then as they are read. Return how many they are.

    Digit by digit, the last one first, as many as the range of the keys has.
    """
    order, following, counts = scratch.order, scratch.sorted, scratch.counts
    keys, lowest = scratch.keys, scratch.lowest
    count, most = 0, np.int64(0)
    for point in range(values.size):
        keys[point] = 2 * values[point] + (lowest[point] == values[point])
        most = max(most, keys[point])
        order[count] = point
        count += values[point] >= 0
    shift = 0
    while most >> shift > 0:
        counts[:] = 0
        for index in range(count):
            counts[(keys[order[index]] >> shift & (_DIGITS - 1)) + 1] += 1
        for digit in range(_DIGITS):
            counts[digit + 1] += counts[digit]
        for index in range(count):
            point = order[index]
            digit = keys[point] >> shift & (_DIGITS - 1)
            following[counts[digit]] = point
            counts[digit] += 1
        for index in range(count):
            order[index] = following[index]
        shift += _DIGIT_BITS
    return count


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
    lowest = scratch.lowest
    _find_lowest(values, neighbours, lowest)
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
        is_low[plateaus[point]] &= lowest[point] == values[point]
    for point in range(values.size):
        is_low[point] = is_low[plateaus[point]]
        basins[point] = plateaus[point] if is_low[point] and values[point] >= 0 else -1
    _decide(_sort_inner(values, scratch), values, neighbours, scratch, basins)
    for point in range(values.size):
        if basins[point] >= 0:
            basins[point] = _root(parents, basins[point])


@inner_kernel
def _decide(
    count: int, values: Int64s, neighbours: Int32Table, scratch: WatershedScratch,
    basins: Int32Buffer,
) -> None:
    """Decide so many points of scratch.order, each after all that are lower.

    Points with a lower neighbour take the basins of their lowest ones, and `gathered` keeps these
    for the rest of their plateau.
    """
    plateaus, parents, gathered = scratch.plateaus, scratch.parents, scratch.gathered
    for index in range(count):
        point = scratch.order[index]
        lowest, plateau = scratch.lowest[point], plateaus[point]
        if lowest < 0:
            continue
        if lowest == values[point]:
            if basins[point] < 0:
                basins[point] = gathered[plateau]
            continue
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and values[near] == lowest and basins[near] >= 0:
                if basins[point] >= 0:
                    _join(parents, basins[point], basins[near])
                basins[point] = basins[near]
        if basins[point] >= 0:
            if gathered[plateau] >= 0:
                _join(parents, gathered[plateau], basins[point])
            gathered[plateau] = basins[point]
