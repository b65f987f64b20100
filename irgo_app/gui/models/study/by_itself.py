"""Life and death by itself: of a position that is looked at for a moment, in Review."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer

from irgo_app.gui.models.engine.evaluations import Evaluations
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.study.desk import LifeDesk
from irgo_app.gui.models.window import Mode, Preferences, WindowLayout

_RESTED_MS: Final = 400
"""How long a node is looked at before its groups are searched."""


class LifeByItself(QObject):
    """Has the desk search groups of which nothing is known, and makes way for what is asked."""

    def __init__(
        self, review: Review, life: LifeDesk, evaluations: Evaluations, preferences: Preferences,
        layout: WindowLayout,
    ) -> None:
        super().__init__()
        self._life, self._evaluations = life, evaluations
        self._preferences, self._layout = preferences, layout
        self._is_searching = self._has_made_way = False
        self._rested = QTimer(self, singleShot=True, interval=_RESTED_MS)
        self._rested.timeout.connect(self._search)
        for signal in (review.node_changed, review.game_changed, preferences.changed,
                       layout.mode_changed):
            signal.connect(self._begin_anew)
        review.tree_changed.connect(lambda change: self._begin_anew())
        life.asked.connect(self._make_way)
        life.changed.connect(self._on_life)
        self._begin_anew()

    @property
    def is_wanted(self) -> bool:
        """Return whether the user wants it: a game is reviewed, not played."""
        return bool(self._preferences["life_auto"]) and self._layout.mode is Mode.REVIEW \
            and not self._evaluations.is_hidden

    def _begin_anew(self) -> None:
        """Wait for a moment without another node; who steps wants no search on the way."""
        self._has_made_way = False
        if self.is_wanted:
            self._rested.start()
        else:
            self._rested.stop()

    def _search(self) -> None:
        if self.is_wanted and not self._life.is_working:
            self._is_searching = True
            self._life.ask_groups(only_unknown=True)

    def _make_way(self) -> None:
        """Break off: what the user asks for goes first."""
        if self._is_searching and self._life.is_working:
            self._life.stop()
            self._has_made_way = True
        self._is_searching = False

    def _on_life(self) -> None:
        """Go on when what made it wait is answered."""
        if not self._life.is_working:
            self._is_searching = False
            if self._has_made_way and self.is_wanted:
                self._has_made_way = False
                self._rested.start()
