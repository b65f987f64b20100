"""What the estimate sees of a map around a point: beside it, on average, and along chains.

Conventions: `feature_base.py`.
"""

from __future__ import annotations

from typing import Final

from irgo_app.kernels.argument_types import Int8s, Int16Rows, Int32s, Int32Table
from irgo_app.kernels.compiler import kernel
from irgo_app.kernels.feature_base import NONE, SCALE, FeatureScratch
from irgo_app.kernels.surroundings import box_means, diamond_mean

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
