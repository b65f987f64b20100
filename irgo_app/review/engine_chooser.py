"""An engine that plays a locality out: the move it prefers there."""

from __future__ import annotations

from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.referee import Referee


class EngineChooser:
    """Chooses an engine's move; see `local_play.Chooser`. What it gains is not known."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def choose(
        self, position: Position, colour: Colour, locality: frozenset[Point], least: float
    ) -> tuple[Point, float]:
        """Return the engine's move in the locality, PASS if it wants none there."""
        point = self._referee.move_among(position, colour, locality)
        return (point, least) if point in locality else (PASS, 0.0)
