"""Influence in the style of GNU Go: spread outwards from each stone, damped by every step.

From a point at displacement v from its source, influence goes to the neighbours in the directions
d with d.v > 0, and of its amount there arrives cos^2(d, v) / attenuation, on diagonals divided by
the diagonal factor as well; at the source itself the cosine counts as one. That lies in tables.
What a stone gives hangs on the points that its influence comes to and on those beside them alone.
So from one position to the next only those stones spread anew near which something is different.
Source: GNU Go Documentation, "The Influence Algorithm" and "The Core of the Influence Function";
weak barriers, regions and territory value after the description of version 3.8.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (BoolBuffer, Float64Buffer, Float64Rows, Float64s,
                                             Int8Buffer, Int8s, Int32Boards, Int32Buffer, Int32Rows,
                                             Int32s, Int64Buffer, Int64Rows, Int64s)
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import OFF_BOARD, add_place, holds, padded_points, padded_size, words_for

DIRECTIONS: Final = ((1, 0), (0, -1), (-1, 0), (0, 1), (1, -1), (-1, -1), (-1, 1), (1, 1))
"""(down, right) in the manual's order: south, west, north, east, then the diagonals."""
SCALE: Final = 2.0**40
"""Units of influence 1: amounts are whole numbers of them, hence exactly symmetric."""


class GnugoTables(NamedTuple):
    """Displacements from a source in order of distance, on a board padded by `margin_of`.

    points -- int32 (n): where each point lies on the padded board; on_board -- int32 (padded): what
        point is there, 0 off the board
    around -- int32 (9): displacements of the neighbours, the four orthogonal ones first, last 0
    place -- int32 (k): the displacement; step -- int32 (k, 8): outward steps, filled up with 0
    side -- int32 (k, 8, 2): for a diagonal step the two points it passes, else 0
    share -- float64 (k, 8): what arrives of the amount, permeability apart
    """

    points: Int32Buffer
    on_board: Int32Buffer
    around: Int32Buffer
    place: Int32Buffer
    step: Int32Rows
    side: Int32Boards
    share: Float64Rows


def margin_of(columns: int, rows: int) -> int:
    """Return the margin of the padded board: no displacement leads out of it."""
    return max(columns, rows)


@lru_cache(maxsize=8)
def gnugo_tables(columns: int, rows: int, attenuation: float, diagonal: float) -> GnugoTables:
    """Return the tables of a board size, attenuation and diagonal factor (both above 0).

    Nearest first: every step leads farther away, so a point has all it will get when its turn
    comes, and the order among points equally far does not matter.
    """
    reach = max(columns, rows) - 1
    span = np.arange(-reach, reach + 1)
    down, right = (axis.ravel() for axis in np.meshgrid(span, span, indexing="ij"))
    square = down**2 + right**2
    order = np.argsort(square, kind="stable")
    down, right, square = down[order], right[order], square[order]
    stride = columns + margin_of(columns, rows)
    count = square.size
    step, share = np.zeros((count, 8), np.int32), np.zeros((count, 8))
    side = np.zeros((count, 8, 2), np.int32)
    filled = np.zeros(count, np.int64)
    for step_down, step_right in DIRECTIONS:
        product = step_down * down + step_right * right
        is_diagonal = step_down != 0 and step_right != 0
        cosine = product**2 / np.maximum(square * (2 if is_diagonal else 1), 1)
        given = np.where(square == 0, 1.0, cosine) / attenuation
        outward = np.flatnonzero((product > 0) | (square == 0))
        slots = filled[outward]
        step[outward, slots] = step_down * stride + step_right
        share[outward, slots] = given[outward] / (diagonal if is_diagonal else 1.0)
        if is_diagonal:
            side[outward, slots] = step_down * stride, step_right
        filled[outward] += 1
    margin = margin_of(columns, rows)
    points = padded_points(columns, rows, margin)
    on_board = np.zeros(padded_size(columns, rows, margin), np.int32)
    on_board[points] = np.arange(points.size)
    around = [down * stride + right for down, right in (*DIRECTIONS, (0, 0))]
    return GnugoTables(points.copy(), on_board, np.array(around, np.int32),
                       (down * stride + right).astype(np.int32), step, side, share)


CONSTANTS: Final = 6
"""How many numbers an influence hangs on besides the stones."""
_STRENGTH, _CUTOFF, _BARRIER, _CORNER_BARRIER = range(4)
"""The first of them; the others are those that the tables are made with."""


class GnugoInfluence(NamedTuple):
    """The influence of a position on a board of n points; the next one follows from it.

    living, dead -- int8 (padded): the stones of each kind, living ones with OFF_BOARD around them
    passing -- float64 (2, padded): how freely the influence of Black and of White passes on
    given -- int64 (n, n): what each living stone gives to every point, in units of 1/SCALE
    reached -- int64 (n, words): the points to which it gives anything, a bit for each
    total -- int64 (2, n): what Black's stones and White's give together
    constants -- float64 (CONSTANTS): see `follow_position`
    beside, near -- int64 (words): contents do not matter; is_new -- bool (n), False
    amounts -- int64 (padded), zero
    """

    living: Int8Buffer
    dead: Int8Buffer
    passing: Float64Rows
    given: Int64Rows
    reached: Int64Rows
    total: Int64Rows
    constants: Float64Buffer
    beside: Int64Buffer
    near: Int64Buffer
    is_new: BoolBuffer
    amounts: Int64Buffer


def new_gnugo_influence(columns: int, rows: int) -> GnugoInfluence:
    """Return room for the influence on boards of a size; it is that of no position yet."""
    points, padded = columns * rows, padded_size(columns, rows, margin_of(columns, rows))
    words = words_for(points)
    return GnugoInfluence._make((
        np.empty(padded, np.int8), np.zeros(padded, np.int8), np.empty((2, padded)),
        np.empty((points, points), np.int64), np.empty((points, words), np.int64),
        np.empty((2, points), np.int64), np.zeros(CONSTANTS),
        *np.empty((2, words), np.int64), np.zeros(points, np.bool_), np.zeros(padded, np.int64)))


@inner_kernel
def _passing_on(
    point: int, colour: int, living: Int8s, dead: Int8s, around: Int32s, orthogonal: float,
    diagonal: float,
) -> float:
    """Return how freely `colour`'s influence passes on from a point of the padded board.

    1 in the open and on own stones; at a vacant or dead point the product of `orthogonal` for each
    living enemy stone beside it and `diagonal` for each at a corner (weak barriers), but 1 where a
    dead enemy stone is among the eight neighbours; 0 on living enemy and own dead stones.
    Source: GNU Go 3.8, influence.c, as described in docs/layers/influence.gnugo.md.
    """
    if living[point] == -colour or dead[point] == colour:
        return 0.0
    if living[point] == colour:
        return 1.0
    passing, has_dead = 1.0, False
    for side in range(8):
        near = point + around[side]
        if living[near] == -colour:
            passing *= orthogonal if side < 4 else diagonal
        has_dead |= dead[near] == -colour
    return 1.0 if has_dead else passing


@inner_kernel
def _spread(
    source: int, living: Int8s, strength: float, passing: Float64s, cutoff: float,
    tables: GnugoTables, amounts: Int64Buffer, reached: Int64Buffer, out: Int64Buffer,
) -> None:
    """Write what one source gives to every point, nearest points first.

    A point passes its amount on to the neighbours that lie farther from the source: amount times
    permeability (on a diagonal also the larger of those of the two points passed) times the share
    of the table. Contributions up to `cutoff` are dropped; living stones are not entered.

    source -- on the padded board; strength, cutoff -- in units of 1/SCALE
    reached -- int64 (words), out -- int64 (n), overwritten
    """
    reached[:] = 0
    out[:] = 0
    amounts[source] = np.int64(strength)
    waiting = 1
    for index in range(tables.place.size):
        point = source + tables.place[index]
        amount = amounts[point]
        if amount == 0:
            continue
        waiting -= 1
        amounts[point] = 0
        out[tables.on_board[point]] = amount
        add_place(reached, tables.on_board[point])
        onward = amount * passing[point]
        for way in range(8):
            near = point + tables.step[index, way]
            if near == point:
                break
            if living[near] != 0:
                continue
            given = onward * tables.share[index, way]
            if tables.side[index, way, 0] != 0:
                given *= max(passing[point + tables.side[index, way, 0]],
                             passing[point + tables.side[index, way, 1]])
            if given > cutoff:
                waiting += amounts[near] == 0
                amounts[near] += np.int64(given + 0.5)
        if waiting == 0:
            break


@inner_kernel
def _begin(constants: Float64s, points: Int32s, kept: GnugoInfluence) -> None:
    """Make it the influence on an empty board."""
    for index in range(CONSTANTS):
        kept.constants[index] = constants[index]
    kept.living[:] = OFF_BOARD
    kept.passing[:] = 1.0
    kept.total[:] = 0
    for point in points:
        kept.living[point] = kept.dead[point] = 0


@inner_kernel
def _put_stones(living: Int8s, dead: Int8s, tables: GnugoTables, kept: GnugoInfluence) -> None:
    """Put the stones of a position in place of the last ones, take away what those gave that are
    gone, and mark where anything is different, and beside that.
    """
    kept.beside[:] = 0
    for point in range(living.size):
        place = tables.points[point]
        before = kept.living[place]
        if before == living[point] and kept.dead[place] == dead[point]:
            continue
        _mark_around(place, tables, kept.living, kept.beside)
        kept.dead[place] = dead[point]
        if before != living[point]:
            kept.living[place] = living[point]
            kept.is_new[point] = living[point] != 0
            if before != 0:
                _add(-1, kept.given[point], kept.total[0 if before > 0 else 1])


@inner_kernel
def _add(sign: int, given: Int64s, out: Int64Buffer) -> None:
    for point in range(out.size):
        out[point] += sign * given[point]


@inner_kernel
def _mark_around(place: int, tables: GnugoTables, living: Int8s, out: Int64Buffer) -> None:
    """Mark a point of the padded board and those beside it."""
    for side in range(tables.around.size):
        near = place + tables.around[side]
        if living[near] != OFF_BOARD:
            add_place(out, tables.on_board[near])


@inner_kernel
def _mark_near(colour: int, tables: GnugoTables, kept: GnugoInfluence) -> None:
    """Renew the permeability for a colour beside what has changed, and mark in `near` the points
    where it has become another one or a stone has come or gone, and those beside them.
    """
    passing, points = kept.passing[0 if colour > 0 else 1], tables.points
    for word in range(kept.near.size):
        kept.near[word] = kept.beside[word]
    for point in range(points.size):
        if holds(kept.beside, point):
            now = _passing_on(points[point], colour, kept.living, kept.dead, tables.around,
                              kept.constants[_BARRIER], kept.constants[_CORNER_BARRIER])
            if now != passing[points[point]]:
                passing[points[point]] = now
                _mark_around(points[point], tables, kept.living, kept.near)


@kernel
def follow_position(
    living: Int8s, dead: Int8s, constants: Float64s, tables: GnugoTables, kept: GnugoInfluence
) -> None:
    """Bring the influence to a position.

    living, dead -- int8 (n): stones of each kind
    constants -- float64 (CONSTANTS): strength and cut-off in units of 1/SCALE, the permeability
        beside and at the corner of a living enemy stone, 1 for no barriers; attenuation and
        diagonal factor of the tables. Where one is another than last time, all begins anew
    kept -- changed
    """
    points = tables.points
    is_same = True
    for index in range(CONSTANTS):
        is_same = is_same and kept.constants[index] == constants[index]
    if not is_same:
        _begin(constants, points, kept)
    _put_stones(living, dead, tables, kept)
    for row in range(2):
        colour, total = 1 - 2 * row, kept.total[row]
        _mark_near(colour, tables, kept)
        for point in range(living.size):
            if living[point] != colour:
                continue
            given, reached, is_new = kept.given[point], kept.reached[point], kept.is_new[point]
            met = np.int64(0)
            for word in range(reached.size):
                met |= reached[word] & kept.near[word]
            if met == 0 and not is_new:
                continue
            if not is_new:
                _add(-1, given, total)
            _spread(points[point], kept.living, constants[_STRENGTH], kept.passing[row],
                    constants[_CUTOFF], tables, kept.amounts, reached, given)
            _add(1, given, total)
            kept.is_new[point] = False
