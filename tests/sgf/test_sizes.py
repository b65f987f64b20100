"""Boards that irgo cannot show are not answered about."""

from pathlib import Path

import pytest

from irgo_app.__main__ import main
from irgo_app.errors import SgfError
from irgo_app.sgf.parser import read_games

UNSHOWN = {"1": "1x1", "1:19": "1x19", "19:1": "19x1", "53": "53x53", "2:400": "2x400"}


@pytest.mark.parametrize("size", UNSHOWN)
@pytest.mark.parametrize("words", [
    ["check"], ["analyze"], ["lifedeath"], ["whatif", "--all"], ["render", "-o", "{folder}/x.svg"],
    ["report", "-o", "{folder}/x.html"]])
def test_a_record_that_cannot_be_shown_is_one_sentence(
    tmp_path: Path, size: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.sgf"
    path.write_text(f"(;GM[1]FF[4]SZ[{size}];B[aa])")
    code = main([words[0], str(path), *(word.format(folder=tmp_path) for word in words[1:])])
    said = capsys.readouterr()
    whole = said.err + said.out
    assert code == 1 and whole.count("\n") == 1
    assert f"a board of {UNSHOWN[size]}" in whole and "from 2x2 to 52x52" in whole
    assert [found.name for found in tmp_path.iterdir()] == ["odd.sgf"]


def test_the_other_games_of_a_collection_are_read() -> None:
    found = read_games(b"(;SZ[1];B[aa])(;SZ[9];B[ee])(;SZ[60])")
    [game] = found.games
    assert (game.columns, game.rows) == (9, 9)
    said = [entry.text for entry in found.diagnostics]
    assert any("1x1 was left out" in text for text in said)
    assert any("60x60 was left out" in text for text in said)


@pytest.mark.parametrize("size", ["0", "abc", "", "-3", "1e3"])
def test_what_is_no_size_is_taken_for_the_usual_one(size: str) -> None:
    [game] = read_games(f"(;GM[1]SZ[{size}];B[pd])".encode()).games
    assert (game.columns, game.rows) == (19, 19)


def test_the_smallest_and_the_largest_board() -> None:
    for columns, rows in ((2, 2), (52, 52), (2, 52)):
        [game] = read_games(f"(;SZ[{columns}:{rows}];B[aa])".encode()).games
        assert (game.columns, game.rows) == (columns, rows)


def test_a_server_record_on_one_line_is_refused() -> None:
    with pytest.raises(SgfError, match="a board of 1x1"):
        read_games(b"[Header]\nSize=1\n[Data]\n")
