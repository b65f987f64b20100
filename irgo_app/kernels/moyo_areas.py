"""The inner areas of both colours, listed.

Source: Tajima & Sanechika, "Determination of Inner Areas of Moyo by Potential Values", sections 3
and 7; readings where the paper is silent: docs/layers/moyo.md.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    BoolBuffer,
    BoolRows,
    Bools,
    Float64Buffer,
    Float64s,
    Int8Buffer,
    Int16Buffer,
    Int32Buffer,
    Int32Rows,
    Int32s,
    Int32Table,
    Int64Buffer,
    Int64Rows,
    Int64s,
)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.flood import label_parts
from irgo_app.kernels.watershed import WatershedScratch, new_watershed_scratch, watershed

_NO_POTENTIAL: Final = np.iinfo(np.int64).min


class MoyoScratch(NamedTuple):
    """What the moyos of a board of n points need besides.

    values -- int64 (2, n), basins -- int32 (2, n), is_low -- bool (2, n): the last watershed of
        Black and of White; it is often asked for again. The contents of the rest do not matter:
    stamp -- int64 (n); by_level, is_area -- bool (n); kinds -- int8 (n)
    queue, parts, keys -- int32 (n); sizes -- int32 (2 * n + 1); firsts -- int32 (n)
    """

    flow: WatershedScratch
    values: Int64Rows
    basins: Int32Rows
    is_low: BoolRows
    stamp: Int64Buffer
    by_level: BoolBuffer
    is_area: BoolBuffer
    kinds: Int8Buffer
    queue: Int32Buffer
    parts: Int32Buffer
    keys: Int32Buffer
    sizes: Int32Buffer
    firsts: Int32Buffer


def new_moyo_scratch(points: int) -> MoyoScratch:
    """Return scratch for a board of so many points."""
    return MoyoScratch._make((
        new_watershed_scratch(points), np.full((2, points), _NO_POTENTIAL),
        np.empty((2, points), np.int32), np.empty((2, points), np.bool_),
        np.empty(points, np.int64), *np.empty((2, points), np.bool_), np.empty(points, np.int8),
        *np.empty((3, points), np.int32), np.empty(2 * points + 1, np.int32),
        np.empty(points, np.int32)))


class MoyoList(NamedTuple):
    """Inner areas, Black's first, large ones first; their points in reading order.

    inner -- int8 (n): +1 for Black's inner points, -1 for White's
    points -- int16 (n); is_low -- bool (n): whether of a minimal plateau; ends -- int32 (n + 1)
    colours -- int8 (n); moyos -- int16 (n): the number of each area's contiguous moyo, from 1
    moyo_sizes -- int32 (2, n + 1): how many points each moyo of a colour has, by its number
    weak -- int16 (n): points of least absolute potential on the boundary; weak_ends -- int32 (n+1)
    heights -- int64 (n): the potential of each area's weak points, 0 without any
    worth -- float64 (n): what the points of each area are worth
    """

    inner: Int8Buffer
    points: Int16Buffer
    is_low: BoolBuffer
    ends: Int32Buffer
    colours: Int8Buffer
    moyos: Int16Buffer
    moyo_sizes: Int32Rows
    weak: Int16Buffer
    weak_ends: Int32Buffer
    heights: Int64Buffer
    worth: Float64Buffer


def new_moyo_list(points: int) -> MoyoList:
    """Return room for the inner areas of a board of so many points."""
    return MoyoList._make((
        np.empty(points, np.int8), np.empty(points, np.int16), np.empty(points, np.bool_),
        np.empty(points + 1, np.int32), np.empty(points, np.int8), np.empty(points, np.int16),
        np.empty((2, points + 1), np.int32), np.empty(points, np.int16),
        np.empty(points + 1, np.int32), np.empty(points, np.int64), np.empty(points)))


@inner_kernel
def flow_down(whole: Int64s, colour: int, neighbours: Int32Table, scratch: MoyoScratch) -> None:
    """Find a colour's watershed, unless it is the one of last time: its row of basins, is_low."""
    row = 0 if colour > 0 else 1
    values, is_other = scratch.values[row], False
    for point in range(whole.size):
        is_other |= values[point] != colour * whole[point]
        values[point] = colour * whole[point]
    if is_other:
        watershed(values, neighbours, scratch.flow, scratch.is_low[row], scratch.basins[row])


@inner_kernel
def is_boundary(
    point: int, is_area: Bools, is_low: Bools, is_vacant: Bools, neighbours: Int32Table
) -> bool:
    """Return whether a point of the area, no minimal one, is beside a vacant one that is not."""
    if not is_area[point] or is_low[point]:
        return False
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0 and is_vacant[near] and not is_area[near]:
            return True
    return False


@kernel
def list_areas(
    whole: Int64s, is_vacant: Bools, level: float, has_both: bool, neighbours: Int32Table,
    chances: Float64s, scratch: MoyoScratch, out: MoyoList,
) -> int:
    """Find the inner areas of both colours and list them; return how many.

    Inner are vacant points from which only one colour's ways downhill end at 0 or above, and those
    above the level. An area is what runs into one basin, or a part above the level alone.

    whole -- int64 (n), the potential; level -- in its units, 0 for none
    has_both -- whether there are stones of both colours: else nothing is inner
    chances -- float64: what a point is worth by its absolute potential, the last for all above; may
        be empty, then nothing is worth anything
    """
    for row in range(2):
        flow_down(whole, 1 - 2 * row, neighbours, scratch)
    out.inner[:] = 0
    out.ends[0] = out.weak_ends[0] = 0
    listed = 0
    for row in range(2):
        colour, own, other = 1 - 2 * row, scratch.basins[row], scratch.basins[1 - row]
        for point in range(whole.size):
            is_open = is_vacant[point] and has_both
            is_inner = is_open and own[point] >= 0 and other[point] < 0
            is_high = is_open and level > 0 and colour * whole[point] > level
            scratch.by_level[point] = is_high and not is_inner
            scratch.is_area[point] = is_inner
            if is_inner or is_high:
                out.inner[point] += colour
        listed = _list_colour(whole, colour, row, listed, is_vacant, neighbours, scratch, out)
    for index in range(listed):
        has_weak = out.weak_ends[index + 1] > out.weak_ends[index]
        out.heights[index] = whole[out.weak[out.weak_ends[index]]] if has_weak else 0
        worth = 0.0
        for entry in range(out.ends[index], out.ends[index + 1]):
            if chances.size > 0:
                worth += chances[min(abs(whole[out.points[entry]]), chances.size - 1)]
        out.worth[index] = worth
    return listed


@inner_kernel
def _list_colour(
    whole: Int64s, colour: int, row: int, listed: int, is_vacant: Bools, neighbours: Int32Table,
    scratch: MoyoScratch, out: MoyoList,
) -> int:
    """Append the areas of one colour; return how many are listed then."""
    kinds, parts, keys, sizes = scratch.kinds, scratch.parts, scratch.keys, scratch.sizes
    by_level, is_area, firsts = scratch.by_level, scratch.is_area, scratch.firsts
    for point in range(whole.size):
        kinds[point] = by_level[point]
        keys[point] = -1
    label_parts(kinds, neighbours, scratch.queue, parts)
    sizes[:] = 0
    found = 0
    for point in range(whole.size):
        if is_area[point]:
            keys[point] = scratch.basins[row, point]
        elif by_level[point]:
            keys[point] = whole.size + parts[point]
        if keys[point] >= 0:
            if sizes[keys[point]] == 0:
                firsts[found] = point
                found += 1
            sizes[keys[point]] += 1
        kinds[point] = keys[point] >= 0
    label_parts(kinds, neighbours, scratch.queue, parts)
    out.moyo_sizes[row, :] = 0
    for point in range(whole.size):
        out.moyo_sizes[row, parts[point]] += keys[point] >= 0
    _sort_by_size(firsts[:found], keys, sizes)
    _list_points(whole, row, firsts[:found], listed, is_vacant, neighbours, scratch, out)
    return listed + found


@inner_kernel
def _sort_by_size(firsts: Int32Buffer, keys: Int32s, sizes: Int32s) -> None:
    """Put the first points of large areas first; equal ones keep their order."""
    for index in range(1, firsts.size):
        point, place = firsts[index], index
        while place > 0 and sizes[keys[firsts[place - 1]]] < sizes[keys[point]]:
            firsts[place] = firsts[place - 1]
            place -= 1
        firsts[place] = point


@inner_kernel
def _list_points(
    whole: Int64s, row: int, firsts: Int32s, listed: int, is_vacant: Bools,
    neighbours: Int32Table, scratch: MoyoScratch, out: MoyoList,
) -> None:
    """Append the areas of one colour with their points, and the weak ones of their boundaries.

    firsts -- int32: the first point of each area; scratch.parts -- the numbers of the moyos
    """
    keys, low = scratch.keys, scratch.is_low[row]
    for index in range(firsts.size):
        area, first = listed + index, firsts[index]
        end, begin = out.ends[area], out.weak_ends[area]
        weak_end, least = begin, np.int64(-1)
        for point in range(first, whole.size):
            if keys[point] != keys[first]:
                continue
            out.points[end] = point
            out.is_low[end] = low[point] and not scratch.by_level[point]
            end += 1
            if is_boundary(point, scratch.is_area, low, is_vacant, neighbours):
                height = abs(whole[point])
                if least < 0 or height < least:
                    least, weak_end = height, begin
                if height == least:
                    out.weak[weak_end] = point
                    weak_end += 1
        out.ends[area + 1], out.weak_ends[area + 1] = end, weak_end
        out.colours[area], out.moyos[area] = 1 - 2 * row, scratch.parts[first]
