"""Editing in the window: tools, notes, find, repairs, branches, files that change, lost work."""

import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (QApplication, QDialog, QFileDialog, QLabel, QListWidget, QMessageBox,
                               QWidget)
from pytestqt.qtbot import QtBot

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Mark, MarkShape
from irgo_app.draw.export import svg_of
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE, Point
from irgo_app.gui.commands import file
from irgo_app.gui.commands.file import choose_game, may_leave, open_path
from irgo_app.gui.commands.window import stop_analysis
from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.models.edit import PLAY, TOOLS
from irgo_app.gui.models.file import JOURNAL_FOLDER, FileReading
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.edit import CommentPanel, FindPanel, NotesPanel
from irgo_app.gui.views.file import GameChooser, RepairsPanel
from irgo_app.gui.views.tree import TreePanel
from irgo_app.review.diagram import diagram_of
from irgo_app.settings import Settings
from irgo_app.sgf.edits import MOVE_ANNOTATIONS, set_comment
from irgo_app.sgf.game_info import game_info, set_game_info
from irgo_app.sgf.open_file import OpenFile
from irgo_app.sgf.parser import GameFile, load_file, read_games
from irgo_app.sgf.tree_builder import Watch
from irgo_app.sgf.writer import write_games
from tests.conftest import DATA, GAMES
from tests.gui.conftest import Window

LEFT = Qt.MouseButton.LeftButton


def at(name: str, window: Window) -> Point:
    position = window.models.review.position
    return point_of_vertex(name, position.columns, position.rows)


def place(name: str, window: Window) -> QPoint:
    """Return where a point lies in the board widget."""
    x, y = window.board.geometry_in_pixels().centre(at(name, window))
    ratio = window.board.devicePixelRatioF()
    return QPoint(round(x / ratio), round(y / ratio))


def use(window: Window, qtbot: QtBot, tool_id: str, *names: str) -> None:
    """Take a tool and click points with it."""
    window.models.hand.take(next(tool for tool in TOOLS if tool.id == tool_id))
    for name in names:
        qtbot.mouseClick(window.board, LEFT, pos=place(name, window))


def drag(window: Window, qtbot: QtBot, *names: str) -> None:
    """Press on the first point, draw over the others, release on the last."""
    qtbot.mousePress(window.board, LEFT, pos=place(names[0], window))
    for name in names[1:]:
        qtbot.mouseMove(window.board, place(name, window))
    qtbot.mouseRelease(window.board, LEFT, pos=place(names[-1], window))


def dock(window: Window, name: str) -> QWidget:
    window.show_panel(name)
    return window.panels[name]


@pytest.fixture
def board(window: Window) -> Window:
    """The window with an empty 9x9 game."""
    window.models.review.new_game(9, 9, {})
    return window


@pytest.mark.parametrize("tool_id, identifier, raws", [
    ("black", "AB", ["cg"]), ("white", "AW", ["cg"]), ("tr", "TR", ["cg"]), ("sq", "SQ", ["cg"]),
    ("cr", "CR", ["cg"]), ("ma", "MA", ["cg"]), ("sl", "SL", ["cg"]), ("tb", "TB", ["cg"]),
    ("tw", "TW", ["cg"]), ("letter", "LB", ["cg:A"]), ("number", "LB", ["cg:1"]),
    ("dd", "DD", ["cg"]), ("vw", "VW", ["cg"])])
def test_each_tool_writes_its_property_and_takes_it_off(
    tool_id: str, identifier: str, raws: list[str], board: Window, qtbot: QtBot
) -> None:
    node = board.models.review.node
    before = dict(node.properties)
    use(board, qtbot, tool_id, "C3")
    assert node.properties[identifier] == raws
    use(board, qtbot, tool_id, "C3")
    left = {name: values for name, values in node.properties.items() if values != [""]}
    assert left == before
    board.models.review.undo()
    board.models.review.undo()
    assert node.properties == before


def test_a_release_that_a_dialog_took_draws_nothing(board: Window, qtbot: QtBot) -> None:
    board.models.hand.take(next(tool for tool in TOOLS if tool.id == "black"))
    qtbot.mousePress(board.board, LEFT, pos=place("C3", board))
    before = dict(board.models.review.node.properties)
    for name in ("D3", "E3"):
        spot = QPointF(place(name, board))
        QApplication.sendEvent(board.board, QMouseEvent(
            QEvent.Type.MouseMove, spot, board.board.mapToGlobal(spot), Qt.MouseButton.NoButton,
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier))
    assert board.models.review.node.properties == before


def test_a_variation_is_moved_from_any_of_its_nodes(board: Window) -> None:
    review = board.models.review
    review.play(at("E5", board))
    review.go_to(review.game.root)
    review.play(at("C3", board))
    review.play(at("G7", board))
    here, branch = review.node, review.node.parent
    board.actions_by_id["promote"].trigger()
    assert review.game.root.children[0] is branch and review.node is here
    review.undo()
    assert review.game.root.children[1] is branch and review.node is here
    review.undo()
    assert review.node is branch, "the move that was taken back led here"


def test_game_info_is_changed_from_any_node(board: Window) -> None:
    review = board.models.review
    review.play(at("E5", board))
    here = review.node
    editor = dock(board, "info").editors["white"]  # type: ignore[attr-defined]
    editor.setText("Honinbo")
    editor.editingFinished.emit()
    assert review.game.root.properties["PW"] == ["Honinbo"] and review.node is here
    review.undo()
    assert "PW" not in review.game.root.properties and review.node is here
    for name, identifier, text, raw in (
        ("komi", "KM", "6,5", ["6.5"]), ("handicap", "HA", "two", None)):
        editor = dock(board, "info").editors[name]  # type: ignore[attr-defined]
        editor.setText(text)
        editor.editingFinished.emit()
        assert review.game.root.properties.get(identifier) == raw
        assert editor.text() == (text if raw else "")
    assert "The handicap [two] is no number that can be used." in board.messages.text


def test_game_info_is_undone_from_the_line_that_was_edited(board: Window, qtbot: QtBot) -> None:
    review = board.models.review
    editors = dock(board, "info").editors  # type: ignore[attr-defined]
    for focused in ("white", "black"):
        qtbot.mouseClick(editors["white"], LEFT)
        qtbot.keyClicks(editors["white"], "Honinbo")
        qtbot.keyClick(editors["white"], Qt.Key.Key_Return)
        editors[focused].setFocus()
        assert review.game.root.properties["PW"] == ["Honinbo"]
        qtbot.keyClick(editors[focused], Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert "PW" not in review.game.root.properties and editors["white"].text() == ""
    qtbot.mouseClick(editors["white"], LEFT)
    qtbot.keyClicks(editors["white"], "Hon")
    qtbot.keyClick(editors["white"], Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editors["white"].text() == "", "what is typed is no edit yet"


def test_letters_and_numbers_count_on(board: Window, qtbot: QtBot) -> None:
    use(board, qtbot, "letter", "A1", "B1", "C1")
    use(board, qtbot, "letter", "B1")
    use(board, qtbot, "number", "A9", "B9")
    use(board, qtbot, "letter", "D1")
    assert sorted(board.models.review.node.labels.values()) == ["1", "2", "A", "B", "C"]


def test_setup_behind_a_move_gets_a_node_of_its_own(board: Window, qtbot: QtBot) -> None:
    models = board.models
    models.review.play(at("E5", board))
    moved = models.review.node
    use(board, qtbot, "white", "C3", "C4")
    assert models.review.node.parent is moved and "AW" not in moved.properties
    assert models.review.node.properties == {"AW": ["cg", "cf"]}
    use(board, qtbot, "erase", "E5")
    assert models.review.position.colour_at(at("E5", board)) == 0
    use(board, qtbot, "black", "C3")
    assert models.review.position.colour_at(at("C3", board)) == BLACK
    assert models.review.node.properties == {"AW": ["cf"], "AE": ["ee"], "AB": ["cg"]}


def test_dragging_paints_and_takes_off(board: Window, qtbot: QtBot) -> None:
    models = board.models
    window = board
    use(window, qtbot, "black")
    drag(window, qtbot, "A1", "B1", "C1")
    row = [at(name, window) for name in ("A1", "B1", "C1", "D1")]
    assert [models.review.position.colour_at(point) for point in row] == [BLACK, BLACK, BLACK, 0]
    drag(window, qtbot, "B1", "C1", "D1")
    assert [models.review.position.colour_at(point) for point in row] == [BLACK, 0, 0, 0]
    # What one stroke did is taken back at once, and a quick hand leaves no holes.
    models.review.undo()
    assert [models.review.position.colour_at(point) for point in row] == [BLACK, BLACK, BLACK, 0]
    models.review.undo()
    assert models.review.position.stone_count() == 0 and models.review.undo_stack.depth == 0
    models.review.redo()
    use(window, qtbot, "tr")
    drag(window, qtbot, "C3", "G7")
    assert sorted(models.review.node.points("TR")) == sorted(
        at(name, window) for name in ("C3", "D4", "E5", "F6", "G7"))
    models.review.undo()
    assert "TR" not in models.review.node.properties
    use(window, qtbot, "arrow")
    drag(window, qtbot, "A9", "C7")
    assert models.review.node.properties["AR"] == ["aa:cc"]
    use(window, qtbot, "line")
    drag(window, qtbot, "A9", "C7")
    drag(window, qtbot, "C7", "A9")
    assert "LN" not in models.review.node.properties and "AR" in models.review.node.properties
    window.actions_by_id["clear_markup"].trigger()
    assert "AR" not in models.review.node.properties


def test_a_tool_never_plays_and_escape_puts_it_down(board: Window, qtbot: QtBot) -> None:
    use(board, qtbot, "tr", "E5")
    assert board.models.review.node.parent is None and not board.board.plays
    stop_analysis(board.furnishing.context)
    assert board.models.hand.tool is PLAY and board.board.plays
    use(board, qtbot, "play", "E5")
    assert board.models.review.node.move == (BLACK, at("E5", board))


def test_dimming_lasts_until_it_is_changed(board: Window, qtbot: QtBot) -> None:
    models = board.models
    use(board, qtbot, "dd", "A1", "B1")
    use(board, qtbot, "play", "E5")
    shown = diagram_of(models.review.node, models.review.position).drawables
    dimmed = {mark.point for mark in shown
              if isinstance(mark, Mark) and mark.shape is MarkShape.DIMMED}
    assert dimmed == {at("A1", board), at("B1", board)}
    use(board, qtbot, "dd", "A1")
    assert models.review.node.properties["DD"] == ["bi"]
    assert models.review.game.root.properties["DD"] == ["ai", "bi"]


def test_the_side_to_move_is_changed(board: Window) -> None:
    models = board.models
    board.actions_by_id["side"].trigger()
    assert models.review.position.to_play == WHITE and models.review.node.properties["PL"] == ["W"]
    models.review.undo()
    assert models.review.position.to_play == BLACK


def test_signs_name_and_bookmark_of_a_node(window: Window, qtbot: QtBot) -> None:
    models = window.models
    notes = dock(window, "comment")
    assert isinstance(notes, NotesPanel)
    models.review.go_to(models.review.game.node_of_move_number(10))
    notes.move_sign.setCurrentIndex(1)
    notes.move_sign.activated.emit(1)
    assert models.review.node.properties["TE"] == ["2"]
    notes.move_sign.activated.emit(5)
    assert models.review.node.properties["BM"] == ["1"]
    assert "TE" not in models.review.node.properties
    notes.position_sign.activated.emit(2)
    notes.name.setText("Turning [point]")
    notes.bookmark.click()
    marked = models.review.node
    models.review.go_to(models.review.game.root)
    assert marked.name == "Turning [point]"
    assert marked.properties["GB"] == ["1"] and marked.properties["HO"] == ["1"]
    assert notes.name.text() == "" and not notes.bookmark.isChecked()
    window.actions_by_id["bookmark_forward"].trigger()
    assert models.review.node is marked and notes.bookmark.isChecked()
    assert notes.move_sign.currentIndex() == MOVE_ANNOTATIONS.index(
        next(row for row in MOVE_ANNOTATIONS if row.sign == "?")) + 1
    notes.move_sign.activated.emit(0)
    assert "BM" not in models.review.node.properties
    assert models.review.undo_stack.undo_title == "remove annotation"


def test_find_goes_from_hit_to_hit(window: Window, qtbot: QtBot) -> None:
    models = window.models
    line = models.review.game.main_line()
    for number in (5, 9):
        models.review.go_to(line[number])
        models.review.apply(set_comment(line[number], f"The Ladder works\nfor move {number}"))
    panel = dock(window, "find")
    assert isinstance(panel, FindPanel)
    panel.line.setText("ladder")
    qtbot.waitUntil(lambda: panel.results.count() == 2)
    assert panel.results.item(0).text() == "5  The Ladder works for move 5"
    for expected in (5, 9, 5):
        window.actions_by_id["find_next"].trigger()
        assert models.review.node is line[expected]
    move = line[7].move
    assert move is not None
    panel.line.setText("no such words")
    qtbot.waitUntil(lambda: panel.results.count() == 0)


def test_a_repair_leads_to_its_node(window: Window) -> None:
    models = window.models
    models.review.open_games(read_games(b"(;SZ[9];B[ee])(;SZ[9];B[aa];W[zz];B[cc])"), None)
    panel = dock(window, "repairs")
    assert isinstance(panel, RepairsPanel)
    assert panel.item(0).text() == (
        "line 1, column 28: The move [zz] is not on the board; read as a pass.")
    panel.setCurrentRow(0)
    panel.itemClicked.emit(panel.item(0))
    assert models.review.game is models.review.file.games[1]
    assert models.review.node.properties["W"] == ["zz"]


def test_forbidden_moves_are_crossed_out_in_the_tree(window: Window) -> None:
    models = window.models
    models.review.open_path(DATA / "sgf" / "wild" / "38_occupied.sgf")
    panel = dock(window, "tree")
    assert isinstance(panel, TreePanel)
    assert panel._odd == {models.review.game.main_line()[2].id}
    models.review.go_to(models.review.game.main_line()[3])
    assert models.review.position.colour_at(at("Q16", window)) == WHITE


def test_a_pasted_game_is_there_to_be_saved(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = window.models.review
    QApplication.clipboard().setText("(;SZ[9];B[ee];W[gc])")
    window.actions_by_id["paste"].trigger()
    qtbot.waitUntil(lambda: review.game.columns == 9)
    assert review.file.is_modified and window.isWindowModified()
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Cancel)
    assert not may_leave(window.furnishing.context)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (
        str(tmp_path / "pasted.sgf"), ""))
    window.actions_by_id["save"].trigger()
    qtbot.waitUntil(lambda: not review.file.is_modified)
    assert load_file(tmp_path / "pasted.sgf").games[0].main_line()[2].move is not None


def test_in_the_comment_undo_is_the_programs_and_escape_leaves_it(
    window: Window, qtbot: QtBot
) -> None:
    review = window.models.review
    notes = dock(window, "comment")
    assert isinstance(notes, NotesPanel)
    field = notes.editor
    qtbot.waitUntil(field.isVisible)
    window.activateWindow()
    field.setFocus()
    qtbot.keyClicks(field, "good")
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.toPlainText() == "" and "C" not in review.node.properties
    qtbot.keyClick(field, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(field, Qt.Key.Key_Z,
                   Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert field.toPlainText() == "good" == review.node.comment
    window.models.layout.set_mode(Mode.EDIT)
    field.setFocus()
    window.actions_by_id["stop"].trigger()
    assert window.board.hasFocus() and window.models.layout.mode is Mode.EDIT
    window.actions_by_id["stop"].trigger()
    assert window.models.layout.mode is Mode.REVIEW


@pytest.mark.long_game
def test_branches_are_cut_copied_and_pasted(window: Window, qtbot: QtBot) -> None:
    models = window.models
    line = models.review.game.main_line()
    models.review.go_to(line[20])
    window.actions_by_id["copy_branch"].trigger()
    models.review.go_to(line[10])
    window.actions_by_id["paste_branch"].trigger()
    qtbot.waitUntil(lambda: not models.opening.is_reading)
    assert len(line[10].children) == 2
    copy = line[10].children[1]
    assert copy.properties == line[20].properties and models.review.node is copy
    assert copy.children[0].properties == line[21].properties
    window.actions_by_id["cut_branch"].trigger()
    assert len(line[10].children) == 1 and models.review.undo_stack.undo_title == "cut branch"
    models.review.undo()
    assert line[10].children[1] is copy
    models.review.new_game(9, 9, {})
    window.actions_by_id["paste_branch"].trigger()
    qtbot.waitUntil(lambda: not models.opening.is_reading)
    assert "another size" in window.messages.text and not models.review.game.root.children
    window.actions_by_id["copy_text"].trigger()
    assert QApplication.clipboard().text().count("\n") == 10


@pytest.mark.long_game
def test_a_large_file_is_read_in_the_background(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("irgo_app.sgf.parser.LARGE_FILE", 1000)
    path = tmp_path / "long.sgf"
    path.write_bytes(b"(;SZ[19]" + b";B[aa];W[bb]" * 9000 + b")")
    told: list[tuple[int, int]] = []
    with qtbot.waitSignal(window.models.review.game_changed):
        file.open_path(window.furnishing.context, str(path))
        assert window.models.opening._reading is not None
        window.models.opening.progress.connect(lambda done, total: told.append((done, total)))
    assert window.models.review.file.path == path
    assert sum(1 for _ in window.models.review.game.nodes()) == 18001
    assert told and all(0 < done <= total for done, total in told)


def test_reading_can_be_stopped(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "long.sgf"
    path.write_bytes(b"(;SZ[19]" + b";B[aa];W[bb]" * 9000 + b")")
    game = window.models.review.game
    reading = FileReading(path.name, lambda watch: load_file(path, None, watch), window)
    with qtbot.waitSignal(reading.finished):
        reading.stop()
        reading.start()
    assert "was stopped" in str(reading.error) and window.models.review.game is game


def test_a_comment_of_megabytes_is_shown_in_part_and_left_alone(
    models: Models, qtbot: QtBot
) -> None:
    review = models.review
    panel = CommentPanel(review, models.viewpoint)
    qtbot.addWidget(panel)
    long = "move \\] " * 30_000
    review.open_games(read_games(f"(;SZ[9]C[{long}];C[short])".encode()), None)
    shown = panel.toPlainText()
    assert panel.isReadOnly() and len(shown) < 101_000 and shown.startswith("move ] move ]")
    assert "240000 characters" in shown
    review.go_to(review.game.root.children[0])
    assert not panel.isReadOnly() and panel.toPlainText() == "short"
    assert not review.file.is_modified and review.game.root.properties["C"] == [long]


def test_a_move_that_a_comment_names_is_gone_to(models: Models, qtbot: QtBot) -> None:
    review = models.review
    review.open_games(read_games(b"(;SZ[9];B[aa];W[bb]C[see move 1](;B[cc])(;B[dd]))"), None)
    review.go_to(review.game.main_line()[2])
    panel = CommentPanel(review, models.viewpoint)
    qtbot.addWidget(panel)
    panel.show()
    assert [part.cursor.selectedText() for part in panel.extraSelections()] == ["move 1"]
    assert panel.link_at(0) is None
    cursor = panel.textCursor()
    cursor.setPosition(6)
    place = panel.cursorRect(cursor).center()
    qtbot.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert review.node is review.game.main_line()[2]
    qtbot.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton,
                     Qt.KeyboardModifier.ControlModifier, place)
    assert review.node is review.game.main_line()[1]


def test_a_far_node_is_reached_in_slices(models: Models, qtbot: QtBot) -> None:
    review = models.review
    review.open_games(read_games(b"(;SZ[9]" + b";B[aa];B[ba]" * 5000 + b")"), None)
    root, line = review.game.root, review.game.main_line()
    review.go_to(line[-1])
    assert review.node is root
    review.go_to(line[10])
    assert review.node is line[10]
    review.go_to(line[-1])
    review.apply(set_comment(line[10], "edited on the way"))
    QApplication.processEvents()
    assert review.node is line[10] and not review.replay.is_near(line[-1])
    with qtbot.waitSignal(review.node_changed):
        review.go_to(line[-1])
    assert review.node is line[-1] and review.game.move_number(line[-1]) == 10_000
    review.go_to(line[-2])
    assert review.node is line[-2]


@pytest.mark.parametrize("tells", [True, False], ids=["a long file", "a disk that hangs"])
def test_the_stop_button_ends_a_reading_and_the_old_game_stays(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tells: bool
) -> None:
    is_freed, told = Event(), []

    def endless(_path: Path, _encoding: str | None, watch: Watch) -> None:
        while not is_freed.wait(0.005 if tells else None):
            told.append(len(told))
            watch(1, 2)

    monkeypatch.setattr("irgo_app.gui.models.file.load_file", endless)
    opening, game, stop = window.models.opening, window.models.review.game, window.status._stop
    opening.open(tmp_path / "endless.sgf")
    reading = opening._reading
    assert reading is not None
    qtbot.waitUntil(stop.isVisible)
    stop.click()
    assert not opening.is_reading and not stop.isVisible()
    if not tells:
        is_freed.set()
    qtbot.waitUntil(reading.isFinished)
    assert bool(told) == tells
    QApplication.processEvents()
    assert window.models.review.game is game and not window.status._stop.isVisible()


def test_read_again_in_another_charset(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "name.sgf"
    path.write_bytes("(;SZ[9]PB[Müller];B[ee])".encode("cp1252"))
    with qtbot.waitSignal(window.models.opening.opened):
        file.open_path(window.furnishing.context, str(path))
    for charset, name in (("cp1251", "Mьller"), ("cp1252", "Müller")):
        with qtbot.waitSignal(window.models.review.game_changed):
            file.reopen(window.furnishing.context, charset)
        qtbot.waitUntil(lambda name=name: window.models.review.game.root.properties["PB"] == [name])


def test_even_a_small_file_is_read_in_the_background(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "small.sgf"
    path.write_bytes(b"(;SZ[9];B[ee])")
    before = window.models.review.game
    with qtbot.waitSignal(window.models.opening.opened):
        file.open_path(window.furnishing.context, str(path))
        assert window.models.opening.is_reading and window.models.review.game is before
    assert not window.models.opening.is_reading and window.models.review.file.path == path
    missing = str(tmp_path / "none.sgf")
    file.open_path(window.furnishing.context, missing)
    qtbot.waitUntil(lambda: "There is no file" in window.messages.text)
    assert window.models.review.file.path == path


def test_a_reading_that_was_stopped_shows_nothing_later(
    models: Models, qtbot: QtBot, tmp_path: Path
) -> None:
    opening, game = models.opening, models.review.game
    paths = [tmp_path / f"{number}.sgf" for number in range(3)]
    for number, path in enumerate(paths):
        path.write_bytes(b"(;SZ[9]" + b";B[ee]" * (3000 * (2 - number) + 1) + b")")
    opening.open(paths[0])
    opening.stop()
    assert not opening.is_reading and models.review.game is game
    opening.open(paths[1])
    with qtbot.waitSignal(opening.opened):
        opening.open(paths[2])
    opening.close()
    assert models.review.file.path == paths[2]


def test_a_guess_is_not_saved_over_its_file_unasked(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, elsewhere = tmp_path / "guess.sgf", tmp_path / "elsewhere.sgf"
    data = "(;SZ[9]PB[이세돌];B[ee])".encode("cp949")
    path.write_bytes(data)
    assert window.models.review.open_path(path)
    window.models.review.apply(set_comment(window.models.review.game.root, "새"))
    asked: list[str] = []
    answers = [QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes]

    def answer(_parent: object, _title: str, question: str) -> QMessageBox.StandardButton:
        asked.append(question)
        return answers[len(asked) - 1]

    monkeypatch.setattr("irgo_app.gui.commands.file.QMessageBox.question", answer)
    monkeypatch.setattr(QFileDialog, "getSaveFileName",
                        lambda *_: ("", ""))
    assert not file.save(window.furnishing.context)
    assert path.read_bytes() == data and "guessed: cp949" in asked[0]
    assert file.save(window.furnishing.context) and len(asked) == 2
    assert "이세돌" in path.read_text("utf-8")
    assert (tmp_path / "guess.sgf.bak").read_bytes() == data
    assert file.save(window.furnishing.context) and len(asked) == 2
    assert not elsewhere.exists()


def test_a_name_without_ending_asks_before_it_overwrites(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "game.sgf"
    there.write_bytes(b"precious")
    answers = [QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes]
    asked: list[str] = []

    def answer(_parent: object, _title: str, question: str) -> QMessageBox.StandardButton:
        asked.append(question)
        return answers[len(asked) - 1]

    monkeypatch.setattr("irgo_app.gui.commands.file.QMessageBox.question", answer)
    monkeypatch.setattr(QFileDialog, "getSaveFileName",
                        lambda *_: (str(tmp_path / "game"), ""))
    assert not file.save_as(window.furnishing.context)
    assert there.read_bytes() == b"precious" and "game.sgf" in asked[0]
    assert file.save_as(window.furnishing.context)
    assert there.read_bytes().startswith(b"(;") and len(asked) == 2


def test_other_formats_are_saved_as_sgf(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.gib"
    path.write_bytes(b"\\HS\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\\GE\n")
    window.models.review.open_path(path)
    asked: list[str] = []

    def answer(_parent: object, _title: str, suggested: str, _filter: str) -> tuple[str, str]:
        asked.append(suggested)
        return suggested, ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    assert file.save(window.furnishing.context)
    assert asked == [str(tmp_path / "game.sgf")]
    assert load_file(tmp_path / "game.sgf").games[0].main_line()[1].move == (BLACK, 60)
    assert path.read_bytes().startswith(b"\\HS")
    assert file.save(window.furnishing.context) and len(asked) == 1


@pytest.fixture
def on_disk(window: Window, tmp_path: Path) -> Path:
    """A file that is open in the window, at move 2."""
    path = tmp_path / "shared.sgf"
    path.write_bytes(b"(;SZ[9];B[ee];W[cc];B[gg])")
    window.models.review.open_path(path)
    window.models.review.go_to(window.models.review.game.main_line()[2])
    return path


def change_on_disk(path: Path) -> None:
    path.write_bytes(b"(;SZ[9]C[theirs];B[ee];W[cc])")
    os.utime(path, (1, 1))


def test_an_unchanged_game_follows_its_file(
    window: Window, qtbot: QtBot, on_disk: Path
) -> None:
    change_on_disk(on_disk)
    window.furnishing.guard.look()
    models = window.models
    qtbot.waitUntil(lambda: not models.opening.is_reading)
    assert models.review.game.root.comment == "theirs" and "read again" in window.messages.text
    assert models.review.node is models.review.game.main_line()[2]


@pytest.mark.parametrize("answer, comment, is_modified", [
    (0, "mine", True), (1, "theirs", False)])
def test_when_both_changed_the_user_chooses(
    answer: int, comment: str, is_modified: bool, window: Window, qtbot: QtBot, on_disk: Path
) -> None:
    models = window.models
    models.review.apply(set_comment(models.review.game.root, "mine"))
    change_on_disk(on_disk)
    window.furnishing.guard.look()
    assert [button.text() for button in window.messages.answers] == [
        "Keep mine", "Use the file's", "Save mine as …"]
    window.messages.answers[answer].click()
    qtbot.waitUntil(lambda: not models.opening.is_reading)
    assert models.review.game.root.comment == comment
    assert models.review.file.is_modified == is_modified
    assert not window.messages.answers
    window.furnishing.guard.look()
    assert not window.messages.answers


def test_a_file_that_changed_takes_nothing_that_is_being_typed(
    window: Window, qtbot: QtBot, on_disk: Path
) -> None:
    notes = dock(window, "comment")
    assert isinstance(notes, NotesPanel)
    window.activateWindow()
    notes.name.setFocus()
    qtbot.keyClicks(notes.name, "Turning point")
    change_on_disk(on_disk)
    window.furnishing.guard.look()
    assert [button.text() for button in window.messages.answers][:1] == ["Keep mine"]
    assert window.models.review.node.name == "Turning point"


def test_qt_tells_of_a_change_on_disk(window: Window, on_disk: Path, qtbot: QtBot) -> None:
    change_on_disk(on_disk)
    qtbot.waitUntil(lambda: window.models.review.game.root.comment == "theirs")


def test_work_a_crash_left_behind_is_offered(
    window: Window, on_disk: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    models = window.models
    models.preferences.settings.path = tmp_path / "config" / "settings.toml"
    folder = models.preferences.settings.path.parent / JOURNAL_FOLDER
    lost = OpenFile(load_file(on_disk), on_disk, folder)
    tree = lost.games[0]
    lost.apply(tree, set_game_info(tree, replace(game_info(tree), white="irgo (glance)")))
    lost.apply(tree, set_comment(tree.main_line()[1], "not yet saved"))
    assert lost._journal is not None
    lost._journal.close()
    models.layout.set_mode(Mode.PLAY)
    window.furnishing.guard.offer_lost_work()
    qtbot.waitUntil(lambda: "shared.sgf" in window.messages.text)
    window.models.notices.tell("something else")
    assert "shared.sgf" in window.messages.text
    window.messages.answers[0].click()
    qtbot.waitUntil(lambda: not models.opening.is_reading)
    assert models.review.node.comment == "not yet saved" and models.review.file.is_modified
    assert models.review.node is models.review.game.main_line()[1]
    assert "irgo (glance) does not go on by itself" in window.messages.text
    assert models.layout.mode is Mode.PLAY, "it was being played"
    models.review.file.close()
    assert not list(folder.iterdir())


@pytest.mark.parametrize("mode, shown", [
    (Mode.PLAY, Mode.REVIEW), (Mode.REVIEW, Mode.REVIEW), (Mode.EDIT, Mode.EDIT)])
def test_a_record_that_is_opened_is_looked_at(
    window: Window, qtbot: QtBot, mode: Mode, shown: Mode
) -> None:
    models = window.models
    models.layout.set_mode(mode)
    models.review.new_game(9, 9, {})
    assert models.layout.mode is mode, "a new game is played"
    open_path(window.furnishing.context, str(GAMES[1]))
    qtbot.waitUntil(lambda: not models.opening.is_reading)
    assert models.review.file.path == GAMES[1] and models.layout.mode is shown


def test_a_record_named_at_the_start_is_looked_at_where_one_practised_last() -> None:
    settings = Settings()
    settings.layout["mode"] = Mode.PRACTICE.value
    first = FirstModels(settings)
    first.review.open_games(load_file(GAMES[1]), GAMES[1])
    first.layout.show_record()
    assert first.layout.mode is Mode.REVIEW


def test_unwanted_work_is_thrown_away(
    window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    models = window.models
    models.preferences.settings.path = tmp_path / "config" / "settings.toml"
    folder = models.preferences.settings.path.parent / JOURNAL_FOLDER
    lost = OpenFile(load_file(GAMES[1]), None, folder)
    lost.apply(lost.games[0], set_comment(lost.games[0].root, "x"))
    assert lost._journal is not None
    lost._journal.close()
    window.furnishing.guard.offer_lost_work()
    qtbot.waitUntil(lambda: "never saved" in window.messages.text)
    window.messages.answers[1].click()
    assert not list(folder.iterdir())


def test_the_chooser_shows_and_filters_games(window: Window, qtbot: QtBot) -> None:
    games = read_games(b"(;SZ[9]PB[Ana]PW[Bo]RE[B+R];B[ee])(;SZ[9]GN[Third try];B[aa])" * 20).games
    models = window.models
    models.review.open_games(GameFile(games), None)
    chooser = GameChooser(window, models.review, models.collection, Look())
    chooser.show()
    qtbot.waitUntil(lambda: len(chooser.model.icons) > 3)
    assert chooser.model.data(chooser.model.index(1)) == "2\nThird try"
    chooser.line.setText("ana")
    assert chooser.view.model().rowCount() == 20
    chooser.view.setCurrentIndex(chooser.view.model().index(3, 0))
    assert chooser.chosen() == 6
    chooser.close()


def test_games_are_added_taken_out_and_moved(window: Window, tmp_path: Path) -> None:
    models = window.models
    review, names = models.review, ("one", "two", "three")
    path = tmp_path / "three.sgf"
    path.write_text("".join(f"(;SZ[9]GN[{name}];B[ee];W[cc])" for name in names))
    assert review.open_path(path)
    chooser = GameChooser(window, review, models.collection, Look())

    def listed() -> list[str]:
        assert chooser.model.games == review.file.games
        return [game_info(tree).game_name for tree in chooser.model.games]

    node = review.game.main_line()[1]
    review.go_to(node)
    assert chooser.chosen() == 0 and not chooser.earlier.isEnabled()
    assert not chooser.back.isEnabled() and not window.isWindowModified()
    chooser.later.click()
    assert listed() == ["two", "one", "three"] and chooser.chosen() == 1
    assert review.node is node and window.isWindowModified()
    chooser.take_out.click()
    assert listed() == ["two", "three"] and game_info(review.game).game_name == "three"
    models.collection.add(read_games(b"(;SZ[9]GN[four])(;SZ[9]GN[five])").games)
    chooser.show_added()
    assert listed() == ["two", "three", "four", "five"] and chooser.chosen() == 3
    chooser.earlier.click()
    assert listed() == ["two", "three", "five", "four"] and not chooser.model.icons
    assert review.save(path) and not window.isWindowModified()
    assert [game_info(tree).game_name for tree in load_file(path).games] == [
        "two", "three", "five", "four"]
    while chooser.back.isEnabled():
        chooser.back.click()
    assert listed() == list(names) and window.isWindowModified()
    for _ in names:
        chooser.take_out.click()
    assert len(listed()) == 1 and not chooser.take_out.isEnabled(), "a file holds a game"
    assert not chooser.earlier.isEnabled() and not chooser.later.isEnabled()
    chooser.close()


def test_a_game_is_shown_where_it_was_left(models: Models) -> None:
    review = models.review
    review.open_games(read_games(b"(;SZ[9];B[ee](;W[cc])(;W[gg];B[cg]))(;SZ[9];B[aa])"), None)
    first = review.game
    node = first.root.children[0].children[1].children[0]
    review.go_to(node)
    review.show_file(review.file, 1)
    assert review.node is review.game.root
    review.show_file(review.file, 0)
    assert review.game is first and review.node is node
    assert review.position.stone_count() == 3


def test_games_of_other_files_are_asked_for_and_read(
    window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = window.models
    models.review.open_games(read_games(b"(;SZ[9]GN[one])"), None)
    first, broken = tmp_path / "first.sgf", tmp_path / "broken.sgf"
    first.write_text("(;SZ[9]GN[two])(;SZ[9]GN[three])")
    broken.write_text("nothing")
    asked = [[str(first)], [str(broken)], []]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (asked.pop(0), ""))

    def answer(chooser: GameChooser) -> QDialog.DialogCode:
        chooser.add.click()
        qtbot.waitUntil(lambda: not models.opening.is_reading)
        assert [game_info(tree).game_name for tree in chooser.model.games] == [
            "one", "two", "three"]
        chooser.add.click()
        qtbot.waitUntil(lambda: not models.opening.is_reading)
        assert "broken.sgf" in window.messages.text and len(chooser.model.games) == 3
        chooser.add.click()
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(GameChooser, "exec", answer)
    choose_game(window.furnishing.context)
    assert game_info(models.review.game).game_name == "three"


HOSTILE = ("<img src='http://198.51.100.1/x.png'><b>bold</b><script>alert(1)</script> & "
           "&lt; \u202e \x07 %s {0} ' \"")
TEXT_PROPERTIES = ("C", "N", "GN", "GC", "PB", "PW", "BR", "WR", "EV", "RO", "PC", "RE", "RU",
                   "DT", "AN", "US", "SO", "CP", "ON", "OT", "AP", "KM", "HA", "ZZ")


def hostile_game() -> bytes:
    raw = HOSTILE.replace("]", "\\]").encode()
    root = b"".join(name.encode() + b"[" + raw + b"]" for name in TEXT_PROPERTIES)
    return (b"(;SZ[9]CA[UTF-8]" + root + b"LB[aa:" + raw + b"][bb:<b>]AB[" + raw + b"]"
            b";B[" + raw + b"]C[" + raw + b"];W[ee]HO[" + raw + b"]TE[" + raw + b"])")


def test_hostile_text_is_shown_as_text_everywhere(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.review.open_games(read_games(hostile_game()), None)
    find = dock(window, "find")
    assert isinstance(find, FindPanel)
    find.line.setText("<b>")
    qtbot.waitUntil(lambda: find.results.count() == 2)
    for name in window.panels:
        dock(window, name)
    for node in models.review.game.nodes():
        models.review.go_to(node)
        window.models.notices.tell(f"About {node.name} {node.comment}")
        QApplication.processEvents()
        for label in window.findChildren(QLabel):
            assert "<b>" not in label.text() or label.textFormat() == Qt.TextFormat.PlainText
        for widget in window.findChildren(QWidget):
            assert "<b>" not in widget.toolTip()
        for point in range(81):
            assert "<" not in window._hover_text(point)
        picture = svg_of(models.scene.diagram(), size=300, look=Look())
        elements = list(ElementTree.fromstring(picture).iter())
        tags = {element.tag.split("}")[-1] for element in elements}
        assert not tags & {"b", "img", "script", "a"}
        links = [value for element in elements for name, value in element.attrib.items()
                 if name.endswith("href")]
        assert all(link.startswith(("data:", "#")) for link in links)
    for items in window.findChildren(QListWidget):
        assert items.count() >= 0
    again = read_games(write_games([models.review.game])).games[0]
    assert again.root.comment == models.review.game.root.comment


def test_every_edit_of_the_window_is_undone_by_name(
    board: Window, qtbot: QtBot
) -> None:
    models = board.models
    start = write_games([models.review.game])
    acts: list[Callable[[], object]] = [
        lambda: use(board, qtbot, "tr", "A1"), lambda: use(board, qtbot, "black", "B2"),
        lambda: use(board, qtbot, "play", "E5"), lambda: models.review.play(-1),
        lambda: models.review.apply(set_comment(models.review.node, "x"))]
    for act in acts:
        act()
        assert board.actions_by_id["undo"].text().startswith("Undo ")
    for _ in acts:
        models.review.undo()
    assert write_games([models.review.game]) == start and not models.review.file.is_modified
