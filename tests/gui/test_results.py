"""How a game ended, in words and in few letters, and where the header says it."""

import pytest
from msgspec.structs import replace

from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.gui.views.window.header import lead_letters, result_words, short_result
from irgo_app.sgf.game_info import game_info, set_game_info
from tests.gui.conftest import Window


@pytest.mark.parametrize("result, words, short", [
    ("B+R", "Black won by resignation", "B+R"), ("W+Resign", "White won by resignation", "W+R"),
    ("B+3.5", "Black won by 3.5", "B+3.5"), ("W+12.0", "White won by 12", "W+12"),
    ("W+T", "White won on time", "W+T"), ("B+", "Black won", "B+"), ("0", "a draw", "0"),
    ("who knows", "who knows", "who knows"), ("B+R (really)", "B+R (really)", "B+R (really)"),
])
def test_a_result_is_said_in_words_and_in_few_letters(result: str, words: str, short: str) -> None:
    assert (result_words(result), short_result(result)) == (words, short)


def test_the_axis_names_the_leader() -> None:
    assert [lead_letters(points) for points in (20, 0, -7.5)] == ["B+20", "0", "W+7.5"]


def test_the_result_belongs_to_the_game_and_not_to_a_variation(window: Window) -> None:
    review, place = window.models.review, window.header.place
    review.apply(set_game_info(review.game, replace(game_info(review.game), result="B+R")))
    last = review.game.main_line()[-1]
    review.go_to(last)
    black = window.header.players[BLACK]
    assert place.text().endswith("Black won by resignation") and "B+R" in black.detail
    review.go_to(last.parent)
    review.play(0)
    assert review.node is not last and "wins" not in place.text()
    assert place.text().endswith("to play") and "B+R" not in black.detail


def test_after_two_passes_it_is_nobodys_turn(window: Window) -> None:
    review, header = window.models.review, window.header
    review.new_game(9, 9, {})
    window.models.opponent.play(PASS)
    assert header.place.text().endswith("White to play") and header.players[WHITE].is_to_play
    window.models.opponent.play(PASS)
    assert header.place.text().endswith(" · both have passed")
    assert not any(player.is_to_play for player in header.players.values())
    review.apply(set_game_info(review.game, replace(game_info(review.game), result="B+3.5")))
    assert header.place.text().endswith("Black won by 3.5")
