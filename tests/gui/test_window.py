"""The window: keys, mouse, menus, docks and what is painted."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage, QKeySequence, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import (QAbstractButton, QApplication, QComboBox, QLineEdit, QPlainTextEdit,
                               QSpinBox, QWidget)
from pytestqt.qtbot import QtBot

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram, Label, Outline, Shading, Tint, TintStyle
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import PASS
from irgo_app.go.position import Position
from irgo_app.gui.commands import file
from irgo_app.gui.commands.actions import ACTIONS, MENUS, TOOLS_MENU
from irgo_app.gui.models.edit import TOOLS
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.study.cards import StudyCard
from irgo_app.gui.models.study.twins import Shows
from irgo_app.gui.views.board import BoardWidget
from irgo_app.gui.views.board_picture import render_diagram
from irgo_app.gui.views.edit import InfoPanel, NotesPanel
from irgo_app.gui.views.layers import MORE, LayersPanel
from irgo_app.gui.views.study.page import ExplainPanel, StudyPage
from irgo_app.gui.views.study.twins import TwinBoards
from irgo_app.gui.views.timeline import TimelinePanel
from irgo_app.gui.views.tree import TreeLayout, TreePanel
from irgo_app.gui.views.widgets import ElidedLabel
from irgo_app.gui.views.window.body import PALETTE_SIDE
from irgo_app.gui.views.window.lead_bar import LeadBar
from irgo_app.gui.views.window.preferences import PreferencesDialog
from irgo_app.layers.moyo import Moyos
from irgo_app.sgf.parser import read_games
from tests.conftest import DATA, GAMES
from tests.gui.conftest import TEN_MOVES, Window, balances, figures


def panel(window: Window, name: str) -> object:
    return window.panels[name]


def score(window: Window) -> str:
    label = window.header.findChild(LeadBar)
    assert label is not None
    return label.text()


def centre(board: BoardWidget, point: int) -> QPoint:
    x, y = board.geometry_in_pixels().centre(point)
    ratio = board.devicePixelRatioF()
    return QPoint(round(x / ratio), round(y / ratio))


def test_the_lead_is_told_with_range_chance_and_judge(window: Window, qtbot: QtBot) -> None:
    timeline = panel(window, "timeline")
    assert isinstance(timeline, TimelinePanel)
    window.show_panel("timeline")
    lead = r"((Black|White) \+[\d.]+|even)"
    qtbot.waitUntil(lambda: re.fullmatch(
        rf"Lead: {lead} · in four out of five positions {lead} to {lead} · "
        r"(Black|White) \d+ % · irgo, one look", score(window)) is not None, timeout=30_000)
    line = window.models.review.game.current_line(window.models.review.node)
    qtbot.waitUntil(lambda: len(timeline.plot.drawn("winrate")) == len(line), timeout=60_000)
    assert all(0 <= rate <= 100 for rate in timeline.plot.drawn("winrate"))
    assert not timeline.plot.drawn("other_winrate")
    row = next(row for row in panel(window, "layers").rows if row.shown.layer.name == "estimate")
    assert not row.need.text()


def test_a_board_the_reader_cannot_judge_is_said_at_the_layer(
    window: Window, qtbot: QtBot
) -> None:
    game = read_games(b"(;GM[1]SZ[25]KM[6.5];B[dd];W[tt])")
    window.models.review.open_games(game, None)
    row = next(row for row in panel(window, "layers").rows if row.shown.layer.name == "estimate")
    qtbot.waitUntil(lambda: "this one is 25x25" in row.need.text(), timeout=30_000)
    assert "Black wins" not in score(window)


@pytest.mark.long_game
@pytest.mark.parametrize("key, number", [
    (Qt.Key.Key_Right, 31), (Qt.Key.Key_Left, 29), (Qt.Key.Key_PageDown, 40),
    (Qt.Key.Key_PageUp, 20), (Qt.Key.Key_Home, 0),
])
def test_keys_step_through_the_game(
    key: Qt.Key, number: int, window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.review.go_to(models.review.game.node_of_move_number(30))
    window.activateWindow()
    qtbot.keyClick(window.windowHandle(), key)
    assert models.review.game.move_number(models.review.node) == number
    assert window.board.diagram.position == models.review.position
    assert f"Move {number}" in window.header.place.text()


def test_a_click_plays_and_ctrl_z_takes_back(window: Window, qtbot: QtBot) -> None:
    models = window.models
    qtbot.mouseClick(window.board, Qt.MouseButton.LeftButton, pos=centre(window.board, 0))
    assert models.review.node.move == (1, 0)
    assert window.isWindowModified()
    window.activateWindow()
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert models.review.node is models.review.game.root
    assert not window.isWindowModified()


def test_ctrl_and_a_click_mark_a_point(window: Window, qtbot: QtBot) -> None:
    root, ctrl = window.models.review.game.root, Qt.KeyboardModifier.ControlModifier
    for point in (40, 60):
        place = centre(window.board, point)
        qtbot.mouseClick(window.board, Qt.MouseButton.LeftButton, ctrl, pos=place)
        qtbot.mouseClick(window.board, Qt.MouseButton.RightButton, ctrl, pos=place)
    assert root.points("TR") == [40, 60]
    assert root.labels == {40: "A", 60: "B"}
    qtbot.mouseClick(window.board, Qt.MouseButton.RightButton, ctrl,
                     pos=centre(window.board, 40))
    assert root.labels == {60: "B"}
    for _ in range(5):
        window.models.review.undo()
    assert not window.models.review.file.is_modified


def test_an_illegal_click_says_why(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.review.new_game(9, 9, {"AW": ["ab", "ba", "bb"]})
    qtbot.mouseClick(window.board, Qt.MouseButton.LeftButton, pos=centre(window.board, 0))
    assert window.messages.isVisible()
    assert "it would be suicide" in window.messages.text


@pytest.mark.long_game
def test_a_click_on_a_stone_explains_it_and_chooses_its_group(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.review.go_to(models.review.game.node_of_move_number(60))
    study = panel(window, "study")
    assert isinstance(study, StudyPage)
    window.show_panel("study")
    stone = models.review.position.cells.index(1)
    qtbot.waitUntil(lambda: models.groups.here() is not None)
    qtbot.mouseClick(window.board, Qt.MouseButton.LeftButton, pos=centre(window.board, stone))
    name = vertex(stone, 19, 19)
    qtbot.waitUntil(lambda: bool(models.inquiry.sentences()))
    assert models.inquiry.sentences()[0] == f"{name} is a black stone."
    explain = panel(window, "explain")
    assert isinstance(explain, ExplainPanel)
    assert explain.isVisible() and not explain.text.isVisible()
    lines = explain.group.text().splitlines()
    assert any(line.startswith("Eyes: ") for line in lines)
    assert any(line.startswith("Way out: ") for line in lines)
    assert any(line.startswith("At stake: ") for line in lines)
    qtbot.mouseClick(explain.details, Qt.MouseButton.LeftButton)
    assert explain.text.isVisible() and "belongs to" in explain.text.text()
    asked = models.selection.asked
    assert asked is not None and stone in asked.stones
    window.show_panel("study")
    qtbot.waitUntil(lambda: study.list.currentIndex().isValid())

    # Its name hangs on the groups of all the nodes before.
    def card() -> StudyCard:
        return study.list.rows.cards[study.list.currentIndex().row()]

    qtbot.waitUntil(lambda: card().title.startswith("B"))
    assert card().place == models.selection.place == asked
    window.show_panel("explain")
    assert "•" not in window.body.column.tabs.tabText(2)
    assert f"{name} is a black stone." in explain.text.text()
    assert any(isinstance(drawn, Outline) for drawn in window.board.diagram.drawables)
    qtbot.mouseClick(window.board, Qt.MouseButton.LeftButton, pos=centre(window.board, stone))
    assert models.inquiry.sentences() == [] and models.selection.place is None


@pytest.mark.long_game
def test_a_card_shows_its_group(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.review.go_to(models.review.game.node_of_move_number(60))
    study = panel(window, "study")
    assert isinstance(study, StudyPage)
    window.show_panel("study")
    qtbot.waitUntil(lambda: models.groups.here() is not None)
    study.refresh()
    found = models.groups.here()
    assert found is not None and study.list.rows.rowCount() == len(found.regions) > 4
    study.list.setCurrentIndex(study.list.rows.index(2))
    outlines = [drawn for drawn in window.board.diagram.drawables if isinstance(drawn, Outline)]
    assert found.regions[2].points in [outline.points for outline in outlines]
    models.review.go_to(models.review.game.node_of_move_number(61))
    assert models.selection.place is None
    qtbot.waitUntil(lambda: not study.list.currentIndex().isValid())


@pytest.mark.long_game
def test_with_the_map_of_moyos_the_explanation_tells_whose_framework_it_is(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.review.go_to(models.review.game.node_of_move_number(60))
    shown = models.shown.named("moyo")
    assert shown is not None
    window.show_panel("explain")
    explain = panel(window, "explain")
    assert isinstance(explain, ExplainPanel)
    models.selection.ask(0)
    assert models.inquiry.framework() == ""
    models.shown.change(shown, is_on=True)
    qtbot.waitUntil(lambda: models.shown.result_for(shown) is not None)
    result = models.shown.result_for(shown)
    assert isinstance(result, Moyos)
    region = max(result.regions, key=lambda region: len(region.points))
    size = result.moyos[region.colour][region.moyo - 1]
    models.selection.ask(region.points[0])
    said = models.inquiry.framework()
    assert f"of {size} points, worth about" in said
    assert said in explain.text.text()
    outside = next(point for point in range(361) if not result.inner.ravel()[point])
    models.selection.ask(outside)
    assert models.inquiry.framework().endswith("is in nobody's framework.")


@pytest.mark.long_game
def test_k_compares_with_the_pinned_position(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.review.go_to(models.review.game.node_of_move_number(40))
    window.activateWindow()
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_K)
    pinned = models.review.node
    models.review.go_to(models.review.game.node_of_move_number(60))
    comparison = models.comparing.comparison()
    assert comparison is not None and comparison.parts and models.comparing.field is not None
    comparison_layer = models.comparing.field.layer.name
    twins = panel(window, "twins")
    assert isinstance(twins, TwinBoards) and twins.isVisible() and not window.board.isVisible()
    assert "Comparing move 60 with 40" in twins.banner.words.text()
    assert [side.board.diagram.position for side in twins.sides] == [
        models.review.replay.position_at(pinned), models.review.position]
    plain = [drawn for drawn in twins.sides[1].board.diagram.drawables if isinstance(drawn, Tint)]
    assert plain and np.array_equal(
        plain[0].values, window.board.diagram.drawables[0].values), "the plain map of each"
    qtbot.mouseClick(twins.shows[Shows.DIFFERENCE], Qt.MouseButton.LeftButton)
    for side, sign in zip(twins.sides, (-1, 1), strict=True):
        drawn = side.board.diagram.drawables
        [tint] = [found for found in drawn if isinstance(found, Tint)]
        assert np.array_equal(
            tint.values, sign * comparison.change.values / comparison.change.full_scale), \
            "each board tells what it has more than the other"
        labels = [found.text for found in drawn if isinstance(found, Label)]
        assert f"{sign * comparison.parts[0].total:+.0f}" in labels
    # Where no map has values at every point, who owns what is compared.
    for shown in models.shown.layers:
        models.shown.change(shown, is_on=shown.layer.name == "territory")
    qtbot.waitUntil(lambda: models.comparing.fields() is not None)
    labels = [[found.text for found in side.board.diagram.drawables if isinstance(found, Label)]
              for side in twins.sides]
    assert labels[0] and sorted(labels[0]) == sorted(
        text.translate(str.maketrans("+-", "-+")) for text in labels[1])
    for shown in models.shown.layers:
        models.shown.change(shown, is_on=shown.layer.name == comparison_layer)
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_K, Qt.KeyboardModifier.ShiftModifier)
    assert models.review.node is pinned and models.comparing.pinned is not pinned
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_K, Qt.KeyboardModifier.ShiftModifier)
    assert models.comparing.pinned is pinned
    assert models.review.node is not pinned
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_K)
    assert models.comparing.pinned is None and models.comparing.comparison() is None
    assert window.board.isVisible() and not twins.isVisible()


@pytest.mark.long_game
def test_what_is_said_of_a_point_follows_the_move_and_the_layers(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.review.go_to(models.review.game.node_of_move_number(40))
    point = next(point for point, cell in enumerate(models.review.position.cells) if not cell)
    x, y = window.board.geometry_in_pixels().centre(point)
    place = (QPointF(x, y) / window.board.devicePixelRatioF()).toPoint()
    qtbot.mouseMove(window.board, place + QPoint(60, 60))
    qtbot.mouseMove(window.board, place)
    qtbot.waitUntil(lambda: window.board.pointed == point)

    def said() -> str:
        return window.status._hover.text()

    assert said() == models.overlays.values_at(point) and "Influence" in said()
    models.review.go_to(models.review.game.node_of_move_number(60))
    assert said() == models.overlays.values_at(point)
    models.shown.change(models.shown.layers[0], is_on=False)
    assert "Influence" not in said()


def test_g_shows_the_board_in_ishidas_way(window: Window, qtbot: QtBot) -> None:
    models = window.models
    window.activateWindow()
    models.review.go_to(models.review.game.node_of_move_number(9))
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_G)
    assert models.shown.is_ishida and not any(shown.is_on for shown in models.shown.layers)
    qtbot.waitUntil(lambda: any(
        isinstance(found, Shading) for found in window.board.diagram.drawables), timeout=20_000)
    models.shown.change(models.shown.layers[1], is_on=True)
    assert not models.shown.is_ishida
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_G)
    assert models.shown.is_ishida
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_G)
    assert not models.shown.is_ishida and not any(shown.is_on for shown in models.shown.layers)


def test_another_preset_brings_its_values_into_the_editors(window: Window) -> None:
    models = window.models
    index = next(index for index, shown in enumerate(models.shown.layers)
                 if shown.layer.name == "influence.gnugo")
    layers = panel(window, "layers")
    assert isinstance(layers, LayersPanel)
    layers.rows[index].triangle.setChecked(True)
    preset = layers.rows[index].findChild(QComboBox)
    assert preset is not None
    preset.setCurrentText("doc")
    assert models.shown.layers[index].params["attenuation"] == 3
    texts = [editor.text() for editor in layers.rows[index].findChildren(QLineEdit)]
    assert "3.0" in texts


def test_number_keys_switch_layers(window: Window, qtbot: QtBot) -> None:
    models = window.models
    window.activateWindow()
    assert models.shown.layers[0].is_on
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_1)
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_2)
    assert [shown.is_on for shown in models.shown.layers][:3] == [False, True, False]
    layers = panel(window, "layers")
    assert isinstance(layers, LayersPanel)
    assert [row.switch.isChecked() for row in layers.rows][:3] == [False, True, False]
    layers.rows[0].switch.click()
    assert models.shown.layers[0].is_on


def turn_wheel(widget: QWidget) -> None:
    QApplication.sendEvent(widget, QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False))


def test_the_wheel_scrolls_the_palette_and_changes_nothing_there(
    window: Window, qtbot: QtBot
) -> None:
    window.activateWindow()
    window.resize(1280, 640)
    window.body.open_side(PALETTE_SIDE)
    layers = panel(window, "layers")
    assert isinstance(layers, LayersPanel)
    card = layers.rows[0]
    window.models.layout.set_open(MORE, is_open=True)
    card.triangle.setChecked(True)
    number = next(iter(card.findChildren(QSpinBox)))
    before, bar = number.value(), layers.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and number.isVisible())
    card.opacity.setValue(50)
    for editor in (number, card.opacity):
        place = bar.value()
        turn_wheel(editor)
        assert bar.value() > place
    assert (number.value(), card.opacity.value()) == (before, 50)
    number.setFocus()
    turn_wheel(number)
    assert number.value() != before


def test_the_wheel_steps_and_a_dropped_file_opens(window: Window, qtbot: QtBot) -> None:
    board, models = window.board, window.models
    for _ in range(2):
        turn_wheel(board)
    assert models.review.game.move_number(models.review.node) == 2
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(GAMES[1]))])
    board.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data,
                               Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier))
    qtbot.waitUntil(lambda: not models.opening.is_reading)
    qtbot.waitUntil(lambda: models.review.file.path == GAMES[1])
    assert GAMES[1].name in window.windowTitle()


@pytest.mark.parametrize("symmetry", range(8))
def test_a_click_finds_its_point_in_every_view(
    symmetry: int, window: Window, qtbot: QtBot
) -> None:
    window.models.review.new_game(13, 9, {})
    window.models.viewpoint.turn(symmetry)
    for point in (0, 12, 50, 116):
        with qtbot.waitSignal(window.board.point_clicked) as clicked:
            qtbot.mouseClick(window.board, Qt.MouseButton.RightButton,
                             pos=centre(window.board, point))
        assert clicked.args[0] == point


def test_the_comment_is_kept_when_the_node_is_left(window: Window, qtbot: QtBot) -> None:
    notes = panel(window, "comment")
    assert isinstance(notes, NotesPanel)
    comment = notes.editor
    models, root = window.models, window.models.review.game.root
    comment.setPlainText("<b>Q16</b> is big")
    models.review.go_to(root.children[0])
    assert root.comment == "<b>Q16</b> is big"
    assert comment.toPlainText() == ""
    assert models.review.undo_stack.undo_title == "edit comment"
    models.review.go_to(root)
    assert comment.point_named_at(4) == point_of_vertex("Q16", 19, 19)
    assert comment.point_named_at(12) == PASS


def test_game_info_is_edited(window: Window, qtbot: QtBot) -> None:
    info = panel(window, "info")
    assert isinstance(info, InfoPanel)
    assert info.editors["komi"].text() == "6.5"
    info.editors["black"].setText("Honinbo")
    info.editors["black"].editingFinished.emit()
    assert window.models.review.game.root.properties["PB"] == ["Honinbo"]
    window.models.review.undo()
    assert info.editors["black"].text() == ""


@pytest.mark.long_game
def test_the_timeline_knows_every_node(window: Window, qtbot: QtBot) -> None:
    timeline = panel(window, "timeline")
    assert isinstance(timeline, TimelinePanel)
    bridge = window.models.service
    assert bridge
    qtbot.waitUntil(lambda: not bridge.service.is_looking_ahead, timeout=20_000)
    timeline.refresh()
    line = window.models.review.game.main_line()
    assert set(balances(timeline)) == {node.id for node in line}
    assert balances(timeline)[line[1].id] > 0
    for curve in ("lead", "influence", "territory", "moyo"):
        assert len(timeline.plot.drawn(curve)) == len(line)
    assert len(timeline.plot.drawn("winrate")) == len(line)
    territory, moyo = figures(timeline, "territory"), figures(timeline, "moyo")
    assert len(territory) == len(moyo) == len(line)
    assert any(found.value for found in territory) and any(found.value for found in moyo)


@pytest.mark.long_game
def test_the_status_line_has_the_score_of_the_record(
    window: Window, models: Models, qtbot: QtBot
) -> None:
    bridge = models.service
    assert bridge
    models.review.go_to(models.review.game.main_line()[60])
    qtbot.waitUntil(lambda: not bridge.service.is_looking_ahead, timeout=20_000)
    qtbot.waitUntil(lambda: "Lead" in score(window))
    before = score(window)
    info = panel(window, "info")
    assert isinstance(info, InfoPanel)
    info.editors["komi"].setText("60.5")
    info.editors["komi"].editingFinished.emit()
    qtbot.waitUntil(lambda: score(window) not in ("", before))
    assert "Lead: White +" in score(window)


def test_the_tree_is_drawn_without_collisions(window: Window, qtbot: QtBot) -> None:
    text = b"(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff](;B[gg])(;B[hh];W[ii])))"
    tree = read_games(text).games[0]
    layout = TreeLayout(tree)
    assert not list(filter(None, layout.laying_out()))
    place = {}
    for node in tree.nodes():
        found = layout.place_of(node.id)
        assert found is not None and layout.node_at(*found) is node
        place[node.id] = found
    drawn = [layout.node_at(column, lane) for column in range(layout.columns)
             for lane in range(layout.lanes)]
    assert len(place) == sum(node is not None for node in drawn)
    assert all(place[node.id][1] == 0 for node in tree.main_line())
    for node in tree.nodes():
        if node.parent:
            column, lane = place[node.parent.id]
            assert place[node.id][0] == column + 1
            assert place[node.id][1] >= lane
    shown = panel(window, "tree")
    assert isinstance(shown, TreePanel)
    node = window.models.review.game.main_line()[2]
    assert shown.node_at(QPoint(2 * 22 + 11, 11)) is node
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2 * 22 + 11, 11))
    assert window.models.review.node is node


def test_actions_are_a_clean_table() -> None:
    ids = [row.id for row in ACTIONS]
    assert len(ids) == len(set(ids))
    keys = [key for row in ACTIONS for key in row.keys]
    keys += [tool.key for tool in TOOLS if tool.key]
    assert len(keys) == len(set(keys))
    assert all(QKeySequence(key).toString() for key in keys)
    assert {row.menu for row in ACTIONS} | {TOOLS_MENU} == set(MENUS)
    swapped = {key for row in ACTIONS for key in row.keys_now({}, is_vertical=True)}
    assert len(swapped) == len(keys) - sum(bool(tool.key) for tool in TOOLS)


def test_preferences_take_effect_at_once(window: Window, qtbot: QtBot) -> None:
    context = window.furnishing.context
    dialog = PreferencesDialog(window.models.preferences.settings, [],
                               lambda: file.save_settings(context), window)
    qtbot.addWidget(dialog)
    dialog._change("theme", "dark")
    assert window.board.picture.look.theme.name == "dark"
    assert window.models.preferences.settings["theme"] == "dark"


@pytest.mark.parametrize("style", TintStyle)
@pytest.mark.parametrize("size", [(2, 2), (13, 9), (19, 19)])
def test_fields_are_dark_for_black_and_light_for_white(
    style: TintStyle, size: tuple[int, int], qtbot: QtBot
) -> None:
    columns, rows = size
    values = np.zeros((rows, columns))
    values[:, : columns // 2], values[:, columns - columns // 2:] = 1.0, -1.0
    diagram = Diagram(Position.empty(columns, rows), (Tint(values, style),))
    image: QImage = render_diagram(diagram, 600, Look()).toImage()
    left, right = (_mean_lightness(image, part, columns) for part in (0, 1))
    assert left < right


def _mean_lightness(image: QImage, half: int, columns: int) -> float:
    quarter, whole = image.width() // 4, image.width() // 2
    across = range(quarter, whole - 5, 7) if half == 0 else range(whole + 5, whole + quarter, 7)
    found = [image.pixelColor(x, y).lightness() for x in across for y in range(200, 400, 7)]
    return sum(found) / len(found)


def test_an_unchanged_board_is_not_painted_again(window: Window, qtbot: QtBot) -> None:
    window.board.grab()
    before = window.board.picture.builds
    window.board.grab()
    window.board.grab()
    assert window.board.picture.builds == before
    window.models.review.go_to(window.models.review.game.root.children[0])
    window.board.grab()
    assert window.board.picture.builds == before + 1


@pytest.mark.long_game
def test_holding_z_shows_the_raw_board(window: Window, qtbot: QtBot) -> None:
    window.models.review.go_to(window.models.review.game.node_of_move_number(20))
    assert any(isinstance(found, Tint) for found in window.board.diagram.drawables)
    qtbot.keyPress(window.board, Qt.Key.Key_Z)
    assert not any(isinstance(found, Tint) for found in window.board.diagram.drawables)
    qtbot.keyRelease(window.board, Qt.Key.Key_Z)
    assert any(isinstance(found, Tint) for found in window.board.diagram.drawables)


def test_at_the_narrowest_the_header_names_the_point_of_the_move(window: Window) -> None:
    review = window.models.review
    review.go_to(review.game.node_of_move_number(3))
    move = review.node.move
    assert move is not None
    assert window.header.place.shorter[-1] == vertex(move[1], 19, 19)


def test_what_does_not_fit_into_the_header_gives_way_to_something_shorter(qapp: object) -> None:
    label, plain = ElidedLabel(), ElidedLabel()
    label.setText("Move 60 · White C12 · Black to play")
    label.shorter = "Move 60 · White C12", "White C12"
    for width, shown in ((90, label.shorter[1]), (160, label.shorter[0]), (600, label.text())):
        plain.setText(shown)
        for found in (label, plain):
            found.resize(width, 20)
        assert label.grab().toImage() == plain.grab().toImage()


@pytest.mark.long_game
def test_moves_to_either_side_of_the_current_one_are_in_view(window: Window, qtbot: QtBot) -> None:
    tree, review = window.panels["tree"], window.models.review
    assert isinstance(tree, TreePanel)
    window.show_panel("tree")
    qtbot.waitUntil(lambda: tree.is_laid_out)
    for number in range(30, 60):
        review.go_to(review.game.node_of_move_number(number))
        for near in (-3, 3):
            node = review.game.node_of_move_number(number + near)
            place = tree._centre(node).x() - tree.horizontalScrollBar().value()
            assert 0 < place < tree.viewport().width()


@pytest.mark.parametrize("part", ["tree", "timeline", "study"])
def test_holding_z_works_wherever_the_focus_is(window: Window, qtbot: QtBot, part: str) -> None:
    """Lists search for a letter that is typed; they get it, and the board is seen bare."""
    focused = window.panels[part]
    if part == "study":
        focused = next(found for found in focused.findChildren(QAbstractButton))
    assert not window.models.viewpoint.is_raw
    qtbot.keyPress(focused, Qt.Key.Key_Z)
    assert window.models.viewpoint.is_raw
    qtbot.keyRelease(focused, Qt.Key.Key_Z)
    assert not window.models.viewpoint.is_raw


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit])
def test_a_z_that_is_typed_is_a_letter(
    window: Window, qtbot: QtBot, kind: type[QLineEdit | QPlainTextEdit]
) -> None:
    window.show_panel("comment")
    text = next(found for found in window.panels["comment"].findChildren(kind)
                if not found.isReadOnly())
    qtbot.keyPress(text, Qt.Key.Key_Z)
    assert not window.models.viewpoint.is_raw
    assert "z" in (text.text() if isinstance(text, QLineEdit) else text.toPlainText())
    qtbot.keyRelease(text, Qt.Key.Key_Z)
    assert not window.models.viewpoint.is_raw


def test_z_that_goes_up_in_another_window_leaves_no_bare_board(
    window: Window, qtbot: QtBot
) -> None:
    qtbot.keyPress(window.board, Qt.Key.Key_Z)
    assert window.models.viewpoint.is_raw
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not window.models.viewpoint.is_raw)


def test_the_hint_how_to_compare_goes_when_it_is_done(window: Window) -> None:
    review = window.models.review
    for end in (lambda: review.go_to(review.node.children[0]),
                window.furnishing.menus.actions["pin"].trigger):
        window.messages.forget()
        window.furnishing.menus.actions["pin"].trigger()
        assert "is held" in window.messages.text and window.messages.isVisible()
        end()
        assert not window.messages.isVisible()
        window.furnishing.menus.actions["stop"].trigger()


def test_a_bad_file_is_told_in_the_bar(window: Window, qtbot: QtBot) -> None:
    file.open_path(
        window.furnishing.context, str(DATA / "sgf" / "wild" / "23_not_sgf.sgf"))
    qtbot.waitUntil(lambda: not window.models.opening.is_reading)
    assert "not a game record" in window.messages.text
    assert window.models.review.file.path == TEN_MOVES


def test_qt_does_not_lose_references_to_none(qtbot: QtBot) -> None:
    image = QImage(4, 4, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    pen = QPen(QColor(0, 0, 0))
    before = sys.getrefcount(None)
    for _ in range(20_000):
        painter.setPen(pen)
    painter.end()
    assert sys.getrefcount(None) > before - 1000


def test_the_first_paint_needs_nothing_but_qt() -> None:
    """In a fresh process: neither numpy nor numba when the board is first painted."""
    script = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.shell import launch
from irgo_app.gui.shell import app
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.settings import load_settings
application = QApplication([])
models = FirstModels(load_settings())
window = MainWindow(models)
assert models.review.open_path(Path(sys.argv[1]))
window.show()
window.board.grab()
assert window.board.picture.builds == 1
print([name for name in ("numpy", "numba") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script, str(GAMES[0])], capture_output=True,
                          text=True, timeout=120, check=True,
                          cwd=Path(__file__).parents[2])
    assert done.stdout.strip() == "[]"


def test_pyside_keeps_no_source_of_what_is_imported() -> None:
    script = """
import linecache
from irgo_app.gui.shell.launch import load_pyside
load_pyside()
from irgo_app.gui.shell import app
from irgo_app.gui.shell import furnishing
from PySide6.QtCore import QObject
assert QObject().objectName() == ""
print(len(linecache.cache))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          timeout=120, check=True, cwd=Path(__file__).parents[2])
    assert done.stdout.strip() == "0"



def test_the_window_loads_nothing_it_does_not_show(tmp_path: Path) -> None:
    """Neither numba nor the network: looking ahead happens in the worker, and the window only shows
    what the network said there. Nor what writes files: 40 MB that wait for the first of them.

    Python looks for garbage again by then, which irgo's start keeps it from doing.
    """
    script = """
import gc
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
if __name__ == "__main__":
    from irgo_app.service.executors import start_worker
    worker = start_worker()
    gc.disable()
    from irgo_app.gui.shell import app
    from irgo_app.sgf.parser import load_file
    path = Path(sys.argv[1])
    games = load_file(path)
    application = QApplication([])
    kept = []
    class Rest(app._Rest):
        def __init__(self, *given):
            super().__init__(*given)
            kept.append(self)
    app._Rest = Rest
    def look():
        window = [w for w in application.topLevelWidgets() if hasattr(w, "board")][0]
        models = kept[0].models
        if models and window.panels and not models.service.service.is_looking_ahead:
            print([name for name in ("numba", "numpy", "onnxruntime", "irgo_app.networks.network",
                                     "fpdf", "resvg_py", "PIL", "cryptography", "genanki", "cv2",
                                     "jinja2", "fsrs", "asyncio", "ssl") if name in sys.modules])
            shown = models.shown.named("estimate")
            said = [models.shown.result_for(shown, node) for node in games.games[0].main_line()]
            print({estimate and estimate.by for estimate in said})
            print(gc.isenabled())
            window.close()
    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(20)
    app.run_window(worker, games, path, games.games[0].root)
"""
    script_file = tmp_path / "window_without_numba.py"
    script_file.write_text(script)
    environment = dict(os.environ, PYTHONPATH=str(Path(__file__).parents[2]))
    done = subprocess.run([sys.executable, str(script_file), str(TEN_MOVES)], capture_output=True,
                          text=True, timeout=120, check=True, env=environment)
    assert set(done.stdout.splitlines()) == {"['numpy']", "{'reader'}", "True"}
