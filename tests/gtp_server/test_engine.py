"""irgo as an engine: the rules over GTP, records, scores, and what other programs ask."""

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.position import Position
from irgo_app.gtp.protocol import Dispatcher
from irgo_app.gtp_server.server import make_engine
from irgo_app.layers import COMPUTED
from irgo_app.layers.results import Field
from irgo_app.report.document import event_sentence
from irgo_app.review.game_review import GameReview
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.parser import load_file
from irgo_app.words import Message
from tests.conftest import DATA, GAMES
from tests.go.gnugo import PROGRAM, GnuGo
from tests.report.small_reports import HANGING


@pytest.fixture
def engine() -> Dispatcher:
    return make_engine(AnalysisService(InlineExecutor()))


def ask(engine: Dispatcher, *lines: str) -> str:
    """Send lines and return the text of the last answer, without its sign."""
    answers = [engine.answer(line) for line in lines]
    assert all(answer.endswith("\n\n") for answer in answers)
    for answer in answers:
        assert answer.startswith("="), answer
    return answers[-1][1:].strip()


def fails(engine: Dispatcher, line: str) -> str:
    answer = engine.answer(line)
    assert answer.startswith("?")
    return answer[1:].strip()


def stones(shown: str) -> int:
    """Return how many stones a board that was shown holds."""
    rows = [line for line in shown.splitlines() if line.strip()[:1].isdigit()]
    return sum(row.count("X") + row.count("O") for row in rows)


def test_it_presents_itself(engine: Dispatcher) -> None:
    assert ask(engine, "name") == "irgo" and ask(engine, "protocol_version") == "2"
    commands = ask(engine, "list_commands").split()
    for name in ("boardsize", "clear_board", "komi", "play", "genmove", "undo", "loadsgf",
                 "showboard", "final_score", "final_status_list", "dragon_status",
                 "unconditional_status", "initial_influence", "gogui-analyze_commands",
                 "rectangular_boardsize"):
        assert name in commands and ask(engine, f"known_command {name}") == "true"


def test_play_capture_ko_and_undo(engine: Dispatcher) -> None:
    ask(engine, "boardsize 5", "play b B3", "play w C3", "play b C4", "play w D4", "play b C2",
        "play w D2", "play w E3")
    assert fails(engine, "play b C3") == "illegal move"
    ask(engine, "play b D3")
    assert fails(engine, "play w C3") == "illegal move"
    ask(engine, "undo", "undo")
    assert ask(engine, "play w A1") == ""
    assert fails(engine, "play x A1").startswith("invalid color")
    assert fails(engine, "play b Z9") == "invalid vertex"
    assert fails(engine, "play b").startswith("syntax error")
    assert ask(engine, "play b pass") == ""


@pytest.mark.parametrize("line", ["boardsize 1", "boardsize 53", "boardsize x", "komi",
                                  "boardsize 9.5", "set_position b D4 w D4",
                                  "komi nan", "komi 1e99", "boardsize", "undo", "loadsgf",
                                  "loadsgf nowhere.sgf", "fixed_handicap 12", "set_position b",
                                  "set_free_handicap D4 D4", "irgo-field nothing",
                                  "irgo-field groups", "irgo-regions influence.shadow",
                                  "initial_influence black what", "dragon_status D4",
                                  "irgo-explain pass", "genmove", "final_status_list black"])
def test_what_makes_no_sense_fails_and_changes_nothing(line: str, engine: Dispatcher) -> None:
    before = ask(engine, "showboard")
    assert fails(engine, line)
    assert ask(engine, "showboard") == before


@pytest.mark.parametrize(("line", "said"), [
    ("komi nan", "nan is no number"), ("komi x", "x is no number"),
    ("komi inf", "inf is too large"),
    (f"loadsgf {GAMES[0]} -3", "-3 is no number of a move")])
def test_a_number_that_is_none_is_told(line: str, said: str, engine: Dispatcher) -> None:
    assert fails(engine, line) == said


@pytest.mark.parametrize(("line", "usage"), [
    ("irgo-why C3 A1 Z99", "irgo-why VERTEX [VERTEX]"),
    ("irgo-explain C3 A1", "irgo-explain VERTEX"),
    ("irgo-places all", "irgo-places"), ("irgo-story short", "irgo-story"),
    ("irgo-judgement 1 2", "irgo-judgement [VISITS]"),
    ("irgo-visits 60 70", "irgo-visits [NUMBER]"),
    ("irgo-field moyo moyo", "irgo-field LAYER[:param=value,...]"),
    ("irgo-regions moyo moyo", "irgo-regions LAYER[:param=value,...]")])
def test_words_too_many_are_told(line: str, usage: str, engine: Dispatcher) -> None:
    assert fails(engine, line) == f"syntax error: {usage}"


def test_each_place_is_a_line_with_both_sides_first_moves(engine: Dispatcher) -> None:
    lines = ask(engine, "boardsize 7", "play b D4", "play w F6", "irgo-places").splitlines()
    assert lines and all(
        "Black first: " in line and "White first: " in line for line in lines)


def test_a_pass_that_is_explained_begins_a_sentence(engine: Dispatcher) -> None:
    ask(engine, "boardsize 9", "play b E5", "play w G7")
    assert ask(engine, "irgo-why pass").startswith("A pass ")


def test_what_explains_a_move_adds_up_to_what_lies_between_it_and_the_other(
    engine: Dispatcher
) -> None:
    ask(engine, "boardsize 9", "play b E5", "play w C3", "play b G7", "play w F3")
    for question, verdict in (("A1 G3", "A1 loses "), ("G3 A1", "G3 is ")):
        said, *shares, by = ask(engine, f"irgo-why {question}").splitlines()
        assert by.startswith("Read by irgo's reader, ") and by.endswith(" positions.")
        between = int(said.removeprefix(verdict).split()[0])
        assert shares[-1].endswith(" the rest of the board")
        assert sum(float(share.split()[0]) for share in shares) == pytest.approx(between, abs=0.6)
    assert fails(engine, "irgo-why A1 a1").startswith("Two moves are compared; name two ")


def test_a_story_tells_a_death_once(
    engine: Dispatcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def course(told: GameReview) -> tuple[Message, ...]:
        return (event_sentence(told.events[0], told.line),)

    monkeypatch.setattr("irgo_app.gtp_server.server.overview", course)
    path = tmp_path / "hanging.sgf"
    path.write_text(HANGING)
    said, *lines = ask(engine, f"loadsgf {path}", "irgo-story").splitlines()
    assert lines and not [line for line in lines if said in line]
    assert lines[-1].startswith("Judged by irgo's reader, 8 positions a move")


def test_rectangles_and_large_boards(engine: Dispatcher) -> None:
    ask(engine, "rectangular_boardsize 7 5", "play b G5")
    assert fails(engine, "play w G6") == "invalid vertex"
    ask(engine, "boardsize 52", "play b BA52")
    assert ask(engine, "known_command undo") == "true"


def test_a_records_name_may_hold_blanks(engine: Dispatcher, tmp_path: Path) -> None:
    for name, count in (("my game.sgf", 3), ("game 2", 2)):
        (tmp_path / name).write_text("(;SZ[9];B[aa];W[bb];B[cc])"[:8 + 6 * count] + ")")
    for line, count in ((f"{tmp_path}/my game.sgf", 3), (f"{tmp_path}/my game.sgf 3", 2),
                        (f"{tmp_path}/game 2", 2), (f"{tmp_path}/game 2 2", 1),
                        (f'"{tmp_path}/my game.sgf"', 3), (f"'{tmp_path}/my game.sgf' 2", 1)):
        ask(engine, f"loadsgf {line}")
        assert stones(ask(engine, "showboard")) == count, line
    assert f"no file {tmp_path}/your game.sgf;" in fails(
        engine, f"loadsgf {tmp_path}/your game.sgf 3")


def test_nodes_without_a_move_are_no_moves(engine: Dispatcher) -> None:
    reports = DATA / "sgf" / "reports"
    assert ask(engine, f"loadsgf {reports / 'comment_nodes_at_end.sgf'}") == "black"
    assert stones(ask(engine, "undo", "showboard")) == 1
    ask(engine, "undo")
    assert fails(engine, "undo") == "cannot undo"
    assert ask(engine, f"loadsgf {reports / 'turn_ha_ab_second_node.sgf'}") == "white"
    ask(engine, "undo", "undo")
    assert stones(ask(engine, "showboard")) == 2
    assert fails(engine, "undo") == "cannot undo"


def test_records_load_up_to_a_move(engine: Dispatcher) -> None:
    path = GAMES[0]
    line = load_file(path).games[0].main_line()
    assert ask(engine, f"loadsgf {path} 11") in ("black", "white")
    assert stones(ask(engine, "showboard")) == 10
    ask(engine, f"loadsgf {path}")
    last = line[-1].move
    assert last is not None
    assert ask(engine, "undo") == ""


def test_the_score_takes_dead_stones_off(engine: Dispatcher) -> None:
    ask(engine, "boardsize 7", "komi 0.5")
    for row in range(1, 8):
        ask(engine, f"play b D{row}", f"play w E{row}")
    assert ask(engine, "final_score") == "B+6.5"
    ask(engine, "play w B4")
    assert ask(engine, "final_score") in ("B+6.5", "W+15.5")
    dead = ask(engine, "final_status_list dead")
    alive = ask(engine, "final_status_list alive")
    assert ("B4" in dead) != ("B4" in alive)
    assert ask(engine, "final_score") == ("B+6.5" if "B4" in dead else "W+15.5")


def test_genmove_plays_legal_moves_to_the_end(engine: Dispatcher) -> None:
    ask(engine, "boardsize 5")
    passes, turn, moves = 0, "b", 0
    while passes < 2 and moves < 80:
        move = ask(engine, f"genmove {turn}")
        passes = passes + 1 if move == "pass" else 0
        turn, moves = "w" if turn == "b" else "b", moves + 1
    assert passes == 2 and moves > 6
    assert ask(engine, "final_score") != ""


def test_genmove_answers_and_plays(engine: Dispatcher) -> None:
    ask(engine, f"loadsgf {GAMES[0]} 41")
    before = ask(engine, "showboard")
    asked = ask(engine, "reg_genmove b")
    assert ask(engine, "showboard") == before
    assert ask(engine, "genmove b") == asked != "pass"
    assert stones(ask(engine, "showboard")) in (41, 40)
    assert fails(engine, f"play w {asked}") == "illegal move"


def test_handicap(engine: Dispatcher) -> None:
    assert ask(engine, "fixed_handicap 2") in ("D4 Q16", "Q16 D4")
    assert fails(engine, "fixed_handicap 2") == "board not empty"
    ask(engine, "clear_board", "set_free_handicap D4 Q16 D16")
    assert stones(ask(engine, "showboard")) == 3


def test_every_layer_is_offered_to_gogui(engine: Dispatcher) -> None:
    ask(engine, "boardsize 9", "play b D4", "play w F6", "play b D6", "play w F4")
    offered = ask(engine, "gogui-analyze_commands").splitlines()
    assert len(offered) >= len(COMPUTED)
    for row in offered:
        kind, _, command = row.split("/", 2)
        point = "A1" if command.startswith("irgo-why") else "D4"
        answer = ask(engine, command.replace("%p", point))
        if kind in ("dboard", "cboard"):
            rows = [line.split() for line in answer.splitlines()]
            assert [len(cells) for cells in rows] == [9] * 9, command
            if kind == "dboard":
                assert np.isfinite(np.array(rows, float)).all()


def test_fields_over_gtp_are_the_layers_own(engine: Dispatcher) -> None:
    ask(engine, "boardsize 9", "play b C3", "play w G7")
    for layer in (layer for layer in COMPUTED if layer.kind is Field):
        found = np.array([line.split() for line in ask(
            engine, f"irgo-field {layer.name}").splitlines()], float)
        stones = {point_of_vertex("C3", 9, 9): 1, point_of_vertex("G7", 9, 9): -1}
        position = Position.empty(9).with_stones(stones)
        result = compute(LayerRequest.of(position, layer.name), None)
        assert isinstance(result, Field)
        assert np.allclose(found, result.values, atol=0.0051)


def test_layers_that_need_an_engine_are_refused(engine: Dispatcher) -> None:
    for command in ("irgo-field ownership", "irgo-regions candidates"):
        assert "needs an engine" in fails(engine, command)
    assert ask(engine, "irgo-field influence.shadow")


def test_the_score_to_expect_is_worded_as_gnu_go_words_it(engine: Dispatcher) -> None:
    ask(engine, "boardsize 9", "komi 0", "play b E5", "play w C3", "play b G7")
    before = ask(engine, "estimate_score")
    found = re.fullmatch(r"B\+([\d.]+) \(upper bound: ([-+.\d]+), lower: ([-+.\d]+)\)", before)
    assert found
    lead, high, low = map(float, found.groups())
    assert low < lead < high
    ask(engine, "komi 30")
    after = re.match(r"W\+([\d.]+) ", ask(engine, "estimate_score"))
    assert after and float(after[1]) == pytest.approx(30 - lead, abs=10)


def test_unconditional_life(engine: Dispatcher) -> None:
    ask(engine, "boardsize 5", "set_position b A2 b B2 b C2 b D2 b B1 b D1 w E5")
    assert ask(engine, "unconditional_status A2") == "alive"
    assert ask(engine, "unconditional_status E5") == "undecided"
    assert ask(engine, "dragon_status A2") == "alive"


@pytest.mark.gnugo
@pytest.mark.skipif(not PROGRAM, reason="GNU Go is not installed")
@pytest.mark.parametrize("what", ["white_influence", "black_influence"])
def test_influence_is_much_like_gnu_gos(what: str, engine: Dispatcher) -> None:
    path = GAMES[0]
    with GnuGo() as gnugo:
        gnugo.ask(f"loadsgf {path} 61")
        rows = gnugo.ask(f"initial_influence black {what}").splitlines()
    theirs = np.array([row.split() for row in rows], float)
    ask(engine, f"loadsgf {path} 61")
    ours = np.array([row.split() for row in ask(
        engine, f"initial_influence black {what}").splitlines()], float)
    assert theirs.shape == ours.shape == (19, 19)
    assert np.corrcoef(theirs.ravel(), ours.ravel())[0, 1] > 0.8


def test_the_program_itself_over_a_pipe(tmp_path: Path) -> None:
    import sys

    lines = b"boardsize 9\n1 play b E5\n\xff\xfe\nplay w pass\nshowboard\nquit\n"
    done = subprocess.run([sys.executable, "-m", "irgo_app", "gtp"], input=lines,
                          capture_output=True, timeout=120, check=False, cwd=DATA.parents[1])
    assert done.returncode == 0 and done.stderr == b""
    answers = done.stdout.decode().split("\n\n")
    assert answers[0] == "=" and answers[1] == "=1" and answers[2].startswith("? unknown")
    assert "X" in answers[4]
