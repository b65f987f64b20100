"""What one chooses of a deck: how much a day, which themes, one's own names, what is a mistake."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget
)

from irgo_app.gui.views.widgets import DecimalBox, lay_out_dialog, plain_tip
from irgo_app.practice.card import Theme
from irgo_app.practice.deck import Choices
from irgo_app.words import translated

_MOST_A_DAY = 1000
_NAMES = 30
"""So many letters of one's names are seen at once."""


class ChoicesDialog(QDialog):
    """Shows choices and gives back what was made of them."""

    def __init__(self, chosen: Choices, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("Practice"))
        self.new = _count(chosen.new_a_day)
        self.reviews = _count(chosen.reviews_a_day)
        self.names = QLineEdit(", ".join(chosen.players))
        self.names.setMinimumWidth(_NAMES * self.fontMetrics().averageCharWidth())
        self.names.setToolTip(plain_tip(translated(
            "The names you play under, separated by commas; Black or White where a game names "
            "nobody. Without a name, both sides' mistakes are added.")))
        self.least = DecimalBox(minimum=1.0, maximum=100.0, decimals=1, singleStep=0.5)
        self.least.setValue(chosen.least)
        self.themes = {theme: QCheckBox(translated(theme.value)) for theme in Theme}
        for theme, box in self.themes.items():
            box.setChecked(not chosen.themes or theme in chosen.themes)
        body = QWidget()
        form = QFormLayout(body)
        form.addRow(translated("New cards a day"), self.new)
        form.addRow(translated("Returning cards a day"), self.reviews)
        form.addRow(translated("Your names"), self.names)
        form.addRow(translated("A mistake loses at least (points)"), self.least)
        boxes = QVBoxLayout()
        for box in self.themes.values():
            boxes.addWidget(box)
        form.addRow(translated("Themes"), boxes)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok
                                   | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        lay_out_dialog(self, body, buttons)

    def answer(self) -> Choices:
        """Return what was chosen; with every theme or none all are practised."""
        themes = tuple(theme for theme, box in self.themes.items() if box.isChecked())
        names = tuple(name.strip() for name in self.names.text().split(",") if name.strip())
        return Choices(self.new.value(), self.reviews.value(),
                       () if len(themes) == len(Theme) else themes, names, self.least.value())


def _count(value: int) -> QSpinBox:
    box = QSpinBox(minimum=0, maximum=_MOST_A_DAY)
    box.setValue(value)
    return box
