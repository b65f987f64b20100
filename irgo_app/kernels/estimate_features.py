"""What the estimate looks at, as whole numbers a point: chains, neighbourhoods, areas, groups.

Stones are seen from the side to move: +1 its own, -1 the enemy's. A map is int32 (n), -1000 to
1000, positive where the side to move is expected. Everything is counted in whole numbers and taken
in no order of points, so that a mirrored board gives exactly the mirrored numbers. All rows of
`out` are int16 (rows, n), overwritten, clipped to +-30000. Source: irgo's own.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels import kernel
from irgo_app.kernels.argument_types import (
    Int8Buffer,
    Int8s,
    Int16Buffer,
    Int16Rows,
    Int32Buffer,
    Int32Rows,
    Int32s,
    Int32Table,
)
from irgo_app.kernels.flood import label_parts

STONE_FEATURES: Final = (
    "stone", "near edge", "far edge", "stage", "chain size", "liberties", "wider liberties",
    "least enemy liberties", "most enemy liberties", "own beside: most liberties",
    "own beside: least liberties", "own beside: size", "own beside: wider liberties",
    "enemy beside: most liberties", "enemy beside: least liberties", "enemy beside: size",
    "enemy beside: wider liberties", "own near: wider liberties", "enemy near: wider liberties",
    "vacant region", "own within 2", "own within 4", "enemy within 2", "enemy within 4")
(_STONE, _NEAR_EDGE, _FAR_EDGE, _STAGE, _CHAIN_SIZE, _LIBERTIES, _WIDER, _LEAST_ENEMY, _MOST_ENEMY,
 _OWN_BESIDE, _, _, _, _ENEMY_BESIDE, _, _, _, _OWN_NEAR, _ENEMY_NEAR, _REGION, _OWN_WITHIN_2,
 _OWN_WITHIN_4, _ENEMY_WITHIN_2, _ENEMY_WITHIN_4) = range(len(STONE_FEATURES))
LOCAL_FEATURES: Final = ("here", "highest beside", "lowest beside", "within 1", "within 2",
                         "within 4", "within 3 steps")
(_HERE, _HIGHEST, _LOWEST, _WITHIN_1, _WITHIN_2, _WITHIN_4, _WITHIN_3_STEPS) = range(
    len(LOCAL_FEATURES))
CHAIN_FEATURES: Final = ("chain", "liberties of the chain", "own chains beside",
                         "enemy chains beside")
_CHAIN, _CHAIN_LIBERTIES, _OWN_CHAINS, _ENEMY_CHAINS = range(len(CHAIN_FEATURES))
AREA_FEATURES: Final = ("points", "stones", "territory", "solid points", "open border",
                        "weakest beside", "strongest beside", "lead over the weakest",
                        "own area near", "enemy area near")
(_POINTS, _STONES, _TERRITORY, _SOLID_POINTS, _OPEN_BORDER, _WEAKEST, _STRONGEST, _LEAD,
 _OWN_AREA, _ENEMY_AREA) = range(len(AREA_FEATURES))
GROUP_FEATURES: Final = ("stones' mean", "territory", "vacant points", "stones", "liberties",
                         "free liberties", "weakest enemy", "strongest enemy",
                         "least enemy liberties", "eye points", "least enemy territory",
                         "weakest stone", "strongest stone")
(_GROUP_MEAN, _GROUP_TERRITORY, _GROUP_VACANT, _GROUP_STONES, _GROUP_LIBERTIES, _GROUP_FREE,
 _WEAKEST_ENEMY, _STRONGEST_ENEMY, _LEAST_ENEMY_LIBERTIES, _EYE_POINTS, _LEAST_ENEMY_TERRITORY,
 _WEAKEST_STONE, _STRONGEST_STONE) = range(len(GROUP_FEATURES))
"""Names of the features, and the rows of `out` that they are in."""
_SCALE, _SOLID, _FREE = 1000, 700, -300
_NONE = 30000
_MANY_LIBERTIES = 99
"""What stands for the liberties of the weakest chain where there is none."""


class FeatureScratch(NamedTuple):
    """Scratch of all features of a board of n points; contents do not matter.

    kinds -- int8 (n); maps, queue, parts, seen -- int32 (n)
    facts -- int32 (FACTS, n + 1): of chains, areas or groups by number; each kernel names its rows
    """

    kinds: Int8Buffer
    maps: Int32Buffer
    queue: Int32Buffer
    parts: Int32Buffer
    seen: Int32Buffer
    facts: Int32Rows


FACTS: Final = 13


def new_feature_scratch(points: int) -> FeatureScratch:
    """Return scratch for a board of so many points."""
    return FeatureScratch._make((
        np.empty(points, np.int8), *np.empty((4, points), np.int32),
                          np.empty((FACTS, points + 1), np.int32)))


@kernel
def _clipped(value: int) -> int:
    return min(max(value, -30000), 30000)


@kernel
def box_mean(
    values: Int32s, columns: int, reach: int, across: Int32Buffer, out: Int16Buffer
) -> None:
    """Average over the points of the board within `reach` columns and rows.

    values -- int32 (n); across -- int32 (n), scratch; out -- int16 (n), overwritten, rounded down
    """
    rows = values.size // columns
    for row in range(rows):
        for column in range(columns):
            total = 0
            for near in range(max(0, column - reach), min(columns, column + reach + 1)):
                total += values[row * columns + near]
            across[row * columns + column] = total
    for row in range(rows):
        first, last = max(0, row - reach), min(rows, row + reach + 1)
        for column in range(columns):
            total = 0
            for near in range(first, last):
                total += across[near * columns + column]
            width = min(columns, column + reach + 1) - max(0, column - reach)
            out[row * columns + column] = _clipped(total // (width * (last - first)))


@kernel
def diamond_mean(values: Int32s, columns: int, reach: int, out: Int16Buffer) -> None:
    """Average over the points of the board at most `reach` steps away; as `box_mean`."""
    rows = values.size // columns
    for row in range(rows):
        for column in range(columns):
            total, count = 0, 0
            for near in range(max(0, row - reach), min(rows, row + reach + 1)):
                width = reach - abs(near - row)
                first, last = max(0, column - width), min(columns, column + width + 1)
                for place in range(first, last):
                    total += values[near * columns + place]
                count += last - first
            out[row * columns + column] = _clipped(total // count)


_SIZE, _CHAIN_LIBERTY, _CHAIN_WIDER, _CHAIN_LEAST, _CHAIN_MOST = range(5)
"""Rows of what `weigh_chains` writes."""


@kernel
def weigh_chains(
    stones: Int8s, neighbours: Int32Table, scratch: FeatureScratch, facts: Int32Rows
) -> int:
    """Number the chains in scratch.parts; count each one's stones, liberties, and liberties with
    the vacant points beside them, and the least and most liberties of the enemy chains beside it
    (99 and 0 without any). Return how many chains there are.

    facts -- int32 (5 or more, n + 1), columns 0 to the number of chains overwritten; no chain has
    number 0
    """
    chains, queue, seen = scratch.parts, scratch.queue, scratch.seen
    count = label_parts(stones, neighbours, scratch.queue, chains)
    placed = 0
    for point in range(stones.size):
        seen[point] = 0
        placed += stones[point] != 0
    for chain in range(count + 1):
        facts[_SIZE, chain] = facts[_CHAIN_LIBERTY, chain] = facts[_CHAIN_WIDER, chain] = 0
        facts[_CHAIN_LEAST, chain] = _MANY_LIBERTIES
        facts[_CHAIN_MOST, chain] = 0
    # The queue has the stones chain by chain; a vacant point remembers the last chain that counted
    # it. There is room behind the stones for the vacant points of one chain.
    start = 0
    while start < placed:
        chain = chains[queue[start]]
        stop = start
        while stop < placed and chains[queue[stop]] == chain:
            stop += 1
        facts[_SIZE, chain] = stop - start
        end = _add_vacant(start, stop, placed, stones, neighbours, chain, seen, queue)
        facts[_CHAIN_LIBERTY, chain] = end - placed
        end = _add_vacant(placed, end, end, stones, neighbours, chain, seen, queue)
        facts[_CHAIN_WIDER, chain] = end - placed
        start = stop
    for point in range(stones.size):
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and stones[point] * stones[near] < 0:
                chain, liberties = chains[point], facts[_CHAIN_LIBERTY, chains[near]]
                facts[_CHAIN_LEAST, chain] = min(facts[_CHAIN_LEAST, chain], liberties)
                facts[_CHAIN_MOST, chain] = max(facts[_CHAIN_MOST, chain], liberties)
    return count


@kernel
def _add_vacant(
    start: int, stop: int, end: int, stones: Int8s, neighbours: Int32Table, chain: int,
    seen: Int32Buffer, queue: Int32Buffer,
) -> int:
    """Append to the queue the vacant points beside queue[start:stop] that the chain has not counted
    yet; return the new end.
    """
    for index in range(start, stop):
        for side in range(4):
            near = neighbours[queue[index], side]
            if near >= 0 and stones[near] == 0 and seen[near] != chain:
                seen[near] = chain
                queue[end] = near
                end += 1
    return end


@kernel
def _region_sizes(
    stones: Int8s, neighbours: Int32Table, scratch: FeatureScratch, out: Int16Buffer
) -> None:
    """Give every vacant point the size of its connected vacant region; out -- int16 (n)."""
    sizes = scratch.seen
    for point in range(stones.size):
        scratch.kinds[point] = stones[point] == 0
        sizes[point] = 0
    label_parts(scratch.kinds, neighbours, scratch.queue, scratch.parts)
    for point in range(stones.size):
        if stones[point] == 0:
            sizes[scratch.parts[point] - 1] += 1
    for point in range(stones.size):
        out[point] = sizes[scratch.parts[point] - 1] if stones[point] == 0 else 0


@kernel
def _look_beside(
    point: int, colour: int, stones: Int8s, neighbours: Int32Table, chains: Int32s,
    facts: Int32Table, out: Int16Rows,
) -> None:
    """Most and least liberties, size and wider liberties of a colour's chains beside a point."""
    most, least, largest, widest = 0, _MANY_LIBERTIES, 0, 0
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0 and stones[near] == colour:
            chain = chains[near]
            most = max(most, facts[_CHAIN_LIBERTY, chain])
            least = min(least, facts[_CHAIN_LIBERTY, chain])
            largest = max(largest, facts[_SIZE, chain])
            widest = max(widest, facts[_CHAIN_WIDER, chain])
    out[0, point], out[1, point], out[2, point], out[3, point] = most, least, largest, widest


@kernel
def stone_features(
    stones: Int8s, columns: int, neighbours: Int32Table, scratch: FeatureScratch, out: Int16Rows
) -> None:
    """Fill the rows of STONE_FEATURES: edge, stage of the game, chains, liberties, stones nearby.

    stones -- int8 (n); neighbours -- int32 (n, 4), absent = -1
    """
    rows = stones.size // columns
    chains, facts, ours = scratch.parts, scratch.facts, scratch.maps
    weigh_chains(stones, neighbours, scratch, facts)
    facts[_CHAIN_LEAST, 0] = 0
    placed = 0
    for point in range(stones.size):
        placed += stones[point] != 0
    for point in range(stones.size):
        row, column = point // columns, point % columns
        by_row, by_column = min(row, rows - 1 - row), min(column, columns - 1 - column)
        stone, chain = stones[point], chains[point]
        out[_STONE, point] = stone
        out[_NEAR_EDGE, point] = min(min(by_row, by_column), 9)
        out[_FAR_EDGE, point] = min(max(by_row, by_column), 9)
        out[_STAGE, point] = placed * 361 // stones.size
        out[_CHAIN_SIZE, point] = facts[_SIZE, chain] * stone
        out[_LIBERTIES, point] = facts[_CHAIN_LIBERTY, chain] * stone
        out[_WIDER, point] = facts[_CHAIN_WIDER, chain] * stone
        out[_LEAST_ENEMY, point] = facts[_CHAIN_LEAST, chain]
        out[_MOST_ENEMY, point] = facts[_CHAIN_MOST, chain]
        _look_beside(point, 1, stones, neighbours, chains, facts, out[_OWN_BESIDE:])
        _look_beside(point, -1, stones, neighbours, chains, facts, out[_ENEMY_BESIDE:])
        own, enemy = 0, 0
        for near_row in range(max(0, row - 2), min(rows, row + 3)):
            for near_column in range(max(0, column - 2), min(columns, column + 3)):
                near = near_row * columns + near_column
                if stones[near] > 0:
                    own = max(own, facts[_CHAIN_WIDER, chains[near]])
                elif stones[near] < 0:
                    enemy = max(enemy, facts[_CHAIN_WIDER, chains[near]])
        out[_OWN_NEAR, point], out[_ENEMY_NEAR, point] = own, enemy
    _region_sizes(stones, neighbours, scratch, out[_REGION])
    for colour in (1, -1):
        for point in range(stones.size):
            ours[point] = _SCALE if stones[point] == colour else 0
        within_2 = _OWN_WITHIN_2 if colour > 0 else _ENEMY_WITHIN_2
        within_4 = _OWN_WITHIN_4 if colour > 0 else _ENEMY_WITHIN_4
        box_mean(ours, columns, 2, scratch.queue, out[within_2])
        box_mean(ours, columns, 4, scratch.queue, out[within_4])


@kernel
def local_features(
    values: Int32s, columns: int, neighbours: Int32Table, scratch: FeatureScratch, out: Int16Rows
) -> None:
    """Fill the rows of LOCAL_FEATURES: a map here, beside and on average around."""
    for point in range(values.size):
        highest, lowest = -_NONE, _NONE
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0:
                highest, lowest = max(highest, values[near]), min(lowest, values[near])
        out[_HERE, point] = values[point]
        out[_HIGHEST, point], out[_LOWEST, point] = highest, lowest
    box_mean(values, columns, 1, scratch.queue, out[_WITHIN_1])
    box_mean(values, columns, 2, scratch.queue, out[_WITHIN_2])
    box_mean(values, columns, 4, scratch.queue, out[_WITHIN_4])
    diamond_mean(values, columns, 3, out[_WITHIN_3_STEPS])


_TOTAL, _NUMBER, _AROUND, _TOUCHES = range(4)
"""Rows of facts in `chain_features`: sum and number of a chain's stones, and of its liberties."""


@kernel
def chain_features(
    values: Int32s, stones: Int8s, neighbours: Int32Table, scratch: FeatureScratch, out: Int16Rows
) -> None:
    """Fill the rows of CHAIN_FEATURES: averages of a map over chains and their liberties.

    A chain's liberty counts once for each stone beside it. Without a chain: 0, beside: +-1001.
    """
    chains, facts = scratch.parts, scratch.facts
    count = label_parts(stones, neighbours, scratch.queue, chains)
    for chain in range(count + 1):
        facts[_TOTAL, chain] = facts[_NUMBER, chain] = 0
        facts[_AROUND, chain] = facts[_TOUCHES, chain] = 0
    for point in range(stones.size):
        if stones[point] != 0:
            facts[_TOTAL, chains[point]] += values[point]
            facts[_NUMBER, chains[point]] += 1
            continue
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and stones[near] != 0:
                facts[_AROUND, chains[near]] += values[point]
                facts[_TOUCHES, chains[near]] += 1
    for point in range(stones.size):
        chain = chains[point]
        out[_CHAIN, point] = facts[_TOTAL, chain] // facts[_NUMBER, chain] if chain else 0
        out[_CHAIN_LIBERTIES, point] = (
            facts[_AROUND, chain] // facts[_TOUCHES, chain]
            if chain and facts[_TOUCHES, chain] else 0)
        for colour in (1, -1):
            summed, beside = 0, 0
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0 and stones[near] == colour:
                    summed += facts[_TOTAL, chains[near]] // facts[_NUMBER, chains[near]]
                    beside += 1
            row = _OWN_CHAINS if colour > 0 else _ENEMY_CHAINS
            out[row, point] = summed // beside if beside else colour * (_SCALE + 1)


_AREA_WEAKEST, _AREA_STRONGEST, _SIGN = 5, 6, 7
"""Rows of facts in `area_features`, after those of AREA_FEATURES up to the open border."""


@kernel
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
            facts[_SOLID_POINTS, label] += abs(values[point]) > _SOLID + 100
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and kinds[near] != colour:
                facts[_OPEN_BORDER, label] += stones[near] == 0
    return count


@kernel
def area_features(
    values: Int32s, stones: Int8s, columns: int, neighbours: Int32Table, least: int,
    scratch: FeatureScratch, out: Int16Rows,
) -> None:
    """Fill the rows of AREA_FEATURES: connected areas of a map above `least`, and those beside.

    Territory is the sum of |map| off the area's own stones, in hundredths of a point.
    """
    rows = values.size // columns
    labels, facts = scratch.parts, scratch.facts
    count = _weigh_areas(values, stones, neighbours, least, scratch)
    for label in range(count + 1):
        facts[_TERRITORY, label] //= 10
        facts[_AREA_WEAKEST, label] = _NONE
    for point in range(values.size):
        for side in range(4):
            near = neighbours[point, side]
            if near < 0 or labels[near] == labels[point] or labels[near] * labels[point] == 0:
                continue
            label, other = labels[point], facts[_TERRITORY, labels[near]]
            facts[_AREA_WEAKEST, label] = min(facts[_AREA_WEAKEST, label], other)
            facts[_AREA_STRONGEST, label] = max(facts[_AREA_STRONGEST, label], other)
    facts[_AREA_WEAKEST, 0] = 0
    for point in range(values.size):
        label = labels[point]
        sign, territory = facts[_SIGN, label], facts[_TERRITORY, label]
        weakest = facts[_AREA_WEAKEST, label]
        for row in (_POINTS, _STONES, _TERRITORY, _SOLID_POINTS, _OPEN_BORDER):
            out[row, point] = _clipped(facts[row, label] * sign)
        out[_WEAKEST, point] = _clipped(weakest)
        out[_STRONGEST, point] = _clipped(facts[_AREA_STRONGEST, label])
        below = weakest if weakest < _NONE else 0
        out[_LEAD, point] = _clipped((territory - below) * sign)
        own, enemy = 0, 0
        row, column = point // columns, point % columns
        for near_row in range(max(0, row - 2), min(rows, row + 3)):
            width = 2 - abs(near_row - row)
            for near_column in range(max(0, column - width), min(columns, column + width + 1)):
                near = labels[near_row * columns + near_column]
                if facts[_SIGN, near] > 0:
                    own = max(own, facts[_TERRITORY, near])
                elif facts[_SIGN, near] < 0:
                    enemy = max(enemy, facts[_TERRITORY, near])
        out[_OWN_AREA, point], out[_ENEMY_AREA, point] = _clipped(own), _clipped(enemy)


(_STONE_SUM, _STONE_COUNT, _OTHER_SUM, _OTHER_COUNT, _LIBERTY_COUNT, _FREE_COUNT, _EYE_COUNT,
 _LEAST_STONE, _GREATEST_STONE, _WEAKEST_MEAN, _STRONGEST_MEAN, _ENEMY_LIBERTIES,
 _ENEMY_TERRITORY) = range(FACTS)
"""Rows of facts in `group_features`, each in the view of the group's colour: sum and number of its
stones and of its other points, liberties, those that are not the enemy's, eye points, least and
greatest of its stones; and of the enemies beside it the means, the least liberties and territory.
"""


@kernel
def _weigh_groups(
    values: Int32s, stones: Int8s, labels: Int32s, colours: Int8s, neighbours: Int32Table,
    facts: Int32Rows,
) -> None:
    """Fill the facts of groups that do not ask for the enemies beside."""
    for label in range(colours.size):
        for row in range(_LEAST_STONE):
            facts[row, label] = 0
        facts[_LEAST_STONE, label] = _NONE
        facts[_GREATEST_STONE, label] = -_NONE
    for point in range(values.size):
        label = labels[point]
        if label != 0:
            colour = colours[label]
            value = values[point] * colour
            if stones[point] == colour:
                facts[_STONE_SUM, label] += value
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
        facts[_WEAKEST_MEAN, label], facts[_STRONGEST_MEAN, label] = 2000, -2000
        facts[_ENEMY_LIBERTIES, label] = facts[_ENEMY_TERRITORY, label] = _NONE
    for point in range(values.size):
        label = labels[point]
        for side in range(4):
            near = neighbours[point, side]
            other = labels[near] if near >= 0 else 0
            if colours[label] * colours[other] < 0 and facts[_STONE_COUNT, other] > 0:
                mean = facts[_STONE_SUM, other] // facts[_STONE_COUNT, other]
                facts[_WEAKEST_MEAN, label] = min(facts[_WEAKEST_MEAN, label], mean)
                facts[_STRONGEST_MEAN, label] = max(facts[_STRONGEST_MEAN, label], mean)
                facts[_ENEMY_LIBERTIES, label] = min(
                    facts[_ENEMY_LIBERTIES, label], facts[_LIBERTY_COUNT, other])
                facts[_ENEMY_TERRITORY, label] = min(
                    facts[_ENEMY_TERRITORY, label], facts[_OTHER_SUM, other] // 10)
    for point in range(values.size):
        label = labels[point]
        if label == 0:
            for row in range(len(GROUP_FEATURES)):
                out[row, point] = 0
            continue
        colour, number = colours[label], facts[_STONE_COUNT, label]
        mean = facts[_STONE_SUM, label] // number + _SCALE + 1 if number else 0
        out[_GROUP_MEAN, point] = colour * mean
        out[_GROUP_TERRITORY, point] = _clipped(colour * (facts[_OTHER_SUM, label] // 10))
        out[_GROUP_VACANT, point] = colour * facts[_OTHER_COUNT, label]
        out[_GROUP_STONES, point] = colour * number
        out[_GROUP_LIBERTIES, point] = colour * facts[_LIBERTY_COUNT, label]
        out[_GROUP_FREE, point] = colour * facts[_FREE_COUNT, label]
        out[_WEAKEST_ENEMY, point] = facts[_WEAKEST_MEAN, label]
        out[_STRONGEST_ENEMY, point] = facts[_STRONGEST_MEAN, label]
        out[_LEAST_ENEMY_LIBERTIES, point] = colour * facts[_ENEMY_LIBERTIES, label]
        out[_EYE_POINTS, point] = colour * facts[_EYE_COUNT, label]
        out[_LEAST_ENEMY_TERRITORY, point] = _clipped(facts[_ENEMY_TERRITORY, label])
        out[_WEAKEST_STONE, point] = _clipped(colour * facts[_LEAST_STONE, label])
        out[_STRONGEST_STONE, point] = _clipped(colour * facts[_GREATEST_STONE, label])
