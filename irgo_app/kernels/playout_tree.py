"""The tree of the local Monte-Carlo search: its nodes, and which of them is looked at next.

Source: upper confidence bounds with all-moves-as-first statistics, S. Gelly and D. Silver,
Monte-Carlo tree search and rapid action value estimation in computer Go (2011).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from irgo_app.kernels.argument_types import Int32Buffer, Int32Rows, Int32s, Int32Table, Int64Buffer
from irgo_app.kernels.chains import HEAD, KO, META, STONE, THREATS, is_in_atari
from irgo_app.kernels.compiler import inner_kernel
from irgo_app.kernels.playouts import BAD, NORMAL, PASS, SACRIFICE, quality

FIRST: Final = 0
COUNT: Final = 1
MOVE: Final = 2
VISITS: Final = 3
KILLS: Final = 4
RAVE_VISITS: Final = 5
RAVE_KILLS: Final = 6
PROVED: Final = 7
NODE_ROWS: Final = 8
"""Rows of the tree: the first child and how many, the move that leads here (negative: a ko retaken
for a threat), visits, kills, the same for all moves as first, and what is proved: 1 kill, -1 life.
"""
DONE: Final = 0
SIZE_OF_TREE: Final = 1
IS_UNDER_WAY: Final = 2
DEPTH: Final = 3
COLOUR: Final = 4
LAST: Final = 5
BOARD_KEY: Final = 6
AT_ITEMS: Final = 7
"""Where a search stands: playouts done, nodes of the tree, 1 if it has gone down from the root and
not played out yet; how deep it is, whose turn it is there, the last move, the key of the stones."""
ROW: Final = 8
COLUMN: Final = 9
"""Where `around` holds the row and the column of a place."""
PRIOR: Final = (5, 10)
SACRIFICE_LOSES: Final = 3
ATARI_PRIOR: Final = (4, 5)
RESCUE_PRIOR: Final = (2, 3)
NEAR_PRIOR: Final = (2, 2)
PASS_KILLS: Final = 7
PASS_GAMES: Final = 10
"""What a move has won and played, in games as first move, before it was ever tried: even; a
sacrifice less, what takes a chain in atari, saves one or lies within NEAR steps of the last move
more; after a pass the group mostly dies. irgo's own choice: of GNU Go's 312 public owl questions,
asked of 400 playouts without the solver, 211 are answered rightly with these numbers and 209 with
all moves even; the result alone is right for 256 and 262."""
NEAR: Final = 2
RAVE_BIAS: Final = 0.02
EXPLORATION: Final = 0.3
"""How soon games through a node count more than games with the move as first move (Gelly and
Silver, section 5), and how much moves rarely looked at are preferred (UCB); irgo's own, not
tuned."""
DECIDED: Final = 16
"""A search is decided where the best first move has fewer than one exception in so many games."""


@inner_kernel
def expand(
    board: Int32Table, around: Int32Table, region: Int32s, colour: int, attacker: int,
    tree: Int32Rows, node: int, last: int, found: Int32Buffer, at: Int64Buffer,
) -> None:
    """Give a node its children, with a prior for each; at -- of a Descent, changed."""
    first = at[SIZE_OF_TREE]
    for point in region:
        if board[STONE, point] != 0:
            continue
        is_retaken = board[META, KO] == point and board[META, THREATS + (colour > 0)] > 0
        value = NORMAL if is_retaken else quality(
            board, around, point, colour, attacker, found)
        if value == BAD or at[SIZE_OF_TREE] >= tree.shape[1]:
            continue
        wins, games = PRIOR
        if value == SACRIFICE:
            wins -= SACRIFICE_LOSES
        for side in range(4):
            near = around[point, side]
            if board[STONE, near] == -colour and is_in_atari(board, board[HEAD, near]):
                wins += ATARI_PRIOR[0]
                games += ATARI_PRIOR[1]
            elif board[STONE, near] == colour and is_in_atari(board, board[HEAD, near]):
                wins += RESCUE_PRIOR[0]
                games += RESCUE_PRIOR[1]
        if last != PASS:
            distance = abs(around[point, ROW] - around[last, ROW]) + abs(
                around[point, COLUMN] - around[last, COLUMN])
            if distance <= NEAR:
                wins += NEAR_PRIOR[0]
                games += NEAR_PRIOR[1]
        _add_child(tree, at, -point if is_retaken else point,
                   wins if colour == attacker else games - wins, games)
    if (colour != attacker or board[META, KO] != 0) and at[SIZE_OF_TREE] < tree.shape[1]:
        _add_child(tree, at, PASS, PASS_KILLS, PASS_GAMES)
    tree[FIRST, node] = first
    tree[COUNT, node] = at[SIZE_OF_TREE] - first


@inner_kernel
def _add_child(
    tree: Int32Rows, at: Int64Buffer, move: int, kills: int, games: int
) -> None:
    """Add a node for a move that has killed in so many of so many games before it was tried."""
    child = at[SIZE_OF_TREE]
    at[SIZE_OF_TREE] += 1
    tree[:, child] = 0
    tree[MOVE, child] = move
    tree[RAVE_VISITS, child] = games
    tree[RAVE_KILLS, child] = kills


@inner_kernel
def select_child(tree: Int32Rows, node: int, is_attacker: bool) -> int:
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
        beta = rave / (rave + visits + rave * visits * RAVE_BIAS)
        value = beta * tree[RAVE_KILLS, child] / rave
        if visits > 0:
            value += (1 - beta) * tree[KILLS, child] / visits
        if not is_attacker:
            value = 1 - value
        value += EXPLORATION * np.sqrt(np.log(tree[VISITS, node] + 2.0) / (visits + 1.0))
        if value > best_value:
            best, best_value = child, value
    if best < 0:
        tree[PROVED, node] = -win
    return best


@inner_kernel
def remember_result(
    tree: Int32Rows, path: Int32s, depth: int, first: int, result: int, trace: Int32Table
) -> None:
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


@inner_kernel
def is_decided(tree: Int32Table) -> bool:
    """Return whether one first move has most visits and nearly always the same result."""
    begin = tree[FIRST, 0]
    for child in range(begin, begin + tree[COUNT, 0]):
        if 2 * tree[VISITS, child] > tree[VISITS, 0]:
            kills, visits = tree[KILLS, child], tree[VISITS, child]
            return min(kills, visits - kills) * DECIDED < visits
    return False
