"""An engine that plays a locality out: its move where that lies there, else it plays elsewhere."""

from __future__ import annotations

from dataclasses import replace

from irgo_app.engines.tracker import EngineGame
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.referee import Referee


class EngineChooser:
    """Chooses an engine's move; see `local_play.Chooser`."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def choose(
        self, position: Position, colour: Colour, locality: frozenset[Point], least: float
    ) -> tuple[Point, float]:
        """Return the engine's move, PASS if it wants to play outside the locality."""
        board = replace(position.with_to_play(colour), ko_point=position.ko_point)
        point = self._referee.move(EngineGame(board, (), board, 0.0), colour)
        return (point, least) if point in locality else (PASS, 0.0)
