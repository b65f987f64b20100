"""A small flat button with a sign: its words are its tool tip and what a screen reader says."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QToolButton


def tool_button(sign: str, words: str, act: Callable[[], None]) -> QToolButton:
    """Return a button that shows `sign` and calls `act`."""
    button = QToolButton(autoRaise=True)
    button.setText(sign)
    button.setToolTip(words)
    button.setAccessibleName(words)
    button.clicked.connect(lambda: act())
    return button
