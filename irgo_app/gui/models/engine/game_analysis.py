"""The engine goes through the whole line: some visits a node, stopped and carried on at will.

What it found is written into the record when it ends or is stopped, as one edit; nodes that have
their visits already are not searched again. KataGo's analysis engine, where there is one, gets all
nodes at once; any other engine one after another.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.katago_json import KataGoAnalysis
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import EngineError
from irgo_app.gui.models.engine.desk import EngineDesk, Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.window import Notices
from irgo_app.judging.engine_record import engine_game, save_evaluations
from irgo_app.sgf.game_tree import Node
from irgo_app.words import translated


class BatchSearch(QObject):
    """One run of the analysis engine; `failed` with a sentence if it ends too soon."""

    failed = Signal(str)
    _told = Signal(object, object, object)
    _engine_failed = Signal(object, str)

    def __init__(self, review: Review, evaluations: Evaluations, notices: Notices) -> None:
        super().__init__()
        self._review, self._evaluations, self._notices = review, evaluations, notices
        self._engine: KataGoAnalysis | None = None
        self._name = ""
        self._told.connect(self._on_told)
        self._engine_failed.connect(self._on_failed)

    def start(self, profile: EngineProfile, nodes: list[Node], visits: int, seconds: float) -> bool:
        """Have nodes searched; False with a message if the engine cannot start."""
        replay = self._review.replay
        try:
            engine = self._engine = KataGoAnalysis(
                profile, lambda text: self._engine_failed.emit(engine, text))
            self._name = profile.name
            for node in nodes:
                engine.ask(engine_game(node, replay), visits, seconds,
                           lambda found, node=node: self._told.emit(engine, node, found))
        except EngineError as error:
            self._notices.tell(str(error))
            self.stop()
            return False
        return True

    def stop(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _on_told(self, engine: object, node: Node, found: EngineEvaluation) -> None:
        if engine is self._engine:
            self._evaluations.note(node, found, self._name, keeps_deeper=True)

    def _on_failed(self, engine: object, text: str) -> None:
        if engine is self._engine:
            self.failed.emit(text)


_USUAL_VISITS: Final = 200


class GameAnalysis(QObject):
    """One walk of the engine through the current line.

    visits, seconds -- how far a node is searched, as `start` was told last
    progress -- nodes done, nodes in all
    """

    progress = Signal(int, int)

    def __init__(
        self, review: Review, desk: EngineDesk, evaluations: Evaluations, notices: Notices
    ) -> None:
        super().__init__()
        self._review, self._desk = review, desk
        self._evaluations, self._notices = evaluations, notices
        self._nodes: list[Node] = []
        self._total = 0
        self.visits, self.seconds = _USUAL_VISITS, 0.0
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self._on_time)
        self._fresh: list[Node] = []
        self._is_batch = False
        self._batch = BatchSearch(review, evaluations, notices)
        self._batch.failed.connect(self._on_batch_failed)
        evaluations.noted.connect(self._on_evaluated)
        desk.state_changed.connect(self._on_state)
        desk.search_ended.connect(self._on_end)
        desk.stopped.connect(self.stop)
        self._game = review.game
        review.game_changed.connect(self._on_game)

    @property
    def is_running(self) -> bool:
        """Return whether there are nodes to be searched."""
        return bool(self._nodes)

    @property
    def has_found(self) -> bool:
        """Return whether it found what is not written into the record yet."""
        return bool(self._fresh)

    def toggle(self, visits: int, seconds: float = 0.0) -> None:
        """Begin, or stop where it is going on; see `start`."""
        if self.is_running:
            self.stop()
        else:
            self.start(visits, seconds)

    def start(self, visits: int, seconds: float = 0.0) -> None:
        """Search each node of the current line that has fewer visits than wanted.

        visits -- 0 without limit: then each node that was never searched
        seconds -- how long a node is searched, from the engine's first word on; 0 without limit
        """
        self.visits, self.seconds, self._fresh = visits, seconds, []
        line = self._review.game.current_line(self._review.node)
        self._nodes = [node for node in line if self._missing(node)]
        self._total = len(line)
        self._desk.lend()
        batch = self._desk.batch_profile()
        if self._nodes and batch and self._batch.start(batch, self._nodes, visits, seconds):
            self._is_batch = True
            self.progress.emit(self._total - len(self._nodes), self._total)
        else:
            self._is_batch = False
            self._next()

    def stop(self) -> None:
        """End the walk; what was found is written down."""
        self._clock.stop()
        if self._nodes:
            self._nodes = []
            self._finish()

    def _missing(self, node: Node) -> bool:
        """Return whether a node must be searched; one never searched always must."""
        found = self._evaluations.of(node)
        return found is None or found.visits < self.visits

    def _next(self) -> None:
        self._clock.stop()
        self.progress.emit(self._total - len(self._nodes), self._total)
        if not self._nodes:
            self._finish()
        elif not self._desk.search(self._nodes[0]):
            self.stop()

    def _on_end(self, node: Node, text: str) -> None:
        """Take the end of a search that the engine ended: at a limit of its own, or refused."""
        if self._is_batch or not self._nodes or node is not self._nodes[0]:
            return
        found = self._evaluations.of(node)
        if found is not None and found.winrate is not None and not text:
            self._accept(node)
            return
        self._notices.tell(text or translated(
            "This engine gives no win rate; the analysis of a game needs one that does."))
        self.stop()

    def _on_evaluated(self, node: Node) -> None:
        if self._is_batch:
            if node in self._nodes:
                self._accept(node)
        elif self._nodes and node is self._nodes[0]:
            if self.visits and not self._missing(node):
                self._accept(node)
            elif self.seconds and not self._clock.isActive():
                self._clock.start(round(1000 * self.seconds))

    def _on_time(self) -> None:
        """Take what the engine said of a node when its time is over."""
        if self._nodes and not self._is_batch:
            self._accept(self._nodes[0])

    def _accept(self, node: Node) -> None:
        """Take a node as done and go on."""
        self._nodes.remove(node)
        self._fresh.append(node)
        if not self._is_batch or not self._nodes:
            self._next()
        else:
            self.progress.emit(self._total - len(self._nodes), self._total)

    def _on_state(self) -> None:
        if self._nodes and self._desk.has_failed:
            self.stop()

    def _on_batch_failed(self, text: str) -> None:
        self._notices.tell(text)
        self.stop()

    def _finish(self) -> None:
        self.progress.emit(self._total, self._total)
        self._batch.stop()
        self._desk.rest()
        review, fresh = self._review, self._fresh
        self._fresh = []
        if not fresh or fresh[0].tree is not review.game:
            return
        here = review.node
        found = [(node, review.replay.position_at(node), self._evaluations.of(node))
                 for node in fresh]
        review.apply(save_evaluations(
            [(node, position, evaluation) for node, position, evaluation in found if evaluation]))
        review.go_to(here)

    def _on_game(self) -> None:
        if self._review.game is not self._game:
            self._game = self._review.game
            self.stop()
