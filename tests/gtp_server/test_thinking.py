"""irgo thinks over GTP: games to the end, analysis that streams, time, and what it cannot judge."""

import logging
import queue
import re
import subprocess
import sys
import threading

import pytest

from irgo_app.engines.dialects import KATAGO, LEELA_ZERO
from irgo_app.errors import NOTICE_LOGGER, ReaderError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK
from irgo_app.gtp.protocol import Dispatcher
from irgo_app.gtp_server import thinker
from irgo_app.gtp_server.server import make_engine
from irgo_app.gtp_server.thinker import PlaySettings
from irgo_app.networks import Level, deep
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from tests.conftest import DATA
from tests.gtp_server.test_engine import ask, fails

WON = ["boardsize 9", "komi 6.5", "play b C5", "play w G5", "play b D5", "play w F5", "play b E5",
       "play w E6", "play b D6", "play w F4", "play b E4", "play w E7", "play b D7", "play w E8"]


def engine_of(visits: int, *, may_resign: bool = False) -> Dispatcher:
    return make_engine(AnalysisService(InlineExecutor()),
                       PlaySettings(Level("", "", visits), 1, may_resign))


@pytest.fixture
def engine() -> Dispatcher:
    return engine_of(16)


@pytest.mark.parametrize("visits", [1, 8])
def test_a_game_comes_to_an_end_and_is_counted(visits: int) -> None:
    engine = engine_of(visits)
    ask(engine, "boardsize 7", "komi 9")
    passes, turn, moves = 0, "b", 0
    while passes < 2 and moves < 200:
        move = ask(engine, f"genmove {turn}")
        passes = passes + 1 if move == "pass" else 0
        turn, moves = "w" if turn == "b" else "b", moves + 1
    assert passes == 2 and moves > 15
    assert re.fullmatch(r"0|[BW]\+\d+", ask(engine, "final_score"))


def test_the_visits_are_set_and_told(engine: Dispatcher) -> None:
    assert ask(engine, "irgo-visits") == "16"
    ask(engine, "kata-set-param maxVisits 30")
    assert ask(engine, "kata-get-param maxVisits") == ask(engine, "irgo-visits") == "30"
    for wrong in ("irgo-visits 0", "irgo-visits x", "irgo-visits 2.5", "kata-set-param maxVisits",
                  "kata-set-param numSearchThreads 4", "irgo-visits 1e5000"):
        assert fails(engine, wrong)
    ask(engine, "boardsize 9")
    engine.answer("kata-search_analyze b 1000")
    line = ask(engine, "kata-search_analyze b 1000 rootInfo true").splitlines()[0]
    assert line.endswith("visits 30")


def test_time_commands_bound_the_thinking() -> None:
    engine = engine_of(40_000)
    ask(engine, "boardsize 7", "time_settings 0 3 10", "time_left b 1 10")
    assert ask(engine, "genmove b") != "pass"
    assert fails(engine, "time_settings 1") and fails(engine, "time_left b x 1")


@pytest.mark.parametrize(("command", "dialect"), [("lz-analyze", LEELA_ZERO),
                                                  ("kata-analyze", KATAGO)])
def test_analysis_is_written_as_controllers_read_it(
    command: str, dialect: object, engine: Dispatcher
) -> None:
    ask(engine, *WON)
    line = ask(engine, f"{command} b 10")
    found = dialect.read(line, BLACK, 9, 9)  # type: ignore[attr-defined]
    assert found is not None and found.candidates
    for candidate in found.candidates:
        assert candidate.visits >= 1 and candidate.line
        assert 0 <= candidate.winrate <= 1 and 0 <= candidate.prior <= 1


def test_kata_analyze_tells_for_the_side_to_move(engine: Dispatcher) -> None:
    ask(engine, *WON)
    black, white = (ask(engine, f"kata-search_analyze {colour} 999 ownership true rootInfo true")
                    for colour in "bw")
    for text in (black, white):
        line, move = text.splitlines()
        assert move.startswith("play ")
        owned = line.partition(" ownership ")[2].split()
        assert len(owned) == 81 and all(abs(float(value)) <= 1 for value in owned)
        assert re.search(r"info move \w+ visits \d+ utility \S+ winrate 0\.\d+ scoreMean \S+ "
                         r"scoreStdev \S+ scoreLead \S+ prior \S+ lcb \S+ utilityLcb \S+ "
                         r"order 0 pv ", line)
    stone = 4 * 9 + 2
    owners = [float(text.partition(" ownership ")[2].split()[stone]) for text in (black, white)]
    assert owners[0] > 0 > owners[1]


def test_moves_can_be_allowed_and_avoided(engine: Dispatcher) -> None:
    ask(engine, "boardsize 9")
    only = ask(engine, "kata-search_analyze b 999 allow b C3,D4 1").splitlines()[0]
    assert set(re.findall(r"info move (\w+)", only)) <= {"C3", "D4", "pass"}
    without = ask(engine, "lz-genmove_analyze b 999 avoid b E5,D5,E4,F5,E6 20 maxmoves 3")
    lines = without.splitlines()
    moves = re.findall(r"info move (\w+)", lines[0])
    assert 1 <= len(moves) <= 3 and not {"E5", "D5", "E4", "F5", "E6"} & set(moves)
    assert lines[-1].startswith("play ")
    assert "X" in ask(engine, "showboard")
    for wrong in ("lz-analyze b 10 allow", "lz-analyze b 10 allow b Z9 1", "lz-analyze x 10",
                  "kata-analyze interval", "kata-analyze b 10 depth 3"):
        assert fails(engine, wrong)


def test_a_move_goes_on_with_what_was_foreseen_and_is_named_twice_alike() -> None:
    engine = engine_of(100)
    ask(engine, *WON)
    text = ask(engine, "kata-genmove_analyze b 999")
    lines, (_, mine) = text.splitlines()[:-1], text.splitlines()[-1].split()
    line = re.search(rf"info move {mine} .*? pv {mine} (\S+)", lines[-1])
    assert line
    ask(engine, f"play w {line[1]}")

    def visits() -> list[str]:
        """Return how often each move was visited, without playing one."""
        said = ask(engine, "kata-search_analyze b 999").splitlines()[-2]
        return re.findall(r"info move \w+ visits (\d+)", said)

    first = visits()
    assert sum(map(int, first)) > 100 and visits() == first
    ask(engine, "undo", "play w A9")
    assert sum(map(int, visits())) < 100


def test_a_lost_game_is_resigned_only_if_that_is_allowed() -> None:
    lost = ["boardsize 7", "komi 45"]
    for row in range(1, 8):
        lost += [f"play b D{row}", f"play w E{row}", f"play b C{row}", f"play w F{row}"]
    fighter, quitter = engine_of(8), engine_of(8, may_resign=True)
    assert ask(fighter, *lost, "genmove b") != "resign"
    assert ask(quitter, *lost, "genmove b") == "resign"
    assert ask(quitter, "genmove w") != "resign"


def test_dead_stones_are_told_by_the_reader() -> None:
    engine = engine_of(1)
    ask(engine, "boardsize 9", "komi 0.5")
    for row in range(1, 10):
        ask(engine, f"play b D{row}", f"play w F{row}")
    ask(engine, "play b E1", "play w B5")
    assert ask(engine, "final_status_list dead") == "B5"
    assert ask(engine, "final_score").startswith("B+")


def test_where_the_network_cannot_judge_a_sparring_partner_plays(
    engine: Dispatcher, caplog: pytest.LogCaptureFixture
) -> None:
    ask(engine, "boardsize 5")
    with caplog.at_level(logging.WARNING, NOTICE_LOGGER):
        assert ask(engine, "genmove b") and ask(engine, "genmove w")
    assert [record.message for record in caplog.records] == [
        "irgo judges boards of 7 to 19 lines; this one is 5x5."]
    for question in ("lz-analyze b 10", "estimate_score", "irgo-field estimate"):
        assert "irgo judges boards of 7 to 19 lines" in fails(engine, question)
    assert ask(engine, "final_score")


def test_without_onnxruntime_a_sparring_partner_plays(
    engine: Dispatcher, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> object:
        raise ReaderError("irgo's reader needs the package onnxruntime.")

    monkeypatch.setattr(deep, "network", missing)
    monkeypatch.setattr(thinker, "network", missing)
    ask(engine, "boardsize 7")
    with caplog.at_level(logging.WARNING, NOTICE_LOGGER):
        assert point_of_vertex(ask(engine, "genmove b"), 7, 7) >= 0
    assert "onnxruntime" in caplog.text
    assert "onnxruntime" in fails(engine, "kata-analyze w 10")


def test_the_next_line_stops_an_analysis() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "irgo_app", "gtp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, cwd=DATA.parents[1]) as process:
        assert process.stdin is not None and process.stdout is not None
        lines: queue.Queue[str] = queue.Queue()
        source = process.stdout
        threading.Thread(
            target=lambda: [lines.put(line) for line in source], daemon=True).start()
        process.stdin.write("boardsize 9\n7 kata-analyze b 5\n")
        process.stdin.flush()
        told = [lines.get(timeout=120) for _ in range(6)]
        assert told[:3] == ["=\n", "\n", "=7\n"]
        assert all(line.startswith("info move ") for line in told[3:])
        process.stdin.write("8 name\nlz-genmove_analyze w 9999\nkata-analyze b 9999\nquit\n")
        process.stdin.flush()
        rest = []
        while (line := lines.get(timeout=120)) != "=8 irgo\n":
            rest.append(line)
        assert rest[-1] == "\n" and "\n" not in rest[:-1]
        assert process.wait(timeout=120) == 0


def test_a_move_without_reading_is_told_in_one_piece() -> None:
    """At one look there is nothing to tell of moves; an empty line would have ended the answer."""
    engine = engine_of(1)
    for command in ("boardsize 9", "lz-genmove_analyze b 10", "kata-genmove_analyze w 10"):
        answer = engine.answer(command)
        assert answer.endswith("\n\n") and "\n\n" not in answer[:-1]
    assert re.fullmatch(r"=\nplay \w+\n\n", answer)
