"""The engine goes through the whole line: some visits a node, stopped and carried on at will.

What it found is written into the record when it ends or is stopped, as one edit; nodes that have
their visits already are not searched again. KataGo's analysis engine, where there is one, gets all
nodes at once; any other engine one after another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.gui.models.batch_search import BatchSearch
from irgo_app.review.saved_analysis import save_evaluations
from irgo_app.sgf.game_tree import Node

if TYPE_CHECKING:
    from irgo_app.gui.models.engine_desk import EngineDesk


class GameAnalysis(QObject):
    """One walk of the engine through the current line.

    progress -- nodes done, nodes in all
    """

    progress = Signal(int, int)

    def __init__(self, desk: EngineDesk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._nodes: list[Node] = []
        self._total = 0
        self._visits, self._seconds = 0, 0.0
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self._on_time)
        self._fresh: list[Node] = []
        self._is_batch = False
        self._batch = BatchSearch(desk)
        self._batch.failed.connect(self._on_batch_failed)
        desk.node_evaluated.connect(self._on_evaluated)
        desk.state_changed.connect(self._on_state)

    @property
    def is_running(self) -> bool:
        """Return whether there are nodes to be searched."""
        return bool(self._nodes)

    def start(self, line: list[Node], visits: int, seconds: float = 0.0) -> None:
        """Search each node of a line that has fewer visits than wanted.

        visits -- 0 without limit: then each node that was never searched
        seconds -- how long a node is searched, from the engine's first word on; 0 without limit
        """
        self._visits, self._seconds, self._fresh = visits, seconds, []
        self._nodes = [node for node in line if self._missing(node)]
        self._total = len(line)
        if self._nodes and self._batch.start(self._nodes, visits, seconds):
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
        found = self._desk.evaluation(node)
        return found is None or found.visits < self._visits

    def _next(self) -> None:
        self._clock.stop()
        self.progress.emit(self._total - len(self._nodes), self._total)
        if not self._nodes:
            self._finish()
        elif not self._desk.search(self._nodes[0]):
            self.stop()

    def on_end(self, node: Node, text: str) -> None:
        """Take the end of a search that the engine ended: at a limit of its own, or refused."""
        if self._is_batch or not self._nodes or node is not self._nodes[0]:
            return
        found = self._desk.evaluation(node)
        if found is not None and found.winrate is not None and not text:
            self._accept(node)
            return
        self._desk.session.message_shown.emit(text or self.tr(
            "This engine tells no win rate; the analysis of a game needs one that does."))
        self.stop()

    def _on_evaluated(self, node: Node) -> None:
        if self._is_batch:
            if node in self._nodes:
                self._accept(node)
        elif self._nodes and node is self._nodes[0]:
            if self._visits and not self._missing(node):
                self._accept(node)
            elif self._seconds and not self._clock.isActive():
                self._clock.start(round(1000 * self._seconds))

    def _on_time(self) -> None:
        """Take what the engine said of a node when its time is over."""
        if self._nodes and not self._is_batch:
            self._accept(self._nodes[0])

    def _accept(self, node: Node) -> None:
        """Take a node as done and go on; the timeline learns of it at once."""
        self._nodes.remove(node)
        self._fresh.append(node)
        self._desk.session.results_arrived.emit()
        if not self._is_batch or not self._nodes:
            self._next()
        else:
            self.progress.emit(self._total - len(self._nodes), self._total)

    def _on_state(self) -> None:
        if self._nodes and self._desk.has_failed:
            self.stop()

    def _on_batch_failed(self, text: str) -> None:
        self._desk.session.message_shown.emit(text)
        self.stop()

    def _finish(self) -> None:
        self.progress.emit(self._total, self._total)
        self._batch.stop()
        self._desk.rest()
        session, fresh = self._desk.session, self._fresh
        self._fresh = []
        if not fresh or fresh[0].tree is not session.game:
            return
        here = session.node
        found = [(node, session.replay.position_at(node), self._desk.evaluation(node))
                 for node in fresh]
        session.apply(save_evaluations(
            [(node, position, evaluation) for node, position, evaluation in found if evaluation]))
        session.go_to(here)
