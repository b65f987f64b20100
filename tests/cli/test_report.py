"""`irgo report`: what it writes, what it says, and what it refuses."""

import json
from pathlib import Path

import pytest

from irgo_app.cli.main import run_command
from irgo_app.cli.terminal import ProgressBar
from irgo_app.language import available
from irgo_app.review.game_line import fitting, game_line
from irgo_app.settings import load_settings
from irgo_app.sgf.parser import read_games
from tests.report.small_reports import SHORT


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(SHORT.replace("{black}", "Kim"), "utf-8")
    return path


def test_a_report_is_written(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = game.with_suffix(".html")
    assert run_command(["report", str(game), "-o", str(out), "--turning-points", "1",
                        "--no-diagrams"]) == 0
    assert capsys.readouterr().out == f"The report is in {out}.\n"
    text = out.read_text("utf-8")
    assert "Lee" in text and "Kim 3d" in text and "irgo&#39;s reader" in text


def test_a_board_that_is_not_judged_gets_no_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = tmp_path / "game.sgf", tmp_path / "game.html"
    game.write_text("(;SZ[5]KM[0];B[cc];W[bb])", "utf-8")
    assert run_command(["report", str(game), "-o", str(out)]) == 1
    assert "irgo judges boards of 7 to 19 lines; this one is 5x5." in capsys.readouterr().err
    assert not out.exists()


def test_who_judged_in_place_of_an_engine_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = load_settings()
    settings.engines = [{"name": "Plays", "command": "plays", "kind": "gnugo"}]
    settings.save()
    game = tmp_path / "game.sgf"
    game.write_text("(;SZ[9]KM[6.5];B[ee];W[gc])", "utf-8")
    assert run_command(["report", str(game), "--json", "--engine", "plays"]) == 0
    out, err = capsys.readouterr()
    remark = "Plays gives no score, so irgo's reader judged the game."
    assert json.loads(out)["remark"] == remark and f"warning: {remark}\n" in err


@pytest.mark.parametrize(("words", "sentence"), [
    (["-o", "{folder}/game.doc"], "game.doc should end in .html, .pdf, .sgf."),
    (["-o", "{folder}/game.sgf"],
     "{folder}/game.sgf is what is read, and would be lost; choose another file."),
    (["-o", "{folder}/r.html", "--problems", "{folder}/game.sgf"],
     "{folder}/game.sgf is what is read, and would be lost; choose another file."),
    (["-o", "{folder}/r.sgf", "--problems", "{folder}/r.sgf"],
     "Report and problems cannot both be in {folder}/r.sgf; name another file for one of them."),
    (["-o", "{folder}/none/game.pdf"], "There is no folder {folder}/none; make it, or choose "
                                       "another place."),
    (["-o", "{folder}/r.html", "--turning-points", "31"], "A report has 0 to 30 turning points."),
    (["-o", "{folder}/r.html", "--language", "xx"],
     f"irgo has no catalogue for the language 'xx'; it has {', '.join(available())}."),
    (["-o", "{folder}/r.html", "--game", "3"],
     "{folder}/game.sgf holds one game; --game takes 0."),
])
def test_bad_input_gets_one_sentence_and_writes_nothing(
    game: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    folder = str(game.parent)
    assert run_command(["report", str(game), *(
        word.replace("{folder}", folder) for word in words)]) in (1, 2)
    assert capsys.readouterr().err == f"irgo: {sentence.replace('{folder}', folder)}\n"
    assert [found.name for found in game.parent.iterdir()] == ["game.sgf"]


def test_a_game_without_moves_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.sgf"
    game.write_text("(;SZ[9]AB[cc])", "utf-8")
    assert run_command(["report", str(game), "-o", str(tmp_path / "r.html")]) == 1
    assert capsys.readouterr().err == (
        "irgo: The game has no moves; there is nothing to review.\n")


def test_ctrl_c_leaves_nothing_behind(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("irgo_app.review.game_line.all_searched", interrupted)
    assert run_command(["report", str(game), "-o", str(game.with_suffix(".html"))]) == 130
    assert [found.name for found in game.parent.iterdir()] == ["game.sgf"]


def huge(moves: int) -> str:
    """Return a game in which, after some stones, both sides pass for ever."""
    placed = ["dd", "ed", "dc", "ec", "db", "eb", "da", "ea"]
    return "(;GM[1]FF[4]SZ[7]KM[6.5]" + "".join(
        f";{'BW'[turn % 2]}[{placed[turn] if turn < len(placed) else ''}]"
        for turn in range(moves)) + ")"


def test_of_a_huge_record_as_much_is_reviewed_as_fits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line, told = fitting(game_line(read_games(huge(2000).encode()).games[0]))
    assert len(line.moves) == 400 and "the first 400" in str(told)
    # Fewer are looked at in the same way, in a third of the time.
    monkeypatch.setattr("irgo_app.review.game_line._LEAST_LIMIT", 0)
    path = tmp_path / "huge.sgf"
    path.write_text(huge(2000), "utf-8")
    assert run_command(["report", str(path), "-o", str(tmp_path / "huge.html"),
                        "--turning-points", "0", "--no-diagrams"]) == 0
    sentence = "The game has 2000 moves; the first 147 of them are looked at."
    assert sentence in capsys.readouterr().err
    assert sentence in (tmp_path / "huge.html").read_text("utf-8")


def test_long_work_says_again_that_it_takes_longer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slow engine: the first steps are fast, and then each takes twelve seconds."""
    now = [0.0]
    monkeypatch.setattr("irgo_app.cli.terminal.time.monotonic", lambda: now[0])
    bar = ProgressBar("Reviewing")
    for done in range(1, 101):
        now[0] += 2.0 if done < 30 else 12.0
        bar.show(done, 100)
    told = [int(word) for word in capsys.readouterr().err.split() if word.isdigit()]
    assert told[0] == 3 and len(told) > 1, "what is left is told again when it has grown"
    assert max(told) >= 11, "and comes to what it really takes: 70 steps of twelve seconds"


def test_long_work_says_once_how_long_it_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = iter([0.0, 1.0, 6.0, 12.0])
    monkeypatch.setattr("irgo_app.cli.terminal.time.monotonic", lambda: next(seconds))
    bar = ProgressBar("Reviewing")
    for done in (10, 60, 120):
        bar.show(done, 6000)
    assert capsys.readouterr().err == "irgo: This takes about 10 minutes more; Ctrl-C stops it.\n"
