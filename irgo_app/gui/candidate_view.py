"""What the engine puts on the board: candidates, a line under the mouse, its territory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irgo_app.draw.drawables import Drawable, Quality, Tint
from irgo_app.engines.evaluation import Candidate
from irgo_app.go.point import PASS, Point
from irgo_app.layers.candidates import chosen_candidates, line_drawables, musical_stones

if TYPE_CHECKING:
    from irgo_app.gui.engine_desk import EngineDesk


class CandidateView:
    """The current node's evaluation as drawables."""

    def __init__(self, desk: EngineDesk) -> None:
        self._desk = desk
        self._looked_at: Point = PASS

    def candidates(self) -> tuple[Candidate, ...]:
        """Return the candidates of the current node that are worth showing."""
        found = self._desk.evaluation()
        return chosen_candidates(found, self._desk.session.position.to_play) if found else ()

    def look_at(self, point: Point) -> None:
        """Show the line that an engine expects after a candidate; PASS for none."""
        if point != self._looked_at:
            before, self._looked_at = self._looked_at, point
            known = {candidate.point for candidate in self.candidates()}
            if before in known or point in known:
                self._desk.evaluated.emit()

    def forget(self) -> None:
        """Look at no line any more."""
        self._looked_at = PASS

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what the engine puts on the current node."""
        found = self._desk.evaluation()
        if found is None:
            return ()
        session, position = self._desk.session, self._desk.session.position
        drawn: list[Drawable] = []
        if found.ownership is not None and session.settings["engine_ownership"]:
            import numpy as np

            drawn.append(Tint(np.array(found.ownership).reshape(position.rows, position.columns)))
        for candidate in self.candidates():
            if candidate.point == self._looked_at:
                return (*drawn, *line_drawables(candidate, position))
        grandparent = session.node.parent.parent if session.node.parent else None
        before = self._desk.evaluation(grandparent) if grandparent else None
        return (*drawn, *musical_stones(
            found, position.to_play, before,
            has_digits=bool(session.settings["candidate_digits"]), wanted=self._wanted()))

    def _wanted(self) -> list[Quality]:
        """Return the colours of rings that the user has not switched off."""
        settings = self._desk.session.settings
        return [quality for quality in Quality if settings[f"ring_{quality.value}"]]
