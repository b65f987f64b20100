"""Local Monte-Carlo tree search: does a group survive when both sides play only around it?

The moves are on the points of a region; the rest of the board stays as it is. A playout ends when
neither side has a sensible move left, and counts as a kill if too little of the group stands.
Sources: upper confidence bounds with all-moves-as-first statistics, S. Gelly and D. Silver,
Monte-Carlo tree search and rapid action value estimation in computer Go (2011); results that are
certain are carried up the tree, M. Winands, Y. Björnsson and J.-T. Saito, Monte-Carlo Tree Search
Solver (2008).
"""

from typing import Any, Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (Int8s, Int32Buffer, Int32Rows, Int32s, Int32Table,
                                             Int64Buffer, Int64Table, UInt64Buffer)
from irgo_app.kernels.benson import LifeRoom, is_settled_alive, new_life_room
from irgo_app.kernels.chains import (HEAD, KO, META, NEXT, QUORUM, SAVED, SIZE, STONE, TARGETS,
                                     THREATS, VOID, copy_board, is_in_atari, is_legal,
                                     liberties_after, only_liberty, play)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import OFF_BOARD

PASS: Final = 0
"""The move that is none: the padded board has no point 0."""
MOST_SACRIFICED: Final = 6
"""The attacker gives up at most so many stones in a playout: nakade needs six."""
BAD, SACRIFICE, NORMAL = range(3)
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
            move = _playout_move(board, around, region, colour, attacker, last, found, random)
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


FIRST, COUNT, MOVE, VISITS, KILLS, RAVE_VISITS, RAVE_KILLS, PROVED, NODE_ROWS = range(9)
"""Rows of the tree: the first child and how many, the move that leads here (negative: a ko retaken
for a threat), visits, kills, the same for all moves as first, and what is proved: 1 kill, -1 life.
"""
DONE, SIZE_OF_TREE, IS_UNDER_WAY, DEPTH, COLOUR, LAST, BOARD_KEY, AT_ITEMS = range(8)
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
        value = NORMAL if is_retaken else quality(board, around, point, colour, attacker, found)
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
def _add_child(tree: Int32Rows, at: Int64Buffer, move: int, kills: int, games: int) -> None:
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
    at -- int64 (AT_ITEMS): where it stands, see DONE and what follows it above
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
