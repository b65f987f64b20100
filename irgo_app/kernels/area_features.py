"""What the estimate sees of maps: around a point, in areas, in groups, and beside them.

An area is connected points of a map that one side has. Conventions: `stone_features.py`.
"""

from __future__ import annotations

from typing import Final

from irgo_app.kernels.argument_types import Int8s, Int16Rows, Int32Rows, Int32s, Int32Table
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import label_parts
from irgo_app.kernels.stone_features import (
    FACTS, NONE, SCALE, FeatureScratch, box_means, clipped, diamond_max, diamond_mean
)

LOCAL_FEATURES: Final = ("here", "highest beside", "lowest beside", "within 1", "within 2",
                         "within 4", "within 3 steps")
(_HERE, _HIGHEST, _LOWEST, _WITHIN_1, _, _WITHIN_4, _WITHIN_3_STEPS) = range(
    len(LOCAL_FEATURES))
CHAIN_FEATURES: Final = ("chain", "liberties of the chain", "own chains beside",
                         "enemy chains beside")
_CHAIN, _CHAIN_LIBERTIES, _OWN_CHAINS, _ENEMY_CHAINS = range(len(CHAIN_FEATURES))
"""Names of the features, and the rows of `out` that they are in."""
_TOTAL, _NUMBER, _AROUND, _TOUCHES, _BESIDE, _OTHERS_BESIDE = range(6)
"""Rows of facts in `chain_features`: sum and number of a chain's stones, and of its liberties, the
sums then being averages; what it adds to the points beside, as one of the own side or of the other.
"""
_COUNTED: Final = 8
"""Sum and number of at most four chains in one number: the sum in so many, the number below."""


@kernel
def local_features(
    values: Int32s, columns: int, neighbours: Int32Table, scratch: FeatureScratch, out: Int16Rows
) -> None:
    """Fill the rows of LOCAL_FEATURES: a map here, beside and on average around."""
    for point in range(values.size):
        highest, lowest = -NONE, NONE
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0:
                highest, lowest = max(highest, values[near]), min(lowest, values[near])
        out[_HERE, point] = values[point]
        out[_HIGHEST, point], out[_LOWEST, point] = highest, lowest
    box_means(values, columns, 1, scratch.around, out[_WITHIN_1:_WITHIN_4 + 1])
    diamond_mean(values, columns, 3, scratch.around, out[_WITHIN_3_STEPS])


@kernel
def chain_features(
    values: Int32s, stones: Int8s, chains: Int32s, neighbours: Int32Table, scratch: FeatureScratch,
    out: Int16Rows,
) -> None:
    """Fill the rows of CHAIN_FEATURES: averages of a map over chains and their liberties.

    A chain's liberty counts once for each stone beside it. Without a chain: 0, beside: +-1001.
    chains -- int32 (n): the number of each stone's chain, from 1, 0 on vacant points
    """
    facts, count = scratch.facts, 0
    for point in range(stones.size):
        count = max(count, chains[point])
    for row in range(_OTHERS_BESIDE + 1):
        for chain in range(count + 1):
            facts[row, chain] = 0
    for point in range(stones.size):
        chain = chains[point]
        if chain != 0:
            facts[_TOTAL, chain] += values[point]
            facts[_NUMBER, chain] += 1
            continue
        # What lies on vacant points beside is counted for number 0, which is no chain.
        for side in range(4):
            near = neighbours[point, side]
            beside = chains[near] if near >= 0 else 0
            facts[_AROUND, beside] += values[point]
            facts[_TOUCHES, beside] += 1
    for point in range(stones.size):
        chain = chains[point]
        if facts[_NUMBER, chain] > 0:
            row = _BESIDE if stones[point] > 0 else _OTHERS_BESIDE
            mean = facts[_TOTAL, chain] // facts[_NUMBER, chain]
            facts[_TOTAL, chain], facts[_NUMBER, chain] = mean, 0
            facts[row, chain] = _COUNTED * mean + 1
    for chain in range(1, count + 1):
        touches = facts[_TOUCHES, chain]
        facts[_AROUND, chain] = facts[_AROUND, chain] // touches if touches > 0 else 0
    facts[_AROUND, 0] = 0
    for point in range(stones.size):
        chain = chains[point]
        out[_CHAIN, point] = facts[_TOTAL, chain]
        out[_CHAIN_LIBERTIES, point] = facts[_AROUND, chain]
        own, others = 0, 0
        for side in range(4):
            near = neighbours[point, side]
            beside = chains[near] if near >= 0 else 0
            own += facts[_BESIDE, beside]
            others += facts[_OTHERS_BESIDE, beside]
        number = own % _COUNTED
        out[_OWN_CHAINS, point] = own // _COUNTED // number if number else SCALE + 1
        number = others % _COUNTED
        out[_ENEMY_CHAINS, point] = others // _COUNTED // number if number else -SCALE - 1


AREA_FEATURES: Final = ("points", "stones", "territory", "solid points", "open border",
                        "weakest beside", "strongest beside", "lead over the weakest",
                        "own area near", "enemy area near")
(_POINTS, _STONES, _TERRITORY, _SOLID_POINTS, _OPEN_BORDER, _WEAKEST, _STRONGEST, _LEAD,
 _OWN_AREA, _ENEMY_AREA) = range(len(AREA_FEATURES))
"""Names of the features, and the rows of `out` that they are in."""
_SOLID = 800
"""Points that the map is surer of are solid."""
_AREA_WEAKEST, _AREA_STRONGEST, _SIGN = _WEAKEST, _STRONGEST, 8
"""Rows of facts in `area_features`, beside those of AREA_FEATURES up to the lead."""


@inner_kernel
def _weigh_areas(
    values: Int32s, stones: Int8s, neighbours: Int32Table, least: int, scratch: FeatureScratch
) -> int:
    """Number the connected areas of one sign above `least` in scratch.parts, fill their facts up to
    the open border and their sign; return how many there are.
    """
    kinds, labels, facts = scratch.kinds, scratch.parts, scratch.facts
    for point in range(values.size):
        kinds[point] = 0 if abs(values[point]) <= least else 1 if values[point] > 0 else -1
    count = label_parts(kinds, neighbours, scratch.queue, labels)
    for label in range(count + 1):
        for row in range(_SIGN + 1):
            facts[row, label] = 0
    for point in range(values.size):
        label, colour = labels[point], kinds[point]
        if label == 0:
            continue
        facts[_SIGN, label] = colour
        facts[_POINTS, label] += 1
        if stones[point] == colour:
            facts[_STONES, label] += 1
        else:
            facts[_TERRITORY, label] += abs(values[point])
            facts[_SOLID_POINTS, label] += abs(values[point]) > _SOLID
        border = 0
        for side in range(4):
            near = neighbours[point, side]
            border += (near >= 0) & (kinds[near] != colour) & (stones[near] == 0)
        facts[_OPEN_BORDER, label] += border
    return count


@inner_kernel
def _compare_areas(label: int, beside: int, facts: Int32Rows) -> None:
    """Count an area among those beside another one."""
    other = facts[_TERRITORY, beside]
    facts[_AREA_WEAKEST, label] = min(facts[_AREA_WEAKEST, label], other)
    facts[_AREA_STRONGEST, label] = max(facts[_AREA_STRONGEST, label], other)


@kernel
def area_features(
    values: Int32s, stones: Int8s, columns: int, neighbours: Int32Table, least: int,
    scratch: FeatureScratch, out: Int16Rows,
) -> None:
    """Fill the rows of AREA_FEATURES: connected areas of a map above `least`, and those beside.

    Territory is the sum of |map| off the area's own stones, in hundredths of a point.
    """
    labels, facts = scratch.parts, scratch.facts
    count = _weigh_areas(values, stones, neighbours, least, scratch)
    for label in range(count + 1):
        facts[_TERRITORY, label] //= 10
        facts[_AREA_WEAKEST, label] = NONE
    for point in range(values.size):
        for side in range(4):
            near = neighbours[point, side]
            # Areas of one colour are never beside each other.
            if near > point and scratch.kinds[near] * scratch.kinds[point] < 0:
                _compare_areas(labels[point], labels[near], facts)
                _compare_areas(labels[near], labels[point], facts)
    facts[_AREA_WEAKEST, 0] = 0
    for sign in (1, -1):
        for point in range(values.size):
            label = labels[point]
            scratch.maps[point] = clipped(
                facts[_TERRITORY, label]) if facts[_SIGN, label] == sign else 0
        diamond_max(scratch.maps, columns, 2, scratch.around,
                    out[_OWN_AREA if sign > 0 else _ENEMY_AREA])
    for label in range(count + 1):
        sign, weakest = facts[_SIGN, label], facts[_AREA_WEAKEST, label]
        below = weakest if weakest < NONE else 0
        facts[_LEAD, label] = clipped((facts[_TERRITORY, label] - below) * sign)
        facts[_AREA_WEAKEST, label] = clipped(weakest)
        facts[_AREA_STRONGEST, label] = clipped(facts[_AREA_STRONGEST, label])
        for row in range(_OPEN_BORDER + 1):
            facts[row, label] = clipped(facts[row, label] * sign)
    for row in range(_LEAD + 1):
        for point in range(values.size):
            out[row, point] = facts[row, labels[point]]


GROUP_FEATURES: Final = ("stones' mean", "territory", "vacant points", "stones", "liberties",
                         "free liberties", "weakest enemy", "strongest enemy",
                         "least enemy liberties", "eye points", "least enemy territory",
                         "weakest stone", "strongest stone")
(_GROUP_MEAN, _GROUP_TERRITORY, _GROUP_VACANT, _GROUP_STONES, _GROUP_LIBERTIES, _GROUP_FREE,
 _WEAKEST_ENEMY, _STRONGEST_ENEMY, _LEAST_ENEMY_LIBERTIES, _EYE_POINTS, _LEAST_ENEMY_TERRITORY,
 _WEAKEST_STONE, _STRONGEST_STONE) = range(len(GROUP_FEATURES))
"""Names of the features, and the rows of `out` that they are in."""
_FREE = -300
"""A liberty is free unless the map is at least so sure that it is the enemy's."""
(_STONE_MEAN, _STONE_COUNT, _OTHER_SUM, _OTHER_COUNT, _LIBERTY_COUNT, _FREE_COUNT, _EYE_COUNT,
 _LEAST_STONE, _GREATEST_STONE, _WEAKEST_MEAN, _STRONGEST_MEAN, _ENEMY_LIBERTIES,
 _ENEMY_TERRITORY) = range(FACTS)
"""Rows of facts in `group_features`, each in the view of the group's colour: mean (first the sum)
and number of its stones, sum and number of its other points, liberties, those that are not the
enemy's, eye points, least and greatest of its stones; and of the enemies beside it the means, the
least liberties and territory.
"""


@inner_kernel
def _weigh_groups(
    values: Int32s, stones: Int8s, labels: Int32s, colours: Int8s, neighbours: Int32Table,
    facts: Int32Rows,
) -> None:
    """Fill the facts of groups that do not ask for the enemies beside."""
    for label in range(colours.size):
        for row in range(_LEAST_STONE):
            facts[row, label] = 0
        facts[_LEAST_STONE, label] = NONE
        facts[_GREATEST_STONE, label] = -NONE
    for point in range(values.size):
        label = labels[point]
        if label != 0:
            colour = colours[label]
            value = values[point] * colour
            if stones[point] == colour:
                facts[_STONE_MEAN, label] += value
                facts[_STONE_COUNT, label] += 1
                facts[_LEAST_STONE, label] = min(facts[_LEAST_STONE, label], value)
                facts[_GREATEST_STONE, label] = max(facts[_GREATEST_STONE, label], value)
            else:
                facts[_OTHER_SUM, label] += value
                facts[_OTHER_COUNT, label] += 1
                is_eye = value > 0
                for side in range(4):
                    near = neighbours[point, side]
                    is_eye = is_eye and (near < 0 or values[near] * colour > 0)
                facts[_EYE_COUNT, label] += is_eye
        if stones[point] != 0:
            continue
        for side in range(4):
            near = neighbours[point, side]
            if near < 0 or stones[near] == 0 or colours[labels[near]] != stones[near]:
                continue
            is_new = True
            for before in range(side):
                other = neighbours[point, before]
                if other >= 0 and labels[other] == labels[near] and stones[other] == stones[near]:
                    is_new = False
            if is_new:
                facts[_LIBERTY_COUNT, labels[near]] += 1
                facts[_FREE_COUNT, labels[near]] += values[point] * stones[near] > _FREE


@inner_kernel
def _compare(label: int, beside: int, facts: Int32Rows) -> None:
    """Count a group, if it has stones, among the enemies beside another one."""
    if facts[_STONE_COUNT, beside] == 0:
        return
    mean = facts[_STONE_MEAN, beside]
    facts[_WEAKEST_MEAN, label] = min(facts[_WEAKEST_MEAN, label], mean)
    facts[_STRONGEST_MEAN, label] = max(facts[_STRONGEST_MEAN, label], mean)
    facts[_ENEMY_LIBERTIES, label] = min(
        facts[_ENEMY_LIBERTIES, label], facts[_LIBERTY_COUNT, beside])
    facts[_ENEMY_TERRITORY, label] = min(
        facts[_ENEMY_TERRITORY, label], facts[_OTHER_SUM, beside] // 10)


@kernel
def group_features(
    values: Int32s, stones: Int8s, labels: Int32s, colours: Int8s, neighbours: Int32Table,
    scratch: FeatureScratch, out: Int16Rows,
) -> None:
    """Fill the rows of GROUP_FEATURES: what a map says of whole groups and the enemies beside.

    labels -- int32 (n), 0 for none; colours -- int8 (count + 1), 0 for number 0
    """
    facts = scratch.facts
    _weigh_groups(values, stones, labels, colours, neighbours, facts)
    for label in range(colours.size):
        facts[_STONE_MEAN, label] //= max(facts[_STONE_COUNT, label], 1)
        facts[_WEAKEST_MEAN, label], facts[_STRONGEST_MEAN, label] = 2000, -2000
        facts[_ENEMY_LIBERTIES, label] = facts[_ENEMY_TERRITORY, label] = NONE
    for point in range(values.size):
        for side in range(4):
            near = neighbours[point, side]
            if near > point and colours[labels[near]] * colours[labels[point]] < 0:
                _compare(labels[point], labels[near], facts)
                _compare(labels[near], labels[point], facts)
    for point in range(values.size):
        label = labels[point]
        if label == 0:
            for row in range(len(GROUP_FEATURES)):
                out[row, point] = 0
            continue
        colour, number = colours[label], facts[_STONE_COUNT, label]
        mean = facts[_STONE_MEAN, label] + SCALE + 1 if number else 0
        out[_GROUP_MEAN, point] = colour * mean
        out[_GROUP_TERRITORY, point] = clipped(colour * (facts[_OTHER_SUM, label] // 10))
        out[_GROUP_VACANT, point] = colour * facts[_OTHER_COUNT, label]
        out[_GROUP_STONES, point] = colour * number
        out[_GROUP_LIBERTIES, point] = colour * facts[_LIBERTY_COUNT, label]
        out[_GROUP_FREE, point] = colour * facts[_FREE_COUNT, label]
        out[_WEAKEST_ENEMY, point] = facts[_WEAKEST_MEAN, label]
        out[_STRONGEST_ENEMY, point] = facts[_STRONGEST_MEAN, label]
        out[_LEAST_ENEMY_LIBERTIES, point] = colour * facts[_ENEMY_LIBERTIES, label]
        out[_EYE_POINTS, point] = colour * facts[_EYE_COUNT, label]
        out[_LEAST_ENEMY_TERRITORY, point] = clipped(facts[_ENEMY_TERRITORY, label])
        out[_WEAKEST_STONE, point] = clipped(colour * facts[_LEAST_STONE, label])
        out[_STRONGEST_STONE, point] = clipped(colour * facts[_GREATEST_STONE, label])
