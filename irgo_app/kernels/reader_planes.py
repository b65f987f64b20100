"""What the reader's network sees of a position: planes of zeros and ones, from the mover's side."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from irgo_app.kernels.compiled import kernel
from irgo_app.kernels.ladders import ESCAPED, find_ladders

BOARD: Final = 0
"""Ones on the whole board: zero only in the margin that the convolutions add."""
STONES: Final = 1
"""The mover's stones; STONES + 1: the other side's."""
LIBERTIES: Final = 3
"""The mover's chains with one, two, three liberties, then the other side's."""
KO: Final = 9
"""The point that may not be retaken at once."""
RECENT: Final = 10
"""The last moves, one a plane, the latest first."""
RECENT_MOVES: Final = 5
LADDERS: Final = 15
"""The mover's chains that a ladder takes; LADDERS + 1: the other side's."""
LADDER_MOVES: Final = 17
"""Points on which the mover begins a ladder that works."""
PLANES: Final = 18
_FOUR: Final = 4


@kernel
def fill_planes(
    stones: Any, neighbours: Any, mover: int, ko_point: int, recent: Any, out: Any
) -> None:
    """Write the planes of a position.

    stones -- int8 (n), +1 Black; neighbours -- int16 (n, 4), -1 where there is none
    mover -- +1 or -1; ko_point -- -1 if there is none
    recent -- int16 (RECENT_MOVES): the last moves, the latest first, -1 where unknown
    out -- uint8 or float32 (PLANES, n), overwritten with 0 and 1
    """
    out[:] = 0
    out[BOARD] = 1
    marks = np.zeros(stones.size + 1, np.int32)
    queue = np.empty(stones.size, np.int16)
    taken = np.empty(stones.size, np.bool_)
    moves = np.empty(stones.size, np.bool_)
    find_ladders(stones, neighbours, taken, moves)
    counted = np.zeros(stones.size, np.int8)
    for point in range(stones.size):
        if stones[point] == 0:
            continue
        side = 0 if stones[point] == mover else 1
        out[STONES + side, point] = 1
        liberties = _liberties_up_to_three(
            stones, neighbours, point, marks, queue, counted)
        if liberties < _FOUR:
            out[LIBERTIES + ESCAPED * side + liberties - 1, point] = 1
        if taken[point]:
            out[LADDERS + side, point] = 1
    for point in range(stones.size):
        if moves[point]:
            out[LADDER_MOVES, point] = _starts_on_other_side(
                stones, neighbours, point, mover, taken)
    if ko_point >= 0:
        out[KO, ko_point] = 1
    for at in range(RECENT_MOVES):
        if recent[at] >= 0:
            out[RECENT + at, recent[at]] = 1


@kernel
def _liberties_up_to_three(
    stones: Any, neighbours: Any, stone: int, marks: Any, queue: Any, counted: Any
) -> int:
    """Return a chain's liberties, four standing for more; counted once a chain.

    counted -- int8 (n): what is known, 0 where nothing is; written for the whole chain
    """
    if counted[stone]:
        return counted[stone]
    colour = stones[stone]
    marks[-1] += 1
    stamp = marks[-1]
    queue[0] = stone
    marks[stone] = stamp
    begin, end, count = 0, 1, 0
    while begin < end:
        point = queue[begin]
        begin += 1
        for side in range(4):
            near = neighbours[point, side]
            if near < 0 or marks[near] == stamp:
                continue
            if stones[near] == 0:
                marks[near] = stamp
                count += 1
            elif stones[near] == colour:
                marks[near] = stamp
                queue[end] = near
                end += 1
    count = min(count, _FOUR)
    for at in range(end):
        counted[queue[at]] = count
    return count


@kernel
def _starts_on_other_side(
    stones: Any, neighbours: Any, point: int, mover: int, taken: Any
) -> bool:
    """Return whether a ladder that begins at `point` is against a chain of the other side."""
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0 and stones[near] == -mover and taken[near]:
            return True
    return False
