"""The frame of the window: what lies where, what never moves, what is remembered."""

from pathlib import Path
from typing import ClassVar

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from irgo_app.draw.board_painter import contrast
from irgo_app.gui.commands.actions import ACTIONS
from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.models.edit import PLAY, TOOLS
from irgo_app.gui.models.layers import QUICK_VIEWS
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import Mode, WindowLayout
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.layers import LayersPanel
from irgo_app.gui.views.panels import PANELS
from irgo_app.gui.views.style import DARK, LIGHT, UiColours, apply_style, wanted_colours
from irgo_app.gui.views.window.body import (COLUMN_SIDE, GAP, PALETTE_SIDE, Arrangement, PanelPlace,
                                            Section, arrange, arrange_study)
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.settings import Settings, load_settings
from irgo_app.sgf.edits import set_comment
from irgo_app.sgf.parser import load_file
from tests.conftest import GAMES
from tests.gui.conftest import Window

SIZES = [(1024, 606), (1280, 806), (1440, 806), (1600, 906), (3840, 2000), (700, 900), (960, 440)]
"""Bodies of windows from a small laptop's to a large screen's, a narrow and a low one."""


def parts(found: Arrangement) -> dict[str, QRect]:
    return {name: getattr(found, name)
            for name in ("head", "palette", "layers", "board", "strip", "timeline", "column")}


@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize("column_width", [0, 350, 5000])
@pytest.mark.parametrize("timeline_height", [0, 60, 5000])
def test_nothing_overlaps_and_nothing_sticks_out(
    width: int, height: int, column_width: int, timeline_height: int
) -> None:
    found = arrange(width, height, column_width=column_width, timeline_height=timeline_height)
    body = QRect(0, 0, width, height)
    fixed = parts(found)
    if found.are_drawers:
        fixed = {name: fixed[name] for name in ("head", "layers", "board", "strip", "timeline")}
    for name, part in fixed.items():
        assert body.contains(part), name
        for other, place in fixed.items():
            assert name == other or not part.intersects(place), (name, other)


@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize("column_width", [0, 350, 5000])
@pytest.mark.parametrize("has_column", [True, False])
def test_nothing_overlaps_while_a_study_is_there(
    width: int, height: int, column_width: int, has_column: bool
) -> None:
    found = arrange_study(width, height, column_width=column_width, has_column=has_column)
    shown = [place for place in parts(found).values() if not place.isEmpty()]
    for index, place in enumerate(shown):
        assert QRect(0, 0, width, height).contains(place)
        assert not any(place.intersects(other) for other in shown[index + 1:])
    assert found.palette.isEmpty() and found.strip.isEmpty() and found.head.isEmpty()
    assert found.column.isEmpty() is not has_column


@pytest.mark.parametrize("width, height", [(1024, 606), (1149, 700), (960, 440)])
def test_the_sides_of_a_usual_small_window_have_their_own_place(width: int, height: int) -> None:
    found = arrange(width, height)
    assert not found.are_drawers and not found.do_cover
    alone = arrange(width, height, has_palette=False)
    assert alone.column.width() >= alone.board.width() / 2
    assert alone.board.width() >= alone.board.height()
    assert not found.palette.intersects(found.board)
    assert not found.column.intersects(found.board)
    assert not found.palette.intersects(found.timeline)
    assert not found.palette.intersects(found.strip)


@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize("text_scale", [1, 1.5])
def test_it_is_known_whether_open_drawers_cover_anything(
    width: int, height: int, text_scale: float
) -> None:
    found = arrange(width, height, text_scale=text_scale)
    sides, rest = (found.palette, found.column), (found.board, found.strip, found.timeline)
    assert found.do_cover == any(side.intersects(part) for side in sides for part in rest)


@pytest.mark.parametrize("width, height", [(640, 390), (700, 460), (740, 560), (700, 600)])
def test_the_board_of_a_narrow_window_moves_over_for_the_drawer_that_is_open(
    width: int, height: int
) -> None:
    of_palette = arrange(width, height, has_column=False)
    of_column = arrange(width, height, has_palette=False)
    assert of_palette.do_cover and of_column.do_cover
    for found, drawer in ((of_palette, of_palette.palette), (of_column, of_column.column)):
        hidden = found.board.intersected(drawer).width()
        assert not hidden or found.board.width() + drawer.width() > width - 3 * GAP
        assert hidden <= max(0, found.board.width() + drawer.width() + 3 * GAP - width)
        assert QRect(0, 0, width, height).contains(found.board)


@pytest.mark.parametrize("text_scale", [1.5, 15 / 9, 2])
def test_large_letters_on_a_small_screen_leave_the_column_beside_the_board(
    text_scale: float
) -> None:
    found = arrange(1024, 548, text_scale=text_scale)
    assert found.are_drawers
    assert not found.column.intersects(found.board)
    assert found.column.height() >= min(300 * text_scale, 548 - found.head.height())
    of_column = arrange(1024, 548, text_scale=text_scale, has_palette=False)
    of_palette = arrange(1024, 548, text_scale=text_scale, has_column=False)
    closed = arrange(1024, 548, text_scale=text_scale, has_palette=False, has_column=False)
    for found, side in ((of_column, of_column.column), (of_palette, of_palette.palette)):
        for part in (found.board, found.strip, found.timeline):
            # Letters twice as large leave too little room beside the column for all.
            assert not side.intersects(part) or text_scale == 2
    if closed.do_cover:
        assert abs(closed.board.center().x() - 512) <= 1
        assert closed.timeline.width() == 1024 - 2 * GAP


@pytest.mark.parametrize("width, height", SIZES)
def test_the_board_takes_all_the_height_or_all_the_width(width: int, height: int) -> None:
    found = arrange(width, height)
    used = height - sum(part.height() for part in (
        found.head, found.layers, found.strip, found.timeline))
    assert found.board.height() >= used - 40 or found.board.height() == found.board.width()


def place_of(board: QWidget, window: QWidget) -> QRect:
    return QRect(board.mapTo(window, QPoint(0, 0)), board.size())


@pytest.mark.long_game
def test_the_board_never_moves(window: Window, qtbot: QtBot) -> None:
    """Through a game, with each panel, study, line, message and mode opened and closed."""
    models, board = window.models, window.board
    before = place_of(board, window)

    def check(what: object) -> None:
        QApplication.processEvents()
        assert place_of(board, window) == before, what

    for node in models.review.game.main_line()[:60:4]:
        models.review.go_to(node)
        check("a step")
    # Few groups, which are soon studied.
    models.review.go_to(models.review.game.node_of_move_number(10))
    check("back")
    for text in ("Short.", "A long sentence that takes more than a line. " * 8, "Short."):
        models.notices.tell(text)
        check("a message")
    window.messages.ask("Which?", {"One": lambda: None, "Two": lambda: None})
    check("a question")
    window.messages.forget()
    check("no message")
    for spec in PANELS:
        if spec.place is PanelPlace.PALETTE:
            continue  # It takes room of its own, as the tools of Edit do.
        window.show_panel(spec.name)
        check(spec.name)
        section = window.panels[spec.name].parentWidget()
        if isinstance(section, Section):
            section.close_it()
            check(f"{spec.name} closed")
        if spec.place is PanelPlace.BOARD:
            window.body.show_board()
            check("the board again")
    for mode in (Mode.PLAY, Mode.REVIEW):
        models.layout.set_mode(mode)
        check(mode)
    for action in ("view_ishida", "explain", "pin", "life", "urgency", "what_if", "stop"):
        window.furnishing.menus.actions[action].trigger()
        check(action)
    for bar in ("show", "hide"):
        window.body.strip.show_bar(window.line_bar, is_shown=bar == "show")
        check(bar)
    models.review.apply(set_comment(models.review.node, "words " * 400))
    check("a long comment")


def test_the_start_does_not_move_the_board(models: Models, qtbot: QtBot) -> None:
    """At the first paint, before menus and panels are there, the board is where it will be."""
    from irgo_app.gui.shell.furnishing import Furnishing

    window = MainWindow(models)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    before = place_of(window.board, window)
    furnishing = Furnishing(window, models)
    QApplication.processEvents()
    assert furnishing.models is models and place_of(window.board, window) == before


def test_no_part_of_the_window_is_a_window_for_a_moment(
    models: Models, qtbot: QtBot, qapp: QApplication
) -> None:
    """What is shown before it lies in the window is made and laid out twice, and may flicker."""
    from irgo_app.gui.shell.furnishing import Furnishing

    class Shown(QObject):
        windows: ClassVar[list[str]] = []

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
            if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) \
                    and watched.isWindow():
                self.windows.append(type(watched).__name__)
            return False

    shown = Shown()
    qapp.installEventFilter(shown)
    window = MainWindow(models)
    qtbot.addWidget(window)
    furnishing = Furnishing(window, models)
    assert furnishing.models is models and shown.windows == []
    window.show()
    qtbot.waitExposed(window)
    assert shown.windows == ["MainWindow"]
    qapp.removeEventFilter(shown)


def test_messages_are_newest_first_and_go_with_their_file(window: Window) -> None:
    bar = window.messages
    for text in ("first", "second", "third"):
        window.models.notices.tell(text)
    assert bar.text == "third"
    bar.dismiss()
    assert bar.text == "second" and bar.isVisible()
    window.models.notices.tell("first")
    assert bar.text == "first"
    bar.dismiss()
    bar.dismiss()
    assert not bar.isVisible()
    window.models.notices.tell("about this file")
    window.models.review.open_games(load_file(GAMES[1]), GAMES[1])
    assert not bar.isVisible() or "about this file" not in bar.text


def test_a_sentence_goes_by_itself_and_a_hint_and_a_question_stay(window: Window) -> None:
    messages = window.messages
    messages.forget()
    for text in ("Older.", "Newer."):
        messages.show_text(text)
    assert messages.reading.isActive() and messages.text == "Newer."
    messages.reading.timeout.emit()
    assert messages.text == "Older." and messages.reading.isActive()
    messages.reading.timeout.emit()
    assert not messages.isVisible() and not messages.reading.isActive()
    messages.show_hint("Do this.")
    assert messages.isVisible() and not messages.reading.isActive()
    messages.ask("Which?", {"One": lambda: None})
    messages.show_text("Meanwhile.")
    assert messages.text == "Which?" and not messages.reading.isActive()
    messages.withdraw("Which?")
    assert messages.text == "Meanwhile." and messages.reading.isActive()


def test_a_question_that_nobody_answers_waits_in_the_status_line(window: Window) -> None:
    messages, waiting, told = window.messages, window.status.question, list[str]()
    messages.forget()
    messages.ask("Which?", {"One": lambda: told.append("one")})
    messages.show_text("Meanwhile.")
    assert messages.patience.isActive() and waiting.isHidden()
    messages.patience.timeout.emit()
    assert waiting.text() == "Which?" and not waiting.isHidden()
    assert messages.text == "Meanwhile." and messages.reading.isActive()
    assert messages.answers[0].isHidden()
    messages.reading.timeout.emit()
    assert not messages.isVisible()
    waiting.click()
    assert messages.text == "Which?" and messages.isVisible() and waiting.isHidden()
    messages.patience.timeout.emit()
    messages.withdraw("Which?")
    assert waiting.isHidden() and not messages.answers and not messages.isVisible()
    messages.ask("Which?", {"One": lambda: told.append("one")})
    messages.patience.timeout.emit()
    waiting.click()
    messages.answers[0].click()
    assert told == ["one"] and waiting.isHidden() and not messages.isVisible()


@pytest.mark.parametrize("points", [0, 16])
def test_a_button_of_the_status_line_is_whole_and_one_that_asks_is_seen_to_be_one(
    usual: float, window: Window, qapp: QApplication, points: int
) -> None:
    apply_style(qapp, LIGHT, points)
    window.messages.ask("Keep gaps?", {"One": lambda: None})
    window.messages.patience.timeout.emit()
    qapp.processEvents()
    waiting = window.status.question
    image = waiting.grab().toImage()
    assert image.pixelColor(waiting.width() // 2, 0) == QColor(LIGHT.accent)

    def letters(picture: QImage) -> int:
        return sum(picture.pixelColor(x, y).lightness() < 110 for x in range(8, picture.width() - 8)
                   for y in range(1, picture.height() - 1))

    seen = letters(image)
    waiting.resize(waiting.width(), 2 * waiting.height())
    assert seen == letters(waiting.grab().toImage()), "the legs of p are cut"


def test_a_lasting_question_stays_until_it_is_answered(window: Window) -> None:
    messages, told = window.messages, list[str]()

    def buttons() -> list[str]:
        return [button.text() for button in messages.answers if button.isVisible()]

    messages.ask("Lost?", {"Restore": lambda: told.append("restored")}, is_lasting=True)
    messages.show_text("about the file before")
    window.models.review.open_games(load_file(GAMES[1]), GAMES[1])
    assert messages.text == "Lost?" and buttons() == ["Restore"]
    messages.ask("Which?", {"One": lambda: told.append("one")})
    assert buttons() == ["One"]
    messages.answers[0].click()
    assert messages.text == "Lost?" and buttons() == ["Restore"]
    messages.ask("About this file?", {"One": lambda: None})
    window.models.review.open_games(load_file(GAMES[0]), GAMES[0])
    assert messages.text == "Lost?" and buttons() == ["Restore"]
    messages.patience.timeout.emit()
    window.models.review.new_game(9, 9, {})
    window.status.question.click()
    messages.answers[0].click()
    assert told == ["one", "restored"] and not messages.isVisible() and not messages.has_lasting


@pytest.mark.long_game
def test_who_edits_keeps_the_comment_when_a_stone_is_clicked(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.layout.set_mode(Mode.EDIT)
    models.review.go_to(models.review.game.node_of_move_number(30))
    window.show_panel("comment")
    stone = models.review.position.cells.index(1)
    x, y = window.board.geometry_in_pixels().centre(stone)
    qtbot.mouseClick(window.board, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert window.panels["comment"].isVisible() and models.selection.point == stone


# What is remembered


def started_again(settings: Settings, tmp_path: Path) -> Settings:
    settings.path = tmp_path / "settings.toml"
    settings.save()
    return load_settings(settings.path)


def test_a_closed_panel_stays_closed_at_the_next_start(
    window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    window.show_panel("tree")
    tree = window.panels["tree"].parentWidget()
    assert isinstance(tree, Section) and tree.isVisible()
    tree.close_it()
    assert not tree.isVisible()
    window.show_panel("find")
    settings = started_again(window.models.preferences.settings, tmp_path)
    layout = WindowLayout(settings)
    for name, is_open in (("tree", False), ("find", True), ("comment", True), ("info", False)):
        spec = next(spec for spec in PANELS if spec.name == name)
        section = Section(name, name, QWidget(), layout, is_open=spec.is_open)
        qtbot.addWidget(section)
        assert section.is_open is is_open, name


def test_layers_mode_and_widths_are_remembered(window: Window, tmp_path: Path) -> None:
    models = window.models
    models.shown.show_only({"moyo": {}, "influence.shadow": {"reach": 5}})
    shadow = models.shown.named("influence.shadow")
    assert shadow is not None
    models.shown.change(shadow, opacity=0.5)
    models.layout.set_mode(Mode.EDIT)
    models.layout.set_pixels("column_width", 456)
    window.show_panel("engine")
    again = Models(
        FirstModels(started_again(models.preferences.settings, tmp_path)),
        AnalysisService(InlineExecutor()))
    assert {shown.layer.name for shown in again.shown.layers if shown.is_on} == {
        "moyo", "influence.shadow"}
    found = again.shown.named("influence.shadow")
    assert found is not None and found.opacity == 0.5 and found.params["reach"] == 5
    assert again.layout.mode is Mode.EDIT and again.layout.pixels("column_width") == 456
    assert again.layout.texts["tab"] == "engine"
    again.layout.reset()
    assert [shown.layer.name for shown in again.shown.layers if shown.is_on] == [
        again.preferences["start_layer"]]
    assert again.layout.pixels("column_width") == 0
    again.service.close()


def test_a_layout_that_makes_no_sense_is_left_out(qtbot: QtBot) -> None:
    settings = Settings()
    settings.layout = {
        "mode": "dance", "tab": "nowhere", "column_width": "-7x", "panel.tree": "perhaps",
        "geometry": "zz", "layers": "+100 no.such.layer\n*\n+x moyo\n-50 moyo:reach=nothing"}
    models = Models(FirstModels(settings), AnalysisService(InlineExecutor()))
    window = MainWindow(models)
    qtbot.addWidget(window)
    assert models.layout.mode is Mode.REVIEW and window.body.column.place is PanelPlace.STORY
    assert models.layout.is_open("tree", default=True)
    models.service.close()


# Modes, sides and views


def test_edit_shows_the_tools_and_play_puts_them_down(window: Window, qtbot: QtBot) -> None:
    models = window.models
    layers = window.panels["layers"]
    assert not layers.isVisible(), "its small boards are for who wants them"
    window.body.open_side(PALETTE_SIDE)
    assert layers.isVisible()
    window.activateWindow()
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert models.hand.tool is TOOLS[1]
    assert models.layout.mode is Mode.EDIT and not layers.isVisible()
    assert window.header.modes[Mode.EDIT].isChecked()
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_Escape)
    assert models.hand.tool is PLAY and models.layout.mode is Mode.EDIT
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_Escape)
    assert models.layout.mode is Mode.REVIEW and layers.isVisible()
    models.hand.take(TOOLS[1])
    qtbot.mouseClick(window.header.modes[Mode.PLAY], Qt.MouseButton.LeftButton)
    assert models.layout.mode is Mode.PLAY and models.hand.tool is PLAY and layers.isVisible()


def test_a_usual_small_window_has_the_column_and_room_for_the_small_boards(
    window: Window, qtbot: QtBot
) -> None:
    window.resize(1024, 700)
    QApplication.processEvents()
    body = window.body
    assert not body.are_drawers and not body.do_sides_cover
    sides, before = (body.palette_side, body.column_side), body.centre.height()
    assert body.column_side.isVisible() and not body.palette_side.isVisible()
    window.panels["layer_row"].small_boards_wanted.emit()
    QApplication.processEvents()
    assert all(side.isVisible() for side in sides)
    parts = (body.centre, body.strip, body.timeline_place)
    assert not any(side.geometry().intersects(part.geometry()) for side in sides for part in parts)
    actions = window.furnishing.menus.actions
    actions["palette"].trigger()
    assert not body.palette_side.isVisible() and body.column_side.isVisible()
    window.models.layout.set_mode(Mode.EDIT)
    assert all(side.isVisible() for side in sides)
    actions["column"].trigger()
    assert body.palette_side.isVisible() and not body.column_side.isVisible()
    assert body.centre.height() == before
    window.models.layout.set_mode(Mode.REVIEW)
    assert not body.palette_side.isVisible(), "the tools' place is remembered apart"


def test_the_sides_of_a_small_window_are_drawers(window: Window, qtbot: QtBot) -> None:
    window.resize(760, 700)
    QApplication.processEvents()
    body = window.body
    assert body.are_drawers and not body.palette_side.isVisible()
    before = place_of(window.board, window)
    assert abs(before.center().x() - window.width() // 2) <= 1, "nothing is beside it"
    actions = window.furnishing.menus.actions
    actions["palette"].trigger()
    assert body.palette_side.isVisible() and not body.column_side.isVisible()
    window.show_panel("tree")
    assert body.column_side.isVisible() and body.column.place is PanelPlace.GAME
    assert not body.palette_side.isVisible()
    actions["column"].trigger()
    assert place_of(window.board, window) == before
    window.resize(1300, 900)
    QApplication.processEvents()
    assert not body.is_side_open(PALETTE_SIDE) and body.is_side_open(COLUMN_SIDE)
    actions["column"].trigger()
    assert not body.column_side.isVisible()
    actions["reset_layout"].trigger()
    assert body.column_side.isVisible()


@pytest.mark.parametrize("view", QUICK_VIEWS, ids=lambda view: view.id)
def test_each_quick_view_has_a_key_and_a_chip(window: Window, qtbot: QtBot, view: object) -> None:
    from irgo_app.gui.models.layers import QuickView
    from irgo_app.gui.views.layer_row import LayerRow

    assert isinstance(view, QuickView)
    shown = window.models.shown
    shown.show_only({"clusters": {}})
    window.activateWindow()
    qtbot.keyClick(window.windowHandle(), getattr(Qt.Key, f"Key_{view.key}"))
    assert {layer.layer.name for layer in shown.layers if layer.is_on} == set(view.layers)
    assert shown.is_ishida == view.is_ishida
    shown.show_only({"clusters": {}})
    bar = window.panels["layer_row"]
    assert isinstance(bar, LayerRow) and not bar.chips[view.id].isChecked()
    bar.chips[view.id].click()
    assert {layer.layer.name for layer in shown.layers if layer.is_on} == set(view.layers)
    assert shown.is_ishida == view.is_ishida
    assert [name for name, chip in bar.chips.items() if chip.isChecked()] == [view.id]


def test_every_part_of_the_frame_can_be_reached_by_a_menu() -> None:
    ids = {row.id for row in ACTIONS}
    views = {f"view_{view.id}" for view in QUICK_VIEWS}
    assert {"palette", "column", "reset_layout"} | views <= ids


# The small boards


def miniatures(window: Window) -> LayersPanel:
    found = window.panels["layers"]
    assert isinstance(found, LayersPanel)
    window.body.open_side(PALETTE_SIDE)
    return found


@pytest.mark.long_game
def test_a_small_board_shows_the_position_and_its_layer(window: Window, qtbot: QtBot) -> None:
    panel, models = miniatures(window), window.models
    panel.more.click()
    models.review.go_to(models.review.game.node_of_move_number(50))
    qtbot.waitUntil(lambda: not models.service.service.is_looking_ahead)
    qtbot.waitUntil(lambda: panel.is_painted)
    computed = [panel.ishida, *(found for found in panel.miniatures[:len(models.shown.layers)]
                                if found.isVisible())]
    assert len(computed) == 8
    assert all(found.is_whole for found in computed)
    pictures = [found._picture.toImage() for found in computed]
    assert len({bytes(picture.constBits()) for picture in pictures}) == len(pictures)
    models.review.go_to(models.review.game.node_of_move_number(51))
    assert all(found.is_stale for found in panel.miniatures)
    qtbot.waitUntil(lambda: panel.is_painted)
    assert computed[0]._picture.toImage() != pictures[0]


@pytest.mark.long_game
def test_a_step_is_painted_before_the_small_boards(window: Window, qtbot: QtBot) -> None:
    panel, models = miniatures(window), window.models
    qtbot.waitUntil(lambda: panel.is_painted)
    stale: list[bool] = []
    window.board.painted.connect(
        lambda: stale.append(all(found.is_stale for found in panel.miniatures)))
    models.review.go_to(models.review.game.node_of_move_number(12))
    qtbot.waitUntil(lambda: bool(stale))
    assert stale[0]


def test_few_layers_are_in_sight_and_the_others_within_reach(
    window: Window, qtbot: QtBot
) -> None:
    panel, shown = miniatures(window), window.models.shown
    names = {id(found): card.shown.layer.name
             for card, found in zip(panel.rows, panel.miniatures, strict=True)}

    def in_sight() -> list[str]:
        found = [found for found in (panel.ishida, *panel.miniatures) if found.isVisible()]
        found.sort(key=lambda found: (found.mapTo(panel, QPoint(0, 0)).y(), found.x()))
        return [names.get(id(board), "ishida") for board in found]

    first = ["ishida", "influence.shadow", "territory", "moyo", "groups", "candidates"]
    assert in_sight() == first
    qtbot.mouseClick(panel.more, Qt.MouseButton.LeftButton)
    assert in_sight() == [*first, "clusters", "colourmap", "estimate", "ownership"]
    qtbot.mouseClick(panel.ishida, Qt.MouseButton.LeftButton)
    assert shown.is_ishida and panel.ishida.isChecked() and panel.ishida_words.isVisible()
    assert not any(layer.is_on for layer in shown.layers)
    for name in ("influence.shadow", "territory"):
        qtbot.mouseClick(panel.miniature_of(name), Qt.MouseButton.LeftButton)
        assert [layer.layer.name for layer in shown.layers if layer.is_on] == [name]
    assert not panel.ishida_words.isVisible()
    window.models.preferences.set("several_layers", True)
    qtbot.mouseClick(panel.miniature_of("influence.shadow"), Qt.MouseButton.LeftButton)
    # Another model takes the place of the influence that is on.
    qtbot.mouseClick(panel.miniature_of("influence.zobrist"), Qt.MouseButton.LeftButton)
    assert [layer.layer.name for layer in shown.layers if layer.is_on] == [
        "territory", "influence.zobrist"]
    assert not panel.ishida.isChecked()
    # The keys are what they were.
    qtbot.keyClick(window, Qt.Key.Key_7)
    paths = shown.named("influence.paths")
    assert paths is not None and paths.is_on


def test_clicks_switch_on_open_the_parameters_and_switch_off(
    window: Window, qtbot: QtBot
) -> None:
    panel, shown = miniatures(window), window.models.shown
    shown.show_only({})
    card, board = panel.rows[0], panel.miniatures[0]
    states = []
    for _ in range(3):
        qtbot.mouseClick(board, Qt.MouseButton.LeftButton)
        states.append((card.shown.is_on, card.triangle.isChecked(), board.isChecked()))
    assert states == [(True, False, True), (True, True, True), (False, False, False)]


# Colours


@pytest.mark.parametrize("interface, colours", [("light", LIGHT), ("dark", DARK)])
def test_the_interface_is_light_or_dark_as_set(interface: str, colours: UiColours) -> None:
    assert wanted_colours(interface) == colours


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("text, ground", [
    ("text", "window"), ("text", "card"), ("text", "well"), ("text", "accent_soft"),
    ("faint", "window"), ("faint", "card"), ("on_accent", "accent"), ("accent", "window"),
    ("bad", "card"), ("good", "card")])
def test_print_can_be_read(colours: UiColours, text: str, ground: str) -> None:
    """Contrast as the WCAG have it: 4.5 to 1 for print."""
    one, other = (QColor(getattr(colours, name)) for name in (text, ground))
    assert contrast((one.red(), one.green(), one.blue()),
                    (other.red(), other.green(), other.blue())) >= 4.5
