"""The preferences: every setting on one page, chosen and not typed; and keys that do not clash."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from irgo_app.gui.commands.actions import ACTIONS
from irgo_app.gui.commands.context import key_rows
from irgo_app.gui.commands.file import save_settings
from irgo_app.gui.models.edit import TOOLS
from irgo_app.gui.models.models import Models
from irgo_app.gui.views.window.preferences import PAGES, PreferencesDialog
from irgo_app.layers import COMPUTED
from irgo_app.settings import SETTINGS
from tests.gui.conftest import Window


@pytest.fixture
def dialog(window: Window, qtbot: QtBot) -> Iterator[PreferencesDialog]:
    context, settings = window.furnishing.context, window.models.preferences.settings
    found = PreferencesDialog(
        settings, key_rows(ACTIONS, settings), lambda: save_settings(context), window,
        engines=["KataGo", "GNU Go"])
    qtbot.addWidget(found)
    found.show()
    yield found


def test_every_setting_is_on_one_page() -> None:
    keys = [key for page in PAGES for key in page.keys]
    assert sorted(keys) == sorted(row.key for row in SETTINGS)


def test_only_a_name_is_free_text(dialog: PreferencesDialog) -> None:
    free = [key for key, editor in dialog.editors.items() if isinstance(editor, QLineEdit)]
    assert free == ["player"]


@pytest.mark.parametrize("key, values", [
    ("start_layer", ["ishida", "", *(layer.name for layer in COMPUTED)]),
    ("engine", ["", "KataGo", "GNU Go"]),
])
def test_choosers_offer_what_there_is(
    key: str, values: list[str], dialog: PreferencesDialog, window: Window
) -> None:
    editor = dialog.editors[key]
    assert isinstance(editor, QComboBox)
    assert [editor.itemData(index) for index in range(editor.count())] == values
    editor.setCurrentIndex(2)
    assert window.models.preferences[key] == values[2]


def test_an_engine_that_is_gone_stays_what_is_set(models: Models, qtbot: QtBot) -> None:
    settings = models.preferences.settings
    settings.set("engine", "Gone")
    found = PreferencesDialog(settings, [], lambda: None, engines=["KataGo"])
    qtbot.addWidget(found)
    editor = found.editors["engine"]
    assert isinstance(editor, QComboBox) and editor.currentData() == "Gone"


def test_the_preview_and_the_board_follow_at_once(
    dialog: PreferencesDialog, window: Window
) -> None:
    theme = dialog.editors["theme"]
    assert isinstance(theme, QComboBox)
    theme.setCurrentText("dark")
    assert window.board.picture.look.theme.name == "dark"
    assert {preview._picture.look.theme.name for preview in dialog._previews} == {"dark"}


def test_pages_turn_with_the_arrow_keys(dialog: PreferencesDialog, qtbot: QtBot) -> None:
    dialog.list.setFocus()
    for number in range(1, dialog.list.count()):
        qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
        assert dialog.pages.currentIndex() == number


def choose(dialog: PreferencesDialog, row_id: str) -> None:
    found = dialog.keys.list
    found.tree.setCurrentItem(found._items[row_id])


def type_key(dialog: PreferencesDialog, qtbot: QtBot, key: Qt.Key) -> None:
    editor = dialog.keys.editor
    editor.setFocus()
    qtbot.keyClick(editor, key, Qt.KeyboardModifier.ControlModifier
                   | Qt.KeyboardModifier.AltModifier)
    editor.editingFinished.emit()


def test_a_key_is_changed_and_taken_back(
    dialog: PreferencesDialog, window: Window, qtbot: QtBot
) -> None:
    dialog.list.setCurrentRow(dialog.list.count() - 1)
    choose(dialog, "save")
    type_key(dialog, qtbot, Qt.Key.Key_F7)
    assert window.actions_by_id["save"].shortcut() == QKeySequence("Ctrl+Alt+F7")
    qtbot.mouseClick(dialog.keys.usual, Qt.MouseButton.LeftButton)
    assert window.actions_by_id["save"].shortcut() == QKeySequence("Ctrl+S")
    assert "save" not in window.models.preferences.settings.keys
    qtbot.mouseClick(dialog.keys.none, Qt.MouseButton.LeftButton)
    assert window.actions_by_id["save"].shortcut().isEmpty()


def test_a_key_that_another_has_is_refused_with_its_name(
    dialog: PreferencesDialog, window: Window, qtbot: QtBot
) -> None:
    dialog.list.setCurrentRow(dialog.list.count() - 1)
    choose(dialog, "save")
    type_key(dialog, qtbot, Qt.Key.Key_T)  # "Copy board as text" has Ctrl+Alt+T.
    assert "Copy board as text" in dialog.keys.words.text()
    assert window.actions_by_id["save"].shortcut() == QKeySequence("Ctrl+S")


def test_no_two_actions_or_tools_have_a_key_in_common(models: Models) -> None:
    rows = key_rows(ACTIONS, models.preferences.settings)
    keys = [QKeySequence(key).toString() for row in rows for key in row.keys if key]
    assert len(keys) == len(set(keys))
    assert {row.id for row in rows} == {row.id for row in ACTIONS} | {tool.id for tool in TOOLS}
