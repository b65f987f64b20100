"""What every stone gives the points around it, by itself: shadow, potential, radiation.

A potential is a stamp of values around the stone, in whole numbers, so that a stone taken away
leaves nothing behind. Its tables lie in resources/potential_tables.json.
Source: Tajima & Sanechika, "Determination of Inner Areas of Moyo by Potential Values", appendix A
(fifteen tables by the stone's distances from the two nearest edges) and section 5 (1/d and 1/2^d).
"""

import json
import math
from collections import defaultdict
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from irgo_app.kernels.argument_types import (Float64Buffer, Int8s, Int16Buffer, Int32Buffer, Int32s,
                                             Int32Table, Int64Buffer, UInt8Buffer, UInt8Rows,
                                             UInt8s, UInt16Buffer)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import padded_point, padded_size, unpad
from irgo_app.resource_files import computed_with


@inner_kernel
def _step(
    side: UInt8s, side_passing: UInt8s, ahead: UInt8s, ahead_passing: UInt8s, out: UInt8Buffer
) -> None:
    """Reach what is reached from the point on either side of the way; all uint8 bit sets."""
    for index in range(out.size):
        out[index] = (side[index] & side_passing[index]) | (ahead[index] & ahead_passing[index])


@inner_kernel
def _add(reached: UInt8s, weight: int, out: Int16Buffer) -> None:
    """Add `weight` where Black's bit is set and take it where White's is; out -- int16."""
    for index in range(out.size):
        out[index] += weight * (np.int16(reached[index] & 1) - np.int16(reached[index] >> 1))


class ShadowScratch(NamedTuple):
    """Boards padded by 1, all points off the board 0; see `shadow_sum`.

    seeds -- uint8: the stones that cast a shadow, as bits; passing -- uint8: whose shadows pass on
    nowhere -- uint8: never anything; before, now -- uint8 (reach, padded); total -- int16
    """

    seeds: UInt8Buffer
    passing: UInt8Buffer
    nowhere: UInt8Buffer
    before: UInt8Rows
    now: UInt8Rows
    total: Int16Buffer


def new_shadow_scratch(columns: int, rows: int, reach: int) -> ShadowScratch:
    """Return scratch for boards of a size and shadows of a reach."""
    size = padded_size(columns, rows, 1)
    return ShadowScratch._make((
        *np.zeros((3, size), np.uint8), *np.zeros((2, reach, size), np.uint8),
        np.zeros(size, np.int16)))


@kernel
def shadow_sum(
    stones: Int8s, columns: int, reach: int, only: int, scratch: ShadowScratch, out: Float64Buffer
) -> None:
    """Add up the shadows of all stones: a stone gives 1 - d/reach at Manhattan distance d < reach.

    A shadow spreads only away from its stone on each axis: a point is reached when one of its
    neighbours towards the stone is reached and holds no enemy stone. Own stones are transparent.
    Worked out for one displacement (i down, j right) after the other, for all stones together:
    `now[j]` holds the points that lie (i, j) from a stone and are reached from it, bit 0 from a
    black stone and bit 1 from a white one.
    Source: Influencie, described in docs/layers/influence.shadow.md; oracle_influencie.json.

    stones -- int8 (rows*columns); only -- the one stone that casts a shadow, -1 for all
    scratch -- of `new_shadow_scratch`, fresh or used
    out -- float64 (rows*columns), overwritten; Black positive; whole multiples of 1/reach
    """
    seeds, passing, nowhere = scratch.seeds, scratch.passing, scratch.nowhere
    before, now, total = scratch.before, scratch.now, scratch.total
    size, stride = total.size, columns + 1
    seeds[:] = 0
    total[:] = 0
    for point in range(stones.size):
        padded = padded_point(point, columns, 1)
        passing[padded] = 3 if stones[point] == 0 else 1 if stones[point] > 0 else 2
        if stones[point] != 0 and (only < 0 or only == point):
            seeds[padded] = passing[padded]
    first, last = stride + 1, size - stride - 1
    _add(seeds, reach, total)
    for quadrant in range(4):
        down = stride if quadrant & 1 else -stride
        right = 1 if quadrant & 2 else -1
        beside, above = passing[first - right:last - right], passing[first - down:last - down]
        for i in range(reach):
            for j in range(reach - i):
                if i == 0 and j == 0:
                    for point in range(size):
                        now[0, point] = seeds[point]
                    continue
                side = now[j - 1, first - right:last - right] if j else nowhere[first:last]
                ahead = before[j, first - down:last - down] if i else nowhere[first:last]
                reached = now[j, first:last]
                _step(side, beside, ahead, above, reached)
                # An axis belongs to two quadrants and is counted in one of them.
                if (i > 0 or down > 0) and (j > 0 or right > 0):
                    _add(reached, reach - i - j, total[first:last])
            before, now = now, before
    for point in range(stones.size):
        out[point] = total[padded_point(point, columns, 1)] / reach


_CLASS_LIMIT: Final = 5
"""Lines from the edge that are told apart; the fifth stands for all farther ones."""
_TABLE_SCALE: Final = 8.0
_FORMULA_SCALE: Final = 2.0**32
_STRENGTH: Final = 100.0

_Table: TypeAlias = tuple[tuple[int, int], tuple[tuple[int, ...], ...]]


class Stamps(NamedTuple):
    """The stamp of every point: starts -- int32 (n+1), points -- uint16, amounts -- int64."""

    starts: Int32Buffer
    points: UInt16Buffer
    amounts: Int64Buffer


def scale_of(function: str) -> float:
    """Return how many units of the amounts make a potential of 1."""
    return _TABLE_SCALE if function == "tables" else _FORMULA_SCALE


@lru_cache(maxsize=8)
def stamps(columns: int, rows: int, function: str, distance: str, reach: int) -> Stamps:
    """Return the stamps of a board size.

    function -- tables, 1/d or 1/2^d; distance -- manhattan or euclidean, reach -- where formulas
    are cut; both for the formulas only. Where several placements of a table are equally right (two
    edges equally near), their mean is taken, so that the field keeps the board's symmetries.
    """
    found: list[dict[int, int]] = []
    for point in range(columns * rows):
        row, column = divmod(point, columns)
        if function == "tables":
            found.append(_table_stamp(row, column, columns, rows))
        else:
            found.append(_formula_stamp(row, column, columns, rows, function, distance, reach))
    starts = np.cumsum([0] + [len(stamp) for stamp in found])
    return Stamps(
        starts.astype(np.int32),
        np.array([point for stamp in found for point in sorted(stamp)], np.uint16),
        np.array([stamp[point] for stamp in found for point in sorted(stamp)], np.int64))


def _formula_stamp(
    row: int, column: int, columns: int, rows: int, function: str, distance: str, reach: int
) -> dict[int, int]:
    stamp = {}
    for near_row in range(max(0, row - reach), min(rows, row + reach + 1)):
        for near_column in range(max(0, column - reach), min(columns, column + reach + 1)):
            down, right = near_row - row, near_column - column
            steps = float(abs(down) + abs(right)) if distance == "manhattan" else math.sqrt(
                down * down + right * right)
            if steps <= reach:
                share = 1.0 / max(steps, 1.0) if function == "1/d" else 2.0**-steps
                stamp[near_row * columns + near_column] = round(_STRENGTH * share * _FORMULA_SCALE)
    return stamp


def _table_stamp(row: int, column: int, columns: int, rows: int) -> dict[int, int]:
    """Return the mean of all equally right placements of the point's table, times _TABLE_SCALE."""
    line, other_line = (
        min(place + 1, size - place, _CLASS_LIMIT) for place, size in ((row, rows),
                                                                       (column, columns)))
    (stone_row, stone_column), table = _tables()[min(line, other_line), max(line, other_line)]
    placements = [
        (is_turned, down, right)
        for is_turned in _orientations(line, other_line)
        for down in _directions(row, rows) for right in _directions(column, columns)
    ]
    total: dict[int, int] = defaultdict(int)
    for is_turned, down, right in placements:
        for i, values in enumerate(table):
            for j, value in enumerate(values):
                inward, along = i - stone_row, j - stone_column
                near_row = row + down * (along if is_turned else inward)
                near_column = column + right * (inward if is_turned else along)
                if value and 0 <= near_row < rows and 0 <= near_column < columns:
                    total[near_row * columns + near_column] += value
    part = int(_TABLE_SCALE) // len(placements)
    return {point: part * value for point, value in total.items()}


def _orientations(line: int, other_line: int) -> tuple[bool, ...]:
    """Return whether the table's rows run along the columns of the board (its nearest edge left
    or right): both ways for equal lines.
    """
    if line == other_line:
        return (False, True)
    return (line > other_line,)


def _directions(place: int, size: int) -> tuple[int, ...]:
    """Return the ways that lead from the nearest edge inwards: +1 from the first, -1 from the last
    line, both in the middle.
    """
    before, behind = place, size - 1 - place
    if before == behind:
        return (1, -1)
    return (1,) if before < behind else (-1,)


@cache
def _tables() -> dict[tuple[int, int], _Table]:
    """Return the tables by their lines from the nearest and from the other edge."""
    document = json.loads(computed_with("potential_tables.json"))
    return {
        (table["line_from_edge"], table["line_from_other_edge"]):
        ((table["stone"][0], table["stone"][1]), tuple(tuple(row) for row in table["rows"]))
        for table in document["tables"]
    }


@kernel
def add_stamp(point: int, factor: int, stamps: Stamps, out: Int64Buffer) -> None:
    """Add `factor` times the stamp of a point; out -- int64 (n), changed."""
    points, amounts = stamps.points, stamps.amounts
    for entry in range(stamps.starts[point], stamps.starts[point + 1]):
        out[points[entry]] += factor * amounts[entry]


@kernel
def add_changes(before: Int8s, after: Int8s, stamps: Stamps, out: Int64Buffer) -> None:
    """Bring a potential from one set of stones to another: one stamp for each that differs.

    A stamp passes over other stones, so nothing else changes. From an empty board this is the whole
    field: sum over stones of colour * stamp. Source: Tajima & Sanechika, section 2; moyo.json.

    before, after -- int8 (n); stamps -- see `Stamps`; out -- int64 (n), changed
    """
    for point in range(before.size):
        if before[point] != after[point]:
            add_stamp(point, after[point] - before[point], stamps, out)


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
