"""A box for a number with decimals that takes a point and a comma alike, in every language."""

from __future__ import annotations

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox


class DecimalBox(QDoubleSpinBox):
    """Where a comma is written, Qt leaves out a point that is typed: 3.5 would become 35."""

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Return whether a text is a number, or may become one."""
        return super().validate(self._in_own_marks(text), position)

    def valueFromText(self, text: str) -> float:
        """Return the number of a text."""
        return super().valueFromText(self._in_own_marks(text))

    def _in_own_marks(self, text: str) -> str:
        mark = self.locale().decimalPoint()
        return text.replace(".", mark).replace(",", mark)
