"""The moves of the proof-number search: which are looked at, and what they are taken to cost.

A move is a place of the region, PASS, or a place with a minus sign: a ko retaken at once, for which
a ko threat is given away.
"""

from __future__ import annotations

from typing import Final

from irgo_app.kernels.argument_types import (
    Int32Buffer,
    Int32Rows,
    Int32s,
    Int32Table,
    Int64Buffer,
    Int64Table,
)
from irgo_app.kernels.chains import (
    HEAD,
    KO,
    LOST_TARGET,
    META,
    NEXT,
    STONE,
    TARGET,
    TARGETS,
    THREATS,
    VOID,
    is_in_atari,
    is_legal,
    liberties_after,
    play,
)
from irgo_app.kernels.compiler import inner_kernel
from irgo_app.kernels.padding import OFF_BOARD
from irgo_app.kernels.proof_table import DELTA, PHI, full_key, place_of

PASS: Final = 0
"""The move that is none: the padded board has no point 0."""
PRIOR_COST: Final = 1
NEAR_CAPTURE_COST: Final = 2
NO_CONTACT_COST: Final = 1
PASS_COST: Final = 1
"""What refuting a move that was never looked at is taken to cost (delta), so that likely moves are
looked at first: one; more for a move that leaves itself in atari or touches no stone. A pass is as
likely as any: once it is refuted, so is every move that changes as little (`relevance.py`). irgo's
own choice, and not a sensitive one: with three for a pass searches take 7 % more nodes.
"""


@inner_kernel
def _is_simple_eye(board: Int32Table, around: Int32Table, point: int, colour: int) -> bool:
    """Return whether a vacant point is enclosed by one chain that is not in atari."""
    head = -1
    for side in range(4):
        near = around[point, side]
        stone = board[STONE, near]
        if stone == OFF_BOARD:
            continue
        if stone != colour:
            return False
        if head >= 0 and board[HEAD, near] != head:
            return False
        head = board[HEAD, near]
    return head >= 0 and not is_in_atari(board, head)


@inner_kernel
def _child_key(
    board: Int32Table, around: Int32Table, key: int, point: int, colour: int, signs: Int64Table,
    white: int, black: int, found: Int32Buffer,
) -> int:
    """Return the full key after a legal move, without playing it.

    found -- int32, scratch: heads of captured chains
    """
    result, taken, targets, count, only = key ^ signs[colour + 1, point], 0, 0, 0, 0
    free, own = 0, 0
    for side in range(4):
        near = around[point, side]
        stone = board[STONE, near]
        free += stone == 0 or stone == VOID
        own += stone == colour
        if stone != -colour or not is_in_atari(board, board[HEAD, near]):
            continue
        head, is_new = board[HEAD, near], True
        for index in range(count):
            is_new &= found[index] != head
        if not is_new:
            continue
        found[count] = head
        count += 1
        only = near
        step = head
        while True:
            result ^= signs[1 - colour, step]
            taken += 1
            if board[TARGET, step] != 0:
                result ^= signs[LOST_TARGET, step]
                targets += 1
            step = board[NEXT, step]
            if step == head:
                break
    ko = only if taken == 1 and own == 0 and free == 0 else 0
    return full_key(result, -colour, ko, white, black, board[META, TARGETS] - targets)


@inner_kernel
def list_moves(
    board: Int32Table, around: Int32Table, region: Int32s, colour: int, attacker: int, key: int,
    signs: Int64Table, table: Int64Table, found: Int32Buffer, moves: Int32Buffer,
    keys: Int64Buffer, phis: Int64Buffer, deltas: Int64Buffer,
) -> int:
    """List the moves of a position with the keys and proof numbers of what they lead to.

    moves -- int32 (m), a ko retaken for a threat is negative; keys, phis, deltas -- int64 (m)
    """
    count = 0
    white, black = board[META, THREATS], board[META, THREATS + 1]
    for point in region:
        if board[STONE, point] != 0:
            continue
        is_threat = False
        if board[META, KO] == point:
            threats = black if colour > 0 else white
            if threats == 0:
                continue
            is_threat = True
        elif not is_legal(board, around, point, colour):
            continue
        if _is_simple_eye(board, around, point, colour):
            continue
        cost = PRIOR_COST
        if liberties_after(board, around, point, colour, 2, found) == 1:
            cost += NEAR_CAPTURE_COST
        is_contact = False
        for side in range(4):
            is_contact |= abs(board[STONE, around[point, side]]) == 1
        if not is_contact:
            cost += NO_CONTACT_COST
        moves[count] = -point if is_threat else point
        keys[count] = _child_key(
            board, around, key, point, colour, signs,
            white - (is_threat and colour < 0), black - (is_threat and colour > 0), found)
        phis[count] = 1
        deltas[count] = cost
        count += 1
    if colour != attacker or board[META, KO] != 0:
        moves[count] = PASS
        keys[count] = full_key(key, -colour, 0, white, black, board[META, TARGETS])
        phis[count] = 1
        deltas[count] = PASS_COST
        count += 1
    for index in range(count):
        place = place_of(table, keys[index])
        if place >= 0:
            phis[index] = table[place, PHI]
            deltas[index] = table[place, DELTA]
    return count


@inner_kernel
def play_move(
    board: Int32Rows, around: Int32Table, move: int, colour: int, signs: Int64Table
) -> int:
    """Play a move of the search, PASS and a ko retaken for a threat included; return the key's
    change.
    """
    if move == PASS:
        board[META, KO] = 0
        return 0
    change = play(board, around, abs(move), colour, signs)
    if move < 0:
        board[META, THREATS + (colour > 0)] -= 1
    return change
