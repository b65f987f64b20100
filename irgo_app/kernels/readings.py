"""The reading of a board, run to the fixed point: clusters, those that are dead, groups.

Source: steps 1 to 3 of the irgo algorithm; what is done in each is in `colour_control.py`,
`clusters.py` and `cluster_lists.py`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    Bools,
    Float64Buffer,
    Int8Buffer,
    Int32Buffer,
    Int32Table,
)
from irgo_app.kernels.benson import LifeScratch, Rooms, new_life_scratch, new_rooms
from irgo_app.kernels.cluster_lists import (
    ClusterList,
    GroupList,
    ListScratch,
    list_clusters,
    list_groups,
    new_list_scratch,
)
from irgo_app.kernels.clusters import (
    SURROUNDED,
    ClusterFacts,
    Clusters,
    ClusterScratch,
    new_cluster_facts,
    new_cluster_scratch,
    new_clusters,
    read_clusters,
)
from irgo_app.kernels.colour_control import ControlMap
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.shadow import ShadowScratch, new_shadow_scratch

NO_ROOM: Final = -1
"""What `read_position` returns where the list is too small."""


class ReadingScratch(NamedTuple):
    """What reading needs besides, for a board of n points; contents do not matter.

    eyes -- int32 (n); the others: see where they are made
    """

    clusters: Clusters
    eyes: Int32Buffer
    facts: ClusterFacts
    boards: ClusterScratch
    rooms: Rooms
    life: LifeScratch
    lists: ListScratch
    shadow: ShadowScratch


def new_reading_scratch(columns: int, rows: int, reach: int) -> ReadingScratch:
    """Return scratch for boards of a size, and shadows of a reach."""
    points = columns * rows
    return ReadingScratch(
        new_clusters(points), np.empty(points, np.int32), new_cluster_facts(points),
        new_cluster_scratch(points), new_rooms(points), new_life_scratch(points),
        new_list_scratch(points), new_shadow_scratch(columns, rows, reach))


@inner_kernel
def append_list(source: ClusterList, count: int, listed: int, out: ClusterList) -> int:
    """Append so many clusters of one list to those listed in another; return how many are then."""
    end, named_end = np.int64(out.ends[listed]), np.int64(out.named_ends[listed])
    for entry in range(source.ends[count]):
        out.points[end + entry], out.eyes[end + entry] = source.points[entry], source.eyes[entry]
        out.is_stone[end + entry] = source.is_stone[entry]
        out.is_border[end + entry] = source.is_border[entry]
    for entry in range(source.named_ends[count]):
        out.named[named_end + entry] = source.named[entry]
    for index in range(count):
        out.colours[listed + index] = source.colours[index]
        out.codes[listed + index] = source.codes[index]
        out.ends[listed + index + 1] = end + source.ends[index + 1]
        out.named_ends[listed + index + 1] = named_end + source.named_ends[index + 1]
    return listed + count


@inner_kernel
def _take_off(
    dead: ClusterList, begin: int, end: int, stones: Int8Buffer
) -> None:
    """Take the stones off the board that a part of a list holds."""
    for entry in range(dead.ends[begin], dead.ends[end]):
        if dead.is_stone[entry]:
            stones[dead.points[entry]] = 0


@kernel
def read_position(
    columns: int, neighbours: Int32Table, killable: Bools, reach: int, least: float,
    dead_count: int, scratch: ReadingScratch, stones: Int8Buffer, first: ControlMap,
    final: ControlMap, dead: ClusterList, out: ClusterList, shadow: Float64Buffer,
    groups: GroupList,
) -> tuple[int, int]:
    """Take the obviously dead stones off a board until there are none, then join the groups.

    Returns how many clusters and how many groups are listed; NO_ROOM twice where the lists of
    clusters are too small, whereupon only `stones` and `dead` have to be as before.

    neighbours -- int32 (n, 4), absent = -1; killable -- see `clusters.is_large_eye`
    reach, least -- see `cluster_lists.list_groups`
    dead, dead_count -- clusters known to be dead, whose stones are off the board; changed
    stones -- int8 (n); those that are dead are taken off
    first -- overwritten: the colour map before that; final -- overwritten: that after it, if there
        were any
    out -- an empty list, overwritten: the clusters that are left, then those that are dead
    shadow -- float64 (n), groups -- overwritten: the groups of those that are left
    """
    size, control = stones.size, first
    while True:
        count = read_clusters(
            stones, columns, neighbours, killable, control, scratch.clusters, scratch.eyes,
            scratch.boards, scratch.rooms, scratch.life, scratch.facts)
        has_dead = False
        for number in range(1, count + 1):
            has_dead |= scratch.facts.codes[number] == SURROUNDED
        # Each list names at most the enemies on four sides of its points.
        if dead.ends[dead_count] + size > out.points.size:
            return NO_ROOM, NO_ROOM
        if not has_dead:
            break
        known = dead_count
        dead_count = list_clusters(
            stones, neighbours, scratch.clusters, scratch.eyes, scratch.facts, count, True,
            scratch.lists, known, dead)
        _take_off(dead, known, dead_count, stones)
        control = final
    listed = list_clusters(
        stones, neighbours, scratch.clusters, scratch.eyes, scratch.facts, count, False,
        scratch.lists, 0, out)
    listed = append_list(dead, dead_count, listed, out)
    joined = list_groups(
        stones, columns, neighbours, control.links, scratch.clusters, count, reach, least,
        scratch.shadow, scratch.lists, shadow, groups)
    return listed, joined
