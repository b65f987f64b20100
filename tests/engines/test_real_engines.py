"""Leela Zero (with a generated network) and GNU Go as Debian ships them, driven and mistreated."""

import json
import os
import random
import shlex
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from irgo_app.cli.main import run_command
from irgo_app.draw.drawables import CandidateStone, Loss, Quality
from irgo_app.engines.engine import Engine, EngineState, Restriction, Searcher
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.profile import EngineProfile
from irgo_app.engines.trial import report_on
from irgo_app.errors import EngineError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import PASS
from irgo_app.judging.engine_record import engine_game
from irgo_app.settings import load_settings
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.sgf.replay import Replay
from tests.conftest import DATA, GAMES
from tests.engines.leela_network import write_network
from tests.engines.test_engine import LEELAZ, analysed, wait_for
from tests.go.gnugo import PROGRAM
from tests.gui.conftest import Window, models, window

__all__ = ["models", "window"]  # Fixtures.
leelaz = pytest.mark.skipif(not LEELAZ, reason="leela-zero is not installed")
gnugo = pytest.mark.skipif(not PROGRAM, reason="GNU Go is not installed")
LEELA_WORDS = f"{LEELAZ} --gtp --noponder --cpu-only -t 1"


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("network") / "tiny.txt"
    write_network(path)
    yield path
    shutil.rmtree(path.parent)


@pytest.fixture
def leela(network: Path) -> EngineProfile:
    return EngineProfile("Leela", f"{LEELA_WORDS} -w {shlex.quote(str(network))}", visits=50)


@pytest.fixture
def gnu_go() -> EngineProfile:
    return EngineProfile("GNU Go", f"{PROGRAM} --mode gtp --quiet --level 1", kind="gnugo")


def a_game() -> tuple[GameTree, Replay]:
    tree = load_file(GAMES[0]).games[0]
    return tree, Replay(tree)


def points(*names: str) -> tuple[int, ...]:
    return tuple(point_of_vertex(name, 19, 19) for name in names)


@pytest.mark.leelaz
@leelaz
@pytest.mark.parametrize("is_allowed", [True, False])
def test_leela_keeps_to_points_or_away_from_them(leela: EngineProfile, is_allowed: bool) -> None:
    tree, replay = a_game()
    position = replay.position_at(tree.main_line()[20])
    vacant = [point for point, cell in enumerate(position.cells) if not cell]
    # The stone among them is left out: engines refuse occupied points.
    stone = next(point for point, cell in enumerate(position.cells) if cell)
    named = (*vacant[:40], stone) if is_allowed else (*vacant[40:], stone)
    engine = Engine(leela)
    found: list[EngineEvaluation] = []
    engine.analyze(engine_game(tree.main_line()[20], replay), found.append,
                   restriction=Restriction(named, is_allowed))
    wait_for(engine, lambda: len(found) >= 3)
    moves = {candidate.point for seen in found for candidate in seen.candidates} - {PASS}
    assert moves and moves <= set(vacant[:40])
    engine.stop()


@pytest.mark.leelaz
@leelaz
@pytest.mark.parametrize("size, sentence", [
    ("13", "unacceptable size"), ("19:13", "square boards only")])
def test_leela_refuses_other_sizes_and_goes_on(
    leela: EngineProfile, size: str, sentence: str
) -> None:
    tree, replay = a_game()
    small = read_games(f"(;SZ[{size}];B[cc])".encode()).games[0]
    ends: list[str] = []
    engine = Engine(leela)
    analysed(engine, tree.main_line()[20], replay)
    engine.analyze(engine_game(small.main_line()[1], Replay(small)), lambda found: None,
                   ends.append)
    wait_for(engine, lambda: bool(ends))
    assert sentence in ends[0] and engine.state is not EngineState.FAILED
    assert analysed(engine, tree.main_line()[21], replay).candidates
    engine.stop()


@pytest.mark.leelaz
@leelaz
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSEGV])
def test_leela_is_started_again_once(leela: EngineProfile, blow: signal.Signals) -> None:
    tree, replay = a_game()
    said: list[str] = []
    engine = Engine(leela, lambda state, text: said.append(f"{state.value}: {text}"))
    found: list[EngineEvaluation] = []
    engine.analyze(engine_game(tree.main_line()[20], replay), found.append)
    wait_for(engine, lambda: bool(found))
    for state in (EngineState.THINKING, EngineState.FAILED):
        process = engine.process_id
        assert process is not None
        os.kill(process, blow)
        wait_for(engine, lambda before=process, state=state: (  # type: ignore[misc]
            engine.state is state and engine.process_id != before))
        if state is EngineState.THINKING:
            count = len(found)
            wait_for(engine, lambda count=count: len(found) > count)  # type: ignore[misc]
    repaired = [text for text in said if "It is being restarted." in text]
    assert len(repaired) == 1 and f"signal {blow.value}" in repaired[0]
    assert said[-1].startswith("failed: The engine ended (signal")
    engine.stop()


@pytest.mark.leelaz
@leelaz
def test_leela_steps_through_a_game_and_stays_in_step(leela: EngineProfile) -> None:
    tree, replay = a_game()
    line, chance = tree.main_line(), random.Random(7)
    engine = Engine(leela)
    strange = []
    for place in [*range(0, 60, 4), *chance.sample(range(len(line)), 12)]:
        cells = replay.position_at(line[place]).cells
        found = analysed(engine, line[place], replay)
        strange += [candidate for candidate in found.candidates
                    if candidate.point != PASS and cells[candidate.point]]
    assert not strange
    engine.pause()
    wait_for(engine, lambda: engine.state is EngineState.READY)
    engine.stop()


@pytest.mark.leelaz
@leelaz
@pytest.mark.parametrize("record", ["38_occupied.sgf", "setup"])
def test_leela_is_sent_what_it_would_refuse_as_stones(leela: EngineProfile, record: str) -> None:
    data = b"(;SZ[19]AB[dd][pp]AW[qq]PL[W];W[dd];B[aa])" if record == "setup" \
        else (DATA / "sgf" / "wild" / record).read_bytes()
    tree = read_games(data).games[0]
    engine = Engine(leela)
    for node in tree.main_line():
        assert analysed(engine, node, Replay(tree)).candidates
    engine.stop()


@pytest.mark.leelaz
@leelaz
@pytest.mark.parametrize("words, sentence", [
    ("", "A network weights file is required"), ("-w {folder}/missing.txt", "missing.txt"),
    ("-w {folder}/cut.txt", "Inconsistent number of weights"),
    ("-w {folder}/empty.txt", "The engine ended"),
    ("-w {folder}/noise.txt", "wrong version")])
def test_leela_without_a_sound_network(
    words: str, sentence: str, network: Path, tmp_path: Path, window: Window, qtbot: QtBot
) -> None:
    (tmp_path / "cut.txt").write_bytes(network.read_bytes()[:1_000_000])
    (tmp_path / "empty.txt").touch()
    (tmp_path / "noise.txt").write_bytes(random.Random(1).randbytes(100_000))
    profile = EngineProfile("Leela", f"{LEELA_WORDS} {words.format(folder=tmp_path)}")
    report = report_on(profile)
    assert "The engine ended" in report.failure and sentence in report.failure
    assert report.errors and not report.name
    window.models.preferences.settings.engines = [profile.as_settings()]
    window.models.preferences.settings.set("engine", "Leela")
    desk = window.models.desk
    assert desk is not None
    desk.toggle()
    qtbot.waitUntil(lambda: sentence in window.messages.text, timeout=30_000)
    window.models.review.play(60)
    assert window.models.review.node.move is not None
    desk.stop()


@pytest.mark.leelaz
@leelaz
def test_a_limit_of_leelas_own_ends_the_search(leela: EngineProfile) -> None:
    tree, replay = a_game()
    limited = EngineProfile("Leela", f"{leela.command} -p 30")
    searcher = Searcher(limited)
    found = searcher.evaluation(engine_game(tree.main_line()[20], replay), 1_000_000, 600.0)
    assert 0 < found.visits < 1_000_000
    searcher.close()


def use(*profiles: EngineProfile) -> None:
    settings = load_settings()
    settings.engines = [profile.as_settings() for profile in profiles]
    settings.save()


@pytest.mark.leelaz
@leelaz
def test_the_command_line_asks_leela(
    leela: EngineProfile, capsys: pytest.CaptureFixture[str]
) -> None:
    use(leela)
    words = ["analyze", str(GAMES[0]), "--move", "20", "--engine", "leela"]
    assert run_command([*words, "--layer", "candidates:most=3", "--allow", "C3,D4,E5", "--json"]
                       ) == 0
    [node] = json.loads(capsys.readouterr().out)["nodes"]
    found = node["layers"]["candidates"]
    assert (found["kind"], found["engine"]) == ("regions", "Leela")
    assert found["params"]["most"] == 3
    assert found["visits"] >= 50 and 0 <= found["winrate"] <= 1
    assert 1 <= len(found["regions"]) <= 3
    for region in found["regions"]:
        assert region["colour"] == "B" and region["points"][0] in ("C3", "D4", "E5")
        assert region["line"][0] == region["points"][0]
        assert region["value"] in {quality.value for quality in Quality}
    assert run_command([*words, "--layer", "ownership", "--json"]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1) and "does not say who" in err


# GNU Go

@pytest.mark.gnugo
@gnugo
def test_gnu_go_tells_candidates_by_their_points(gnu_go: EngineProfile) -> None:
    tree = read_games(b"(;SZ[9]HA[2]AB[cg][gc];W[ee];B[eg])").games[0]
    replay, searcher = Replay(tree), Searcher(gnu_go)
    for node in tree.main_line():
        cells = replay.position_at(node).cells
        found = searcher.evaluation(engine_game(node, replay), 100, 600.0)
        values = [candidate.value for candidate in found.candidates]
        assert values and values == sorted(values, reverse=True)  # type: ignore[type-var]
        assert found.winrate is None and not any(cells[move.point] for move in found.candidates)
    wide = read_games(b"(;SZ[25];B[cc])").games[0]
    with pytest.raises(EngineError, match=r"unacceptable|boardsize"):
        searcher.evaluation(engine_game(wide.root, Replay(wide)), 0, 1.0)
    node = tree.main_line()[1]
    assert searcher.evaluation(engine_game(node, replay), 0, 1.0).candidates
    process = searcher.engine.process_id
    assert process is not None
    os.kill(process, signal.SIGKILL)
    assert searcher.evaluation(engine_game(node, replay), 0, 1.0).candidates
    searcher.close()


@pytest.mark.gnugo
@gnugo
def test_gnu_go_at_the_window_and_on_the_command_line(
    gnu_go: EngineProfile, window: Window, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    models = window.models
    models.preferences.settings.engines = [gnu_go.as_settings()]
    models.preferences.settings.set("engine", "GNU Go")
    models.review.new_game(9, 9, {})
    models.review.play(point_of_vertex("E5", 9, 9))
    assert models.desk is not None
    models.desk.toggle()

    def stones() -> list[CandidateStone]:
        return [drawn for drawn in window.board.diagram.drawables
                if isinstance(drawn, CandidateStone)]

    qtbot.waitUntil(lambda: bool(stones()), timeout=30_000)
    assert stones()[0].loss is Loss.NONE
    models.desk.stop()
    use(gnu_go)
    assert run_command(["analyze", str(GAMES[0]), "--move", "30", "--engine", "gnu go",
                        "--layer", "candidates", "--json"]) == 0
    [node] = json.loads(capsys.readouterr().out)["nodes"]
    found = node["layers"]["candidates"]
    assert found["winrate"] is None and found["regions"][0]["worth"] > 0
