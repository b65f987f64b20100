"""The paths along which influence travels, as tables for the kernels of `paths.py`.

A path leads from a stone to a point by single steps, each the one that shortens the straight
distance most, two of them where both shorten it alike; paths found from either end count once.
Source: the incremental path influence (seed text "A common concept in Go is influence"), whose
generator counted every path several times: 53,728 are distinct on 19x19, 143,296 were emitted.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from irgo_app.kernels.argument_types import Int32Buffer, Int64Buffer, UInt64Buffer, UInt64Rows
from irgo_app.kernels.padding import padded_points, padded_size

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
