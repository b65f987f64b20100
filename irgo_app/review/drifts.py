"""Drifts: stretches of a game in which the lead changed hands of points, and no one move lost them.

Most points between amateurs change hands bit by bit, in a fight or over a framework; no single move
is surely a mistake, and the stretch is still where the game turned. It is read off the judge's
leads and expectations, each the mean of several positions, so that no one look makes a drift.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.map_study import BUILTIN
from irgo_app.meaning.reasons import connected_parts
from irgo_app.review.game_review import GameReview

LEAST: Final = 8.0
"""A lead that moves by fewer points is no drift."""
_LONGEST: Final = 16
"""Moves of a drift, at most."""
_A_MOVE: Final = 0.5
"""A longer stretch is told for a shorter one if each move more brings so many points."""
_EVEN_OUT: Final = 4
"""So many positions' leads are one: both sides' turns, twice."""
_STAYS: Final = 0.6
"""So much of it lies"""
_ROUND: Final = 16
"""between the means of so many positions before and after it."""
_SHIFTED: Final = 0.3
"""A point whose expectation moved by so much belongs to the area of a drift."""
_MAIN: Final = 0.5
"""An area is named if it holds so much of the drift."""

Floats = npt.NDArray[np.float64]


class Drift(Struct, frozen=True):
    """A stretch of moves over which the lead moved.

    first, last -- numbers of its moves; points -- Black's lead after it less before it
    area -- the points where most of it changed hands, sorted; empty if they lie all over
    """

    first: int
    last: int
    points: float
    area: tuple[Point, ...]

    @property
    def gainer(self) -> Colour:
        """Return who gained by it."""
        return BLACK if self.points > 0 else WHITE


def drifts(review: GameReview, told: Collection[int], most: int) -> tuple[Drift, ...]:
    """Return the largest drifts, at most so many, none over another or over moves that are told.

    told -- numbers of moves that something is told of. irgo's maps, which know no moves, tell none.
    """
    if review.judge == BUILTIN:
        return ()
    leads = _evened([said.lead for said in review.told])
    # What a move lost shows in the evened leads a little before and after it.
    taken = {number + step for number in told for step in range(-_EVEN_OUT // 2, _EVEN_OUT // 2)}
    found = list[Drift]()
    while len(found) < most and (span := _largest(leads, taken)) is not None:
        before, after = span
        taken |= set(range(before + 1, after + 1))
        found.append(Drift(before + 1, after, float(leads[after] - leads[before]),
                           _area(review, before, after)))
    return tuple(found)


def _evened(leads: Sequence[float]) -> Floats:
    """Return at each position the mean of the leads round it."""
    half, values = _EVEN_OUT // 2, np.array(leads)
    return np.array([values[max(0, index - half + 1):index + half + 1].mean()
                     for index in range(len(values))])


def _largest(leads: Floats, taken: Collection[int]) -> tuple[int, int] | None:
    """Return the positions before and after the largest drift that is left."""
    best, span, last = 0.0, None, len(leads) - 1
    for before in range(last):
        for after in range(before + 1, min(before + _LONGEST, last) + 1):
            if after in taken:
                break
            moved = float(leads[after] - leads[before])
            stayed = float(leads[after:after + _ROUND].mean()
                           - leads[max(0, before + 1 - _ROUND):before + 1].mean())
            worth = abs(moved) - _A_MOVE * (after - before)
            if abs(moved) >= LEAST and worth > best and stayed / moved >= _STAYS:
                best, span = worth, (before, after)
    return span


def _area(review: GameReview, before: int, after: int) -> tuple[Point, ...]:
    """Return where most of a drift lies: the largest connected area that changed hands."""
    moved = _expected(review.judged, after) - _expected(review.judged, before)
    sign = 1.0 if moved.sum() > 0 else -1.0
    parts = connected_parts(review.line.positions[after], sign * moved >= _SHIFTED)
    main = max(parts, key=lambda part: abs(moved[part].sum()), default=[])
    return tuple(main) if abs(moved[main].sum()) >= _MAIN * abs(moved.sum()) else ()


def _expected(judged: Sequence[Judgement], index: int) -> Floats:
    """Return what is expected of every point round a position, Black positive."""
    half = _EVEN_OUT // 2
    owned: Floats = np.array([said.ownership for said in judged[
        max(0, index - half + 1):index + half + 1]])
    return np.asarray(owned.mean(axis=0), np.float64)
