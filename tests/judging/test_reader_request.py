"""The reader in an engine's words, and its candidates on the command line."""

import json
import pickle
import subprocess
import sys
from pathlib import Path
from queue import Queue

import pytest

from irgo_app.cli.main import run_command
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.errors import ReaderError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.judging.requests import ReaderRequest
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor, search_workers
from irgo_app.service.plan import WorkerBench
from irgo_app.service.request import CANCELLED, Outcome, Urgency
from tests.conftest import GAMES

TIMEOUT_S = 120
CAPTURE = Position.from_diagram("""
    . . . . . . . . .
    . . X X . . O O .
    . X O O X . O X O
    . X O . X . O X O
    . . X X . . . O .
    . . . . . . . . .
    . X . . . . . X .
    . . . . . . . . .
    . . . . . . . . .
""", BLACK)


def test_an_evaluation_as_an_engine_would_tell_it() -> None:
    found = ReaderRequest.of(CAPTURE, 6.5, 40).answer(WorkerBench(), None)
    assert found.visits >= 40 and found.winrate is not None and 0 <= found.winrate <= 1
    assert found.ownership is not None and len(found.ownership) == 81
    visits = [candidate.visits for candidate in found.candidates]
    assert visits == sorted(visits, reverse=True) and sum(visits) == found.visits - 1
    for candidate in found.candidates:
        assert candidate.point == PASS or not CAPTURE.cells[candidate.point]
        assert candidate.line[0] == candidate.point
        assert candidate.winrate is not None and candidate.score_lead is not None


def test_first_moves_are_kept_to() -> None:
    allowed = frozenset({60, 61, 62})
    found = ReaderRequest.of(CAPTURE, 6.5, 20, allowed).answer(WorkerBench(), None)
    assert {candidate.point for candidate in found.candidates} <= allowed | {PASS}


def test_a_worker_searches_as_inline_and_is_called_off() -> None:
    region = frozenset(point_of_vertex(name, 9, 9) for name in ("C3", "D4", "G7"))
    request = ReaderRequest.of(Position.empty(9), 6.5, 40, region)
    assert pickle.loads(pickle.dumps(request)) == request
    expected = AnalysisService(InlineExecutor()).result(request)
    service = AnalysisService(InlineExecutor(), searchers=search_workers())
    answers: Queue[Outcome] = Queue()
    service.submit(request, Urgency.VISIBLE, lambda _, outcome: answers.put(outcome))
    found = answers.get(timeout=TIMEOUT_S)
    assert isinstance(found, EngineEvaluation) and found == expected and found.visits == 40
    endless = ReaderRequest.of(Position.empty(9), 6.5, 100_000)
    job = service.submit(endless, Urgency.VISIBLE, lambda _, outcome: answers.put(outcome))
    service.cancel(job)
    assert answers.get(timeout=TIMEOUT_S) is CANCELLED
    service.close()


def test_positions_that_came_about_otherwise_are_other_questions() -> None:
    one = play(play(play(Position.empty(9), 1, 20), -1, 40), 1, 60)
    other = play(play(play(Position.empty(9), 1, 60), -1, 40), 1, 20)
    assert one == other
    assert ReaderRequest.of(one, 6.5) != ReaderRequest.of(other, 6.5)
    again = pickle.loads(pickle.dumps(ReaderRequest.of(one, 6.5)))
    assert again == ReaderRequest.of(one, 6.5) and again.position.order == one.order


def test_a_board_it_cannot_judge_is_told() -> None:
    with pytest.raises(ReaderError, match="this one is 25x25"):
        ReaderRequest.of(Position.empty(25), 0.0).answer(WorkerBench(), None)


def test_the_question_is_asked_without_loading_the_network() -> None:
    """In a fresh process: what the window does, it does not pay for."""
    script = """
import sys
from irgo_app.go.position import Position
from irgo_app.judging.requests import ReaderRequest
hash(ReaderRequest.of(Position.empty(), 6.5))
heavy = ("numba", "onnxruntime", "irgo_app.networks.network")
print([name for name in heavy if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          timeout=120, check=True, cwd=Path(__file__).parents[2])
    assert done.stdout.strip() == "[]"


def test_candidates_without_an_engine(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = str(GAMES[0])
    assert run_command(["analyze", game, "--move", "40", "--visits", "24", "--layer", "candidates",
                        "--json"]) == 0
    [node] = json.loads(capsys.readouterr().out)["nodes"]
    layer = node["layers"]["candidates"]
    assert layer["kind"] == "regions" and layer["engine"] == "irgo" and layer["visits"] >= 24
    first = layer["candidates"][0]
    assert set(first) == {"vertex", "visits", "winrate", "score_lead", "prior"}
    visits = [move["visits"] for move in layer["candidates"]]
    assert visits == sorted(visits, reverse=True) and 1 <= len(visits) <= 5
    assert layer["regions"][0]["points"] == [first["vertex"]]
    assert layer["regions"][0]["value"] in ("bright", "good", "dull", "danger")
    assert run_command(["analyze", game, "--move", "40", "--visits", "24", "--layer", "candidates",
                        "--avoid", first["vertex"], "--json"]) == 0
    [node] = json.loads(capsys.readouterr().out)["nodes"]
    avoided = {move["vertex"] for move in node["layers"]["candidates"]["candidates"]}
    assert first["vertex"] not in avoided
    picture = tmp_path / "board.svg"
    assert run_command(["render", game, "--move", "40", "--visits", "8", "--layer", "candidates",
                        "-o", str(picture)]) == 0
    assert picture.stat().st_size > 1000


def test_a_board_too_large_for_candidates_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    large = tmp_path / "large.sgf"
    large.write_bytes(b"(;SZ[25];B[dd])")
    assert run_command(["analyze", str(large), "--layer", "candidates"]) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert "this one is 25x25" in line


def test_the_list_of_layers_says_who_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["layers", "--json"]) == 0
    needs = {layer["name"]: layer["needs_engine"]
             for layer in json.loads(capsys.readouterr().out)["layers"]}
    assert needs["ownership"] and not needs["candidates"] and not needs["estimate"]
