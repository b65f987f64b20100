"""At a turning point, under the board: buttons that play what was played, and what was better."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from irgo_app.gui.models.turns import BETTER, PLAYED, Turns, line_title
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import laid_out

_ACTIONS: Final = ("play_played", "play_better")
"""The actions that do what the buttons do, in their order."""


class TurnButtons(QWidget):
    """A button for each line of the current turning point; it is empty where there is none.

    A line takes the place of the game on the board until it is closed.

    changed -- it has other buttons
    """

    changed = Signal()

    def __init__(self, turns: Turns, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self._turns, self._actions = turns, actions
        self.played, self.better = (self._button(index) for index in (PLAYED, BETTER))
        laid_out(QHBoxLayout(self), self.played, self.better, margins=0, spacing=SPACE)
        turns.changed.connect(self.refresh)
        for action_id in _ACTIONS:
            actions[action_id].changed.connect(self._name_keys)
        self._name_keys()
        self.refresh()

    @property
    def is_there(self) -> bool:
        """Return whether there is a line to be played."""
        point = self._turns.current
        return point is not None and bool(point.lines)

    def refresh(self) -> None:
        point = self._turns.current
        for index, button in ((PLAYED, self.played), (BETTER, self.better)):
            has_line = point is not None and index < len(point.lines)
            button.setVisible(has_line)
            if has_line and point is not None:
                button.setText(line_title(point, index))
                button.setChecked(self._turns.shown_line == index)
        self.changed.emit()

    def _name_keys(self) -> None:
        """Say what the buttons do, with the keys that do it too."""
        for action_id, button in zip(_ACTIONS, (self.played, self.better), strict=True):
            button.setToolTip(self._actions[action_id].toolTip())

    def _button(self, index: int) -> QPushButton:
        button = QPushButton(checkable=True, objectName="turn" if index == PLAYED else "turn_best",
                             focusPolicy=Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._turns.play(index))
        return button
