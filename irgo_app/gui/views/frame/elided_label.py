"""A line of text that ends in dots where there is no room for all of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy


class ElidedLabel(QLabel):
    """Plain text; it takes the room that is left and asks for none.

    shorter -- what is drawn where there is no room for the text
    """

    def __init__(self) -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText)
        self.shorter = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, or as much as there is room for of what is shorter."""
        text = self.text()
        if self.shorter and self.fontMetrics().horizontalAdvance(text) > self.width():
            text = self.shorter
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(self.rect(), self.alignment(), self.fontMetrics().elidedText(
            text, Qt.TextElideMode.ElideRight, self.width()))
        painter.end()
