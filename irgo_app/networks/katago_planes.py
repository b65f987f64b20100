"""A position as KataGo's networks are given it: planes of points and numbers for the whole board.

KataGo's seventh kind of input: D. J. Wu, "Accelerating Self-Play Learning in Go" (2020), appendix
A, and KataGo's documentation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.go.point import PASS, WHITE, Point, topology
from irgo_app.go.position import BLACK_CELL, PAST_BOARDS, PAST_MOVES, WHITE_CELL, Past, Position
from irgo_app.go.rules import TROMP_TAYLOR, Ko, Ruleset
from irgo_app.kernels.benson import new_life_scratch, new_rooms
from irgo_app.kernels.grid import kept_scratch, neighbour_table, stones_view
from irgo_app.kernels.katago_planes import PLANES, fill_katago_planes, new_ladder_tree
from irgo_app.networks.katago_file import GLOBALS

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

_KOMI_UNIT: Final = 20.0
_KOMI_MARGIN: Final = 20.0
"""Komi is cut off at the points of the board and so many more."""
PASSES, KOMI, SUPERKO, KIND_OF_SUPERKO, SUICIDE, TERRITORY, TAX = 0, 5, 6, 7, 8, 9, 10
PASS_ENDS, PARITY = 14, 18
"""Places of the numbers; those of the encore, of handicap play and of the button stay 0."""


class Encoded(Struct, frozen=True, eq=False):
    """Positions of one size as a network of KataGo's is given them.

    planes -- float32 (positions, PLANES, rows, columns), zeros and ones
    numbers -- float32 (positions, GLOBALS)
    legal -- bool (positions, points): where the side to move may play
    """

    planes: Floats
    numbers: Floats
    legal: Bools


def encoded(
    positions: Sequence[Position], komi: Sequence[float], rules: Ruleset, *,
    area_with_suicide: bool = False,
) -> Encoded:
    """Return what a network is given for positions of one size.

    komi -- White's points for each, those for a handicap among them
    area_with_suicide -- pass-alive area is found as where suicide is legal, whatever the rules
    """
    first = positions[0]
    columns, rows, points = first.columns, first.rows, len(first.cells)
    planes = np.empty((len(positions), PLANES, points), np.uint8)
    numbers = np.zeros((len(positions), GLOBALS), np.float32)
    legal = np.empty((len(positions), points), np.bool_)
    for at, position in enumerate(positions):
        past = _shown_past(position, rules)
        _fill_planes(position, past, rules, rules.allows_suicide or area_with_suicide, planes[at],
                     legal[at])
        _fill_numbers(position, past, komi[at], rules, numbers[at])
    return Encoded(planes.reshape(len(positions), PLANES, rows, columns).astype(np.float32),
                   numbers, legal)


def _shown_past(position: Position, rules: Ruleset) -> Past:
    """Return the past as KataGo shows it to a network at the root of a search.

    After two passes the game begins anew with the second. Where one pass more would end the game
    under area rules, a network is asked as if the game went on: without any past. Tromp-Taylor
    rules, which leave dead stones on the board, are the exception.
    """
    last = [point for point, _ in position.past[:2]]
    if last == [PASS, PASS]:
        return position.past[:1]
    goes_on = rules.counts_area and rules.engine_name != TROMP_TAYLOR.engine_name
    return () if goes_on and last[:1] == [PASS] else position.past


def _fill_planes(
    position: Position, past: Past, rules: Ruleset, with_suicide: bool,
    out: npt.NDArray[np.uint8], legal: Bools,
) -> None:
    points = len(position.cells)
    neighbours = neighbour_table(position.columns, position.rows)
    boards, kos, recent, alive, marks = kept_scratch(_new_scratch, points)
    cells = [position.cells, *(before for _, before in past[:PAST_BOARDS] if before)]
    # Where the past ends the last board that is known stands for those before it.
    for at in range(3):
        boards[at] = stones_view(cells[min(at, len(cells) - 1)])
        known = min(at, len(cells) - 1)
        kos[at] = position.ko_point if known == 0 else _ko_before(position, past, known)
    recent[:] = -1
    for at, (point, _) in enumerate(past[:PAST_MOVES]):
        recent[at] = point
    with_area = rules.counts_area
    fill_katago_planes(
        boards, neighbours, position.to_play, kos, recent, with_area, with_suicide,
        rules.allows_suicide, kept_scratch(new_ladder_tree, points),
        kept_scratch(new_rooms, points), kept_scratch(new_life_scratch, points), alive, marks,
        legal, out)


def _new_scratch(points: int) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32],
                                       npt.NDArray[np.int32], Bools, npt.NDArray[np.int8]]:
    return (np.empty((3, points), np.int8), np.empty(3, np.int32), np.empty(PAST_MOVES, np.int32),
            np.empty(points, np.bool_), np.empty((3, points), np.int8))


def _ko_before(position: Position, past: Past, moves: int) -> Point:
    """Return the point that could not be retaken so many moves before: what one stone had taken."""
    if moves >= len(past) or not past[moves][1]:
        return PASS
    point, before = past[moves]
    after = past[moves - 1][1]
    if point == PASS:
        return PASS
    gone = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old and not new]
    if len(gone) != 1 or not after[point] or before[gone[0]] == after[point]:
        return PASS
    near = topology(position.columns, position.rows).neighbours[point]
    around = [after[other] for other in near]
    return gone[0] if after[point] not in around and around.count(0) == 1 else PASS


def _fill_numbers(
    position: Position, past: Past, komi: float, rules: Ruleset,
    out: Floats,
) -> None:
    points = len(position.cells)
    for at, (point, _) in enumerate(past[:PAST_MOVES]):
        if point == PASS:
            out[PASSES + at] = 1
    white = komi
    if not rules.counts_area:
        # KataGo counts territory as area, and a point less for every stone that was played.
        by_black, by_white = position.captures
        white += (position.cells.count(BLACK_CELL) + by_white
                  - position.cells.count(WHITE_CELL) - by_black)
    largest = points + _KOMI_MARGIN
    own = max(-largest, min(largest, white if position.to_play == WHITE else -white))
    out[KOMI] = own / _KOMI_UNIT
    if rules.ko is not Ko.SIMPLE:
        out[SUPERKO] = 1
        out[KIND_OF_SUPERKO] = 0.5 if rules.ko is Ko.POSITIONAL else -0.5
    out[SUICIDE] = rules.allows_suicide
    out[TERRITORY] = not rules.counts_area
    out[TAX] = rules.taxes_seki
    out[PASS_ENDS] = bool(past) and past[0][0] == PASS
    if rules.counts_area:
        out[PARITY] = _parity_wave(own, points)


def _parity_wave(own_komi: float, points: int) -> float:
    """Return how far a komi is from one that allows a jigo: a wave of two points' length."""
    floor = math.floor((own_komi - points % 2) / 2) * 2 + points % 2
    off = own_komi - floor
    if off < 0.5:
        return off
    return 1 - off if off < 1.5 else off - 2
