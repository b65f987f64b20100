"""What the proof-number search keeps for each depth."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    Int8Buffer,
    Int32Boards,
    Int32Buffer,
    Int32Rows,
    Int64Buffer,
    Int64Rows,
)
from irgo_app.kernels.bit_sets import words_for
from irgo_app.kernels.settled_life import LifeRoom, new_life_room

CERTAIN: Final = 1 << 28
"""A proof number that means: impossible."""
DEEPEST: Final = 120
ON_NOTHING: Final = 1 << 20
ALIKE: Final = ON_NOTHING + 1
ON_DEPTH: Final = -1
"""What a result hangs on, besides a depth of the path: nothing; nothing either, and it is known
from another move; or that the search ended there."""


class ZoneRoom(NamedTuple):
    """What a search needs for its zones.

    gathered -- int64 (depths, words): of the moves of each depth that are refuted so far
    marks -- int8 (n): a zone being made; words -- int64 (words): a zone made
    """

    gathered: Int64Rows
    marks: Int8Buffer
    words: Int64Buffer


def new_zone_room(depths: int, places: int) -> ZoneRoom:
    """Return what is needed for a board of so many places."""
    words = words_for(places)
    return ZoneRoom(np.zeros((depths, words), np.int64), np.zeros(places, np.int8),
                    np.zeros(words, np.int64))


class Stack(NamedTuple):
    """What a search keeps for each depth, DEEPEST + 1 of them.

    boards -- int32 (depths, STATE_ROWS, n)
    moves, keys, phis, deltas -- (depths, most moves): of each move, as `list_moves` lists them
    hangs -- int64 (depths, most moves): what the result of each move hangs on
    counts, current -- int64 (depths): how many moves there are, and which is looked at
    phi_limits, delta_limits -- int64: numbers at which a depth gives up
    stone_keys, path_keys -- int64: keys of the stones, and full keys
    begun -- int64: nodes when the depth was entered
    found -- int32, total -- int64 (3), life, zones -- scratch of all depths
    """

    boards: Int32Boards
    moves: Int32Rows
    keys: Int64Rows
    phis: Int64Rows
    deltas: Int64Rows
    hangs: Int64Rows
    counts: Int64Buffer
    current: Int64Buffer
    phi_limits: Int64Buffer
    delta_limits: Int64Buffer
    stone_keys: Int64Buffer
    path_keys: Int64Buffer
    begun: Int64Buffer
    found: Int32Buffer
    total: Int64Buffer
    life: LifeRoom
    zones: ZoneRoom


def new_stack(root: Any, most_moves: int) -> Stack:
    """Return the stack for searches from boards like one, with so many moves at most."""
    depths, places = DEEPEST + 1, root.shape[1]
    return Stack._make((
        np.empty((depths, *root.shape), np.int32), np.empty((depths, most_moves), np.int32),
        *np.empty((4, depths, most_moves), np.int64), *np.empty((7, depths), np.int64),
        np.empty(places + 8, np.int32), np.empty(3, np.int64), new_life_room(places),
        new_zone_room(depths, places)))
