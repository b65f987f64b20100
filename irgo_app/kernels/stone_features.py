"""What the estimate sees of stones: the edge, the stage of the game, chains, stones nearby.

First what all features need: averages and maxima around every point of a board at once (the board
is laid out with a margin of zeros and one shifted copy of it after the other is added, so that the
loops run through memory and nothing asks for the edge), scratch and limits.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    Float64Buffer, Int8Buffer, Int8s, Int16Buffer, Int16Rows, Int32Buffer, Int32Rows, Int32s,
    Int32Table
)
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
