"""KataGo's analysis engine at the window: all nodes of a game at once."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.katago_json import KataGoAnalysis
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import EngineError
from irgo_app.gui.models.evaluations import Evaluations
from irgo_app.gui.models.notices import Notices
from irgo_app.gui.models.review import Review
from irgo_app.judging.engine_record import engine_game
from irgo_app.sgf.game_tree import Node


class BatchSearch(QObject):
    """One run of the analysis engine; `failed` with a sentence if it ends too soon."""

    failed = Signal(str)
    _told = Signal(object, object, object)
    _engine_failed = Signal(object, str)

    def __init__(
        self, review: Review, evaluations: Evaluations, notices: Notices
    ) -> None:
        super().__init__()
        self._review, self._evaluations, self._notices = review, evaluations, notices
        self._engine: KataGoAnalysis | None = None
        self._told.connect(self._on_told)
        self._engine_failed.connect(self._on_failed)

    def start(
        self, profile: EngineProfile, nodes: list[Node], visits: int, seconds: float
    ) -> bool:
        """Have nodes searched; False with a message if the engine cannot start."""
        replay = self._review.replay
        try:
            engine = self._engine = KataGoAnalysis(
                profile, lambda text: self._engine_failed.emit(engine, text))
            for node in nodes:
                engine.ask(engine_game(node, replay), visits, seconds,
                           lambda found, node=node: self._told.emit(engine, node, found))
        except EngineError as error:
            self._notices.tell(str(error))
            self.stop()
            return False
        return True

    def stop(self) -> None:
        """End the engine."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _on_told(self, engine: object, node: Node, found: EngineEvaluation) -> None:
        if engine is self._engine:
            self._evaluations.note(node, found, keeps_deeper=True)

    def _on_failed(self, engine: object, text: str) -> None:
        if engine is self._engine:
            self.failed.emit(text)
