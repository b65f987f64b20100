"""Which places a result of the proof-number search hangs on: its zone.

Whoever wins a position wins it with the same answers whatever the loser puts elsewhere. So a move
of the loser outside the zone of a lost position changes nothing, and one such move that is refuted
refutes them all. A zone holds, for every position of the proof,

- each stone of a chain of the winner that the proof needs, and one liberty of it, so that nothing
  played elsewhere captures it;
- where the winner plays, what is captured, and what is beside that;
- what keeps the loser from a vacant place of the zone where he may not play.

A zone is kept as a set of bits (`grid.py`). A result that hangs on the path, or on there
being no move, has all places.
Source: C.-C. Shih, T.-R. Wu, T. H. Wei and I.-C. Wu, A Novel Approach to Solving Goal-Achieving
Problems for Board Games (AAAI 2022).
"""

from __future__ import annotations

from typing import Final

from irgo_app.kernels.argument_types import (
    Int8Buffer, Int8s, Int32s, Int32Table, Int64Buffer, Int64s, Int64Table
)
from irgo_app.kernels.benson import LifeRoom
from irgo_app.kernels.chains import (
    FREE, GOALS, HEAD, META, NEXT, QUORUM, SAVED, STONE, WALL, copy_board, is_in_atari, is_legal
)
from irgo_app.kernels.compiler import inner_kernel
from irgo_app.kernels.grid import add_place, holds
from irgo_app.kernels.search_state import (
    ALIKE, CERTAIN, DELTA, ON_NOTHING, PASS, PHI, ZONE, Stack, ZoneRoom, place_of, play_move
)

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
    if move < 0 or (move != PASS and (
            holds(zone, move) or captures(board, around, move, colour))):
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
