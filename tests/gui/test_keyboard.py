"""Everything by keyboard alone: the way of the focus, its ring, and tasks done with key events."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (QApplication, QCheckBox, QComboBox, QFileDialog, QLineEdit,
                               QPlainTextEdit, QPushButton, QSlider, QWidget)
from pytestqt.qtbot import QtBot

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, EMPTY, PASS
from irgo_app.gui.models.edit import BOX, PLAY
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.edit import InfoPanel
from irgo_app.gui.views.focus import FocusRing, reading_order, stops_in
from irgo_app.gui.views.layers import LayersPanel
from irgo_app.gui.views.study.cards import CardList
from irgo_app.gui.views.study.page import StudyPage
from irgo_app.gui.views.study.twins import TwinBoards
from irgo_app.gui.views.window.body import PALETTE_SIDE, PanelPlace
from irgo_app.judging.life_answers import ITSELF
from irgo_app.sgf.parser import load_file
from tests.conftest import GAMES
from tests.gui.conftest import Window
from tests.gui.corner import show_corner, study_page

MANY = 300
"""More than there are places for the focus in any window."""
GAME_PANELS = ("info", "tree", "losses", "find", "repairs", "comment")


@pytest.fixture
def ready(window: Window, qtbot: QtBot) -> Window:
    """The window with the small boards, and the focus on the board."""
    window.body.open_side(PALETTE_SIDE)
    window.activateWindow()
    window.board.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.board)
    return window


def press(window: QWidget, keys: str) -> None:
    """Press keys one after the other, where the focus is; "Ctrl+S" is one of them."""
    for name in keys.split():
        combination = QKeySequence(name)[0]
        QTest.keyClick(QApplication.focusWidget() or window, combination.key(),
                       combination.keyboardModifiers())


def write(text: str) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, text)


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def tab_to(window: Window, wanted: QWidget, key: str = "Tab") -> int:
    """Press Tab until a widget has the focus; return how often."""
    for count in range(MANY):
        if QApplication.focusWidget() is wanted:
            return count
        press(window, key)
    raise AssertionError(f"Tab does not reach {wanted}")


def way_round(window: Window, key: str = "Tab") -> list[QWidget]:
    """Return what has the focus in turn until the first is there again."""
    found = [focus()]
    while len(found) < MANY:
        press(window, key)
        if focus() is found[0]:
            return found
        assert focus() not in found, f"the focus is caught at {focus()}"
        found.append(focus())
    raise AssertionError("the focus never comes round")


def ring_of(window: QWidget) -> FocusRing | None:
    rings = window.findChildren(FocusRing, options=Qt.FindChildOption.FindDirectChildrenOnly)
    shown = [ring for ring in rings if ring.isVisible()]
    assert len(shown) <= 1
    return shown[0] if shown else None


def place_in(window: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


# The way of the focus


def test_reading_order_goes_row_by_row() -> None:
    rows = [QRect(60, 2, 20, 20), QRect(0, 0, 50, 24), QRect(0, 40, 20, 10), QRect(30, 30, 9, 30)]
    assert reading_order(rows) == [1, 0, 2, 3]
    assert reading_order([]) == []
    # What was never laid out has no height.
    assert reading_order([QRect(0, 5, 10, 0), QRect(0, 0, 10, 0)]) == [1, 0]


@pytest.mark.parametrize("size", [(1024, 700), (1280, 900), (1600, 1000)])
@pytest.mark.parametrize("page", ["study", "comment", "explain", "engine"])
def test_tab_goes_everywhere_and_comes_round(
    ready: Window, size: tuple[int, int], page: str
) -> None:
    ready.resize(*size)
    for name in GAME_PANELS if page == "comment" else (page,):
        ready.show_panel(name)
    ready.board.setFocus()
    there = way_round(ready)
    back = way_round(ready, "Shift+Tab")
    assert set(there) == set(back)
    for part in (ready.header, ready.body.centre, ready.body.strip, ready.body.timeline_place,
                 ready.body.column_side):
        stops = stops_in(part)
        assert stops, part
        assert set(stops) <= set(there)
    # From the board on: strip, timeline, column, and from the top again.
    areas = [ready.body.strip, ready.body.timeline_place, ready.body.column_side, ready.header]
    firsts = [next(index for index, widget in enumerate(there) if area.isAncestorOf(widget))
              for area in areas]
    assert firsts == sorted(firsts)


def test_no_button_that_can_be_clicked_is_left_out(ready: Window) -> None:
    ready.resize(1600, 1000)
    for name in GAME_PANELS:
        ready.show_panel(name)
    ready.board.setFocus()
    there = set(way_round(ready))
    for kind in (QPushButton, QCheckBox, QComboBox, QLineEdit, QSlider, QPlainTextEdit):
        for widget in ready.findChildren(kind):
            if not widget.isVisible() or not widget.isEnabled() or widget.focusProxy():
                continue
            if isinstance(widget, QPushButton) and widget.group() is not None:
                # One of several: the arrows go on from the one that is down.
                assert any(button in there for button in widget.group().buttons())
            elif widget.window() is ready:
                assert widget in there, widget


def test_f6_goes_from_part_to_part(ready: Window) -> None:
    parts = []
    for _ in range(7):
        press(ready, "F6")
        parts.append(next(name for name, part in (
            ("header", ready.header), ("palette", ready.body.palette_side),
            ("layers", ready.body.layers_row),
            ("board", ready.body.centre), ("strip", ready.body.strip),
            ("timeline", ready.body.timeline_place), ("column", ready.body.column_side),
            ("status", ready.status)) if part.isAncestorOf(focus())))
    assert parts[:4] == ["strip", "timeline", "column", "header"] or parts[:5] == [
        "strip", "timeline", "column", "status", "header"]
    assert {"palette", "layers"} <= set(parts)
    press(ready, " ".join(["Shift+F6"] * 7))
    assert focus() is ready.board


@pytest.mark.parametrize("page", ["study", "comment"])
def test_the_focus_has_a_ring_wherever_keys_take_it(ready: Window, page: str) -> None:
    for name in GAME_PANELS if page == "comment" else (page,):
        ready.show_panel(name)
    ready.board.setFocus()
    assert ring_of(ready) is None
    for _ in way_round(ready):
        press(ready, "Tab")
        ring, widget = ring_of(ready), focus()
        assert ring is not None, widget
        assert ring.target is widget
        # What has the focus is in view, and the ring lies round it.
        shown = place_in(ready, widget) & ready.rect()
        assert shown.height() >= min(20, widget.height()), widget
        assert ring.geometry().intersects(shown)


def test_the_mouse_takes_the_ring_away(ready: Window, qtbot: QtBot) -> None:
    press(ready, "Tab")
    assert ring_of(ready) is not None
    QTest.mouseClick(ready.board, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    ready.board.setFocus()
    press(ready, "Tab Shift+Tab")
    assert ring_of(ready) is not None


@pytest.mark.parametrize("is_compared", [False, True])
def test_a_field_that_was_closed_gets_no_keys(ready: Window, is_compared: bool) -> None:
    ready.show_panel("info")
    info = ready.panels["info"]
    assert isinstance(info, InfoPanel)
    komi = info.editors["komi"]
    komi.setFocus()
    ready.models.layout.set_open("info", is_open=False)
    assert focus() is ready.board
    if is_compared:
        # Two boards are shown in the place of the one that takes the focus otherwise.
        press(ready, "K Right")
        assert not ready.board.isVisible()
    tab_to(ready, study_page(ready).life)
    press(ready, "Ctrl+Shift+N")
    assert ready.body.column.place is PanelPlace.GAME
    assert QApplication.focusWidget() is (None if is_compared else ready.board)
    press(ready, "5")
    assert komi.text() == "6.5"


def test_a_bar_that_goes_leaves_the_focus_to_the_board(ready: Window) -> None:
    press(ready, "End Ctrl+Shift+R")
    done = next(button for button in ready.body.strip.currentWidget().findChildren(QPushButton)
                if button.text() == "Done")
    tab_to(ready, done)
    press(ready, "Space")
    assert not ready.models.counting.is_on
    assert focus() is ready.board


# Keys that belong to what has the focus


@pytest.mark.long_game
def test_keys_of_the_menus_do_not_take_what_a_widget_needs(ready: Window, qtbot: QtBot) -> None:
    review = ready.models.review
    review.go_to(review.game.main_line()[30])
    here = review.node
    panel = ready.panels["layers"]
    assert isinstance(panel, LayersPanel)
    card = next(card for card in panel.rows if card.shown.is_on)
    tab_to(ready, card.opacity)
    before = card.opacity.value()
    press(ready, "Left")
    assert card.opacity.value() < before
    press(ready, "Home")
    assert card.opacity.value() == card.opacity.minimum()
    assert review.node is here
    tabs = ready.body.column.tabs
    tab_to(ready, tabs)
    page = tabs.currentIndex()
    press(ready, "Right")
    assert tabs.currentIndex() == page + 1
    assert review.node is here
    # The arrows step through the game wherever nothing else needs them.
    tab_to(ready, ready.header.modes[Mode.REVIEW])
    press(ready, "Shift+Right")
    assert review.node is review.game.main_line()[40]


def test_enter_and_space_press_the_button_that_has_the_focus(ready: Window) -> None:
    panel = ready.panels["layers"]
    assert isinstance(panel, LayersPanel)
    for key in ("Return", "Space"):
        off = next(index for index, card in enumerate(panel.rows)
                   if not card.shown.is_on and panel.miniatures[index].isVisible())
        tab_to(ready, panel.miniatures[off])
        press(ready, key)
        assert panel.rows[off].shown.is_on


def test_the_modes_are_one_stop_with_arrows_between_them(ready: Window) -> None:
    tab_to(ready, ready.header.modes[Mode.REVIEW])
    press(ready, "Right Space")
    assert ready.models.layout.mode is Mode.EDIT


# Tasks


def cursor_to(window: Window, name: str) -> None:
    """Move the board's cursor to a point with the arrows."""
    position = window.models.review.position
    wanted = point_of_vertex(name, position.columns, position.rows)
    if window.board.cursor_point == PASS:
        press(window, "Alt+Up")
    row, column = divmod(wanted, position.columns)
    now_row, now_column = divmod(window.board.cursor_point, position.columns)
    press(window, " ".join(["Alt+Down" if row > now_row else "Alt+Up"] * abs(row - now_row)))
    press(window, " ".join(
        ["Alt+Right" if column > now_column else "Alt+Left"] * abs(column - now_column)))
    assert window.board.cursor_point == wanted


def test_a_game_is_opened_and_stepped_through(
    ready: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The dialog that asks for the file is Qt's own, or the desktop's.
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: (str(GAMES[1]), ""))
    press(ready, "Ctrl+O")
    review = ready.models.review
    qtbot.waitUntil(lambda: review.file.path == GAMES[1])
    press(ready, "Home Right Right Right")
    assert review.node is review.game.main_line()[3]
    press(ready, "PgDown Left")
    assert review.node is review.game.main_line()[12]


def test_a_layer_is_switched_and_its_parameters_are_changed(ready: Window, qtbot: QtBot) -> None:
    panel = ready.panels["layers"]
    assert isinstance(panel, LayersPanel)
    press(ready, "3")
    card = panel.rows[2]
    assert card.shown.is_on
    tab_to(ready, card.triangle)
    press(ready, "Space")
    assert card.triangle.isChecked()
    before = dict(card.shown.params)
    press(ready, "Tab Up")
    if card.shown.params == before:
        press(ready, "Space Down Return")
    assert card.shown.params != before


def test_a_group_is_studied_on_two_boards_and_kept(ready: Window, qtbot: QtBot) -> None:
    models = ready.models
    show_corner(models, qtbot)
    models.readers.choose(ITSELF)
    press(ready, "L")
    qtbot.waitUntil(lambda: not models.life.is_working)
    page = ready.panels["study"]
    assert isinstance(page, StudyPage)
    page.refresh()
    tab_to(ready, page.list)
    press(ready, "Home")
    assert models.selection.place is not None
    press(ready, "Return")
    qtbot.waitUntil(lambda: models.twins.study is not None)
    twins = ready.panels["twins"]
    assert isinstance(twins, TwinBoards)
    qtbot.waitUntil(twins.isVisible)
    before = models.twins.steps()
    press(ready, "Left")
    assert models.twins.steps() != before
    twins.refresh()
    review = models.review
    tab_to(ready, twins.keep)
    press(ready, "Space")
    assert review.node.children
    press(ready, "Escape")
    assert not models.twins.is_shown


def test_a_comment_is_written_and_the_game_saved(ready: Window, tmp_path: Path) -> None:
    review = ready.models.review
    path = tmp_path / "game.sgf"
    path.write_bytes(GAMES[0].read_bytes())
    review.open_path(path)
    ready.show_panel("comment")
    ready.board.setFocus()
    press(ready, "Home Right")
    notes = ready.panels["comment"]
    editor = notes.findChild(QPlainTextEdit)
    tab_to(ready, editor)
    write("a fine move")
    press(ready, "Tab")
    assert focus() is not editor
    press(ready, "Ctrl+S")
    assert load_file(path).games[0].main_line()[1].comment == "a fine move"


def test_a_stone_is_set_up_and_played_at_the_cursor(ready: Window) -> None:
    models = ready.models
    models.review.new_game(9, 9, {})
    cursor_to(ready, "C3")
    press(ready, "Ctrl+2 Return")
    point = point_of_vertex("C3", 9, 9)
    assert models.review.position.colour_at(point) == BLACK
    press(ready, "Return")
    assert models.review.position.colour_at(point) == EMPTY
    press(ready, "Ctrl+1")
    cursor_to(ready, "D4")
    press(ready, "Return")
    assert models.review.node.move == (BLACK, point_of_vertex("D4", 9, 9))


def test_a_box_is_drawn_with_the_cursor(ready: Window, qtbot: QtBot) -> None:
    models = ready.models
    show_corner(models, qtbot)
    press(ready, "Alt+B")
    assert models.hand.tool is BOX
    cursor_to(ready, "A9")
    press(ready, "Return")
    cursor_to(ready, "C7")
    assert models.cards.box is not None
    press(ready, "Return")
    assert models.hand.tool is PLAY
    assert models.selection.studied is not None
    assert point_of_vertex("B8", 9, 9) in models.selection.studied.near


def test_a_box_half_drawn_is_given_up_with_escape(ready: Window) -> None:
    models = ready.models
    press(ready, "Alt+B")
    cursor_to(ready, "C3")
    press(ready, "Return Escape")
    assert models.hand.tool is PLAY
    assert models.cards.box is None
    cursor_to(ready, "D4")
    assert models.cards.box is None


def test_drawers_open_and_close_with_keys(ready: Window) -> None:
    ready.resize(760, 700)
    assert not ready.body.palette_side.isVisible()
    press(ready, "F4")
    assert ready.body.palette_side.isVisible()
    panel = ready.panels["layers"]
    assert isinstance(panel, LayersPanel)
    tab_to(ready, panel.miniatures[0])
    press(ready, "F4")
    assert not ready.body.palette_side.isVisible()
    press(ready, "Tab")
    assert QApplication.focusWidget() is not None


def test_cards_are_walked_with_the_arrows(ready: Window, qtbot: QtBot) -> None:
    models = ready.models
    show_corner(models, qtbot)
    page = ready.panels["study"]
    assert isinstance(page, StudyPage)
    ready.show_panel("study")
    page.refresh()
    tab_to(ready, page.list)
    assert isinstance(page.list, CardList)
    press(ready, "Home Down")
    assert page.list.currentIndex().row() == 1
    assert models.selection.place == page.list.rows.cards[1].place
