"""The story of the game in the window: told by a process, a page of clicks, one judge for all."""

import pickle
from functools import lru_cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from irgo_app.draw.drawables import GhostStone, Letter, PlayedHere, Shading
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.go.coordinates import CoordinateStyle, point_of_vertex
from irgo_app.go.point import PASS
from irgo_app.gui.models.story import LEAST_MOVES, GameTeller
from irgo_app.gui.models.turns import BETTER, PLAYED
from irgo_app.gui.views.story import StoryPanel
from irgo_app.gui.views.timeline import LossesPanel, TimelinePanel
from irgo_app.gui.views.timeline_plot import TimelineSign
from irgo_app.gui.views.turn_bar import TurnButtons
from irgo_app.gui.views.window.game_line import GameLineBar
from irgo_app.judging.judgement import Judgement, JudgeTrust
from irgo_app.report.report_process import Done, Failed, ReportProgress, ToldStory
from irgo_app.report.story import story_of
from irgo_app.review.game_story import Story, story_record
from irgo_app.settings import row_of
from irgo_app.sgf.edits import ChangeKind, delete_branch, play_move, set_comment, set_properties
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.writer import write_games
from irgo_app.words import message
from tests.gui.conftest import PatientQtBot, Window, models, window
from tests.gui.stand_in_process import Process, processes
from tests.report.small_reports import report_by_reader, short_record

__all__ = ["models", "processes", "window"]  # Fixtures.


@pytest.fixture
def told(window: Window, processes: list[Process]) -> Window:
    """A window with the short game that the tests' reports are about."""
    window.models.review.open_games(read_games(write_games([short_record()])), None)
    return window


@lru_cache(maxsize=1)
def story() -> Story:
    report = report_by_reader()
    return story_of(report.review, report.turns)


def tell(window: Window, qtbot: PatientQtBot, *news: object) -> GameTeller:
    teller = window.models.teller
    if not teller.is_working:
        teller.begin()
    Process.started[-1].waiting += news
    qtbot.waitUntil(lambda: not Process.started[-1].waiting)
    return teller


def test_turning_points_are_cards_that_lead_to_the_board_before_them(
    told: Window, qtbot: PatientQtBot
) -> None:
    teller = tell(told, qtbot, ToldStory(story()), Done(None))
    panel, review, turns = told.panels["story"], told.models.review, told.models.turns
    assert isinstance(panel, StoryPanel) and not teller.is_working
    assert [card.point for card in panel.cards] == list(turns.points)
    assert set(turns.points) == set(story().points) and panel.cards
    costs = [turns.cost(point) for point in turns.points]
    assert costs == sorted(costs, reverse=True), "what cost most comes first"
    for card in panel.cards:
        qtbot.mouseClick(card.head, Qt.MouseButton.LeftButton)
        own = teller.node_of(card.point.number)
        assert own is not None and review.node is own.parent and own.move == card.point.move
        assert [other for other in panel.cards if other.is_open] == [card]
        said = list(map(str, card.point.sentences))
        assert card.text.text() == " ".join(said[:2])
        assert card.details.text().splitlines() == said[2:]


def test_the_board_before_a_turning_point_has_both_moves_and_a_line_is_played_there(
    told: Window, qtbot: PatientQtBot
) -> None:
    tell(told, qtbot, ToldStory(story()), Done(None))
    models = told.models
    turns, line = models.turns, models.line
    point = next(point for point in turns.points if point.better not in (None, PASS))
    turns.go_to(point)
    drawn = told.board.diagram.drawables
    assert PlayedHere(point.move[1], point.move[0]) in drawn
    assert Letter(point.better or 0, "A", is_first=True) in drawn
    assert not any(isinstance(found, GhostStone) for found in drawn)
    buttons = told.findChild(TurnButtons)
    assert buttons is not None and buttons.isVisible()
    for index, button in ((BETTER, buttons.better), (PLAYED, buttons.played)):
        button.click()
        assert line.line is not None and line.line.moves == point.lines[index].moves
        assert turns.shown_line == index and button.isChecked() and line.step == 1
        qtbot.waitUntil(lambda: line.step == 2)
        button.click()
        assert line.line is None and turns.shown_line is None
    for action, index in (("play_better", BETTER), ("play_played", PLAYED)):
        told.actions_by_id[action].trigger()
        assert turns.shown_line == index
    told.actions_by_id["stop"].trigger()
    assert line.line is None and turns.is_before, "Escape leads back"


def test_keys_go_from_one_turning_point_to_the_next(told: Window, qtbot: PatientQtBot) -> None:
    tell(told, qtbot, ToldStory(story()), Done(None))
    models, actions = told.models, told.actions_by_id
    models.review.go_to(models.review.game.root)
    seen = []
    for _ in story().points:
        actions["turn_forward"].trigger()
        assert models.turns.current is not None and models.turns.is_before
        seen.append(models.turns.current.number)
    assert seen == sorted(point.number for point in story().points)
    actions["turn_forward"].trigger()
    assert "no further turning point" in told.messages.text
    back = []
    for _ in story().points[1:]:
        actions["turn_back"].trigger()
        assert models.turns.current is not None
        back.append(models.turns.current.number)
    assert back == seen[-2::-1]


def test_a_game_opens_where_it_was_decided(told: Window, qtbot: PatientQtBot) -> None:
    models = told.models
    assert models.review.node is models.review.game.root
    tell(told, qtbot, ToldStory(replace(story(), is_whole=False)))
    first = models.turns.first
    assert models.turns.current is first and models.turns.is_before
    models.review.go_to(models.review.game.root)
    tell(told, qtbot, ToldStory(story()), Done(None))
    assert models.review.node is models.review.game.root, "once is enough"
    head = told.panels["game_line"]
    assert isinstance(head, GameLineBar) and head.offer.isHidden() and head.result.text()


def test_who_goes_his_own_way_is_not_taken_from_there(told: Window, qtbot: PatientQtBot) -> None:
    models, head = told.models, told.panels["game_line"]
    assert isinstance(head, GameLineBar)
    numbers = {point.number for point in story().points}
    node = next(node for number, node in enumerate(models.review.game.main_line())
                if number and not {number, number + 1} & numbers)
    models.review.go_to(node)
    tell(told, qtbot, ToldStory(story()), Done(None))
    assert models.review.node is node and head.offer.isVisible()
    head.offer.click()
    assert models.turns.current is models.turns.first and head.offer.isHidden()


def test_a_file_is_shown_where_it_was_left(told: Window, qtbot: PatientQtBot, tmp_path: Path
                                           ) -> None:
    path, models = tmp_path / "game.sgf", told.models
    path.write_bytes(write_games([short_record()]))
    models.review.open_path(path)
    models.review.go_to(models.review.game.node_of_move_number(5))
    models.review.new_game(9, 9, {})
    models.review.open_path(path)
    models.last_places.return_there()
    assert models.review.game.move_number(models.review.node) == 5
    tell(told, qtbot, ToldStory(story()), Done(None))
    assert models.turns.is_before, "it was not the user who went there"


def test_a_turning_point_becomes_a_card(
    told: Window, qtbot: PatientQtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(told, qtbot, ToldStory(story()), Done(None))
    turns = told.models.turns
    point = next(point for point in turns.points if point.number in story().whys)
    turns.go_to(point)
    made = []
    monkeypatch.setattr(told.models.collecting, "add_card", made.append)
    panel = told.panels["story"]
    assert isinstance(panel, StoryPanel)
    next(card for card in panel.cards if card.is_open).again.click()
    (card,) = made
    assert card.position == told.models.review.position and card.played == point.move[1]
    assert card.judged[0].point == story().whys[point.number].instead.move


def test_the_large_boards_of_a_card_show_who_owns_what(
    told: Window, qtbot: PatientQtBot
) -> None:
    tell(told, qtbot, ToldStory(story()), Done(None))
    panel = told.panels["story"]
    assert isinstance(panel, StoryPanel)
    point = next(point for point in told.models.turns.points if len(point.lines) == 2
                 and point.number in story().whys)
    told.show_panel("story")
    told.models.turns.go_to(point)
    card = next(card for card in panel.cards if card.is_open)
    qtbot.waitUntil(lambda: len(card.boards) == 2 and all(
        any(isinstance(found, Shading) for found in board.board.diagram.drawables)
        for board in card.boards))
    for board, line in zip(card.boards, point.lines, strict=True):
        assert board.board.diagram.position == line.end
        assert board.board.diagram.coordinates is CoordinateStyle.NONE
    assert card.boards[0].board.width() == card.boards[1].board.width() >= 120


def test_why_of_a_move_of_the_story_is_what_the_story_says(
    told: Window, qtbot: PatientQtBot
) -> None:
    models = told.models
    teller = tell(told, qtbot, ToldStory(pickle.loads(pickle.dumps(story()))), Done(None))
    review, reasons = models.review, models.reasons
    assert teller.story is not None
    number, loss = max(((loss.number, loss.points) for loss in story().losses),
                       key=lambda found: found[1])
    own, other = teller.node_of(number), teller.node_of(1)
    assert own is not None and other is not None
    review.go_to(own)
    told.actions_by_id["why_move"].trigger()
    assert reasons.explained is not None and not reasons.is_working
    assert reasons.explained.why is teller.story.whys[number]
    assert reasons.explained.why.loss == loss
    assert models.twins.is_shown and models.twins.kept_below is own.parent
    assert own.parent is not None and own.move is not None
    review.go_to(own.parent)
    assert reasons.explained is None
    reasons.ask_why(own.move[1])
    assert reasons.explained is not None, "asked before it is played"
    assert reasons.explained.why is teller.story.whys[number]
    assert teller.why_of(other) is None, "it is searched"
    # Another game: other moves, or the same with another komi.
    review.apply(set_properties(review.game.root, {"KM": ["0.5"]}, "komi", ChangeKind.INFO))
    assert teller.why_of(own) is None and teller.story is None, "by another komi it ends otherwise"
    review.undo()
    assert teller.why_of(own) is not None and teller.story is not None
    review.apply(delete_branch(own))
    assert teller.why_of(own) is None
    review.undo()
    again = teller.node_of(number)
    assert again is not None and teller.why_of(again) is teller.story.whys[number]
    by_engine = replace(story(), judged=tuple(
        replace(said, rank=JudgeTrust.ENGINE) for said in story().judged))
    tell(told, qtbot, ToldStory(by_engine))
    assert teller.why_of(again) is None, "another judge"


def test_a_card_that_is_open_at_once_is_as_wide_as_its_list(
    told: Window, qtbot: PatientQtBot
) -> None:
    """Also where the list is made anew while its move is on the board."""
    window, point = told, next(point for point in story().points if len(point.lines) > 1)
    window.models.review.go_to(window.models.review.game.main_line()[point.number - 1])
    window.show_panel("story")
    tell(window, qtbot, ToldStory(story()), Done(None))
    panel = window.panels["story"]
    assert isinstance(panel, StoryPanel)
    card = next(card for card in panel.cards if card.point is point)
    qtbot.waitUntil(lambda: len(card.boards) == 2 and card.boards[0].isVisible())
    assert card.minimumSizeHint().width() <= panel.area.viewport().width()


def test_list_curve_and_keys_are_of_the_same_judge(told: Window, qtbot: PatientQtBot) -> None:
    losses, review = told.models.losses, told.models.review
    panel = told.panels["losses"]
    assert isinstance(panel, LossesPanel)
    tell(told, qtbot, ToldStory(story()), Done(None))
    losses.refresh()
    assert panel.remark.text() == ""
    assert [(lost.number, lost.mistake.points) for lost in losses.moves] == sorted(
        ((loss.number, loss.points) for loss in story().losses), key=lambda row: -row[1])
    assert {lost.judge for lost in losses.moves} <= {story().judge}
    timeline = told.panels["timeline"]
    assert isinstance(timeline, TimelinePanel)
    timeline.refresh()
    marks = [mark for mark in timeline.plot.marks if mark.sign is TimelineSign.TURN]
    assert [(mark.number, mark.label) for mark in marks] == [
        (point.number, str(point.number)) for point in story().points]
    assert not timeline.plot.grab().isNull()
    review.go_to(review.game.root)
    seen = set[int]()
    while (node := losses.beside(1)) is not None:
        review.go_to(node)
        seen.add(review.game.move_number(node))
    assert seen == {point.number for point in story().points} | {
        loss.number for loss in story().losses}


def test_no_list_of_one_look_is_shown_while_the_story_is_on_its_way(
    told: Window, qtbot: PatientQtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, panel = told.models, told.panels["losses"]
    assert isinstance(panel, LossesPanel)
    line = models.review.game.main_line()
    looks = {node.id: Judgement(-20.0 * (number > 2), judge="irgo")
             for number, node in enumerate(line)}
    monkeypatch.setattr(models.judgements, "known", lambda node: {"irgo": looks[node.id]})
    monkeypatch.setattr(models.judgements, "look", lambda node: looks[node.id])
    models.teller.begin()
    models.losses.refresh()
    assert models.losses.is_complete and not models.losses.is_firm
    assert models.losses.moves == () and "is being read" in panel.empty.text()
    models.teller.close()
    models.losses.refresh()
    assert models.losses.is_firm and models.losses.is_first_look and panel.list.count()


def test_read_it_again_reads_though_a_story_is_kept(told: Window, qtbot: PatientQtBot) -> None:
    tell(told, qtbot, ToldStory(story()), Done(None))
    panel = told.panels["story"]
    assert isinstance(panel, StoryPanel) and panel.act.text() == "Read it again"
    assert not Process.started[-1].task.is_read_again
    qtbot.mouseClick(panel.act, Qt.MouseButton.LeftButton)
    assert Process.started[-1].task.is_read_again


def test_a_variation_keeps_what_is_told_of_the_moves_it_shares(
    told: Window, qtbot: PatientQtBot
) -> None:
    tell(told, qtbot, ToldStory(story()), Done(None))
    losses, review = told.models.losses, told.models.review
    line = review.game.main_line()
    shared = max(loss.number for loss in story().losses[:-1])
    review.go_to(line[shared])
    taken = line[shared + 1].move
    review.play(next(point for point in range(81) if review.why_not(point) is None
                     and taken is not None and point != taken[1]))
    losses.refresh()
    assert told.models.teller.story is not None
    assert {(lost.number, lost.mistake.points) for lost in losses.moves
            if lost.number <= shared} == {
        (loss.number, loss.points) for loss in story().losses if loss.number <= shared}
    assert {lost.judge for lost in losses.moves if lost.number <= shared} == {story().judge}


def test_a_list_without_losses_leads_to_the_story_that_tells_turns(
    told: Window, qtbot: PatientQtBot
) -> None:
    tell(told, qtbot, ToldStory(replace(story(), losses=())), Done(None))
    told.models.losses.refresh()
    panel = told.panels["losses"]
    assert isinstance(panel, LossesPanel)
    assert told.models.losses.is_complete and not panel.list.count()
    assert "the story says where the game turned" in panel.empty.text()


def test_an_engine_that_read_the_game_names_the_mistakes_of_its_own_curve(
    told: Window, qtbot: PatientQtBot
) -> None:
    tell(told, qtbot, ToldStory(story()), Done(None))
    models = told.models
    line = models.review.game.main_line()
    for number, node in enumerate(line):
        lead = 0.0 if number < 3 else -9.0
        models.evaluations.note(node, EngineEvaluation((), 100, 0.5, lead), "KataGo")
    models.losses.refresh()
    assert [(lost.number, lost.mistake.points, lost.judge) for lost in models.losses.moves] == [
        (3, 9.0, "engine")]


def test_the_curves_words_tell_a_loss_once(told: Window, qtbot: PatientQtBot) -> None:
    teller, timeline = tell(told, qtbot, ToldStory(story()), Done(None)), told.panels["timeline"]
    assert isinstance(timeline, TimelinePanel)
    told.models.losses.refresh()
    lost = {loss.number: f"lost {loss.points:.1f} points" for loss in story().losses}
    turn = next(point for point in story().points if point.tells_loss)
    assert turn.number in lost

    def words() -> str:
        timeline.refresh()
        shorter = timeline._shorter_words(turn.number)
        assert all("·  ·" not in each and not each.endswith("· ") for each in shorter)
        return " · ".join((timeline._words_of(turn.number), *shorter))

    assert str(turn.sentences[0]) in words() and lost[turn.number] not in words()
    assert turn.number in {mark.number for mark in timeline.plot.marks
                           if mark.sign is TimelineSign.LOSS}, "its dot stays"
    teller.story = replace(story(), points=tuple(
        replace(point, tells_loss=False) for point in story().points))
    assert lost[turn.number] in words(), "no sentence says so"


@pytest.mark.parametrize("is_whole", [False, True])
def test_header_and_curve_tell_what_the_story_tells(
    told: Window, qtbot: PatientQtBot, *, is_whole: bool
) -> None:
    teller = tell(told, qtbot, ToldStory(replace(story(), is_whole=is_whole)))
    judgements = told.models.judgements
    for number in range(1, len(story().moves) + 1):
        node = teller.node_of(number)
        assert node is not None
        said = judgements.of(node)
        assert said is not None and said.lead == story().judged[number].lead


def test_a_first_list_comes_before_the_rest(told: Window, qtbot: PatientQtBot) -> None:
    first = replace(story(), points=story().points[:1], is_whole=False)
    teller = tell(told, qtbot, ReportProgress(40), ToldStory(first))
    panel = told.panels["story"]
    assert isinstance(panel, StoryPanel)
    assert len(panel.cards) == 1 and "first list" in panel.note.text() and not teller.record()
    tell(told, qtbot, ToldStory(story()), Done(None))
    assert len(panel.cards) == len(story().points) and "first list" not in panel.note.text()


def test_a_game_without_a_turning_point_says_so(told: Window, qtbot: PatientQtBot) -> None:
    tell(told, qtbot, ToldStory(replace(story(), points=())), Done(None))
    panel = told.panels["story"]
    assert isinstance(panel, StoryPanel)
    assert not panel.cards and "No single move decided this game." in panel.note.text()


def test_why_nothing_is_told_is_said(told: Window, qtbot: PatientQtBot) -> None:
    teller = tell(told, qtbot, Failed(message("There is no room.")))
    panel = told.panels["story"]
    assert isinstance(panel, StoryPanel)
    assert panel.note.text() == "There is no room." and not teller.is_working
    panel.act.click()
    assert teller.is_working
    panel.act.click()
    assert Process.started[-1].is_stopped


def test_a_story_ends_with_its_moves_and_stays_with_a_comment(
    told: Window, qtbot: PatientQtBot
) -> None:
    teller, review = tell(told, qtbot, ToldStory(story()), Done(None)), told.models.review
    review.apply(set_comment(review.game.root, "Thoughts"))
    assert teller.story is not None
    review.go_to(review.game.main_line()[-1])
    review.apply(play_move(review.node, review.position.to_play, PASS))
    assert teller.story is story(), "who counts the last board passes, and the story stays"
    review.undo()
    review.play(point_of_vertex("A9", 9, 9))
    assert teller.story is None and teller.points == ()
    review.undo()
    assert teller.story is story() and teller.record() == story_record(
        story(), review.game)
    assert teller.node_of(1) is review.game.main_line()[1]
    review.new_game(9, 9, {})
    assert not teller.is_awaited and teller.story is None
    review.play(0)
    review.undo()
    assert teller.story is None


def test_a_game_that_is_shown_again_still_has_its_story(
    told: Window, qtbot: PatientQtBot
) -> None:
    review = told.models.review
    review.open_games(read_games(write_games([short_record(), short_record()])), None)
    told.models.teller.begin_by_itself()
    teller = tell(told, qtbot, ToldStory(story()), Done(None))
    first, second = review.file.games
    review.show_file(review.file, 1)
    assert review.game is second and teller.story is None and teller.is_awaited
    review.show_file(review.file, 0)
    assert review.game is first and teller.story is story() and not teller.is_awaited
    assert teller.node_of(1) is first.main_line()[1]
    review.go_to(review.game.main_line()[-1])
    review.play(point_of_vertex("A9", 9, 9))
    assert teller.story is None, "its moves are others now"
    review.show_file(review.file, 1)
    review.show_file(review.file, 0)
    assert teller.story is None and teller.is_awaited
    review.undo()
    assert teller.story is story()


def test_games_are_told_by_themselves_where_that_is_wanted(told: Window) -> None:
    teller = told.models.teller
    assert not teller.is_awaited
    teller.begin_by_itself()
    assert teller.is_awaited
    told.models.preferences.set("story_auto", False)
    told.models.review.new_game(9, 9, {})
    assert not teller.is_awaited


def test_a_game_of_few_moves_is_told_only_when_asked_for_as_the_preference_says(
    told: Window
) -> None:
    models = told.models
    assert f"if it has {LEAST_MOVES} moves or more" in row_of("story_auto").help
    models.teller.begin_by_itself()
    for moves, is_told in ((LEAST_MOVES - 1, False), (LEAST_MOVES, True)):
        models.review.open_games(read_games(b"(;SZ[9]" + b";B[]" * moves + b")"), None)
        assert models.teller.is_awaited is is_told


def test_the_story_is_saved_as_a_copy(
    told: Window, qtbot: PatientQtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = told.furnishing.menus.actions["save_story"]
    save.trigger()
    assert "save its story when all of it is told" in told.messages.text
    review = told.models.review
    tell(told, qtbot, ToldStory(story()), Done(None))
    # What is written after it was told is in it, too.
    review.apply(set_comment(review.game.main_line()[2], "My own words"))
    record = story_record(story(), review.game)
    assert b"My own words" in record
    monkeypatch.setattr(QFileDialog, "getSaveFileName",
                        lambda *asked: (str(tmp_path / "told"), ""))
    before = write_games([told.models.review.game])
    save.trigger()
    told.models.review.open_games(read_games(record), tmp_path / "told.sgf")
    tell(told, qtbot, ToldStory(story()), Done(None))
    save.trigger()
    assert "would be lost" in told.messages.text, "the record itself is not written over"
    told.models.review.open_games(read_games(before), None)
    assert (tmp_path / "told.sgf").read_bytes() == record
    assert write_games([told.models.review.game]) == before
