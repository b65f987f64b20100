"""Path influence: a stone reaches a point along every path whose points are all vacant.

Source: the incremental path influence (seed text "A common concept in Go is influence"); tables
and their meaning in `path_tables.py`. Values are whole numbers in units of 1/scale, so that
`place` and `remove` agree exactly with `path_field` after every move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    Float64Buffer,
    Int8Buffer,
    Int8s,
    Int32s,
    Int64Buffer,
    UInt64Buffer,
)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.padding import padded_point
from irgo_app.kernels.path_tables import PathTrie, PathWords

_BIT = np.uint64(1)
_SEQUENCE = np.uint64(0x03F79D71B4CB0A89)
"""A de Bruijn sequence: the six bits at its top are others for each number of places shifted."""
_TOP = np.uint64(58)
_PLACES = np.zeros(64, np.int8)
for _place in range(64):
    _PLACES[((int(_SEQUENCE) << _place) % 2**64) >> int(_TOP)] = _place


class PathBoard(NamedTuple):
    """A board on which path influence is kept up to date; all arrays padded by the range.

    stones -- int8; occupied -- uint64, for each point which of its surroundings are no vacant
    points of the board; values -- int64, meaningful at vacant points only
    open_paths -- int64 (64), scratch
    """

    stones: Int8Buffer
    occupied: UInt64Buffer
    values: Int64Buffer
    open_paths: Int64Buffer


@inner_kernel
def walk_paths(
    blocked: Int8s, point: int, amount: int, trie: PathTrie, values: Int64Buffer
) -> None:
    """Add `amount` times the weight of every open path from `point` to the values at their ends.

    blocked -- int8 (padded), not 0 where no path may enter; values -- int64 (padded), changed
    Walks the trie of paths; a blocked point closes everything beyond it on that branch.
    """
    index = 0
    while index < trie.offset.size:
        end = point + trie.offset[index]
        if blocked[end] != 0:
            index = trie.after[index]
        else:
            values[end] += amount * trie.weight[index]
            index += 1


@kernel
def path_field(
    stones: Int8s, columns: int, path_range: int, trie: PathTrie, only: int, scale: float,
    blocked: Int8s, values: Int64Buffer, out: Float64Buffer,
) -> None:
    """Add up the path influence: sum over stones of sign * base^d * open paths / all paths.

    stones -- int8 (rows*columns); only -- the one stone to take as a source, -1 for all
    scale -- units of the trie's weights that make 1
    blocked -- int8: the stones, padded by the range
    values -- int64 (padded), scratch; out -- float64 (rows*columns), overwritten; 0 on stones
    Oracle: oracle_path_influence.json. Cost: at most 196 steps a stone, on a crowded board about
    30.
    """
    values[:] = 0
    for source in range(stones.size):
        if stones[source] != 0 and (only < 0 or only == source):
            padded = padded_point(source, columns, path_range)
            walk_paths(blocked, padded, stones[source], trie, values)
    for point in range(stones.size):
        out[point] = values[padded_point(point, columns, path_range)] / scale


@inner_kernel
def _send_from(board: PathBoard, point: int, amount: int, words: PathWords) -> None:
    """Add `amount` times every open path from `point`, all paths tested side by side.

    A path is open if none of its points is occupied: (path & occupied) == 0.
    """
    occupied, open_paths, mask = board.occupied[point], board.open_paths, words.lane_mask
    open_paths[:] = 0
    for slot in range(words.lane_count.size):
        for lane in range(words.lane_count[slot]):
            open_paths[lane] += (mask[slot, lane] & occupied) == 0
    for lane in range(words.around.size):
        end = point + words.lane_offset[lane]
        board.values[end] += amount * words.lane_weight[lane] * open_paths[lane]


@inner_kernel
def lowest_bit(word: np.uint64) -> int:
    """Return the number of the lowest bit that is set in a word that is not 0."""
    return _PLACES[((word & (~word + _BIT)) * _SEQUENCE) >> _TOP]


@inner_kernel
def _send_through(
    board: PathBoard, point: int, factor: int, trie: PathTrie, words: PathWords
) -> int:
    """Add `factor` times every open path from a stone that goes on beyond the point.

    Whether the point is occupied does not matter. Returns `factor` times the weight of the open
    paths that end at it.
    """
    values, bit, before, after = board.values, words.bit, words.before, trie.after
    offset, weight = trie.offset, trie.weight
    ending = 0
    stones_near = board.occupied[point] & words.inside[point]
    while stones_near != 0:
        near = lowest_bit(stones_near)
        stones_near &= stones_near - _BIT
        source = point + words.around[near]
        occupied, amount = board.occupied[source], factor * board.stones[source]
        # The point as a bit number of the source's surroundings.
        number = words.opposite[near]
        for entry in range(words.through_start[number], words.through_start[number + 1]):
            node = words.through_node[entry]
            if before[node] & occupied:
                continue
            ending += amount * weight[node]
            index, branch_end = node + 1, after[node]
            while index < branch_end:
                if (occupied >> bit[index]) & _BIT:
                    index = after[index]
                else:
                    values[source + offset[index]] += amount * weight[index]
                    index += 1
    return ending


@kernel
def place_stone(
    board: PathBoard, point: int, colour: int, trie: PathTrie, words: PathWords
) -> None:
    """Put a stone on a vacant point: its paths open, the paths through the point close.

    point -- on the padded board. Stones to be captured by the move are
    removed by `remove_stone`, before or after.
    """
    board.stones[point] = colour
    board.values[point] = 0
    _send_from(board, point, colour, words)
    _send_through(board, point, -1, trie, words)
    for number in range(words.around.size):
        board.occupied[point + words.around[number]] |= words.own_bit[number]


@kernel
def remove_stone(board: PathBoard, point: int, trie: PathTrie, words: PathWords) -> None:
    """Lift the stone of a point: its paths close, the paths through and to the point open."""
    colour = board.stones[point]
    board.stones[point] = 0
    _send_from(board, point, -colour, words)
    for number in range(words.around.size):
        board.occupied[point + words.around[number]] &= ~words.own_bit[number]
    board.values[point] = _send_through(board, point, 1, trie, words)


@kernel
def play_changes(
    board: PathBoard, points: Int32s, colours: Int8s, trie: PathTrie, words: PathWords
) -> None:
    """Apply a list of changes: colour 0 removes, the others place.

    points -- int32, on the padded board; colours -- int8
    """
    for index in range(points.size):
        if colours[index] == 0:
            remove_stone(board, points[index], trie, words)
        else:
            place_stone(board, points[index], colours[index], trie, words)
