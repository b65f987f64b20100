"""A small flat button with an icon: its words are its tool tip and what a screen reader says."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QToolButton

from irgo_app.gui.views.icons import icon

_SIDE = QSize(16, 16)


def tool_button(icon_name: str, words: str, act: Callable[[], None]) -> QToolButton:
    """Return a button that shows an icon of irgo's and calls `act`."""
    button = QToolButton(autoRaise=True)
    button.setIcon(icon(icon_name))
    button.setIconSize(_SIDE)
    button.setToolTip(words)
    button.setAccessibleName(words)
    button.clicked.connect(lambda: act())
    return button
