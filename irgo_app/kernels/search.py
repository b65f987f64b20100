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
Problem (2004).

Moves that cannot matter are refuted together. Whoever wins a position wins it with the same answers
whatever the loser puts elsewhere. So a move of the loser outside the zone of a lost position
changes nothing, and one such move that is refuted refutes them all. A zone holds, for every
position of the proof,

- each stone of a chain of the winner that the proof needs, and one liberty of it, so that nothing
  played elsewhere captures it;
- where the winner plays, what is captured, and what is beside that;
- what keeps the loser from a vacant place of the zone where he may not play.

A zone is kept as a set of bits (`grid.py`). A result that hangs on the path, or on there
being no move, has all places.
Source: C.-C. Shih, T.-R. Wu, T. H. Wei and I.-C. Wu, A Novel Approach to Solving Goal-Achieving
Problems for Board Games (AAAI 2022).
"""

from typing import Final

import numpy as np

from irgo_app.kernels.argument_types import (Int8Buffer, Int8s, Int32s, Int32Table, Int64Buffer,
                                             Int64Rows, Int64s, Int64Table)
from irgo_app.kernels.benson import LifeRoom, is_settled_alive
from irgo_app.kernels.chains import (FREE, GOALS, HEAD, KO, META, NEXT, QUORUM, SAVED, STONE,
                                     TARGETS, THREATS, WALL, copy_board, is_in_atari, is_legal)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import add_place, holds
from irgo_app.kernels.search_state import (ALIKE, CERTAIN, DEEPEST, DELTA, ON_DEPTH, ON_NOTHING,
                                           PASS, PHI, WORK, ZONE, Stack, ZoneRoom, full_key,
                                           list_moves, place_of, play_move, store)

EVERYWHERE: Final = -1
"""A word of a zone that has all its places."""


@inner_kernel
def captures(board: Int32Table, around: Int32Table, point: int, colour: int) -> bool:
    """Return whether a move takes stones."""
    for side in range(4):
        near = around[point, side]
        if board[STONE, near] == -colour and is_in_atari(board, board[HEAD, near]):
            return True
    return False


@inner_kernel
def zone_of_child(table: Int64Table, key: int, words: Int64Buffer) -> None:
    """Write the zone of a proved position, all places where none is remembered."""
    place = place_of(table, key)
    if place < 0 or (table[place, PHI] != 0 and table[place, DELTA] != 0):
        words[:] = EVERYWHERE
        return
    for index in range(words.size):
        words[index] = table[place, ZONE + index]


@inner_kernel
def _spread(words: Int64s, marks: Int8Buffer) -> None:
    """Write a zone as marks."""
    for place in range(marks.size):
        marks[place] = holds(words, place)


@inner_kernel
def _add_marked(marks: Int8s, words: Int64Buffer) -> None:
    """Put the places that are marked into a zone."""
    for place in range(marks.size):
        if marks[place]:
            add_place(words, place)


@inner_kernel
def _pack(marks: Int8s, words: Int64Buffer) -> None:
    """Write marks as a zone."""
    words[:] = 0
    _add_marked(marks, words)


@inner_kernel
def _mark_chain(board: Int32Table, around: Int32Table, head: int, marks: Int8Buffer) -> bool:
    """Mark a chain and all beside it; return whether anything is new."""
    is_new, stone = False, head
    while True:
        is_new |= marks[stone] == 0
        marks[stone] = 1
        for side in range(4):
            near = around[stone, side]
            if near > WALL:
                is_new |= marks[near] == 0
                marks[near] = 1
        stone = board[NEXT, stone]
        if stone == head:
            return is_new


@inner_kernel
def _keep_alive(
    board: Int32Table, around: Int32Table, head: int, but: int, marks: Int8Buffer
) -> bool:
    """Mark a chain and one liberty of it, unless one is marked; return whether anything is new.

    but -- a vacant place that does not count
    """
    is_new, liberty, stone = False, -1, head
    has_liberty = board[FREE, head] != 0
    while True:
        is_new |= marks[stone] == 0
        marks[stone] = 1
        for side in range(4):
            near = around[stone, side]
            if near > WALL and board[STONE, near] == 0 and near != but:
                has_liberty |= marks[near] != 0
                liberty = near
        stone = board[NEXT, stone]
        if stone == head:
            break
    if not has_liberty and liberty >= 0:
        marks[liberty] = 1
        is_new = True
    return is_new


@inner_kernel
def _is_eye_of(board: Int32Table, around: Int32Table, point: int, colour: int) -> bool:
    """Return whether all stones beside a vacant point are of one colour, and no point is vacant."""
    for side in range(4):
        near = around[point, side]
        if board[STONE, near] == 0 or board[STONE, near] == -colour:
            return False
    return True


@inner_kernel
def _close(
    board: Int32Table, around: Int32Table, winner: int, is_losers_turn: bool, marks: Int8Buffer
) -> None:
    """Mark what the marked places need, until nothing is new."""
    is_new = True
    while is_new:
        is_new = False
        for place in range(WALL + 1, marks.size):
            if marks[place] == 0:
                continue
            stone = board[STONE, place]
            if stone == winner:
                head = board[HEAD, place]
                if board[FREE, head] != 0:
                    continue
                if place == head:
                    is_new |= _keep_alive(board, around, head, -1, marks)
                elif marks[head] == 0:
                    marks[head] = 1
                    is_new = True
            elif stone == 0 and is_losers_turn and (
                    not is_legal(board, around, place, -winner)
                    or _is_eye_of(board, around, place, -winner)):
                for side in range(4):
                    near = around[place, side]
                    if board[STONE, near] == winner and near > WALL:
                        if board[FREE, board[HEAD, near]] == 0:
                            is_new |= _keep_alive(board, around, board[HEAD, near], place, marks)
                    elif board[STONE, near] == -winner and near > WALL:
                        is_new |= _mark_chain(board, around, board[HEAD, near], marks)


@inner_kernel
def _mark_captures(
    board: Int32Table, around: Int32Table, move: int, colour: int, marks: Int8Buffer
) -> None:
    """Mark what a move takes, and what is beside that and beside the move."""
    if not captures(board, around, move, colour):
        return
    marks[move] = 1
    for side in range(4):
        near = around[move, side]
        if near <= WALL:
            continue
        marks[near] = 1
        if board[STONE, near] == -colour and is_in_atari(board, board[HEAD, near]):
            _mark_chain(board, around, board[HEAD, near], marks)


@inner_kernel
def gather_refuted(
    board: Int32Table, around: Int32Table, move: int, colour: int, room: ZoneRoom, depth: int
) -> None:
    """Add the zone of a refuted move, in `words`, to those of its depth; move -- 0 a pass."""
    words, gathered = room.words, room.gathered
    for index in range(words.size):
        gathered[depth, index] |= words[index]
    if move != 0 and captures(board, around, move, colour):
        room.marks[:] = 0
        _mark_captures(board, around, move, colour, room.marks)
        _add_marked(room.marks, gathered[depth])


@inner_kernel
def zone_of_lost(
    board: Int32Table, around: Int32Table, colour: int, room: ZoneRoom, depth: int
) -> None:
    """Write to `words` the zone of a position that `colour`, whose turn it is, has lost."""
    _spread(room.gathered[depth], room.marks)
    _close(board, around, -colour, True, room.marks)
    _pack(room.marks, room.words)


@inner_kernel
def zone_of_won(
    board: Int32Table, after: Int32Table, around: Int32Table, move: int, colour: int,
    room: ZoneRoom,
) -> None:
    """Write to `words` the zone of a position that `colour` wins by a move.

    The zone after the move is in `words`; after -- the board there; move -- 0 for a pass
    """
    marks = room.marks
    _spread(room.words, marks)
    if move != 0:
        marks[move] = 1
        _close(after, around, colour, True, marks)
        _mark_captures(board, around, move, colour, marks)
    _close(board, around, colour, False, marks)
    _pack(marks, room.words)


@inner_kernel
def zone_of_life(
    board: Int32Table, region: Int32s, defender: int, is_enclosed: bool, life: LifeRoom,
    room: ZoneRoom,
) -> None:
    """Write to `words` the zone of a group that is saved, or that `is_settled_alive` found alive.

    is_enclosed -- the latter: what it left in `life` is read
    """
    marks, rooms = room.marks, life.rooms
    marks[:] = 0
    for place in range(WALL + 1, marks.size):
        if board[STONE, place] == defender:
            head = board[HEAD, place]
            if board[FREE, head] != 0:
                marks[place] = board[GOALS, head] != 0
            elif is_enclosed:
                marks[place] = life.is_standing[head]
    if is_enclosed:
        for place in region:
            number = life.room_of[place]
            if board[STONE, place] != defender and number >= 0 and rooms.is_sound[number]:
                marks[place] = 1
    _pack(marks, room.words)


@inner_kernel
def _refute_alike(
    board: Int32Table, around: Int32Table, colour: int, moves: Int32s, phis: Int64Buffer,
    deltas: Int64Buffer, hangs: Int64Buffer, count: int, refuted: int, zone: Int64s
) -> None:
    """Decide the moves that change as little as one that is refuted: those outside its zone.

    refuted -- the index of a move whose result hangs on nothing; zone -- of that result
    """
    move = moves[refuted]
    if move < 0 or (move != PASS and (holds(zone, move) or captures(board, around, move, colour))):
        return
    for index in range(count):
        if phis[index] != 0 and deltas[index] != 0 and (
                moves[index] == PASS or not holds(zone, abs(moves[index]))):
            phis[index], deltas[index], hangs[index] = 0, CERTAIN, ALIKE


@inner_kernel
def take_refuted(
    board: Int32Table, around: Int32Table, colour: int, table: Int64Table, stack: Stack,
    depth: int, index: int,
) -> None:
    """Gather the zone of a refuted move, and refute with it what changes as little."""
    zones, move = stack.zones, stack.moves[depth, index]
    if stack.hangs[depth, index] != ON_NOTHING:
        zones.gathered[depth] = EVERYWHERE
        return
    zone_of_child(table, stack.keys[depth, index], zones.words)
    _refute_alike(board, around, colour, stack.moves[depth], stack.phis[depth],
                  stack.deltas[depth], stack.hangs[depth], stack.counts[depth], index, zones.words)
    gather_refuted(board, around, abs(move), colour, zones, depth)


@inner_kernel
def write_zone(
    around: Int32Table, region: Int32s, colour: int, attacker: int, settled: int, best: int,
    signs: Int64Table, table: Int64Table, stack: Stack, depth: int,
) -> None:
    """Write the zone of a position that is decided and hangs on nothing.

    settled -- 1 where the side to move has what it wants without a move, -1 where it has lost
    best -- else the index of its best move
    """
    zones, board = stack.zones, stack.boards[depth]
    if settled != 0:
        if (settled > 0) == (colour == attacker):
            zones.words[:] = 0
        else:
            zone_of_life(board, region, -attacker, board[META, SAVED] < board[META, QUORUM],
                         stack.life, zones)
    elif stack.total[PHI] != 0:
        zone_of_lost(board, around, colour, zones, depth)
    elif stack.hangs[depth, best] != ON_NOTHING:
        zones.words[:] = EVERYWHERE
    else:
        move, after = stack.moves[depth, best], stack.boards[depth + 1]
        zone_of_child(table, stack.keys[depth, best], zones.words)
        copy_board(board, after)
        play_move(after, around, move, colour, signs)
        zone_of_won(board, after, around, abs(move), colour, zones)


SOLVED, FAILED, OPEN = 1, -1, 0
SECOND: Final = 0
"""Beside PHI and DELTA in what `_sum_up` writes: the second cheapest delta of a move."""
MOVE, NODES, TOO_DEEP = range(3)
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
    delta_limits[depth + 1] = min(phi_limits[depth], total[SECOND] + total[SECOND] // 4 + 1)


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
            if (total[PHI] < stack.phi_limits[depth] and total[DELTA] < stack.delta_limits[depth]):
                current[depth] = best
                _share_limits(stack.phi_limits, stack.delta_limits, depth, total, phis[depth, best])
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
