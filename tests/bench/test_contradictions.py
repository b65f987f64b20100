"""Reports do not contradict themselves; and what would be a contradiction is found."""

import copy
import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from irgo_app.judging.reader_judge import ReaderJudge
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.game_report import game_report
from irgo_app.report.story import report_as_json
from irgo_app.review.game_line import GameLine, game_line
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.sgf.parser import load_file, read_games
from tests.bench.contradictions import contradictions, main
from tests.conftest import DATA
from tests.report.small_reports import HANGING, counted_report, report_by_reader, short_line

Report = dict[str, Any]


@lru_cache(maxsize=4)
def hanging() -> tuple[Report, GameLine]:
    """A report with a group that lives by one move, as it would be told."""
    line = game_line(read_games(HANGING.encode()).games[0])
    report = report_as_json(game_report(
        line, ReaderJudge(line.komi), AnalysisService(InlineExecutor()).result,
        ReportOptions(has_diagrams=False)), "hanging.sgf")
    report["fates"] = [{
        "colour": "W", "stones": ["A8", "B8", "C8", "D8", "D9"], "fate": "lives", "move_number": 4,
        "caused": True, "text": "White B9 saves White's 5 stones from D9 to A8."}]
    report["turning_points"] = report["mistakes"]
    return report, line


def test_reports_do_not_contradict_themselves() -> None:
    for report in (report_by_reader(), counted_report()):
        assert contradictions(report_as_json(report, "x.sgf"), short_line()) == []
    assert contradictions(*hanging()) == []
    assert report_as_json(report_by_reader(), "x.sgf")["mistakes"]


def test_a_game_of_ten_moves_has_nothing_to_contradict(tmp_path: Path) -> None:
    record = DATA / "sgf" / "ten_moves.sgf"
    line = game_line(load_file(record).games[0])
    report = report_as_json(game_report(
        line, ReaderJudge(line.komi), AnalysisService(InlineExecutor()).result,
        ReportOptions(has_diagrams=False)), "ten.sgf")
    (tmp_path / "ten.json").write_text(json.dumps(report))
    assert main([str(tmp_path / "ten.json"), str(record)]) == 0
    report["lead"] = [0.0]
    (tmp_path / "ten.json").write_text(json.dumps(report))
    assert main([str(tmp_path / "ten.json"), str(record)]) == 1


def forget_mistakes(report: Report) -> None:
    report["turning_points"], report["mistakes"] = [], []


def turn_round(report: Report) -> None:
    report["mistakes"] = report["mistakes"][::-1]
    report["lead"][-1] += 3


def lose_less(report: Report) -> None:
    for mistake in report["mistakes"]:
        mistake["loss"] = 0.5


def play_elsewhere(report: Report) -> None:
    report["mistakes"][0]["move"] = report["mistakes"][0]["better"]


def forget_the_rest(report: Report) -> None:
    for mistake in report["mistakes"]:
        del mistake["rest"]


@pytest.mark.parametrize("spoil, sentence", [
    (forget_the_rest, "its parts are"),
    (forget_mistakes, "the text counts"), (turn_round, "the curve with"),
    (turn_round, "not in the order of the game"), (lose_less, "are no mistake"),
    (lose_less, "neither mistake nor fate"), (play_elsewhere, "another move there"),
    (play_elsewhere, "its lines do not begin")])
def test_what_is_wrong_with_mistakes_is_found(
    spoil: Callable[[Report], None], sentence: str
) -> None:
    report = copy.deepcopy(report_as_json(report_by_reader(), "x.sgf"))
    if len(report["mistakes"]) == 1:
        # Two of a game, so that they have an order.
        report["mistakes"] *= 2
    report["turning_points"] = copy.deepcopy(report["turning_points"])
    spoil(report)
    assert any(sentence in found for found in contradictions(report, short_line()))


def live_and_live(report: Report) -> None:
    report["fates"] = [report["fates"][-1]] * 2


def end_otherwise(report: Report) -> None:
    last = report["fates"][-1]
    report["groups"] = [{"name": "G", "colour": last["colour"], "stones": last["stones"],
                         "end": "alive" if last["fate"] == "dies" else "dead"}]


def happen_elsewhere(report: Report) -> None:
    report["fates"][-1] |= {"move_number": 1, "caused": True}


@pytest.mark.parametrize("spoil, sentence", [
    (live_and_live, "once more"), (end_otherwise, "in the end"),
    (happen_elsewhere, "names another move")])
def test_what_is_wrong_with_fates_is_found(
    spoil: Callable[[Report], None], sentence: str
) -> None:
    report, line = hanging()
    report = copy.deepcopy(report)
    spoil(report)
    assert any(sentence in found for found in contradictions(report, line))


def test_what_is_told_last_of_a_larger_group_holds_for_a_part_of_it() -> None:
    report, line = hanging()
    report = copy.deepcopy(report)
    lives = report["fates"][-1]
    report["groups"] = [{"name": "G", "colour": "W", "stones": ["A8", "B8"], "end": "alive"}]
    dies = lives | {"stones": ["A8", "B8", "C8"], "fate": "dies", "move_number": 3}
    for fates, is_wrong in (([dies], True), ([dies, lives], False), ([lives, dies], True)):
        report["fates"] = fates
        assert any("in the end" in found for found in contradictions(report, line)) == is_wrong
