"""Help: keys that can be searched on any screen, the manual with its links, games to open."""

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from irgo_app.gui.commands.actions import ACTIONS, MENUS
from irgo_app.gui.models.help import Manual
from irgo_app.gui.views.help import EXAMPLES, GUIDE, KEYS, HelpWindow
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
    assert found.keys.rows["save"].keys[0] == "Ctrl+W"


def test_the_manual_is_read_searched_and_its_links_lead_on(
    window: Window, qtbot: QtBot
) -> None:
    found = open_help(window, qtbot, "guide")
    assert found.pages.currentIndex() == GUIDE
    browser = found.guide.browser
    assert browser.page == Manual().start
    qtbot.keyClicks(found.guide.search, "clipboard")
    assert browser.textCursor().selectedText().lower() == "clipboard"
    assert browser.page.name == "files.md", "no other page has it so often"
    browser.anchorClicked.emit(QUrl("../../layers/moyo.md"))
    assert browser.page == document_path("layers/moyo.md")
    browser.backward()
    assert browser.page.name == "files.md"


def test_every_page_of_the_manual_opens_from_the_contents(window: Window, qtbot: QtBot) -> None:
    guide = open_help(window, qtbot, "guide").guide
    opened = []
    for place in range(guide.contents.topLevelItemCount()):
        head = guide.contents.topLevelItem(place)
        for row in range(head.childCount()):
            guide.contents.setCurrentItem(head.child(row))
            opened.append(guide.browser.page)
            assert guide.browser.toPlainText().strip(), guide.browser.page
    assert opened == [page.path for section in Manual().contents for page in section.pages]


def test_a_link_to_a_heading_shows_it(window: Window, qtbot: QtBot) -> None:
    browser = open_help(window, qtbot, "guide").guide.browser
    browser.anchorClicked.emit(QUrl("troubleshooting.md#the-engine-does-not-start"))
    assert browser.page.name == "troubleshooting.md"
    assert browser.verticalScrollBar().value() > 0
    browser.show_page(browser.page)
    assert browser.verticalScrollBar().value() == 0


def test_a_search_lists_pages_and_says_if_there_is_none(window: Window, qtbot: QtBot) -> None:
    guide = open_help(window, qtbot, "guide").guide
    qtbot.keyClicks(guide.search, "coming sabaki")
    assert guide.hits.isVisible() and guide.browser.page.name == "coming_from.md"
    qtbot.keyClick(guide.search, Qt.Key.Key_Return)
    assert guide.isVisible(), "Enter goes to the next place, it does not close the window"
    guide.search.setText("xyzzy")
    assert guide.hits.count() == 1 and not guide.hits.item(0).flags()
    guide.search.clear()
    assert guide.contents.isVisible()


def test_pictures_of_the_manual_are_there_and_fit(window: Window, qtbot: QtBot) -> None:
    found = open_help(window, qtbot, "guide")
    picture = found.guide.browser.loadResource(2, QUrl("../../pictures/case_groups.png"))
    assert 0 < picture.width() <= 520


def test_each_game_that_ships_is_shown_and_opened(window: Window, qtbot: QtBot) -> None:
    found = open_help(window, qtbot, "examples")
    assert found.pages.currentIndex() == EXAMPLES
    assert set(found.examples) == {
        path.name for path in resource_path("examples").glob("*.sgf")}
    qtbot.mouseClick(found.examples["case_study.sgf"], Qt.MouseButton.LeftButton)
    # Files are read in the background.
    qtbot.waitUntil(lambda: (path := window.models.review.file.path) is not None
                    and path.name == "case_study.sgf")
    assert not found.isVisible(), "the example is not hidden behind its list"


def test_help_is_one_window(window: Window, qtbot: QtBot) -> None:
    open_help(window, qtbot, "keys")
    open_help(window, qtbot, "guide")
    assert len([found for found in window.findChildren(HelpWindow) if found.isVisible()]) == 1
