"""What the estimate looks at, all of it, and the sums of small trees that weigh it.

Each tree asks the same eight questions of every point, "is this feature above that threshold?";
the answers are the bits of the number of a leaf, and the leaf's amount is added. Arrays of T trees:
asked -- uint8 (T, 8), numbers of features; thresholds -- int16 (T, 8); leaves -- int16 (T, 256).
Names and conventions of features: `features.py`.
"""

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (Bools, Float64Buffer, Float64s, Int8Buffer, Int8s,
                                             Int16Rows, Int16s, Int16Table, Int32Buffer, Int32Rows,
                                             Int32s, Int32Table, UInt8Rows, UInt8Table, UInt16Table)
from irgo_app.kernels.clusters import BENSON, SEARCHED, SURROUNDED
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.features import (AREA_FEATURES, CHAIN_FEATURES, GROUP_FEATURES,
                                       LOCAL_FEATURES, SCALE, STONE_FEATURES, FeatureScratch,
                                       area_features, box_means, chain_features, clipped,
                                       group_features, local_features, stone_features)

DEPTH: Final = 8
AT_ONCE: Final = 3
"""Trees whose amounts are added at once."""


@inner_kernel
def _answer(
    features: Int16Table, asked: UInt8Table, thresholds: Int16Table, answers: UInt8Rows
) -> None:
    """Write the number of each point's leaf in some trees, all eight questions in one go.

    Written out, so that the answers stay in registers until they are complete.
    """
    for tree in range(asked.shape[0]):
        numbers, least, out = asked[tree], thresholds[tree], answers[tree]
        first, second, third = features[numbers[0]], features[numbers[1]], features[numbers[2]]
        fourth, fifth, sixth = features[numbers[3]], features[numbers[4]], features[numbers[5]]
        seventh, eighth = features[numbers[6]], features[numbers[7]]
        for point in range(out.size):
            out[point] = (
                (first[point] > least[0])
                | (second[point] > least[1]) << 1
                | (third[point] > least[2]) << 2
                | (fourth[point] > least[3]) << 3
                | (fifth[point] > least[4]) << 4
                | (sixth[point] > least[5]) << 5
                | (seventh[point] > least[6]) << 6
                | (eighth[point] > least[7]) << 7)


@kernel
def add_trees(
    features: Int16Table, asked: UInt8Table, thresholds: Int16Table, leaves: Int16Table,
    answers: UInt8Rows, out: Int32Buffer,
) -> None:
    """Add every tree's amount for every point; about 0.13 us a tree on 361 points.

    Of three trees at once, so that the sums are read and written less often.

    features -- int16 (number of features, n); answers -- uint8 (AT_ONCE, n), scratch
    out -- int32 (n), changed
    """
    one, two, three = answers[0], answers[1], answers[2]
    rest = asked.shape[0] % AT_ONCE
    for tree in range(0, asked.shape[0] - rest, AT_ONCE):
        following = tree + AT_ONCE
        _answer(features, asked[tree:following], thresholds[tree:following], answers)
        first, second, third = leaves[tree], leaves[tree + 1], leaves[tree + 2]
        for point in range(out.size):
            out[point] += first[one[point]] + second[two[point]] + third[three[point]]
    for tree in range(asked.shape[0] - rest, asked.shape[0]):
        _answer(features, asked[tree:tree + 1], thresholds[tree:tree + 1], answers)
        for point in range(out.size):
            out[point] += leaves[tree, one[point]]


@kernel
def take_apart(
    features: Int16Table, point: int, asked: UInt8Table, thresholds: Int16Table,
    leaves: Int16Table, weights: UInt16Table, out: Float64Buffer,
) -> float:
    """Return what the trees give on average; add to `out` what each feature changed from there.

    A question's share is how far its answer moves the average over the leaves that are still
    possible, weighted by how many points of the calibration fell into them (Saabas, 2014). The
    returned average and all shares add up to the trees' amount at the point but for rounding.

    weights -- uint16 (T, 256); out -- float64 (number of features), changed
    """
    usual = 0.0
    for tree in range(asked.shape[0]):
        step, start = 1, 0
        before = 0.0
        for question in range(asked.shape[1] + 1):
            total, weight = 0.0, 0.0
            for leaf in range(start, leaves.shape[1], step):
                total += weights[tree, leaf] * leaves[tree, leaf]
                weight += weights[tree, leaf]
            mean = total / weight if weight > 0 else before
            if question == 0:
                usual += mean
            else:
                out[asked[tree, question - 1]] += mean - before
            before = mean
            if question < asked.shape[1]:
                feature = asked[tree, question]
                if features[feature, point] > thresholds[tree, question]:
                    start += step
                step *= 2
        # The last mean is the leaf itself, or of its parent where no point fell into it.
        out[asked[tree, asked.shape[1] - 1]] += leaves[tree, start] - before
    return usual


FIELD_FEATURES: Final = (
    "shadow", "shadow within 1", "shadow within 2", "shadow within 4", "paths within 2",
    "paths within 4", "potential", "potential within 1", "potential within 2",
    "potential within 4")
_SHADOW, _PATHS, _POTENTIAL = 0, 4, 6
"""Names of the features, and the first row of each field."""
READING_FEATURES: Final = ("eyes", "controlled points", "stones", "group's controlled points",
                           "group's stones", "group alive", "colour map")
_EYES, _CONTROLLED, _STONES, _GROUP_CONTROLLED, _GROUP_STONES, _ALIVE, _COLOUR_MAP = range(
    len(READING_FEATURES))
_SPREAD_UNIT, _SHADOW_UNIT, _PATHS_UNIT, _POTENTIAL_UNIT = 1000, 7, 256, 8
"""Whole numbers that the fields are counted in: how many units make 1."""
_CLOSE, _FIRM = 100, 500
"""Above how many thousandths a point belongs to an area: leaning to a colour, or firmly its."""
_SHADOW_AREA, _LEAST_SHADOW = 30, 50
"""What a unit of the shadow weighs in a map of areas, and above how much one is."""
LOCAL: Final = len(LOCAL_FEATURES) + len(CHAIN_FEATURES)
FIRST_LOOK: Final = (len(STONE_FEATURES) + len(FIELD_FEATURES) + LOCAL + 2 * len(AREA_FEATURES)
                     + len(READING_FEATURES))
FEATURES: Final = FIRST_LOOK + LOCAL + 2 * len(AREA_FEATURES) + 2 * len(GROUP_FEATURES) + 1
"""Rows of the first look, and of both."""


class Partitions(NamedTuple):
    """The chains, clusters and groups that points are in, 0 for none, and the colour of each of the
    latter two by its number.

    chains -- int32 (n)
    clusters -- int32 (n): living ones, but on the stones of a dead one that
    groups -- int32 (n): the group of the living cluster that a point is in, else the group whose
        shadow lies on it
    cluster_colours, group_colours -- int8 (2 * n + 2), the side to move +1; 0 for number 0
    counts -- int32 (4, 2 * n + 2), scratch
    """

    chains: Int32Buffer
    clusters: Int32Buffer
    groups: Int32Buffer
    cluster_colours: Int8Buffer
    group_colours: Int8Buffer
    counts: Int32Rows


def new_partitions(points: int) -> Partitions:
    """Return room for the clusters and groups of a board of so many points."""
    numbers = 2 * points + 2
    return Partitions._make((
        *np.empty((3, points), np.int32), *np.empty((2, numbers), np.int8),
        np.empty((4, numbers), np.int32)))


@inner_kernel
def _lay_clusters(
    to_play: int, points: Int16s, is_stone: Bools, eyes: Int16s, ends: Int32s, colours: Int8s,
    codes: Int8s, living: Int32Buffer, partitions: Partitions, out: Int16Rows,
) -> None:
    """Fill the clusters of partitions, and the features of the reading that count for a cluster.

    living -- int32 (n), overwritten: the living cluster of each point, or 0
    """
    counts = partitions.counts
    living[:] = 0
    partitions.cluster_colours[0] = 0
    counts[:, 0] = 0
    for index in range(colours.size):
        number, stones, controlled, most = index + 1, 0, 0, 0
        is_dead = codes[index] == SURROUNDED or codes[index] == SEARCHED
        for entry in range(ends[index], ends[index + 1]):
            stones += is_stone[entry]
            controlled += eyes[entry] > 0
            most = max(most, eyes[entry])
            if not is_dead:
                living[points[entry]] = number
        partitions.cluster_colours[number] = to_play * colours[index]
        counts[_EYES, number] = most
        counts[_CONTROLLED, number], counts[_STONES, number] = controlled, stones
    for point in range(living.size):
        number = living[point]
        colour = partitions.cluster_colours[number]
        partitions.clusters[point] = number
        for row in range(_STONES + 1):
            out[row, point] = counts[row, number] * colour
    for index in range(colours.size):
        if codes[index] == SURROUNDED or codes[index] == SEARCHED:
            for entry in range(ends[index], ends[index + 1]):
                if is_stone[entry]:
                    partitions.clusters[points[entry]] = index + 1


@inner_kernel
def _lay_groups(
    to_play: int, codes: Int8s, colours: Int8s, members: Int16s, member_ends: Int32s,
    points: Int16s, ends: Int32s, living: Int32s, partitions: Partitions,
    totals: Int32Rows, out: Int16Rows,
) -> None:
    """Fill the groups of partitions, and the features of the reading that count for a group.

    totals -- int32 (3 or more, n + 1), scratch
    """
    groups, counts = partitions.groups, partitions.counts
    group_of = counts[_STONES + 1]
    groups[:] = 0
    partitions.group_colours[0] = 0
    totals[:3, 0] = 0
    for index in range(colours.size):
        number = index + 1
        sign = to_play * colours[index]
        partitions.group_colours[number] = sign
        controlled, stones, alive = 0, 0, 1
        for entry in range(member_ends[index], member_ends[index + 1]):
            member = members[entry]
            group_of[member] = number
            controlled += counts[_CONTROLLED, member]
            stones += counts[_STONES, member]
            if codes[member - 1] <= BENSON:
                alive = 3
        totals[0, number], totals[1, number] = sign * controlled, sign * stones
        totals[2, number] = sign * alive
        for entry in range(ends[index], ends[index + 1]):
            groups[points[entry]] = number
    for point in range(groups.size):
        if living[point] > 0:
            groups[point] = group_of[living[point]]
        for row in range(3):
            out[_GROUP_CONTROLLED + row, point] = totals[row, groups[point]]


@inner_kernel
def _whole(values: Float64s, factor: int, out: Int32Buffer) -> None:
    """Write a field in whole numbers."""
    for point in range(values.size):
        out[point] = np.int32(np.rint(values[point] * factor))


@inner_kernel
def _here(values: Int32s, out: Int16Rows) -> None:
    for point in range(values.size):
        out[0, point] = clipped(values[point])


@kernel
def first_look(
    stones: Int8s, to_play: int, columns: int, neighbours: Int32Table,
    spread: Float64s, shadow: Float64s, paths: Float64s, potential: Float64s, control: Int8s,
    points: Int16s, is_stone: Bools, eyes: Int16s, ends: Int32s, colours: Int8s, codes: Int8s,
    group_colours: Int8s, members: Int16s, member_ends: Int32s, group_points: Int16s,
    group_ends: Int32s, scratch: FeatureScratch, whole: Int32Buffer, partitions: Partitions,
    out: Int16Rows,
) -> None:
    """Fill the first FIRST_LOOK rows: stones, fields, areas, and the reading.

    stones -- int8 (n), those of the side to move +1; neighbours -- int32 (n, 4), absent = -1
    to_play -- the colour of the side to move; the following arrays hold Black positive
    spread, shadow, paths, potential -- float64 (n), fields; control -- int8 (n): the colour map
    points to codes, group_colours to group_ends -- clusters and groups of the reading, see
        `readings.py`; whole -- int32 (n), scratch
    partitions -- overwritten
    """
    row = len(STONE_FEATURES)
    stone_features(stones, columns, neighbours, scratch, out[:row])
    for point in range(stones.size):
        partitions.chains[point] = scratch.parts[point]
    _whole(paths, _PATHS_UNIT * to_play, whole)
    box_means(whole, columns, 2, scratch.around, out[row + _PATHS:row + _POTENTIAL])
    _whole(potential, _POTENTIAL_UNIT * to_play, whole)
    _here(whole, out[row + _POTENTIAL:])
    box_means(whole, columns, 1, scratch.around,
              out[row + _POTENTIAL + 1:row + len(FIELD_FEATURES)])
    _whole(shadow, _SHADOW_UNIT * to_play, whole)
    _here(whole, out[row + _SHADOW:])
    box_means(whole, columns, 1, scratch.around, out[row + _SHADOW + 1:row + _PATHS])
    row += len(FIELD_FEATURES)
    areas = row + LOCAL
    for point in range(stones.size):
        whole[point] = min(max(_SHADOW_AREA * whole[point], -SCALE), SCALE)
    area_features(whole, stones, columns, neighbours, _LEAST_SHADOW, scratch,
                  out[areas + len(AREA_FEATURES):areas + 2 * len(AREA_FEATURES)])
    _whole(spread, _SPREAD_UNIT * to_play, whole)
    _look_around(whole, stones, partitions.chains, columns, neighbours, scratch, out[row:areas])
    area_features(whole, stones, columns, neighbours, _CLOSE, scratch, out[areas:])
    rows = out[areas + 2 * len(AREA_FEATURES):FIRST_LOOK]
    _lay_clusters(to_play, points, is_stone, eyes, ends, colours, codes, scratch.parts, partitions,
                  rows)
    _lay_groups(to_play, codes, group_colours, members, member_ends, group_points, group_ends,
                scratch.parts, partitions, scratch.facts, rows)
    for point in range(stones.size):
        rows[_COLOUR_MAP, point] = to_play * control[point]


@inner_kernel
def _look_around(
    values: Int32s, stones: Int8s, chains: Int32s, columns: int, neighbours: Int32Table,
    scratch: FeatureScratch, out: Int16Rows,
) -> None:
    """Fill what a map says around a point and along chains."""
    local_features(values, columns, neighbours, scratch, out)
    chain_features(values, stones, chains, neighbours, scratch, out[len(LOCAL_FEATURES):])


@kernel
def second_look(
    estimate: Int32s, stones: Int8s, columns: int, neighbours: Int32Table, clusters: int,
    groups: int, scratch: FeatureScratch, whole: Int32Buffer, partitions: Partitions,
    out: Int16Rows,
) -> None:
    """Fill the rows after FIRST_LOOK from the first estimate.

    estimate -- int32 (n), in hundred-thousandths of a point, the side to move positive
    clusters, groups -- how many there are; partitions -- of `first_look`
    """
    total = 0
    for point in range(stones.size):
        whole[point] = min(max((estimate[point] + 50) // 100, -SCALE), SCALE)
        total += whole[point]
    row = FIRST_LOOK
    _look_around(whole, stones, partitions.chains, columns, neighbours, scratch, out[row:])
    row += LOCAL
    for least in (_CLOSE, _FIRM):
        area_features(whole, stones, columns, neighbours, least, scratch, out[row:])
        row += len(AREA_FEATURES)
    group_features(whole, stones, partitions.clusters, partitions.cluster_colours[:clusters + 1],
                   neighbours, scratch, out[row:])
    row += len(GROUP_FEATURES)
    group_features(whole, stones, partitions.groups, partitions.group_colours[:groups + 1],
                   neighbours, scratch, out[row:])
    # In tenths of a point; a board of 52x52 stays within int16.
    out[FEATURES - 1, :] = total // 100
