"""Local Monte-Carlo tree search: does a group survive when both sides play only around it?

The search plays on the points of a region; the rest of the board stays as it is. A playout ends
when neither side has a sensible move left, and counts as a kill if no stone of the group stands.
Sources: upper confidence bounds with all-moves-as-first statistics, S. Gelly and D. Silver,
Monte-Carlo tree search and rapid action value estimation in computer Go (2011); results that are
certain are carried up the tree, M. Winands, Y. Björnsson and J.-T. Saito, Monte-Carlo Tree Search
Solver (2008).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    Int8s,
    Int32Buffer,
    Int32Rows,
    Int32s,
    Int32Table,
    Int64Buffer,
    Int64Table,
    UInt64Buffer,
)
from irgo_app.kernels.chains import KO, META, QUORUM, SAVED, TARGETS, THREATS, copy_board, play
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.playout_tree import (
    AT_ITEMS,
    BOARD_KEY,
    COLOUR,
    COUNT,
    DEPTH,
    DONE,
    IS_UNDER_WAY,
    LAST,
    MOVE,
    NODE_ROWS,
    PROVED,
    SIZE_OF_TREE,
    VISITS,
    expand,
    is_decided,
    remember_result,
    select_child,
)
from irgo_app.kernels.playouts import PASS, note_move, playout
from irgo_app.kernels.settled_life import LifeRoom, is_settled_alive, new_life_room

DEEPEST_PATH: Final = 120
UNEXPANDED_VISITS: Final = 2
"""A node gets children when it is visited for the third time."""
LOOK_EVERY: Final = 1000
"""Whether the search can end early is looked at every so many playouts."""


@inner_kernel
def _verdict_at(
    board: Int32Table, around: Int32Table, region: Int32s, colour: int, attacker: int, visits: int,
    life: LifeRoom,
) -> int:
    """Return 1 if the group is certainly dead in a position of the tree, -1 if alive, else 0."""
    if board[META, TARGETS] < board[META, QUORUM]:
        return 1
    if board[META, SAVED] >= board[META, QUORUM]:
        return -1
    if visits == 0 and colour == attacker and is_settled_alive(
            board, around, region, -attacker, life):
        return -1
    return 0


class Descent(NamedTuple):
    """A search under way, which can be left and gone on with.

    tree -- int32 (NODE_ROWS, most nodes); node 0 is the root
    at -- int64 (AT_ITEMS): where it stands, see DONE and what follows it in `playout_tree.py`
    path -- int32 (DEEPEST_PATH + 1): the nodes from the root to where it stands
    board -- int32 (STATE_ROWS, n): the position there; trace -- see `playout`
    random -- uint64 (1); found -- int32, life -- scratch
    """

    tree: Int32Rows
    at: Int64Buffer
    path: Int32Buffer
    board: Int32Rows
    trace: Int32Rows
    random: UInt64Buffer
    found: Int32Buffer
    life: LifeRoom


def new_descent(root: Any, most_nodes: int, seed: int) -> Descent:
    """Return a search that has not begun, for a board like one; seed -- of its random moves."""
    places = root.shape[1]
    at = np.zeros(AT_ITEMS, np.int64)
    state = np.array([(seed * 2654435769 + 88172645463325252) % 2**64], np.uint64)
    return Descent(
        np.zeros((NODE_ROWS, most_nodes), np.int32), at, np.empty(DEEPEST_PATH + 1, np.int32),
        np.empty(root.shape, np.int32), np.empty((2, places), np.int32), state,
        np.empty(places + 8, np.int32), new_life_room(places))


@inner_kernel
def _descend(
    around: Int32Table, region: Int32s, attacker: int, signs: Int64Table, proof_visits: int,
    descent: Descent,
) -> bool:
    """Go down the tree until a node is proved or has no children; return False if it stops on the
    way because the solver should look at the node.
    """
    tree, at, board = descent.tree, descent.at, descent.board
    depth, colour, last = at[DEPTH], at[COLOUR], at[LAST]
    node = np.int64(descent.path[depth])
    asks_solver = False
    while tree[PROVED, node] == 0:
        if tree[COUNT, node] == 0:
            if (tree[VISITS, node] < UNEXPANDED_VISITS and node != 0) or depth >= DEEPEST_PATH or (
                    at[SIZE_OF_TREE] + region.size + 1 >= tree.shape[1]):
                break
            expand(board, around, region, colour, attacker, tree, node, last, descent.found, at)
            if tree[COUNT, node] == 0:
                if colour == attacker:
                    tree[PROVED, node] = -1
                break
        child = select_child(tree, node, colour == attacker)
        if child < 0:
            break
        last = tree[MOVE, child]
        if last == PASS:
            board[META, KO] = 0
        else:
            if last < 0:
                last = -last
                board[META, THREATS + (colour > 0)] -= 1
            at[BOARD_KEY] ^= play(board, around, last, colour, signs)
            note_move(descent.trace, last, colour)
        depth += 1
        node = child
        descent.path[depth] = node
        colour = -colour
        if tree[PROVED, node] == 0:
            tree[PROVED, node] = _verdict_at(
                board, around, region, colour, attacker, tree[VISITS, node], descent.life)
            if tree[PROVED, node] == 0 and tree[VISITS, node] == proof_visits:
                asks_solver = True
                break
    at[DEPTH], at[COLOUR], at[LAST] = depth, colour, last
    return not asks_solver


@kernel
def search_playouts(
    root: Int32Table, around: Int32Table, region: Int32s, first: int, attacker: int, root_key: int,
    signs: Int64Table, fewest: int, most: int, proof_visits: int, cancel: Int8s, descent: Descent,
) -> bool:
    """Search; return whether it is over.

    If not, the solver is to look at the position where it stands: whoever calls writes what it
    finds to PROVED of the last node of the path, and calls again. So the solver's machine code is
    no part of this one.

    root, around, region, first, attacker, root_key, signs -- as for `search.solve`
    fewest, most -- playouts; proof_visits -- after how many visits a node is given to the solver
    cancel -- int8 (1), not 0: stop; descent -- of `new_descent`, changed
    """
    tree, at, board = descent.tree, descent.at, descent.board
    if at[SIZE_OF_TREE] == 0:
        at[SIZE_OF_TREE] = 1
        expand(root, around, region, first, attacker, tree, 0, PASS, descent.found, at)
    while True:
        if at[IS_UNDER_WAY] == 0:
            if at[DONE] >= most or cancel[0] != 0 or tree[PROVED, 0] != 0:
                return True
            if at[DONE] >= fewest and at[DONE] % LOOK_EVERY == 0 and is_decided(tree):
                return True
            copy_board(root, board)
            descent.trace[:] = 0
            descent.path[0] = 0
            at[IS_UNDER_WAY], at[DEPTH], at[COLOUR], at[LAST] = 1, 0, first, PASS
            at[BOARD_KEY] = root_key
        if not _descend(around, region, attacker, signs, proof_visits, descent):
            return False
        depth = at[DEPTH]
        proved = tree[PROVED, descent.path[depth]]
        if proved != 0:
            result = 1 if proved == 1 else 0
        else:
            result = playout(board, around, region, at[COLOUR], attacker, at[LAST], signs,
                             descent.found, descent.random, descent.trace)
        remember_result(tree, descent.path, depth, first, result, descent.trace)
        at[IS_UNDER_WAY] = 0
        at[DONE] += 1
