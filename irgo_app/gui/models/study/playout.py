"""A place played out on the board, move by move, by whoever reads; kept or thrown away."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.go.point import BLACK, Colour
from irgo_app.go.position import Position
from irgo_app.gui.models.board import Line, ShownLine
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.study.readers import Readers, reader_words
from irgo_app.judging.judges import Reading
from irgo_app.judging.place import Place
from irgo_app.judging.requests import NextMoveRequest
from irgo_app.judging.study import LONGEST, PlayoutStep
from irgo_app.service.request import Outcome
from irgo_app.words import translated


class LocalPlayout(QObject):
    """Asks for one move after the other; the shown line grows by each.

    leads -- Black's lead after each move, komi counted
    changed -- it began, went on or ended
    """

    changed = Signal()

    def __init__(
        self, review: Review, line: ShownLine, readers: Readers, service: ServiceBridge
    ) -> None:
        super().__init__()
        self._review, self._line = review, line
        self._readers = readers
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)
        self._own: Line | None = None
        self._place: Place | None = None
        self._reading = Reading()
        self._history: tuple[Position, ...] = ()
        self.leads: list[float] = []
        line.changed.connect(self._on_line)

    @property
    def is_running(self) -> bool:
        return self._search.request is not None

    @property
    def is_shown(self) -> bool:
        """Return whether the line on the board is this playout."""
        return self._own is not None and self._line.line is self._own

    def start(self, place: Place, name: str, first: Colour) -> None:
        """Play a place out from the current node, one colour first; `name` says which place."""
        self.stop()
        engine = self._readers.engine()
        game = self._readers.game()
        self._reading = Reading(engine, game.komi, game.rules)
        self._place = place
        self._history = (self._review.position.with_to_play(first),)
        self.leads = []
        title = translated("{0} played out, Black first, read by {1}") \
            if first == BLACK else translated("{0} played out, White first, read by {1}")
        self._line.show(title.format(name, reader_words(engine.name if engine else "")), ())
        self._own = self._line.line
        self._ask()

    def stop(self) -> None:
        """Look for no more moves; those that were played stay on the board."""
        if self.is_running:
            self._search.stop()
            self.changed.emit()

    def _ask(self) -> None:
        assert self._place is not None
        self._search.ask(NextMoveRequest(self._history, self._place, self._reading))
        self.changed.emit()

    def _on_answer(self, outcome: Outcome) -> None:
        steps = outcome if isinstance(outcome, tuple) else ()
        for step in steps:
            assert isinstance(step, PlayoutStep)
            self._history = (*self._history, step.position)
            self.leads.append(step.lead - self._reading.komi)
            self._line.grow(step.move)
        if steps and self.is_shown and len(self._history) <= LONGEST:
            self._ask()
        self.changed.emit()

    def _on_line(self) -> None:
        """End with the line: who closes it throws the playout away."""
        if self._own is not None and not self.is_shown:
            self._own = None
            self.stop()
            self.changed.emit()
