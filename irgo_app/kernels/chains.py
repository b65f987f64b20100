"""A board that knows its chains: the fast board of the solver and of the playouts.

It holds only a part of the position: the points where the search plays and the stones around them,
numbered from 3. Whatever else there is stands for three places: EDGE, off the board; OUTSIDE, a
vacant point nobody plays at; and WALL, a stone of one side that cannot be captured. A chain beside
OUTSIDE or joined to WALL is free: it cannot be captured.

`around`, int32 (n, 10), holds the four neighbours of each place, its four diagonal neighbours, its
row and its column. The board itself is one int32 array (STATE_ROWS, n), so that copying it is one
assignment. Its rows:

STONE -- 0 vacant, +1 Black, -1 White; OFF_BOARD at EDGE, VOID at OUTSIDE
HEAD -- the first stone of the chain a stone belongs to
NEXT -- the next stone of the same chain, in a ring
LIBERTIES, SUM, SQUARES -- at the head: number, sum and sum of squares of the chain's
    pseudo-liberties (a vacant place counts once for each stone of the chain beside it).
    The chain is in atari if they are all the same place: LIBERTIES * SQUARES == SUM * SUM
SIZE -- at the head: the stones of the chain
FREE -- at the head: not 0 if the chain cannot be captured
GOALS -- at the head: how many stones of the group that the question is about are in the chain
TARGET -- 1 where a stone of that group stands
META -- [KO]: the place that may not be retaken at once, 0 if none; [TARGETS]: stones of the
    group left; [TAKEN]: stones captured by the last move; [THREATS] and the next: ko threats
    elsewhere that White and Black have left; [QUORUM]: with fewer stones left the group is dead;
    [SAVED]: stones of the group in free chains

Pseudo-liberties with their sums are an idea of libego (L. Lew) and Orego (P. Drake).
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np

from irgo_app.kernels.argument_types import Int8s, Int32Buffer, Int32Rows, Int32Table, Int64Table
from irgo_app.kernels.compiler import inner_kernel, kernel

(STONE, HEAD, NEXT, LIBERTIES, SUM, SQUARES, SIZE, FREE, GOALS, TARGET, META,
 STATE_ROWS) = range(12)
EDGE, OUTSIDE, WALL, VOID = range(4)
KO, TARGETS, TAKEN, THREATS, _, QUORUM, SAVED = range(7)
LOST_TARGET: Final = 1
"""The row of `signs` for stones of the group that were taken."""


@inner_kernel
def copy_board(source: Int32Table, target: Int32Rows) -> None:
    """Copy a board."""
    for row in range(source.shape[0]):
        for place in range(source.shape[1]):
            target[row, place] = source[row, place]


@kernel
def is_in_atari(board: Int32Table, head: int) -> bool:
    """Return whether the chain has exactly one liberty; what a record sets up may have none."""
    total = np.int64(board[SUM, head])
    if total == 0:
        return False
    return np.int64(board[LIBERTIES, head]) * board[SQUARES, head] == total * total


@kernel
def only_liberty(board: Int32Table, head: int) -> int:
    """Return the liberty of a chain that is in atari."""
    return board[SUM, head] // board[LIBERTIES, head]


@kernel
def is_legal(board: Int32Table, around: Int32Table, point: int, colour: int) -> bool:
    """Return whether a move is neither suicide nor forbidden by ko; the point must be vacant."""
    if board[META, KO] == point:
        return False
    for side in range(4):
        near = around[point, side]
        stone = board[STONE, near]
        if stone == 0 or stone == VOID:
            return True
        if stone == colour:
            if not is_in_atari(board, board[HEAD, near]):
                return True
        elif stone == -colour and is_in_atari(board, board[HEAD, near]):
            return True
    return False


@inner_kernel
def _lose_liberty(board: Int32Rows, head: int, point: int) -> None:
    """Take one pseudo-liberty from a chain."""
    board[LIBERTIES, head] -= 1
    board[SUM, head] -= point
    board[SQUARES, head] -= point * point


@inner_kernel
def _join(board: Int32Rows, first: int, second: int) -> int:
    """Make two chains one; return its head."""
    if board[SIZE, first] < board[SIZE, second]:
        first, second = second, first
    if board[FREE, first] == 0 and board[FREE, second] != 0:
        board[META, SAVED] += board[GOALS, first]
    elif board[FREE, second] == 0 and board[FREE, first] != 0:
        board[META, SAVED] += board[GOALS, second]
    for row in (LIBERTIES, SUM, SQUARES, SIZE, FREE, GOALS):
        board[row, first] += board[row, second]
    stone = second
    while True:
        board[HEAD, stone] = first
        stone = board[NEXT, stone]
        if stone == second:
            break
    following = board[NEXT, first]
    board[NEXT, first] = board[NEXT, second]
    board[NEXT, second] = following
    return first


@inner_kernel
def _remove(board: Int32Rows, around: Int32Table, head: int, signs: Int64Table) -> int:
    """Take a chain off the board; return the change of the position's key."""
    colour = board[STONE, head]
    stone, key = head, np.int64(0)
    while True:
        board[STONE, stone] = 0
        key ^= signs[colour + 1, stone]
        board[META, TAKEN] += 1
        if board[TARGET, stone] != 0:
            board[TARGET, stone] = 0
            board[META, TARGETS] -= 1
            key ^= signs[LOST_TARGET, stone]
        stone = board[NEXT, stone]
        if stone == head:
            break
    while True:
        for side in range(4):
            near = around[stone, side]
            if board[STONE, near] == 1 or board[STONE, near] == -1:
                other = board[HEAD, near]
                board[LIBERTIES, other] += 1
                board[SUM, other] += stone
                board[SQUARES, other] += stone * stone
        stone = board[NEXT, stone]
        if stone == head:
            break
    return key


@kernel
def play(board: Int32Rows, around: Int32Table, point: int, colour: int, signs: Int64Table) -> int:
    """Play a legal move; return the change of the position's key.

    signs -- int64 (3, n): Zobrist's random numbers of white stones (row 0), of black ones (row 2),
        and of stones of the group that were taken (row LOST_TARGET)
    """
    key = signs[colour + 1, point]
    board[META, TAKEN] = 0
    board[STONE, point] = colour
    board[HEAD, point] = point
    board[NEXT, point] = point
    board[SIZE, point] = 1
    board[TARGET, point] = 0
    board[FREE, point] = 0
    board[GOALS, point] = 0
    liberties, total, squares = 0, 0, 0
    for side in range(4):
        near = around[point, side]
        stone = board[STONE, near]
        if stone == 0:
            liberties += 1
            total += near
            squares += near * near
        elif stone == VOID:
            board[FREE, point] = 1
            liberties += 2
            total += 1
            squares += 1
        elif stone == 1 or stone == -1:
            _lose_liberty(board, board[HEAD, near], point)
    board[LIBERTIES, point] = liberties
    board[SUM, point] = total
    board[SQUARES, point] = squares
    head, taken_at = point, 0
    for side in range(4):
        near = around[point, side]
        if board[STONE, near] == colour:
            if board[HEAD, near] != head:
                head = _join(board, head, board[HEAD, near])
        elif board[STONE, near] == -colour and board[LIBERTIES, board[HEAD, near]] == 0:
            key ^= _remove(board, around, board[HEAD, near], signs)
            taken_at = near
    is_ko = board[META, TAKEN] == 1 and board[SIZE, head] == 1 and board[LIBERTIES, head] == 1
    board[META, KO] = taken_at if is_ko else 0
    return key


@inner_kernel
def liberties_after(
    board: Int32Table, around: Int32Table, point: int, colour: int, limit: int, found: Int32Buffer
) -> int:
    """Return how many liberties, at most `limit`, the chain would have after a move.

    Points of captured stones count where they are beside the move; nothing is changed.
    found -- int32 (at least limit + 4), scratch
    """
    count = 0
    for side in range(4):
        near = around[point, side]
        stone = board[STONE, near]
        if stone == VOID or (stone == colour and board[FREE, board[HEAD, near]] != 0):
            return limit
        if stone == 0 or (stone == -colour and is_in_atari(board, board[HEAD, near])):
            found[count] = near
            count += 1
    if count >= limit:
        return limit
    for side in range(4):
        near = around[point, side]
        if board[STONE, near] != colour:
            continue
        stone = head = board[HEAD, near]
        while True:
            for turn in range(4):
                place = around[stone, turn]
                if board[STONE, place] != 0 or place == point:
                    continue
                is_new = True
                for index in range(count):
                    is_new &= found[index] != place
                if is_new:
                    found[count] = place
                    count += 1
                    if count >= limit:
                        return limit
            stone = board[NEXT, stone]
            if stone == head:
                break
    return count


@kernel
def build(
    stones: Int8s, around: Int32Table, free: Int8s, targets: Int8s, signs: Int64Table,
    board: Int32Rows,
) -> int:
    """Fill a board; return the key of its stones.

    stones -- int8 (n): see STONE; around -- see above
    free -- int8 (n): 1 for stones whose chain has liberties outside; targets -- int8 (n)
    signs -- see `play`; board -- int32 (STATE_ROWS, n), overwritten
    """
    board[:] = 0
    key = np.int64(0)
    for point in range(stones.size):
        board[STONE, point] = stones[point] if abs(stones[point]) > 1 else 0
    key ^= _put(board, around, WALL, stones[WALL], signs)
    _set_free(board, WALL)
    for point in range(WALL + 1, stones.size):
        for side in range(4):
            if around[point, side] == WALL:  # It is beside places that it does not list.
                board[LIBERTIES, WALL] += 1
                board[SUM, WALL] += point
                board[SQUARES, WALL] += point * point
    for point in range(WALL + 1, stones.size):
        if stones[point] != 0:
            key ^= _put(board, around, point, stones[point], signs)
            if free[point] != 0:
                _set_free(board, board[HEAD, point])
            if targets[point] != 0:
                board[TARGET, point] = 1
                board[META, TARGETS] += 1
                board[GOALS, board[HEAD, point]] += 1
                if board[FREE, board[HEAD, point]] != 0:
                    board[META, SAVED] += 1
    board[META, QUORUM] = board[META, TARGETS] // 2 + 1
    return key


@inner_kernel
def _set_free(board: Int32Rows, head: int) -> None:
    """Give a chain liberties that cannot be filled: two imaginary ones, at places 0 and 1."""
    if board[FREE, head] == 0:
        board[META, SAVED] += board[GOALS, head]
    board[FREE, head] = 1
    board[LIBERTIES, head] += 2
    board[SUM, head] += 1
    board[SQUARES, head] += 1


@inner_kernel
def _put(board: Int32Rows, around: Int32Table, point: int, colour: int, signs: Int64Table) -> int:
    """Put a stone without capturing anything; return its part of the key."""
    board[STONE, point] = colour
    board[HEAD, point] = point
    board[NEXT, point] = point
    board[SIZE, point] = 1
    head = point
    for side in range(4):
        near = around[point, side]
        stone = board[STONE, near]
        if stone == 0:
            board[LIBERTIES, point] += 1
            board[SUM, point] += near
            board[SQUARES, point] += near * near
        elif stone == VOID:
            _set_free(board, point)
        elif stone == 1 or stone == -1:
            _lose_liberty(board, board[HEAD, near], point)
    for side in range(4):
        near = around[point, side]
        if board[STONE, near] == colour and board[HEAD, near] != head:
            head = _join(board, head, board[HEAD, near])
    return signs[colour + 1, point]


@lru_cache(maxsize=4)
def zobrist_signs(size: int) -> Any:
    """Return int64 (3, size): random numbers of places, see `play`."""
    signs = np.random.default_rng(1970).integers(1, 2 ** 62, (3, size), np.int64)
    signs.flags.writeable = False
    return signs
