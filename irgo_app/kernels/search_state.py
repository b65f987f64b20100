"""What the proof-number search plays with: its table of positions, its stack, its moves.

A position is found by a key of all that decides its value: stones, whose turn it is, the ko, the
ko threats left and the stones of the group that stand. The stack keeps what is known at each depth.
A move is a place of the region, PASS, or a place with a minus sign: a ko retaken at once, for which
a ko threat is given away.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (Int8Buffer, Int32Boards, Int32Buffer, Int32Rows,
                                             Int32s, Int32Table, Int64Buffer, Int64Rows, Int64s,
                                             Int64Table)
from irgo_app.kernels.benson import LifeRoom, new_life_room
from irgo_app.kernels.chains import (HEAD, KO, LOST_TARGET, META, NEXT, STONE, TARGET, TARGETS,
                                     THREATS, VOID, is_in_atari, is_legal, liberties_after, play)
from irgo_app.kernels.compiler import inner_kernel
from irgo_app.kernels.grid import OFF_BOARD, words_for

KEY, PHI, DELTA, WORK, ZONE = range(5)
"""Columns of the table of positions: the full key, both proof numbers seen from the side to move
(phi: of getting what it wants; delta: of being kept from it), the nodes spent below, and from ZONE
on the words of the zone that a proof hangs on (`search.py`)."""
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
def store(table: Int64Rows, key: int, phi: int, delta: int, work: int, zone: Int64s) -> None:
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


PASS: Final = 0
"""The move that is none: the padded board has no point 0."""
PRIOR_COST: Final = 1
NEAR_CAPTURE_COST: Final = 2
NO_CONTACT_COST: Final = 1
PASS_COST: Final = 1
"""What refuting a move that was never looked at is taken to cost (delta), so that likely moves are
looked at first: one; more for a move that leaves itself in atari or touches no stone. A pass is as
likely as any: once it is refuted, so is every move that changes as little (`search.py`). irgo's
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
