"""`irgo problems`: the collection it writes, what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest

from irgo_app.cli.main import run_command
from irgo_app.sgf.parser import load_file
from tests.report.small_reports import HANGING, SHORT


def test_the_problems_of_all_games_go_into_one_collection(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = tmp_path / "game.sgf", tmp_path / "problems.sgf"
    game.write_text(HANGING + "(;SZ[9];N[no moves])" + HANGING, "utf-8")
    assert run_command(["problems", str(game), "-o", str(out)]) == 0
    assert capsys.readouterr().out == (
        "White to live. After move 3: Kim – Lee\n" * 2 + f"2 problems are in {out}.\n")
    games = load_file(out).games
    assert len(games) == 2
    assert all(found.root.says("PL") and found.root.children for found in games)


def test_without_problems_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = tmp_path / "game.sgf", tmp_path / "problems.sgf"
    game.write_text("(;SZ[9];B[ee];W[ce];B[cc];W[gc])", "utf-8")
    assert run_command(["problems", str(game), "-o", str(out)]) == 0
    assert "nothing was written" in capsys.readouterr().out
    assert not out.exists()


def test_a_report_writes_the_games_problems_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = tmp_path / "game.sgf", tmp_path / "problems.sgf"
    game.write_text(HANGING, "utf-8")
    assert run_command(["report", str(game), "-o", str(tmp_path / "r.html"), "--no-diagrams",
                        "--turning-points", "0", "--problems", str(out)]) == 0
    assert f"One problem is in {out}." in capsys.readouterr().out
    assert len(load_file(out).games) == 1


def test_beside_a_reports_json_nothing_stands_on_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = tmp_path / "game.sgf", tmp_path / "problems.sgf"
    game.write_text(HANGING, "utf-8")
    assert run_command(["report", str(game), "--json", "--turning-points", "0",
                        "--problems", str(out)]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["format"] == "irgo-report/1"
    assert shown.err == f"irgo: One problem is in {out}.\n"


@pytest.mark.parametrize(("text", "out", "sentence"), [
    ("(;SZ[9];N[none])", "p.sgf", "There is no game with moves; name files that hold some."),
    (SHORT, "p.txt", "p.txt should end in .sgf."),
])
def test_bad_input_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, out: str, sentence: str
) -> None:
    game = tmp_path / "game.sgf"
    game.write_text(text, "utf-8")
    assert run_command(["problems", str(game), "-o", str(tmp_path / out)]) == 1
    assert capsys.readouterr().err == f"irgo: {sentence}\n"


def test_a_place_that_cannot_be_written_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.sgf"
    game.write_text(HANGING, "utf-8")
    assert run_command(
        ["problems", str(game), "-o", str(tmp_path / "none" / "problems.sgf")]) == 1
    assert "could not be saved" in capsys.readouterr().err
