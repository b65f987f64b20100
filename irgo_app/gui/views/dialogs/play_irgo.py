"""Asks how the user wants to play against irgo: which colour, how strong, and from where."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QRadioButton,
    QWidget,
)

from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.reader.levels import LEVELS
from irgo_app.words import translated


class PlayIrgoDialog(QDialog):
    """The form of a game against irgo."""

    def __init__(self, level: str, to_play: Colour, parent: QWidget | None = None) -> None:
        """Offer a level by its name, and the colour whose turn it is."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Play against irgo"))
        self._black = QRadioButton(self.tr("Black"))
        self._white = QRadioButton(self.tr("White"))
        (self._black if to_play == BLACK else self._white).setChecked(True)
        self._colours = QButtonGroup(self)
        colours = QHBoxLayout()
        for button in (self._black, self._white):
            self._colours.addButton(button)
            colours.addWidget(button)
        self._levels = QComboBox()
        for each in LEVELS:
            self._levels.addItem(translated(each.title), each.name)
        self._levels.setCurrentIndex(max(0, self._levels.findData(level)))
        self._is_new = QCheckBox(self.tr("Begin a new game"))
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow(self.tr("You play"), colours)
        form.addRow(self.tr("irgo"), self._levels)
        form.addRow(self._is_new)
        form.addRow(buttons)

    @property
    def colour(self) -> Colour:
        """Return the user's colour."""
        return BLACK if self._black.isChecked() else WHITE

    @property
    def level(self) -> str:
        """Return the name of the level."""
        return str(self._levels.currentData())

    @property
    def is_new(self) -> bool:
        """Return whether a new game is wanted, else it goes on from the position shown."""
        return self._is_new.isChecked()
