"""Looks at the dialogs that an action shows, while it shows them."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from tests.gui.conftest import Window

T = TypeVar("T")


def looks_at_dialogs(
    window: Window, qtbot: QtBot, action: str, look: Callable[[QDialog], T],
    is_ready: Callable[[QDialog], bool] = QDialog.isVisible,
) -> list[T]:
    """Return what a look finds at each dialog that an action of the window shows, and close it.

    is_ready -- whether a dialog that is visible can be looked at
    """
    seen: list[T] = []

    def look_around() -> None:
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible() and is_ready(dialog):
                seen.append(look(dialog))
                dialog.reject()

    timer = QTimer(interval=20)
    timer.timeout.connect(look_around)
    timer.start()
    window.actions_by_id[action].trigger()
    qtbot.waitUntil(lambda: bool(seen))
    timer.stop()
    return seen
