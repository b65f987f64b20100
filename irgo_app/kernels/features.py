"""What the estimate sees of stones and of maps: nearby, in chains, in areas, in groups.

An area is connected points of a map that one side has. First what all features need: averages and
maxima around every point of a board at once (the board is laid out with a margin of zeros and one
shifted copy of it after the other is added, so that the loops run through memory and nothing asks
for the edge), scratch and limits.
"""

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (Float64Buffer, Int8Buffer, Int8s, Int16Buffer,
                                             Int16Rows, Int32Buffer, Int32Rows, Int32s, Int32Table)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import label_parts

MARGIN: Final = 4
"""How far one can look."""


class Surroundings(NamedTuple):
    """Scratch for a board of n points, contents do not matter.

    padded, ones, across, total -- int32 (room for the board with its margin)
    shares -- float64 (n)
    """

    padded: Int32Buffer
    ones: Int32Buffer
    across: Int32Buffer
    total: Int32Buffer
    shares: Float64Buffer


def new_surroundings(points: int) -> Surroundings:
    """Return scratch for any board of so many points."""
    # The longest margins are those of a board of two rows.
    room = (1 + MARGIN) * (points + 2 * MARGIN * MARGIN)
    return Surroundings._make((*np.empty((4, room), np.int32), np.empty(points)))


@inner_kernel
def _lay(values: Int32s, columns: int, around: Surroundings) -> int:
    """Lay a board out in `padded`, 0 around it; return how many points that has."""
    stride, rows = columns + MARGIN, values.size // columns
    size = (rows + 2 * MARGIN) * stride + MARGIN
    around.padded[:size] = 0
    for row in range(rows):
        for column in range(columns):
            around.padded[(row + MARGIN) * stride + MARGIN + column] = values[
                row * columns + column]
    return size


@inner_kernel
def _add(source: Int32s, out: Int32Buffer) -> None:
    for index in range(out.size):
        out[index] += source[index]


@inner_kernel
def _raise(source: Int32s, out: Int32Buffer) -> None:
    for index in range(out.size):
        out[index] = max(out[index], source[index])


@kernel
def box_means(
    values: Int32s, columns: int, reach: int, around: Surroundings, out: Int16Rows
) -> None:
    """Average over the points of the board within `reach` columns and rows, then twice as far.

    values -- int32 (n), sums of 81 of them within int32
    out -- int16 (rows, n), overwritten: the first row within `reach`, each one twice as far, at
        most MARGIN; rounded down, clipped to +-30000
    """
    size = _lay(values, columns, around)
    padded, across, total, shares = around.padded, around.across, around.total, around.shares
    stride, rows = columns + MARGIN, values.size // columns
    start, stop = MARGIN * stride, size - MARGIN * stride - MARGIN
    across[:size] = 0
    _add(padded[start:stop], across[start:stop])
    reached = 0
    for line in range(out.shape[0]):
        far = reach << line
        while reached < far:
            reached += 1
            _add(padded[start - reached:stop - reached], across[start:stop])
            _add(padded[start + reached:stop + reached], across[start:stop])
        total[start:stop] = 0
        for down in range(-far, far + 1):
            _add(across[start + down * stride:stop + down * stride], total[start:stop])
        for column in range(columns):
            shares[column] = 1.0 / (min(columns, column + far + 1) - max(0, column - far))
        for row in range(rows):
            share = 1.0 / (min(rows, row + far + 1) - max(0, row - far))
            begin, place = row * columns, start + row * stride + MARGIN
            for column in range(columns):
                # Half a unit more: rounded down, no error of the product can show.
                mean = np.floor((total[place + column] + 0.5) * (shares[column] * share))
                out[line, begin + column] = np.int32(min(max(mean, -30000.0), 30000.0))


@kernel
def diamond_mean(
    values: Int32s, columns: int, reach: int, around: Surroundings, out: Int16Buffer
) -> None:
    """Average over the points of the board at most `reach` steps away; as `box_means`."""
    size = _lay(values, columns, around)
    padded, ones, counts, total = around.padded, around.ones, around.across, around.total
    stride, rows = columns + MARGIN, values.size // columns
    start, stop = MARGIN * stride, size - MARGIN * stride - MARGIN
    ones[:size] = 0
    for row in range(rows):
        place = start + row * stride + MARGIN
        ones[place:place + columns] = 1
    counts[start:stop] = 0
    total[start:stop] = 0
    for down in range(-reach, reach + 1):
        width = reach - abs(down)
        for right in range(-width, width + 1):
            shift = down * stride + right
            _add(padded[start + shift:stop + shift], total[start:stop])
            _add(ones[start + shift:stop + shift], counts[start:stop])
    for row in range(rows):
        begin, place = row * columns, start + row * stride + MARGIN
        for column in range(columns):
            mean = np.floor((total[place + column] + 0.5) / counts[place + column])
            out[begin + column] = np.int32(min(max(mean, -30000.0), 30000.0))


@inner_kernel
def box_max(
    values: Int32s, columns: int, reach: int, around: Surroundings, out: Int16Buffer
) -> None:
    """Write the greatest value within `reach` columns and rows; values -- int32 (n), 0 to 30000."""
    size = _lay(values, columns, around)
    padded, across, total = around.padded, around.across, around.total
    stride = columns + MARGIN
    start, stop = MARGIN * stride, size - MARGIN * stride - MARGIN
    across[:size] = 0
    total[start:stop] = 0
    for right in range(-reach, reach + 1):
        _raise(padded[start + right:stop + right], across[start:stop])
    for down in range(-reach, reach + 1):
        _raise(across[start + down * stride:stop + down * stride], total[start:stop])
    _take(total, columns, out)


@inner_kernel
def diamond_max(
    values: Int32s, columns: int, reach: int, around: Surroundings, out: Int16Buffer
) -> None:
    """Write the greatest value at most `reach` steps away; values -- int32 (n), 0 to 30000."""
    size = _lay(values, columns, around)
    padded, total = around.padded, around.total
    stride = columns + MARGIN
    start, stop = MARGIN * stride, size - MARGIN * stride - MARGIN
    total[start:stop] = 0
    for down in range(-reach, reach + 1):
        width = reach - abs(down)
        for right in range(-width, width + 1):
            shift = down * stride + right
            _raise(padded[start + shift:stop + shift], total[start:stop])
    _take(total, columns, out)


@inner_kernel
def _take(total: Int32s, columns: int, out: Int16Buffer) -> None:
    """Copy what was found from the board with its margin."""
    stride = columns + MARGIN
    for row in range(out.size // columns):
        for column in range(columns):
            out[row * columns + column] = total[(row + MARGIN) * stride + MARGIN + column]


SCALE: Final = 1000
"""What a map is where the side to move is certain of a point."""
NONE: Final = 30000
"""What stands for a least or greatest number where there is none."""
FACTS: Final = 13
"""Rows of facts: as many as the kernel that has most of them needs."""


class FeatureScratch(NamedTuple):
    """Scratch of all features of a board of n points; contents do not matter.

    kinds -- int8 (n); maps, queue, parts, seen -- int32 (n)
    facts -- int32 (FACTS, n + 1): of chains, areas or groups by number; each kernel names its rows
    around -- for averages and maxima around points
    """

    kinds: Int8Buffer
    maps: Int32Buffer
    queue: Int32Buffer
    parts: Int32Buffer
    seen: Int32Buffer
    facts: Int32Rows
    around: Surroundings


def new_feature_scratch(points: int) -> FeatureScratch:
    """Return scratch for a board of so many points."""
    return FeatureScratch._make((
        np.empty(points, np.int8), *np.empty((4, points), np.int32),
        np.empty((FACTS, points + 1), np.int32), new_surroundings(points)))


@inner_kernel
def clipped(value: int) -> int:
    """Return a number as a feature can hold it: within +-30000."""
    return min(max(value, -30000), 30000)


STONE_FEATURES: Final = (
    "stone", "near edge", "far edge", "stage", "chain size", "liberties", "wider liberties",
    "least enemy liberties", "most enemy liberties", "own beside: most liberties",
    "own beside: least liberties", "own beside: size", "own beside: wider liberties",
    "enemy beside: most liberties", "enemy beside: least liberties", "enemy beside: size",
    "enemy beside: wider liberties", "own near: wider liberties", "enemy near: wider liberties",
    "vacant region", "own within 2", "own within 4", "enemy within 2", "enemy within 4")
(_STONE, _NEAR_EDGE, _FAR_EDGE, _STAGE, _CHAIN_SIZE, _LIBERTIES, _WIDER, _LEAST_ENEMY, _MOST_ENEMY,
 _OWN_BESIDE, _, _, _, _, _, _, _, _OWN_NEAR, _ENEMY_NEAR, _REGION, _OWN_WITHIN_2,
 _, _ENEMY_WITHIN_2, _) = range(len(STONE_FEATURES))
"""Names of the features, and the rows of `out` that they are in."""
_MANY_LIBERTIES = 99
"""What stands for the liberties of the weakest chain where there is none."""
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
            if near > point and stones[point] * stones[near] < 0:
                _compare(chains[point], chains[near], facts)
                _compare(chains[near], chains[point], facts)
    return count


@inner_kernel
def _compare(chain: int, beside: int, facts: Int32Rows) -> None:
    """Count a chain among the enemies beside another one."""
    liberties = facts[_CHAIN_LIBERTY, beside]
    facts[_CHAIN_LEAST, chain] = min(facts[_CHAIN_LEAST, chain], liberties)
    facts[_CHAIN_MOST, chain] = max(facts[_CHAIN_MOST, chain], liberties)


@inner_kernel
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


@inner_kernel
def _region_sizes(
    stones: Int8s, neighbours: Int32Table, scratch: FeatureScratch, out: Int16Buffer
) -> None:
    """Give every vacant point the size of its connected vacant region; out -- int16 (n)."""
    sizes, regions = scratch.facts[0], scratch.maps
    for point in range(stones.size):
        scratch.kinds[point] = stones[point] == 0
    for region in range(label_parts(scratch.kinds, neighbours, scratch.queue, regions) + 1):
        sizes[region] = 0
    for point in range(stones.size):
        sizes[regions[point]] += 1
    sizes[0] = 0
    for point in range(stones.size):
        out[point] = sizes[regions[point]]


@inner_kernel
def _look_beside(
    stones: Int8s, neighbours: Int32Table, chains: Int32s, facts: Int32Table, out: Int16Rows
) -> None:
    """Most and least liberties, size and wider liberties of the chains of each colour beside each
    point; out -- int16 (8, n): first those of the own one.
    """
    for point in range(stones.size):
        for colour in (1, -1):
            most, least, largest, widest = 0, _MANY_LIBERTIES, 0, 0
            for side in range(4):
                near = neighbours[point, side]
                is_there = (near >= 0) & (stones[near] == colour)
                chain = chains[near] if is_there else 0
                most = max(most, facts[_CHAIN_LIBERTY, chain])
                least = min(least, facts[_CHAIN_LIBERTY, chain] if is_there else least)
                largest = max(largest, facts[_SIZE, chain])
                widest = max(widest, facts[_CHAIN_WIDER, chain])
            row = 0 if colour > 0 else 4
            out[row, point], out[row + 1, point] = most, least
            out[row + 2, point], out[row + 3, point] = largest, widest


@kernel
def stone_features(
    stones: Int8s, columns: int, neighbours: Int32Table, scratch: FeatureScratch, out: Int16Rows
) -> None:
    """Fill the rows of STONE_FEATURES: edge, stage of the game, chains, liberties, stones nearby.

    stones -- int8 (n); neighbours -- int32 (n, 4), absent = -1
    scratch -- its parts are the numbers of the chains afterwards
    """
    rows = stones.size // columns
    chains, facts, ours = scratch.parts, scratch.facts, scratch.maps
    weigh_chains(stones, neighbours, scratch, facts)
    facts[_CHAIN_LEAST, 0] = 0
    placed = 0
    for point in range(stones.size):
        placed += stones[point] != 0
    stage = placed * 361 // stones.size
    for row in range(rows):
        by_row = min(row, rows - 1 - row)
        for column in range(columns):
            point, by_column = row * columns + column, min(column, columns - 1 - column)
            out[_NEAR_EDGE, point] = min(min(by_row, by_column), 9)
            out[_FAR_EDGE, point] = min(max(by_row, by_column), 9)
    for point in range(stones.size):
        stone, chain = stones[point], chains[point]
        out[_STONE, point] = stone
        out[_STAGE, point] = stage
        out[_CHAIN_SIZE, point] = facts[_SIZE, chain] * stone
        out[_LIBERTIES, point] = facts[_CHAIN_LIBERTY, chain] * stone
        out[_WIDER, point] = facts[_CHAIN_WIDER, chain] * stone
        out[_LEAST_ENEMY, point] = facts[_CHAIN_LEAST, chain]
        out[_MOST_ENEMY, point] = facts[_CHAIN_MOST, chain]
    _look_beside(stones, neighbours, chains, facts, out[_OWN_BESIDE:])
    for colour in (1, -1):
        near, within_2 = (_OWN_NEAR, _OWN_WITHIN_2) if colour > 0 else (
            _ENEMY_NEAR, _ENEMY_WITHIN_2)
        for point in range(stones.size):
            is_ours = stones[point] == colour
            ours[point] = facts[_CHAIN_WIDER, chains[point]] if is_ours else 0
        box_max(ours, columns, 2, scratch.around, out[near])
        for point in range(stones.size):
            ours[point] = SCALE if stones[point] == colour else 0
        box_means(ours, columns, 2, scratch.around, out[within_2:within_2 + 2])
    _region_sizes(stones, neighbours, scratch, out[_REGION])


LOCAL_FEATURES: Final = ("here", "highest beside", "lowest beside", "within 1", "within 2",
                         "within 4", "within 3 steps")
(_HERE, _HIGHEST, _LOWEST, _WITHIN_1, _, _WITHIN_4, _WITHIN_3_STEPS) = range(len(LOCAL_FEATURES))
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
def _compare_maps(label: int, beside: int, facts: Int32Rows) -> None:
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
                _compare_maps(labels[point], labels[near], facts)
                _compare_maps(labels[near], labels[point], facts)
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
