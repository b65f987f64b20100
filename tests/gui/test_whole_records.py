"""Edits of a whole record from the menu, and the handicap stones that a record does not show."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from irgo_app.gui.models.window import Mode
from irgo_app.sgf.game_info import game_info, game_rules
from irgo_app.sgf.parser import read_games
from tests.conftest import DATA
from tests.gui.conftest import Window

_LATER_MOVES = b"(;SZ[9]HA[2]KM[0.5]RU[Chinese];W[ce];B[eg])"


def answer(window: Window, qtbot: QtBot, title: str) -> None:
    button = next(found for found in window.messages.answers if found.text() == title)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_missing_handicap_stones_are_offered_and_set_up(window: Window, qtbot: QtBot) -> None:
    review = window.models.review
    review.open_games(read_games(_LATER_MOVES), None)
    assert "2 handicap stones" in window.messages.text
    answer(window, qtbot, "Usual points")
    assert game_rules(review.game).stones == 2 and not window.messages.answers
    review.go_to(review.game.main_line()[-1])
    assert [review.position.colour_at(point) for point in (24, 56)] == [1, 1]
    review.undo()
    assert game_rules(review.game).stones == 0
    window.furnishing.menus.actions["set_up_handicap"].trigger()
    assert game_rules(review.game).stones == 2
    window.furnishing.menus.actions["set_up_handicap"].trigger()
    assert "No handicap stones are missing" in window.messages.text


def test_where_they_lay_is_asked_if_the_moves_lie_on_the_usual_points(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    assert models.review.open_path(DATA / "sgf" / "reports" / "ha_without_ab.sgf")
    models.review.go_to(models.review.game.main_line()[-1])
    assert [found.text() for found in window.messages.answers] == ["Put them myself", "Leave it"]
    answer(window, qtbot, "Put them myself")
    assert models.review.node.parent is None and models.layout.mode is Mode.EDIT
    assert models.hand.tool.id == "black"
    window.board.point_clicked.emit(60, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    assert game_rules(models.review.game).stones == 1


@pytest.mark.parametrize("action, point, black", [
    ("turn_record_right", 17, "Ann"), ("turn_record_left", 63, "Ann"), ("mirror_record", 7, "Ann"),
    ("swap_colours", 1, "Bob")])
def test_a_whole_record_is_changed_from_the_menu_and_back(
    window: Window, action: str, point: int, black: str
) -> None:
    review = window.models.review
    review.open_games(read_games(b"(;SZ[9]PB[Ann]PW[Bob];B[ba];W[ee])"), None)
    review.go_to(review.game.main_line()[1])
    window.furnishing.menus.actions[action].trigger()
    assert review.node.move == (-1 if action == "swap_colours" else 1, point)
    assert game_info(review.game).black == black
    review.undo()
    assert review.node.move == (1, 1) and game_info(review.game).black == "Ann"
    review.redo()
    assert review.node.move is not None and review.node.move[1] == point


def test_the_games_of_a_file_become_one_and_a_position_becomes_a_game(window: Window) -> None:
    review = window.models.review
    review.open_games(read_games(b"(;SZ[9]PB[A];B[ee];W[cc])(;SZ[9]PB[C];B[ee];W[gg])"), None)
    window.furnishing.menus.actions["merge_games"].trigger()
    merged = review.file.games[-1]
    assert [game_info(merged, end).black for end in merged.leaves()] == ["A", "C"]
    review.go_to(review.game.main_line()[-1])
    window.furnishing.menus.actions["position_as_game"].trigger()
    assert review.file.games[-1].root.points("AB") == [40]
    assert len(review.file.games) == 4
