"""The rules as a kernel: the fast twin of `irgo_app.go.rules.play`."""

from __future__ import annotations

from irgo_app.kernels import kernel
from irgo_app.kernels.argument_types import (
    BoolBuffer,
    Int8Buffer,
    Int8s,
    Int16Buffer,
    Int32Buffer,
    Int32Table,
)


@kernel
def breathless_chain(
    stones: Int8s, neighbours: Int32Table, start: int, chain: Int16Buffer, marks: BoolBuffer
) -> int:
    """Return how many stones the chain at `start` has if it has no liberty, else 0.

    stones -- int8 (n); neighbours -- int32 (n, 4), absent = -1
    chain -- int16 (n), scratch: on return the stones of the chain
    marks -- bool (n), scratch, all False on entry and exit
    """
    colour = stones[start]
    chain[0] = start
    marks[start] = True
    count, index, is_free = 1, 0, False
    while index < count and not is_free:
        for side in range(4):
            near = neighbours[chain[index], side]
            if near < 0 or marks[near]:
                continue
            if stones[near] == 0:
                is_free = True
                break
            if stones[near] == colour:
                marks[near] = True
                chain[count] = near
                count += 1
        index += 1
    for index in range(count):
        marks[chain[index]] = False
    return 0 if is_free else count


@kernel
def play_move(
    stones: Int8Buffer, neighbours: Int32Table, point: int, colour: int, ko_point: int,
    chain: Int16Buffer, marks: BoolBuffer, out: Int32Buffer,
) -> bool:
    """Play a move on `stones` if it is legal (no suicide, no ko); return whether it was.

    stones -- int8 (n), changed only by a legal move
    ko_point -- the point `colour` may not retake, -1 if there is none
    out -- int32 (2): the new ko point or -1, and the stones captured
    Oracle: `irgo_app.go.rules.play` with Japanese rules, in random games.
    """
    if stones[point] != 0 or point == ko_point:
        return False
    stones[point] = colour
    captured, last_taken, liberties, own = 0, -1, 0, 0
    for side in range(4):
        near = neighbours[point, side]
        if near < 0 or stones[near] != -colour:
            continue
        taken = breathless_chain(stones, neighbours, near, chain, marks)
        for index in range(taken):
            stones[chain[index]] = 0
        if taken > 0:
            captured += taken
            last_taken = near
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0:
            liberties += stones[near] == 0
            own += stones[near] == colour
    if liberties == 0 and breathless_chain(stones, neighbours, point, chain, marks) > 0:
        stones[point] = 0
        return False
    out[0] = last_taken if captured == 1 and liberties == 1 and own == 0 else -1
    out[1] = captured
    return True
