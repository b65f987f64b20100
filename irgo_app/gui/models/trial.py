"""Trying moves: from the current node on everything goes, and nothing stays unless it is kept.

What is tried are edits like any other, so that maps, studies and engines follow; thrown away, they
are undone, and done again by whoever wants them back.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.gui.models.engine_desk import EngineDesk
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.scene import Scene
from irgo_app.sgf.game_tree import Node


class Trial(QObject):
    """At most one trial, on the game that is shown.

    changed -- it began or ended, or another number of moves was tried
    """

    changed = Signal()

    def __init__(self, review: Review, scene: Scene, desk: EngineDesk) -> None:
        super().__init__()
        self._review, self._scene, self._desk = review, scene, desk
        self._start: Node | None = None
        self._ahead: list[Node] = []
        self._depth = 0
        review.leaving.connect(self.throw_away)
        review.tree_changed.connect(lambda change: self._follow())
        review.node_changed.connect(self._follow)

    @property
    def is_on(self) -> bool:
        """Return whether moves are being tried."""
        return self._start is not None

    @property
    def start(self) -> Node | None:
        """Return the node the trial began on, None without one."""
        return self._start

    @property
    def count(self) -> int:
        """Return how many edits were made since it began."""
        return self._review.undo_stack.depth - self._depth if self.is_on else 0

    def toggle(self) -> None:
        """Begin, or throw away what was tried."""
        if self.is_on:
            self.throw_away()
            return
        review = self._review
        self._start, self._depth = review.node, review.undo_stack.depth
        line = review.game.current_line(review.node)
        self._ahead = line[line.index(review.node) + 1:]
        # The user plays both colours.
        self._desk.is_paused = True
        self._scene.number_from(self._start)
        self.changed.emit()

    def throw_away(self) -> None:
        """Take back everything since the trial began, and go where it began."""
        start, depth = self._start, self._depth
        if start is None:
            return
        # It is over before anything is undone: who hears of that asks.
        ahead = self._leave()
        review = self._review
        while review.undo_stack.depth > depth:
            review.undo()
        self._go_back(start, ahead)

    def keep(self) -> None:
        """Leave what was tried in the record as a variation, and go where the trial began."""
        start = self._start
        if start is not None:
            self._go_back(start, self._leave())

    def _leave(self) -> list[Node]:
        ahead = self._ahead
        self._start, self._ahead = None, []
        self._desk.is_paused = False
        self._scene.number_from(None)
        return ahead

    def _go_back(self, start: Node, ahead: list[Node]) -> None:
        """Go to `start`, with the line that was the current one ahead again."""
        for node in ahead:
            self._review.game.remember(node)
        self._review.go_to(start)
        self.changed.emit()

    def _follow(self) -> None:
        """End the trial where what came before it is undone; else tell how far it is."""
        if self._start is None:
            return
        if self._review.undo_stack.depth < self._depth:
            self._leave()
        self.changed.emit()
