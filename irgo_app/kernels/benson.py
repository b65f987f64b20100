"""Unconditional life: chains that live even if their owner never answers.

Source: D. B. Benson, Life in the Game of Go, Information Sciences 10 (1976).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irgo_app.kernels import kernel


@kernel
def _label(stones: Any, neighbours: Any, colour: int, is_own: bool, out: Any) -> int:
    """Number the 4-connected parts of a colour's stones, or of all other points; return how many.

    out -- int16 (n), overwritten: -1 or the number of the part, from 0
    """
    out[:] = -1
    queue = np.empty(stones.size, np.int32)
    count = 0
    for start in range(stones.size):
        if out[start] >= 0 or (stones[start] == colour) != is_own:
            continue
        out[start] = count
        queue[0] = start
        begin, end = 0, 1
        while begin < end:
            point = queue[begin]
            begin += 1
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0 and out[near] < 0 and (stones[near] == colour) == is_own:
                    out[near] = count
                    queue[end] = near
                    end += 1
        count += 1
    return count


@kernel
def _survey(
    stones: Any, neighbours: Any, chains: Any, regions: Any, touches: Any, is_vital: Any
) -> None:
    """Write which regions touch which chains, and which are vital to them: all their vacant points
    are liberties of the chain. touches, is_vital -- bool (regions, chains), overwritten
    """
    touches[:] = False
    liberties = np.zeros(touches.shape, np.int16)
    vacant = np.zeros(touches.shape[0], np.int16)
    seen = np.empty(4, np.int16)
    for point in range(stones.size):
        region = regions[point]
        if region < 0:
            continue
        vacant[region] += stones[point] == 0
        count = 0
        for side in range(4):
            near = neighbours[point, side]
            if near < 0 or chains[near] < 0:
                continue
            chain = chains[near]
            touches[region, chain] = True
            is_new = True
            for index in range(count):
                is_new &= seen[index] != chain
            if is_new:
                seen[count] = chain
                count += 1
                liberties[region, chain] += stones[point] == 0
    for region in range(touches.shape[0]):
        for chain in range(touches.shape[1]):
            is_vital[region, chain] = vacant[region] > 0 and (
                liberties[region, chain] == vacant[region])


@kernel
def unconditionally_alive(stones: Any, neighbours: Any, colour: int, out: Any) -> None:
    """Mark the stones of a colour that cannot be captured though their owner passes every move.

    Of all chains, and all regions of other points, strike again and again the chains with fewer
    than two vital regions and the regions that touch a chain struck; what is left is alive.
    stones -- int8 (n); neighbours -- int16 (n, 4), absent = -1; out -- bool (n), overwritten
    """
    chains, regions = np.empty(stones.size, np.int16), np.empty(stones.size, np.int16)
    chain_count = _label(stones, neighbours, colour, True, chains)
    region_count = _label(stones, neighbours, colour, False, regions)
    touches = np.empty((region_count, chain_count), np.bool_)
    is_vital = np.empty((region_count, chain_count), np.bool_)
    _survey(stones, neighbours, chains, regions, touches, is_vital)
    is_alive = np.ones(chain_count, np.bool_)
    is_sound = np.ones(region_count, np.bool_)
    has_changed = True
    while has_changed:
        has_changed = False
        for chain in range(chain_count):
            vital = 0
            for region in range(region_count):
                vital += is_sound[region] and is_vital[region, chain]
            if is_alive[chain] and vital < 2:
                is_alive[chain] = False
                has_changed = True
        for region in range(region_count):
            for chain in range(chain_count):
                if is_sound[region] and touches[region, chain] and not is_alive[chain]:
                    is_sound[region] = False
                    has_changed = True
    for point in range(stones.size):
        out[point] = chains[point] >= 0 and is_alive[chains[point]]
