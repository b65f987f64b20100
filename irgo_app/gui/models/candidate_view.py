"""What the engine puts on the board: its layers, and a line of moves under the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irgo_app.draw.drawables import Drawable, Quality
from irgo_app.engines.engine import EngineState
from irgo_app.engines.evaluation import Candidate
from irgo_app.errors import LayerError
from irgo_app.go.point import PASS, Point
from irgo_app.layers.candidates import NAME as CANDIDATES
from irgo_app.layers.candidates import chosen_candidates, line_drawables, musical_stones
from irgo_app.sgf.game_tree import Node

if TYPE_CHECKING:
    from irgo_app.gui.models.engine_desk import EngineDesk
    from irgo_app.gui.models.session import ShownLayer
    from irgo_app.layers.results import Result


class CandidateView:
    """The evaluations of nodes as layers and drawables."""

    def __init__(self, desk: EngineDesk) -> None:
        self._desk = desk
        self._looked_at: Point = PASS

    def candidates(self) -> tuple[Candidate, ...]:
        """Return the candidates of the current node that are worth showing."""
        found, session = self._desk.evaluation(), self._desk.session
        if found is None:
            return ()
        most = next((int(shown.params["most"]) for shown in session.engine_layers
                     if shown.layer.name == CANDIDATES), 0)
        return chosen_candidates(found, session.position.to_play, most)

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

    def result(self, shown: ShownLayer, node: Node) -> Result | None:
        """Return what a layer shows of the engine's words, None if it said nothing of the kind."""
        found, show = self._desk.evaluation(node), shown.layer.of_evaluation
        if found is None or show is None:
            return None
        grandparent = node.parent.parent if node.parent else None
        before = self._desk.evaluation(grandparent) if grandparent else None
        try:
            return show(found, before, self._desk.session.replay.position_at(node), shown.params)
        except LayerError:
            return None

    def need(self, shown: ShownLayer) -> str:
        """Return what a layer lacks to be shown on the current node, "" if nothing."""
        session = self._desk.session
        if self.result(shown, session.node) is not None:
            return ""
        if self._desk.evaluation() is not None:
            return session.tr("The engine does not tell it.")
        if self._desk.state in (EngineState.STOPPED, EngineState.FAILED):
            return session.tr("Needs an engine: Insert starts one.")
        return "" if self._desk.is_analyzing else session.tr("Insert analyses the position.")

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what the engine puts on the current node."""
        session, drawn = self._desk.session, list[Drawable]()
        for shown in session.engine_layers:
            if not shown.is_on:
                continue
            if shown.layer.name == CANDIDATES:
                drawn += self._stones(shown)
            elif (result := self.result(shown, session.node)) is not None:
                drawn += shown.layer.drawables(
                    result, style=str(session.settings["tint_style"]), opacity=shown.opacity)
        return tuple(drawn)

    def _stones(self, shown: ShownLayer) -> tuple[Drawable, ...]:
        """Return the candidates with the rings and digits of the settings, or the line looked at.

        A stone has no opacity: half a quality says nothing.
        """
        session, found = self._desk.session, self._desk.evaluation()
        if found is None:
            return ()
        position = session.position
        for candidate in self.candidates():
            if candidate.point == self._looked_at:
                return line_drawables(candidate, position)
        grandparent = session.node.parent.parent if session.node.parent else None
        before = self._desk.evaluation(grandparent) if grandparent else None
        settings = session.settings
        return musical_stones(
            found, position.to_play, before, has_digits=bool(settings["candidate_digits"]),
            wanted=[quality for quality in Quality if settings[f"ring_{quality.value}"]],
            most=int(shown.params["most"]))
