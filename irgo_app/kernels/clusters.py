"""Clusters: points of one colour joined by links, and what is known of their life.

Source: step 1 of the irgo algorithm; the links are those of `colour_control.py`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels import inner_kernel, kernel
from irgo_app.kernels.argument_types import (
    BoolBuffer,
    BoolRows,
    Bools,
    Int8Buffer,
    Int8s,
    Int8Table,
    Int32Buffer,
    Int32Rows,
    Int32s,
    Int32Table,
)
from irgo_app.kernels.colour_control import count_links
from irgo_app.kernels.flood import label_parts

ALIVE: Final = 0
ALONE: Final = 1
HAS_WAY_OUT: Final = 2
BESIDE_WEAK: Final = 3
SURROUNDED: Final = 4
"""What is known of a cluster: it lives by its eyes; it has no stones or no enemy beside it; it has
a way out; an enemy beside it does not live; the living surround it."""


class Clusters(NamedTuple):
    """The clusters of a board, all arrays (n).

    owner -- int8: the colour a point belongs to: stones theirs, an empty point the one it has links
        of, if it has none of the other
    is_controlled -- bool: empty and all links of one colour; is_open -- bool: empty and no link
        coloured; is_border -- bool: it belongs to a colour and has a link that is not of it
    numbers -- int32: the cluster of each point, from 1 in reading order, 0 for none
    """

    owner: Int8Buffer
    is_controlled: BoolBuffer
    is_open: BoolBuffer
    is_border: BoolBuffer
    numbers: Int32Buffer


def new_clusters(points: int) -> Clusters:
    """Return arrays for `label_clusters` to fill."""
    return Clusters._make((
        np.empty(points, np.int8), *np.empty((3, points), np.bool_), np.empty(points, np.int32)))


class ClusterScratch(NamedTuple):
    """What the kernels of clusters need besides, contents do not matter.

    black, white -- int8 (n): links; joined -- int32 (n, 4); queue -- int32 (n); seen -- bool (n)
    """

    black: Int8Buffer
    white: Int8Buffer
    joined: Int32Rows
    queue: Int32Buffer
    seen: BoolBuffer


def new_cluster_scratch(points: int) -> ClusterScratch:
    """Return scratch for a board of so many points."""
    return ClusterScratch._make((
        *np.empty((2, points), np.int8), np.empty((points, 4), np.int32),
        np.empty(points, np.int32), np.empty(points, np.bool_)))


@kernel
def label_clusters(
    stones: Int8s, links: Int8Table, columns: int, scratch: ClusterScratch, clusters: Clusters
) -> int:
    """Find the clusters of both colours; return how many there are.

    A cluster is a maximal set of points that belong to one colour and are joined by links of it.

    stones -- int8 (n); links -- int8 (2, n); clusters -- overwritten
    """
    owner, joined = clusters.owner, scratch.joined
    count_links(links, columns, scratch.black, scratch.white)
    rows = stones.size // columns
    for point in range(stones.size):
        row, column = point // columns, point % columns
        degree = (row > 0) + (row < rows - 1) + (column > 0) + (column < columns - 1)
        black, white = scratch.black[point], scratch.white[point]
        owner[point] = stones[point]
        if stones[point] == 0 and (black > 0) != (white > 0):
            owner[point] = 1 if black > 0 else -1
        own = black if owner[point] > 0 else white
        is_empty = stones[point] == 0
        clusters.is_controlled[point] = is_empty and owner[point] != 0 and own == degree
        clusters.is_open[point] = is_empty and black + white == 0
        clusters.is_border[point] = owner[point] != 0 and own < degree
    joined[:] = -1
    for way in range(2):
        reach = 1 if way == 0 else columns
        for point in range(stones.size - reach):
            end = point + reach
            if links[way, point] != 0 and links[way, point] == owner[point] == owner[end]:
                joined[point, way] = end
                joined[end, way + 2] = point
    return label_parts(owner, joined, scratch.queue, clusters.numbers)


@inner_kernel
def way_out(
    number: int, clusters: Clusters, neighbours: Int32Table, queue: Int32Buffer, seen: BoolBuffer
) -> int:
    """Return where a cluster gets out, or -1 if it is surrounded.

    From its border it walks over points that are neither enemy stones nor belong to the enemy, and
    is out at a point of another cluster of its colour or at an open point (no link coloured).
    neighbours -- int32 (n, 4), absent = -1; queue -- int32 (n), seen -- bool (n), scratch
    """
    owner, numbers = clusters.owner, clusters.numbers
    seen[:] = False
    colour, end = 0, 0
    for point in range(owner.size):
        if numbers[point] == number and clusters.is_border[point]:
            colour = owner[point]
            seen[point] = True
            queue[end] = point
            end += 1
    begin = 0
    while begin < end:
        point = queue[begin]
        begin += 1
        if clusters.is_open[point] or (owner[point] == colour and numbers[point] != number):
            return point
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and not seen[near] and owner[near] != -colour:
                seen[near] = True
                queue[end] = near
                end += 1
    return -1


class ClusterFacts(NamedTuple):
    """What the life of each cluster hangs on; arrays (count + 1) by its number.

    first_points -- int32: the first stone, without stones the first point
    stone_counts, eye_counts -- int32; benson_points -- int32: a stone that lives by Benson, or -1
    touches -- bool (count + 1, count + 1): whether two of different colours are neighbours
    codes -- int8: ALIVE or another of these; out_points -- int32: where it gets out, or -1
    """

    first_points: Int32Buffer
    stone_counts: Int32Buffer
    eye_counts: Int32Buffer
    benson_points: Int32Buffer
    touches: BoolRows
    codes: Int8Buffer
    out_points: Int32Buffer


def new_cluster_facts(count: int) -> ClusterFacts:
    """Return arrays for the facts of so many clusters."""
    size = count + 1
    return ClusterFacts._make((
        *np.empty((4, size), np.int32), np.empty((size, size), np.bool_),
        np.empty(size, np.int8), np.empty(size, np.int32)))


@kernel
def weigh_clusters(
    stones: Int8s, clusters: Clusters, eyes: Int32s, is_benson: Bools, neighbours: Int32Table,
    is_counted: BoolRows, facts: ClusterFacts,
) -> None:
    """Gather what the life of each cluster hangs on, all but its code and its way out.

    eyes -- int32 (n): the number of each point's eye, negative for White's, 0 for none
    is_benson -- bool (n): stones that live by Benson; neighbours -- int32 (n, 4), absent = -1
    is_counted -- bool (2, n + 1), scratch; facts -- overwritten
    """
    owner, numbers = clusters.owner, clusters.numbers
    facts.first_points[:] = -1
    facts.stone_counts[:] = 0
    facts.eye_counts[:] = 0
    facts.benson_points[:] = -1
    facts.touches[:] = False
    is_counted[:] = False
    for point in range(stones.size):
        number = numbers[point]
        if number == 0:
            continue
        is_first = stones[point] != 0 or facts.first_points[number] < 0
        if facts.stone_counts[number] == 0 and is_first:
            facts.first_points[number] = point
        facts.stone_counts[number] += stones[point] != 0
        if is_benson[point] and facts.benson_points[number] < 0:
            facts.benson_points[number] = point
        eye, side = abs(eyes[point]), 0 if eyes[point] > 0 else 1
        if eye != 0 and not is_counted[side, eye]:
            is_counted[side, eye] = True
            facts.eye_counts[number] += 1
        for way in range(4):
            near = neighbours[point, way]
            if near >= 0 and owner[near] == -owner[point]:
                facts.touches[number, numbers[near]] = True


@kernel
def judge_clusters(
    clusters: Clusters, neighbours: Int32Table, is_alive: Bools, scratch: ClusterScratch,
    facts: ClusterFacts,
) -> None:
    """Say what is known of the life of each cluster: its code, and its way out.

    is_alive -- bool (count + 1): clusters that live by their eyes; facts -- of `weigh_clusters`
    """
    facts.codes[:] = ALIVE
    facts.out_points[:] = -1
    for number in range(1, facts.stone_counts.size):
        if is_alive[number]:
            continue
        has_enemy, has_weak = False, False
        if facts.stone_counts[number] > 0:
            for other in range(1, facts.stone_counts.size):
                if facts.touches[number, other]:
                    has_enemy = True
                    has_weak = has_weak or not is_alive[other]
        if not has_enemy:
            facts.codes[number] = ALONE
            continue
        facts.out_points[number] = way_out(
            number, clusters, neighbours, scratch.queue, scratch.seen)
        if facts.out_points[number] >= 0:
            facts.codes[number] = HAS_WAY_OUT
        else:
            facts.codes[number] = BESIDE_WEAK if has_weak else SURROUNDED


@kernel
def join_by_parts(
    clusters: Int32s, is_own: Bools, parts: Int32s, root: Int32Buffer, first: Int32Buffer,
    group_of_cluster: Int32Buffer, group_of: Int32Buffer,
) -> int:
    """Join clusters that meet the same part of a shadow into groups; return how many there are.

    clusters -- int32 (n), numbers from 1, 0 for none; is_own -- bool (count + 1): clusters to join
    parts -- int32 (n), numbers from 1, 0 for none
    root -- int32 (count + 1), first -- int32 (number of parts + 1), scratch
    group_of_cluster -- int32 (count + 1), overwritten: numbers from 1 in the order of the smallest
    cluster; group_of -- int32 (n), overwritten: the group of a point, by its cluster, else its part
    """
    for number in range(root.size):
        root[number] = number
    first[:] = 0
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
