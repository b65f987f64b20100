"""The reading of a board, run to the fixed point: clusters, those that are dead, groups.

Lists of clusters and of groups are their points one after the other, in a few arrays: set number i
has the entries from ends[i] to ends[i + 1].
Source: steps 1 to 3 of the irgo algorithm; what is done in each is in `clusters.py`. At the end:
what a player would call one group, clusters between which a short way is free.
"""

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (BoolBuffer, Bools, Float64Buffer, Int8Buffer, Int8s,
                                             Int8Table, Int16Buffer, Int16s, Int32Buffer, Int32Rows,
                                             Int32s, Int32Table)
from irgo_app.kernels.benson import LifeScratch, Rooms, new_life_scratch, new_rooms
from irgo_app.kernels.clusters import (BENSON, LARGE_EYE, SURROUNDED, TWO_EYES, WAY_OUT,
                                       WEAK_ENEMIES, ClusterArrays, ClusterFacts, ClusterScratch,
                                       ControlMap, count_links, new_cluster_facts,
                                       new_cluster_scratch, new_clusters, read_clusters)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import label_parts
from irgo_app.kernels.spreading import ShadowScratch, new_shadow_scratch, shadow_sum


class ClusterList(NamedTuple):
    """Clusters, their points in reading order.

    points -- int16 (room); is_stone, is_border -- bool (room); eyes -- int16 (room): the number,
        from 1 within its cluster, of the eye that the point is in, else 0
    ends -- int32 (room + 1); colours, codes -- int8 (room): of `clusters.py`
    named -- int16 (4 * room): points that say why, and where those of a cluster end,
    named_ends -- int32 (room + 1)
    """

    points: Int16Buffer
    is_stone: BoolBuffer
    is_border: BoolBuffer
    eyes: Int16Buffer
    ends: Int32Buffer
    colours: Int8Buffer
    codes: Int8Buffer
    named: Int16Buffer
    named_ends: Int32Buffer


def new_cluster_list(room: int) -> ClusterList:
    """Return an empty list with room for clusters of so many points in all."""
    return ClusterList._make((
        np.empty(room, np.int16), *np.empty((2, room), np.bool_), np.empty(room, np.int16),
        np.zeros(room + 1, np.int32), *np.empty((2, room), np.int8),
        np.empty(4 * room, np.int16), np.zeros(room + 1, np.int32)))


class ListScratch(NamedTuple):
    """What the kernels here need besides, contents do not matter.

    starts, order, queue, parts, joined, first -- int32 (n + 2)
    black, white, kinds -- int8 (n); is_met -- bool (n + 1)
    """

    starts: Int32Buffer
    order: Int32Buffer
    queue: Int32Buffer
    parts: Int32Buffer
    joined: Int32Buffer
    first: Int32Buffer
    black: Int8Buffer
    white: Int8Buffer
    kinds: Int8Buffer
    is_met: BoolBuffer


def new_list_scratch(points: int) -> ListScratch:
    """Return scratch for a board of so many points."""
    return ListScratch._make((
        *np.empty((6, points + 2), np.int32), *np.empty((3, points), np.int8),
        np.empty(points + 1, np.bool_)))


@inner_kernel
def _order_by_number(numbers: Int32s, count: int, starts: Int32Buffer, order: Int32Buffer) -> None:
    """Order the points by their cluster, then as they are read.

    starts -- int32 (count + 2 or more), overwritten: those of cluster i begin at starts[i] and end
    at starts[i + 1]
    """
    for number in range(count + 1):
        starts[number] = 0
    for point in range(numbers.size):
        starts[numbers[point]] += 1
    total = 0
    for number in range(count + 1):
        total += starts[number]
        starts[number] = total
    for point in range(numbers.size - 1, -1, -1):
        starts[numbers[point]] -= 1
        order[starts[numbers[point]]] = point
    starts[count + 1] = numbers.size


@inner_kernel
def _add_enemies(
    number: int, only_weak: bool, members: Int32s, clusters: ClusterArrays, neighbours: Int32Table,
    facts: ClusterFacts, count: int, is_met: BoolBuffer, named: Int16Buffer, end: int,
) -> int:
    """Append the first points of the enemies beside a cluster, in their order; return the end."""
    is_met[:] = False
    for point in members:
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and clusters.owner[near] == -clusters.owner[point]:
                is_met[clusters.numbers[near]] = True
    for other in range(1, count + 1):
        if is_met[other] and not (only_weak and facts.codes[other] <= BENSON):
            named[end] = facts.first_points[other]
            end += 1
    return end


@inner_kernel
def list_clusters(
    stones: Int8s, neighbours: Int32Table, clusters: ClusterArrays, eyes: Int32s,
    facts: ClusterFacts, count: int, only_dead: bool, scratch: ListScratch, listed: int,
    out: ClusterList,
) -> int:
    """Append clusters in their order to those that are listed, all of them or only those that are
    SURROUNDED; return how many are listed then.

    What is named: the first point of each eye, the stone that lives by Benson, the way out, or the
    first points of the enemies beside. stones, eyes, facts -- of `clusters.read_clusters`
    """
    starts, order = scratch.starts, scratch.order
    _order_by_number(clusters.numbers, count, starts, order)
    scratch.joined[:] = 0
    end, named_end = np.int64(out.ends[listed]), np.int64(out.named_ends[listed])
    for number in range(1, count + 1):
        code = facts.codes[number]
        if only_dead and code != SURROUNDED:
            continue
        start, stop = starts[number], starts[number + 1]
        eye_count = 0
        for index in range(start, stop):
            point = order[index]
            out.points[end] = point
            out.is_stone[end] = stones[point] != 0
            out.is_border[end] = clusters.is_border[point]
            out.eyes[end] = 0
            if eyes[point] != 0:
                if scratch.joined[eyes[point]] == 0:
                    eye_count += 1
                    scratch.joined[eyes[point]] = eye_count
                    if code in (TWO_EYES, LARGE_EYE):
                        out.named[named_end] = point
                        named_end += 1
                out.eyes[end] = scratch.joined[eyes[point]]
            end += 1
        if code == BENSON:
            out.named[named_end] = facts.benson_points[number]
            named_end += 1
        elif code == WAY_OUT:
            out.named[named_end] = facts.out_points[number]
            named_end += 1
        elif code in (SURROUNDED, WEAK_ENEMIES):
            named_end = _add_enemies(
                number, code == WEAK_ENEMIES, order[start:stop], clusters, neighbours, facts, count,
                scratch.is_met, out.named, named_end)
        out.colours[listed] = clusters.owner[order[start]]
        out.codes[listed] = code
        listed += 1
        out.ends[listed] = end
        out.named_ends[listed] = named_end
    return listed


class GroupList(NamedTuple):
    """Groups in the order of their first clusters, their points in reading order.

    colours -- int8 (n); members -- int16 (n): numbers of clusters, from 1
    member_ends -- int32 (n + 1); points -- int16 (2 * n): a point may be in a group of either
    colour; ends -- int32 (n + 1)
    """

    colours: Int8Buffer
    members: Int16Buffer
    member_ends: Int32Buffer
    points: Int16Buffer
    ends: Int32Buffer


def new_group_list(points: int) -> GroupList:
    """Return room for the groups of a board of so many points."""
    return GroupList._make((
        np.empty(points, np.int8), np.empty(points, np.int16), np.empty(points + 1, np.int32),
        np.empty(2 * points, np.int16), np.empty(points + 1, np.int32)))


@inner_kernel
def _join_by_parts(
    clusters: ClusterArrays, kinds: Int8s, parts: Int32s, joined: Int32Buffer, first: Int32Buffer
) -> None:
    """Join clusters that meet the same part of a shadow of their colour.

    kinds -- int8 (n): the colour of the part that a point is in; parts -- int32 (n): its number
    joined -- int32, changed: of each cluster another one of its group, or itself; those of the
    smallest numbers are themselves. first -- int32, changed: of each part a cluster, or 0
    """
    numbers = clusters.numbers
    for point in range(numbers.size):
        number, part = numbers[point], parts[point]
        if number == 0 or part == 0 or clusters.owner[point] != kinds[point]:
            continue
        while joined[number] != number:
            number = joined[number]
        other = first[part]
        if other == 0:
            first[part] = number
            continue
        while joined[other] != other:
            other = joined[other]
        # The smaller number stays the root, so that roots come first when groups are counted.
        if other < number:
            joined[number] = other
        else:
            joined[other] = number


@inner_kernel
def list_groups(
    stones: Int8s, columns: int, neighbours: Int32Table, links: Int8Table, clusters: ClusterArrays,
    count: int, reach: int, least: float, shadow_scratch: ShadowScratch, scratch: ListScratch,
    shadow: Float64Buffer, out: GroupList,
) -> int:
    """Join clusters whose shadows are contiguous, and list the groups; return how many.

    Pretend stones stand on the colour-controlled points. Two clusters of a colour are together when
    a 4-connected set of points with at least the least shadow of that colour holds a point of both;
    contested points (vacant, with links of both colours) and enemy stones are not in such a set.

    links -- int8 (2, n); clusters, count -- of `clusters.read_clusters`
    shadow -- float64 (n), overwritten: of the pretend board, with shadows of `reach`
    """
    kinds, parts, joined, first = scratch.kinds, scratch.parts, scratch.joined, scratch.first
    for point in range(stones.size):
        kinds[point] = clusters.owner[point] if clusters.is_controlled[point] else stones[point]
    shadow_sum(kinds, columns, reach, -1, shadow_scratch, shadow)
    count_links(links, columns, scratch.black, scratch.white)
    for point in range(stones.size):
        kind = 1 if shadow[point] >= least else -1 if shadow[point] <= -least else 0
        if stones[point] == 0:
            is_contested = scratch.black[point] > 0 and scratch.white[point] > 0
            kinds[point] = 0 if is_contested else kind
        else:
            kinds[point] = kind if stones[point] == kind else 0
    label_parts(kinds, neighbours, scratch.queue, parts)
    for number in range(stones.size + 1):
        joined[number] = number
        first[number] = 0
    _join_by_parts(clusters, kinds, parts[:stones.size], joined, first)
    return _list_joined(clusters, count, kinds, parts, joined, first, scratch, out)


@inner_kernel
def _list_joined(
    clusters: ClusterArrays, count: int, kinds: Int8s, parts: Int32s, joined: Int32Buffer,
    first: Int32s, scratch: ListScratch, out: GroupList,
) -> int:
    """List the groups of joined clusters; return how many.

    A point belongs to the group of its cluster, and to that of its part if that is none of the
    cluster's colour.
    """
    numbers, groups, ends = clusters.numbers, scratch.order, out.ends
    found = 0
    for number in range(1, count + 1):
        if joined[number] == number:
            groups[number] = found
            found += 1
        else:
            groups[number] = groups[joined[number]]
    ends[:found + 1] = 0
    out.member_ends[:found + 1] = 0
    for number in range(1, count + 1):
        put_entry(number, groups[number], False, out.member_ends, out.members)
    for is_filling in (False, True):
        for point in range(numbers.size):
            number, other = numbers[point], first[parts[point]] if parts[point] != 0 else 0
            if number != 0:
                put_entry(point, groups[number], is_filling, ends, out.points)
                out.colours[groups[number]] = clusters.owner[point]
            if other != 0 and (number == 0 or clusters.owner[point] != kinds[point]):
                put_entry(point, groups[other], is_filling, ends, out.points)
        if not is_filling:
            begin_entries(found, ends)
    begin_entries(found, out.member_ends)
    for number in range(1, count + 1):
        put_entry(number, groups[number], True, out.member_ends, out.members)
    return found


@inner_kernel
def put_entry(what: int, group: int, is_filling: bool, ends: Int32Buffer, out: Int16Buffer) -> None:
    """Count an entry of a group, or write it; ends[group + 1] is how many, then where the next is.
    """
    if is_filling:
        out[ends[group + 1]] = what
    ends[group + 1] += 1


@inner_kernel
def begin_entries(count: int, ends: Int32Buffer) -> None:
    """Turn the numbers of entries of so many groups into the places where they begin."""
    place = 0
    for group in range(1, count + 1):
        size = ends[group]
        ends[group] = place
        place += size


NO_ROOM: Final = -1
"""What `read_position` returns where the list is too small."""


class ReadingScratch(NamedTuple):
    """What reading needs besides, for a board of n points; contents do not matter.

    eyes -- int32 (n); the others: see where they are made
    """

    clusters: ClusterArrays
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
def _take_off(dead: ClusterList, begin: int, end: int, stones: Int8Buffer) -> None:
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
                    for between in range(min(column, other_column), max(column, other_column) + 1):
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
