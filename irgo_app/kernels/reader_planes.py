"""What the reader's network sees of a position: planes of zeros and ones, from the mover's side."""

from typing import Final

from irgo_app.kernels.argument_types import (BoolRows, Bools, Int8Buffer, Int8s, Int16s, Int32Table,
                                             UInt8Rows)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.ladders import MOST_LIBERTIES, LadderScratch, few_liberties, find_ladders

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


@kernel
def fill_planes(
    stones: Int8s, neighbours: Int32Table, mover: int, ko_point: int, recent: Int16s,
    scratch: LadderScratch, counted: Int8Buffer, ladders: BoolRows, out: UInt8Rows,
) -> None:
    """Write the planes of a position.

    stones -- int8 (n), +1 Black; neighbours -- int32 (n, 4), -1 where there is none
    mover -- +1 or -1; ko_point -- -1 if there is none
    recent -- int16 (RECENT_MOVES): the last moves, the latest first, -1 where unknown
    scratch -- of `new_ladder_scratch`; counted -- int8 (n), ladders -- bool (2, n), scratch
    out -- uint8 (PLANES, n), overwritten with 0 and 1
    """
    taken, moves = ladders[0], ladders[1]
    out[:] = 0
    out[BOARD] = 1
    find_ladders(stones, neighbours, scratch, taken, moves)
    _count_liberties(stones, neighbours, scratch, counted)
    for point in range(stones.size):
        if stones[point] == 0:
            continue
        side = 0 if stones[point] == mover else 1
        out[STONES + side, point] = 1
        if counted[point] < MOST_LIBERTIES:
            out[LIBERTIES + (MOST_LIBERTIES - 1) * side + counted[point] - 1, point] = 1
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


@inner_kernel
def _count_liberties(
    stones: Int8s, neighbours: Int32Table, scratch: LadderScratch, counted: Int8Buffer
) -> None:
    """Write the liberties of each stone's chain, four standing for more; 0 at vacant points."""
    counted[:] = 0
    for point in range(stones.size):
        if stones[point] != 0 and counted[point] == 0:
            liberties, size = few_liberties(stones, neighbours, point, MOST_LIBERTIES,
                                            scratch.marks, scratch.chain, scratch.found)
            for index in range(size):
                counted[scratch.chain[index]] = liberties


@inner_kernel
def _starts_on_other_side(
    stones: Int8s, neighbours: Int32Table, point: int, mover: int, taken: Bools
) -> bool:
    """Return whether a ladder that begins at `point` is against a chain of the other side."""
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0 and stones[near] == -mover and taken[near]:
            return True
    return False
