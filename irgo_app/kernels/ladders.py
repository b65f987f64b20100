"""Ladders: can a chain be taken by giving atari again and again?

The attacker plays only on one of the chain's two liberties; the defender extends from its last
liberty or takes an attacking chain that is in atari. Three liberties are an escape. Ko is not
looked at. What a chain's capture is worth to a reader of the board, and these rules of the search,
are described in D. Wu, Accelerating Self-Play Learning in Go (2020), appendix A.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from irgo_app.kernels.compiled import kernel

ESCAPED: Final = 3
"""A chain with so many liberties is out of the ladder."""
DEPTH: Final = 160
"""Plies a ladder is followed: across the largest board and back."""
REPLIES: Final = 8
"""Replies looked at in one ply: at most so many captures less one, and the extension."""
OPEN: Final = 0
FREE: Final = 1
SPENT: Final = 2
MOVES: Final = 600
"""Moves tried for one chain before it counts as escaped."""


@kernel
def few_liberties(
    stones: Any, neighbours: Any, stone: int, marks: Any, queue: Any, found: Any
) -> int:
    """Return the liberties of a chain, counted up to ESCAPED; `found` names them.

    marks -- int32 (n + 1): scratch; the last entry counts the calls, so nothing needs clearing
    queue -- int16 (n): scratch; found -- int16 (ESCAPED): the liberties
    """
    colour = stones[stone]
    marks[-1] += 1
    stamp = marks[-1]
    queue[0] = stone
    marks[stone] = stamp
    begin, end, count = 0, 1, 0
    while begin < end:
        point = queue[begin]
        begin += 1
        for side in range(4):
            near = neighbours[point, side]
            if near < 0 or marks[near] == stamp:
                continue
            if stones[near] == 0:
                marks[near] = stamp
                found[count] = near
                count += 1
                if count == ESCAPED:
                    return count
            elif stones[near] == colour:
                marks[near] = stamp
                queue[end] = near
                end += 1
    return count


@kernel
def _take(stones: Any, neighbours: Any, stone: int, queue: Any) -> None:
    """Take a chain off the board."""
    colour = stones[stone]
    queue[0] = stone
    stones[stone] = 0
    begin, end = 0, 1
    while begin < end:
        point = queue[begin]
        begin += 1
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and stones[near] == colour:
                stones[near] = 0
                queue[end] = near
                end += 1


@kernel
def _put(
    stones: Any, neighbours: Any, point: int, colour: int, marks: Any, queue: Any, found: Any
) -> bool:
    """Play a move, taking what it captures; return whether it was no suicide."""
    stones[point] = colour
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0 and stones[near] == -colour and \
                few_liberties(stones, neighbours, near, marks, queue, found) == 0:
            _take(stones, neighbours, near, queue)
    return few_liberties(stones, neighbours, point, marks, queue, found) > 0


@kernel
def _attackers_in_atari(
    stones: Any, neighbours: Any, stone: int, marks: Any, queue: Any, found: Any, replies: Any
) -> int:
    """Write the points that take a chain in atari beside the chain of `stone`; return how many."""
    colour = stones[stone]
    size, count = 1, 0
    chain = np.empty(stones.size, np.int16)
    seen = np.zeros(stones.size, np.bool_)
    chain[0] = stone
    seen[stone] = True
    at = 0
    while at < size:
        point = chain[at]
        at += 1
        for side in range(4):
            near = neighbours[point, side]
            if near < 0 or seen[near]:
                continue
            seen[near] = True
            if stones[near] == colour:
                chain[size] = near
                size += 1
            elif stones[near] == -colour and count < replies.size - 1 and \
                    few_liberties(stones, neighbours, near, marks, queue, found) == 1:
                replies[count] = found[0]
                count += 1
    return count


@kernel
def _find_replies(
    stones: Any, neighbours: Any, stone: int, is_attack: bool, marks: Any, queue: Any, found: Any,
    replies: Any,
) -> int:
    """Write the moves of the side to play in a ladder; return how many."""
    liberties = few_liberties(stones, neighbours, stone, marks, queue, found)
    if is_attack:
        replies[:liberties] = found[:liberties]
        return liberties
    extension = found[0]
    count = _attackers_in_atari(stones, neighbours, stone, marks, queue, found, replies)
    replies[count] = extension
    return count + 1


@kernel
def _try_replies(
    boards: Any, neighbours: Any, stone: int, level: int, is_attack: bool, replies: Any,
    begin: int, end: int, budget: Any, marks: Any, queue: Any, found: Any,
) -> Any:
    """Play the replies of one ply until one must be looked into or gets the chain out.

    Returns (the next reply to try, OPEN | FREE | SPENT): OPEN, the position after the last reply
    tried, at boards[level + 1], decides; FREE, the chain is out; SPENT, no reply is left.
    """
    stones, after = boards[level], boards[level + 1]
    mover = -stones[stone] if is_attack else stones[stone]
    while begin < end:
        budget[0] -= 1
        after[:] = stones
        begin += 1
        if not _put(after, neighbours, replies[begin - 1], mover, marks, queue, found):
            continue
        left = few_liberties(after, neighbours, stone, marks, queue, found)
        if left == (1 if is_attack else 2):
            return begin, OPEN
        if left >= ESCAPED and not is_attack:
            return begin, FREE
    return begin, SPENT


@kernel
def _is_taken(
    boards: Any, neighbours: Any, stone: int, first: int, budget: Any, marks: Any, queue: Any
) -> bool:
    """Return whether a chain in atari cannot get out of it; its owner moves.

    boards -- int8 (DEPTH + 2, n): the position is boards[first], those above it are scratch
    budget -- int32 (1): moves that may still be tried
    """
    found = np.empty(ESCAPED, np.int16)
    replies = np.empty((DEPTH + 1, REPLIES), np.int16)
    ends, nexts = np.empty(DEPTH + 1, np.int16), np.zeros(DEPTH + 1, np.int16)
    level = first
    ends[level] = _find_replies(
        boards[level], neighbours, stone, False, marks, queue, found, replies[level])
    while True:
        is_attack = (level - first) % 2 == 1
        nexts[level], state = _try_replies(
            boards, neighbours, stone, level, is_attack, replies[level], nexts[level],
            ends[level], budget, marks, queue, found)
        if budget[0] < 0 or level == DEPTH:
            return False
        if state == OPEN:
            level += 1
            nexts[level] = 0
            ends[level] = _find_replies(
                boards[level], neighbours, stone, not is_attack, marks, queue, found,
                replies[level])
            continue
        taken = state == SPENT and not is_attack
        # The attacker's ply before is decided by a capture, the defender's by an escape.
        while level > first:
            level -= 1
            if ((level - first) % 2 == 1) != taken:
                break
        else:
            return taken


@kernel
def find_ladders(stones: Any, neighbours: Any, out: Any, moves: Any) -> None:
    """Write which chains a ladder takes, and the moves that begin one.

    stones -- int8 (n), +1 Black; neighbours -- int16 (n, 4), -1 where there is none
    out -- bool (n), overwritten: stones of chains with one liberty that cannot get out of atari,
        or with two that a ladder takes if the attacker moves
    moves -- bool (n), overwritten: points on which the attacker begins such a ladder

    Oracle: the plain twin in tests/oracles/plain_ladders.py.
    """
    out[:] = False
    moves[:] = False
    boards = np.empty((DEPTH + 2, stones.size), np.int8)
    marks = np.zeros(stones.size + 1, np.int32)
    queue = np.empty(stones.size, np.int16)
    found = np.empty(ESCAPED, np.int16)
    firsts = np.empty(ESCAPED, np.int16)
    budget = np.empty(1, np.int32)
    is_done = np.zeros(stones.size, np.bool_)
    for start in range(stones.size):
        if stones[start] == 0 or is_done[start]:
            continue
        boards[0] = stones
        liberties = few_liberties(boards[0], neighbours, start, marks, queue, firsts)
        budget[0] = MOVES
        is_taken = False
        if liberties == 1:
            is_taken = _is_taken(boards, neighbours, start, 0, budget, marks, queue)
        elif liberties == 2:
            for which in range(2):
                boards[1][:] = stones
                point = firsts[which]
                if _put(boards[1], neighbours, point, -stones[start], marks, queue, found) and \
                        few_liberties(boards[1], neighbours, start, marks, queue, found) == 1 and \
                        _is_taken(boards, neighbours, start, 1, budget, marks, queue):
                    moves[point] = True
                    is_taken = True
        _mark_chain(stones, neighbours, start, is_taken, is_done, queue, out)


@kernel
def _mark_chain(
    stones: Any, neighbours: Any, start: int, is_taken: bool, is_done: Any, queue: Any, out: Any
) -> None:
    """Mark a chain as looked at, and its stones in `out` if they are taken."""
    colour = stones[start]
    queue[0] = start
    is_done[start] = True
    begin, end = 0, 1
    while begin < end:
        point = queue[begin]
        begin += 1
        out[point] = is_taken
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and stones[near] == colour and not is_done[near]:
                is_done[near] = True
                queue[end] = near
                end += 1
