"""The watershed of a potential, and the inner areas (moyo) of both colours that follow from it.

First which points run down into a basin of their own colour, then the areas as lists, then both
after every stone of a game, stones put inside their own areas counted apart.
Source: Tajima & Sanechika, "Determination of Inner Areas of Moyo by Potential Values", sections 3
and 7; readings where the paper is silent: docs/layers/moyo.md.
"""

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (BoolBuffer, BoolRows, Bools, Float64Buffer, Float64s,
                                             Int8Buffer, Int8s, Int16Buffer, Int16s, Int32Buffer,
                                             Int32Rows, Int32s, Int32Table, Int64Buffer, Int64Rows,
                                             Int64s)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import label_parts
from irgo_app.kernels.spreading import Stamps, add_stamp

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


@inner_kernel
def _add_inside(
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
    black, white = 0, 0
    for point in range(stones.size):
        black += stones[point] > 0
        white += stones[point] < 0
    for index in range(points.size):
        point, colour, before, after = points[index], colours[index], out[index], out[index + 1]
        row = 0 if colour > 0 else 1
        basins, low = scratch.basins[row], scratch.is_low[row]
        stamp[:] = 0
        add_stamp(point, colour, stamps, stamp)
        is_inside = black > 0 and white > 0 and colour * before[point] >= 0
        if is_inside:
            flow_down(before, colour, neighbours, scratch)
            is_inside = basins[point] >= 0 and stones[point] == 0
        for place in range(stones.size):
            is_vacant[place] = stones[place] == 0
            area[place] = is_inside and is_vacant[place] and basins[place] >= 0
        for place in range(stones.size):
            is_counted = not is_inside or is_boundary(place, area, low, is_vacant, neighbours)
            after[place] = before[place] + (stamp[place] if is_counted else 0)
        if is_inside:
            flow_down(after, colour, neighbours, scratch)
            is_lost = False
            for place in range(stones.size):
                is_lost |= area[place] and place != point and basins[place] < 0
            if is_lost:
                for place in range(stones.size):
                    after[place] = before[place]
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
    _add_inside(trail.order[known:length], trail.colours[known:length], stones, stamps, neighbours,
               scratch, trail.after[known:length + 1])
    return length
