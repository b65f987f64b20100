"""A line of text that ends in dots where there is no room for all of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy


class ElidedLabel(QLabel):
    """Plain text; it takes the room that is left and asks for none."""

    def __init__(self) -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as much of the text as there is room for."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(self.rect(), self.alignment(), self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width()))
        painter.end()
