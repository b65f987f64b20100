"""What the estimate sees of a map around a point: beside it, on average, and along chains.

Conventions: `feature_base.py`.
"""

from __future__ import annotations

from typing import Final

from irgo_app.kernels import kernel
from irgo_app.kernels.argument_types import Int8s, Int16Rows, Int32s, Int32Table
from irgo_app.kernels.feature_base import NONE, SCALE, FeatureScratch
from irgo_app.kernels.flood import label_parts
from irgo_app.kernels.surroundings import box_means, diamond_mean

LOCAL_FEATURES: Final = ("here", "highest beside", "lowest beside", "within 1", "within 2",
                         "within 4", "within 3 steps")
(_HERE, _HIGHEST, _LOWEST, _WITHIN_1, _, _WITHIN_4, _WITHIN_3_STEPS) = range(
    len(LOCAL_FEATURES))
CHAIN_FEATURES: Final = ("chain", "liberties of the chain", "own chains beside",
                         "enemy chains beside")
_CHAIN, _CHAIN_LIBERTIES, _OWN_CHAINS, _ENEMY_CHAINS = range(len(CHAIN_FEATURES))
"""Names of the features, and the rows of `out` that they are in."""
_TOTAL, _NUMBER, _AROUND, _TOUCHES = range(4)
"""Rows of facts in `chain_features`: sum and number of a chain's stones, and of its liberties."""


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
            out[row, point] = summed // beside if beside else colour * (SCALE + 1)
