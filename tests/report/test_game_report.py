"""A report as data: its review, its studies, its groups, and how it is called off."""

from __future__ import annotations

import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, WHITE
from irgo_app.judging.judge import CalledOffError
from irgo_app.judging.map_study import BUILTIN
from irgo_app.judging.reader_judge import NAME
from irgo_app.report.blocks import MOST_TURNING_POINTS, ReportOptions
from irgo_app.report.game_report import End, game_report
from irgo_app.resource_files import resource_path
from irgo_app.review.game_line import game_line, part_of
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.sgf.parser import load_file
from tests.report.small_reports import report_by_maps, report_by_reader, short_line


def test_the_reader_knows_what_was_better() -> None:
    report = report_by_reader()
    assert report.review.judge == NAME and report.knows_moves
    assert len(report.turns) == 3
    numbers = [turn.point.number for turn in report.turns]
    assert numbers == sorted(set(numbers))
    for turn in report.turns:
        assert turn.position == report.review.line.positions[turn.point.number - 1]
        assert turn.study is not None
        # Both positions of the move had a second look, and it lost no more than that says.
        second = report.review.second
        lost = turn.point.move.colour * (
            second[turn.point.number - 1].lead - second[turn.point.number].lead)
        assert turn.point.move.loss <= max(0.0, lost) + 1e-9


def test_the_maps_find_what_was_better_by_their_study() -> None:
    game = load_file(resource_path("examples", "selfplay01.sgf")).games[0]
    report = game_report(part_of(game_line(game), 80), None,
                         AnalysisService(InlineExecutor()).result,
                         ReportOptions(turning_points=2, has_diagrams=False))
    assert report.review.judge == BUILTIN and not report.knows_moves
    assert len(report.turns) == 2
    for turn in report.turns:
        assert turn.study is not None
        assert turn.point.move.best == turn.study.if_first(turn.point.move.colour).move


def test_the_maps_are_shown_at_five_points_the_last_among_them() -> None:
    report = report_by_maps()
    assert report.shown == (6, 12, 18, 24, 30)
    assert set(report.shown) <= set(report.ishida)
    assert {turn.point.number for turn in report.turns} <= set(report.ishida)
    assert not report_by_maps(has_diagrams=False).ishida


def test_every_group_of_some_size_has_an_end() -> None:
    groups = report_by_reader().groups
    assert {group.colour for group in groups} == {BLACK, WHITE}
    assert all(group.name[0] in "BW" and len(group.stones) >= 3 for group in groups)
    assert all(isinstance(group.end, End) for group in groups)


def test_progress_goes_up_to_the_end() -> None:
    line, told = short_line(), list[int]()
    game_report(line, None, AnalysisService(InlineExecutor()).result,
                ReportOptions(turning_points=1), lambda done, total: told.append(done))
    assert told == sorted(told) and told[-1] == 100


def test_a_raised_flag_calls_it_off() -> None:
    flag = CancelFlag()
    try:
        flag.set(True)
        with pytest.raises(CalledOffError):
            game_report(short_line(), None, AnalysisService(InlineExecutor()).result,
                        ReportOptions(), None, flag)
    finally:
        flag.close()


def test_options_that_there_are_not_are_refused_in_a_sentence() -> None:
    with pytest.raises(UsageError, match="0 to 30 turning points"):
        ReportOptions(turning_points=MOST_TURNING_POINTS + 1)
    with pytest.raises(UsageError, match="no catalogue for the language 'xx'"):
        ReportOptions(language="xx")
    assert ReportOptions(language="en").language == "en"
