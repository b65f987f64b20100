"""What a player would call one group: clusters between which a short way is free."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    Bools, Int8Buffer, Int8s, Int16Buffer, Int16s, Int32Buffer, Int32Rows, Int32s, Int32Table
)
from irgo_app.kernels.compiler import kernel
from irgo_app.kernels.readings import GroupList, begin_entries, put_entry


@kernel
def link_clusters(
    stones: Int8s, columns: int, clusters: Int32s, groups: Int32s, reach: int, root: Int32Buffer
) -> None:
    """Link clusters of a group by stones a few steps apart, no enemy in the rectangle between.

    stones -- int8 (n); clusters -- int32 (n): the number of each point's cluster from 1, 0 for none
    groups -- int32 (count + 1): the group of each cluster, from 1, 0 for clusters left alone
    reach -- how many steps from point to point may lie between two stones
    root -- int32 (count + 1), overwritten: the smallest cluster each is linked with, if only
    through others
    """
    for number in range(root.size):
        root[number] = number
    rows = stones.size // columns
    for point in range(stones.size):
        colour, number = stones[point], clusters[point]
        if colour == 0 or number == 0 or groups[number] == 0:
            continue
        row, column = point // columns, point % columns
        # Each pair of stones is met once, from the upper one; on a line from the left one.
        for down in range(min(reach, rows - 1 - row) + 1):
            for other_column in range(max(0, column - reach + down),
                                      min(columns - 1, column + reach - down) + 1):
                if down == 0 and other_column <= column:
                    continue
                other_point = point + down * columns + other_column - column
                other = clusters[other_point]
                if (stones[other_point] != colour or other == number or other == 0
                        or groups[other] != groups[number]):
                    continue
                is_free = True
                for line in range(row, row + down + 1):
                    for between in range(min(column, other_column),
                                         max(column, other_column) + 1):
                        if stones[line * columns + between] == -colour:
                            is_free = False
                if is_free:
                    one, another = number, other
                    while root[one] != one:
                        one = root[one]
                    while root[another] != another:
                        another = root[another]
                    root[max(one, another)] = min(one, another)
    for number in range(1, root.size):
        # Roots are smaller, so theirs are known already.
        root[number] = root[root[number]]


@kernel
def share_points(
    clusters: Int32s, group_of: Int32s, root: Int32s, neighbours: Int32Table, queue: Int32Buffer,
    steps: Int32Buffer, out: Int32Buffer,
) -> None:
    """Give the points of a group to those linked clusters that are nearest within the group.

    clusters, root -- as for `link_clusters`; group_of -- int32 (n): the group of each point or 0
    neighbours -- int32 (n, 4), absent = -1; queue, steps -- int32 (n), scratch
    out -- int32 (n), overwritten: the smallest of the linked clusters a point belongs to; 0 for
    none, and where two are equally near
    """
    begin, end = 0, 0
    for point in range(clusters.size):
        out[point], steps[point] = 0, -1
        if group_of[point] != 0 and clusters[point] != 0:
            out[point], steps[point] = root[clusters[point]], 0
            queue[end] = point
            end += 1
    while begin < end:
        point = queue[begin]
        begin += 1
        for side in range(4):
            near = neighbours[point, side]
            if near < 0 or group_of[near] != group_of[point]:
                continue
            if steps[near] < 0:
                steps[near], out[near] = steps[point] + 1, out[point]
                queue[end] = near
                end += 1
            elif steps[near] == steps[point] + 1 and out[near] != out[point]:
                # Two are equally near; so it is for what lies behind.
                out[near] = 0


class LinkScratch(NamedTuple):
    """What `list_linked` needs besides, for a board of n points; contents do not matter.

    pretend -- int8 (n): the colour of the cluster a point is in
    cluster_of, own, group_of, queue, steps -- int32 (n); owners -- int32 (2, n)
    group_of_cluster, root, places -- int32 (n + 1)
    """

    pretend: Int8Buffer
    cluster_of: Int32Buffer
    own: Int32Buffer
    group_of: Int32Buffer
    queue: Int32Buffer
    steps: Int32Buffer
    owners: Int32Rows
    group_of_cluster: Int32Buffer
    root: Int32Buffer
    places: Int32Buffer


def new_link_scratch(points: int) -> LinkScratch:
    """Return scratch for a board of so many points."""
    return LinkScratch._make((
        np.empty(points, np.int8), *np.empty((5, points), np.int32),
        np.empty((2, points), np.int32), *np.empty((3, points + 1), np.int32)))


@kernel
def list_linked(
    columns: int, neighbours: Int32Table, points: Int16s, ends: Int32s, colours: Int8s,
    group_colours: Int8s, members: Int16s, member_ends: Int32s, group_points: Int16s,
    group_ends: Int32s, reach: int, scratch: LinkScratch, out: GroupList,
) -> int:
    """Cut groups into clusters that are linked; return how many there are then.

    Stones are pretended on all points of clusters. A point of a group goes to those linked clusters
    that are nearest, to none where two are.

    points, ends, colours -- the clusters, those of groups first; group_colours to group_ends -- the
    groups: see `readings.py`; reach -- see `link_clusters`; out -- overwritten
    """
    pretend, cluster_of, owners = scratch.pretend, scratch.cluster_of, scratch.owners
    living = members.size
    root, places = scratch.root[:living + 1], scratch.places
    pretend[:] = 0
    cluster_of[:] = 0
    for index in range(living):
        for entry in range(ends[index], ends[index + 1]):
            cluster_of[points[entry]] = index + 1
            pretend[points[entry]] = colours[index]
    for group in range(group_colours.size):
        for entry in range(member_ends[group], member_ends[group + 1]):
            scratch.group_of_cluster[members[entry]] = group + 1
    link_clusters(pretend, columns, cluster_of, scratch.group_of_cluster, reach, root)
    found = 0
    for number in range(1, living + 1):
        if root[number] == number:
            places[number] = found
            out.colours[found] = colours[number - 1]
            found += 1
        else:
            places[number] = places[root[number]]
    out.member_ends[:found + 1] = 0
    out.ends[:found + 1] = 0
    for row in range(2):
        colour = 1 - 2 * row
        # A point may lie in a group of either colour: under one's stones, in the other's shadow.
        scratch.group_of[:] = 0
        for group in range(group_colours.size):
            if group_colours[group] == colour:
                for entry in range(group_ends[group], group_ends[group + 1]):
                    scratch.group_of[group_points[entry]] = group + 1
        for point in range(pretend.size):
            scratch.own[point] = cluster_of[point] if pretend[point] == colour else 0
        share_points(scratch.own, scratch.group_of, root, neighbours, scratch.queue, scratch.steps,
                     owners[row])
    for is_filling in (False, True):
        for number in range(1, living + 1):
            put_entry(number, places[number], is_filling, out.member_ends, out.members)
        for row in range(2):
            for point in range(pretend.size):
                if owners[row, point] != 0:
                    put_entry(point, places[owners[row, point]], is_filling, out.ends, out.points)
        if not is_filling:
            begin_entries(found, out.member_ends)
            begin_entries(found, out.ends)
    return found


@kernel
def number_shown(
    is_stone: Bools, ends: Int32s, members: Int16s, member_ends: Int32s, out: Int16Buffer
) -> int:
    """Number what is shown of groups: those that have stones, then the dead clusters, which are in
    none; return how many.

    is_stone, ends -- of all clusters, members, member_ends -- of the groups: see `readings.py`
    out -- int16 (groups and clusters), overwritten: the place of a group, or -1 less that of a
    cluster
    """
    count = 0
    for group in range(member_ends.size - 1):
        stones = 0
        for entry in range(member_ends[group], member_ends[group + 1]):
            for place in range(ends[members[entry] - 1], ends[members[entry]]):
                stones += is_stone[place]
        if stones > 0:
            out[count] = group
            count += 1
    for index in range(members.size, ends.size - 1):
        out[count] = -1 - index
        count += 1
    return count
