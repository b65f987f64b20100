"""Ladders: can a chain be taken by giving atari again and again?

The attacker plays only on one of the chain's two liberties; the defender extends from its last
liberty or takes an attacking chain that is in atari. Three liberties are an escape. Ko is not
looked at. What a chain's capture is worth to a reader of the board, and these rules of the search,
are described in D. Wu, Accelerating Self-Play Learning in Go (2020), appendix A. irgo's own: a line
that comes back to a position counts as an escape.
"""

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (BoolBuffer, Int8Buffer, Int8Rows, Int8s, Int8Table,
                                             Int32Buffer, Int32Rows, Int32Table)
from irgo_app.kernels.compiler import inner_kernel, kernel

ESCAPED: Final = 3
"""A chain with so many liberties is out of the ladder."""
DEPTH: Final = 160
"""Plies a ladder is followed: across the largest board and back."""
REPLIES: Final = 8
"""Replies looked at in one ply: at most so many captures less one, and the extension."""
OPEN, FREE, SPENT = range(3)
"""What became of the replies of one ply, see `_try_replies`."""
MOVES: Final = 600
"""Moves tried for one chain before it counts as escaped."""
MOST_LIBERTIES: Final = 4
"""How many liberties `few_liberties` can be asked for."""


class LadderScratch(NamedTuple):
    """Scratch for a board of n points.

    boards -- int8 (DEPTH + 2, n): a position a ply
    replies -- int32 (DEPTH + 1, REPLIES): the moves of a ply; ends, nexts -- int32 (DEPTH + 1): how
        many there are, and which is tried next
    marks -- int32 (n + 1): the last entry counts the calls, so nothing needs clearing
    met -- int32 (n): points met, as a number of the last entry of marks
    chain, beside -- int32 (n): the points of a chain, of a chain next to it
    found, firsts -- int32 (MOST_LIBERTIES): liberties; is_done -- bool (n)
    budget -- int32 (1): moves that may still be tried
    """

    boards: Int8Rows
    replies: Int32Rows
    ends: Int32Buffer
    nexts: Int32Buffer
    marks: Int32Buffer
    met: Int32Buffer
    chain: Int32Buffer
    beside: Int32Buffer
    found: Int32Buffer
    firsts: Int32Buffer
    is_done: BoolBuffer
    budget: Int32Buffer


def new_ladder_scratch(points: int) -> LadderScratch:
    """Return scratch for a board of so many points."""
    return LadderScratch._make((
        np.empty((DEPTH + 2, points), np.int8), np.empty((DEPTH + 1, REPLIES), np.int32),
        *np.empty((2, DEPTH + 1), np.int32), np.zeros(points + 1, np.int32),
        np.zeros(points, np.int32), *np.empty((2, points), np.int32),
        *np.empty((2, MOST_LIBERTIES), np.int32), np.empty(points, np.bool_),
        np.empty(1, np.int32)))


@inner_kernel
def few_liberties(
    stones: Int8s, neighbours: Int32Table, stone: int, limit: int, marks: Int32Buffer,
    chain: Int32Buffer, found: Int32Buffer,
) -> tuple[int, int]:
    """Return the liberties of a chain, counted up to a limit, and how many of its stones were met.

    limit -- 1 to MOST_LIBERTIES; with fewer liberties all stones were met
    marks -- see LadderScratch; chain -- int32 (n), overwritten: the stones met, nearest first
    found -- int32 (limit), overwritten: the liberties
    """
    colour = stones[stone]
    marks[-1] += 1
    stamp = marks[-1]
    chain[0] = stone
    marks[stone] = stamp
    begin, end, count = 0, 1, 0
    while begin < end:
        point = chain[begin]
        begin += 1
        for side in range(4):
            near = neighbours[point, side]
            if near < 0 or marks[near] == stamp:
                continue
            if stones[near] == 0:
                marks[near] = stamp
                found[count] = near
                count += 1
                if count == limit:
                    return count, end
            elif stones[near] == colour:
                marks[near] = stamp
                chain[end] = near
                end += 1
    return count, end


@inner_kernel
def _put(
    stones: Int8Buffer, neighbours: Int32Table, point: int, colour: int, marks: Int32Buffer,
    chain: Int32Buffer, found: Int32Buffer,
) -> bool:
    """Play a move, taking what it captures; return whether it was no suicide."""
    stones[point] = colour
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0 and stones[near] == -colour:
            liberties, size = few_liberties(stones, neighbours, near, 1, marks, chain, found)
            if liberties == 0:
                for index in range(size):
                    stones[chain[index]] = 0
    return few_liberties(stones, neighbours, point, 1, marks, chain, found)[0] > 0


@inner_kernel
def _find_replies(
    stones: Int8s, neighbours: Int32Table, stone: int, is_attack: bool, scratch: LadderScratch,
    replies: Int32Buffer,
) -> int:
    """Write the moves of the side to play in a ladder; return how many.

    The attacker's are the chain's liberties. The defender's are what takes a chain in atari beside
    his, then his last liberty.
    """
    chain, found, marks, met = scratch.chain, scratch.found, scratch.marks, scratch.met
    liberties, size = few_liberties(stones, neighbours, stone, ESCAPED, marks, chain, found)
    if is_attack:
        for index in range(liberties):
            replies[index] = found[index]
        return liberties
    count, extension, stamp = 0, found[0], marks[-1]
    for index in range(size):
        for side in range(4):
            near = neighbours[chain[index], side]
            if near < 0 or stones[near] != -stones[stone] or met[near] == stamp:
                continue
            met[near] = stamp
            if count < replies.size - 1 and few_liberties(
                    stones, neighbours, near, 2, marks, scratch.beside, found)[0] == 1:
                replies[count] = found[0]
                count += 1
    replies[count] = extension
    return count + 1


@inner_kernel
def _try_replies(
    neighbours: Int32Table, stone: int, level: int, is_attack: bool, scratch: LadderScratch
) -> int:
    """Play the replies of one ply until one must be looked into or gets the chain out.

    Returns OPEN: the position after the last reply tried, at boards[level + 1], decides; FREE: the
    chain is out; or SPENT: no reply is left. nexts[level] -- the next reply to try, changed
    """
    stones, after = scratch.boards[level], scratch.boards[level + 1]
    marks, chain, found = scratch.marks, scratch.chain, scratch.found
    mover = -stones[stone] if is_attack else stones[stone]
    while scratch.nexts[level] < scratch.ends[level]:
        reply = scratch.replies[level, scratch.nexts[level]]
        scratch.nexts[level] += 1
        scratch.budget[0] -= 1
        _copy(stones, after)
        if not _put(after, neighbours, reply, mover, marks, chain, found):
            continue
        left = few_liberties(after, neighbours, stone, ESCAPED, marks, chain, found)[0]
        if left == (1 if is_attack else 2):
            return OPEN
        if left >= ESCAPED and not is_attack:
            return FREE
    return SPENT


@inner_kernel
def _copy(source: Int8s, target: Int8Buffer) -> None:
    for point in range(source.size):
        target[point] = source[point]


@inner_kernel
def _has_come_back(boards: Int8Table, level: int, point: int) -> bool:
    """Return whether a position was there before, with the same side to play.

    point -- where the last move was played: mostly it was vacant before, which is quickly seen
    """
    for before in range(level - 2, -1, -2):
        if boards[before, point] == boards[level, point]:
            is_same = True
            for place in range(boards.shape[1]):
                if boards[before, place] != boards[level, place]:
                    is_same = False
                    break
            if is_same:
                return True
    return False


@inner_kernel
def _is_taken(neighbours: Int32Table, stone: int, first: int, scratch: LadderScratch) -> bool:
    """Return whether a chain in atari cannot get out of it; its owner moves.

    first -- the level of the position in scratch.boards; what is above it is overwritten
    """
    boards, replies = scratch.boards, scratch.replies
    level = first
    scratch.nexts[level] = 0
    scratch.ends[level] = _find_replies(
        boards[level], neighbours, stone, False, scratch, replies[level])
    while True:
        is_attack = (level - first) % 2 == 1
        state = _try_replies(neighbours, stone, level, is_attack, scratch)
        if scratch.budget[0] < 0:
            return False
        if state == OPEN:
            level += 1
            if level <= DEPTH and not _has_come_back(
                    boards, level, replies[level - 1, scratch.nexts[level - 1] - 1]):
                scratch.nexts[level] = 0
                scratch.ends[level] = _find_replies(
                    boards[level], neighbours, stone, not is_attack, scratch, replies[level])
                continue
        # A line that is too long or comes back to a position counts as an escape; the other lines
        # are looked at all the same.
        taken = state == SPENT and not is_attack
        # The attacker's ply before is decided by a capture, the defender's by an escape.
        while level > first:
            level -= 1
            if ((level - first) % 2 == 1) != taken:
                break
        else:
            return taken


@kernel
def find_ladders(
    stones: Int8s, neighbours: Int32Table, scratch: LadderScratch, out: BoolBuffer,
    moves: BoolBuffer,
) -> None:
    """Write which chains a ladder takes, and the moves that begin one.

    stones -- int8 (n), +1 Black; neighbours -- int32 (n, 4), -1 where there is none
    out -- bool (n), overwritten: stones of chains with one liberty that cannot get out of atari,
        or with two that a ladder takes if the attacker moves
    moves -- bool (n), overwritten: points on which the attacker begins such a ladder

    Oracle: the plain twin in tests/oracles/plain_ladders.py.
    """
    boards, marks, chain = scratch.boards, scratch.marks, scratch.chain
    firsts, found, is_done = scratch.firsts, scratch.found, scratch.is_done
    out[:] = False
    moves[:] = False
    is_done[:] = False
    for start in range(stones.size):
        if stones[start] == 0 or is_done[start]:
            continue
        _copy(stones, boards[0])
        liberties = few_liberties(stones, neighbours, start, ESCAPED, marks, chain, firsts)[0]
        scratch.budget[0] = MOVES
        is_taken = False
        if liberties == 1:
            is_taken = _is_taken(neighbours, start, 0, scratch)
        elif liberties == 2:
            for point in firsts[:2]:
                _copy(stones, boards[1])
                if (_put(boards[1], neighbours, point, -stones[start], marks, chain, found)
                        and few_liberties(boards[1], neighbours, start, ESCAPED, marks, chain,
                                          found)[0] == 1
                        and _is_taken(neighbours, start, 1, scratch)):
                    moves[point] = True
                    is_taken = True
        size = few_liberties(stones, neighbours, start, ESCAPED, marks, chain, found)[1]
        for index in range(size):
            out[chain[index]] = is_taken
            is_done[chain[index]] = True
