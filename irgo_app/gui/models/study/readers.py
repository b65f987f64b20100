"""Who reads the studies, irgo or an engine; and a place played out by whoever reads."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.engines.katago_json import KIND
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import EngineError
from irgo_app.go.point import BLACK, Colour
from irgo_app.go.position import Position
from irgo_app.gui.models.board import Line, ShownLine
from irgo_app.gui.models.engine.desk import EngineDesk
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.window import Preferences
from irgo_app.judging.judges import Reading
from irgo_app.judging.life_answers import ITSELF
from irgo_app.judging.requests import NextMoveRequest
from irgo_app.judging.study import LONGEST, Place, PlayoutStep
from irgo_app.service.request import Outcome
from irgo_app.words import translated

OWN_NAME = "irgo"
"""What irgo's own reader is called where a reader is chosen."""


class Readers(QObject):
    """Knows which readers there are, and which one the user chose for studies.

    changed -- another reader was chosen, or there are other engines
    """

    changed = Signal()

    def __init__(self, review: Review, desk: EngineDesk, preferences: Preferences) -> None:
        super().__init__()
        self._review, self._desk, self._preferences = review, desk, preferences
        self._engines: list[EngineProfile] | None = None
        self._reading: tuple[int, Reading] | None = None
        desk.engines_changed.connect(self._on_engines)

    def engines(self) -> list[EngineProfile]:
        """Return the engines that can read, each once: finding them looks through folders.

        Of a KataGo that is there for GTP and for analysis the first stands for both.
        """
        if self._engines is not None:
            return self._engines
        found, programs = list[EngineProfile](), set[str]()
        for profile in self._desk.profiles():
            try:
                words = profile.words
            except EngineError:
                # It cannot be started; who chooses it elsewhere is told why.
                continue
            if profile.kind == KIND and words and words[0] in programs:
                continue
            if profile.kind != KIND:
                programs.update(words[:1])
            found.append(profile)
        self._engines = found
        return found

    @property
    def chosen(self) -> str:
        """Return the name of the reader chosen, ITSELF for irgo."""
        return str(self._preferences["study_reader"])

    def choose(self, name: str) -> None:
        """Have another reader read from now on."""
        if name != self.chosen:
            self._preferences.set("study_reader", name)
            self.changed.emit()

    def engine(self, name: str | None = None) -> EngineProfile | None:
        """Return the engine of a name (by default the one chosen), None for irgo.

        An engine that is there no longer leaves reading to irgo.
        """
        wanted = self.chosen if name is None else name
        if wanted == ITSELF:
            return None
        return next((profile for profile in self.engines() if profile.name == wanted), None)

    def name_now(self) -> str:
        """Return the name of who would read now: the engine's, or ITSELF."""
        engine = self.engine()
        return ITSELF if engine is None else engine.name

    def game(self) -> Reading:
        """Return komi and rules of the game, as whoever reads is told them."""
        edition = self._review.info_edition
        if self._reading is None or self._reading[0] != edition:
            self._reading = edition, Reading.of_game(self._review.game)
        return self._reading[1]

    def _on_engines(self) -> None:
        self._engines = None
        self.changed.emit()


def reader_words(name: str) -> str:
    """Return how a reader is called: irgo, or the engine's name."""
    return OWN_NAME if name == ITSELF else name


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
