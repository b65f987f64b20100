"""A report as data: its review, its studies, its groups, and how it is called off."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.board_painter import Look
from irgo_app.errors import ReaderError, UsageError
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.judgement import CalledOffError
from irgo_app.judging.reader_judge import NAME, ReaderJudge
from irgo_app.layers.groups import NAME as GROUPS
from irgo_app.layers.groups import Groups
from irgo_app.report.blocks import MOST_TURNING_POINTS, Facts, ReportOptions
from irgo_app.report.document import document_of, turn_title
from irgo_app.report.game_report import VISITS, End, GameReport, Studied, game_report, group_ends
from irgo_app.report.html import html_of
from irgo_app.report.report_file import judged_report
from irgo_app.report.story import report_as_json, story_of
from irgo_app.review.fates import consistent
from irgo_app.review.game_line import game_line
from irgo_app.review.game_review import EventFate, GroupEvent, reviewed
from irgo_app.review.game_story import story_record
from irgo_app.review.turning_points import Turn, turning_points
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.move_times import MoveTime
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.sgf.writer import write_games
from tests.bench.contradictions import contradictions
from tests.judging.counting_judge import CountingJudge
from tests.lifedeath.test_seki import WITHOUT_EYES
from tests.report.small_reports import (counted_report, report_by_reader, report_of_drifts,
                                        short_line, short_record)
from tests.review.game_reviews import at, judged, no_maps, played


@pytest.mark.parametrize(("made", "told"), [
    (report_by_reader, Turn.LOSS), (report_of_drifts, Turn.DRIFT)])
def test_the_reader_knows_what_was_better(made: Callable[[], GameReport], told: Turn) -> None:
    report = made()
    assert report.review.judge == NAME
    assert told in [turn.point.turn for turn in report.turns]
    assert 1 <= len(report.turns) <= 3
    numbers = [turn.point.number for turn in report.turns]
    assert numbers == sorted(set(numbers))
    for turn in report.turns:
        assert turn.position == report.review.line.positions[turn.point.number - 1]
        assert turn.study is None
        # A loss is told of what both futures of the move were searched for, equally far.
        if turn.point.turn is Turn.LOSS:
            found = report.review.whys[turn.point.number]
            assert turn.point.move.loss == max(0.0, found.loss)
            assert turn.point.move.best == found.instead.move
            assert found.move.visits == found.instead.visits


def test_a_board_that_is_not_judged_gets_no_report() -> None:
    line = game_line(read_games(b"(;SZ[25];B[dd];W[mm])").games[0])
    with pytest.raises(ReaderError, match="this one is 25x25"):
        judged_report(line, None, AnalysisService(InlineExecutor()).result, ReportOptions())


def test_the_maps_are_shown_at_five_points_the_last_among_them() -> None:
    report = counted_report()
    assert report.shown == (4, 8, 12, 16, 20)
    assert set(report.shown) <= set(report.ishida)
    assert {turn.shown_at for turn in report.turns} <= set(report.ishida)
    assert not counted_report(has_diagrams=False).ishida


def test_every_group_of_some_size_has_an_end() -> None:
    groups = report_by_reader().groups
    assert {group.colour for group in groups} == {BLACK, WHITE}
    assert all(group.name[0] in "BW" and len(group.stones) >= 3 for group in groups)
    assert all(isinstance(group.end, End) for group in groups)


def test_progress_goes_up_to_the_end() -> None:
    line, told = short_line(), list[int]()
    game_report(line, CountingJudge(line.komi), AnalysisService(InlineExecutor()).result,
                ReportOptions(turning_points=1), lambda done, total: told.append(done))
    assert told == sorted(told) and told[-1] == 100


def test_a_raised_flag_calls_it_off(raised_flag: CancelFlag) -> None:
    with pytest.raises(CalledOffError):
        game_report(short_line(), CountingJudge(), AnalysisService(InlineExecutor()).result,
                    ReportOptions(), None, raised_flag)


def test_options_that_there_are_not_are_refused_in_a_sentence() -> None:
    with pytest.raises(UsageError, match="0 to 30 turning points"):
        ReportOptions(turning_points=MOST_TURNING_POINTS + 1)
    with pytest.raises(UsageError, match="no catalogue for the language 'xx'"):
        ReportOptions(language="xx")
    assert ReportOptions(language="en").language == "en"


def test_the_story_as_json_says_what_the_report_says() -> None:
    report = report_by_reader()
    said = report_as_json(report, "game.sgf")
    assert said["format"] == "irgo-report/1" and said["judge"] == NAME
    assert len(said["lead"]) == len(said["lead_visits"]) == len(report.review.line.positions)
    assert said["visits"] == VISITS == min(said["lead_visits"])
    for colour, letter in ((BLACK, "B"), (WHITE, "W")):
        told = [move for mistake in said["mistakes"]
                for move in (mistake, mistake["other_side"]) if move and move["colour"] == letter]
        assert len(told) == report.review.figures_of(colour).mistakes
    for mistake in said["mistakes"]:
        total = sum(reason["points"] for reason in mistake["reasons"])
        assert mistake["loss"] >= report.review.line.mistake
        assert total + mistake["rest"] == pytest.approx(mistake["loss"])
        assert mistake["better"] != mistake["move"]
        # The leads on both sides of it were read as far as it was.
        number = mistake["move_number"]
        assert said["lead_visits"][number - 1] == mistake["visits"] > VISITS
    for point in said["turning_points"]:
        assert point in said["mistakes"] or point in said["fates"]


def test_a_place_that_nobody_took_is_told_as_in_the_report() -> None:
    line = played("C3 C7 D3 D7 E3 E7 G3 G7 H3 H7 J3 J7")
    leads = [0.0, -5, 0, -6, 0, -5, 0, 0, 0, 0, 0, 0, 0]
    said = judged(line, leads, None, dict.fromkeys(range(6), "J9"))
    review = reviewed(line, "a test", said, no_maps(line))
    turns = tuple(Studied(point, line.positions[point.number - 1], None)
                  for point in turning_points(review, 7))
    story = report_as_json(GameReport(review, turns, (), (), {}, ()), "x.sgf")
    [left] = story["left"]
    assert str(turn_title(turns[0].point, line)) == "Move 1: Black C3"
    assert (left["colour"], left["from"], left["to"]) == ("B", 1, 6)
    assert left["moves"][0] == ["B", "C3"] and left["move_numbers"] == [1, 2, 3, 4, 5, 6]
    assert (left["at"], left["points"], left["costs_at"], left["taken"]) == ("J9", 6.0, 3, None)
    assert "open from move 1 to move 6: both sides passed it by, 6 times in all" in left["text"]
    # All of it is one mistake of the list.
    [mistake] = story["mistakes"]
    assert (mistake["move_number"], mistake["moves"]) == (1, [1, 2, 3, 4, 5, 6])
    assert [row["move_number"] for row in story["turning_points"]] == [1]
    assert contradictions(story, line) == []
    spoilt = {"from": 2, "points": 9.0, "costs_at": 9, "move_numbers": [2, 3]}
    for key, value in spoilt.items():
        assert any("point passed by" in found for found in contradictions(
            {**story, "left": [{**left, key: value}]}, line)), key


def test_the_story_is_written_into_a_copy_of_the_record() -> None:
    report, tree = report_by_reader(), short_record()
    before = write_games([tree])
    copy = read_games(story_record(story_of(report.review, report.turns), tree)).games[0]
    assert write_games([tree]) == before, "the record itself stays as it is"
    nodes = [node for node in copy.main_line() if node.move is not None]
    assert [node.move for node in nodes] == [
        node.move for node in tree.main_line() if node.move is not None]
    far = min(mistake["visits"] for mistake in report_as_json(report, "")["mistakes"])
    by = f"irgo's reader, 8 positions a move; mistakes {far} and more"
    assert copy.root.comment.endswith(f" Judged by {by}.")
    [facts] = [block for block in document_of(report, has_diagrams=False).blocks
               if isinstance(block, Facts)]
    assert by in [str(value) for _, value in facts.rows]
    for move in report.review.moves:
        if move.number in report.review.whys and move.loss >= report.review.line.mistake:
            node = nodes[move.number - 1]
            assert node.comment and node.says("BM") and len(node.parent.children) > 1


def test_a_move_on_a_stone_is_reviewed_round(tmp_path: Path) -> None:
    path = tmp_path / "odd.sgf"
    path.write_text("(;SZ[9]KM[6.5];B[ee];W[gc];B[ee];W[gg];B[cc];W[ee];B[cg];W[aa];B[ec])")
    line = game_line(load_file(path).games[0])
    report = game_report(line, ReaderJudge(line.komi), AnalysisService(InlineExecutor()).result,
                         ReportOptions(turning_points=2, has_diagrams=False))
    assert len(report.review.moves) == 9 and 3 not in report.review.whys


@pytest.mark.parametrize(("fate", "end"), [(EventFate.DIED, End.DEAD), (EventFate.LIVED, End.OPEN)])
def test_the_last_board_never_says_the_opposite_of_what_was_searched(
    fate: EventFate, end: End
) -> None:
    line = played("C3 C7 D3 D7 E3 E7 G3 G7 H3 H7 J3 J7")
    stones = tuple(map(at, ("C3", "D3", "E3")))
    said = judged(line, [0.0] * 13, {0: dict.fromkeys(("C3", "D3", "E3"), -1.0)})
    event = GroupEvent(9, BLACK, fate, stones)
    review = reviewed(line, "a test", said, no_maps(line), {}, (event,))
    groups = AnalysisService(InlineExecutor()).result(LayerRequest.of(line.positions[-1], GROUPS))
    assert isinstance(groups, Groups)
    names = [f"N{number}" for number, _ in enumerate(groups.regions)]
    [found] = [group for group in group_ends(review, groups, names) if stones[0] in group.stones]
    assert found.end is end


def test_a_group_that_the_last_move_killed_is_not_still_open() -> None:
    line = played("C3 C7 D3 D7 E3 E7 G3 G7 H3 H7 J3 J7")
    names = ("C3", "D3", "E3")
    for number, end in ((12, End.DEAD), (9, End.OPEN)):
        said = judged(line, [0.0] * 13, {0: dict.fromkeys(names, -0.2)})
        event = GroupEvent(number, BLACK, EventFate.DIED, tuple(map(at, names)))
        review = reviewed(line, "a test", said, no_maps(line), {}, (event,))
        groups = AnalysisService(InlineExecutor()).result(
            LayerRequest.of(line.positions[-1], GROUPS))
        assert isinstance(groups, Groups)
        found = group_ends(review, groups, [f"N{at}" for at, _ in enumerate(groups.regions)])
        assert [group.end for group in found if at("C3") in group.stones] == [end]


def test_a_group_that_ends_in_seki_is_told_so_whatever_is_expected_of_it() -> None:
    position = Position.from_diagram(WITHOUT_EYES)
    line = replace(played("C3"), positions=(Position.empty(9, 9), position))
    review = reviewed(line, "a test", judged(line, [0.0] * 2, {}), no_maps(line), {}, ())
    groups = AnalysisService(InlineExecutor()).result(LayerRequest.of(position, GROUPS))
    assert isinstance(groups, Groups)
    names = [f"N{number}" for number, _ in enumerate(groups.regions)]
    ends = {group.end for group in group_ends(review, groups, names)
            if {at("A1"), at("G1")} & set(group.stones)}
    assert ends == {End.SEKI}


@pytest.mark.parametrize(("fate", "is_told"), [(EventFate.DIED, True), (EventFate.LIVED, False)])
def test_what_is_not_on_the_last_board_is_not_said_to_live(fate: EventFate, is_told: bool) -> None:
    line = played("C3 C7 D3 D7 E3 E7")
    event = GroupEvent(3, BLACK, fate, tuple(map(at, ("A1", "A2", "B1"))))
    assert consistent([event], line, None) == ((event,) if is_told else ())
    # Neither does a later life of one of its stones say what became of the others.
    later = replace(
        event, number=5, fate=EventFate.LIVED, stones=tuple(map(at, ("A1", "C3", "D3"))))
    assert consistent([event, later], line, None) == ((event, later) if is_told else (later,))


def test_moves_are_told_by_the_numbers_of_the_record_and_with_their_times() -> None:
    """MN counts on from 51; indexes of JSON stay as they are."""
    report = report_by_reader()
    line = report.review.line
    numbers = tuple(range(51, 51 + len(line.moves)))
    times = tuple(MoveTime(75.0, is_short=True) for _ in line.moves)
    told = replace(report, review=replace(report.review, line=replace(
        line, numbers=numbers, times=times)))
    plain, said = (report_as_json(found, "game.sgf") for found in (report, told))
    mistake, before = said["mistakes"][0], plain["mistakes"][0]
    assert (mistake["move_number"], mistake["label"]) == (2, 52) == (
        before["move_number"], before["label"] + 50)
    assert mistake["seconds"] == 75.0 and before["seconds"] is None
    assert said["story"][0]["label"] == said["story"][0]["move_number"] + 50
    assert "was short of time from move 5" in said["text"] and "short" not in plain["text"]
    assert not contradictions(said, told.review.line)
    page = html_of(document_of(told), Look())
    for words in ("Move 52: White D7", "After move 52", "<td>52</td>", "1:15", ">Time<"):
        assert words in page, words
    assert "Move 2:" not in page and "After move 2<" not in page


def test_a_line_takes_numbers_and_clocks_from_its_record() -> None:
    tree = read_games(b"(;SZ[9]TM[600];B[ee]BL[590];MN[51]W[cc]WL[20];B[gg])").games[0]
    line = game_line(tree)
    assert line.numbers == (1, 51, 52) and [line.printed(move) for move in range(4)] == [
        0, 1, 51, 52]
    assert line.times == (MoveTime(10.0, is_short=False), MoveTime(580.0, is_short=True), None)
    plain = game_line(read_games(b"(;SZ[9];B[ee];W[cc])").games[0])
    assert plain.numbers == plain.times == () and plain.printed(2) == 2
