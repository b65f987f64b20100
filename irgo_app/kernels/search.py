"""Life and death by depth-first proof-number search (df-pn).

One side, the attacker, wants to take every stone of a group, the other wants to keep one alive for
good. Both play on the points of a region only. The defender may pass, the attacker may not: an
attacker without a useful move has failed, which is how seki counts as life. A ko may be retaken at
once for one ko threat out of a finite number for each side, so that no result depends on the path.

Source: A. Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its Applications (2002); the sum of
proof numbers is replaced by their maximum plus the number of open moves (T. Ueda et al., Weak
Proof-Number Search, 2008); A. Kishimoto and M. Müller, Search versus Knowledge for Solving
Life and Death Problems in Go (2005).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from irgo_app.kernels import kernel
from irgo_app.kernels.chains import (
    FREE,
    GOALS,
    HEAD,
    KO,
    META,
    NEXT,
    OUTSIDE,
    QUORUM,
    SAVED,
    STONE,
    TARGET,
    TARGETS,
    THREATS,
    VOID,
    WALL,
    is_in_atari,
    is_legal,
    liberties_after,
    play,
)
from irgo_app.kernels.padding import OFF_BOARD

PASS: Final = 0
CERTAIN: Final = 1 << 28
"""A proof number that means: impossible."""
DEEPEST: Final = 120
SOLVED, FAILED, OPEN = 1, -1, 0


@kernel
def mix(value: int) -> int:
    """Return a number scrambled so that small ones make good keys (splitmix64, G. Steele)."""
    word = np.uint64(value) + np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    number: Any = np.int64(word ^ (word >> np.uint64(31)))
    return number


@kernel
def full_key(stones_key: int, colour: int, ko: int, white: int, black: int, targets: int) -> int:
    """Return the key of a position together with everything else that decides its value."""
    return stones_key ^ mix(
        ((((ko * 8 + white) * 8 + black) * 512 + targets) * 2) + (1 if colour > 0 else 0))


@kernel
def new_scratch(size: int) -> Any:
    """Return the scratch arrays of `is_settled_alive` for boards of `size` places."""
    return (np.zeros(size, np.int32), np.empty(size + 8, np.int32), np.empty((2, size), np.int32),
            np.empty((64, 24), np.int32))


@kernel
def _flood_room(
    board: Any, around: Any, start: int, defender: int, marks: Any, queue: Any, begin: int
) -> tuple[int, int]:
    """Collect the points that are not the defender's around a place, into `queue` from `begin`.

    Return where they end there, and how many are vacant; -1 if the room is not enclosed.
    """
    end, vacant, is_enclosed = begin + 1, 0, True
    queue[begin] = start
    marks[start] = 1
    while begin < end:
        point = queue[begin]
        begin += 1
        if board[STONE, point] == 0:
            vacant += 1
        elif board[FREE, board[HEAD, point]] != 0:
            is_enclosed = False
        for side in range(4):
            near = around[point, side]
            stone = board[STONE, near]
            if near in (OUTSIDE, WALL):
                is_enclosed = False
                continue
            if abs(stone) > 1 or marks[near] != 0 or stone == defender:
                continue
            marks[near] = 1
            queue[end] = near
            end += 1
    return end, (vacant if is_enclosed else -1)


@kernel
def _survey_room(
    board: Any, around: Any, points: Any, vacant: int, defender: int, room: Any
) -> None:
    """Write the chains beside a room, and to which of them it is vital.

    room -- int32 (24): how many chains, then pairs (head, 1 if all vacant points are liberties)
    """
    count = 0
    for point in points:
        for side in range(4):
            near = around[point, side]
            if board[STONE, near] != defender:
                continue
            head, is_new = board[HEAD, near], True
            for place in range(count):
                is_new &= room[1 + 2 * place] != head
            if is_new and count < 11:
                room[1 + 2 * count] = head
                count += 1
    room[0] = count
    for place in range(count):
        head, is_vital = room[1 + 2 * place], vacant > 0
        for point in points:
            if board[STONE, point] != 0:
                continue
            touches = False
            for side in range(4):
                near = around[point, side]
                touches |= board[STONE, near] == defender and board[HEAD, near] == head
            if not touches:
                is_vital = False
                break
        room[2 + 2 * place] = is_vital


@kernel
def _place_in_room(room: Any, head: int) -> int:
    """Return where a chain is listed in a room, -1 if it is not beside it."""
    for place in range(room[0]):
        if room[1 + 2 * place] == head:
            return place
    return -1


@kernel
def _strike(rooms: Any, count: int, chains: Any) -> int:
    """Strike chains with fewer than two vital rooms, and the rooms beside them; return how many
    chains were listed. chains -- int32 (2, n): heads, and 1 for those that stay
    """
    listed = 0
    for room in range(count):
        for place in range(rooms[room, 0]):
            head, is_new = rooms[room, 1 + 2 * place], True
            for index in range(listed):
                is_new &= chains[0, index] != head
            if is_new:
                chains[0, listed], chains[1, listed] = head, 1
                listed += 1
    has_changed = True
    while has_changed:
        has_changed = False
        for index in range(listed):
            if chains[1, index] == 0:
                continue
            vital = 0
            for room in range(count):
                place = _place_in_room(rooms[room], chains[0, index])
                if place >= 0:
                    vital += rooms[room, 2 + 2 * place]
            if vital < 2:
                chains[1, index] = 0
                has_changed = True
                for room in range(count):
                    if _place_in_room(rooms[room], chains[0, index]) >= 0:
                        rooms[room, 0] = 0
    return listed


@kernel
def is_settled_alive(
    board: Any, around: Any, region: Any, defender: int, marks: Any, queue: Any, chains: Any,
    rooms: Any,
) -> bool:
    """Return whether most of the group cannot be captured though its owner passes.

    Its chains have a liberty outside the region, where nobody plays; or they live unconditionally
    (D. B. Benson, 1976) by enclosed rooms, all whose vacant points are liberties of the chain.
    marks, queue, chains, rooms -- see `new_scratch`; marks are 0 on entry and exit
    """
    count, used = 0, 0
    for start in region:
        if marks[start] != 0 or board[STONE, start] == defender:
            continue
        end, vacant = _flood_room(board, around, start, defender, marks, queue, used)
        if vacant >= 0 and count < rooms.shape[0]:
            _survey_room(board, around, queue[used:end], vacant, defender, rooms[count])
            count += 1
        used = end
    for index in range(used):
        marks[queue[index]] = 0
    saved = board[META, SAVED]
    if count >= 2:
        for index in range(_strike(rooms, count, chains)):
            if chains[1, index] != 0 and board[FREE, chains[0, index]] == 0:
                saved += board[GOALS, chains[0, index]]
    return saved >= board[META, QUORUM]


@kernel
def _look_up(table: Any, key: int, out: Any) -> bool:
    """Write phi and delta of a position into `out`; return whether it was found."""
    slot = np.int64(np.uint64(key) & np.uint64(table.shape[0] - 4))
    for index in range(slot, slot + 4):
        if table[index, 0] == key:
            out[0] = table[index, 1]
            out[1] = table[index, 2]
            return True
    return False


@kernel
def _work_below(table: Any, key: int) -> int:
    """Return how many nodes a position cost, 0 if it was forgotten."""
    slot = np.int64(np.uint64(key) & np.uint64(table.shape[0] - 4))
    for index in range(slot, slot + 4):
        if table[index, 0] == key:
            return table[index, 3]
    return 0


@kernel
def _store(table: Any, key: int, phi: int, delta: int, work: int) -> None:
    """Remember phi and delta of a position; of four places the cheapest is given up."""
    slot = np.int64(np.uint64(key) & np.uint64(table.shape[0] - 4))
    cheapest: Any = slot
    for index in range(slot, slot + 4):
        if table[index, 0] == key or table[index, 0] == 0:
            cheapest = index
            break
        if table[index, 3] < table[cheapest, 3]:
            cheapest = index
    table[cheapest, 0] = key
    table[cheapest, 1] = phi
    table[cheapest, 2] = delta
    table[cheapest, 3] = work


@kernel
def _is_simple_eye(board: Any, around: Any, point: int, colour: int) -> bool:
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


@kernel
def _child_key(
    board: Any, around: Any, key: int, point: int, colour: int, signs: Any, white: int, black: int,
    found: Any,
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
                result ^= signs[1, step]
                targets += 1
            step = board[NEXT, step]
            if step == head:
                break
    ko = only if taken == 1 and own == 0 and free == 0 else 0
    return full_key(result, -colour, ko, white, black, board[META, TARGETS] - targets)


@kernel
def _moves(
    board: Any, around: Any, region: Any, colour: int, attacker: int, key: int, signs: Any,
    table: Any, found: Any, moves: Any, keys: Any, phis: Any, deltas: Any, value: Any,
) -> int:
    """List the moves of a position with the keys and proof numbers of what they lead to.

    moves -- int32 (m), a ko retaken for a threat is negative; keys, phis, deltas -- int64 (m)
    """
    count = 0
    white, black = board[META, THREATS], board[META, THREATS + 1]
    for point in region:
        if board[STONE, point] != 0:
            continue
        cost, is_threat = 1, False
        if board[META, KO] == point:
            threats = black if colour > 0 else white
            if threats == 0:
                continue
            is_threat = True
        elif not is_legal(board, around, point, colour):
            continue
        if _is_simple_eye(board, around, point, colour):
            continue
        liberties = liberties_after(board, around, point, colour, 2, found)
        if liberties == 1:
            cost += 2
        near_any = False
        for side in range(4):
            near = around[point, side]
            near_any |= abs(board[STONE, near]) == 1
        if not near_any:
            cost += 1
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
        deltas[count] = 3
        count += 1
    for index in range(count):
        if _look_up(table, keys[index], value):
            phis[index] = value[0]
            deltas[index] = value[1]
    return count


@kernel
def _settled(
    board: Any, around: Any, region: Any, colour: int, attacker: int, scratch: Any
) -> int:
    """Return 1 if the side to move has what it wants, -1 if it has lost, 0 if play goes on."""
    marks, queue, chains, rooms = scratch
    if board[META, TARGETS] < board[META, QUORUM]:
        return 1 if colour == attacker else -1
    if board[META, SAVED] >= board[META, QUORUM]:
        return -1 if colour == attacker else 1
    if colour == attacker and is_settled_alive(
            board, around, region, -attacker, marks, queue, chains, rooms):
        return -1
    return 0


@kernel
def _sum_up(phis: Any, deltas: Any, count: int, out: Any) -> int:
    """Return the cheapest move of a position, -1 if there is none.

    out -- int64 (3): phi, the cheapest delta of a move; delta, the dearest phi and one more for
    each other move that is open; the second cheapest delta
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
    out[0], out[2] = cheapest, second
    if open_moves == 0:
        out[0], out[1] = CERTAIN, 0
    elif cheapest == 0 or dearest >= CERTAIN:
        out[1] = CERTAIN
    else:
        out[1] = dearest + open_moves - 1
    return best


@kernel
def _forbid_repetitions(path_keys: Any, depth: int, keys: Any, phis: Any, deltas: Any,
                        count: int) -> bool:
    """Rule out moves that lead back to a position of the path; return whether there are any."""
    is_met = False
    for index in range(count):
        for above in range(depth):
            if path_keys[above] == keys[index]:
                phis[index] = 0
                deltas[index] = CERTAIN
                is_met = True
    return is_met


@kernel
def _best_move(table: Any, moves: Any, keys: Any, deltas: Any, count: int, is_won: bool) -> int:
    """Return the winning move, or the one that cost most to refute."""
    found, hardest = PASS, 0
    for index in range(count):
        if is_won:
            if deltas[index] == 0:
                found = abs(moves[index])
        else:
            work = _work_below(table, keys[index])
            if work > hardest:
                hardest = work
                found = abs(moves[index])
    return found


@kernel
def _step(board: Any, around: Any, move: int, colour: int, signs: Any) -> int:
    """Play a move of the search, PASS and a ko retaken for a threat included; return the key's
    change."""
    if move == PASS:
        board[META, KO] = 0
        return 0
    change = play(board, around, abs(move), colour, signs)
    if move < 0:
        board[META, THREATS + (colour > 0)] -= 1
    return change


@kernel
def _new_stack(most: int) -> Any:
    """Return what a search keeps for each depth; `most` is the number of moves at one depth.

    moves, keys, phis, deltas -- of each move; counts, current -- how many moves, and which is
    looked at; limits -- of phi and delta; keys of the stones, and full keys; nodes at the begin;
    whether the result hangs on the path
    """
    depths = DEEPEST + 1
    return (np.empty((depths, most), np.int32), np.empty((depths, most), np.int64),
            np.empty((depths, most), np.int64), np.empty((depths, most), np.int64),
            np.zeros(depths, np.int64), np.zeros(depths, np.int64),
            np.full((2, depths), CERTAIN, np.int64), np.zeros(depths, np.int64),
            np.zeros(depths, np.int64), np.zeros(depths, np.int64), np.zeros(depths, np.bool_))


@kernel
def _share_limits(limits: Any, depth: int, total: Any, phi: int) -> None:
    """Give the next depth the limits within which its move stays the best one (Nagai), with a
    quarter of slack, so that the search does not jump to and fro; phi -- of that move."""
    limits[0, depth + 1] = min(np.int64(CERTAIN), limits[1, depth] - total[1] + phi)
    limits[1, depth + 1] = min(limits[0, depth], total[2] + total[2] // 4 + 1)


@kernel
def solve(
    root: Any, around: Any, region: Any, first: int, attacker: int, root_key: int, signs: Any,
    table: Any, boards: Any, most_nodes: int, cancel: Any, out: Any,
) -> int:
    """Return SOLVED if the side to move gets what it wants, FAILED if not, OPEN if undecided.

    root -- int32 (STATE_ROWS, n), with ko threats in META; around -- see `chains.py`
    region -- int32 (m), the places where one may play
    first, attacker -- colours; root_key -- key of the stones; signs -- see `chains.play`
    table -- int64 (power of two, 4), kept between searches: key, phi, delta, nodes spent below
    boards -- int32 (DEEPEST + 1, STATE_ROWS, n), scratch; cancel -- int8 (1), not 0: stop
    out -- int64 (3): the winning move, or the one that was hardest to refute; nodes; 1 if a
        repetition was met
    """
    moves, keys, phis, deltas, counts, current, limits, stone_keys, path_keys, begun, is_lossy = (
        _new_stack(region.size + 1))
    scratch = new_scratch(root.shape[1])
    found, total = np.empty(root.shape[1] + 8, np.int32), np.empty(3, np.int64)
    boards[0] = root
    stone_keys[0] = root_key
    path_keys[0] = full_key(root_key, first, root[META, KO], root[META, THREATS],
                            root[META, THREATS + 1], root[META, TARGETS])
    out[:] = 0
    depth, nodes, colour, is_new, settled = 0, 0, first, True, 0
    while True:
        if is_new:
            nodes += 1
            if nodes >= most_nodes or (nodes % 256 == 0 and cancel[0] != 0):
                out[1] = nodes
                return OPEN
            begun[depth], is_lossy[depth], is_new = nodes, False, False
            board = boards[depth]
            settled = _settled(board, around, region, colour, attacker, scratch)
            if settled == 0 and depth == DEEPEST:  # Too deep counts as a failed attack.
                settled = -1 if colour == attacker else 1
                is_lossy[depth] = True
            counts[depth] = 0
            if settled == 0:
                counts[depth] = _moves(
                    board, around, region, colour, attacker, stone_keys[depth], signs, table,
                    found, moves[depth], keys[depth], phis[depth], deltas[depth], total)
                is_lossy[depth] = _forbid_repetitions(
                    path_keys, depth, keys[depth], phis[depth], deltas[depth], counts[depth])
        if settled == 0:
            best = _sum_up(phis[depth], deltas[depth], counts[depth], total)
            if total[0] < limits[0, depth] and total[1] < limits[1, depth]:
                current[depth] = best
                _share_limits(limits, depth, total, phis[depth, best])
                boards[depth + 1] = boards[depth]
                stone_keys[depth + 1] = stone_keys[depth] ^ _step(
                    boards[depth + 1], around, moves[depth, best], colour, signs)
                path_keys[depth + 1] = keys[depth, best]
                depth, colour, is_new = depth + 1, -colour, True
                continue
        else:
            total[0] = 0 if settled > 0 else CERTAIN
            total[1] = CERTAIN - total[0]
        # This position is done for now: remember it and go back up. What hangs on the path
        # is not remembered.
        is_final = total[0] == 0 or total[1] == 0
        if not is_lossy[depth] or not is_final:
            _store(table, path_keys[depth], total[0], total[1], nodes - begun[depth] + 1)
        out[2] |= is_lossy[depth]
        if depth == 0:
            break
        if is_lossy[depth] and is_final:
            is_lossy[depth - 1] = True
        depth, colour, settled = depth - 1, -colour, 0
        phis[depth, current[depth]] = total[0]
        deltas[depth, current[depth]] = total[1]
    out[1] = nodes
    is_won = total[0] == 0
    out[0] = _best_move(table, moves[0], keys[0], deltas[0], counts[0], is_won)
    if is_won:
        return SOLVED
    return FAILED if total[1] == 0 else OPEN
