"""The inner areas of both colours, listed, and the potential of stones put inside their own.

Source: Tajima & Sanechika, "Determination of Inner Areas of Moyo by Potential Values", sections 3
and 7; readings where the paper is silent: docs/layers/moyo.md.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from irgo_app.kernels import inner_kernel, kernel
from irgo_app.kernels.argument_types import (
    BoolBuffer,
    BoolRows,
    Bools,
    Float64Buffer,
    Float64s,
    Int8Buffer,
    Int8s,
    Int16Buffer,
    Int16s,
    Int32Buffer,
    Int32Rows,
    Int32s,
    Int32Table,
    Int64Buffer,
    Int64Rows,
    Int64s,
)
from irgo_app.kernels.flood import label_parts
from irgo_app.kernels.potential import add_stamp
from irgo_app.kernels.potential_tables import Stamps
from irgo_app.kernels.watershed import WatershedScratch, new_watershed_scratch, watershed


class MoyoScratch(NamedTuple):
    """Scratch for a board of n points, contents do not matter.

    values, stamp -- int64 (n); basins -- int32 (2, n); is_low -- bool (2, n)
    by_level, is_area -- bool (n); kinds -- int8 (n); queue, parts, keys -- int32 (n)
    sizes -- int32 (2 * n + 1); firsts -- int32 (n)
    """

    flow: WatershedScratch
    values: Int64Buffer
    stamp: Int64Buffer
    basins: Int32Rows
    is_low: BoolRows
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
        new_watershed_scratch(points), *np.empty((2, points), np.int64),
        np.empty((2, points), np.int32), np.empty((2, points), np.bool_),
        *np.empty((2, points), np.bool_), np.empty(points, np.int8),
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
def _flow(
    whole: Int64s, colour: int, neighbours: Int32Table, scratch: MoyoScratch, row: int
) -> None:
    """Write a colour's watershed into a row of basins and is_low."""
    for point in range(whole.size):
        scratch.values[point] = colour * whole[point]
    watershed(scratch.values, neighbours, scratch.flow, scratch.is_low[row], scratch.basins[row])


@inner_kernel
def _is_boundary(
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


@inner_kernel
def add_inside(
    points: Int16s, colours: Int8s, stones: Int8Buffer, stamps: Stamps, neighbours: Int32Table,
    scratch: MoyoScratch, out: Int64Rows,
) -> None:
    """Put stones on a board one after the other, those in their own inner area as section 7 says.

    Inside its own inner area a stone strengthens the boundary only; if even that would shrink the
    area, it counts nowhere.

    points -- int16, colours -- int8: the stones in their order; stones -- int8 (n), changed
    out -- int64 (stones + 1, n): row 0 the potential before; overwritten: row i that after i stones
    """
    area, is_vacant, stamp = scratch.is_area, scratch.by_level, scratch.stamp
    basins, low = scratch.basins[0], scratch.is_low[0]
    black, white = 0, 0
    for point in range(stones.size):
        black += stones[point] > 0
        white += stones[point] < 0
    for index in range(points.size):
        point, colour, before, after = points[index], colours[index], out[index], out[index + 1]
        stamp[:] = 0
        add_stamp(point, colour, stamps, stamp)
        is_inside = black > 0 and white > 0 and colour * before[point] >= 0
        if is_inside:
            _flow(before, colour, neighbours, scratch, 0)
            is_inside = basins[point] >= 0 and stones[point] == 0
        for place in range(stones.size):
            is_vacant[place] = stones[place] == 0
            area[place] = is_inside and is_vacant[place] and basins[place] >= 0
        for place in range(stones.size):
            is_counted = not is_inside or _is_boundary(
                place, area, low, is_vacant, neighbours)
            after[place] = before[place] + (stamp[place] if is_counted else 0)
        if is_inside:
            _flow(after, colour, neighbours, scratch, 1)
            for place in range(stones.size):
                if area[place] and place != point and scratch.basins[1, place] < 0:
                    after[:] = before
                    break
        black += colour > 0
        white += colour < 0
        stones[point] = colour


class MoyoTrail(NamedTuple):
    """The potential after every stone of a game; what `follow_stones` keeps of a board of n points.

    setup -- int8 (n): the stones that were not played; order -- int16 (n), colours -- int8 (n): the
        others; length -- int32 (1): how many; after -- int64 (n + 1, n): after so many of them
    """

    setup: Int8Buffer
    order: Int16Buffer
    colours: Int8Buffer
    length: Int32Buffer
    after: Int64Rows


def new_moyo_trail(points: int) -> MoyoTrail:
    """Return the trail of an empty board of so many points."""
    trail = MoyoTrail(
        np.zeros(points, np.int8), np.empty(points, np.int16), np.empty(points, np.int8),
        np.zeros(1, np.int32), np.empty((points + 1, points), np.int64))
    trail.after[0] = 0
    return trail


@kernel
def follow_stones(
    living: Int8s, order: Int16s, stamps: Stamps, neighbours: Int32Table, scratch: MoyoScratch,
    stones: Int8Buffer, trail: MoyoTrail,
) -> int:
    """Bring a trail to a position, from the first stone on that is another; return its length.

    living -- int8 (n); order -- int16: the points of stones in the order in which they were played,
        each once; some may be gone. The others were set up, before all of them
    stones -- int8 (n), scratch; trail -- changed
    """
    for point in range(living.size):
        stones[point] = living[point]
    for point in order:
        stones[point] = 0
    is_other = False
    for point in range(living.size):
        is_other |= stones[point] != trail.setup[point]
    if is_other:
        trail.after[0, :] = 0
        trail.length[0] = 0
        for point in range(living.size):
            trail.setup[point] = stones[point]
            if stones[point] != 0:
                add_stamp(point, stones[point], stamps, trail.after[0])
    length, known = 0, 0
    for point in order:
        if living[point] == 0:
            continue
        is_known = (known == length < trail.length[0] and trail.order[length] == point
                    and trail.colours[length] == living[point])
        if is_known:
            known += 1
            stones[point] = living[point]
        trail.order[length], trail.colours[length] = point, living[point]
        length += 1
    trail.length[0] = length
    add_inside(trail.order[known:length], trail.colours[known:length], stones, stamps, neighbours,
               scratch, trail.after[known:length + 1])
    return length


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
        _flow(whole, 1 - 2 * row, neighbours, scratch, row)
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
    for index in range(found):
        first = firsts[index]
        _list_area(whole, keys[first], first, row, listed, is_vacant, neighbours, scratch, out)
        out.colours[listed], out.moyos[listed] = colour, parts[first]
        listed += 1
    return listed


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
def _list_area(
    whole: Int64s, key: int, first: int, row: int, listed: int, is_vacant: Bools,
    neighbours: Int32Table, scratch: MoyoScratch, out: MoyoList,
) -> None:
    """Append the points of one area, and the weak ones of its boundary."""
    end, begin = out.ends[listed], out.weak_ends[listed]
    weak_end, least, low = begin, np.int64(-1), scratch.is_low[row]
    for point in range(first, whole.size):
        if scratch.keys[point] != key:
            continue
        out.points[end] = point
        out.is_low[end] = low[point] and not scratch.by_level[point]
        end += 1
        if _is_boundary(point, scratch.is_area, low, is_vacant, neighbours):
            height = abs(whole[point])
            if least < 0 or height < least:
                least, weak_end = height, begin
            if height == least:
                out.weak[weak_end] = point
                weak_end += 1
    out.ends[listed + 1], out.weak_ends[listed + 1] = end, weak_end
