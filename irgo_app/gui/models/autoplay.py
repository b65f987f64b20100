"""Stepping by itself: a move every so many seconds, to the end of the line."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.gui.models.line import ShownLine
from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.review import Review

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
        """Return whether it is stepping."""
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
        """End it."""
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
