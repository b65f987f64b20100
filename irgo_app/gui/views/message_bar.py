"""A bar over the board that tells the user something, where other programs open a dialog."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from irgo_app.visible_text import visible_lines

_LONGEST = 1000
"""Letters of a sentence that are shown: one may hold the name of a file or of an engine."""


class MessageBar(QFrame):
    """Shows one sentence until it is closed or another one comes. Plain text, never HTML.

    A question waits until it is answered or closed; sentences that come meanwhile follow it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._answers: list[QPushButton] = []
        self._waiting: list[str] = []
        self._close = QToolButton()
        self._close.setText("✕")
        self._close.setAutoRaise(True)
        self._close.setAccessibleName(self.tr("Close the message"))
        self._close.clicked.connect(self.dismiss)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(8, 4, 4, 4)
        self._layout.addWidget(self._label, 1)
        self._layout.addWidget(self._close)
        self.hide()

    @property
    def text(self) -> str:
        """Return the sentence shown last."""
        return self._label.text()

    @property
    def answers(self) -> list[QPushButton]:
        """Return the buttons of the question that is asked now."""
        return self._answers

    def show_text(self, text: str) -> None:
        """Show a sentence."""
        if self._answers:
            self._waiting.append(text)
            return
        self._label.setText(visible_lines(text, _LONGEST))
        self.show()

    def ask(self, text: str, answers: Mapping[str, Callable[[], object]]) -> None:
        """Ask something; each answer is a button that does something. It replaces what is there."""
        self._forget_question()
        self._label.setText(visible_lines(text, _LONGEST))
        for title, act in answers.items():
            button = QPushButton(title)
            button.clicked.connect(lambda _checked=False, act=act: self._answer(act))
            self._layout.insertWidget(self._layout.count() - 1, button)
            self._answers.append(button)
        self.show()

    def dismiss(self) -> None:
        """Take the sentence away; show what waited behind a question."""
        self._forget_question()
        self.hide()
        if self._waiting:
            self.show_text(self._waiting.pop(0))

    def _answer(self, act: Callable[[], object]) -> None:
        self.dismiss()
        act()

    def _forget_question(self) -> None:
        for button in self._answers:
            self._layout.removeWidget(button)
            button.deleteLater()
        self._answers = []
