"""Trying moves that are kept or thrown away, and moves that go by themselves."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.gui.models.board import Scene, ShownLine
from irgo_app.gui.models.engine.opponent import Opponent
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.window import Preferences
from irgo_app.sgf.game_tree import Node


class Trial(QObject):
    """At most one trial, on the game that is shown; nothing of it stays unless it is kept.

    What is tried are edits like any other, so that maps, studies and engines follow; thrown away,
    they are undone, and done again by whoever wants them back.

    changed -- it began or ended, or another number of moves was tried
    """

    changed = Signal()

    def __init__(self, review: Review, scene: Scene, opponent: Opponent) -> None:
        super().__init__()
        self._review, self._scene, self._opponent = review, scene, opponent
        self._start: Node | None = None
        self._ahead: list[Node] = []
        self._depth = 0
        review.leaving.connect(self.throw_away)
        review.tree_changed.connect(lambda change: self._follow())
        review.node_changed.connect(self._follow)

    @property
    def is_on(self) -> bool:
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
        self._opponent.pause(is_paused=True)
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
        self._opponent.pause(is_paused=False)
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


SECONDS: Final = "autoplay_seconds"
"""The setting."""


class Autoplay(QObject):
    """Plays the current line, or the line of a study where one is shown.

    Whoever goes elsewhere meanwhile has ended it.

    changed -- it began or ended
    """

    changed = Signal()

    def __init__(self, review: Review, line: ShownLine, preferences: Preferences) -> None:
        super().__init__()
        self._review, self._line, self._preferences = review, line, preferences
        self._is_stepping = False
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._step)
        review.node_changed.connect(self._on_moved)
        review.game_changed.connect(self.stop)
        line.changed.connect(self._on_moved)
        preferences.changed.connect(self._follow_speed)

    @property
    def is_on(self) -> bool:
        return self._clock.isActive()

    def toggle(self) -> None:
        """Begin, or end it where it is going on."""
        if self.is_on:
            self.stop()
        elif self._has_more():
            self._clock.start(self._interval_ms())
            self.changed.emit()
        else:
            self.changed.emit()  # A tick that was set is taken off again.

    def stop(self) -> None:
        if self.is_on:
            self._clock.stop()
            self.changed.emit()

    def _interval_ms(self) -> int:
        return round(1000 * float(self._preferences[SECONDS]))

    def _has_more(self) -> bool:
        line = self._line.line
        if line is not None:
            return self._line.step < len(line.moves)
        node = self._review.node
        return node.tree.child_on_path(node) is not None

    def _step(self) -> None:
        self._is_stepping = True
        self._line.step_by(1)
        self._is_stepping = False
        if not self._has_more():
            self.stop()

    def _on_moved(self) -> None:
        if not self._is_stepping:
            self.stop()

    def _follow_speed(self) -> None:
        if self.is_on and self._clock.interval() != self._interval_ms():
            self._clock.start(self._interval_ms())
