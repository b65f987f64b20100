"""Every dialog by keyboard alone: the focus is in it and goes round, and Escape closes it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from irgo_app.gui.views.focus import FocusRing
from tests.gui.conftest import Window
from tests.gui.dialogs import looks_at_dialogs

DIALOGS = ("new", "play_irgo", "preferences", "keys", "engines", "report", "go_to_move",
           "choose_game", "analyze_game", "report_bug")
MANY = 120


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press_tab() -> None:
    # A field for text keeps Tab to itself; Ctrl+Tab leaves it.
    keeps = isinstance(focus(), QPlainTextEdit) and not focus().isReadOnly()  # type: ignore[attr-defined]
    QTest.keyClick(focus(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier
                   if keeps else Qt.KeyboardModifier.NoModifier)


def faults_of(dialog: QDialog) -> list[str]:
    """Walk round a dialog with Tab; return what is wrong with it."""
    if not dialog.isAncestorOf(QApplication.focusWidget() or dialog.parentWidget()):
        return ["the focus is not in it"]
    there: list[QWidget] = []
    for _ in range(MANY):
        there.append(focus())
        press_tab()
        if not dialog.isAncestorOf(focus()):
            return [f"the focus leaves it after {there[-1]}"]
        if focus() in there:
            break
    found = []
    rings = [ring for ring in dialog.findChildren(FocusRing) if ring.isVisible()]
    if len(rings) != 1 or rings[0].target is not focus():
        found.append(f"{focus()} has no ring")
    for button in (button for box in dialog.findChildren(QDialogButtonBox)
                   for button in box.buttons()):
        if button.isVisible() and button.isEnabled() and button not in there:
            found.append(f"Tab does not reach {button.text()}")
    QTest.keyClick(focus(), Qt.Key.Key_Escape)
    if dialog.isVisible():
        found.append("Escape does not close it")
    return found


@pytest.mark.parametrize("action", DIALOGS)
def test_a_dialog_is_used_and_left_by_keyboard(
    action: str, window: Window, qtbot: QtBot
) -> None:
    window.activateWindow()
    seen = looks_at_dialogs(window, qtbot, action, faults_of, QDialog.isActiveWindow)
    assert not seen[0]
