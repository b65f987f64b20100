"""How long moves took, and what other programs wrote of who leads."""

import pytest

from irgo_app.sgf.move_times import seconds_of_move, seconds_of_moves, time_words, times_of_moves
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.sgf.program_curves import curve_of_program, word_of_program
from tests.conftest import DATA


def times(text: str) -> list[float | None]:
    return seconds_of_moves(read_games(f"(;SZ[9]{text})".encode()).games[0].main_line())[1:]


@pytest.mark.parametrize("text, expected", [
    ("TM[600];B[aa]BL[590];W[bb]WL[595.5];C[x];B[cc]BL[500]", [10.0, 4.5, None, 90.0]),
    (";B[aa]BL[590];W[bb]WL[595];B[cc]BL[500]", [None, None, 90.0]),
    ("TM[60]OT[5x30 byo-yomi];B[aa]BL[50];W[bb]WL[55];B[cc]BL[20]OB[5];W[dd]WL[40];"
     "B[ee]BL[18]OB[5];W[ff]WL[30];B[gg]BL[5]OB[3]", [10.0, 5.0, 60.0, 15.0, 12.0, 10.0, 85.0]),
    ("OT[25/600 Canadian];B[aa]BL[400]OB[20];W[bb];B[cc]BL[380]OB[19];W[dd];B[ee]BL[600]OB[25]",
     [None, None, 20.0, None, None]),
    (";B[aa]BL[x];W[bb];B[cc]BL[10]", [None, None, None])])
def test_seconds_of_moves(text: str, expected: list[float | None]) -> None:
    assert times(text) == expected
    line = read_games(f"(;SZ[9]{text})".encode()).games[0].main_line()[1:]
    assert [seconds_of_move(node) for node in line] == expected


def test_who_is_short_of_time() -> None:
    line = read_games(b"(;SZ[9]TM[60]OT[3x30 byo-yomi];B[aa]BL[29];W[bb]WL[30]OW[2];B[cc]BL[30]"
                      b"OB[1];W[dd])").games[0].main_line()
    assert [time and time.is_short for time in times_of_moves(line)] == [
        None, True, False, True, None]
    canadian = read_games(b"(;SZ[9]OT[25/600 Canadian];B[aa]BL[90]OB[10];W[bb]WL[300]OW[20])")
    assert [time and time.is_short for time in times_of_moves(
        canadian.games[0].main_line())] == [None, True, False]


def test_words_of_times() -> None:
    assert [time_words(seconds) for seconds in (3.2, 59.4, 61, 600)] == [
        "took 3 s", "took 59 s", "took 1 min 1 s", "took 10 min 0 s"]


def test_curves_of_other_programs() -> None:
    tree = load_file(DATA / "sgf" / "reports" / "sabaki_sbkv.sgf").games[0]
    curve = curve_of_program(tree.main_line())
    assert curve is not None and curve.name == "Sabaki"
    assert [word and (word.lead, word.chance) for word in curve.words] == [
        (None, 0.465), (0.4, 0.471), (-1.2, 0.442), (None, 0.46)]
    lizzie = read_games(b"(;SZ[9];B[aa]LZ[0.7.4 55.5 1.2k\nmove ee];W[bb]LZ[x 60.0 9];B[cc]LZ[])")
    words = list(map(word_of_program, lizzie.games[0].main_line()))
    assert [word and word.chance for word in words] == [None, 0.555, 0.4, None]
    named = curve_of_program(lizzie.games[0].main_line())
    assert named is not None and named.name == "Lizzie"
    assert curve_of_program(read_games(b"(;SZ[9]SBKV[x];B[aa]SBKV[400])").games[0].main_line()) \
        is None
