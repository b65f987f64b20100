"""KataGo itself, if there is one: found, tested, configured, asked; over GTP and by the hundred.

It is taken from `IRGO_KATAGO`, else from the PATH; its network lies beside it.
"""

import json
import os
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest

from irgo_app.cli.main import run_command
from irgo_app.engines import profile as engine_profile
from irgo_app.engines.engine import Restriction, Searcher
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.katago_json import KataGoAnalysis
from irgo_app.engines.profile import EngineProfile, found_engines, network_kind
from irgo_app.engines.trial import EngineTrial
from irgo_app.go.point import BLACK, WHITE
from irgo_app.judging.engine_record import engine_game
from irgo_app.lifedeath.callout import engine_verdict
from irgo_app.lifedeath.guided import EngineNetwork
from irgo_app.lifedeath.question import Question
from irgo_app.lifedeath.referee import Referee
from irgo_app.lifedeath.verdict import LifeStatus
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.conftest import GAMES
from tests.gtp.test_client import wait_until_gone

PROGRAM = os.environ.get("IRGO_KATAGO") or shutil.which("katago")
NETWORKS = [path for path in Path(os.path.realpath(PROGRAM)).parent.iterdir()
            if network_kind(path) == "katago"] if PROGRAM else []

pytestmark = [
    pytest.mark.katago,
    pytest.mark.skipif(not NETWORKS, reason="no KataGo with a network beside it")]


@pytest.fixture
def profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, EngineProfile]:
    """The profiles irgo finds where nothing is but this KataGo, without a configuration."""
    folder = tmp_path / "home" / "katago"
    folder.mkdir(parents=True)
    assert PROGRAM is not None
    shutil.copy(os.path.realpath(PROGRAM), folder / "katago")
    (folder / NETWORKS[0].name).symlink_to(NETWORKS[0])
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(engine_profile, "_USUAL_FOLDERS", ())
    return {profile.kind: profile for profile in found_engines()}


def test_it_is_found_and_tested(
    profiles: dict[str, EngineProfile], capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(profiles) == {"katago", "katago-json"}
    for kind in profiles:
        assert run_command(["engines", "test", kind, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["name"] == "KataGo" and not report["failure"]
        assert "-config" in report["command"]


def test_it_analyses_and_keeps_to_points(profiles: dict[str, EngineProfile]) -> None:
    tree = load_file(GAMES[0]).games[0]
    node, replay = tree.main_line()[40], Replay(tree)
    searcher = Searcher(profiles["katago"])
    found = searcher.evaluation(engine_game(node, replay), 20, 60.0)
    assert found.visits >= 20 and found.score_lead is not None
    assert found.ownership is not None and len(found.ownership) == 361
    position = replay.position_at(node)
    vacant = tuple(point for point in range(100) if not position.cells[point])
    kept = searcher.evaluation(engine_game(node, replay), 10, 60.0, Restriction(vacant))
    assert {candidate.point for candidate in kept.candidates} <= set(vacant)
    process = searcher.engine.process_id
    searcher.close()
    assert process is not None
    wait_until_gone(process)


def test_the_analysis_engine_answers_more_questions_than_it_is_sent_at_once(
    profiles: dict[str, EngineProfile]
) -> None:
    tree = load_file(GAMES[0]).games[0]
    line, replay = tree.main_line()[:80], Replay(tree)
    answers: list[EngineEvaluation] = []
    failures: list[str] = []
    is_over = threading.Event()

    def tell(found: EngineEvaluation) -> None:
        answers.append(found)
        if len(answers) == len(line):
            is_over.set()

    def fail(text: str) -> None:
        failures.append(text)
        is_over.set()

    engine = KataGoAnalysis(profiles["katago-json"], fail)
    for node in line:
        engine.ask(engine_game(node, replay), 2, 0.0, tell)
    assert is_over.wait(300) and not failures
    assert all(found.winrate is not None and found.ownership for found in answers)
    engine.close()
    wait_until_gone(engine.process.process_id)


def test_its_network_leads_a_search_for_life_and_death(
    profiles: dict[str, EngineProfile]
) -> None:
    tree = load_file(GAMES[0]).games[0]
    position = Replay(tree).position_at(tree.main_line()[40])
    stone = next(point for point, cell in enumerate(position.cells) if cell)
    with Referee(profiles["katago"]) as referee:
        network = EngineNetwork(referee)
        for side in (BLACK, WHITE):
            [said] = network.evaluate([position.with_to_play(side)])
            cells = np.frombuffer(position.cells, np.int8)
            assert np.dot(said.ownership, cells) > 0.5 * np.count_nonzero(cells)
            assert not cells[said.policy.argmax()]
        verdict = engine_verdict(referee, Question.of_dragon(position, stone))
    assert "engine:KataGo" in (verdict.black_first.method, verdict.white_first.method)
    assert verdict.status is not LifeStatus.UNKNOWN


def test_a_network_of_another_program_is_said_so(
    profiles: dict[str, EngineProfile], tmp_path: Path
) -> None:
    words = profiles["katago"].command.rpartition(" -model ")[0]
    wrong = tmp_path / "leela.txt"
    wrong.write_text("1\n0.5\n")
    report = EngineTrial(EngineProfile("Wrong", f"{words} -model {wrong}", kind="katago")).run()
    assert "The engine ended" in report.failure and report.failure.count("\n") == 0
