"""Local Monte-Carlo tree search: does a group survive when both sides play only around it?

The search plays on the points of a region; the rest of the board stays as it is. A playout ends
when neither side has a sensible move left, and counts as a kill if no stone of the group stands.
Sources: upper confidence bounds with all-moves-as-first statistics, S. Gelly and D. Silver,
Monte-Carlo tree search and rapid action value estimation in computer Go (2011); results that are
certain are carried up the tree, M. Winands, Y. Björnsson and J.-T. Saito, Monte-Carlo Tree Search
Solver (2008).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from irgo_app.kernels import kernel
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
from irgo_app.kernels.padding import OFF_BOARD
from irgo_app.kernels.search import is_settled_alive, new_scratch, solve

PASS: Final = 0
"""The move that is none: the padded board has no point 0."""
MOST_SACRIFICED: Final = 6
"""The attacker gives up at most so many stones in a playout: nakade needs six."""
DEEPEST_PATH: Final = 120


@kernel
def next_random(state: Any, limit: int) -> int:
    """Return a random number below `limit`; state -- uint64 (1), xorshift (G. Marsaglia, 2003)."""
    value = state[0]
    value ^= value << np.uint64(13)
    value ^= value >> np.uint64(7)
    value ^= value << np.uint64(17)
    state[0] = value
    number: Any = np.int64((value >> np.uint64(33)) % np.uint64(limit))
    return number


@kernel
def is_own_eye(board: Any, around: Any, point: int, colour: int) -> bool:
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


@kernel
def quality(
    board: Any, around: Any, point: int, colour: int, attacker: int, found: Any
) -> int:
    """Return 0 for a move never to be played, 1 for a sacrifice, 2 for a normal move."""
    vacant = 0
    for side in range(4):
        stone = board[STONE, around[point, side]]
        if stone == VOID:
            return 2
        vacant += stone == 0
    if vacant >= 2:
        return 2
    if not is_legal(board, around, point, colour):
        return 0
    if is_own_eye(board, around, point, colour):
        return 0
    if liberties_after(board, around, point, colour, 2, found) >= 2:
        return 2
    size = 1
    for side in range(4):
        near = around[point, side]
        if board[STONE, near] == colour:
            size += board[SIZE, board[HEAD, near]]
        elif board[STONE, near] == -colour and is_in_atari(board, board[HEAD, near]):
            return 2 if board[SIZE, board[HEAD, near]] > 1 else 1
    if size > MOST_SACRIFICED or (colour != attacker and size > 2):
        return 0
    return 1


@kernel
def _answer(
    board: Any, around: Any, colour: int, last: int, found: Any, random: Any
) -> int:
    """Return a move that captures what just put us into atari, or saves us, or 0."""
    if last == PASS:
        return PASS
    for side in range(4):
        near = around[last, side]
        if board[STONE, near] != colour:
            continue
        head = board[HEAD, near]
        if not is_in_atari(board, head):
            continue
        stone = head
        while True:
            for side in range(4):
                side = around[stone, side]
                if board[STONE, side] == -colour and is_in_atari(board, board[HEAD, side]):
                    free = only_liberty(board, board[HEAD, side])
                    if is_legal(board, around, free, colour):
                        return free
            stone = board[NEXT, stone]
            if stone == head:
                break
        free = only_liberty(board, head)
        if is_legal(board, around, free, colour) and (
                liberties_after(board, around, free, colour, 2, found) >= 2):
            return free
    if board[STONE, last] == -colour and is_in_atari(board, board[HEAD, last]):
        free = only_liberty(board, board[HEAD, last])
        if is_legal(board, around, free, colour) and (
                next_random(random, 8) > 0):
            return free
    return PASS


@kernel
def _playout_move(
    board: Any, around: Any, region: Any, colour: int, attacker: int, last: int,
    found: Any, random: Any,
) -> int:
    """Return the next move of a playout, PASS if there is nothing sensible."""
    move = _answer(board, around, colour, last, found, random)
    if move != PASS:
        return move
    if last != PASS and next_random(random, 2) == 0:
        start = next_random(random, 8)
        for turn in range(8):
            side = (start + turn) % 8
            near = around[last, side]
            if board[STONE, near] == 0 and (
                    quality(board, around, near, colour, attacker, found) == 2):
                return near
    start = next_random(random, region.size)
    sacrifice = PASS
    for index in range(region.size):
        place = start + index
        point = region[place if place < region.size else place - region.size]
        if board[STONE, point] != 0:
            continue
        value = quality(board, around, point, colour, attacker, found)
        if value == 2:
            return point
        if value == 1:
            if next_random(random, 8) == 0:
                return point
            if sacrifice == PASS and colour == attacker:
                sacrifice = point
    return sacrifice


@kernel
def _note_move(trace: Any, move: int, colour: int) -> None:
    """Remember who played first at a place."""
    if trace[0, move] == 0 and trace[1, move] == 0:
        trace[1 if colour > 0 else 0, move] = 1


@kernel
def playout(
    board: Any, around: Any, region: Any, colour: int, attacker: int, last: int,
    signs: Any, found: Any, random: Any, trace: Any,
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
            _note_move(trace, move, colour)
            if board[META, TARGETS] < board[META, QUORUM]:
                return 1
            if board[META, SAVED] >= board[META, QUORUM]:
                return 0
        last = move
        colour = -colour
    return 0


FIRST: Final = 0
COUNT: Final = 1
MOVE: Final = 2
VISITS: Final = 3
KILLS: Final = 4
RAVE_VISITS: Final = 5
RAVE_KILLS: Final = 6
PROVED: Final = 7
NODE_ROWS: Final = 8
"""Rows of the tree: the first child and how many, the move that leads here, visits, kills,
the same for all moves as first, and what is proved: 1 kill, -1 life."""


@kernel
def _expand(
    board: Any, around: Any, region: Any, colour: int, attacker: int, tree: Any, node: int,
    last: int, found: Any, size: Any,
) -> None:
    """Give a node its children, with a prior for each."""
    first = size[0]
    for point in region:
        if board[STONE, point] != 0:
            continue
        is_retaken = board[META, KO] == point and board[META, THREATS + (colour > 0)] > 0
        value = 2 if is_retaken else quality(board, around, point, colour, attacker, found)
        if value == 0 or size[0] >= tree.shape[1]:
            continue
        child = size[0]
        size[0] += 1
        tree[:, child] = 0
        tree[MOVE, child] = -point if is_retaken else point
        wins, games = 5, 10
        if value == 1:
            wins -= 3
        for side in range(4):
            near = around[point, side]
            if board[STONE, near] == -colour and is_in_atari(board, board[HEAD, near]):
                wins += 4
                games += 5
            elif board[STONE, near] == colour and is_in_atari(board, board[HEAD, near]):
                wins += 2
                games += 3
        if last != PASS:
            distance = abs(around[point, 8] - around[last, 8]) + abs(
                around[point, 9] - around[last, 9])
            if distance <= 2:
                wins += 2
                games += 2
        tree[RAVE_VISITS, child] = games
        tree[RAVE_KILLS, child] = wins if colour == attacker else games - wins
    if (colour != attacker or board[META, KO] != 0) and size[0] < tree.shape[1]:
        child = size[0]
        size[0] += 1
        tree[:, child] = 0
        tree[MOVE, child] = PASS
        tree[RAVE_VISITS, child] = 10
        tree[RAVE_KILLS, child] = 7
    tree[FIRST, node] = first
    tree[COUNT, node] = size[0] - first


@kernel
def _select(tree: Any, node: int, is_attacker: bool) -> int:
    """Return the child to look at next, -1 if all are proved (the node is settled then)."""
    best, best_value = -1, -1.0
    win = 1 if is_attacker else -1
    first = tree[FIRST, node]
    for child in range(first, first + tree[COUNT, node]):
        proved = tree[PROVED, child]
        if proved == win:
            tree[PROVED, node] = win
            return -1
        if proved == -win:
            continue
        visits, rave = tree[VISITS, child], tree[RAVE_VISITS, child]
        beta = rave / (rave + visits + rave * visits * 0.02)
        value = beta * tree[RAVE_KILLS, child] / rave
        if visits > 0:
            value += (1 - beta) * tree[KILLS, child] / visits
        if not is_attacker:
            value = 1 - value
        value += 0.3 * np.sqrt(np.log(tree[VISITS, node] + 2.0) / (visits + 1.0))
        if value > best_value:
            best, best_value = child, value
    if best < 0:
        tree[PROVED, node] = -win
    return best


@kernel
def _verdict_at(
    board: Any, around: Any, region: Any, colour: int, attacker: int, key: int, visits: int,
    proofs: Any, limits: Any, cancel: Any, scratch: Any, proof: Any,
) -> int:
    """Return 1 if the group is certainly dead in a position of the tree, -1 if alive, else 0."""
    table, boards, signs = proofs
    marks, queue, chains, rooms = scratch
    if board[META, TARGETS] < board[META, QUORUM]:
        return 1
    if board[META, SAVED] >= board[META, QUORUM]:
        return -1
    if visits == 0 and colour == attacker and is_settled_alive(
            board, around, region, -attacker, marks, queue, chains, rooms):
        return -1
    if visits == limits[1]:
        result = solve(board, around, region, colour, attacker, key, signs, table, boards,
                       limits[2], cancel, proof)
        if result != 0:
            return 1 if (result == 1) == (colour == attacker) else -1
    return 0


@kernel
def _remember(tree: Any, path: Any, depth: int, first: int, result: int, trace: Any) -> None:
    """Add the result of a playout to every node on its path, and to its moves as first moves."""
    colour = first
    for step in range(depth + 1):
        node = path[step]
        tree[VISITS, node] += 1
        tree[KILLS, node] += result
        row = 1 if colour > 0 else 0
        begin = tree[FIRST, node]
        for child in range(begin, begin + tree[COUNT, node]):
            if trace[row, abs(tree[MOVE, child])] != 0:
                tree[RAVE_VISITS, child] += 1
                tree[RAVE_KILLS, child] += result
        colour = -colour


@kernel
def _is_decided(tree: Any) -> bool:
    """Return whether one first move has most visits and nearly always the same result."""
    begin = tree[FIRST, 0]
    for child in range(begin, begin + tree[COUNT, 0]):
        if 2 * tree[VISITS, child] > tree[VISITS, 0]:
            kills, visits = tree[KILLS, child], tree[VISITS, child]
            return min(kills, visits - kills) * 16 < visits
    return False


@kernel
def search_playouts(
    root: Any, around: Any, region: Any, first: int, attacker: int, proofs: Any, root_key: int,
    limits: Any, seed: int, cancel: Any, tree: Any,
) -> int:
    """Search; return the number of playouts made. The tree's node 0 is the root.

    root, around, region, first, attacker, root_key -- as for `search.solve`
    proofs -- (table, boards, signs) as for `search.solve`
    limits -- int64 (4): playouts at most; after how many visits a node is given to the solver;
        how many positions the solver may look at; playouts at least
    cancel -- int8 (1), not 0: stop; tree -- int32 (NODE_ROWS, most nodes), overwritten
    """
    signs = proofs[2]
    size = np.ones(1, np.int64)
    tree[:, 0] = 0
    random = np.array([np.uint64(seed) * np.uint64(2654435769) + np.uint64(88172645463325252)])
    found, proof = np.empty(400, np.int32), np.zeros(3, np.int64)
    board = np.empty_like(root)
    trace = np.empty((2, root.shape[1]), np.int32)
    path = np.empty(DEEPEST_PATH + 1, np.int32)
    scratch = new_scratch(root.shape[1])
    _expand(root, around, region, first, attacker, tree, 0, PASS, found, size)
    done = 0
    while done < limits[0] and cancel[0] == 0 and tree[PROVED, 0] == 0:
        if done >= limits[3] and done % 1000 == 0 and _is_decided(tree):
            break
        done += 1
        board[:] = root
        trace[:] = 0
        node, colour, depth, last, key = 0, first, 0, PASS, root_key
        path[0] = 0
        while tree[PROVED, node] == 0:
            if tree[COUNT, node] == 0:
                if (tree[VISITS, node] < 2 and node != 0) or depth >= DEEPEST_PATH or (
                        size[0] + region.size + 1 >= tree.shape[1]):
                    break
                _expand(board, around, region, colour, attacker, tree, node, last, found, size)
                if tree[COUNT, node] == 0:
                    if colour == attacker:
                        tree[PROVED, node] = -1
                    break
            child = _select(tree, node, colour == attacker)
            if child < 0:
                break
            last = tree[MOVE, child]
            if last == PASS:
                board[META, KO] = 0
            else:
                if last < 0:
                    last = -last
                    board[META, THREATS + (colour > 0)] -= 1
                key ^= play(board, around, last, colour, signs)
                _note_move(trace, last, colour)
            depth += 1
            node = child
            path[depth] = node
            colour = -colour
            if tree[PROVED, node] == 0:
                tree[PROVED, node] = _verdict_at(
                    board, around, region, colour, attacker, key, tree[VISITS, node], proofs,
                    limits, cancel, scratch, proof)
        if tree[PROVED, node] != 0:
            result = 1 if tree[PROVED, node] == 1 else 0
        else:
            result = playout(board, around, region, colour, attacker, last, signs, found, random,
                             trace)
        _remember(tree, path, depth, first, result, trace)
    return done
