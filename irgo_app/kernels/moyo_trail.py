"""The potential after every stone of a game, stones put inside their own areas counted apart.

Source: Tajima & Sanechika, "Determination of Inner Areas of Moyo by Potential Values", section 7;
readings where the paper is silent: docs/layers/moyo.md.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    Int8Buffer,
    Int8s,
    Int16Buffer,
    Int16s,
    Int32Buffer,
    Int32Table,
    Int64Rows,
)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.moyo_areas import MoyoScratch, flow_down, is_boundary
from irgo_app.kernels.potential import add_stamp
from irgo_app.kernels.potential_tables import Stamps


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
            is_counted = not is_inside or is_boundary(
                place, area, low, is_vacant, neighbours)
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
