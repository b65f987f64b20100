"""Help: keys that can be searched on any screen, the guide with its links, games to open."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from irgo_app.gui.commands.actions import ACTIONS, MENUS
from irgo_app.gui.views.dialogs.help import EXAMPLES, GUIDE, KEYS, HelpWindow
from irgo_app.resource_files import document_path, resource_path
from tests.gui.conftest import Window


def open_help(window: Window, qtbot: QtBot, action_id: str) -> HelpWindow:
    window.actions_by_id[action_id].trigger()
    found = window.findChildren(HelpWindow)[-1]
    qtbot.waitUntil(found.isVisible)
    return found


def test_f1_shows_all_keys_in_groups_on_a_screen_of_any_size(
    window: Window, qtbot: QtBot
) -> None:
    window.activateWindow()
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_F1)
    found = window.findChildren(HelpWindow)[-1]
    assert found.pages.currentIndex() == KEYS and not found.isModal()
    room = QApplication.primaryScreen().availableGeometry().size()
    assert found.width() <= room.width() and found.height() <= room.height()
    assert found.minimumSizeHint().height() <= 480, "a small screen shows it whole"
    groups = [found.keys.tree.topLevelItem(place).text(0)
              for place in range(found.keys.tree.topLevelItemCount())]
    assert set(groups) == {menu.replace("&", "") for menu in MENUS}
    titles = {row.title for row in ACTIONS if row.keys}
    assert titles <= set(found.keys.found)


@pytest.mark.parametrize("words, title", [
    ("undo", "Undo"), ("ctrl+g", "Go to move …"), ("variation next", "Next variation"),
    ("home", "First position"),
])
def test_keys_are_found_by_words_and_by_keys(
    words: str, title: str, window: Window, qtbot: QtBot
) -> None:
    found = open_help(window, qtbot, "keys")
    qtbot.keyClicks(found.keys.search, words)
    assert title in found.keys.found
    assert len(found.keys.found) < 8
    found.keys.search.clear()
    assert len(found.keys.found) > 60


def test_the_keys_shown_are_those_of_the_user(window: Window, qtbot: QtBot) -> None:
    window.models.preferences.settings.keys["save"] = "Ctrl+W"
    found = open_help(window, qtbot, "keys")
    assert found.keys.row("save").keys[0] == "Ctrl+W"


def test_the_guide_is_read_searched_and_its_links_lead_on(
    window: Window, qtbot: QtBot
) -> None:
    found = open_help(window, qtbot, "guide")
    assert found.pages.currentIndex() == GUIDE
    browser = found.guide.browser
    assert "User guide" in browser.toPlainText()
    qtbot.keyClicks(found.guide.search, "clipboard")
    assert browser.textCursor().selectedText().lower() == "clipboard"
    browser.anchorClicked.emit(QUrl("layers/moyo.md"))
    assert Path(browser.source().toLocalFile()) == document_path("layers/moyo.md")
    browser.backward()
    assert "User guide" in browser.toPlainText()


def test_pictures_of_the_guide_are_there_and_fit(window: Window, qtbot: QtBot) -> None:
    found = open_help(window, qtbot, "guide")
    picture = found.guide.browser.loadResource(2, QUrl("pictures/case_groups.png"))
    assert 0 < picture.width() <= 460


def test_each_game_that_ships_is_shown_and_opened(window: Window, qtbot: QtBot) -> None:
    found = open_help(window, qtbot, "examples")
    assert found.pages.currentIndex() == EXAMPLES
    assert set(found.examples) == {
        path.name for path in resource_path("examples").glob("*.sgf")}
    qtbot.mouseClick(found.examples["case_study.sgf"], Qt.MouseButton.LeftButton)
    # Files are read in the background.
    qtbot.waitUntil(lambda: (path := window.models.review.file.path) is not None
                    and path.name == "case_study.sgf")


def test_help_is_one_window(window: Window, qtbot: QtBot) -> None:
    open_help(window, qtbot, "keys")
    open_help(window, qtbot, "guide")
    assert len([found for found in window.findChildren(HelpWindow) if found.isVisible()]) == 1
