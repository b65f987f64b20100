"""Editing in the window: tools, notes, find, repairs, branches, files that change, lost work."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Mark, MarkShape
from irgo_app.draw.export import svg_of
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE, Point
from irgo_app.gui.models.file_reading import FileReading
from irgo_app.gui.models.session import JOURNAL_FOLDER
from irgo_app.gui.models.tools import PLAY, TOOLS
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.dialogs.game_chooser import GameChooser
from irgo_app.gui.views.panels.find_panel import FindPanel
from irgo_app.gui.views.panels.notes_panel import NotesPanel
from irgo_app.gui.views.panels.repairs_panel import RepairsPanel
from irgo_app.gui.views.panels.tree_panel import TreePanel
from irgo_app.review.diagram import diagram_of
from irgo_app.review.open_file import OpenFile
from irgo_app.sgf.annotations import MOVE_ANNOTATIONS
from irgo_app.sgf.edit_actions import set_comment
from irgo_app.sgf.reader import load_file, read_games
from irgo_app.sgf.writer import write_games
from tests.conftest import DATA, GAMES

LEFT = Qt.MouseButton.LeftButton


def at(name: str, window: MainWindow) -> Point:
    position = window.session.position
    return point_of_vertex(name, position.columns, position.rows)


def place(name: str, window: MainWindow) -> QPoint:
    """Return where a point lies in the board widget."""
    x, y = window.board.geometry_in_pixels().centre(at(name, window))
    ratio = window.board.devicePixelRatioF()
    return QPoint(round(x / ratio), round(y / ratio))


def use(window: MainWindow, qtbot: QtBot, tool_id: str, *names: str) -> None:
    """Take a tool and click points with it."""
    window.hand.take(next(tool for tool in TOOLS if tool.id == tool_id))
    for name in names:
        qtbot.mouseClick(window.board, LEFT, pos=place(name, window))


def drag(window: MainWindow, qtbot: QtBot, *names: str) -> None:
    """Press on the first point, draw over the others, release on the last."""
    qtbot.mousePress(window.board, LEFT, pos=place(names[0], window))
    for name in names[1:]:
        qtbot.mouseMove(window.board, place(name, window))
    qtbot.mouseRelease(window.board, LEFT, pos=place(names[-1], window))


def dock(window: MainWindow, name: str) -> QWidget:
    window.show_dock(name)
    return window.docks[name].widget()


@pytest.fixture
def board(window: MainWindow) -> MainWindow:
    """The window with an empty 9x9 game."""
    window.session.new_game(9, 9, {})
    return window


@pytest.mark.parametrize("tool_id, identifier, raws", [
    ("black", "AB", ["cg"]), ("white", "AW", ["cg"]), ("tr", "TR", ["cg"]), ("sq", "SQ", ["cg"]),
    ("cr", "CR", ["cg"]), ("ma", "MA", ["cg"]), ("sl", "SL", ["cg"]), ("tb", "TB", ["cg"]),
    ("tw", "TW", ["cg"]), ("letter", "LB", ["cg:A"]), ("number", "LB", ["cg:1"]),
    ("dd", "DD", ["cg"]), ("vw", "VW", ["cg"])])
def test_each_tool_writes_its_property_and_takes_it_off(
    tool_id: str, identifier: str, raws: list[str], board: MainWindow, qtbot: QtBot
) -> None:
    node = board.session.node
    before = dict(node.properties)
    use(board, qtbot, tool_id, "C3")
    assert node.properties[identifier] == raws
    use(board, qtbot, tool_id, "C3")
    left = {name: values for name, values in node.properties.items() if values != [""]}
    assert left == before
    board.session.undo()
    board.session.undo()
    assert node.properties == before


def test_letters_and_numbers_count_on(board: MainWindow, qtbot: QtBot) -> None:
    use(board, qtbot, "letter", "A1", "B1", "C1")
    use(board, qtbot, "letter", "B1")
    use(board, qtbot, "number", "A9", "B9")
    use(board, qtbot, "letter", "D1")
    assert sorted(board.session.node.labels.values()) == ["1", "2", "A", "B", "C"]


def test_setup_behind_a_move_gets_a_node_of_its_own(board: MainWindow, qtbot: QtBot) -> None:
    session = board.session
    session.play(at("E5", board))
    moved = session.node
    use(board, qtbot, "white", "C3", "C4")
    assert session.node.parent is moved and "AW" not in moved.properties
    assert session.node.properties == {"AW": ["cg", "cf"]}
    use(board, qtbot, "erase", "E5")
    assert session.position.colour_at(at("E5", board)) == 0
    use(board, qtbot, "black", "C3")
    assert session.position.colour_at(at("C3", board)) == BLACK
    assert session.node.properties == {"AW": ["cf"], "AE": ["ee"], "AB": ["cg"]}


def test_dragging_paints_and_takes_off(board: MainWindow, qtbot: QtBot) -> None:
    session = board.session
    window = board
    use(window, qtbot, "black")
    drag(window, qtbot, "A1", "B1", "C1")
    row = [at(name, window) for name in ("A1", "B1", "C1", "D1")]
    assert [session.position.colour_at(point) for point in row] == [BLACK, BLACK, BLACK, 0]
    drag(window, qtbot, "B1", "C1", "D1")
    assert [session.position.colour_at(point) for point in row] == [BLACK, 0, 0, 0]
    use(window, qtbot, "arrow")
    drag(window, qtbot, "A9", "C7")
    assert session.node.properties["AR"] == ["aa:cc"]
    use(window, qtbot, "line")
    drag(window, qtbot, "A9", "C7")
    drag(window, qtbot, "C7", "A9")
    assert "LN" not in session.node.properties and "AR" in session.node.properties
    window.commands.actions["clear_markup"].trigger()  # type: ignore[union-attr]
    assert "AR" not in session.node.properties


def test_a_tool_never_plays_and_escape_puts_it_down(board: MainWindow, qtbot: QtBot) -> None:
    use(board, qtbot, "tr", "E5")
    assert board.session.node.parent is None and board.hand.why_no_ghost(0)
    board.commands.stop_analysis()  # type: ignore[union-attr]
    assert board.hand.tool is PLAY and board.hand.why_no_ghost(0) is None
    use(board, qtbot, "play", "E5")
    assert board.session.node.move == (BLACK, at("E5", board))


def test_dimming_lasts_until_it_is_changed(board: MainWindow, qtbot: QtBot) -> None:
    session = board.session
    use(board, qtbot, "dd", "A1", "B1")
    use(board, qtbot, "play", "E5")
    shown = diagram_of(session.node, session.position).drawables
    dimmed = {mark.point for mark in shown
              if isinstance(mark, Mark) and mark.shape is MarkShape.DIMMED}
    assert dimmed == {at("A1", board), at("B1", board)}
    use(board, qtbot, "dd", "A1")
    assert session.node.properties["DD"] == ["bi"]
    assert session.game.root.properties["DD"] == ["ai", "bi"]


def test_the_side_to_move_is_changed(board: MainWindow) -> None:
    session = board.session
    board.commands.actions["side"].trigger()  # type: ignore[union-attr]
    assert session.position.to_play == WHITE and session.node.properties["PL"] == ["W"]
    session.undo()
    assert session.position.to_play == BLACK


def test_signs_name_and_bookmark_of_a_node(window: MainWindow, qtbot: QtBot) -> None:
    session = window.session
    notes = dock(window, "comment")
    assert isinstance(notes, NotesPanel)
    session.go_to(session.game.node_of_move_number(10))
    notes.move_sign.setCurrentIndex(1)
    notes.move_sign.activated.emit(1)
    assert session.node.properties["TE"] == ["2"]
    notes.move_sign.activated.emit(5)
    assert session.node.properties["BM"] == ["1"] and "TE" not in session.node.properties
    notes.position_sign.activated.emit(2)
    notes.name.setText("Turning [point]")
    notes.bookmark.click()
    marked = session.node
    session.go_to(session.game.root)
    assert marked.name == "Turning [point]"
    assert marked.properties["GB"] == ["1"] and marked.properties["HO"] == ["1"]
    assert notes.name.text() == "" and not notes.bookmark.isChecked()
    window.commands.actions["bookmark_forward"].trigger()  # type: ignore[union-attr]
    assert session.node is marked and notes.bookmark.isChecked()
    assert notes.move_sign.currentIndex() == MOVE_ANNOTATIONS.index(
        next(row for row in MOVE_ANNOTATIONS if row.sign == "?")) + 1
    notes.move_sign.activated.emit(0)
    assert "BM" not in session.node.properties
    assert session.undo_stack.undo_title == "remove annotation"


def test_find_goes_from_hit_to_hit(window: MainWindow, qtbot: QtBot) -> None:
    session = window.session
    line = session.game.main_line()
    for number in (5, 9):
        session.go_to(line[number])
        session.apply(set_comment(line[number], f"The Ladder works\nfor move {number}"))
    panel = dock(window, "find")
    assert isinstance(panel, FindPanel)
    panel.line.setText("ladder")
    qtbot.waitUntil(lambda: panel.results.count() == 2)
    assert panel.results.item(0).text() == "5  The Ladder works for move 5"
    for expected in (5, 9, 5):
        window.commands.find_step(1)  # type: ignore[union-attr]
        assert session.node is line[expected]
    move = line[7].move
    assert move is not None
    panel.line.setText("no such words")
    qtbot.waitUntil(lambda: panel.results.count() == 0)


def test_a_repair_leads_to_its_node(window: MainWindow) -> None:
    session = window.session
    session.open_games(read_games(b"(;SZ[9];B[ee])(;SZ[9];B[aa];W[zz];B[cc])"), None)
    panel = dock(window, "repairs")
    assert isinstance(panel, RepairsPanel)
    assert panel.item(0).text() == (
        "line 1, column 28: The move [zz] is not on the board; read as a pass.")
    panel.setCurrentRow(0)
    panel.itemClicked.emit(panel.item(0))
    assert session.game is session.file.games[1]
    assert session.node.properties["W"] == ["zz"]


def test_forbidden_moves_are_crossed_out_in_the_tree(window: MainWindow) -> None:
    session = window.session
    session.open_path(DATA / "sgf" / "wild" / "38_occupied.sgf")
    panel = dock(window, "tree")
    assert isinstance(panel, TreePanel)
    assert panel._odd == {session.game.main_line()[2].id}
    session.go_to(session.game.main_line()[3])
    assert session.position.colour_at(at("Q16", window)) == WHITE


def test_branches_are_cut_copied_and_pasted(window: MainWindow, qtbot: QtBot) -> None:
    session, files = window.session, window.commands.files  # type: ignore[union-attr]
    line = session.game.main_line()
    session.go_to(line[20])
    files.copy_branch()
    session.go_to(line[10])
    files.paste_branch()
    assert len(line[10].children) == 2
    copy = line[10].children[1]
    assert copy.properties == line[20].properties and session.node is copy
    assert copy.children[0].properties == line[21].properties
    files.cut_branch()
    assert len(line[10].children) == 1 and session.undo_stack.undo_title == "cut branch"
    session.undo()
    assert line[10].children[1] is copy
    session.new_game(9, 9, {})
    files.paste_branch()
    assert "another size" in window.messages.text and not session.game.root.children
    files.copy_text()
    assert QApplication.clipboard().text().count("\n") == 10


def test_a_large_file_is_read_in_the_background(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("irgo_app.sgf.reader.LARGE_FILE", 1000)
    files = window.commands.files  # type: ignore[union-attr]
    path = tmp_path / "long.sgf"
    path.write_bytes(b"(;SZ[19]" + b";B[aa];W[bb]" * 9000 + b")")
    told: list[tuple[int, int]] = []
    with qtbot.waitSignal(window.session.game_changed):
        files.open_path(str(path))
        assert isinstance(files._reading, FileReading)
        files._reading.progress.connect(lambda done, total: told.append((done, total)))
    assert window.session.file.path == path
    assert sum(1 for _ in window.session.game.nodes()) == 18001
    assert told and all(0 < done <= total for done, total in told)


def test_reading_can_be_stopped(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "long.sgf"
    path.write_bytes(b"(;SZ[19]" + b";B[aa];W[bb]" * 9000 + b")")
    game = window.session.game
    reading = FileReading(path, None, window)
    with qtbot.waitSignal(reading.failed) as told:
        reading.stop()
        reading.start()
    assert "was stopped" in told.args[0] and window.session.game is game


def test_read_again_in_another_charset(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "name.sgf"
    path.write_bytes("(;SZ[9]PB[Müller];B[ee])".encode("cp1252"))
    files = window.commands.files  # type: ignore[union-attr]
    for charset, name in (("cp1251", "Mьller"), ("cp1252", "Müller")):
        with qtbot.waitSignal(window.session.game_changed):
            files.open_path(str(path)) if window.session.file.path != path else None
            files.reopen(charset)
        qtbot.waitUntil(lambda name=name: window.session.game.root.properties["PB"] == [name])


def test_other_formats_are_saved_as_sgf(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.gib"
    path.write_bytes(b"\\HS\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\\GE\n")
    window.session.open_path(path)
    asked: list[str] = []

    def answer(_parent: object, _title: str, suggested: str, _filter: str) -> tuple[str, str]:
        asked.append(suggested)
        return suggested, ""

    monkeypatch.setattr("irgo_app.gui.commands.file_actions.QFileDialog.getSaveFileName", answer)
    assert window.commands.files.save()  # type: ignore[union-attr]
    assert asked == [str(tmp_path / "game.sgf")]
    assert load_file(tmp_path / "game.sgf").games[0].main_line()[1].move == (BLACK, 60)
    assert path.read_bytes().startswith(b"\\HS")
    assert window.commands.files.save() and len(asked) == 1  # type: ignore[union-attr]


@pytest.fixture
def on_disk(window: MainWindow, tmp_path: Path) -> Path:
    """A file that is open in the window, at move 2."""
    path = tmp_path / "shared.sgf"
    path.write_bytes(b"(;SZ[9];B[ee];W[cc];B[gg])")
    window.session.open_path(path)
    window.session.go_to(window.session.game.main_line()[2])
    return path


def change_on_disk(path: Path) -> None:
    path.write_bytes(b"(;SZ[9]C[theirs];B[ee];W[cc])")
    os.utime(path, (1, 1))


def test_an_unchanged_game_follows_its_file(window: MainWindow, on_disk: Path) -> None:
    change_on_disk(on_disk)
    window.guard.look()
    session = window.session
    assert session.game.root.comment == "theirs" and "read again" in window.messages.text
    assert session.node is session.game.main_line()[2]


@pytest.mark.parametrize("answer, comment, is_modified", [
    (0, "mine", True), (1, "theirs", False)])
def test_when_both_changed_the_user_chooses(
    answer: int, comment: str, is_modified: bool, window: MainWindow, on_disk: Path
) -> None:
    session = window.session
    session.apply(set_comment(session.game.root, "mine"))
    change_on_disk(on_disk)
    window.guard.look()
    assert [button.text() for button in window.messages.answers] == [
        "Keep mine", "Take the file's", "Save mine as …"]
    window.messages.answers[answer].click()
    assert session.game.root.comment == comment and session.file.is_modified == is_modified
    assert not window.messages.answers
    window.guard.look()
    assert not window.messages.answers


def test_qt_tells_of_a_change_on_disk(window: MainWindow, on_disk: Path, qtbot: QtBot) -> None:
    change_on_disk(on_disk)
    qtbot.waitUntil(lambda: window.session.game.root.comment == "theirs")


def test_work_a_crash_left_behind_is_offered(
    window: MainWindow, on_disk: Path, tmp_path: Path
) -> None:
    session = window.session
    session.settings.path = tmp_path / "config" / "settings.toml"
    folder = session.settings.path.parent / JOURNAL_FOLDER
    lost = OpenFile(load_file(on_disk), on_disk, folder)
    tree = lost.games[0]
    lost.apply(tree, set_comment(tree.main_line()[1], "not yet saved"))
    assert lost._journal is not None
    lost._journal.close()
    window.guard.offer_lost_work()
    assert "shared.sgf" in window.messages.text
    window.show_message("something else")
    assert "shared.sgf" in window.messages.text
    window.messages.answers[0].click()
    assert session.node.comment == "not yet saved" and session.file.is_modified
    assert session.node is session.game.main_line()[1]
    session.file.close()
    assert not list(folder.iterdir())


def test_unwanted_work_is_thrown_away(window: MainWindow, tmp_path: Path) -> None:
    session = window.session
    session.settings.path = tmp_path / "config" / "settings.toml"
    folder = session.settings.path.parent / JOURNAL_FOLDER
    lost = OpenFile(load_file(GAMES[1]), None, folder)
    lost.apply(lost.games[0], set_comment(lost.games[0].root, "x"))
    assert lost._journal is not None
    lost._journal.close()
    window.guard.offer_lost_work()
    assert "never saved" in window.messages.text
    window.messages.answers[1].click()
    assert not list(folder.iterdir())


def test_the_chooser_shows_and_filters_games(window: MainWindow, qtbot: QtBot) -> None:
    games = read_games(b"(;SZ[9]PB[Ana]PW[Bo]RE[B+R];B[ee])(;SZ[9]GN[Third try];B[aa])" * 20).games
    chooser = GameChooser(window, games, Look())
    chooser.show()
    qtbot.waitUntil(lambda: chooser.model.picture_count() > 3)
    assert chooser.model.data(chooser.model.index(1)) == "2\nThird try"
    chooser.line.setText("ana")
    assert chooser.view.model().rowCount() == 20
    chooser.view.setCurrentIndex(chooser.view.model().index(3, 0))
    assert chooser.chosen() == 6
    chooser.close()


HOSTILE = ("<img src='http://198.51.100.1/x.png'><b>bold</b><script>alert(1)</script> & "
           "&lt; \u202e \x07 %s {0} ' \"")
TEXT_PROPERTIES = ("C", "N", "GN", "GC", "PB", "PW", "BR", "WR", "EV", "RO", "PC", "RE", "RU",
                   "DT", "AN", "US", "SO", "CP", "ON", "OT", "AP", "KM", "HA", "ZZ")


def hostile_game() -> bytes:
    raw = HOSTILE.replace("]", "\\]").encode()
    root = b"".join(name.encode() + b"[" + raw + b"]" for name in TEXT_PROPERTIES)
    return (b"(;SZ[9]CA[UTF-8]" + root + b"LB[aa:" + raw + b"][bb:<b>]AB[" + raw + b"]"
            b";B[" + raw + b"]C[" + raw + b"];W[ee]HO[" + raw + b"]TE[" + raw + b"])")


def test_hostile_text_is_shown_as_text_everywhere(window: MainWindow, qtbot: QtBot) -> None:
    session = window.session
    session.open_games(read_games(hostile_game()), None)
    find = dock(window, "find")
    assert isinstance(find, FindPanel)
    find.line.setText("<b>")
    qtbot.waitUntil(lambda: find.results.count() == 2)
    for name in window.docks:
        dock(window, name)
    for node in session.game.nodes():
        session.go_to(node)
        window.show_message(f"About {node.name} {node.comment}")
        QApplication.processEvents()
        for label in window.findChildren(QLabel):
            assert "<b>" not in label.text() or label.textFormat() == Qt.TextFormat.PlainText
        for widget in window.findChildren(QWidget):
            assert "<b>" not in widget.toolTip()
        for point in range(81):
            assert "<" not in window._hover_text(point)
        picture = svg_of(session.diagram(), size=300, look=Look())
        elements = list(ElementTree.fromstring(picture).iter())
        tags = {element.tag.split("}")[-1] for element in elements}
        assert not tags & {"b", "img", "script", "a"}
        links = [value for element in elements for name, value in element.attrib.items()
                 if name.endswith("href")]
        assert all(link.startswith(("data:", "#")) for link in links)
    for items in window.findChildren(QListWidget):
        assert items.count() >= 0
    again = read_games(write_games([session.game])).games[0]
    assert again.root.comment == session.game.root.comment


def test_every_edit_of_the_window_is_undone_by_name(
    board: MainWindow, qtbot: QtBot
) -> None:
    session = board.session
    start = write_games([session.game])
    acts: list[Callable[[], object]] = [
        lambda: use(board, qtbot, "tr", "A1"), lambda: use(board, qtbot, "black", "B2"),
        lambda: use(board, qtbot, "play", "E5"), lambda: session.play(-1),
        lambda: session.apply(set_comment(session.node, "x"))]
    for act in acts:
        act()
        assert board.commands.actions["undo"].text().startswith("Undo ")  # type: ignore[union-attr]
    for _ in acts:
        session.undo()
    assert write_games([session.game]) == start and not session.file.is_modified
