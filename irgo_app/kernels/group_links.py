"""What a player would call one group: clusters between which a short way is free."""

from __future__ import annotations

from irgo_app.kernels import kernel
from irgo_app.kernels.argument_types import Int8s, Int32Buffer, Int32s, Int32Table


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
