"""Asks how far each move of a game is analysed: so many visits, so many seconds, or both."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QSpinBox,
    QWidget,
)

from irgo_app.gui.views.decimal_box import DecimalBox
from irgo_app.gui.views.scroll_body import lay_out_dialog

_VISITS = 200
_MOST_VISITS = 1_000_000
_MOST_SECONDS = 3600.0


class AnalyzeGameDialog(QDialog):
    """`visits` and `seconds` a move, 0 without limit; one of them is always given."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Analyse the whole game"))
        self._visits = QSpinBox(minimum=0, maximum=_MOST_VISITS, singleStep=100, value=_VISITS)
        self._seconds = DecimalBox(
            minimum=0.0, maximum=_MOST_SECONDS, singleStep=0.5, decimals=1)
        for editor in (self._visits, self._seconds):
            editor.setSpecialValueText(self.tr("no limit"))
            editor.valueChanged.connect(self._refresh)
        body = QWidget()
        form = QFormLayout(body)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(self.tr("Visits a move"), self._visits)
        form.addRow(self.tr("Seconds a move"), self._seconds)
        self._ends = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._ends.accepted.connect(self.accept)
        self._ends.rejected.connect(self.reject)
        lay_out_dialog(self, body, self._ends)
        self._visits.selectAll()

    @property
    def visits(self) -> int:
        """Return how many visits end the search of a move, 0 without limit."""
        return self._visits.value()

    @property
    def seconds(self) -> float:
        """Return how many seconds end the search of a move, 0 without limit."""
        return self._seconds.value()

    def _refresh(self) -> None:
        self._ends.button(QDialogButtonBox.StandardButton.Ok).setEnabled(
            bool(self.visits or self.seconds))
