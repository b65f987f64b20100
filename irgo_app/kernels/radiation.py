"""Zobrist's radiation, in four readings, as whole numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from irgo_app.kernels import kernel
from irgo_app.kernels.padding import OFF_BOARD, pad, padded_point, padded_size, unpad


@kernel
def _count_frontiers(
    blocked: Any, source: int, stride: int, first: int, last: int, queue: Any, marks: Any,
    stamp: int, counts: Any,
) -> None:
    """Count the points of one stone's frontiers of the generations first..last.

    The frontier of generation 0 is the stone itself, that of the next one all vacant neighbours of
    its points, each once.
    blocked -- int8 (padded): stones, OFF_BOARD around; queue -- int32, scratch
    marks -- int32 (padded), scratch: marked with stamp + 1, stamp + 2 ...
    counts -- int32 (padded), changed; Black positive
    """
    queue[0] = source
    begin, end = 0, 1
    for generation in range(last + 1):
        if generation >= first:
            for index in range(begin, end):
                counts[queue[index]] += blocked[source]
        if generation == last:
            break
        stamp += 1
        following = end
        for index in range(begin, end):
            point = queue[index]
            for near in (point - stride, point - 1, point + 1, point + stride):
                if blocked[near] == 0 and marks[near] != stamp:
                    marks[near] = stamp
                    queue[following] = near
                    following += 1
        begin, end = end, following


@kernel
def _sum_neighbours(amounts: Any, blocked: Any, stride: int, out: Any) -> None:
    """Give every vacant point the sum of its four neighbours' amounts, other points 0."""
    out[:] = 0
    for point in range(stride, amounts.size - stride):
        if blocked[point] == 0:
            out[point] = (amounts[point - stride] + amounts[point - 1] + amounts[point + 1]
                          + amounts[point + stride])


@kernel
def radiate_stones(
    stones: Any, columns: int, generations: int, is_counted_once: bool, only: int, out: Any
) -> None:
    """Add up what each stone sends out in `generations` steps to vacant neighbours.

    Literal reading: in each generation every point of a stone's frontier gives 1 to each vacant
    neighbour, and the points given to are the next frontier: all in all the sum of the neighbours'
    frontier counts. `is_counted_once` gives a point 1 a generation however many neighbours give:
    its own frontier counts. Source: Zobrist 1969 as told in docs/layers/influence.zobrist.md;
    oracle_zobrist.json.

    stones -- int8 (rows*columns); only -- the one stone to take as a source, -1 for all
    out -- float64 (rows*columns), overwritten; Black positive, 0 on stones
    """
    size, stride = padded_size(columns, stones.size // columns, 1), columns + 1
    blocked = np.full(size, OFF_BOARD, np.int8)
    pad(stones, columns, 1, blocked)
    counts, marks = np.zeros(size, np.int32), np.zeros(size, np.int32)
    first = 1 if is_counted_once else 0
    last = generations if is_counted_once else generations - 1
    queue = np.empty(stones.size * (last + 1), np.int32)
    for source in range(stones.size):
        if stones[source] != 0 and (only < 0 or only == source):
            _count_frontiers(blocked, padded_point(source, columns, 1), stride, first, last, queue,
                             marks, source * generations, counts)
    received = counts
    if not is_counted_once:
        received = np.empty_like(counts)
        _sum_neighbours(counts, blocked, stride, received)
    unpad(received, columns, 1, out)


@kernel
def radiate_walks(stones: Any, columns: int, generations: int, only: int, out: Any) -> None:
    """Let the whole amount flow on: the number of walks over vacant points, all stones at once.

    The arguments are those of `radiate_stones`.
    """
    size, stride = padded_size(columns, stones.size // columns, 1), columns + 1
    blocked = np.full(size, OFF_BOARD, np.int8)
    pad(stones, columns, 1, blocked)
    amounts, received = np.zeros(size, np.int32), np.zeros(size, np.int32)
    total = np.zeros(size, np.int32)
    for source in range(stones.size):
        if only < 0 or only == source:
            amounts[padded_point(source, columns, 1)] = stones[source]
    for _ in range(generations):
        _sum_neighbours(amounts, blocked, stride, received)
        total += received
        amounts, received = received, amounts
    unpad(total, columns, 1, out)


@kernel
def radiate_board(
    stones: Any, neighbours: Any, generations: int, seed: int, before: Any, out: Any
) -> None:
    """Iterate the whole board at once: positive points send +1, negative -1, to each neighbour.

    Stones start at +-seed, receive like every point and go on sending; all points send at the same
    time. Source: Zobrist 1969, second-hand through Bouzy; oracle_zobrist.json (seed 50).

    stones -- int8 (n); neighbours -- int16 (n, 4), absent = -1
    before, out -- float64 (n), scratch and result; whole numbers, Black positive
    """
    for point in range(stones.size):
        out[point] = stones[point] * seed
    for _ in range(generations):
        before[:] = out
        for point in range(stones.size):
            if before[point] == 0:
                continue
            sent = 1 if before[point] > 0 else -1
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0:
                    out[near] += sent
