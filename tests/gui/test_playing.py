"""Steps, autoplay, trying, passing, resigning, counting, zooming: with real keys and the mouse."""

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from irgo_app.draw.board_geometry import BoardGeometry
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.gui.models.count import Counting
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.bars import OF_MODE, CountBar, StepBar, TrialBar
from irgo_app.gui.views.board_picture import WHOLE
from irgo_app.gui.views.timeline import LossesPanel
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.parser import read_games
from tests.gui.conftest import Window

SEVERAL = b"(;GM[1]SZ[9];B[aa])(;GM[1]SZ[9];B[bb])(;GM[1]SZ[9];B[cc])"


def place(window: Window, point: int) -> QPoint:
    x, y = window.board.geometry_in_pixels().centre(point)
    ratio = window.board.devicePixelRatioF()
    return QPoint(round(x / ratio), round(y / ratio))


def click(window: Window, qtbot: QtBot, point: int) -> None:
    qtbot.mouseClick(window.board, Qt.MouseButton.LeftButton, pos=place(window, point))


def press(
    window: Window, qtbot: QtBot, key: Qt.Key,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    window.activateWindow()
    qtbot.keyClick(window.windowHandle(), key, modifiers)


def board_place(window: Window) -> QRect:
    board = window.board
    return QRect(board.mapTo(window, QPoint(0, 0)), board.size())


def bar(window: Window, kind: type) -> object:
    found = window.findChild(kind)
    assert found is not None
    return found


@pytest.fixture
def small(window: Window) -> Window:
    """A game of nine lines with a few moves, at its end."""
    record = b"(;GM[1]SZ[9]KM[0.5];B[ec];W[gc];B[eg];W[gg];B[ee];W[ge])"
    window.models.review.open_games(read_games(record), None)
    window.models.review.go_to(window.models.review.game.main_line()[-1])
    return window


@pytest.mark.long_game
def test_the_step_buttons_step_and_say_where_we_are(window: Window, qtbot: QtBot) -> None:
    review, steps = window.models.review, bar(window, StepBar)
    line = review.game.main_line()
    for action_id, number in (("forward", 1), ("forward_10", 11), ("back", 10), ("back_10", 0),
                              ("last", review.game.move_number(line[-1])), ("first", 0)):
        qtbot.mouseClick(steps.buttons[action_id], Qt.MouseButton.LeftButton)
        assert review.game.move_number(review.node) == number
        assert steps.place.text() == f"{number} / {review.game.move_number(line[-1])}"
    assert steps.buttons["forward"].toolTip() == "Next move (Right)"


@pytest.mark.parametrize("mode", list(Mode))
def test_each_mode_has_its_buttons(mode: Mode, window: Window) -> None:
    window.models.layout.set_mode(mode)
    steps = bar(window, StepBar)
    ids = {action_id for found in OF_MODE.values() for action_id in found}
    assert {action_id for action_id in ids if steps.buttons[action_id].isVisible()} == set(
        OF_MODE[mode])


def test_autoplay_steps_to_the_end_and_any_other_step_ends_it(
    small: Window, qtbot: QtBot
) -> None:
    models = small.models
    models.preferences.set("autoplay_seconds", 0.2)
    models.review.go_to(models.review.game.root)
    press(small, qtbot, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert models.autoplay.is_on and small.actions_by_id["autoplay"].isChecked()
    qtbot.waitUntil(lambda: not models.autoplay.is_on)
    assert models.review.node is models.review.game.main_line()[-1]
    assert not small.actions_by_id["autoplay"].isChecked()
    models.review.go_to(models.review.game.root)
    small.actions_by_id["autoplay"].trigger()
    qtbot.waitUntil(lambda: models.review.node is not models.review.game.root)
    assert models.autoplay.is_on
    press(small, qtbot, Qt.Key.Key_Left)
    assert not models.autoplay.is_on


def test_what_is_tried_is_thrown_away_with_escape(small: Window, qtbot: QtBot) -> None:
    models, before = small.models, board_place(small)
    review = models.review
    start = review.game.node_of_move_number(4)
    known = list(start.children)
    review.go_to(start)
    press(small, qtbot, Qt.Key.Key_V)
    for point in (0, 1, 2):
        click(small, qtbot, point)
    assert bar(small, TrialBar).isVisible() and "3 moves" in bar(small, TrialBar).words.text()
    assert small.board.diagram.move_numbers == {0: 1, 1: 2, 2: 3}
    assert board_place(small) == before
    press(small, qtbot, Qt.Key.Key_Escape)
    assert (review.node, start.children) == (start, known)
    assert not review.file.is_modified and not bar(small, TrialBar).isVisible()
    assert small.board.diagram.move_numbers == {}
    press(small, qtbot, Qt.Key.Key_Right)
    assert review.game.move_number(review.node) == 5, "the line goes on as it was"


def test_what_is_tried_stays_with_enter_and_the_line_is_the_line(
    small: Window, qtbot: QtBot
) -> None:
    review = small.models.review
    start = review.game.node_of_move_number(4)
    following = start.children[0]
    review.go_to(start)
    press(small, qtbot, Qt.Key.Key_V)
    click(small, qtbot, 0)
    click(small, qtbot, 1)
    press(small, qtbot, Qt.Key.Key_Return)
    assert not small.models.trial.is_on and review.node is start
    assert [child.move for child in start.children] == [following.move, (BLACK, 0)]
    assert start.children[1].children[0].move == (WHITE, 1)
    assert review.game.child_on_path(start) is following


def leave_by_save(window: Window, path: object) -> None:
    assert window.models.review.save(path)


@pytest.mark.parametrize("leave", [
    lambda window, path: leave_by_save(window, path),
    lambda window, path: window.models.review.show_file(window.models.review.file, 0),
], ids=["save", "another game"])
def test_a_trial_never_gets_into_the_file_by_itself(
    leave: Callable[[Window, object], None], small: Window, qtbot: QtBot, tmp_path: object
) -> None:
    review = small.models.review
    end = review.node
    press(small, qtbot, Qt.Key.Key_V)
    click(small, qtbot, 0)
    assert len(end.children) == 1
    leave(small, tmp_path / "game.sgf")
    assert not end.children and not small.models.trial.is_on
    assert not review.file.is_modified


def test_undoing_what_was_there_before_ends_the_trial(small: Window, qtbot: QtBot) -> None:
    models = small.models
    click(small, qtbot, 0)
    press(small, qtbot, Qt.Key.Key_V)
    click(small, qtbot, 1)
    for _ in range(2):
        assert models.trial.is_on
        press(small, qtbot, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not models.trial.is_on


def test_two_passes_begin_the_count_and_clicks_kill(
    small: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_asked: QMessageBox.StandardButton.Yes)
    models, before = small.models, board_place(small)
    press(small, qtbot, Qt.Key.Key_P)
    assert models.review.node.move == (BLACK, PASS) and not models.counting.is_on
    press(small, qtbot, Qt.Key.Key_P)
    assert models.counting.is_on
    shown = bar(small, CountBar)
    assert shown.isVisible() and board_place(small) == before
    stone = next(point for point, cell in enumerate(models.review.position.cells)
                 if cell and models.review.position.colour_at(point) == WHITE)
    here = models.review.node
    was_dead = stone in models.counting.dead
    click(small, qtbot, stone)
    assert (stone in models.counting.dead) is not was_dead
    assert models.review.node is here and not here.children, "no stone was played"
    tip = shown.words.toolTip()
    assert re.search(r"\nBlack \d+: territory \d+ · \d+ prisoners?\nWhite ", tip)
    assert re.search(r"prisoners? · komi \d", tip)
    text = shown.result.text()
    qtbot.mouseClick(shown.write, Qt.MouseButton.LeftButton)
    assert game_info(models.review.game).result in (text, "0")
    assert not models.counting.is_on and not shown.isVisible()


def test_the_second_click_of_a_double_click_hits_nothing_that_came_under_it(
    small: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_asked: QMessageBox.StandardButton.Yes)
    models, left = small.models, Qt.MouseButton.LeftButton
    models.layout.set_mode(Mode.PLAY)

    def double_click(place: QPoint) -> QWidget:
        """Click twice, as the platform tells of it; return what is there for the second click."""
        for _ in range(2):
            found = small.childAt(place)
            for kind, buttons in ((QEvent.Type.MouseButtonPress, left),
                                  (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton)):
                event = QMouseEvent(kind, QPointF(found.mapFrom(small, place)), small.mapToGlobal(
                    QPointF(place)), left, buttons, Qt.KeyboardModifier.NoModifier)
                event.setTimestamp(clock[0])
                QApplication.sendEvent(found, event)
            clock[0] += 150
        clock[0] += 10_000
        return found

    def room(button: QWidget) -> QRect:
        return QRect(button.mapTo(small, QPoint()), button.size())

    clock = [100_000]
    for _ in range(2):
        models.opponent.play(PASS)
    here, shown = models.review.node, bar(small, CountBar)
    qtbot.waitUntil(shown.write.isEnabled)
    buttons = bar(small, StepBar).buttons
    both = room(shown.write).intersected(room(buttons["undo"]))
    assert double_click(both.center()) is buttons["undo"]
    assert game_info(models.review.game).result and not shown.isVisible()
    assert models.review.node is here, "nothing was taken back"
    double_click(room(buttons["count"]).center())
    assert shown.isVisible(), "the second click hit nothing that came"
    models.counting.end()
    # Where nothing has come or gone both clicks count.
    double_click(room(buttons["back"]).center())
    assert models.review.node is here.parent.parent


@pytest.mark.parametrize(("record", "is_finished"), [
    (b"(;GM[1]SZ[9]KM[6.5]AB[cc][cg]AW[gc][gg])", False),
    (b"(;GM[1]SZ[9]KM[6.5]AB[ca][cb][cc][cd][ce][cf][cg][ch][ci]"
     b"AW[ea][eb][ec][ed][ee][ef][eg][eh][ei]AB[da][db][dc][dd][de][df])", True)])
def test_a_count_tells_that_it_goes_on_and_that_a_game_is_not_finished(
    small: Window, qtbot: QtBot, record: bytes, is_finished: bool
) -> None:
    models = small.models
    models.review.open_games(read_games(record), None)
    models.counting.toggle()
    shown = bar(small, CountBar)
    said = shown.words
    assert said.text().startswith("dead stones are being searched")
    assert not shown.write.isEnabled() and models.counting.is_searching
    qtbot.waitUntil(lambda: not models.counting.is_searching)
    assert shown.write.isEnabled()
    assert ("not finished" in said.text()) is not is_finished
    assert "Black" in said.text() and "+ 6.5)" in said.text()
    # Where there is little room the sum stays, or that it is not finished.
    assert said.shorter[-1].startswith("Black 18 · " if is_finished else "not finished: ")
    if is_finished:
        assert said.shorter[-2].startswith("B 18 (18 + 0) · W ")
        assert said.shorter[-2].endswith("+ 6.5)")


def test_a_stone_in_doubt_is_no_open_point(
    small: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = small.models
    # Black holds the two columns on the left, which nobody doubts; the rest is in doubt.
    models.review.open_games(read_games(
        b"(;GM[1]SZ[9]KM[6.5]AB[ca][cb][cc][cd][ce][cf][cg][ch][ci]AW[gc][gg])"), None)
    counting = models.counting
    counting.toggle()
    monkeypatch.setattr(counting, "_owned", lambda: (1.0, 1.0, 1.0, *6 * [0.2]) * 9)
    assert counting.open_points == 6 * 9 - 2
    monkeypatch.setattr(counting, "_owned", lambda: 81 * (0.2,))
    assert counting.open_points == models.review.position.cells.count(0) == 70


def test_a_result_of_a_game_that_is_not_finished_is_asked_about(
    small: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, asked = small.models, list[str]()
    answer = QMessageBox.StandardButton.No

    def question(_parent: object, _title: str, text: str, *_buttons: object) -> object:
        asked.append(text)
        return answer

    monkeypatch.setattr(QMessageBox, "question", question)
    models.review.open_games(read_games(b"(;GM[1]SZ[9]KM[6.5]AB[cc][cg]AW[gc][gg])"), None)
    models.counting.toggle()
    qtbot.waitUntil(lambda: not models.counting.is_searching)
    shown = bar(small, CountBar)
    shown.write.click()
    assert "not finished" in asked[0] and models.counting.is_on
    assert not game_info(models.review.game).result
    answer = QMessageBox.StandardButton.Yes
    shown.write.click()
    assert game_info(models.review.game).result and not models.counting.is_on


def test_the_estimate_proposes_the_dead_stones(small: Window, qtbot: QtBot) -> None:
    models = small.models
    record = (b"(;GM[1]SZ[9]KM[0.5]AB[ca][cb][cc][cd][ce][cf][cg][ch][ci]"
              b"AW[ea][eb][ec][ed][ee][ef][eg][eh][ei][bh])")
    models.review.open_games(read_games(record), None)
    press(small, qtbot, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier
          | Qt.KeyboardModifier.ShiftModifier)
    lone = 7 * 9 + 1
    qtbot.waitUntil(lambda: models.counting.dead == {lone})
    assert isinstance(models.counting, Counting)
    assert models.counting.count.points == (18.0 + 1, 36.0 + 0.5)
    press(small, qtbot, Qt.Key.Key_Escape)
    assert not models.counting.is_on


def test_resigning_writes_the_result_and_can_be_undone(small: Window, qtbot: QtBot) -> None:
    models = small.models
    models.layout.set_mode(Mode.PLAY)
    here = models.review.node
    qtbot.mouseClick(bar(small, StepBar).buttons["resign"], Qt.MouseButton.LeftButton)
    assert game_info(models.review.game).result == "W+R"
    assert models.review.node is here
    assert "White wins" in small.messages.text
    models.review.undo()
    assert game_info(models.review.game).result == ""


def test_ctrl_and_the_wheel_zoom_at_the_mouse_and_the_middle_button_moves(
    window: Window, qtbot: QtBot
) -> None:
    board, node = window.board, window.models.review.node
    before = board.geometry_in_pixels()
    # Nearer to the corner what is at the mouse gives way, so that no edge is bare.
    point = 6 * 19 + 6
    spot = place(window, point)
    for _ in range(4):
        QApplication.sendEvent(board, QWheelEvent(
            QPointF(spot), board.mapToGlobal(QPointF(spot)), QPoint(), QPoint(0, 120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.ControlModifier,
            Qt.ScrollPhase.NoScrollPhase, False))
    near = board.geometry_in_pixels()
    assert near.cell > 2 * before.cell and window.models.review.node is node
    x, y = near.centre(point)
    assert abs(x - spot.x()) <= near.cell / 2 and abs(y - spot.y()) <= near.cell / 2
    start = board.rect().center()
    qtbot.mousePress(board, Qt.MouseButton.MiddleButton, pos=start)
    qtbot.mouseMove(board, start - QPoint(60, 40))
    qtbot.mouseRelease(board, Qt.MouseButton.MiddleButton, pos=start - QPoint(60, 40))
    moved = board.geometry_in_pixels()
    assert (near.left - moved.left, near.top - moved.top) == (pytest.approx(60, abs=2),
                                                              pytest.approx(40, abs=2))
    click(window, qtbot, 9 * 19 + 9)
    assert window.models.review.node.move == (BLACK, 9 * 19 + 9)
    press(window, qtbot, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert board.picture.zoom == WHOLE and board.geometry_in_pixels() == before


@pytest.mark.parametrize("size", [(600, 600), (900, 500), (300, 700)])
def test_a_zoomed_board_leaves_no_edge_bare(size: tuple[int, int]) -> None:
    fitted = BoardGeometry.fitted(19, 19, *size)
    zoom = WHOLE
    for x, y in ((0, 0), (size[0], 0), (size[0], size[1]), (10, size[1] // 2)):
        zoom = zoom.nearer(1.6, fitted, *size, x, y)
        left, top, wide, high = zoom.applied(fitted, *size).board_area()
        for begin, length, room in ((left, wide, size[0]), (top, high, size[1])):
            if length >= room:
                assert begin <= 1 and begin + length >= room - 1
            else:
                assert begin >= 0 and begin + length <= room + 1
    assert zoom.nearer(0.01, fitted, *size, 5, 5) == WHOLE


def test_keys_go_from_game_to_game_of_a_collection(window: Window, qtbot: QtBot) -> None:
    review, ctrl = window.models.review, Qt.KeyboardModifier.ControlModifier
    review.open_games(read_games(SEVERAL), None)
    press(window, qtbot, Qt.Key.Key_PageDown, ctrl)
    assert review.game is review.file.games[1]
    press(window, qtbot, Qt.Key.Key_PageDown, ctrl)
    press(window, qtbot, Qt.Key.Key_PageDown, ctrl)
    assert review.game is review.file.games[2]
    assert window.messages.text == "This is the last game of the file."
    press(window, qtbot, Qt.Key.Key_PageUp, ctrl)
    assert review.game is review.file.games[1]


@pytest.fixture
def with_losses(window: Window) -> Window:
    """A game of nine lines in which both have played in a corner for nothing."""
    record = b"(;SZ[9]KM[6.5];B[ee];W[gc];B[aa];W[cg];B[gg];W[ia];B[fc];W[gd])"
    window.models.review.open_games(read_games(record), None)
    return window


def test_n_goes_to_the_moves_that_lost_most(with_losses: Window, qtbot: QtBot) -> None:
    window, models = with_losses, with_losses.models
    review, losses = models.review, models.losses
    qtbot.waitUntil(lambda: losses.is_complete and len(losses.moves) > 1)
    listed = sorted(lost.number for lost in losses.moves)
    review.go_to(review.game.root)
    press(window, qtbot, Qt.Key.Key_N)
    assert review.game.move_number(review.node) == listed[0]
    press(window, qtbot, Qt.Key.Key_N)
    assert review.game.move_number(review.node) == listed[1]
    press(window, qtbot, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert review.game.move_number(review.node) == listed[0]
    points = [lost.mistake.points for lost in losses.moves]
    assert points == sorted(points, reverse=True)


def test_the_list_of_lost_points_leads_to_each_move(with_losses: Window, qtbot: QtBot) -> None:
    window, models = with_losses, with_losses.models
    panel = window.panels["losses"]
    assert isinstance(panel, LossesPanel)
    press(window, qtbot, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier
          | Qt.KeyboardModifier.ShiftModifier)
    assert panel.isVisible()
    qtbot.waitUntil(lambda: models.losses.is_complete and panel.list.count() > 1)
    assert panel.remark.isVisible() and panel.remark.text() == "at a first look"
    lost = models.losses.moves[1]
    row = panel.list.visualItemRect(panel.list.item(1))
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert models.review.node is lost.node
    assert f"{lost.number}." in panel.list.item(1).text()
    assert panel.list.currentRow() == 1
    models.review.go_to(models.review.game.root)
    assert panel.list.currentRow() == -1


def test_an_engine_of_the_record_is_believed_in_the_list(models: Models, qtbot: QtBot) -> None:
    models.review.open_games(read_games(SEVERAL.replace(b"B[aa]", b"B[ee];W[ge];B[aa]")), None)
    line = models.review.game.main_line()
    for node, lead in zip(line, (0.5, 1.0, 0.0, -9.0), strict=True):
        models.evaluations.note(node, EngineEvaluation(
            visits=100, winrate=0.5, score_lead=lead, candidates=()))
    qtbot.waitUntil(lambda: [lost.node for lost in models.losses.moves] == [line[3]])
    assert models.losses.moves[0].mistake.by_engine
    assert models.losses.moves[0].mistake.points == 9.0


@pytest.mark.parametrize(("typed", "reached"), [(3, 3), (9999, 6)])
def test_a_move_number_beyond_the_end_is_the_end(
    small: Window, monkeypatch: pytest.MonkeyPatch, typed: int, reached: int
) -> None:
    review = small.models.review
    review.open_games(read_games(b"(;SZ[9];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff])"), None)
    monkeypatch.setattr(QInputDialog, "getInt", lambda *asked: (min(typed, asked[-1]), True))
    small.actions_by_id["go_to_move"].trigger()
    assert review.game.move_number(review.node) == reached
