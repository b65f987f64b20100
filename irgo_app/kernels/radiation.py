"""Zobrist's radiation, in four readings, as whole numbers."""

from __future__ import annotations

from irgo_app.kernels.argument_types import Float64Buffer, Int8s, Int32Buffer, Int32s, Int32Table
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import padded_point, unpad


@inner_kernel
def _count_frontiers(
    blocked: Int8s, source: int, stride: int, first: int, last: int, queue: Int32Buffer,
    marks: Int32Buffer, stamp: int, counts: Int32Buffer,
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


@inner_kernel
def _sum_neighbours(amounts: Int32s, blocked: Int8s, stride: int, out: Int32Buffer) -> None:
    """Give every vacant point the sum of its four neighbours' amounts, other points 0."""
    out[:] = 0
    for point in range(stride, amounts.size - stride):
        if blocked[point] == 0:
            out[point] = (amounts[point - stride] + amounts[point - 1] + amounts[point + 1]
                          + amounts[point + stride])


@kernel
def radiate_stones(
    stones: Int8s, columns: int, generations: int, is_counted_once: bool, only: int,
    blocked: Int8s, counts: Int32Buffer, received: Int32Buffer, marks: Int32Buffer,
    queue: Int32Buffer, out: Float64Buffer,
) -> None:
    """Add up what each stone sends out in `generations` steps to vacant neighbours.

    Literal reading: in each generation every point of a stone's frontier gives 1 to each vacant
    neighbour, and the points given to are the next frontier: all in all the sum of the neighbours'
    frontier counts. `is_counted_once` gives a point 1 a generation however many neighbours give:
    its own frontier counts. Source: Zobrist 1969 as told in docs/layers/influence.zobrist.md;
    oracle_zobrist.json.

    stones -- int8 (rows*columns); only -- the one stone to take as a source, -1 for all
    blocked -- int8: the stones, padded by 1
    counts, received, marks -- int32 (padded), queue -- int32 (n * (generations + 1)), scratch
    out -- float64 (rows*columns), overwritten; Black positive, 0 on stones
    """
    stride = columns + 1
    counts[:] = 0
    marks[:] = 0
    first = 1 if is_counted_once else 0
    last = generations if is_counted_once else generations - 1
    for source in range(stones.size):
        if stones[source] != 0 and (only < 0 or only == source):
            _count_frontiers(blocked, padded_point(source, columns, 1), stride, first, last, queue,
                             marks, source * generations, counts)
    if is_counted_once:
        unpad(counts, columns, 1, out)
    else:
        _sum_neighbours(counts, blocked, stride, received)
        unpad(received, columns, 1, out)


@kernel
def radiate_walks(
    stones: Int8s, columns: int, generations: int, only: int, blocked: Int8s,
    amounts: Int32Buffer, received: Int32Buffer, total: Int32Buffer, out: Float64Buffer,
) -> None:
    """Let the whole amount flow on: the number of walks over vacant points, all stones at once.

    amounts, received, total -- int32 (padded), scratch; the others as for `radiate_stones`
    """
    stride = columns + 1
    amounts[:] = 0
    total[:] = 0
    for source in range(stones.size):
        if only < 0 or only == source:
            amounts[padded_point(source, columns, 1)] = stones[source]
    for _ in range(generations):
        _sum_neighbours(amounts, blocked, stride, received)
        for point in range(total.size):
            total[point] += received[point]
        amounts, received = received, amounts
    unpad(total, columns, 1, out)


@kernel
def radiate_board(
    stones: Int8s, neighbours: Int32Table, generations: int, seed: int, before: Float64Buffer,
    out: Float64Buffer,
) -> None:
    """Iterate the whole board at once: positive points send +1, negative -1, to each neighbour.

    Stones start at +-seed, receive like every point and go on sending; all points send at the same
    time. Source: Zobrist 1969, second-hand through Bouzy; oracle_zobrist.json (seed 50).

    stones -- int8 (n); neighbours -- int32 (n, 4), absent = -1
    before, out -- float64 (n), scratch and result; whole numbers, Black positive
    """
    for point in range(stones.size):
        out[point] = stones[point] * seed
    for _ in range(generations):
        for point in range(stones.size):
            before[point] = out[point]
        for point in range(stones.size):
            if before[point] == 0:
                continue
            sent = 1 if before[point] > 0 else -1
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0:
                    out[near] += sent
