"""What the estimate sees of groups: what a map says of them as a whole, and the enemies beside.

Conventions: `feature_base.py`.
"""

from __future__ import annotations

from typing import Final

from irgo_app.kernels.argument_types import Int8s, Int16Rows, Int32Rows, Int32s, Int32Table
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.feature_base import FACTS, NONE, SCALE, FeatureScratch, clipped

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
