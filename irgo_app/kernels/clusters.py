"""Clusters: points of one colour joined by coloured links, and what is known of their life.

Source: step 1 of the irgo algorithm ("Propagate colour control", a debugged Swim colour map).
Links are an int8 array (2, n): row 0 the link from a point to its right neighbour, row 1 the one
to the neighbour below; a link that does not exist stays 0.
"""

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (BoolBuffer, BoolRows, Bools, Int8Buffer, Int8Rows,
                                             Int8s, Int8Table, Int16Buffer, Int16Rows, Int32Buffer,
                                             Int32Rows, Int32s, Int32Table)
from irgo_app.kernels.benson import LifeScratch, Rooms, unconditionally_alive
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import label_parts


class ControlMap(NamedTuple):
    """A colour map: points, links and the steps they were coloured in; see `colour_control`."""

    points: Int8Buffer
    links: Int8Rows
    point_step: Int16Buffer
    link_step: Int16Rows


def new_control_map(points: int) -> ControlMap:
    """Return a colour map of a board of so many points, for `colour_control` to fill."""
    return ControlMap._make((
        np.empty(points, np.int8), np.empty((2, points), np.int8), np.empty(points, np.int16),
        np.empty((2, points), np.int16)))


@inner_kernel
def _add_links(links: Int8s, black: Int8Buffer, white: Int8Buffer) -> None:
    """Add links to the numbers of one of their ends, all arrays beginning there."""
    for index in range(links.size):
        black[index] += links[index] > 0
        white[index] += links[index] < 0


@kernel
def count_links(links: Int8Table, columns: int, black: Int8Buffer, white: Int8Buffer) -> None:
    """Count each point's black and white links; black, white -- int8 (n), overwritten."""
    black[:] = 0
    white[:] = 0
    size = black.size
    for way in range(2):
        reach = 1 if way == 0 else columns
        found = links[way, :size - reach]
        _add_links(found, black[:size - reach], white[:size - reach])
        _add_links(found, black[reach:], white[reach:])


@inner_kernel
def _colour_links(
    points: Int8s, ends: Int8s, has_link: Bools, step: int, links: Int8Buffer,
    link_step: Int16Buffer,
) -> bool:
    """Rule 1: an uncoloured link with a coloured end takes its colour, unless the ends differ."""
    has_changed = False
    for index in range(links.size):
        both = points[index] + ends[index]
        is_new = (links[index] == 0) & has_link[index] & (both != 0)
        links[index] = (1 if both > 0 else -1) if is_new else links[index]
        link_step[index] = step if is_new else link_step[index]
        has_changed |= is_new
    return has_changed


@inner_kernel
def _colour_points(
    black: Int8s, white: Int8s, needed: Int8s, step: int, points: Int8Buffer,
    point_step: Int16Buffer,
) -> bool:
    """Rule 2: an uncoloured point with 3 links of one colour (2 at the edge) and none of the other
    takes it.
    """
    has_changed = False
    for point in range(points.size):
        is_black = (black[point] >= needed[point]) & (white[point] == 0)
        is_white = (white[point] >= needed[point]) & (black[point] == 0)
        is_new = (points[point] == 0) & (is_black | is_white)
        points[point] = (1 if is_black else -1) if is_new else points[point]
        point_step[point] = step if is_new else point_step[point]
        has_changed |= is_new
    return has_changed


@inner_kernel
def _find_open(white: Int8s, points: Int8s, black: Int8Buffer) -> None:
    """Write in place of the black links: 1 for points with links of Black only and not White's own,
    2 for those the other way round, else 0.
    """
    for point in range(points.size):
        is_black = (black[point] > 0) & (white[point] == 0) & (points[point] >= 0)
        is_white = (white[point] > 0) & (black[point] == 0) & (points[point] <= 0)
        black[point] = 1 if is_black else 2 if is_white else 0


@inner_kernel
def _join_links(
    kinds: Int8s, ends: Int8s, has_link: Bools, step: int, links: Int8Buffer,
    link_step: Int16Buffer,
) -> bool:
    """Rule 3: an uncoloured link takes a colour if both its ends have a link of that colour, none
    of the other, and are no points of the other: `_find_open` says so of each.
    """
    has_changed = False
    for index in range(links.size):
        is_new = (links[index] == 0) & has_link[index] & (kinds[index] & ends[index] != 0)
        links[index] = (1 if kinds[index] == 1 else -1) if is_new else links[index]
        link_step[index] = step if is_new else link_step[index]
        has_changed |= is_new
    return has_changed


class ControlScratch(NamedTuple):
    """Scratch of `colour_control`, contents do not matter; (n) if nothing else is said.

    black, white -- int8: links; needed -- int8: links that colour a point
    has_link -- bool (2, n): row 0 all but the last column, row 1 all points
    """

    black: Int8Buffer
    white: Int8Buffer
    needed: Int8Buffer
    has_link: BoolRows


def new_control_scratch(points: int) -> ControlScratch:
    """Return scratch for a board of so many points."""
    return ControlScratch._make((*np.empty((3, points), np.int8), np.empty((2, points), np.bool_)))


@inner_kernel
def _survey_edge(columns: int, scratch: ControlScratch) -> None:
    """Fill what of the scratch hangs on the board alone."""
    size = scratch.needed.size
    scratch.has_link[:] = True
    scratch.needed[:] = 3
    scratch.needed[:columns] = 2
    scratch.needed[size - columns:] = 2
    for first in range(0, size, columns):
        scratch.needed[first] = scratch.needed[first + columns - 1] = 2
        scratch.has_link[0, first + columns - 1] = False


@kernel
def colour_control(
    stones: Int8s, columns: int, points: Int8Buffer, links: Int8Rows, point_step: Int16Buffer,
    link_step: Int16Rows, scratch: ControlScratch,
) -> None:
    """Propagate colour control until a whole round of the three rules changes nothing.

    Each rule reads the board as it was when its turn began, so the order of points cannot matter:
    every rule is one loop over all points, without a branch, which the compiler does many at once.
    Step 3*k + r is rule r (1 to 3) in round k; stones have step 0, what is uncoloured -1.

    stones -- int8 (n); points -- int8 (n), links -- int8 (2, n): the colours, overwritten
    point_step -- int16 (n), link_step -- int16 (2, n): when each was coloured, overwritten
    Oracle: colourmap.json.
    """
    black, white, size = scratch.black, scratch.white, stones.size
    _survey_edge(columns, scratch)
    links[:] = 0
    link_step[:] = -1
    for point in range(size):
        points[point] = stones[point]
        point_step[point] = 0 if stones[point] != 0 else -1
    step = 0
    has_changed = True
    while has_changed:
        has_changed = False
        for way in range(2):
            reach = 1 if way == 0 else columns
            has_changed |= _colour_links(
                points[:size - reach], points[reach:], scratch.has_link[way], step + 1,
                links[way, :size - reach], link_step[way, :size - reach])
        count_links(links, columns, black, white)
        has_changed |= _colour_points(black, white, scratch.needed, step + 2, points, point_step)
        _find_open(white, points, black)
        for way in range(2):
            reach = 1 if way == 0 else columns
            has_changed |= _join_links(
                black[:size - reach], black[reach:], scratch.has_link[way], step + 3,
                links[way, :size - reach], link_step[way, :size - reach])
        step += 3


TWO_EYES, LARGE_EYE, BENSON, SURROUNDED, WAY_OUT, WEAK_ENEMIES, ALONE, SEARCHED = range(8)
"""What is known of a cluster: it lives by two eyes, by one that cannot be killed, or by Benson; the
living surround it; it has a way out; it is surrounded, but an enemy beside it does not live; it has
no stones or no enemy beside it; somebody else knows that it is dead."""
_SPAN: Final = 3
"""Killable eyes of more than three points fit into a square of so many lines."""
_SMALL, _LARGEST = 3, 6
"""Every eye of so few points can be killed, and none of more than so many."""


class ClusterArrays(NamedTuple):
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


def new_clusters(points: int) -> ClusterArrays:
    """Return arrays for `label_clusters` to fill."""
    return ClusterArrays._make((
        np.empty(points, np.int8), *np.empty((3, points), np.bool_), np.empty(points, np.int32)))


class ClusterScratch(NamedTuple):
    """What the kernels of clusters need besides, contents do not matter.

    control -- of `colour_control`; black, white, kinds -- int8 (n); joined -- int32 (n, 4)
    queue, parts -- int32 (n); seen -- bool (n); is_counted -- bool (n + 1)
    first -- int32 (n + 1): the first point of each cluster; following -- int32 (n): the next one of
    the same, -1 after the last
    """

    control: ControlScratch
    black: Int8Buffer
    white: Int8Buffer
    kinds: Int8Buffer
    joined: Int32Rows
    queue: Int32Buffer
    parts: Int32Buffer
    seen: BoolBuffer
    is_counted: BoolBuffer
    first: Int32Buffer
    following: Int32Buffer


def new_cluster_scratch(points: int) -> ClusterScratch:
    """Return scratch for a board of so many points."""
    return ClusterScratch._make((
        new_control_scratch(points), *np.empty((3, points), np.int8),
        np.empty((points, 4), np.int32), *np.empty((2, points), np.int32),
        np.empty(points, np.bool_), np.empty(points + 1, np.bool_),
        np.empty(points + 1, np.int32), np.empty(points, np.int32)))


@inner_kernel
def label_clusters(
    stones: Int8s, links: Int8Table, columns: int, scratch: ClusterScratch, clusters: ClusterArrays
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


class ClusterFacts(NamedTuple):
    """What the life of each cluster hangs on; arrays (n + 1) by its number.

    first_points -- int32: the first stone, without stones the first point
    stone_counts, eye_counts -- int32; benson_points -- int32: a stone that lives by Benson, or -1
    out_points -- int32: where it gets out, or -1
    has_enemy, has_weak -- bool: whether an enemy is beside its stones, and one that does not live
    codes -- int8: TWO_EYES or another of these
    """

    first_points: Int32Buffer
    stone_counts: Int32Buffer
    eye_counts: Int32Buffer
    benson_points: Int32Buffer
    out_points: Int32Buffer
    has_enemy: BoolBuffer
    has_weak: BoolBuffer
    codes: Int8Buffer


def new_cluster_facts(points: int) -> ClusterFacts:
    """Return arrays for the facts of all clusters of a board of so many points."""
    size = points + 1
    return ClusterFacts._make((
        *np.empty((5, size), np.int32), *np.empty((2, size), np.bool_), np.empty(size, np.int8)))


@inner_kernel
def number_eyes(
    clusters: ClusterArrays, neighbours: Int32Table, scratch: ClusterScratch, eyes: Int32Buffer
) -> None:
    """Number the eyes, connected controlled points of a colour, from 1; eyes -- int32 (n)."""
    for point in range(eyes.size):
        scratch.kinds[point] = clusters.owner[point] if clusters.is_controlled[point] else 0
    label_parts(scratch.kinds, neighbours, scratch.queue, eyes)


@inner_kernel
def weigh_clusters(
    stones: Int8s, clusters: ClusterArrays, count: int, eyes: Int32s, is_benson: Bools,
    is_counted: BoolBuffer, facts: ClusterFacts,
) -> None:
    """Gather what the life of each cluster hangs on, as far as it shows in the cluster itself.

    count -- how many clusters; eyes -- int32 (n), of `number_eyes`
    is_benson -- bool (n): stones that live by Benson; is_counted -- bool (n + 1), scratch
    facts -- overwritten
    """
    for number in range(count + 1):
        facts.first_points[number] = facts.benson_points[number] = -1
        facts.stone_counts[number] = facts.eye_counts[number] = 0
    is_counted[:] = False
    for point in range(stones.size):
        number = clusters.numbers[point]
        if number == 0:
            continue
        is_first = stones[point] != 0 or facts.first_points[number] < 0
        if facts.stone_counts[number] == 0 and is_first:
            facts.first_points[number] = point
        facts.stone_counts[number] += stones[point] != 0
        if is_benson[point] and facts.benson_points[number] < 0:
            facts.benson_points[number] = point
        if eyes[point] != 0 and not is_counted[eyes[point]]:
            is_counted[eyes[point]] = True
            facts.eye_counts[number] += 1


@inner_kernel
def is_large_eye(number: int, numbers: Int32s, eyes: Int32s, columns: int, killable: Bools) -> bool:
    """Return whether the only eye of a cluster is no shape that the attacker can kill.

    killable -- bool (2 ** 9): for a shape moved to the origin, its point (row, column) as the bit
        row * 3 + column, whether it can be killed
    """
    size, top, bottom, left, right = 0, eyes.size, 0, columns, 0
    for point in range(eyes.size):
        if numbers[point] == number and eyes[point] != 0:
            row, column = point // columns, point % columns
            size += 1
            top, bottom = min(top, row), max(bottom, row)
            left, right = min(left, column), max(right, column)
    if size <= _SMALL:
        return False
    if size > _LARGEST or bottom - top >= _SPAN or right - left >= _SPAN:
        return True
    shape = 0
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            point = row * columns + column
            if numbers[point] == number and eyes[point] != 0:
                shape |= 1 << ((row - top) * _SPAN + column - left)
    return not killable[shape]


@inner_kernel
def _list_points(numbers: Int32s, count: int, scratch: ClusterScratch) -> None:
    """Chain the points of each cluster in reading order, and let none have been come to."""
    scratch.first[:count + 1] = -1
    for point in range(numbers.size - 1, -1, -1):
        scratch.following[point] = scratch.first[numbers[point]]
        scratch.first[numbers[point]] = point
        scratch.parts[point] = 0


@inner_kernel
def find_ways_out(
    clusters: ClusterArrays, count: int, neighbours: Int32Table, scratch: ClusterScratch,
    facts: ClusterFacts,
) -> None:
    """Fill where the clusters with an enemy beside them get out, -1 where one is surrounded.

    From its border a cluster walks over points that are neither enemy stones nor belong to the
    enemy, and is out at a point of another cluster of its colour or at an open point (no link
    coloured).

    neighbours -- int32 (n, 4), absent = -1
    scratch -- first and following list the points of each cluster; parts tell which cluster was the
    last to come to a point, 0 for none
    """
    owner, numbers, is_open = clusters.owner, clusters.numbers, clusters.is_open
    queue, seen_by = scratch.queue, scratch.parts
    for number in range(1, count + 1):
        if not facts.has_enemy[number]:
            continue
        colour, begin, end, out = 0, 0, 0, -1
        point = scratch.first[number]
        while point >= 0:
            if clusters.is_border[point]:
                colour = owner[point]
                seen_by[point] = number
                queue[end] = point
                end += 1
            point = scratch.following[point]
        while begin < end and out < 0:
            point = queue[begin]
            begin += 1
            for side in range(4):
                near = neighbours[point, side]
                if near < 0 or seen_by[near] == number or owner[near] == -colour:
                    continue
                if is_open[near] or (owner[near] == colour and numbers[near] != number):
                    out = near
                    break
                seen_by[near] = number
                queue[end] = near
                end += 1
        facts.out_points[number] = out


@inner_kernel
def judge_clusters(
    clusters: ClusterArrays, count: int, eyes: Int32s, columns: int, neighbours: Int32Table,
    killable: Bools, scratch: ClusterScratch, facts: ClusterFacts,
) -> None:
    """Say what is known of the life of each cluster: its code, and its way out.

    facts -- of `weigh_clusters`; killable -- see `is_large_eye`
    """
    owner, numbers, codes = clusters.owner, clusters.numbers, facts.codes
    for number in range(count + 1):
        facts.out_points[number] = -1
        facts.has_enemy[number] = facts.has_weak[number] = False
        codes[number] = ALONE
        if facts.benson_points[number] >= 0:
            codes[number] = BENSON
        elif facts.eye_counts[number] >= 2:
            codes[number] = TWO_EYES
        elif facts.eye_counts[number] == 1 and is_large_eye(
                number, numbers, eyes, columns, killable):
            codes[number] = LARGE_EYE
    for point in range(owner.size):
        number = numbers[point]
        if number == 0 or codes[number] != ALONE or facts.stone_counts[number] == 0:
            continue
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and owner[near] == -owner[point]:
                facts.has_enemy[number] = True
                if codes[numbers[near]] == ALONE:
                    facts.has_weak[number] = True
    _list_points(numbers, count, scratch)
    find_ways_out(clusters, count, neighbours, scratch, facts)
    # Only now: until here ALONE has meant that it does not live by its eyes.
    for number in range(1, count + 1):
        if facts.out_points[number] >= 0:
            codes[number] = WAY_OUT
        elif facts.has_enemy[number]:
            codes[number] = WEAK_ENEMIES if facts.has_weak[number] else SURROUNDED


@kernel
def read_clusters(
    stones: Int8s, columns: int, neighbours: Int32Table, killable: Bools, control: ControlMap,
    clusters: ClusterArrays, eyes: Int32Buffer, scratch: ClusterScratch, rooms: Rooms,
    life: LifeScratch, facts: ClusterFacts,
) -> int:
    """Draw the colour map of some stones, find the clusters and what is known of their life.

    stones -- int8 (n); neighbours -- int32 (n, 4), absent = -1; killable -- see `is_large_eye`
    control, clusters, eyes (int32, n: the number of each point's eye), facts -- overwritten
    Returns how many clusters there are.
    """
    colour_control(stones, columns, control.points, control.links, control.point_step,
                   control.link_step, scratch.control)
    count = label_clusters(stones, control.links, columns, scratch, clusters)
    number_eyes(clusters, neighbours, scratch, eyes)
    lives = scratch.seen
    unconditionally_alive(stones, neighbours, 1, rooms, life, scratch.is_counted[:stones.size])
    unconditionally_alive(stones, neighbours, -1, rooms, life, lives)
    for point in range(stones.size):
        lives[point] |= scratch.is_counted[point]
    weigh_clusters(stones, clusters, count, eyes, lives, scratch.is_counted, facts)
    judge_clusters(clusters, count, eyes, columns, neighbours, killable, scratch, facts)
    return count
