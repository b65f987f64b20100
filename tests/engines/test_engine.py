"""Engines: what they say is read rightly, their boards stay in step, and they may fail."""

import json
import shlex
import shutil
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irgo_app.cli.main import run_command
from irgo_app.engines.dialects import GNU_GO, KATAGO, LEELA_ZERO, PLAIN, dialect_of, full_command
from irgo_app.engines.engine import Engine, EngineState
from irgo_app.engines.evaluation import (Candidate, EngineEvaluation, evaluation_of_line,
                                         evaluation_of_values)
from irgo_app.engines.katago_json import query_of
from irgo_app.engines.profile import EngineProfile, profile_named, profiles_of_settings
from irgo_app.engines.trial import report_on
from irgo_app.errors import EngineError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.judging.engine_record import engine_game, save_evaluations
from irgo_app.settings import load_settings
from irgo_app.sgf.edits import UndoStack
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.writer import save_file
from tests.conftest import DATA, GAMES
from tests.engines.leela_network import write_network
from tests.go.gnugo import PROGRAM

ANALYST = str(Path(__file__).with_name("fake_analyst.py"))
FAKE = str(Path(__file__).parents[1] / "gtp" / "fake_engine.py")
LEELAZ = shutil.which("leelaz", path="/usr/games:/usr/bin")
LEELA_LINE = ("info move D4 visits 10 winrate 6000 prior 3333 lcb 4914 order 1 pv D4 Q8 "
              "info move pass visits 30 winrate 7000 prior 10 lcb 6900 order 0 pv pass D4")


def profile(*words: str, **values: object) -> EngineProfile:
    command = shlex.join([sys.executable, *words])
    return EngineProfile("Fake", command, **values)  # type: ignore[arg-type]


def wait_for(engine: Engine, check: Callable[[], bool]) -> None:
    """Wait until something holds; the engine tells it by a callback of the test."""
    done = threading.Event()
    for _ in range(600):
        if check():
            return
        done.wait(0.05)
    raise AssertionError(f"waited in vain; the engine is {engine.state}")


# What engines say

def test_leelas_values_are_those_of_the_side_to_move() -> None:
    for colour, best, second in ((BLACK, 0.7, 0.6), (WHITE, 0.3, 0.4)):
        found = evaluation_of_line(LEELA_LINE, colour, 19, 19, LEELA_ZERO.form)
        assert found is not None and found.visits == 40
        assert [candidate.point for candidate in found.candidates] == [
            PASS, point_of_vertex("D4", 19, 19)]
        assert found.winrate == pytest.approx(best)
        assert found.candidates[1].winrate == pytest.approx(second)
        assert found.candidates[1].prior == pytest.approx(0.3333)
        assert found.candidates[1].line == (
            point_of_vertex("D4", 19, 19), point_of_vertex("Q8", 19, 19))
        assert found.score_lead is None and found.ownership is None


def test_katagos_values_are_blacks() -> None:
    owned = " ".join(str(round(-1 + point / 40, 3)) for point in range(81))
    line = ("info move C3 visits 5 utility 0.2 winrate 0.61 scoreMean 1.5 scoreStdev 8 "
            "scoreLead 2.5 prior 0.4 lcb 0.55 order 0 pv C3 G7 pvVisits 5 3 ownership " + owned)
    for colour in (BLACK, WHITE):
        found = evaluation_of_line(line, colour, 9, 9, KATAGO.form)
        assert found is not None
        assert (found.winrate, found.score_lead) == (0.61, 2.5)
        assert found.ownership is not None and len(found.ownership) == 81
        assert found.ownership[0] == -1 and found.ownership[80] == 1
        assert len(found.candidates[0].line) == 2


@pytest.mark.parametrize("line", [
    "", "info", "info move", "info move D4", "info move Z99 visits 3 winrate 5000 order 0 pv Z99",
    "info move D4 visits x winrate y", "info move D4 winrate NAN", "play C3", "winrate 5000"])
def test_lines_that_say_nothing(line: str) -> None:
    assert evaluation_of_line(line, BLACK, 19, 19, LEELA_ZERO.form) is None


@given(st.text(alphabet="info move visits winrate pv D4 order 0 5 . - ownership\t", max_size=120))
def test_no_line_breaks_the_reader(line: str) -> None:
    found = evaluation_of_line(line, WHITE, 19, 19, KATAGO.form)
    if found is not None:
        assert all(0 <= candidate.winrate <= 1 for candidate in found.candidates)


def test_gnu_gos_values_are_points_of_the_side_to_move() -> None:
    found = evaluation_of_values("D4 20.50 Q16 15.00 C3 0.00 Z99 3 K10 x PASS 1 J9", 19, 19)
    assert found is not None and (found.visits, found.winrate) == (0, None)
    assert [(move.point, move.value, move.winrate) for move in found.candidates] == [
        (point_of_vertex("D4", 19, 19), 20.5, None), (point_of_vertex("Q16", 19, 19), 15.0, None),
        (PASS, 1.0, None)]
    assert evaluation_of_values("", 19, 19) is None
    assert dialect_of("auto", "GNU Go", frozenset({"top_moves_black"})) is GNU_GO
    assert dialect_of("gnugo", "Other", frozenset()) is GNU_GO
    for command in (("katago", "gtp"), ("ssh", "host", "/opt/KataGo.exe", "gtp")):
        assert full_command(command, "auto")[-1] == "reportAnalysisWinratesAs=BLACK"
    assert full_command(("leelaz", "--gtp"), "auto") == ("leelaz", "--gtp")


def test_dialects_are_found_by_kind_name_or_command() -> None:
    assert dialect_of("auto", "KataGo", frozenset()) is KATAGO
    assert dialect_of("leela-zero", "whatever", frozenset()) is LEELA_ZERO
    assert dialect_of("auto", "Sayuri", frozenset({"lz-analyze"})) is LEELA_ZERO
    assert dialect_of("gtp", "Nobody", frozenset({"genmove"})) is PLAIN
    words = full_command(("katago", "gtp"), "katago")
    assert words[-1] == "reportAnalysisWinratesAs=BLACK"
    assert full_command(words, "katago") == words


# Boards in step

def commands_of(folder: Path) -> list[str]:
    return (folder / "commands.txt").read_text().splitlines()


def analysed(engine: Engine, node: Node, replay: Replay) -> EngineEvaluation:
    """Analyse a node until the first evaluation comes."""
    found: list[EngineEvaluation] = []
    engine.analyze(engine_game(node, replay), found.append)
    wait_for(engine, lambda: bool(found) or engine.state is EngineState.FAILED)
    return found[0]


@pytest.mark.parametrize("kind", ["leela", "katago"])
def test_stepping_sends_only_the_difference(kind: str, tmp_path: Path) -> None:
    tree = load_file(GAMES[0]).games[0]
    line, replay = tree.main_line(), Replay(tree)
    engine = Engine(profile(ANALYST, kind, str(tmp_path)))
    engine.start()
    first = analysed(engine, line[20], replay)
    assert first.candidates[0].point == point_of_vertex("D4", 19, 19)
    assert first.winrate == pytest.approx(0.6 if kind == "katago" or line[20].move[0] < 0 else 0.4)
    sent = len(commands_of(tmp_path))
    analysed(engine, line[21], replay)
    analysed(engine, line[19], replay)
    later = [words for words in commands_of(tmp_path)[sent:] if "analyze" not in words]
    assert [words.split()[0] for words in later] == ["play", "undo", "undo"]
    engine.stop()
    assert engine.state is EngineState.STOPPED


def test_what_an_engine_refuses_is_sent_as_stones(tmp_path: Path) -> None:
    tree = read_games(b"(;SZ[19];B[jj];W[dd];B[pp])").games[0]
    engine = Engine(profile(ANALYST, "katago", str(tmp_path)))
    assert engine_game(tree.main_line()[3], Replay(tree)).moves[0][1] == point_of_vertex(
        "K10", 19, 19)
    analysed(engine, tree.main_line()[3], Replay(tree))
    sent = commands_of(tmp_path)
    assert "kata-set-rules japanese" in sent
    assert "play B K10" in sent and "set_position W D16 B K10 B Q4" in sent
    engine.stop()


def test_a_record_with_a_forbidden_move_starts_from_its_stones() -> None:
    tree = load_file(DATA / "sgf" / "wild" / "38_occupied.sgf").games[0]
    game = engine_game(tree.main_line()[3], Replay(tree))
    assert len(game.moves) == 1 and game.start.stone_count() == 1
    assert tree.columns == 19
    setup = read_games(b"(;SZ[9]AB[ee][cc]PL[W];W[gg])").games[0]
    game = engine_game(setup.main_line()[1], Replay(setup))
    assert game.start.stone_count() == 2 and len(game.moves) == 1


def test_katagos_analysis_engine_is_given_limits() -> None:
    tree = read_games(b"(;SZ[9];B[ee])").games[0]
    game = engine_game(tree.main_line()[1], Replay(tree))
    by_visits, by_time = query_of(game, "a", 50, 0.0), query_of(game, "b", 0, 2.5)
    assert by_visits["maxVisits"] == 50 and "maxTime" not in by_visits["overrideSettings"]
    assert by_time["maxVisits"] > 1_000_000 and by_time["overrideSettings"]["maxTime"] == 2.5
    assert by_time["moves"] == [["B", "E5"]]


# Failure

def test_a_crash_is_repaired_once(tmp_path: Path) -> None:
    tree = load_file(GAMES[0]).games[0]
    said: list[str] = []
    engine = Engine(profile(ANALYST, "leela", str(tmp_path), "crash-once"),
                    lambda state, text: said.append(f"{state.value}: {text}"))
    found = analysed(engine, tree.main_line()[5], Replay(tree))
    assert found.visits > 0
    assert any("signal 11" in text and "the GPU went away" in text and "being restarted" in text
               for text in said)
    engine.stop()


@pytest.mark.parametrize("words, sentence", [
    (("/no/such/engine",), "cannot be started"), (("exit",), "Could not open weights file"),
    (("babble",), "keeps writing"),
    (("silent",), "did not answer 'protocol_version' within 0.5 s")])
def test_engines_that_do_not_start(words: tuple[str, ...], sentence: str) -> None:
    command = words[0] if words[0].startswith("/") else shlex.join([sys.executable, FAKE, *words])
    engine = Engine(EngineProfile(
        "Broken", command, start_s=300.0 if words[0] == "babble" else 0.5))
    engine.start()
    wait_for(engine, lambda: engine.state is EngineState.FAILED)
    report = report_on(engine.profile)
    assert sentence in report.failure and not report.name
    engine.stop()


def test_an_engine_without_analysis_says_so() -> None:
    said: list[str] = []
    engine = Engine(profile(FAKE, "ok"), lambda state, text: said.append(str(text)))
    tree = load_file(GAMES[0]).games[0]
    engine.analyze(engine_game(tree.main_line()[5], Replay(tree)), lambda found: None)
    wait_for(engine, lambda: any("gives no candidate moves" in text for text in said))
    assert engine.state is EngineState.READY
    engine.stop()


def test_a_silent_start_is_told_of_and_still_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("irgo_app.engines.engine.PATIENCE_S", 0.2)
    said: list[str] = []
    engine = Engine(profile(FAKE, "silent"), lambda state, text: said.append(str(text)))
    engine.start()
    wait_for(engine, lambda: any("has answered nothing for 0 s" in text for text in said))
    assert engine.state is EngineState.STARTING
    engine.stop()


def test_stopping_while_it_starts_does_not_wait() -> None:
    engine = Engine(profile(FAKE, "silent"))
    engine.start()
    wait_for(engine, lambda: engine.state is EngineState.STARTING and engine._client is not None)
    engine.stop()
    assert engine.state is EngineState.STOPPED


# Profiles

def test_profiles_live_in_the_settings(tmp_path: Path) -> None:
    settings = load_settings(tmp_path / "settings.toml")
    first = EngineProfile("Mine", "katago gtp -model 'my net.bin.gz'", visits=500)
    settings.engines = [first.as_settings(), {"name": "no command"}]
    settings.save()
    again = profiles_of_settings(load_settings(tmp_path / "settings.toml").engines)
    assert again == [first]
    assert again[0].words[-1] == "my net.bin.gz"
    assert profile_named("mine", again) is again[0]
    with pytest.raises(EngineError, match="there are: Mine"):
        profile_named("other", again)
    with pytest.raises(EngineError, match="leaves a quote open"):
        assert EngineProfile("x", "a 'b").words


def test_the_command_line_lists_and_tests(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load_settings()
    settings.engines = [profile(FAKE, "ok").as_settings(),
                        EngineProfile("Broken", shlex.join([sys.executable, FAKE, "exit"])
                                      ).as_settings()]
    settings.save()
    assert run_command(["engines"]) == 0
    assert "Fake" in capsys.readouterr().out
    assert run_command(["engines", "test", "fake", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["name"], report["version"], report["failure"]) == ("Fake", "1.0", "")
    assert report["first_answer_s"] > 0
    assert run_command(["engines", "test", "Broken"]) == 1
    assert "Could not open weights file" in capsys.readouterr().out
    assert run_command(["engines", "test", "nobody"]) == 1
    assert "there are" in capsys.readouterr().err


def test_the_command_line_shows_what_an_engine_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    settings = load_settings()
    settings.engines = [profile(ANALYST, "katago", str(tmp_path)).as_settings()]
    settings.save()
    game, picture = str(GAMES[0]), tmp_path / "board.svg"
    assert run_command(["analyze", game, "--move", "3", "--engine", "fake", "--visits", "30",
                        "--layer", "ownership", "--layer", "candidates", "--json"]) == 0
    [node] = json.loads(capsys.readouterr().out)["nodes"]
    owned, moves = node["layers"]["ownership"], node["layers"]["candidates"]
    assert (owned["kind"], owned["engine"], owned["score_lead"]) == ("field", "Fake", 3.5)
    assert owned["values"] == [[0.5] * 19] * 19 and owned["visits"] >= 30
    [region] = moves["regions"]
    assert (region["points"], region["colour"], region["winrate"]) == (["D4"], "W", 0.6)
    assert (region["value"], region["change"], region["line"]) == ("dull", None, ["D4", "Q16"])
    assert run_command(["render", game, "--engine", "fake", "--layer", "candidates", "-o",
                        str(picture)]) == 0
    assert picture.stat().st_size > 1000


def test_without_an_engine_the_record_is_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tree = read_games(b"(;SZ[9];B[ee];W[gc];B[cc])").games[0]
    replay, stack = Replay(tree), UndoStack(tree)
    for winrate, node in zip((0.5, 0.4, 0.6, 0.8), tree.main_line(), strict=True):
        point = 80 if winrate == 0.8 else 10
        edit = save_evaluations([(node, replay.position_at(node), EngineEvaluation(
            (Candidate(point, 90, winrate, 2.0, line=(point,)),), 90, winrate, 2.0,
            (0.25,) * 81))])
        assert edit is not None
        stack.apply(edit)
    path = tmp_path / "saved.sgf"
    save_file(path, [tree])
    assert run_command(["analyze", str(path), "--all", "--layer", "candidates",
                        "--layer", "ownership", "--json"]) == 0
    nodes = json.loads(capsys.readouterr().out)["nodes"]
    [region] = nodes[3]["layers"]["candidates"]["regions"]
    assert (region["points"], region["colour"]) == (["J1"], "W")
    assert (region["value"], region["change"]) == ("danger", "danger")
    assert nodes[0]["layers"]["ownership"]["values"][0][0] == 0.25
    assert nodes[0]["layers"]["candidates"]["engine"] == "the record"


# Real engines

@pytest.mark.gnugo
@pytest.mark.skipif(not PROGRAM, reason="GNU Go is not installed")
def test_gnu_go_plays() -> None:
    engine = Engine(EngineProfile("GNU Go", f"{PROGRAM} --mode gtp --quiet --level 1"))
    tree = load_file(GAMES[0]).games[0]
    answers: list[str] = []
    engine.genmove(engine_game(tree.main_line()[30], Replay(tree)), "B", answers.append)
    wait_for(engine, lambda: bool(answers))
    assert answers[0] == "PASS" or point_of_vertex(answers[0], 19, 19) >= 0
    report = report_on(engine.profile)
    assert report.name == "GNU Go" and not report.failure and len(report.commands) > 50
    engine.stop()


@pytest.mark.leelaz
@pytest.mark.skipif(not LEELAZ, reason="leela-zero is not installed")
def test_leela_zero_thinks_and_fails_as_it_does(tmp_path: Path) -> None:
    network = tmp_path / "tiny.txt"
    write_network(network)
    words = f"{LEELAZ} --gtp --noponder --cpu-only -t 1 -w "
    engine = Engine(EngineProfile("Leela", words + shlex.quote(str(network))))
    tree = load_file(GAMES[0]).games[0]
    replay, line = Replay(tree), tree.main_line()
    for number in (30, 31, 29):
        found = analysed(engine, line[number], replay)
        assert found.candidates and found.visits > 0 and 0 <= found.winrate <= 1
    assert engine.name == "Leela Zero" and engine.state is EngineState.THINKING
    engine.pause()
    wait_for(engine, lambda: engine.state is EngineState.READY)
    engine.stop()
    cut = tmp_path / "cut.txt"
    cut.write_bytes(network.read_bytes()[:100_000])
    for broken in (cut, tmp_path / "missing.txt"):
        report = report_on(EngineProfile("Leela", words + shlex.quote(str(broken))))
        assert "The engine ended" in report.failure and not report.name
