"""Path influence: a stone reaches a point along every path whose points are all vacant.

A path leads from a stone to a point by single steps, each the one that shortens the straight
distance most, two of them where both shorten it alike; paths found from either end count once.
Values are whole numbers in units of 1/scale, so that `place` and `remove` agree exactly with
`path_field` after every move.
Source: the incremental path influence (seed text "A common concept in Go is influence"), whose
generator counted every path several times: 53,728 are distinct on 19x19, 143,296 were emitted.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from irgo_app.kernels.argument_types import (Float64Buffer, Int8Buffer, Int8s, Int32Buffer, Int32s,
                                             Int64Buffer, UInt64Buffer, UInt64Rows)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import padded_point, padded_points, padded_size

Offset: TypeAlias = tuple[int, int]
RelativePath: TypeAlias = tuple[Offset, ...]

WORD_RANGE: Final = 5
"""The longest range whose surroundings (60 points) fit into one 64-bit word."""
HALVING_SCALE: Final = 2688
"""Units of influence 1 for base 1/2 and ranges to 5: all shares of all paths are whole."""
_FREE_SCALE: Final = 2.0**40
_ALL_BITS: Final = (1 << 64) - 1


class PathTrie(NamedTuple):
    """Every beginning of every path, in preorder; offsets are on the padded board.

    offset -- int32: where the beginning ends; after -- int32: the node after its branch
    weight -- int64: what a path ending there gives, in units of 1/scale (0 if none ends there)
    """

    offset: Int32Buffer
    after: Int32Buffer
    weight: Int64Buffer


class PathWords(NamedTuple):
    """The surroundings of a point, up to WORD_RANGE steps, as the bits of one word.

    bit, before -- uint64, for each node of the trie: the number of its end, the mask of the points
    before it; through_start, through_node -- int32: the nodes that end at each of the surroundings
    around -- int32: the offsets of the surroundings; own_bit -- uint64: the middle as seen from
    each of them; opposite -- int32: that bit's number
    inside, outside -- uint64 (padded): which surroundings are on the board, which are not
    lane_mask -- uint64 (paths, 64): the paths side by side, one to each end in each row
    lane_count -- int64: the lanes in use in each row, rounded up to eights
    lane_offset -- int32, lane_weight -- int64: each lane's end and what a path to it gives
    """

    bit: UInt64Buffer
    before: UInt64Buffer
    through_start: Int32Buffer
    through_node: Int32Buffer
    around: Int32Buffer
    own_bit: UInt64Buffer
    opposite: Int32Buffer
    inside: UInt64Buffer
    outside: UInt64Buffer
    lane_mask: UInt64Rows
    lane_count: Int64Buffer
    lane_offset: Int32Buffer
    lane_weight: Int64Buffer


def greedy_paths(end: Offset) -> list[RelativePath]:
    """Return the greedy paths from (0, 0) to `end`, start left out, end included."""
    found: list[RelativePath] = []
    unfinished: list[RelativePath] = [()]
    while unfinished:
        path = unfinished.pop()
        x, y = path[-1] if path else (0, 0)
        if (x, y) == end:
            found.append(path)
            continue
        steps = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        lengths = [(end[0] - a) ** 2 + (end[1] - b) ** 2 for a, b in steps]
        unfinished += [
            (*path, step) for step, length in zip(steps, lengths, strict=True)
            if length == min(lengths)
        ]
    return found


@cache
def templates(path_range: int) -> dict[Offset, tuple[RelativePath, ...]]:
    """Return the distinct paths to every displacement within `path_range` steps.

    The paths from the other end are turned round: shifted to start at (0, 0), in our direction.
    """
    result = {}
    for end in surroundings(path_range):
        forward = greedy_paths(end)
        backward = [
            (*((end[0] + x, end[1] + y) for x, y in path[-2::-1]), end)
            for path in greedy_paths((-end[0], -end[1]))
        ]
        result[end] = tuple(sorted({*forward, *backward}))
    return result


@cache
def surroundings(path_range: int) -> tuple[Offset, ...]:
    """Return the displacements (right, down) of 1 to `path_range` steps."""
    span = range(-path_range, path_range + 1)
    return tuple((x, y) for y in span for x in span if 0 < abs(x) + abs(y) <= path_range)


@cache
def path_counts(columns: int, rows: int, path_range: int) -> tuple[int, int]:
    """Return how many distinct paths a board has, and how many the source's generator emits.

    The generator takes every ordered pair of points, emits each greedy path from the first and
    each from the second, and each of them in both directions.
    """
    distinct = emitted = 0
    for end, paths in templates(path_range).items():
        places = max(0, columns - abs(end[0])) * max(0, rows - abs(end[1]))
        distinct += places * len(paths)
        emitted += places * 4 * len(greedy_paths(end))
    return distinct, emitted


def scale_of(path_range: int, base: float) -> float:
    """Return how many units make influence 1: whole shares where the model allows it."""
    return HALVING_SCALE if base == 0.5 and path_range <= WORD_RANGE else _FREE_SCALE


@lru_cache(maxsize=8)
def path_trie(columns: int, path_range: int, base: float) -> PathTrie:
    """Return the trie for a board width, range in steps and base (a path of d steps gives base^d).

    The share of one of N paths is rounded to 1/scale, which for base 1/2 is exact.
    """
    stride = columns + path_range
    weights, nodes = _weights(path_range, base), _nodes(path_range)
    after = [index + 1 for index in range(len(nodes))]
    for index in range(len(nodes) - 1, -1, -1):
        while after[index] < len(nodes) and _begins(nodes[after[index]], nodes[index]):
            after[index] = after[after[index]]
    return PathTrie(
        np.array([node[-1][1] * stride + node[-1][0] for node in nodes], np.int32),
        np.array(after, np.int32),
        np.array([weights.get(node, 0) for node in nodes], np.int64))


def _weights(path_range: int, base: float) -> dict[RelativePath, int]:
    scale = scale_of(path_range, base)
    return {
        path: round(scale * base ** len(path) / len(paths))
        for paths in templates(path_range).values() for path in paths
    }


@cache
def _nodes(path_range: int) -> tuple[RelativePath, ...]:
    """Return all beginnings of paths; sorted, each stands before its continuations."""
    paths = (path for paths in templates(path_range).values() for path in paths)
    return tuple(sorted({path[:length] for path in paths for length in range(1, len(path) + 1)}))


def _begins(path: RelativePath, beginning: RelativePath) -> bool:
    return path[:len(beginning)] == beginning


@lru_cache(maxsize=4)
def path_words(columns: int, rows: int, path_range: int, base: float) -> PathWords:
    """Return the surroundings as words; for ranges to WORD_RANGE only."""
    around, nodes = surroundings(path_range), _nodes(path_range)
    bit = {offset: number for number, offset in enumerate(around)}
    stride = columns + path_range
    through: list[list[int]] = [[] for _ in around]
    for index, node in enumerate(nodes):
        through[bit[node[-1]]].append(index)
    starts = np.cumsum([0] + [len(found) for found in through])
    opposite = [bit[-x, -y] for x, y in around]
    inside = np.zeros(padded_size(columns, rows, path_range), np.uint64)
    for point, padded in enumerate(padded_points(columns, rows, path_range)):
        row, column = divmod(point, columns)
        inside[padded] = sum(
            1 << number for number, (x, y) in enumerate(around)
            if 0 <= column + x < columns and 0 <= row + y < rows)
    return PathWords(
        np.array([bit[node[-1]] for node in nodes], np.uint64),
        np.array([_mask(node[:-1], bit) for node in nodes], np.uint64),
        starts.astype(np.int32),
        np.array([index for found in through for index in found], np.int32),
        np.array([y * stride + x for x, y in around], np.int32),
        np.array([1 << number for number in opposite], np.uint64),
        np.array(opposite, np.int32),
        inside, ~inside,
        *_lanes(path_range, _weights(path_range, base), bit, stride))


def _lanes(
    path_range: int, weights: dict[RelativePath, int], bit: dict[Offset, int], stride: int
) -> tuple[
    npt.NDArray[np.uint64], npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int64]
]:
    """Return all paths side by side, an end a lane: ends with most paths come first."""
    ends = sorted(templates(path_range).items(), key=lambda item: (-len(item[1]), item[0]))
    depth = max(len(paths) for _, paths in ends)
    mask = np.full((depth, 64), _ALL_BITS, np.uint64)
    for lane, (_, paths) in enumerate(ends):
        for slot, path in enumerate(paths):
            mask[slot, lane] = _mask(path, bit)
    in_use = [sum(len(paths) > slot for _, paths in ends) for slot in range(depth)]
    offsets, lane_weights = np.zeros(64, np.int32), np.zeros(64, np.int64)
    for lane, ((x, y), paths) in enumerate(ends):
        offsets[lane] = y * stride + x
        lane_weights[lane] = weights[paths[0]]
    return mask, np.array([-(-count // 8) * 8 for count in in_use], np.int64), offsets, lane_weights


def _mask(points: RelativePath, bit: dict[Offset, int]) -> int:
    return sum(1 << bit[point] for point in points)


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
