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

from typing import Any, Final, NamedTuple

import numpy as np

from irgo_app.kernels import kernel
from irgo_app.kernels.argument_types import (
    BoolBuffer,
    Int8s,
    Int32Boards,
    Int32Buffer,
    Int32Rows,
    Int32s,
    Int32Table,
    Int64Buffer,
    Int64Rows,
    Int64s,
    Int64Table,
)
from irgo_app.kernels.benson import Rooms, new_rooms, strike, survey_room
from irgo_app.kernels.chains import (
    FREE,
    GOALS,
    HEAD,
    KO,
    LOST_TARGET,
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
    copy_board,
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
KEY: Final = 0
PHI: Final = 1
DELTA: Final = 2
WORK: Final = 3
TABLE_COLUMNS: Final = 4
"""Columns of the table of positions: the full key, both proof numbers seen from the side to move
(phi: of getting what it wants; delta: of being kept from it), and the nodes spent below."""
WAYS: Final = 4
"""Places of the table that may hold a position."""
SECOND: Final = 0
"""Beside PHI and DELTA in what `_sum_up` writes: the second cheapest delta of a move."""
MOVE: Final = 0
NODES: Final = 1
REPEATED: Final = 2
"""What `solve` writes: the winning move, or the one that was hardest to refute; how many nodes it
looked at; 1 if a repetition was met."""


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


class LifeRoom(NamedTuple):
    """Scratch of `is_settled_alive` for a board of n places.

    marks -- int32 (n): 0 between two questions; queue -- int32 (n); rooms -- see `benson.py`
    """

    marks: Int32Buffer
    queue: Int32Buffer
    rooms: Rooms


def new_life_room(places: int) -> LifeRoom:
    """Return scratch for a board of so many places."""
    return LifeRoom(np.zeros(places, np.int32), np.empty(places, np.int32), new_rooms(places))


@kernel
def _flood_room(
    board: Int32Table, around: Int32Table, start: int, defender: int, marks: Int32Buffer,
    queue: Int32Buffer, begin: int,
) -> int:
    """Collect the points that are not the defender's around a place, into `queue` from `begin`.

    Return where they end there; negative if the room is not enclosed. This is not `label_parts`:
    rooms are looked for at every node, around a few places only, and it must be seen what they
    border on.
    """
    end, is_enclosed = begin + 1, True
    queue[begin] = start
    marks[start] = 1
    while begin < end:
        point = queue[begin]
        begin += 1
        if board[STONE, point] != 0 and board[FREE, board[HEAD, point]] != 0:
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
    return end if is_enclosed else -end


@kernel
def is_settled_alive(
    board: Int32Table, around: Int32Table, region: Int32s, defender: int, scratch: LifeRoom
) -> bool:
    """Return whether most of the group cannot be captured though its owner passes.

    Its chains have a liberty outside the region, where nobody plays; or they live unconditionally
    (`benson.py`) by enclosed rooms. scratch -- of `new_life_room`
    """
    marks, queue, rooms = scratch.marks, scratch.queue, scratch.rooms
    count, used = 0, 0
    for start in region:
        if marks[start] != 0 or board[STONE, start] == defender:
            continue
        end = _flood_room(board, around, start, defender, marks, queue, used)
        if end > 0:
            survey_room(queue[used:end], board[STONE], board[HEAD], around, defender, count, rooms)
            count += 1
        used = abs(end)
    for index in range(used):
        marks[queue[index]] = 0
    saved = board[META, SAVED]
    if count >= 2:
        strike(count, rooms)
        for pair in range(rooms.first_pairs[count]):
            head = rooms.chains[pair]
            if not rooms.is_struck[head]:
                rooms.is_struck[head] = True  # A chain counts once.
                if board[FREE, head] == 0:
                    saved += board[GOALS, head]
    return saved >= board[META, QUORUM]


@kernel
def _slot(table: Int64Table, key: int) -> int:
    """Return the first of the four places of a position in the table."""
    slot: Any = np.int64(np.uint64(key) & np.uint64(table.shape[0] - WAYS))
    return slot


@kernel
def _place_of(table: Int64Table, key: int) -> int:
    """Return where a position is in the table, -1 if it is not."""
    slot = _slot(table, key)
    for place in range(slot, slot + WAYS):
        if table[place, KEY] == key:
            return place
    return -1


@kernel
def _store(table: Int64Rows, key: int, phi: int, delta: int, work: int) -> None:
    """Remember phi and delta of a position; of four places the cheapest is given up."""
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


@kernel
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


@kernel
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


PRIOR_COST: Final = 1
NEAR_CAPTURE_COST: Final = 2
NO_CONTACT_COST: Final = 1
PASS_COST: Final = 3
"""What refuting a move that was never looked at is taken to cost (delta), so that likely moves are
looked at first: one; more for a move that leaves itself in atari or touches no stone; a pass is
the last resort. irgo's own choice, and not a sensitive one: of every fourth question of GNU Go's
public owl suite (156 searches of 8,000 nodes) 34 are settled with these costs, 35 with all equal.
"""


@kernel
def _moves(
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
        place = _place_of(table, keys[index])
        if place >= 0:
            phis[index] = table[place, PHI]
            deltas[index] = table[place, DELTA]
    return count


@kernel
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


@kernel
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


@kernel
def _forbid_repetitions(
    path_keys: Int64s, depth: int, keys: Int64s, phis: Int64Buffer, deltas: Int64Buffer, count: int
) -> bool:
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
            place = _place_of(table, keys[index])
            if place >= 0 and table[place, WORK] > hardest:
                hardest = table[place, WORK]
                found = abs(moves[index])
    return found


@kernel
def _step(board: Int32Rows, around: Int32Table, move: int, colour: int, signs: Int64Table) -> int:
    """Play a move of the search, PASS and a ko retaken for a threat included; return the key's
    change."""
    if move == PASS:
        board[META, KO] = 0
        return 0
    change = play(board, around, abs(move), colour, signs)
    if move < 0:
        board[META, THREATS + (colour > 0)] -= 1
    return change


class Stack(NamedTuple):
    """What a search keeps for each depth, DEEPEST + 1 of them.

    boards -- int32 (depths, STATE_ROWS, n)
    moves, keys, phis, deltas -- (depths, most moves): of each move, as `_moves` lists them
    counts, current -- int64 (depths): how many moves there are, and which is looked at
    phi_limits, delta_limits -- int64: numbers at which a depth gives up
    stone_keys, path_keys -- int64: keys of the stones, and full keys
    begun -- int64: nodes when the depth was entered; is_lossy -- bool: its result hangs on the path
    found -- int32, total -- int64 (3), life -- scratch of all depths
    """

    boards: Int32Boards
    moves: Int32Rows
    keys: Int64Rows
    phis: Int64Rows
    deltas: Int64Rows
    counts: Int64Buffer
    current: Int64Buffer
    phi_limits: Int64Buffer
    delta_limits: Int64Buffer
    stone_keys: Int64Buffer
    path_keys: Int64Buffer
    begun: Int64Buffer
    is_lossy: BoolBuffer
    found: Int32Buffer
    total: Int64Buffer
    life: LifeRoom


def new_stack(root: Any, most_moves: int) -> Stack:
    """Return the stack for searches from boards like one, with so many moves at most."""
    depths, places = DEEPEST + 1, root.shape[1]
    return Stack._make((
        np.empty((depths, *root.shape), np.int32), np.empty((depths, most_moves), np.int32),
        *np.empty((3, depths, most_moves), np.int64), *np.empty((7, depths), np.int64),
        np.empty(depths, np.bool_), np.empty(places + 8, np.int32), np.empty(3, np.int64),
        new_life_room(places)))


@kernel
def _share_limits(
    phi_limits: Int64Buffer, delta_limits: Int64Buffer, depth: int, total: Int64s, phi: int
) -> None:
    """Give the next depth the limits within which its move stays the best one (Nagai), with a
    quarter of slack, so that the search does not jump to and fro; phi -- of that move."""
    phi_limits[depth + 1] = min(np.int64(CERTAIN), delta_limits[depth] - total[DELTA] + phi)
    delta_limits[depth + 1] = min(
        phi_limits[depth], total[SECOND] + total[SECOND] // 4 + 1)


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
    table -- int64 (power of two, TABLE_COLUMNS), kept between searches
    stack -- of `new_stack` for m + 1 moves, scratch; cancel -- int8 (1), not 0: stop
    out -- int64 (3), overwritten: see MOVE, NODES and REPEATED
    """
    boards, moves, keys, phis, deltas = (
        stack.boards, stack.moves, stack.keys, stack.phis, stack.deltas)
    counts, current, total, is_lossy = stack.counts, stack.current, stack.total, stack.is_lossy
    stone_keys, path_keys = stack.stone_keys, stack.path_keys
    copy_board(root, boards[0])
    stone_keys[0] = root_key
    path_keys[0] = full_key(root_key, first, root[META, KO], root[META, THREATS],
                            root[META, THREATS + 1], root[META, TARGETS])
    stack.phi_limits[0] = stack.delta_limits[0] = CERTAIN
    out[:] = 0
    depth, nodes, colour, is_new, settled = 0, 0, first, True, 0
    while True:
        if is_new:
            nodes += 1
            if nodes >= most_nodes or (nodes % 256 == 0 and cancel[0] != 0):
                out[NODES] = nodes
                return OPEN
            stack.begun[depth], is_lossy[depth], is_new = nodes, False, False
            board = boards[depth]
            settled = _settled(board, around, region, colour, attacker, stack.life)
            if settled == 0 and depth == DEEPEST:  # Too deep counts as a failed attack.
                settled = -1 if colour == attacker else 1
                is_lossy[depth] = True
            counts[depth] = 0
            if settled == 0:
                counts[depth] = _moves(
                    board, around, region, colour, attacker, stone_keys[depth], signs, table,
                    stack.found, moves[depth], keys[depth], phis[depth], deltas[depth])
                is_lossy[depth] = _forbid_repetitions(
                    path_keys, depth, keys[depth], phis[depth], deltas[depth], counts[depth])
        if settled == 0:
            best = _sum_up(phis[depth], deltas[depth], counts[depth], total)
            if (total[PHI] < stack.phi_limits[depth]
                    and total[DELTA] < stack.delta_limits[depth]):
                current[depth] = best
                _share_limits(
                    stack.phi_limits, stack.delta_limits, depth, total, phis[depth, best])
                copy_board(boards[depth], boards[depth + 1])
                stone_keys[depth + 1] = stone_keys[depth] ^ _step(
                    boards[depth + 1], around, moves[depth, best], colour, signs)
                path_keys[depth + 1] = keys[depth, best]
                depth, colour, is_new = depth + 1, -colour, True
                continue
        else:
            total[PHI] = 0 if settled > 0 else CERTAIN
            total[DELTA] = CERTAIN - total[PHI]
        # This position is done for now: remember it and go back up. What hangs on the path
        # is not remembered.
        is_final = total[PHI] == 0 or total[DELTA] == 0
        if not is_lossy[depth] or not is_final:
            _store(table, path_keys[depth], total[PHI], total[DELTA],
                   nodes - stack.begun[depth] + 1)
        out[REPEATED] |= is_lossy[depth]
        if depth == 0:
            break
        if is_lossy[depth] and is_final:
            is_lossy[depth - 1] = True
        depth, colour, settled = depth - 1, -colour, 0
        phis[depth, current[depth]] = total[PHI]
        deltas[depth, current[depth]] = total[DELTA]
    out[NODES] = nodes
    is_won = total[PHI] == 0
    out[MOVE] = _best_move(table, moves[0], keys[0], deltas[0], counts[0], is_won)
    if is_won:
        return SOLVED
    return FAILED if total[DELTA] == 0 else OPEN
