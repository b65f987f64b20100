"""Colour control: which points and links of the board are black or white, and since which step.

Source: step 1 of the irgo algorithm ("Propagate colour control"), a debugged Swim colour map.
Links are an int8 array (2, n): row 0 the link from a point to its right neighbour, row 1 the one
to the neighbour below; a link that does not exist stays 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irgo_app.kernels import kernel


@kernel
def count_links(links: Any, columns: int, black: Any, white: Any) -> None:
    """Count each point's black and white links; black, white -- int8 (n), overwritten."""
    black[:] = 0
    white[:] = 0
    for way in range(2):
        reach = 1 if way == 0 else columns
        for point in range(links.shape[1] - reach):
            if links[way, point] > 0:
                black[point] += 1
                black[point + reach] += 1
            elif links[way, point] < 0:
                white[point] += 1
                white[point + reach] += 1


@kernel
def _colour_links(points: Any, columns: int, step: int, links: Any, link_step: Any) -> bool:
    """Rule 1: an uncoloured link with a coloured end takes its colour, unless the ends differ."""
    has_changed = False
    for way in range(2):
        reach = 1 if way == 0 else columns
        for point in range(points.size - reach):
            if links[way, point] != 0 or (way == 0 and point % columns == columns - 1):
                continue
            ends = points[point] + points[point + reach]
            if ends != 0:
                links[way, point] = 1 if ends > 0 else -1
                link_step[way, point] = step
                has_changed = True
    return has_changed


@kernel
def _colour_points(
    black: Any, white: Any, columns: int, step: int, points: Any, point_step: Any
) -> bool:
    """Rule 2: an uncoloured point with 3 links of one colour (2 at the edge) and none of the other
    takes it.
    """
    has_changed = False
    rows = points.size // columns
    for point in range(points.size):
        if points[point] != 0:
            continue
        row, column = point // columns, point % columns
        is_edge = row == 0 or row == rows - 1 or column == 0 or column == columns - 1
        needed = 2 if is_edge else 3
        if black[point] >= needed and white[point] == 0:
            points[point] = 1
        elif white[point] >= needed and black[point] == 0:
            points[point] = -1
        if points[point] != 0:
            point_step[point] = step
            has_changed = True
    return has_changed


@kernel
def _join_links(
    points: Any, black: Any, white: Any, columns: int, step: int, links: Any, link_step: Any
) -> bool:
    """Rule 3: an uncoloured link takes a colour if both its ends have a link of that colour, none
    of the other, and are no points of the other.
    """
    has_changed = False
    for way in range(2):
        reach = 1 if way == 0 else columns
        for point in range(points.size - reach):
            if links[way, point] != 0 or (way == 0 and point % columns == columns - 1):
                continue
            end = point + reach
            is_black = black[point] > 0 and black[end] > 0 and white[point] + white[end] == 0
            is_white = white[point] > 0 and white[end] > 0 and black[point] + black[end] == 0
            if is_black and points[point] >= 0 and points[end] >= 0:
                links[way, point] = 1
            elif is_white and points[point] <= 0 and points[end] <= 0:
                links[way, point] = -1
            if links[way, point] != 0:
                link_step[way, point] = step
                has_changed = True
    return has_changed


@kernel
def colour_control(
    stones: Any, columns: int, points: Any, links: Any, point_step: Any, link_step: Any
) -> None:
    """Propagate colour control until a whole round of the three rules changes nothing.

    Each rule reads the board as it was when its turn began, so the order of points cannot matter.
    Step 3*k + r is rule r (1 to 3) in round k; stones have step 0, what is uncoloured -1.

    stones -- int8 (n); points -- int8 (n), links -- int8 (2, n): the colours, overwritten
    point_step -- int16 (n), link_step -- int16 (2, n): when each was coloured, overwritten
    Oracle: colourmap.json.
    """
    points[:] = stones
    links[:] = 0
    link_step[:] = -1
    for point in range(stones.size):
        point_step[point] = 0 if stones[point] != 0 else -1
    black, white = np.empty(stones.size, np.int8), np.empty(stones.size, np.int8)
    step = 0
    has_changed = True
    while has_changed:
        has_changed = _colour_links(points, columns, step + 1, links, link_step)
        count_links(links, columns, black, white)
        has_changed |= _colour_points(black, white, columns, step + 2, points, point_step)
        has_changed |= _join_links(points, black, white, columns, step + 3, links, link_step)
        step += 3


@kernel
def label_clusters(
    stones: Any, links: Any, columns: int, owner: Any, is_controlled: Any, is_open: Any,
    clusters: Any, is_border: Any,
) -> int:
    """Find the clusters of both colours; return how many there are.

    A stone belongs to its colour; an empty point belongs to a colour if it has links of it and none
    of the other. A cluster is a maximal set of points that belong to one colour and are joined by
    links of it. Its border are the points with a link that is not of its colour.

    stones -- int8 (n), links -- int8 (2, n); all others are overwritten:
    owner -- int8 (n), the colour a point belongs to; is_controlled -- bool (n), empty and all links
    of one colour; is_open -- bool (n), empty and no link coloured; clusters -- int16 (n), numbers
    from 1 in reading order, 0 for none; is_border -- bool (n)
    """
    count_black, count_white = np.empty(stones.size, np.int8), np.empty(stones.size, np.int8)
    count_links(links, columns, count_black, count_white)
    rows = stones.size // columns
    for point in range(stones.size):
        row, column = point // columns, point % columns
        degree = (row > 0) + (row < rows - 1) + (column > 0) + (column < columns - 1)
        black, white = count_black[point], count_white[point]
        owner[point] = stones[point]
        if stones[point] == 0 and (black > 0) != (white > 0):
            owner[point] = 1 if black > 0 else -1
        own = black if owner[point] > 0 else white
        is_controlled[point] = stones[point] == 0 and owner[point] != 0 and own == degree
        is_open[point] = stones[point] == 0 and black + white == 0
        is_border[point] = owner[point] != 0 and own < degree
    clusters[:] = 0
    count = 0
    queue = np.empty(stones.size, np.int32)
    for start in range(stones.size):
        if owner[start] == 0 or clusters[start] != 0:
            continue
        count += 1
        clusters[start] = count
        queue[0] = start
        begin, end = 0, 1
        while begin < end:
            point = queue[begin]
            begin += 1
            for side in range(4):
                way = side // 2
                reach = 1 if way == 0 else columns
                near = point - reach if side % 2 else point + reach
                first = min(point, near)
                if first < 0 or near >= stones.size or links[way, first] != owner[start]:
                    continue
                if owner[near] == owner[start] and clusters[near] == 0:
                    clusters[near] = count
                    queue[end] = near
                    end += 1
    return count


@kernel
def way_out(
    number: int, stones: Any, owner: Any, is_open: Any, clusters: Any, is_border: Any,
    neighbours: Any,
) -> int:
    """Return where a cluster gets out, or -1 if it is surrounded.

    From its border it walks over points that are neither enemy stones nor belong to the enemy, and
    is out at a point of another cluster of its colour or at an open point (no link coloured).
    All arrays are those of `label_clusters`; neighbours -- int16 (n, 4), absent = -1.
    """
    queue, seen = np.empty(owner.size, np.int32), np.zeros(owner.size, np.bool_)
    colour, end = 0, 0
    for point in range(owner.size):
        if clusters[point] == number and is_border[point]:
            colour = owner[point]
            seen[point] = True
            queue[end] = point
            end += 1
    begin = 0
    while begin < end:
        point = queue[begin]
        begin += 1
        if is_open[point] or (owner[point] == colour and clusters[point] != number):
            return int(point)
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and not seen[near] and owner[near] != -colour:
                seen[near] = True
                queue[end] = near
                end += 1
    return -1


@kernel
def weigh_clusters(
    stones: Any, owner: Any, clusters: Any, eyes: Any, is_benson: Any, neighbours: Any,
    first_points: Any, stone_counts: Any, eye_counts: Any, benson_points: Any, touches: Any,
) -> None:
    """Gather what the life of each cluster hangs on; arrays of numbers of clusters are overwritten.

    stones, owner, clusters -- of `label_clusters`; eyes -- int64 (n): the number of each point's
    eye, negative for White's, 0 for none; is_benson -- bool (n): stones that live by Benson
    neighbours -- int16 (n, 4), absent = -1
    first_points -- int32 (count + 1): the first stone, without stones the first point
    stone_counts, eye_counts -- int32 (count + 1); benson_points -- int32 (count + 1): a stone that
    lives by Benson, or -1
    touches -- bool (count + 1, count + 1): whether two of different colours are neighbours
    """
    first_points[:] = -1
    stone_counts[:] = 0
    eye_counts[:] = 0
    benson_points[:] = -1
    touches[:] = False
    is_counted = np.zeros((2, stones.size + 1), np.bool_)
    for point in range(stones.size):
        number = clusters[point]
        if number == 0:
            continue
        if stone_counts[number] == 0 and (stones[point] != 0 or first_points[number] < 0):
            first_points[number] = point
        stone_counts[number] += stones[point] != 0
        if is_benson[point] and benson_points[number] < 0:
            benson_points[number] = point
        eye, side = abs(eyes[point]), 0 if eyes[point] > 0 else 1
        if eye != 0 and not is_counted[side, eye]:
            is_counted[side, eye] = True
            eye_counts[number] += 1
        for way in range(4):
            near = neighbours[point, way]
            if near >= 0 and owner[near] == -owner[point]:
                touches[number, clusters[near]] = True


@kernel
def judge_clusters(
    stones: Any, owner: Any, is_open: Any, clusters: Any, is_border: Any, neighbours: Any,
    is_alive: Any, stone_counts: Any, touches: Any, codes: Any, out_points: Any,
) -> None:
    """Say what is known of the life of each cluster that has no life of its own.

    is_alive -- bool (count + 1): clusters that live by their eyes; the other arrays are those of
    `label_clusters` and `weigh_clusters`
    codes -- int8 (count + 1), overwritten: 0 alive, 1 alone (no stones, or no enemy beside it),
    2 it has a way out, 3 an enemy beside it does not live, 4 surrounded by the living
    out_points -- int32 (count + 1), overwritten: where it gets out, or -1
    """
    codes[:] = 0
    out_points[:] = -1
    for number in range(1, stone_counts.size):
        if is_alive[number]:
            continue
        has_enemy, has_weak = False, False
        if stone_counts[number] > 0:
            for other in range(1, stone_counts.size):
                if touches[number, other]:
                    has_enemy = True
                    has_weak = has_weak or not is_alive[other]
        if not has_enemy:
            codes[number] = 1
            continue
        out_points[number] = way_out(
            number, stones, owner, is_open, clusters, is_border, neighbours)
        if out_points[number] >= 0:
            codes[number] = 2
        else:
            codes[number] = 3 if has_weak else 4


@kernel
def join_by_parts(
    clusters: Any, is_own: Any, parts: Any, part_count: int, group_of_cluster: Any, group_of: Any
) -> int:
    """Join clusters that meet the same part of a shadow into groups; return how many there are.

    clusters -- int16 (n), numbers from 1, 0 for none; is_own -- bool (count + 1): clusters to join
    parts -- int64 (n), numbers from 1 to `part_count`, 0 for none
    group_of_cluster -- int32 (count + 1), overwritten: numbers from 1 in the order of the smallest
    cluster; group_of -- int32 (n), overwritten: the group of a point, by its cluster, else its part
    """
    root = np.arange(is_own.size)
    first = np.zeros(part_count + 1, np.int64)
    for point in range(clusters.size):
        number, part = clusters[point], parts[point]
        if number == 0 or part == 0 or not is_own[number]:
            continue
        while root[number] != number:
            number = root[number]
        other = first[part]
        if other == 0:
            first[part] = number
            continue
        while root[other] != other:
            other = root[other]
        # The smaller number stays the root, so that roots come first when groups are counted.
        if other < number:
            root[number] = other
        else:
            root[other] = number
    count = 0
    group_of_cluster[:] = 0
    for number in range(1, is_own.size):
        if is_own[number]:
            if root[number] == number:
                count += 1
                group_of_cluster[number] = count
            else:
                group_of_cluster[number] = group_of_cluster[root[number]]
    for point in range(clusters.size):
        group_of[point] = group_of_cluster[clusters[point]]
        if group_of[point] == 0 and parts[point] != 0 and first[parts[point]] != 0:
            group_of[point] = group_of_cluster[first[parts[point]]]
    return count
