"""The planes that KataGo's networks see of a position, as its input version 7 defines them.

Sources: D. J. Wu, "Accelerating Self-Play Learning in Go" (2020), appendix A, and KataGo's
documentation. Ladders differ from those of `ladders.py` in how a ko ends them: the networks were
trained on KataGo's own reading of ladders and need exactly that.
"""

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (BoolBuffer, Int8Buffer, Int8Rows, Int8s, Int32Buffer,
                                             Int32Rows, Int32Table, UInt8Buffer, UInt8Rows)
from irgo_app.kernels.benson import LifeScratch, Rooms, unconditionally_alive
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import label_parts
from irgo_app.kernels.ladders import few_liberties

ON_BOARD: Final = 0
STONES: Final = 1
"""The mover's stones; STONES + 1: the other side's."""
LIBERTIES: Final = 3
"""Chains of one, two, three liberties."""
KO: Final = 6
RECENT: Final = 9
"""The last moves, one a plane, the latest first."""
LADDERS: Final = 14
"""Chains that a ladder takes; LADDERS + 1, + 2: one and two moves before."""
LADDER_MOVES: Final = 17
AREA: Final = 18
"""The mover's area; AREA + 1: the other side's."""
PLANES: Final = 22
_COUNTED: Final = 4
"""Liberties are counted so far."""
_MAX_NODES: Final = 25_000
"""Positions looked at for one chain before it counts as free."""
_MAX_REPLIES: Final = 32
_NO_POINT: Final = -1
_SUICIDE: Final = -2


class LadderTree(NamedTuple):
    """Scratch for a board of n points; d = 3 n / 2 + 2 plies, as far as a ladder is followed.

    boards -- int8 (d, n); kos -- int32 (d): the point that may not be retaken; replies -- int32
    (d, _MAX_REPLIES), ends, nexts -- int32 (d): the moves of a ply, how many, which is next
    marks -- int32 (n + 1): of `few_liberties`; met -- int32 (n); chain, beside -- int32 (n)
    found, firsts -- int32 (4): liberties; is_done -- bool (n)
    """

    boards: Int8Rows
    kos: Int32Buffer
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


def new_ladder_tree(points: int) -> LadderTree:
    """Return scratch for a board of so many points."""
    plies = 3 * points // 2 + 2
    return LadderTree._make((
        np.empty((plies, points), np.int8), np.empty(plies, np.int32),
        np.empty((plies, _MAX_REPLIES), np.int32), *np.empty((2, plies), np.int32),
        np.zeros(points + 1, np.int32), np.zeros(points, np.int32),
        *np.empty((2, points), np.int32), *np.empty((2, _COUNTED), np.int32),
        np.empty(points, np.bool_)))


@inner_kernel
def _put(stones: Int8Buffer, neighbours: Int32Table, point: int, colour: int,
         tree: LadderTree) -> int:
    """Play a move, taking what it captures; return the point that may not be retaken, or _NO_POINT.

    Returns _SUICIDE for one, with the stone left on the board.
    """
    stones[point] = colour
    taken, last = 0, _NO_POINT
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0 and stones[near] == -colour:
            liberties, size = few_liberties(
                stones, neighbours, near, 1, tree.marks, tree.beside, tree.found)
            if liberties == 0:
                for index in range(size):
                    stones[tree.beside[index]] = 0
                taken += size
                last = near
    liberties, size = few_liberties(
        stones, neighbours, point, 2, tree.marks, tree.beside, tree.found)
    if liberties == 0:
        return _SUICIDE
    if taken == 1 and size == 1 and liberties == 1:
        return last
    return _NO_POINT


@inner_kernel
def _find_captures(
    stones: Int8s, neighbours: Int32Table, size: int, colour: int, tree: LadderTree,
    replies: Int32Buffer,
) -> int:
    """Write the moves that take a chain in atari beside the chain in tree.chain; return how many.

    size -- stones of that chain; colour -- its own
    """
    count, stamp = 0, tree.marks[-1]
    for index in range(size):
        for side in range(4):
            near = neighbours[tree.chain[index], side]
            if near < 0 or stones[near] != -colour or tree.met[near] == stamp:
                continue
            tree.met[near] = stamp
            if count < _MAX_REPLIES - 1 and few_liberties(
                    stones, neighbours, near, 2, tree.marks, tree.beside, tree.found)[0] == 1:
                is_new = True
                for before in range(count):
                    is_new &= replies[before] != tree.found[0]
                if is_new:
                    replies[count] = tree.found[0]
                    count += 1
    return count


@inner_kernel
def _free_neighbours(stones: Int8s, neighbours: Int32Table, point: int) -> int:
    count = 0
    for side in range(4):
        near = neighbours[point, side]
        count += (near >= 0) and stones[near] == 0
    return count


@inner_kernel
def _would_take_ko(
    stones: Int8s, neighbours: Int32Table, point: int, colour: int, tree: LadderTree
) -> bool:
    """Return whether a move of a colour would take one stone in a ko."""
    taken = 0
    for side in range(4):
        near = neighbours[point, side]
        if near < 0:
            continue
        if stones[near] != -colour:
            return False
        liberties, size = few_liberties(
            stones, neighbours, near, 2, tree.marks, tree.beside, tree.found)
        if liberties == 1:
            taken += 1
            if size > 1:
                return False
    return taken == 1


@inner_kernel
def _extends_to_few(
    level: int, neighbours: Int32Table, point: int, colour: int, tree: LadderTree
) -> bool:
    """Return whether a move of the defender leads to a chain of at most two liberties."""
    board = tree.boards[level + 1]
    _copy(tree.boards[level], board)
    return _put(board, neighbours, point, colour, tree) == _SUICIDE or few_liberties(
        board, neighbours, point, 3, tree.marks, tree.beside, tree.found)[0] <= 2


@inner_kernel
def _copy(source: Int8s, target: Int8Buffer) -> None:
    for point in range(source.size):
        target[point] = source[point]


@inner_kernel
def _find_attacks(level: int, neighbours: Int32Table, stone: int, tree: LadderTree) -> int:
    """Write the attacker's moves against a chain of two liberties; return how many.

    Returns -1 where the chain is dead by two kos: each of its liberties is a ko that its owner can
    only fill, and it takes nothing.
    """
    stones, replies = tree.boards[level], tree.replies[level]
    colour = stones[stone]
    _, size = few_liberties(stones, neighbours, stone, 3, tree.marks, tree.chain, tree.firsts)
    first, second = tree.firsts[0], tree.firsts[1]
    first_free = _free_neighbours(stones, neighbours, first)
    second_free = _free_neighbours(stones, neighbours, second)
    replies[0], replies[1] = first, second
    if (first_free == 0 and second_free == 0
            and _would_take_ko(stones, neighbours, first, -colour, tree)
            and _would_take_ko(stones, neighbours, second, -colour, tree)
            and _extends_to_few(level, neighbours, first, colour, tree)
            and _extends_to_few(level, neighbours, second, colour, tree)):
        few_liberties(stones, neighbours, stone, 3, tree.marks, tree.chain, tree.firsts)
        if _find_captures(stones, neighbours, size, colour, tree, tree.replies[level + 1]) == 0:
            return -1
    are_beside = False
    for side in range(4):
        are_beside |= neighbours[first, side] == second
    if not are_beside:
        # Where the defender gets three liberties at once, the attacker has to play there himself.
        if first_free >= 3 and second_free >= 3:
            return 0
        if first_free >= 3:
            return 1
        if second_free >= 3:
            replies[0] = second
            return 1
    if second_free > first_free:
        replies[0], replies[1] = second, first
    return 2


@inner_kernel
def _is_caught(neighbours: Int32Table, stone: int, tree: LadderTree) -> bool:
    """Return whether a chain of one liberty on tree.boards[0] cannot get out; its owner moves."""
    boards, kos = tree.boards, tree.kos
    level, nodes, is_new, caught = 0, 0, True, False
    # Every ko at the root is held to work for the defender.
    kos[0] = _NO_POINT
    while level >= 0:
        is_defender = level % 2 == 0
        if is_new:
            nodes += 1
            if nodes > _MAX_NODES:
                return False
            liberties, size = few_liberties(
                boards[level], neighbours, stone, 3, tree.marks, tree.chain, tree.found)
            is_decided = True
            if level >= kos.size - 2:
                caught = True
            elif is_defender and (liberties >= 2 or kos[level] >= 0):
                caught = False
            elif not is_defender and liberties != 2:
                caught = liberties <= 1
            elif is_defender:
                extension = tree.found[0]
                count = _find_captures(boards[level], neighbours, size, boards[level, stone], tree,
                                       tree.replies[level])
                tree.replies[level, count] = extension
                tree.ends[level], tree.nexts[level], is_decided = count + 1, 0, False
            else:
                count = _find_attacks(level, neighbours, stone, tree)
                tree.ends[level], tree.nexts[level] = count, 0
                is_decided, caught = count < 0, count < 0
        else:
            is_decided = caught != is_defender
        if not is_decided:
            caught = is_defender
            is_decided = True
            colour = boards[level, stone] if is_defender else -boards[level, stone]
            while tree.nexts[level] < tree.ends[level]:
                point = tree.replies[level, tree.nexts[level]]
                tree.nexts[level] += 1
                if point == kos[level]:
                    continue
                _copy(boards[level], boards[level + 1])
                ko = _put(boards[level + 1], neighbours, point, colour, tree)
                if ko != _SUICIDE:
                    kos[level + 1] = ko
                    is_decided = False
                    break
        is_new = not is_decided
        level += -1 if is_decided else 1
    return caught


@inner_kernel
def _find_ladders(
    stones: Int8s, neighbours: Int32Table, ko_point: int, tree: LadderTree, attacker: int,
    taken: UInt8Buffer, moves: UInt8Buffer,
) -> None:
    """Mark the stones of chains that a ladder takes, and the attacker's moves that begin one.

    attacker -- whose moves against chains of two liberties are marked, 0 for nobody's
    """
    tree.is_done[:] = False
    for start in range(stones.size):
        if stones[start] == 0 or tree.is_done[start]:
            continue
        liberties = few_liberties(
            stones, neighbours, start, 3, tree.marks, tree.chain, tree.firsts)[0]
        if liberties > 2:
            continue
        is_taken = False
        if liberties == 1:
            _copy(stones, tree.boards[0])
            is_taken = _is_caught(neighbours, start, tree)
        else:
            first, second = tree.firsts[0], tree.firsts[1]
            for point in (first, second):
                _copy(stones, tree.boards[0])
                if point == ko_point or _put(
                        tree.boards[0], neighbours, point, -stones[start], tree) == _SUICIDE:
                    continue
                if few_liberties(tree.boards[0], neighbours, start, 3, tree.marks, tree.chain,
                                 tree.found)[0] == 1 and _is_caught(neighbours, start, tree):
                    is_taken = True
                    if -stones[start] == attacker:
                        moves[point] = 1
        size = few_liberties(stones, neighbours, start, 3, tree.marks, tree.chain, tree.found)[1]
        for index in range(size):
            tree.is_done[tree.chain[index]] = True
            if is_taken:
                taken[tree.chain[index]] = 1


@inner_kernel
def _mark_area(
    stones: Int8s, neighbours: Int32Table, colour: int, with_suicide: bool, rooms: Rooms,
    scratch: LifeScratch, alive: BoolBuffer, seen: Int8Buffer, safe: Int8Buffer, big: Int8Buffer,
) -> None:
    """Mark a colour's pass-alive area in `safe`, and regions that touch this colour alone in `big`.

    alive -- bool (n), seen -- int8 (n): scratch; safe, big -- int8 (n): `colour` where it is so
    """
    _copy(stones, seen)
    if with_suicide:
        # Where stones may take themselves off, every point of a room counts as a vacant one does.
        for point in range(stones.size):
            if stones[point] == -colour:
                seen[point] = 0
    unconditionally_alive(seen, neighbours, colour, rooms, scratch, alive)
    total = 0
    for point in range(stones.size):
        seen[point] = 0 if stones[point] == colour else 1
        total += seen[point]
        if alive[point]:
            safe[point] = colour
    label_parts(seen, neighbours, scratch.queue, scratch.parts)
    begin = 0
    while begin < total:
        end, part = begin, scratch.parts[scratch.queue[begin]]
        inside, has_vacant, has_enemy, has_border, is_alive = 0, False, False, False, True
        while end < total:
            point = scratch.queue[end]
            if scratch.parts[point] != part:
                break
            has_vacant |= stones[point] == 0
            has_enemy |= stones[point] == -colour
            is_inside = True
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0 and stones[near] == colour:
                    is_inside = False
                    is_alive &= alive[near]
            inside += is_inside
            has_border |= not is_inside
            end += 1
        if has_vacant and has_border:
            for index in range(begin, end):
                point = scratch.queue[index]
                if inside <= 1 and is_alive:
                    safe[point] = colour
                if not has_enemy:
                    big[point] = colour
        begin = end


@kernel
def fill_katago_planes(
    boards: Int8Rows, neighbours: Int32Table, mover: int, kos: Int32Buffer, recent: Int32Buffer,
    with_area: bool, with_suicide: bool, allows_suicide: bool, tree: LadderTree, rooms: Rooms,
    scratch: LifeScratch, alive: BoolBuffer, marks: Int8Rows, legal: BoolBuffer, out: UInt8Rows,
) -> None:
    """Write the planes of a position, and where its mover may play.

    boards -- int8 (3, n), +1 Black: the position, and what lay there one and two moves before
    neighbours -- int32 (n, 4), absent = -1; mover -- +1 or -1
    kos -- int32 (3): the point that may not be retaken on each of the boards, -1 if there is none
    recent -- int32 (5): the last moves, the latest first, -1 for a pass or none
    with_area -- whether the planes of areas are wanted; with_suicide -- whether they are found as
        where suicide is legal; allows_suicide -- whether it is, of more than one stone
    alive -- bool (n), marks -- int8 (3, n): scratch
    legal -- bool (n), overwritten; out -- uint8 (PLANES, n), overwritten with 0 and 1
    """
    stones = boards[0]
    out[:] = 0
    out[ON_BOARD] = 1
    for point in range(stones.size):
        legal[point] = False
        if stones[point] == 0:
            continue
        out[STONES if stones[point] == mover else STONES + 1, point] = 1
        liberties = few_liberties(
            stones, neighbours, point, _COUNTED, tree.marks, tree.chain, tree.found)[0]
        if 1 <= liberties < _COUNTED:
            out[LIBERTIES + liberties - 1, point] = 1
    for point in range(stones.size):
        if stones[point] != 0 or point == kos[0]:
            continue
        for side in range(4):
            near = neighbours[point, side]
            if near < 0:
                continue
            is_in_atari = stones[near] != 0 and out[LIBERTIES, near] == 1
            if (stones[near] == 0 or (stones[near] == mover) != is_in_atari
                    or (allows_suicide and stones[near] == mover)):
                legal[point] = True
                break
    if kos[0] >= 0:
        out[KO, kos[0]] = 1
    for at in range(recent.size):
        if recent[at] >= 0:
            out[RECENT + at, recent[at]] = 1
    _find_ladders(stones, neighbours, kos[0], tree, mover, out[LADDERS], out[LADDER_MOVES])
    for before in range(1, 3):
        _find_ladders(boards[before], neighbours, kos[before], tree, 0, out[LADDERS + before],
                      out[LADDER_MOVES])
    if not with_area:
        return
    marks[:] = 0
    for colour in (1, -1):
        _mark_area(stones, neighbours, colour, with_suicide, rooms, scratch, alive, marks[0],
                   marks[1], marks[2])
    for point in range(stones.size):
        owner = marks[1, point]
        if owner == 0:
            owner = marks[2, point]
        if owner == 0:
            owner = stones[point]
        if owner != 0:
            out[AREA if owner == mover else AREA + 1, point] = 1
