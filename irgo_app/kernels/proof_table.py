"""The table of positions of the proof-number search: their keys, proof numbers and work.

A position is found by a key of all that decides its value: stones, whose turn it is, the ko, the
ko threats left and the stones of the group that stand.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from irgo_app.kernels.argument_types import Int64Rows, Int64s, Int64Table
from irgo_app.kernels.bit_sets import words_for
from irgo_app.kernels.compiler import inner_kernel

KEY: Final = 0
PHI: Final = 1
DELTA: Final = 2
WORK: Final = 3
ZONE: Final = 4
"""Columns of the table of positions: the full key, both proof numbers seen from the side to move
(phi: of getting what it wants; delta: of being kept from it), the nodes spent below, and from ZONE
on the words of the zone that a proof hangs on (`relevance.py`)."""
WAYS: Final = 4
"""Places of the table that may hold a position."""


def new_table(size: int, places: int) -> Any:
    """Return an empty table for so many positions, a power of two, of a board of so many places."""
    return np.zeros((size, ZONE + words_for(places)), np.int64)


@inner_kernel
def mix(value: int) -> int:
    """Return a number scrambled so that small ones make good keys (splitmix64, G. Steele)."""
    word = np.uint64(value) + np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    number: Any = np.int64(word ^ (word >> np.uint64(31)))
    return number


@inner_kernel
def full_key(stones_key: int, colour: int, ko: int, white: int, black: int, targets: int) -> int:
    """Return the key of a position together with everything else that decides its value."""
    return stones_key ^ mix(
        ((((ko * 8 + white) * 8 + black) * 512 + targets) * 2) + (1 if colour > 0 else 0))


@inner_kernel
def _slot(table: Int64Table, key: int) -> int:
    """Return the first of the four places of a position in the table."""
    slot: Any = np.int64(np.uint64(key) & np.uint64(table.shape[0] - WAYS))
    return slot


@inner_kernel
def place_of(table: Int64Table, key: int) -> int:
    """Return where a position is in the table, -1 if it is not."""
    slot = _slot(table, key)
    for place in range(slot, slot + WAYS):
        if table[place, KEY] == key:
            return place
    return -1


@inner_kernel
def store(
    table: Int64Rows, key: int, phi: int, delta: int, work: int, zone: Int64s
) -> None:
    """Remember a position; of four places the cheapest is given up. zone -- read of a proof."""
    slot = _slot(table, key)
    cheapest: Any = slot
    for place in range(slot, slot + WAYS):
        if table[place, KEY] == key or table[place, KEY] == 0:
            cheapest = place
            break
        if table[place, WORK] < table[cheapest, WORK]:
            cheapest = place
    table[cheapest, KEY] = key
    table[cheapest, PHI] = phi
    table[cheapest, DELTA] = delta
    table[cheapest, WORK] = work
    if phi == 0 or delta == 0:
        for index in range(zone.size):
            table[cheapest, ZONE + index] = zone[index]
