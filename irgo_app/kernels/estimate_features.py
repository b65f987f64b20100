"""What the estimate looks at, as whole numbers a point: chains, neighbourhoods, areas, groups.

Stones are seen from the side to move: +1 its own, -1 the enemy's. A map is int32 (n), -1000 to
1000, positive where the side to move is expected. Everything is counted in whole numbers and taken
in no order of points, so that a mirrored board gives exactly the mirrored numbers. All rows of
`out` are int16 (rows, n), overwritten, clipped to +-30000. Source: irgo's own.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from irgo_app.kernels import kernel

STONE_FEATURES: Final = (
    "stone", "near edge", "far edge", "stage", "chain size", "liberties", "wider liberties",
    "least enemy liberties", "most enemy liberties", "own beside: most liberties",
    "own beside: least liberties", "own beside: size", "own beside: wider liberties",
    "enemy beside: most liberties", "enemy beside: least liberties", "enemy beside: size",
    "enemy beside: wider liberties", "own near: wider liberties", "enemy near: wider liberties",
    "vacant region", "own within 2", "own within 4", "enemy within 2", "enemy within 4")
LOCAL_FEATURES: Final = ("here", "highest beside", "lowest beside", "within 1", "within 2",
                         "within 4", "within 3 steps")
CHAIN_FEATURES: Final = ("chain", "liberties of the chain", "own chains beside",
                         "enemy chains beside")
AREA_FEATURES: Final = ("points", "stones", "territory", "solid points", "open border",
                        "weakest beside", "strongest beside", "lead over the weakest",
                        "own area near", "enemy area near")
GROUP_FEATURES: Final = ("stones' mean", "territory", "vacant points", "stones", "liberties",
                         "free liberties", "weakest enemy", "strongest enemy",
                         "least enemy liberties", "eye points", "least enemy territory",
                         "weakest stone", "strongest stone")
_SCALE, _SOLID, _FREE = 1000, 700, -300
_NONE = 30000


@kernel
def _clipped(value: int) -> int:
    return min(max(value, -30000), 30000)


@kernel
def box_mean(values: Any, columns: int, reach: int, out: Any) -> None:
    """Average over the points of the board within `reach` columns and rows.

    values -- int32 (n); out -- int16 (n), overwritten, rounded down
    """
    rows = values.size // columns
    across = np.empty(values.size, np.int32)
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
def diamond_mean(values: Any, columns: int, reach: int, out: Any) -> None:
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


@kernel
def label_chains(stones: Any, neighbours: Any, chains: Any) -> int:
    """Number the chains from 1, vacant points 0; return how many; chains -- int32 (n)."""
    queue = np.empty(stones.size, np.int32)
    chains[:] = 0
    count = 0
    for start in range(stones.size):
        if stones[start] == 0 or chains[start] != 0:
            continue
        count += 1
        chains[start] = count
        queue[0] = start
        begin, end = 0, 1
        while begin < end:
            point = queue[begin]
            begin += 1
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0 and stones[near] == stones[start] and chains[near] == 0:
                    chains[near] = count
                    queue[end] = near
                    end += 1
    return count


@kernel
def weigh_chains(stones: Any, neighbours: Any, chains: Any, size: Any, liberties: Any, wider: Any,
                 least_enemy: Any, most_enemy: Any) -> None:
    """Count each chain's stones, liberties, and liberties with the vacant points beside them; and
    the least and most liberties of the enemy chains beside it (99 and 0 without any).

    chains -- of `label_chains`; all others -- int32 (count + 1), overwritten
    """
    size[:] = 0
    liberties[:] = 0
    wider[:] = 0
    least_enemy[:] = 99
    most_enemy[:] = 0
    # A vacant point remembers the last chain that counted it: chains are taken one by one.
    order = np.argsort(chains, kind="mergesort")
    seen = np.zeros(stones.size, np.int32)
    queue = np.empty(stones.size, np.int32)
    start = 0
    while start < order.size:
        chain = chains[order[start]]
        stop = start
        while stop < order.size and chains[order[stop]] == chain:
            stop += 1
        if chain != 0:
            size[chain] = stop - start
            end = 0
            for index in range(start, stop):
                for side in range(4):
                    near = neighbours[order[index], side]
                    if near >= 0 and stones[near] == 0 and seen[near] != chain:
                        seen[near] = chain
                        queue[end] = near
                        end += 1
            liberties[chain] = end
            for index in range(liberties[chain]):
                for side in range(4):
                    near = neighbours[queue[index], side]
                    if near >= 0 and stones[near] == 0 and seen[near] != chain:
                        seen[near] = chain
                        queue[end] = near
                        end += 1
            wider[chain] = end
        start = stop
    for point in range(stones.size):
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and stones[point] * stones[near] < 0:
                chain, other = chains[point], chains[near]
                least_enemy[chain] = min(least_enemy[chain], liberties[other])
                most_enemy[chain] = max(most_enemy[chain], liberties[other])


@kernel
def _region_sizes(stones: Any, neighbours: Any, out: Any) -> None:
    """Give every vacant point the size of its connected vacant region; out -- int16 (n)."""
    queue = np.empty(stones.size, np.int32)
    seen = np.zeros(stones.size, np.bool_)
    for point in range(stones.size):
        out[point] = 0
    for start in range(stones.size):
        if stones[start] != 0 or seen[start]:
            continue
        seen[start] = True
        queue[0] = start
        begin, end = 0, 1
        while begin < end:
            point = queue[begin]
            begin += 1
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0 and stones[near] == 0 and not seen[near]:
                    seen[near] = True
                    queue[end] = near
                    end += 1
        for index in range(end):
            out[queue[index]] = end


@kernel
def _look_beside(point: int, colour: int, stones: Any, neighbours: Any, chains: Any, size: Any,
                 liberties: Any, wider: Any, out: Any) -> None:
    """Most and least liberties, size and wider liberties of a colour's chains beside a point."""
    most, least, largest, widest = 0, 99, 0, 0
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0 and stones[near] == colour:
            chain = chains[near]
            most, least = max(most, liberties[chain]), min(least, liberties[chain])
            largest, widest = max(largest, size[chain]), max(widest, wider[chain])
    out[0, point], out[1, point], out[2, point], out[3, point] = most, least, largest, widest


@kernel
def stone_features(stones: Any, columns: int, neighbours: Any, out: Any) -> None:
    """Fill the rows of STONE_FEATURES: edge, stage of the game, chains, liberties, stones nearby.

    stones -- int8 (n); neighbours -- int16 (n, 4), absent = -1
    """
    rows = stones.size // columns
    chains = np.empty(stones.size, np.int32)
    count = label_chains(stones, neighbours, chains)
    size, liberties, wider, least_enemy, most_enemy = np.empty((5, count + 1), np.int32)
    weigh_chains(stones, neighbours, chains, size, liberties, wider, least_enemy, most_enemy)
    least_enemy[0] = 0
    placed = 0
    for point in range(stones.size):
        placed += stones[point] != 0
    for point in range(stones.size):
        row, column = point // columns, point % columns
        by_row, by_column = min(row, rows - 1 - row), min(column, columns - 1 - column)
        stone, chain = stones[point], chains[point]
        out[0, point] = stone
        out[1, point] = min(by_row, by_column, 9)
        out[2, point] = min(max(by_row, by_column), 9)
        out[3, point] = placed * 361 // stones.size
        out[4, point] = size[chain] * stone
        out[5, point] = liberties[chain] * stone
        out[6, point] = wider[chain] * stone
        out[7, point] = least_enemy[chain]
        out[8, point] = most_enemy[chain]
        _look_beside(point, 1, stones, neighbours, chains, size, liberties, wider, out[9:13])
        _look_beside(point, -1, stones, neighbours, chains, size, liberties, wider, out[13:17])
        own, enemy = 0, 0
        for near_row in range(max(0, row - 2), min(rows, row + 3)):
            for near_column in range(max(0, column - 2), min(columns, column + 3)):
                near = near_row * columns + near_column
                if stones[near] > 0:
                    own = max(own, wider[chains[near]])
                elif stones[near] < 0:
                    enemy = max(enemy, wider[chains[near]])
        out[17, point], out[18, point] = own, enemy
    _region_sizes(stones, neighbours, out[19])
    ours = np.empty(stones.size, np.int32)
    for half in range(2):
        for point in range(stones.size):
            ours[point] = _SCALE if stones[point] == 1 - 2 * half else 0
        box_mean(ours, columns, 2, out[20 + 2 * half])
        box_mean(ours, columns, 4, out[21 + 2 * half])


@kernel
def local_features(values: Any, columns: int, neighbours: Any, out: Any) -> None:
    """Fill the rows of LOCAL_FEATURES: a map here, beside and on average around."""
    for point in range(values.size):
        highest, lowest = -_NONE, _NONE
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0:
                highest, lowest = max(highest, values[near]), min(lowest, values[near])
        out[0, point] = values[point]
        out[1, point], out[2, point] = highest, lowest
    box_mean(values, columns, 1, out[3])
    box_mean(values, columns, 2, out[4])
    box_mean(values, columns, 4, out[5])
    diamond_mean(values, columns, 3, out[6])


@kernel
def chain_features(values: Any, stones: Any, neighbours: Any, out: Any) -> None:
    """Fill the rows of CHAIN_FEATURES: averages of a map over chains and their liberties.

    A chain's liberty counts once for each stone beside it. Without a chain: 0, beside: +-1001.
    """
    chains = np.empty(stones.size, np.int32)
    count = label_chains(stones, neighbours, chains)
    total, number, around, touches = np.zeros((4, count + 1), np.int32)
    for point in range(stones.size):
        if stones[point] != 0:
            total[chains[point]] += values[point]
            number[chains[point]] += 1
            continue
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and stones[near] != 0:
                around[chains[near]] += values[point]
                touches[chains[near]] += 1
    for point in range(stones.size):
        chain = chains[point]
        out[0, point] = total[chain] // number[chain] if chain else 0
        out[1, point] = around[chain] // touches[chain] if chain and touches[chain] else 0
        for half in range(2):
            colour, summed, beside = 1 - 2 * half, 0, 0
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0 and stones[near] == colour:
                    summed += total[chains[near]] // number[chains[near]]
                    beside += 1
            out[2 + half, point] = summed // beside if beside else colour * (_SCALE + 1)


@kernel
def _label_areas(values: Any, stones: Any, neighbours: Any, least: int, labels: Any, facts: Any
                 ) -> int:
    """Number the connected areas of one sign above `least`; facts -- int32 (6, n + 1): points,
    stones of the area's own colour, territory, solid points, open border, sign.
    """
    queue = np.empty(values.size, np.int32)
    labels[:] = 0
    facts[:] = 0
    count = 0
    for start in range(values.size):
        if labels[start] != 0 or abs(values[start]) <= least:
            continue
        count += 1
        colour = 1 if values[start] > 0 else -1
        labels[start] = count
        queue[0] = start
        begin, end = 0, 1
        while begin < end:
            point = queue[begin]
            begin += 1
            if stones[point] == colour:
                facts[1, count] += 1
            else:
                facts[2, count] += abs(values[point])
                facts[3, count] += abs(values[point]) > _SOLID + 100
            for side in range(4):
                near = neighbours[point, side]
                if near < 0:
                    continue
                if values[near] * colour <= least:
                    facts[4, count] += stones[near] == 0
                elif labels[near] == 0:
                    labels[near] = count
                    queue[end] = near
                    end += 1
        facts[0, count], facts[5, count] = end, colour
    return count


@kernel
def area_features(values: Any, stones: Any, columns: int, neighbours: Any, least: int, out: Any
                  ) -> None:
    """Fill the rows of AREA_FEATURES: connected areas of a map above `least`, and those beside.

    Territory is the sum of |map| off the area's own stones, in hundredths of a point.
    """
    rows = values.size // columns
    labels = np.empty(values.size, np.int32)
    facts = np.empty((6, values.size + 1), np.int32)
    count = _label_areas(values, stones, neighbours, least, labels, facts)
    weakest, strongest = np.full(count + 1, _NONE, np.int32), np.zeros(count + 1, np.int32)
    for label in range(count + 1):
        facts[2, label] //= 10
    for point in range(values.size):
        for side in range(4):
            near = neighbours[point, side]
            if near < 0 or labels[near] == labels[point] or labels[near] * labels[point] == 0:
                continue
            label, other = labels[point], facts[2, labels[near]]
            weakest[label] = min(weakest[label], other)
            strongest[label] = max(strongest[label], other)
    weakest[0] = 0
    for point in range(values.size):
        label = labels[point]
        sign, territory = facts[5, label], facts[2, label]
        for row in range(5):
            out[row, point] = _clipped(facts[row, label] * sign)
        out[5, point], out[6, point] = _clipped(weakest[label]), _clipped(strongest[label])
        below = weakest[label] if weakest[label] < _NONE else 0
        out[7, point] = _clipped((territory - below) * sign)
        own, enemy = 0, 0
        row, column = point // columns, point % columns
        for near_row in range(max(0, row - 2), min(rows, row + 3)):
            width = 2 - abs(near_row - row)
            for near_column in range(max(0, column - width), min(columns, column + width + 1)):
                near = labels[near_row * columns + near_column]
                if facts[5, near] > 0:
                    own = max(own, facts[2, near])
                elif facts[5, near] < 0:
                    enemy = max(enemy, facts[2, near])
        out[8, point], out[9, point] = _clipped(own), _clipped(enemy)


@kernel
def _weigh_groups(values: Any, stones: Any, labels: Any, colours: Any, neighbours: Any, facts: Any
                  ) -> None:
    """Count for each group, in its colour's view; facts -- int32 (9, count + 1): sum over stones,
    stones, sum over other points, other points, liberties, free liberties, eye points, least and
    greatest of its stones.
    """
    facts[:7] = 0
    facts[7] = _NONE
    facts[8] = -_NONE
    for point in range(values.size):
        label = labels[point]
        if label != 0:
            colour = colours[label]
            value = values[point] * colour
            if stones[point] == colour:
                facts[0, label] += value
                facts[1, label] += 1
                facts[7, label] = min(facts[7, label], value)
                facts[8, label] = max(facts[8, label], value)
            else:
                facts[2, label] += value
                facts[3, label] += 1
                is_eye = value > 0
                for side in range(4):
                    near = neighbours[point, side]
                    is_eye = is_eye and (near < 0 or values[near] * colour > 0)
                facts[6, label] += is_eye
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
                facts[4, labels[near]] += 1
                facts[5, labels[near]] += values[point] * stones[near] > _FREE


@kernel
def group_features(values: Any, stones: Any, labels: Any, colours: Any, neighbours: Any, out: Any
                   ) -> None:
    """Fill the rows of GROUP_FEATURES: what a map says of whole groups and the enemies beside.

    labels -- int32 (n), 0 for none; colours -- int8 (count + 1), 0 for number 0
    """
    count = colours.size - 1
    facts = np.empty((9, count + 1), np.int32)
    _weigh_groups(values, stones, labels, colours, neighbours, facts)
    weakest, strongest = np.full(count + 1, 2000, np.int32), np.full(count + 1, -2000, np.int32)
    least_liberties, least_territory = np.full((2, count + 1), _NONE, np.int32)
    for point in range(values.size):
        label = labels[point]
        for side in range(4):
            near = neighbours[point, side]
            other = labels[near] if near >= 0 else 0
            if colours[label] * colours[other] < 0 and facts[1, other] > 0:
                mean = facts[0, other] // facts[1, other]
                weakest[label] = min(weakest[label], mean)
                strongest[label] = max(strongest[label], mean)
                least_liberties[label] = min(least_liberties[label], facts[4, other])
                least_territory[label] = min(least_territory[label], facts[2, other] // 10)
    for point in range(values.size):
        label = labels[point]
        if label == 0:
            for row in range(13):
                out[row, point] = 0
            continue
        colour, number = colours[label], facts[1, label]
        mean = facts[0, label] // number + _SCALE + 1 if number else 0
        out[0, point] = colour * mean
        out[1, point] = _clipped(colour * (facts[2, label] // 10))
        out[2, point] = colour * facts[3, label]
        out[3, point] = colour * number
        out[4, point] = colour * facts[4, label]
        out[5, point] = colour * facts[5, label]
        out[6, point], out[7, point] = weakest[label], strongest[label]
        out[8, point] = colour * least_liberties[label]
        out[9, point] = colour * facts[6, label]
        out[10, point] = _clipped(least_territory[label])
        out[11, point] = _clipped(colour * facts[7, label])
        out[12, point] = _clipped(colour * facts[8, label])
