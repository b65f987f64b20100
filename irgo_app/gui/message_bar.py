"""A bar over the board that tells the user something, where other programs open a dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget


class MessageBar(QFrame):
    """Shows one sentence until it is closed or another one comes. Plain text, never HTML."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        close = QToolButton()
        close.setText("✕")
        close.setAutoRaise(True)
        close.setAccessibleName(self.tr("Close the message"))
        close.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 4, 4, 4)
        layout.addWidget(self._label, 1)
        layout.addWidget(close)
        self.hide()

    @property
    def text(self) -> str:
        """Return the sentence shown last."""
        return self._label.text()

    def show_text(self, text: str) -> None:
        """Show a sentence."""
        self._label.setText(text)
        self.show()
