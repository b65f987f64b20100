"""`irgo lifedeath` and `irgo whatif`: their JSON, their text, and what they refuse."""

import json
import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.cli import COMMANDS, lifedeath, why
from irgo_app.cli.arguments import limits_for, time_limit
from irgo_app.cli.main import run_command
from irgo_app.engines.profile import EngineProfile
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import CalledOffError, Judgement, Searched
from irgo_app.judging.judges import Judges, KataGoJudge
from irgo_app.judging.requests import LifeRequest
from irgo_app.judging.result_json import as_json
from irgo_app.lifedeath.question import Limits
from irgo_app.lifedeath.referee import Referee
from irgo_app.lifedeath.verdict import READER_METHOD, Answer, Outcome, Verdict
from irgo_app.resource_files import resource_path
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from irgo_app.settings import load_settings
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.conftest import GAMES
from tests.judging.test_katago import SCRIPT as FAKE_KATAGO
from tests.lifedeath.test_callout import FAKE

HANGS = ("(;GM[1]FF[4]SZ[9]AB[da][ab][bb][cb][db][cg][gf][ff][hg]"
         "AW[ea][eb][ac][bc][cc][dc][ec][fg][gh]"
         ";B[gc];W[gg])")
"""Black's corner of three in a row hangs on B9, and elsewhere so much is settled that it counts."""

SMALL = "(;GM[1]FF[4]SZ[6:4]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec];B[fa];W[fb])"
"""The same corner on a board so small that all its groups are read to the end at once."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "hangs.sgf"
    path.write_text(HANGS)
    return path


def document(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert run_command(list(words)) == 0
    shown = capsys.readouterr()
    return json.loads(shown.out)


def test_the_commands_are_known() -> None:
    assert {"lifedeath", "whatif"} <= {command.name for command in COMMANDS}


def test_lifedeath_as_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(SMALL)
    found = document(capsys, "lifedeath", str(record), "--json", "--seconds", "200")
    assert found["format"] == "irgo-lifedeath/1" and found["file"] == str(record)
    assert found["size"] == [6, 4] and found["game"] == 0 and found["warnings"] == []
    assert found["move_number"] == 2 and found["last_move"] == ["W", "F3"]
    tree = load_file(record).games[0]
    position = Replay(tree).position_at(tree.main_line()[-1])
    layer = as_json(compute(LayerRequest.of(position, "groups"), None), position)["regions"]
    assert [(group["id"], group["colour"], sorted(group["stones"])) for group in found["groups"]] \
        == [(region["id"], region["colour"], sorted(region["stones"])) for region in layer]
    corner = next(group for group in found["groups"] if "A3" in group["stones"])
    assert corner["status"] == "unsettled" and corner["exact"] in (True, False)
    for first, result in (("black_first", "lives"), ("white_first", "dies")):
        answer = corner[first]
        assert answer["result"] == result and answer["move"] == "B4"
        assert answer["line"][0] == [first[0].upper(), "B4"]
    assert corner["method"] and corner["seconds"] >= 0 and corner["nodes"] > 0
    for group in found["groups"]:
        assert group["status"] in ("alive", "dead", "unsettled", "ko", "seki", "unknown")


def test_lifedeath_of_some_groups(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "lifedeath", str(record), "--json", "--group", "a8",
                     "--group", "D9", "--group", "G7", "--move", "1", "--seconds", "4")
    assert found["move_number"] == 1
    assert sum("A8" in group["stones"] for group in found["groups"]) == 1
    assert any("G7" in group["stones"] for group in found["groups"])


def test_groups_for_which_no_time_was_left_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    game = str(resource_path("examples", "case_study.sgf"))
    assert run_command(["lifedeath", game, "--json", "--seconds", "0.001"]) == 0
    said = capsys.readouterr()
    unknown = sum(group["status"] == "unknown" for group in json.loads(said.out)["groups"])
    assert unknown > 1 and f"time ran out before {unknown} groups were known" in said.err


def test_lifedeath_for_people(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["lifedeath", str(record), "--group", "A8", "--seconds", "200"]) == 0
    shown = capsys.readouterr().out
    assert "unsettled" in shown and "White first: dies; W B9" in shown


def test_guesses_are_no_knowledge_and_called_so(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def guessed(first: Colour, outcome: Outcome, kill: float) -> Answer:
        return Answer(first, outcome, method=READER_METHOD, kill=kill)

    def searched(_bench: object, requests: Sequence[LifeRequest], *_: object) -> Any:
        for index, request in enumerate(requests):
            yield index, Verdict(BLACK, request.stones, guessed(BLACK, Outcome.LIVES, 0.45),
                                 guessed(WHITE, Outcome.DIES, 0.55))

    monkeypatch.setattr(lifedeath, "searched_together", searched)
    assert run_command(["lifedeath", str(record), "--group", "A8"]) == 0
    shown = capsys.readouterr().out
    assert "unknown, for the lines below are hardly more than guesses (irgo's reader" in shown
    assert "Black first: lives" in shown and "White first: dies" in shown


def test_whatif_as_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "whatif", str(record), "--all", "--json", "--seconds", "200")
    assert found["format"] == "irgo-whatif/1"
    swings = [study["swing"] for study in found["studies"]]
    assert swings == sorted(swings, reverse=True)
    groups = [study["group"] for study in found["studies"] if study["group"] is not None]
    assert groups and sorted(groups) == list(range(1, len(groups) + 1))
    for study in found["studies"]:
        leads = [study[first]["territory"]["B"] - study[first]["territory"]["W"]
                 + study[first]["influence"] for first in ("black_first", "white_first")]
        # A move that costs more than it gains swings nothing.
        assert study["swing"] == pytest.approx(max(0.0, leads[0] - leads[1]), abs=0.31)
        assert study["evaluator"] == "irgo's reader"
        if study["initiative"] is not None:
            assert study["deiri"] >= study["miai"] >= 0
        assert study["engine"] == "builtin"
    group = document(capsys, "whatif", str(record), "--group", "A8", "--json",
                     "--seconds", "200")["studies"]
    assert len(group) == 1 and group[0]["at"] == "B9"
    assert group[0]["reasons"][0]["kind"] == "group" and "A8" in group[0]["reasons"][0]["stones"]
    for entry in (*group, *found["studies"], *found["places"]):
        told = sum(reason["points"] for reason in entry["reasons"])
        assert told + entry["rest_of_swing"] == pytest.approx(entry["swing"])
    # The stones and their room count both ways; the swing is less by what the turn is worth.
    assert group[0]["deiri"] > 10 and group[0]["deiri"] > group[0]["swing"] > 0
    assert group[0]["black_first"]["moves"] == [["B", "B9"]]
    point = document(capsys, "whatif", str(record), "--at", "E4", "--json",
                     "--seconds", "200")["studies"]
    assert point[0]["group"] is None and point[0]["at"] == "E4"
    assert point[0]["white_first"]["moves"][0] == ["W", "E4"]


def test_whatif_for_people(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["whatif", str(record), "--group", "A8", "--seconds", "200"]) == 0
    shown = capsys.readouterr().out
    assert "points" in shown and "White first: W B9, it dies" in shown
    assert "territory B" in shown and "influence" in shown
    assert "Black B9 saves" in shown, "why first here matters"
    assert re.search(r", (Black|White) leads by \d+\.\d with komi\n", shown)
    assert re.search(r"Read by irgo's reader, \d+ positions\.\n$", shown)


def test_places_say_both_sides_first_moves_below(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["whatif", str(record), "--all", "--visits", "60"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert last.startswith("Read by irgo's reader, ")
    assert [line[:16] for line in lines[1:3]] == ["   Black first: ", "   White first: "]
    assert [line[:3] for line in lines[::3]] == [
        f"{letter}  " for letter in "ABCDEFG"[:len(lines) // 3]]


def test_a_box_is_studied_and_played_out(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["whatif", str(record), "--box", "F2", "J5", "--visits", "4", "--seconds", "200"]
    study = document(capsys, *words, "--json")["studies"][0]
    inside = {column + row for column in "FGHJ" for row in "2345"}
    assert study["group"] is None and set(study["region"]) < inside
    for first in ("black_first", "white_first"):
        assert {vertex for _, vertex in study[first]["moves"]} <= inside
    played = document(capsys, *words, "--json", "--playout", "W")
    assert played["format"] == "irgo-playout/1"
    moves = [step["move"] for step in played["moves"]]
    assert {vertex for _, vertex in moves} <= inside
    assert run_command([*words, "--playout", "W"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{colour} {vertex}" in shown for colour, vertex in moves)
    assert (played["evaluator"], played["visits"]) == ("irgo's reader", 4)
    assert shown.endswith("Read by irgo's reader, 4 positions.\n")


@pytest.mark.parametrize(("words", "sentence"), [
    (["lifedeath", "FILE", "--group", "J9"], "There is no stone at J9"),
    (["lifedeath", "FILE", "--group", "Z99"], "no point of a 9x9 board"),
    (["lifedeath", "FILE", "--engine", "nobody"], "There is no engine 'nobody'"),
    (["whatif", "FILE", "--at", "A8"], "There is a stone at A8"),
    (["whatif", "FILE", "--box", "A8", "B8"], "holds no vacant point"),
    (["whatif", "FILE", "--all", "--playout", "B"], "Say where to play"),
    (["whatif", "FILE", "--at", "pass"], "no point of a 9x9 board"),
    (["why", "FILE", "--play", "J10"], "no point of a 9x9 board"),
    (["why", "FILE", "--play", "D4", "--instead", "I4"], "no point of a 9x9 board"),
    (["whatif", "missing.sgf", "--all"], "missing.sgf")])
def test_bad_input_is_one_sentence(
    words: list[str], sentence: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([str(record) if word == "FILE" else word for word in words]) in (1, 2)
    shown = capsys.readouterr()
    assert shown.out == "" and sentence in shown.err and shown.err.count("\n") == 1


def test_stones_that_a_record_sets_up_without_a_liberty_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "smothered.sgf"
    path.write_text("(;GM[1]FF[4]SZ[5]AB[aa][ba][ab]AW[ca][bb][ac])")
    assert run_command(["lifedeath", str(path), "--seconds", "4"]) == 0
    assert "B1: " in capsys.readouterr().out


def test_places_for_which_the_time_was_not_enough_are_missed_aloud(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["whatif", str(record), "--all", "--seconds", "0.001"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "irgo: 0.001 s were not enough; give it more with --seconds.\n"


def test_where_there_is_no_time_for_places_every_group_is_told(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def called_off(*_: object) -> None:
        raise CalledOffError

    monkeypatch.setattr("irgo_app.cli.whatif.places", called_off)
    words = ["whatif", str(record), "--all", "--visits", "2", "--seconds", "200"]
    assert run_command(words) == 0
    shown = capsys.readouterr()
    assert "Read by irgo's reader" in shown.out
    assert shown.err == "warning: 200 s were not enough; give it more with --seconds.\n"


def test_a_move_is_not_compared_with_itself(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["why", str(record), "--play", "E3", "--instead", "e3"]) == 2
    shown = capsys.readouterr()
    assert not shown.out and shown.err == (
        "irgo: Two moves are compared; name two that are not the same.\n")


@pytest.mark.parametrize("words", [
    ["lifedeath", "FILE", "--seconds", "0"], ["whatif", "FILE", "--all", "--visits", "-1"],
    ["why", "FILE", "--visits", "-1"], ["why", "FILE", "--seconds", "1e999"]])
def test_a_number_that_an_option_does_not_take_is_wrong_usage(
    words: list[str], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([str(record) if word == "FILE" else word for word in words]) == 2
    shown = capsys.readouterr()
    assert not shown.out and f"{words[-2]} takes" in shown.err and shown.err.count("\n") == 1


def test_whatif_needs_to_know_where(record: Path) -> None:
    for words in ([], ["--all", "--at", "A1"]):
        with pytest.raises(SystemExit) as error:
            run_command(["whatif", str(record), *words])
        assert error.value.code == 2


def with_engine(*words: str) -> None:
    """Put a scripted engine into the settings."""
    settings = load_settings()
    command = shlex.join([sys.executable, str(FAKE), *words])
    settings.engines = [{"name": "Fake", "command": command, "answer_s": 2.0}]
    settings.save()


def test_an_engine_is_asked_too(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with_engine("owl", "0", "0")
    found = document(
        capsys, "lifedeath", str(record), "--engine", "fake", "--group", "A8", "--json",
        "--seconds", "200")
    group = found["groups"][0]
    methods = {group["method"], *(other["method"] for other in group["others"])}
    assert "engine:Fake" in methods and group["contradicted"] is True


def test_a_katago_is_asked_about_life_itself_and_its_start_costs_no_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its profile is one for studies too, for which irgo starts its other program."""
    program = tmp_path / "katago"
    program.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, str(FAKE)])} thinks\n")
    program.chmod(0o755)
    settings = load_settings()
    settings.engines = [{"name": "Kata", "command": f"{shlex.quote(str(program))} gtp -model net",
                         "answer_s": 20.0}]
    settings.save()
    record, order = tmp_path / "game.sgf", list[str]()
    record.write_text("(;GM[1]SZ[9]AB[cc])")
    start, clock = Judges.referee, lifedeath.time_limit

    def started(judges: Judges, profile: EngineProfile) -> Referee | None:
        order.append("start")
        return start(judges, profile)

    def limited(seconds: float) -> AbstractContextManager[CancelFlag]:
        order.append("clock")
        return clock(seconds)

    monkeypatch.setattr(Judges, "referee", started)
    monkeypatch.setattr(lifedeath, "time_limit", limited)
    found = document(capsys, "lifedeath", str(record), "--engine", "kata", "--group", "C7",
                     "--json", "--seconds", "8")
    group = found["groups"][0]
    methods = [group["method"], *(other["method"] for other in group.get("others", ()))]
    assert "engine:Kata" in methods and order[0] == "start"


def test_an_engine_that_dies_leaves_irgos_own_answer(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_engine("dies")
    assert run_command(
        ["lifedeath", str(record), "--engine", "fake", "--group", "A8", "--json",
         "--seconds", "200"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["groups"][0]["status"] == "unsettled"
    assert shown.err.startswith("warning: Fake did not answer") and shown.err.count("\n") == 1


def test_an_engine_plays_the_locality_out(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_engine("plays", "G5", "F5", "pass")
    study = document(
        capsys, "whatif", str(record), "--engine", "fake", "--at", "H5", "--json",
        "--seconds", "200")["studies"][0]
    assert study["engine"] == "Fake"
    # The line may be cut where a side had better play elsewhere.
    moves = study["black_first"]["moves"]
    assert moves and moves == [["B", "H5"], ["W", "G5"], ["B", "F5"]][:len(moves)]


def test_a_katago_explains_within_the_usual_time(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its start costs nothing of it, and it is asked for as much as its profile says."""
    settings = load_settings()
    command = shlex.join([sys.executable, str(FAKE_KATAGO), "single"])
    settings.engines = [{"name": "Kata", "command": command, "kind": "katago-json"}]
    settings.save()
    order, clock, search = list[object](), why.needed_within, KataGoJudge.search

    def limited(seconds: float) -> AbstractContextManager[CancelFlag]:
        order.append("clock")
        return clock(seconds)

    def appraised(judge: KataGoJudge, positions: Sequence[Position]) -> list[Judgement]:
        order.append("start")
        return []

    def searched(
        judge: KataGoJudge, position: Position, first: Colour, region: frozenset[Point] | None,
        visits: int, cancel: CancelFlag | None = None,
    ) -> Searched:
        order.append(visits)
        return search(judge, position, first, region, visits, cancel)

    monkeypatch.setattr(why, "needed_within", limited)
    monkeypatch.setattr(KataGoJudge, "appraise", appraised)
    monkeypatch.setattr(KataGoJudge, "search", searched)
    found = document(capsys, "why", str(record), "--play", "E3", "--instead", "D3", "--engine",
                     "kata", "--json", "--seconds", "200")
    assert found["evaluator"] == "Kata" and order == ["start", "clock", 100, 100]


def test_an_engine_of_unknown_kind_is_started_and_asked(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = load_settings()
    wrapper = shlex.join([sys.executable, str(FAKE_KATAGO), "single"])
    settings.engines = [{"name": "Wrapped", "command": wrapper},
                        {"name": "Ends", "command": shlex.join([sys.executable, "-c", "exit(3)"])}]
    settings.save()
    found = document(capsys, "why", str(record), "--play", "E3", "--instead", "D3", "--engine",
                     "wrapped", "--json", "--seconds", "200")
    assert found["evaluator"] == "Wrapped"
    for words in (["why", str(record)], ["report", str(record), "--json"],
                  ["batch", str(record), "-o", str(record.with_suffix(""))], ["mcp"]):
        assert run_command([*words, "--engine", "ends"]) == 1
        assert capsys.readouterr() == ("", "irgo: The engine ended (exit code 3).\n")


@pytest.mark.parametrize("words", [
    ["why", "FILE", "--play", "E3"], ["problems", "FILE", "-o", "{folder}/p.sgf"],
    ["practice", "add", "FILE", "--deck", "{folder}/a.deck"]])
def test_who_only_plays_is_refused_where_points_are_asked_for(
    words: list[str], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_engine("plays", "G5")
    given = [word.replace("FILE", str(record)).replace("{folder}", str(record.parent))
             for word in words]
    assert run_command([*given, "--engine", "fake"]) == 1
    assert capsys.readouterr() == (
        "", "irgo: Fake gives no score; name a KataGo, or leave --engine out.\n")


def test_less_time_means_less_search() -> None:
    assert limits_for(10_000.0, 1) == Limits()
    few = limits_for(0.5, 20)
    assert few.nodes < Limits().nodes and few.playouts < Limits().playouts
    with time_limit(1e-9) as flag:
        flag.set(True)
        assert flag and flag.array[0] == 1


def test_no_time_means_unknown(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "lifedeath", str(record), "--json", "--seconds", "1e-6")
    assert found["groups"]
    for group in found["groups"]:
        assert group["status"] in ("unknown", "alive")
        if group["status"] == "unknown":
            assert not group["exact"]


def test_what_is_proved_does_not_hang_on_what_else_is_asked(
    capsys: pytest.CaptureFixture[str]
) -> None:
    """At the usual depth W15 is not proved; time that is given is used to read on."""
    game = str(GAMES[11])
    for others in ((), ("--group", "D13")):
        found = document(capsys, "lifedeath", game, "--group", "J3", *others, "--json",
                         "--seconds", "60")
        first = found["groups"][0]
        assert (first["name"], first["status"], first["exact"]) == ("W15", "unsettled", True)
        assert not first["time_ran_out"]


def test_it_says_where_time_ran_out(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "lifedeath", str(record), "--json", "--seconds", "1e-6")
    assert found["time_ran_out"]
    for group in found["groups"]:
        assert group["time_ran_out"] is not group["exact"]
