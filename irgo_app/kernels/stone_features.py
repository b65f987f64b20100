"""What the estimate sees of stones: the edge, the stage of the game, chains, stones nearby.

Conventions: `feature_base.py`.
"""

from __future__ import annotations

from typing import Final

from irgo_app.kernels.argument_types import (
    Int8s,
    Int16Buffer,
    Int16Rows,
    Int32Buffer,
    Int32Rows,
    Int32s,
    Int32Table,
)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.feature_base import SCALE, FeatureScratch
from irgo_app.kernels.flood import label_parts
from irgo_app.kernels.surroundings import box_max, box_means

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
