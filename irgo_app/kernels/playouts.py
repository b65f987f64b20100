"""Playouts: two sides play around a group by chance and by habit until nothing is left to do.

The moves are on the points of a region; the rest of the board stays as it is. A playout ends when
neither side has a sensible move left, and counts as a kill if too little of the group stands.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from irgo_app.kernels.argument_types import (
    Int32Buffer,
    Int32Rows,
    Int32s,
    Int32Table,
    Int64Table,
    UInt64Buffer,
)
from irgo_app.kernels.chains import (
    HEAD,
    KO,
    META,
    NEXT,
    QUORUM,
    SAVED,
    SIZE,
    STONE,
    TARGETS,
    THREATS,
    VOID,
    is_in_atari,
    is_legal,
    liberties_after,
    only_liberty,
    play,
)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.padding import OFF_BOARD

PASS: Final = 0
"""The move that is none: the padded board has no point 0."""
MOST_SACRIFICED: Final = 6
"""The attacker gives up at most so many stones in a playout: nakade needs six."""
BAD: Final = 0
SACRIFICE: Final = 1
NORMAL: Final = 2
"""What a move is worth trying: never, as a sacrifice, always."""
IGNORED_ATARI: Final = 8
SACRIFICED: Final = 8
"""One time in so many a playout leaves an atari unanswered; plays a sacrifice it comes across."""


@inner_kernel
def next_random(state: UInt64Buffer, limit: int) -> int:
    """Return a random number below `limit`; state -- uint64 (1), xorshift (G. Marsaglia, 2003)."""
    value = state[0]
    value ^= value << np.uint64(13)
    value ^= value >> np.uint64(7)
    value ^= value << np.uint64(17)
    state[0] = value
    number: Any = np.int64((value >> np.uint64(33)) % np.uint64(limit))
    return number


@inner_kernel
def is_own_eye(board: Int32Table, around: Int32Table, point: int, colour: int) -> bool:
    """Return whether a vacant point is an eye its owner should not fill."""
    for side in range(4):
        near = around[point, side]
        stone = board[STONE, near]
        if stone == 0 or stone == -colour:
            return False
        if stone == colour and is_in_atari(board, board[HEAD, near]):
            return False
    enemies, outside = 0, 0
    for side in range(4, 8):
        near = around[point, side]
        if board[STONE, near] == OFF_BOARD:
            outside = 1
        elif board[STONE, near] == -colour:
            enemies += 1
    return enemies + outside < 2


@inner_kernel
def quality(
    board: Int32Table, around: Int32Table, point: int, colour: int, attacker: int,
    found: Int32Buffer,
) -> int:
    """Return BAD for a move never to be played, else SACRIFICE or NORMAL; the point is vacant."""
    vacant = 0
    for side in range(4):
        stone = board[STONE, around[point, side]]
        if stone == VOID:
            return NORMAL
        vacant += stone == 0
    if vacant >= 2:
        return NORMAL
    if not is_legal(board, around, point, colour):
        return BAD
    if is_own_eye(board, around, point, colour):
        return BAD
    if liberties_after(board, around, point, colour, 2, found) >= 2:
        return NORMAL
    size = 1
    for side in range(4):
        near = around[point, side]
        if board[STONE, near] == colour:
            size += board[SIZE, board[HEAD, near]]
        elif board[STONE, near] == -colour and is_in_atari(board, board[HEAD, near]):
            return NORMAL if board[SIZE, board[HEAD, near]] > 1 else SACRIFICE
    if size > MOST_SACRIFICED or (colour != attacker and size > 2):
        return BAD
    return SACRIFICE


@inner_kernel
def _capture_beside(board: Int32Table, around: Int32Table, head: int, colour: int) -> int:
    """Return a legal move that takes an enemy chain in atari beside a chain, PASS if none does."""
    stone = head
    while True:
        for side in range(4):
            near = around[stone, side]
            if board[STONE, near] == -colour and is_in_atari(board, board[HEAD, near]):
                free = only_liberty(board, board[HEAD, near])
                if is_legal(board, around, free, colour):
                    return free
        stone = board[NEXT, stone]
        if stone == head:
            return PASS


@inner_kernel
def _answer(
    board: Int32Table, around: Int32Table, colour: int, last: int, found: Int32Buffer,
    random: UInt64Buffer,
) -> int:
    """Return a move that captures what just put us into atari, saves us, or takes what just moved
    into atari; PASS if there is none.
    """
    if last == PASS:
        return PASS
    for side in range(4):
        near = around[last, side]
        if board[STONE, near] != colour:
            continue
        head = board[HEAD, near]
        if not is_in_atari(board, head):
            continue
        capture = _capture_beside(board, around, head, colour)
        if capture != PASS:
            return capture
        free = only_liberty(board, head)
        if is_legal(board, around, free, colour) and (
                liberties_after(board, around, free, colour, 2, found) >= 2):
            return free
    if board[STONE, last] == -colour and is_in_atari(board, board[HEAD, last]):
        free = only_liberty(board, board[HEAD, last])
        if is_legal(board, around, free, colour) and next_random(random, IGNORED_ATARI) > 0:
            return free
    return PASS


@kernel
def _playout_move(
    board: Int32Table, around: Int32Table, region: Int32s, colour: int, attacker: int, last: int,
    found: Int32Buffer, random: UInt64Buffer,
) -> int:
    """Return the next move of a playout, PASS if there is nothing sensible.

    An answer to the last move; half the time a move beside it; else the first sensible one from a
    random place of the region on.
    """
    move = _answer(board, around, colour, last, found, random)
    if move != PASS:
        return move
    if last != PASS and next_random(random, 2) == 0:
        start = next_random(random, 8)
        for turn in range(8):
            near = around[last, (start + turn) % 8]
            if board[STONE, near] == 0 and (
                    quality(board, around, near, colour, attacker, found) == NORMAL):
                return near
    start = next_random(random, region.size)
    sacrifice = PASS
    for index in range(region.size):
        place = start + index
        point = region[place if place < region.size else place - region.size]
        if board[STONE, point] != 0:
            continue
        value = quality(board, around, point, colour, attacker, found)
        if value == NORMAL:
            return point
        if value == SACRIFICE:
            if next_random(random, SACRIFICED) == 0:
                return point
            if sacrifice == PASS and colour == attacker:
                sacrifice = point
    return sacrifice


@inner_kernel
def note_move(trace: Int32Rows, move: int, colour: int) -> None:
    """Remember who played first at a place."""
    if trace[0, move] == 0 and trace[1, move] == 0:
        trace[1 if colour > 0 else 0, move] = 1


@inner_kernel
def playout(
    board: Int32Rows, around: Int32Table, region: Int32s, colour: int, attacker: int, last: int,
    signs: Int64Table, found: Int32Buffer, random: UInt64Buffer, trace: Int32Rows,
) -> int:
    """Play to the end; return 1 if the group is gone, 0 if it stands.

    trace -- int32 (2, n), changed: row (colour > 0), 1 at the points that this colour played first
    """
    passes = 0
    for _ in range(3 * region.size + 20):
        retaken = board[META, KO]
        if retaken != 0 and board[META, THREATS + (colour > 0)] > 0 and next_random(random, 2) == 0:
            board[META, THREATS + (colour > 0)] -= 1
            move = retaken
        else:
            move = _playout_move(
                board, around, region, colour, attacker, last, found, random)
        if move == PASS:
            passes += 1
            if passes == 2:
                break
        else:
            passes = 0
            play(board, around, move, colour, signs)
            note_move(trace, move, colour)
            if board[META, TARGETS] < board[META, QUORUM]:
                return 1
            if board[META, SAVED] >= board[META, QUORUM]:
                return 0
        last = move
        colour = -colour
    return 0
