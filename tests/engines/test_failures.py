"""What engines do to their users, at the engine and in the window: a sentence, and all goes on."""

import random
import shlex
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from irgo_app.engines.engine import Engine, EngineState, Restriction
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.profile import EngineProfile
from irgo_app.engines.trial import MOST_COMMANDS, EngineTrial
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import LETTER_OF_COLOUR
from irgo_app.gui.views.engine import EnginesDialog
from irgo_app.judging.engine_record import engine_game
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.conftest import GAMES
from tests.engines.fake_analyst import FLOOD
from tests.engines.test_engine import ANALYST, FAKE, analysed, commands_of, profile, wait_for
from tests.gui.conftest import Window, models, window

__all__ = ["models", "window"]  # Fixtures.
BATCH = str(Path(__file__).with_name("fake_katago_json.py"))
CRASH = "The engine ended (signal 11); it said: the GPU went away."


def told_by(tmp_path: Path, *words: str, **limits: float) -> tuple[Engine, list[str]]:
    said: list[str] = []
    engine = Engine(profile(ANALYST, "leela", str(tmp_path), *words, **limits),
                    lambda state, text: said.append(f"{state.value}: {text}"))
    return engine, said


@pytest.mark.parametrize("manner, sentence", [
    ("crash", CRASH),
    ("hang", "The engine did not answer 'lz-analyze' within 1 s and was ended.")])
def test_what_goes_wrong_twice_is_told_and_ends(
    manner: str, sentence: str, tmp_path: Path
) -> None:
    tree = load_file(GAMES[0]).games[0]
    engine, said = told_by(tmp_path, manner, answer_s=1.0)
    engine.analyze(engine_game(tree.main_line()[5], Replay(tree)), lambda found: None)
    wait_for(engine, lambda: engine.state is EngineState.FAILED)
    assert f"starting: {sentence} It is being restarted." in said
    assert said[-1] == f"failed: {sentence}"
    assert sum("is ready" in text for text in said) == 2
    engine.stop()


def test_an_analysis_without_end_is_ended(tmp_path: Path) -> None:
    tree = load_file(GAMES[0]).games[0]
    line, replay = tree.main_line(), Replay(tree)
    engine, said = told_by(tmp_path, "endless", answer_s=0.5)
    analysed(engine, line[5], replay)
    second: list[EngineEvaluation] = []
    engine.analyze(engine_game(line[6], replay), second.append)
    wait_for(engine, lambda: bool(second))
    assert any("did not stop 'lz-analyze' in time and was ended. It is being restarted." in text
               for text in said)
    engine.stop()


def test_an_engine_that_takes_its_time_to_start(tmp_path: Path) -> None:
    tree = load_file(GAMES[0]).games[0]
    engine, _ = told_by(tmp_path, "wait")
    found: list[EngineEvaluation] = []
    engine.analyze(engine_game(tree.main_line()[4], Replay(tree)), lambda seen: pytest.fail("old"))
    engine.analyze(engine_game(tree.main_line()[5], Replay(tree)), found.append)
    wait_for(engine, lambda: engine.state is EngineState.STARTING)
    assert not found
    (tmp_path / "go").touch()
    wait_for(engine, lambda: bool(found))
    assert sum("analyze" in words for words in commands_of(tmp_path)) == 1
    engine.stop()


def test_an_analysis_that_ends_by_itself_says_so(tmp_path: Path) -> None:
    tree = load_file(GAMES[0]).games[0]
    engine, _ = told_by(tmp_path, "ends")
    ends: list[str] = []
    engine.analyze(engine_game(tree.main_line()[5], Replay(tree)), lambda found: None, ends.append)
    wait_for(engine, lambda: bool(ends))
    assert ends == [""]
    wait_for(engine, lambda: engine.state is EngineState.READY)
    engine.stop()


def test_of_a_flood_only_the_newest_counts(tmp_path: Path) -> None:
    tree = load_file(GAMES[0]).games[0]
    found: list[EngineEvaluation] = []
    ends: list[str] = []
    engine, _ = told_by(tmp_path, "flood")
    engine.analyze(engine_game(tree.main_line()[5], Replay(tree)), found.append, ends.append)
    wait_for(engine, lambda: bool(ends))
    visits = [seen.candidates[0].visits for seen in found]
    assert visits == sorted(visits) and visits[-1] == FLOOD
    assert len(visits) < FLOOD / 4
    engine.stop()


def test_an_engine_that_calls_itself_too_much(tmp_path: Path) -> None:
    tree = load_file(GAMES[0]).games[0]
    engine, said = told_by(tmp_path, "talker")
    analysed(engine, tree.main_line()[5], Replay(tree))
    assert engine.name == "x" * 59 + "…" and len(engine.commands) <= MOST_COMMANDS
    assert max(map(len, said)) < 200
    engine.stop()


def test_a_test_of_an_engine_can_be_stopped() -> None:
    for waiting in (EngineProfile("Silent", shlex.join([sys.executable, FAKE, "silent"])),
                    EngineProfile("Silent", shlex.join([sys.executable, FAKE, "silent"]),
                                  kind="katago-json")):
        trial = EngineTrial(waiting)
        with ThreadPoolExecutor(1) as thread:
            report = thread.submit(trial.run)
            trial.stop()
            assert report.result(timeout=60).failure == "The test was stopped."


@pytest.mark.parametrize("mode", ["babble", "endless line", "flood of errors"])
def test_the_test_of_a_program_that_talks_without_end_ends_at_once(mode: str) -> None:
    report = EngineTrial(EngineProfile("Talker", shlex.join([sys.executable, FAKE, mode]))).run()
    assert "keeps writing" in report.failure and not report.name


def test_katagos_analysis_engine_is_known_by_what_it_says() -> None:
    trial = EngineTrial(EngineProfile(
        "Mine", shlex.join([sys.executable, BATCH, "single"]), kind="gnugo"))
    report = trial.run()
    assert (report.kind, report.name, report.version) == ("katago-json", "KataGo", "1.0")
    assert not report.failure and any("whole game" in text for text in report.can)
    assert trial.silent_s == 0


def test_an_analysis_engine_that_is_known_as_one_is_asked_nothing_that_it_takes_for_an_error(
) -> None:
    command = shlex.join([sys.executable, BATCH, "single"])
    report = EngineTrial(EngineProfile("Mine", command, kind="katago-json")).run()
    assert (report.kind, report.version, report.failure) == ("katago-json", "1.0", "")
    assert not any("could not parse" in line for line in report.errors)
    gone = shlex.join([sys.executable, "-c", "raise SystemExit('no network')"])
    report = EngineTrial(EngineProfile("Gone", gone, kind="katago-json")).run()
    assert "no network" in report.failure


def test_who_cannot_be_kept_to_points_says_so(tmp_path: Path) -> None:
    tree = load_file(GAMES[0]).games[0]
    ends: list[str] = []
    engine = Engine(profile(ANALYST, "values", str(tmp_path)))
    engine.analyze(engine_game(tree.main_line()[5], Replay(tree)), lambda found: None, ends.append,
                   Restriction((0, 1)))
    wait_for(engine, lambda: bool(ends))
    assert "cannot be limited to selected points" in ends[0]
    engine.stop()


def test_500_changes_of_position_stay_in_step(tmp_path: Path) -> None:
    tree = load_file(GAMES[0]).games[0]
    line, replay = tree.main_line(), Replay(tree)
    engine, _ = told_by(tmp_path)
    chance, place = random.Random(2026), 60
    last = threading.Event()
    memory = 0.0
    for number in range(500):
        place = min(len(line) - 1, max(0, place + chance.choice((1, 1, 1, -1, 12, -10))))
        told = threading.Event() if number < 499 else last

        def tell(found: EngineEvaluation, told: threading.Event = told) -> None:
            told.set()

        engine.analyze(engine_game(line[place], replay), tell)
        if number % 10 == 0:
            assert told.wait(30)
        if number == 100:
            memory = resident_mb()
    assert last.wait(30)
    assert resident_mb() - memory < 20
    boards = boards_analysed(commands_of(tmp_path))
    games = [moves_to(line[:count + 1]) for count in range(len(line))]
    assert len(boards) >= 50 and all(board in games for board in boards)
    assert boards[-1] == moves_to(line[:place + 1])
    assert engine.state is EngineState.THINKING
    engine.stop()


def moves_to(line: list[Node]) -> list[str]:
    """Return the moves of nodes as they are sent."""
    return [f"{LETTER_OF_COLOUR[node.move[0]]} {vertex(node.move[1], 19, 19)}"
            for node in line if node.move]


def boards_analysed(commands: list[str]) -> list[list[str]]:
    """Return the moves that lay on the engine's board at each analysis, from what it was sent."""
    moves, found = list[str](), []
    for words in commands:
        name, _, rest = words.partition(" ")
        if name == "clear_board":
            moves = []
        elif name == "play":
            moves = [*moves, rest]
        elif name == "undo":
            moves = moves[:-1]
        elif name == "lz-analyze":
            found.append(moves)
    return found


def resident_mb() -> float:
    """Return this process's resident memory in MB, 0 where it cannot be told."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0


# In the window

def fake(*words: str, **limits: float) -> EngineProfile:
    return EngineProfile("Fake", shlex.join([sys.executable, *words]), **limits)  # type: ignore[arg-type]


@pytest.mark.parametrize("found, sentence", [
    (EngineProfile("Gone", "/no/such/engine"), "cannot be started"),
    (fake(FAKE, "exit"), "Could not open weights file"),
    (fake(FAKE, "silent", start_s=0.3), "did not answer 'protocol_version' within 0.3 s"),
    (fake(ANALYST, "leela", "{folder}", "crash"), "the GPU went away"),
    (fake(ANALYST, "leela", "{folder}", "hang", answer_s=1.0), "did not answer 'lz-analyze'")],
    ids=["missing", "exit", "silent", "crash", "hang"])
def test_the_window_goes_on(
    found: EngineProfile, sentence: str, window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    row = found.as_settings()
    window.models.preferences.settings.engines = [
        {**row, "command": str(row["command"]).replace("{folder}", str(tmp_path))}]
    window.models.preferences.settings.set("engine", found.name)
    desk = window.models.desk
    assert desk is not None
    window.models.review.new_game(19, 19, {})
    desk.toggle()
    qtbot.waitUntil(lambda: sentence in window.messages.text, timeout=30_000)
    assert desk.has_failed and not desk.is_analyzing
    window.models.review.play(point_of_vertex("D4", 19, 19))
    assert window.models.review.node.move is not None
    # A new engine may be tried at once.
    window.models.preferences.settings.engines = [
        fake(ANALYST, "leela", str(tmp_path)).as_settings()]
    desk.toggle()
    evaluations, review = window.models.evaluations, window.models.review
    qtbot.waitUntil(lambda: evaluations.of(review.node) is not None, timeout=30_000)
    desk.stop()


def test_closing_the_dialog_ends_a_test(window: Window, qtbot: QtBot) -> None:
    settings = window.models.preferences.settings
    settings.engines = [fake(FAKE, "silent").as_settings()]
    dialog = EnginesDialog(settings, [], window)
    dialog.run_test()
    dialog.reject()
    assert dialog.said.text() == "Starting …"
    again = EnginesDialog(settings, [], window)
    again.run_test()
    assert again.test.text() == "Stop"
    again.test.click()
    qtbot.waitUntil(lambda: again.said.text() == "The test was stopped.", timeout=30_000)
    assert again.test.text() == "Test"
    again.reject()
