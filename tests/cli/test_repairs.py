"""Whoever reads a damaged record is told what had to be repaired, whichever command reads it."""

import json
from pathlib import Path

import pytest

from irgo_app.cli.main import run_command

BROKEN = "(;GM[1]SZ[9];B[ee];W[zz];B[ee];W[e"
REPAIRS = ["line 1, column 19: The move [zz] is not on the board; read as a pass.",
           "line 1, column 31: The move [e] is not on the board; read as a pass.",
           "line 1, column 33: The file ends inside a property value; what there was of it was "
           "kept.",
           "line 1, column 35: The file ends inside a game; everything up to there was kept."]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("broken.sgf").write_text(BROKEN)
    return "broken.sgf"


@pytest.mark.parametrize("words", [
    ("analyze", "--layer", "moyo"), ("why", "--visits", "4", "--move", "1"),
    ("whatif", "--at", "C3", "--visits", "4"), ("lifedeath", "--move", "0"),
    ("render", "-o", "board.svg"), ("print", "-o", "game.html"), ("report", "-o", "game.html"),
    ("edit", "--turn", "left", "-o", "turned.sgf"), ("problems", "-o", "problems.sgf")])
def test_a_command_warns_of_each_repair(
    broken: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([words[0], broken, *words[1:]]) == 0
    said = capsys.readouterr()
    assert said.err.splitlines() == [f"warning: {repair}" for repair in REPAIRS]
    assert "column" not in said.out


@pytest.mark.parametrize("words", [
    ("analyze", "--layer", "moyo"), ("why", "--visits", "4", "--move", "1"),
    ("whatif", "--at", "C3", "--visits", "4"), ("lifedeath", "--move", "0"), ("report",)])
def test_a_document_holds_each_repair_and_nothing_else_tells_it(
    broken: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([words[0], broken, *words[1:], "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["warnings"] == REPAIRS and not said.err


def test_of_several_files_the_broken_one_is_named(
    broken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("whole.sgf").write_text("(;GM[1]SZ[9];B[ee];W[cc])")
    assert run_command(["merge", "whole.sgf", broken, "-o", "merged.sgf"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"warning: {broken}: {repair}" for repair in REPAIRS]


def test_games_that_had_a_damaged_records_position_come_with_its_repairs(
    broken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("whole.sgf").write_text("(;GM[1]SZ[9];B[ee];W[cc])")
    assert run_command(["games", "add", "whole.sgf", "--index", "games.db"]) == 0
    capsys.readouterr()
    asked = ["games", "find", broken, "--move", "1", "--index", "games.db"]
    assert run_command([*asked, "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["warnings"] == REPAIRS and not said.err
    assert run_command(asked) == 0
    assert capsys.readouterr().err.splitlines() == [f"warning: {repair}" for repair in REPAIRS]


@pytest.mark.parametrize("name", ["edit", "merge", "check", "problems", "analyze"])
def test_the_help_says_that_standard_input_can_be_read(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run_command([name, "--help"])
    assert "- reads standard input" in " ".join(capsys.readouterr().out.split())
