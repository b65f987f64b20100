"""What the estimate sees of areas: connected points of a map that one side has, and those beside.

Conventions: `feature_base.py`.
"""

from __future__ import annotations

from typing import Final

from irgo_app.kernels.argument_types import Int8s, Int16Rows, Int32Rows, Int32s, Int32Table
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.feature_base import NONE, FeatureScratch, clipped
from irgo_app.kernels.flood import label_parts
from irgo_app.kernels.surroundings import diamond_max

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
def _compare(label: int, beside: int, facts: Int32Rows) -> None:
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
                _compare(labels[point], labels[near], facts)
                _compare(labels[near], labels[point], facts)
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
