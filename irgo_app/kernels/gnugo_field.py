"""Influence in the style of GNU Go: spread outwards from each stone, damped by every step.

Source: GNU Go Documentation, "The Influence Algorithm" and "The Core of the Influence Function";
weak barriers, regions and territory value after the description of version 3.8. Tables and the
unit in `gnugo_tables.py`.
"""

from __future__ import annotations

import numpy as np

from irgo_app.kernels import kernel
from irgo_app.kernels.argument_types import (
    Float64Buffer,
    Float64s,
    Int8s,
    Int32s,
    Int64Buffer,
)
from irgo_app.kernels.gnugo_tables import GnugoTables


@kernel
def permeability(
    living: Int8s, dead: Int8s, points: Int32s, colour: int, around: Int32s, orthogonal: float,
    diagonal: float, out: Float64Buffer,
) -> None:
    """Write how freely `colour`'s influence passes on from each point.

    1 in the open and on own stones; at a vacant or dead point the product of `orthogonal` for each
    living enemy stone beside it and `diagonal` for each at a corner (weak barriers), but 1 where a
    dead enemy stone is among the eight neighbours; 0 on living enemy and own dead stones.
    Source: GNU Go 3.8, influence.c, as described in docs/layers/influence.gnugo.md.

    living, dead -- int8 (padded): stones of each kind; points -- int32: the points of the board
    around -- int32 (8): displacements, the four orthogonal ones first
    orthogonal, diagonal -- 1 for no barriers; out -- float64 (padded), overwritten
    """
    out[:] = 1.0
    for point in points:
        if living[point] == -colour or dead[point] == colour:
            out[point] = 0.0
            continue
        if living[point] == colour:
            continue
        passing, has_dead = 1.0, False
        for side in range(8):
            near = point + around[side]
            if living[near] == -colour:
                passing *= orthogonal if side < 4 else diagonal
            has_dead |= dead[near] == -colour
        out[point] = 1.0 if has_dead else passing


@kernel
def spread(
    blocked: Int8s, source: int, strength: float, passing: Float64s, cutoff: float,
    tables: GnugoTables, amounts: Int64Buffer, out: Int64Buffer,
) -> None:
    """Add the influence of one source to `out`, nearest points first.

    A point passes its amount on to the neighbours that lie farther from the source: amount times
    permeability (on a diagonal also the larger of those of the two points passed) times the share
    of the table. Contributions up to `cutoff` are dropped; living stones are not entered.

    blocked -- int8 (padded): living stones, OFF_BOARD around
    passing -- float64 (padded), of `permeability`
    strength, cutoff -- in units of 1/SCALE; amounts -- int64 (padded), zero on entry and exit
    out -- int64 (padded), changed, in units of 1/SCALE
    """
    amounts[source] = np.int64(strength)
    waiting = 1
    for index in range(tables.place.size):
        point = source + tables.place[index]
        amount = amounts[point]
        if amount == 0:
            continue
        waiting -= 1
        amounts[point] = 0
        out[point] += amount
        onward = amount * passing[point]
        for way in range(8):
            near = point + tables.step[index, way]
            if near == point:
                break
            if blocked[near] != 0:
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


@kernel
def spread_all(
    blocked: Int8s, points: Int32s, colour: int, only: int, strength: float, passing: Float64s,
    cutoff: float, tables: GnugoTables, amounts: Int64Buffer, padded: Int64Buffer,
    out: Int64Buffer,
) -> None:
    """Add up the influence of all living stones of one colour.

    points -- int32 (n): the points of the board on the padded one
    only -- the one stone to take as a source (a point of the board), -1 for all
    padded -- int64 (padded), scratch
    out -- int64 (n), overwritten; the rest as for `spread`
    """
    padded[:] = 0
    for point in range(points.size):
        if blocked[points[point]] == colour and (only < 0 or only == point):
            spread(blocked, points[point], strength, passing, cutoff, tables, amounts, padded)
    for point in range(points.size):
        out[point] = padded[points[point]]
