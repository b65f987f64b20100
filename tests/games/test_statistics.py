"""What keeps going wrong: told with ranges, from enough games alone, with examples that open."""

import random
import zlib
from pathlib import Path

import msgspec
import pytest

from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.index import GamesIndex, GameSummary, KeptReading
from irgo_app.games.reading import KeptMistake, ReadGame, read_game_of
from irgo_app.games.statistics import (LEAST_GAMES, cards_of, example_words, own_lines, share_words,
                                       statistics_of, statistics_words)
from irgo_app.games.table import TableLine, lines_of
from irgo_app.practice.card import Theme
from irgo_app.practice.card_file import written
from tests.practice.cards import card


def keep(index: GamesIndex, line: TableLine, *mistakes: KeptMistake, paces: int = 0,
         cards: tuple[str, ...] = ()) -> None:
    assert line.colour is not None
    found = ReadGame(mistakes, ("OPENING",), ((paces, 0, paces),) * 2, cards)
    index.keep_readings([KeptReading(
        line.row.key, GameSummary("judge"), zlib.compress(msgspec.msgpack.encode(found)))])


@pytest.fixture
def lines(index: GamesIndex, folder: Path) -> list[TableLine]:
    index.add_source(folder)
    index.add_name("Anna")
    bring_up_to_date(index)
    return lines_of(index.rows(), index.own_names())


def read_all(index: GamesIndex, lines: list[TableLine]) -> list[TableLine]:
    """Let every game lose 20 points by life and death, and the first 5 ten more in the endgame."""
    for at, line in enumerate(lines):
        assert line.colour is not None
        mistakes = [KeptMistake(50 + at, line.colour, 20.0, Theme.LIFE, "MIDDLE", 0),
                    KeptMistake(60, -line.colour, 99.0, Theme.LIFE, "MIDDLE", 0)]
        if at < 5:
            mistakes.append(KeptMistake(
                200, line.colour, 10.0 + at, Theme.ENDGAME, "ENDGAME", 2))
        keep(index, line, *mistakes, paces=50)
    return lines_of(index.rows(), index.own_names())


def test_points_a_game_by_theme_phase_and_clock(
    index: GamesIndex, lines: list[TableLine]
) -> None:
    found = statistics_of(index, read_all(index, lines))
    assert (found.asked, found.games, found.is_enough) == (12, 12, True)
    life, endgame = found.themes
    assert (life.name, life.points, life.low, life.high, life.games) == ("life", 20, 20, 20, 12)
    assert (endgame.name, endgame.games) == ("endgame", 5)
    assert endgame.points == pytest.approx(60 / 12)
    assert 0 < endgame.low < endgame.points < endgame.high < 12
    assert [share.points for share in found.phases] == pytest.approx([0, 20, 5])
    quick, slow = found.paces
    assert (quick.points, slow.points) == (pytest.approx(40), pytest.approx(10))
    assert found.lost == pytest.approx(25)
    assert [example.points for example in endgame.examples] == [14, 13, 12]
    assert [example.points for example in found.worst] == [34, 33, 32]
    row = index.row(endgame.examples[0].game)
    assert (row.id, endgame.examples[0].move) == (lines[4].row.id, 200)
    assert "move 200: 14 points" in str(example_words(endgame.examples[0]))
    assert "5.0 points (" in str(share_words(endgame))
    assert "25 points a game in 12 games" in str(statistics_words(found))


def test_the_last_games_alone(index: GamesIndex, lines: list[TableLine]) -> None:
    found = statistics_of(index, read_all(index, lines), 10)
    assert (found.asked, found.games) == (10, 10)
    assert found.themes[1].points == pytest.approx(6)


def test_nothing_is_told_of_too_few_games(index: GamesIndex, lines: list[TableLine]) -> None:
    for line in lines[:LEAST_GAMES - 1]:
        keep(index, line, KeptMistake(9, line.colour or 1, 30.0, Theme.ATTACK, "MIDDLE"))
    found = statistics_of(index, lines_of(index.rows(), index.own_names()))
    assert not found.is_enough
    assert (found.themes, found.phases, found.paces) == ((), (), ())
    assert "fewer say nothing" in str(statistics_words(found))


def test_the_range_holds_what_games_would_give_on_average(
    index: GamesIndex, lines: list[TableLine]
) -> None:
    """In four of five sets of games the true mean lies in the range."""
    dice, held = random.Random(5), 0
    for _ in range(40):
        for line in lines:
            lost = dice.choice((0.0, 0.0, 10.0, 30.0))
            keep(index, line, *([KeptMistake(9, line.colour or 1, lost, Theme.LIFE, "MIDDLE")]
                                if lost else []))
        found = statistics_of(index, lines_of(index.rows(), index.own_names()))
        held += found.themes[0].low <= 10.0 <= found.themes[0].high
    assert 24 <= held <= 39


def test_other_peoples_games_are_left_out(index: GamesIndex, lines: list[TableLine]) -> None:
    others = lines_of(index.rows(), {"nobody"})
    assert own_lines(others, 0) == []
    found = statistics_of(index, others)
    assert (found.asked, found.is_enough) == (0, False)
    assert "names you play under" in str(statistics_words(found))


def test_cards_of_ones_own_mistakes(index: GamesIndex, lines: list[TableLine]) -> None:
    made = card()
    own = next(line for line in lines if line.colour == made.position.to_play)
    other = next(line for line in lines if line.colour == -made.position.to_play)
    for line in (own, other):
        keep(index, line, cards=(written(made), "no card"))
    found = lines_of(index.rows(), index.own_names())
    assert [one.id for one in cards_of(index, found)] == [made.id]
    assert cards_of(index, found, made.themes[0]) != []
    other_theme = next(theme for theme in Theme if theme != made.themes[0])
    assert cards_of(index, found, other_theme) == []


def test_what_does_not_decode_is_no_reading() -> None:
    assert read_game_of(b"rubbish") == read_game_of(zlib.compress(b"\x01")) == ReadGame()
