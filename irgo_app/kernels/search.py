"""Life and death by depth-first proof-number search (df-pn).

One side, the attacker, wants to take every stone of a group, the other wants to keep one alive for
good. Both play on the points of a region only. The defender may pass, the attacker may not: an
attacker without a useful move has failed, which is how seki counts as life. A ko may be retaken at
once for one ko threat out of a finite number for each side.

Whoever goes round in circles does not take the group: a move back to a position of the path counts
as life. An attack that succeeds can do without such moves, so it never hangs on the path. A defence
may: it hangs on the shallowest position that a circle below it closes at, and is not remembered.
At that position itself it hangs on nothing: however often the attacker goes round, it comes to no
end for the group.

Source: A. Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its Applications (2002); the sum of
proof numbers is replaced by their maximum plus the number of open moves (T. Ueda et al., Weak
Proof-Number Search, 2008); A. Kishimoto and M. Müller, Search versus Knowledge for Solving
Life and Death Problems in Go (2005), and A General Solution to the Graph History Interaction
Problem (2004). Moves that cannot matter are refuted together: see `relevance.py`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from irgo_app.kernels.argument_types import (
    Int8s, Int32s, Int32Table, Int64Buffer, Int64Rows, Int64s, Int64Table
)
from irgo_app.kernels.benson import LifeRoom, is_settled_alive
from irgo_app.kernels.chains import KO, META, QUORUM, SAVED, TARGETS, THREATS, copy_board
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.relevance import EVERYWHERE, take_refuted, write_zone
from irgo_app.kernels.search_state import (
    ALIKE, CERTAIN, DEEPEST, DELTA, ON_DEPTH, ON_NOTHING, PASS, PHI, WORK, Stack, full_key,
    list_moves, place_of, play_move, store
)

SOLVED, FAILED, OPEN = 1, -1, 0
SECOND: Final = 0
"""Beside PHI and DELTA in what `_sum_up` writes: the second cheapest delta of a move."""
MOVE: Final = 0
NODES: Final = 1
TOO_DEEP: Final = 2
"""What `solve` writes: the winning move, or the one that was hardest to refute; how many nodes it
looked at; 1 if the group was only held to live because the search went no deeper."""


@inner_kernel
def _settled(
    board: Int32Table, around: Int32Table, region: Int32s, colour: int, attacker: int,
    scratch: LifeRoom,
) -> int:
    """Return 1 if the side to move has what it wants, -1 if it has lost, 0 if play goes on."""
    if board[META, TARGETS] < board[META, QUORUM]:
        return 1 if colour == attacker else -1
    if board[META, SAVED] >= board[META, QUORUM]:
        return -1 if colour == attacker else 1
    if colour == attacker and is_settled_alive(board, around, region, -attacker, scratch):
        return -1
    return 0


@inner_kernel
def _sum_up(phis: Int64s, deltas: Int64s, count: int, out: Int64Buffer) -> int:
    """Return the cheapest move of a position, -1 if there is none.

    out -- int64 (3), overwritten: [PHI], the cheapest delta of a move; [DELTA], the dearest phi and
    one more for each other move that is open; [SECOND], the second cheapest delta
    """
    best, cheapest, second = -1, np.int64(CERTAIN), np.int64(CERTAIN)
    dearest, open_moves = np.int64(0), np.int64(0)
    for index in range(count):
        cost = deltas[index]
        if cost < cheapest:
            second = cheapest
            best, cheapest = index, cost
        elif cost < second:
            second = cost
        dearest = max(dearest, phis[index])
        open_moves += phis[index] != 0
    out[PHI], out[SECOND] = cheapest, second
    if open_moves == 0:
        out[PHI], out[DELTA] = CERTAIN, 0
    elif cheapest == 0 or dearest >= CERTAIN:
        out[DELTA] = CERTAIN
    else:
        out[DELTA] = dearest + open_moves - 1
    return best


@inner_kernel
def _close_circles(
    path_keys: Int64s, depth: int, is_attacker: bool, keys: Int64s, phis: Int64Buffer,
    deltas: Int64Buffer, hangs: Int64Buffer, count: int,
) -> None:
    """Decide moves that lead back to a position of the path: the attacker has got nowhere.

    hangs -- int64 (moves), overwritten: what the result of each move hangs on
    """
    for index in range(count):
        hangs[index] = ON_NOTHING
        for above in range(depth):
            if path_keys[above] == keys[index]:
                phis[index] = 0 if is_attacker else CERTAIN
                deltas[index] = CERTAIN - phis[index]
                hangs[index] = above
                break


@inner_kernel
def _hanging_on(
    depth: int, is_attacker: bool, total: Int64s, deltas: Int64s, hangs: Int64s, count: int
) -> int:
    """Return what the result at a depth hangs on: the shallowest depth, or see ON_NOTHING.

    The attacker has failed by all his moves together, the defender lives by the best of his.
    total -- proof numbers of the position: undecided, it hangs on nothing
    """
    if total[DELTA if is_attacker else PHI] != 0:
        return ON_NOTHING
    found = ON_NOTHING if is_attacker else ON_DEPTH
    for index in range(count):
        if is_attacker:
            found = min(found, hangs[index])
        elif deltas[index] == 0:
            found = max(found, hangs[index])
    return found if found < depth else ON_NOTHING


@inner_kernel
def _best_move(
    table: Int64Table, moves: Int32s, keys: Int64s, deltas: Int64s, count: int, is_won: bool
) -> int:
    """Return the winning move, or the one that cost most to refute."""
    found, hardest = PASS, 0
    for index in range(count):
        if is_won:
            if deltas[index] == 0:
                found = abs(moves[index])
        else:
            place = place_of(table, keys[index])
            if place >= 0 and table[place, WORK] > hardest:
                hardest = table[place, WORK]
                found = abs(moves[index])
    return found


@inner_kernel
def _share_limits(
    phi_limits: Int64Buffer, delta_limits: Int64Buffer, depth: int, total: Int64s, phi: int
) -> None:
    """Give the next depth the limits within which its move stays the best one (Nagai), with a
    quarter of slack, so that the search does not jump to and fro; phi -- of that move."""
    phi_limits[depth + 1] = min(np.int64(CERTAIN), delta_limits[depth] - total[DELTA] + phi)
    delta_limits[depth + 1] = min(
        phi_limits[depth], total[SECOND] + total[SECOND] // 4 + 1)


@inner_kernel
def _list_known(
    board: Int32Table, around: Int32Table, region: Int32s, colour: int, attacker: int,
    signs: Int64Table, table: Int64Table, stack: Stack, depth: int,
) -> None:
    """List the moves of a position with what is known of them: by table, circles and zones."""
    count = list_moves(
        board, around, region, colour, attacker, stack.stone_keys[depth], signs, table,
        stack.found, stack.moves[depth], stack.keys[depth], stack.phis[depth],
        stack.deltas[depth])
    stack.counts[depth] = count
    _close_circles(
        stack.path_keys, depth, colour == attacker, stack.keys[depth], stack.phis[depth],
        stack.deltas[depth], stack.hangs[depth], count)
    stack.zones.gathered[depth] = 0 if count > 0 else EVERYWHERE
    for index in range(count):
        if stack.phis[depth, index] == 0 and stack.hangs[depth, index] != ALIKE:
            take_refuted(board, around, colour, table, stack, depth, index)


@kernel
def solve(
    root: Int32Table, around: Int32Table, region: Int32s, first: int, attacker: int, root_key: int,
    signs: Int64Table, table: Int64Rows, stack: Stack, most_nodes: int, cancel: Int8s,
    out: Int64Buffer,
) -> int:
    """Return SOLVED if the side to move gets what it wants, FAILED if not, OPEN if undecided.

    root -- int32 (STATE_ROWS, n), with ko threats in META; around -- see `chains.py`
    region -- int32 (m), the places where one may play
    first, attacker -- colours; root_key -- key of the stones; signs -- see `chains.play`
    table -- int64 (power of two, columns of `new_table`), kept between searches
    stack -- of `new_stack` for m + 1 moves, scratch; cancel -- int8 (1), not 0: stop
    out -- int64 (3), overwritten: see MOVE, NODES and TOO_DEEP
    """
    boards, moves, keys, phis, deltas = (
        stack.boards, stack.moves, stack.keys, stack.phis, stack.deltas)
    counts, current, total, hangs = stack.counts, stack.current, stack.total, stack.hangs
    stone_keys, path_keys = stack.stone_keys, stack.path_keys
    copy_board(root, boards[0])
    stone_keys[0] = root_key
    path_keys[0] = full_key(root_key, first, root[META, KO], root[META, THREATS],
                            root[META, THREATS + 1], root[META, TARGETS])
    stack.phi_limits[0] = stack.delta_limits[0] = CERTAIN
    out[:] = 0
    depth, nodes, colour, is_new, settled, hanging, best = 0, 0, first, True, 0, 0, 0
    while True:
        if is_new:
            nodes += 1
            if nodes >= most_nodes or (nodes % 256 == 0 and cancel[0] != 0):
                out[NODES] = nodes
                return OPEN
            stack.begun[depth], is_new, hanging = nodes, False, ON_NOTHING
            board = boards[depth]
            settled = _settled(board, around, region, colour, attacker, stack.life)
            if settled == 0 and depth == DEEPEST:  # Too deep counts as a failed attack.
                settled = -1 if colour == attacker else 1
                hanging = ON_DEPTH
            counts[depth] = 0
            if settled == 0:
                _list_known(board, around, region, colour, attacker, signs, table, stack, depth)
        if settled == 0:
            best = _sum_up(phis[depth], deltas[depth], counts[depth], total)
            if (total[PHI] < stack.phi_limits[depth]
                    and total[DELTA] < stack.delta_limits[depth]):
                current[depth] = best
                _share_limits(
                    stack.phi_limits, stack.delta_limits, depth, total, phis[depth, best])
                copy_board(boards[depth], boards[depth + 1])
                stone_keys[depth + 1] = stone_keys[depth] ^ play_move(
                    boards[depth + 1], around, moves[depth, best], colour, signs)
                path_keys[depth + 1] = keys[depth, best]
                depth, colour, is_new = depth + 1, -colour, True
                continue
            hanging = _hanging_on(
                depth, colour == attacker, total, deltas[depth], hangs[depth], counts[depth])
        else:
            total[PHI] = 0 if settled > 0 else CERTAIN
            total[DELTA] = CERTAIN - total[PHI]
        # This position is done for now: remember it and go back up. What hangs on the path
        # is not remembered.
        if hanging == ON_NOTHING:
            if total[PHI] == 0 or total[DELTA] == 0:
                write_zone(
                    around, region, colour, attacker, settled, best, signs, table, stack, depth)
            store(table, path_keys[depth], total[PHI], total[DELTA],
                  nodes - stack.begun[depth] + 1, stack.zones.words)
        if depth == 0:
            break
        depth, colour, settled = depth - 1, -colour, 0
        phis[depth, current[depth]] = total[PHI]
        deltas[depth, current[depth]] = total[DELTA]
        hangs[depth, current[depth]] = hanging
        if total[PHI] == 0:
            take_refuted(boards[depth], around, colour, table, stack, depth, current[depth])
    out[NODES], out[TOO_DEEP] = nodes, hanging == ON_DEPTH
    is_won = total[PHI] == 0
    out[MOVE] = _best_move(table, moves[0], keys[0], deltas[0], counts[0], is_won)
    if is_won:
        return SOLVED
    return FAILED if total[DELTA] == 0 else OPEN
