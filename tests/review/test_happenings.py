"""Captures, kos and ladders of a game are found where they are, and nowhere else."""

import pytest

from irgo_app.errors import UsageError
from irgo_app.review.game_line import game_line
from irgo_app.review.happenings import GameHappening, happenings_of
from irgo_app.sgf.parser import read_games


def found(record: str, what: str) -> tuple[GameHappening, ...]:
    return happenings_of(game_line(read_games(record.encode()).games[0]), what)


KO = "(;SZ[9]AB[dd][cc][ce][bd]AW[de][dc][ed]PL[W];W[cd];B[hh];W[gg];B[dd];W[aa];B[bb];W[cd])"
"""White takes the ko at C6, Black takes it back at D6, White once more."""
LADDER = "(;SZ[19]AB[dd][ec][de]AW[ed]PL[B];B[fd];W[ee];B[ef];W[fe];B[ge];W[ff];B[fg])"


def test_captures_are_told_with_what_was_taken() -> None:
    one, *_ = found(KO, "captures")
    assert (one.number, one.json()["move"], one.json()["stones"]) == (1, "C6", ["D6"])
    [two] = found("(;SZ[5]AW[aa][ba]AB[ab][bb];B[ca];W[ee])", "captures")
    assert two.sentence == "Move 1, Black C5, takes 2 stones at A5, B5."
    # Stones that the record takes off are not taken.
    assert found("(;SZ[5];B[aa];AE[aa];W[bb];B[cc])", "captures") == ()


def test_a_ko_is_one_with_all_moves_that_take_it() -> None:
    [ko] = found(KO, "kos")
    assert ko.numbers == (1, 4, 7) and ko.json()["stones"] == ["C6", "D6"]
    assert ko.sentence == "A ko at C6, D6 is taken 3 times, by the moves 1, 4, 7."


def test_a_ladder_is_told_with_whether_it_works() -> None:
    [ladder] = found(LADDER, "ladders")
    assert ladder.works and ladder.numbers == (1, 3, 5, 7)
    # A stone on its way breaks it, and what runs once is none.
    [broken] = found(LADDER.replace("AW[ed]", "AW[ed][gh][hh][hg]"), "ladders")
    assert not broken.works
    assert found("(;SZ[19]AB[dd][ec]AW[ed]PL[B];B[fd];W[ee];B[aa])", "ladders") == ()


def test_nothing_else_can_be_looked_for() -> None:
    with pytest.raises(UsageError, match="captures, kos, ladders"):
        found(KO, "joseki")
