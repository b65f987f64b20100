"""Who reads the studies: irgo itself, or one of the engines there are."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.engines.katago_json import KIND
from irgo_app.engines.profile import EngineProfile
from irgo_app.gui.models.engine.desk import EngineDesk
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.window import Preferences
from irgo_app.judging.judges import Reading
from irgo_app.judging.life_answers import ITSELF

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
            words = profile.words
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
