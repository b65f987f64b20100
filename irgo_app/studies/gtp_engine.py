"""A GTP engine as the judge of studies: it chooses the moves, irgo's reader says their worth.

So engines that tell no points, such as GNU Go and Leela Zero, answer the same questions as others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.lifedeath.referee import Referee
from irgo_app.studies.evaluator import (
    Appraisal,
    CalledOffError,
    Evaluator,
    Searched,
    Tried,
)
from irgo_app.studies.place import NEAR, points_within

_LONGEST: Final = 4
"""How many moves of a line the engine is asked for: each costs it a search of its own."""


class GtpEvaluator:
    """A running engine that plays, and a judge of what it played.

    referee -- the engine, which its owner ends; values -- who says what a position is worth
    """

    def __init__(self, referee: Referee, values: Evaluator) -> None:
        self._referee, self._values = referee, values

    @property
    def name(self) -> str:
        """Return the engine's name."""
        return self._referee.name

    @property
    def komi(self) -> float:
        """Return the game's komi."""
        return self._values.komi

    @property
    def usual_visits(self) -> int:
        """Return 1: the engine thinks as long as its own settings say."""
        return 1

    @property
    def at_once(self) -> int:
        """Return 1: a GTP engine has one board."""
        return 1

    def for_game(self, komi: float, rules: str) -> Self:
        """Return the same running engine for a game of this komi."""
        return type(self)(self._referee, self._values.for_game(komi, rules))

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Appraisal]:
        """Return what each position is worth, by irgo's reader."""
        return self._values.appraise(positions, cancel)

    def search(
        self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return the move the engine prefers in the region, and how it would play on near it."""
        every = frozenset(range(len(position.cells)))
        start, line = position.with_to_play(first), list[Point]()
        board, colour, allowed = start, first, every if region is None else region
        near = every if region is None else frozenset(points_within(position, region, NEAR))
        while len(line) < _LONGEST:
            if cancel:
                raise CalledOffError
            point = self._referee.move_among(board, colour, allowed)
            if point == PASS:
                break
            try:
                board = play(board, colour, point)
            except IllegalMoveError:
                break
            line.append(point)
            colour, allowed = -colour, near
        ended = self.appraise([board.with_to_play(colour if line else -first)], cancel)[0]
        moves = (Tried(line[0], ended.lead, 1),) if line else ()
        return Searched(ended.lead, moves, tuple(line), ended.ownership, max(1, len(line)))
