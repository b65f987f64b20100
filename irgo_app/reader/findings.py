"""What a search found: frozen values, in Black's view."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from irgo_app.go.point import Point
from irgo_app.go.position import Position

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class MoveFinding:
    """One move at the root; PASS is a move.

    visits -- how often the search went there
    prior -- how likely the network held it, among the moves that were allowed, 0..1
    lead -- Black's lead after it in points, komi counted, averaged over the tree
    spread -- the mean absolute error expected of such a lead, in points
    black_wins -- the probability that Black wins, averaged over the tree
    value -- what the search maximises, for the mover; bound -- its lower confidence bound
    line -- the moves expected, this one first
    ownership -- float32 (points): the mean over the tree after this move, +1 Black's
    """

    point: Point
    visits: int
    prior: float
    lead: float
    spread: float
    black_wins: float
    value: float
    bound: float
    line: tuple[Point, ...]
    ownership: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """A searched position.

    position -- with the side that was to move first
    moves -- those that were visited, best first: by visits, then by value
    visits -- of the position itself: those of all moves, and one
    lead, spread, black_wins, ownership -- as of a move, averaged over the whole tree
    """

    position: Position
    moves: tuple[MoveFinding, ...]
    visits: int
    lead: float
    spread: float
    black_wins: float
    ownership: Floats

    @property
    def best(self) -> MoveFinding | None:
        """Return the move with most visits; None if none was visited."""
        return self.moves[0] if self.moves else None

    def at(self, point: Point) -> MoveFinding | None:
        """Return what was found of one move, None if it was not visited."""
        return next((move for move in self.moves if move.point == point), None)
