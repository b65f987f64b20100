"""For whom a game is told: by what was chosen, else by the ranks in the record."""

import pytest

from irgo_app.go.point import BLACK, WHITE
from irgo_app.review.level import AS_RECORDED, LEVELS, Audience, level_of_players
from irgo_app.settings import row_of
from irgo_app.sgf.game_info import GameInfo


@pytest.mark.parametrize(("black", "white", "level"), [
    ("", "", "kyu"), ("24k", "18k", "beginner"), ("5 kyu", "1k", "kyu"), ("3d", "2d", "dan"),
    ("3d", "4k", "kyu"), ("15级", "", "beginner"), ("9p", "7d", "dan"), ("strong", "3段", "dan")])
def test_the_weaker_player_says_how_a_game_is_told(black: str, white: str, level: str) -> None:
    assert level_of_players(GameInfo(black_rank=black, white_rank=white)) is LEVELS[level]


def test_a_side_is_told_by_its_own_rank_and_a_choice_counts_before_all() -> None:
    info = GameInfo(black_rank="3d", white_rank="20k")
    assert Audience(side=BLACK).level_for(info) is LEVELS["dan"]
    assert Audience(side=WHITE).level_for(info) is LEVELS["beginner"]
    assert Audience("kyu").level_for(info) is LEVELS["kyu"]
    assert Audience(AS_RECORDED).level_for(info) is LEVELS["beginner"]


def test_weaker_players_hear_of_larger_losses() -> None:
    beginner, kyu, dan = (LEVELS[name] for name in ("beginner", "kyu", "dan"))
    assert beginner.least > kyu.least > dan.least
    assert beginner.decided > kyu.decided > dan.decided
    assert set(row_of("story_level").choices) == {AS_RECORDED, *LEVELS}
