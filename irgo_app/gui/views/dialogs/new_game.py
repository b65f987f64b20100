"""Asks for the size, komi and handicap of a new game."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QSpinBox,
    QWidget,
)

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.handicap import fixed_handicap
from irgo_app.go.topology import LARGEST_SIZE, SMALLEST_SIZE


class NewGameDialog(QDialog):
    """The form of a new game."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New game"))
        self.columns, self.rows = _spin_box(19), _spin_box(19)
        self.columns.valueChanged.connect(self.rows.setValue)
        self.komi = QDoubleSpinBox(minimum=-200, maximum=200, singleStep=0.5, value=6.5)
        self.handicap = QSpinBox(minimum=0, maximum=9)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow(self.tr("Columns"), self.columns)
        form.addRow(self.tr("Rows"), self.rows)
        form.addRow(self.tr("Komi"), self.komi)
        form.addRow(self.tr("Handicap stones"), self.handicap)
        form.addRow(buttons)

    def properties(self) -> dict[str, list[str]]:
        """Return the root properties of the game; an impossible handicap is left out."""
        columns, rows = self.columns.value(), self.rows.value()
        found = {"KM": [f"{self.komi.value():g}"]}
        if self.handicap.value() >= 2:
            try:
                points = fixed_handicap(self.handicap.value(), columns, rows)
            except UsageError:
                return found
            found["HA"] = [str(len(points))]
            found["AB"] = [sgf_letters(point, columns) for point in points]
            found["PL"] = ["W"]
        return found


def ask_new_game(parent: QWidget) -> tuple[int, int, dict[str, list[str]]] | None:
    """Return (columns, rows, root properties), None if the user changed his mind."""
    dialog = NewGameDialog(parent)
    if dialog.exec() != QDialog.DialogCode.Accepted:
        return None
    return dialog.columns.value(), dialog.rows.value(), dialog.properties()


def _spin_box(value: int) -> QSpinBox:
    return QSpinBox(minimum=SMALLEST_SIZE, maximum=LARGEST_SIZE, value=value)
