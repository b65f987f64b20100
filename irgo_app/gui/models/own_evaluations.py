"""What irgo's own reader says of the current node, where the user wants it and no engine spoke."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.gui.models.engine_desk import EngineDesk
from irgo_app.gui.models.evaluations import Evaluations
from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.judging.requests import ReaderRequest
from irgo_app.reader.sizes import can_judge
from irgo_app.service.jobs import Job
from irgo_app.service.request import AnyRequest, Failure, Outcome
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import Node

WANTED = "reader_candidates"
"""The setting."""


class OwnEvaluations(QObject):
    """A short search of the current node by the reader; another node calls it off.

    changed -- something else is known of the current node, or wanted
    """

    changed = Signal()

    def __init__(
        self, review: Review, evaluations: Evaluations, desk: EngineDesk, service: ServiceBridge,
        preferences: Preferences
    ) -> None:
        super().__init__()
        self._review, self._evaluations, self._desk = review, evaluations, desk
        self._service, self._preferences = service, preferences
        self._job: Job | None = None
        self._has_failed = False
        self._was_wanted = self.is_wanted
        service.searched.connect(self._on_searched)
        evaluations.noted.connect(lambda node: self._ask())
        desk.state_changed.connect(self._ask)
        preferences.changed.connect(self._on_preferences)
        review.node_changed.connect(self._ask)
        review.tree_changed.connect(lambda change: self._ask())
        review.game_changed.connect(self._ask)
        self._ask()

    @property
    def is_wanted(self) -> bool:
        """Return whether the user wants irgo's own candidates."""
        return bool(self._preferences[WANTED] and self._preferences["engine_candidates"])

    @property
    def is_thinking(self) -> bool:
        """Return whether an answer is to come."""
        return self._job is not None

    def of(self, node: Node) -> EngineEvaluation | None:
        """Return what is known of a node, None if it is not wanted or not there."""
        return self._service.cached(self._request(node)) if self.is_wanted else None

    def _request(self, node: Node) -> ReaderRequest:
        return ReaderRequest.of(self._review.replay.position_at(node),
                                game_info(self._review.game).komi_points or 0.0)

    def _ask(self) -> None:
        """Ask about the current node, unless that is known or somebody else speaks of it."""
        node = self._review.node
        request = self._request(node)
        is_open = (self.is_wanted and not self._has_failed and not self._desk.is_analyzing
                   and can_judge(request.position) and self._evaluations.of(node) is None
                   and self._service.cached(request) is None)
        if self._job is not None and not (is_open and self._job.request == request):
            self._service.cancel(self._job)
            self._job = None
        if is_open and self._job is None:
            # An inline service answers before it returns.
            job = self._service.search(request)
            if self._service.cached(request) is None:
                self._job = job

    def _on_searched(self, request: AnyRequest, outcome: Outcome) -> None:
        if not isinstance(request, ReaderRequest):
            return
        if isinstance(outcome, Failure):
            # It was told; the next node would fail the same way.
            self._has_failed = True
        if self._job is not None and self._job.request == request:
            self._job = None
        self.changed.emit()

    def _on_preferences(self) -> None:
        if self.is_wanted != self._was_wanted:
            self._was_wanted, self._has_failed = self.is_wanted, False
            self._ask()
            self.changed.emit()
