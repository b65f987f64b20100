"""What an engine, or irgo's reader, puts on the board: candidates, ownership, a line of moves."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.draw.drawables import Drawable, Quality
from irgo_app.engines.engine import EngineState
from irgo_app.engines.evaluation import Candidate, EngineEvaluation
from irgo_app.errors import LayerError
from irgo_app.go.point import PASS, Point
from irgo_app.gui.models.engine.desk import EngineDesk, Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.layers import Shown, ShownLayer
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.study.places import KnownPlaces
from irgo_app.gui.models.window import Mode, Preferences, WindowLayout
from irgo_app.judging.life_answers import READER
from irgo_app.judging.requests import ReaderRequest, evaluation_of_search
from irgo_app.layers.candidates import LOSSES
from irgo_app.layers.candidates import NAME as CANDIDATES
from irgo_app.layers.candidates import (
    candidate_stones, chosen_candidates, line_drawables, musical_stones
)
from irgo_app.layers.results import Result
from irgo_app.meaning.requests import PlacesFound
from irgo_app.reader import can_judge
from irgo_app.service.request import Failure, Outcome
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.game_tree import Node
from irgo_app.words import translated

WANTED = "reader_candidates"
"""The setting."""
_RESTED_MS: Final = 200
"""How long a node is looked at before it is searched: stepping through a game asks nothing."""


class OwnEvaluations(QObject):
    """What the reader says of the current node's moves: what its places were found from, if they
    are wanted; until then, and without them, a short search, which another node calls off.

    changed -- something else is known of the current node, or wanted
    """

    changed = Signal()

    def __init__(
        self, review: Review, evaluations: Evaluations, desk: EngineDesk, service: ServiceBridge,
        preferences: Preferences, layout: WindowLayout, places: KnownPlaces
    ) -> None:
        super().__init__()
        self._review, self._evaluations, self._desk = review, evaluations, desk
        self._places = places
        self._of_places: tuple[PlacesFound, EngineEvaluation] | None = None
        self._found_places: PlacesFound | None = None
        self._service, self._preferences, self._layout = service, preferences, layout
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)
        self._has_failed = False
        self._was_wanted = self.is_wanted
        evaluations.noted.connect(lambda node: self._ask())
        desk.state_changed.connect(self._ask)
        places.changed.connect(self._on_places)
        preferences.changed.connect(self._on_wish)
        layout.mode_changed.connect(self._on_wish)
        self._rested = QTimer(self, singleShot=True, interval=_RESTED_MS)
        self._rested.timeout.connect(self._ask)
        review.node_changed.connect(self._on_node)
        review.tree_changed.connect(lambda change: self._ask())
        review.game_changed.connect(self._on_node)
        self._on_node()

    @property
    def is_wanted(self) -> bool:
        """Return whether the user wants irgo's own candidates: while a game is reviewed."""
        return bool(self._preferences[WANTED] and self._preferences["engine_candidates"]
                    and self._layout.mode is Mode.REVIEW
                    and not self._evaluations.is_hidden)

    @property
    def is_thinking(self) -> bool:
        """Return whether an answer is to come."""
        return self._search.request is not None

    def of(self, node: Node) -> EngineEvaluation | None:
        """Return what is known of a node, None if it is not wanted or not there.

        The letters of places and the moves on the board are one search's.
        """
        if not self.is_wanted:
            return None
        found = self._places.found() if node is self._review.node else None
        if found is None or found.judge != READER:
            return self._service.cached(self._request(node))
        if self._of_places is None or self._of_places[0] is not found:
            self._of_places = found, evaluation_of_search(found.begun.mine)
        return self._of_places[1]

    def _request(self, node: Node) -> ReaderRequest:
        return ReaderRequest.of(self._review.replay.position_at(node),
                                game_rules(self._review.game).judged_komi)

    def _on_node(self) -> None:
        """Call off what was asked; ask again when the node is looked at for a moment."""
        self._search.stop()
        self._rested.start()

    def _ask(self) -> None:
        """Ask about the current node, unless that is known or somebody else speaks of it."""
        node = self._review.node
        request = self._request(node)
        is_open = (self.is_wanted and not self._has_failed and not self._desk.is_analyzing
                   and can_judge(request.position) and self._evaluations.of(node) is None)
        if is_open and self._search.request == request:
            return  # It is on its way, or here and about to be told.
        self._search.stop()
        if is_open and self.of(node) is None:
            self._search.ask(request)

    def _on_answer(self, outcome: Outcome) -> None:
        # A failure was told; the next node would fail the same way.
        self._has_failed |= isinstance(outcome, Failure)
        self.changed.emit()

    def _on_places(self) -> None:
        """Tell of what places were found from; a step to a node without any changes nothing."""
        found = self._places.found()
        if found is not self._found_places:
            self._found_places = found
            self.changed.emit()

    def _on_wish(self) -> None:
        if self.is_wanted != self._was_wanted:
            self._was_wanted, self._has_failed = self.is_wanted, False
            self._ask()
            self.changed.emit()


class Candidates(QObject):
    """The evaluation of the current node as layers and drawables.

    changed -- the engine said something new of the current node, or another line is looked at
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: Shown, evaluations: Evaluations, own: OwnEvaluations,
        desk: EngineDesk, preferences: Preferences
    ) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self._evaluations, self._own = evaluations, own
        self._desk, self._preferences = desk, preferences
        self._looked_at: Point = PASS
        review.node_changed.connect(self._forget)
        review.tree_changed.connect(lambda change: self._forget())
        evaluations.noted.connect(self._on_noted)
        own.changed.connect(self.changed)

    def candidates(self) -> tuple[Candidate, ...]:
        """Return the candidates of the current node that are worth showing."""
        found = self._said_of(self._review.node)
        if found is None:
            return ()
        most = next((int(shown.params["most"]) for shown in self._shown.engine_layers
                     if shown.layer.name == CANDIDATES), 0)
        return chosen_candidates(found, self._review.position.to_play, most)

    @property
    def are_own(self) -> bool:
        """Return whether they are irgo's: no engine has said anything here."""
        node = self._review.node
        return self._evaluations.of(node) is None and self._own.of(node) is not None

    def look_at(self, point: Point) -> None:
        """Show the line that an engine expects after a candidate; PASS for none."""
        if point != self._looked_at:
            before, self._looked_at = self._looked_at, point
            known = {candidate.point for candidate in self.candidates()}
            if before in known or point in known:
                self.changed.emit()

    def result_for(self, shown: ShownLayer, node: Node | None = None) -> Result | None:
        """Return what an engine's layer shows, None if the engine said nothing of the kind."""
        node = node or self._review.node
        found, show = self._evaluations.of(node), shown.layer.of_evaluation
        if found is None and shown.layer.is_readers_too:
            found = self._own.of(node)
        if found is None or show is None:
            return None
        try:
            return show(found, self._said_before(node),
                        self._review.replay.position_at(node), shown.params)
        except LayerError:
            return None

    def need(self, shown: ShownLayer) -> str:
        """Return what an engine's layer lacks to be shown on the current node, "" if nothing."""
        if self.result_for(shown) is not None:
            return ""
        if self._evaluations.is_hidden:
            return translated("hidden while you play")
        if self._evaluations.of(self._review.node) is not None:
            return translated("The engine does not say.")
        if shown.layer.is_readers_too and self._own.is_thinking:
            return ""
        if self._desk.state in (EngineState.STOPPED, EngineState.FAILED):
            if shown.layer.is_readers_too and not self._own.is_wanted:
                return translated("Press Insert to start an engine. irgo's own candidates show in "
                                  "Review, where the Engine menu has them on.")
            return translated("Needs an engine: press Insert to start it.")
        return "" if self._desk.is_analyzing else translated(
            "Press Insert to analyse the position.")

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what the engine puts on the current node."""
        drawn = list[Drawable]()
        for shown in self._shown.engine_layers:
            if not shown.is_on:
                continue
            if shown.layer.name == CANDIDATES:
                drawn += self._stones(shown)
            elif (result := self.result_for(shown)) is not None:
                drawn += shown.layer.drawables(
                    result, style=str(self._preferences["tint_style"]), opacity=shown.opacity)
        return tuple(drawn)

    def _stones(self, shown: ShownLayer) -> tuple[Drawable, ...]:
        """Return the candidates as they are to be shown, or the line looked at.

        A stone has no opacity: half a quality says nothing.
        """
        review, preferences = self._review, self._preferences
        found = self._said_of(review.node)
        if found is None:
            return ()
        position = review.position
        for candidate in self.candidates():
            if candidate.point == self._looked_at:
                return line_drawables(candidate, position)
        if shown.params["display"] == LOSSES:
            return candidate_stones(found, position.to_play, most=int(shown.params["most"]),
                                    has_digits=bool(preferences["candidate_digits"]))
        return musical_stones(
            found, position.to_play, self._said_before(review.node),
            has_digits=bool(preferences["candidate_digits"]),
            wanted=[quality for quality in Quality if preferences[f"ring_{quality.value}"]],
            most=int(shown.params["most"]))

    def _said_of(self, node: Node) -> EngineEvaluation | None:
        """Return what an engine said of a node, else irgo's reader."""
        return self._evaluations.of(node) or self._own.of(node)

    def _said_before(self, node: Node) -> EngineEvaluation | None:
        """Return the same of two moves earlier, by whoever speaks of the node."""
        if self._evaluations.of(node) is not None:
            return self._evaluations.before(node)
        grandparent = node.parent.parent if node.parent else None
        return self._own.of(grandparent) if grandparent else None

    def _forget(self) -> None:
        """Look at no line any more."""
        if self._looked_at != PASS:
            self._looked_at = PASS
            self.changed.emit()

    def _on_noted(self, node: Node) -> None:
        if node is self._review.node:
            self.changed.emit()
