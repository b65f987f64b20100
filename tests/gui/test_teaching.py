"""The teaching game: a bad move waits for an answer, a good one is told, the end is told."""

import shlex
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from irgo_app.engines.profile import EngineProfile, itself
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.teaching import BOUND_POINTS, Teacher, TeachingStage
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.teaching import PlayPanel
from irgo_app.judging.future import Future
from irgo_app.judging.judgement import Judgement, Tried
from irgo_app.judging.requests import JudgementRequest
from irgo_app.meaning.reasons import Comparison, Difference
from irgo_app.meaning.requests import WhyRequest
from irgo_app.networks import LEVELS
from irgo_app.service.analysis_service import Job
from irgo_app.service.request import AnyRequest, Outcome, Urgency
from tests.gui.conftest import Window

ENGINE = str(Path(__file__).parent / "quick_player.py")


def at(name: str) -> Point:
    return point_of_vertex(name, 9, 9)


class Judge:
    """Answers what the teacher asks, without a network: E5 is good, D4 loses 20 points."""

    def __init__(self, models: Models, others_lose: float = 1.0) -> None:
        self.models, self.others_lose = models, others_lose
        self.asked: list[AnyRequest] = []

    def search(self, request: AnyRequest) -> Job:
        self.asked.append(request)
        self.answer(request)
        return Job(request, Urgency.VISIBLE, lambda _request, _outcome: None)

    def answer(self, request: AnyRequest) -> None:
        if isinstance(request, JudgementRequest):
            side = request.position.to_play
            moves = [Tried(at("E5"), side * 3.0, 90), Tried(at("C3"), side * 2.0, 40),
                     Tried(at("D4"), side * (3.0 - self.others_lose), 20)]
            outcome: Outcome = Judgement(side * 3.0, line=(at("E5"),), visits=160, moves=tuple(
                sorted(moves, key=lambda move: -side * move.lead)))
        else:
            assert isinstance(request, WhyRequest)
            outcome = why(request.position, request.move, at("E5"), 20.0)
        self.models.service._arrived.emit(request, outcome)


def why(position: Position, move: Point, better: Point, loss: float) -> Comparison:
    """Return a move held against a better one, by which it loses so many points."""
    side = position.to_play

    def future(point: Point, lead: float) -> Future:
        end = play(position, side, point)
        return Future(((side, point),), end, end, side * lead, (0.0,) * 81, 10)

    return Comparison(position, future(move, 3.0 - loss), future(better, 3.0),
               Difference(loss, ()), "a test", 20)


@pytest.fixture
def game(window: Window, monkeypatch: pytest.MonkeyPatch) -> Models:
    """A teaching game on 9x9 against an engine that plays at random, the user being Black."""
    models = window.models
    monkeypatch.setattr(models.service, "search", Judge(models).search)
    models.preferences.set("teaching_game", True)
    models.review.new_game(9, 9, {"KM": ["6.5"]})
    models.layout.set_mode(Mode.PLAY)
    models.teacher.begin("casual")
    models.opponent.begin(
        EngineProfile("Quick", shlex.join([sys.executable, ENGINE])), BLACK)
    return models


def panel(window: Window) -> PlayPanel:
    found = window.panels["play"]
    assert isinstance(found, PlayPanel)
    return found


def moves(models: Models) -> int:
    return models.review.game.move_number(models.review.node)


def stopped(models: Models, qtbot: QtBot) -> Teacher:
    models.opponent.play(at("D4"))
    assert models.teacher.stage is TeachingStage.JUDGING and not models.opponent.is_to_move
    qtbot.waitUntil(lambda: models.teacher.stage is TeachingStage.STOPPED)
    return models.teacher


def test_a_move_that_loses_much_waits_with_its_reason_and_both_futures(
    window: Window, game: Models, qtbot: QtBot
) -> None:
    game.service.search = Judge(game, 20.0).search  # type: ignore[method-assign]
    found, shown = stopped(game, qtbot), panel(window)
    assert shown.isVisible() and shown.lesson.isVisible() and "20" in shown.words.text()
    assert game.twins.is_study and game.reasons.explained is not None
    assert game.desk.thinks_of is None and moves(game) == 1, "nobody answers meanwhile"
    game.opponent.play(at("A1"))
    assert moves(game) == 1, "nor does the user move for the engine"
    qtbot.mouseClick(shown.back, Qt.MouseButton.LeftButton)
    assert moves(game) == 0 and game.reasons.explained is None
    assert found.stage is TeachingStage.THINKING and not shown.lesson.isVisible()
    assert found.stopped == 1 and "One move was stopped" in shown.count.text()


def test_a_move_that_was_stopped_can_be_played_all_the_same(
    window: Window, game: Models, qtbot: QtBot
) -> None:
    game.service.search = Judge(game, 20.0).search  # type: ignore[method-assign]
    stopped(game, qtbot)
    qtbot.mouseClick(panel(window).on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: moves(game) == 2)
    assert game.teacher.lesson is None and not game.reasons.is_there


def test_a_good_move_is_answered_at_once(game: Models, qtbot: QtBot) -> None:
    judge = Judge(game, 20.0)
    game.service.search = judge.search  # type: ignore[method-assign]
    game.opponent.play(at("E5"))
    qtbot.waitUntil(lambda: moves(game) == 2)
    assert not any(isinstance(request, WhyRequest) for request in judge.asked)
    assert game.teacher.lesson is None, "another move is as good"


def test_the_only_good_move_is_praised(window: Window, game: Models, qtbot: QtBot) -> None:
    judge = Judge(game, 20.0)

    def only_one(request: AnyRequest) -> None:
        side = request.position.to_play  # type: ignore[attr-defined]
        game.service._arrived.emit(request, Judgement(
            side * 3.0, line=(at("E5"),), visits=160, moves=(
                Tried(at("E5"), side * 3.0, 90), Tried(at("D4"), -side * 17.0, 20))))

    judge.answer = only_one  # type: ignore[method-assign]
    game.service.search = judge.search  # type: ignore[method-assign]
    game.opponent.play(at("E5"))
    qtbot.waitUntil(lambda: moves(game) == 2)
    assert game.teacher.lesson is not None and game.teacher.lesson.is_good
    assert "Well found: E5" in panel(window).words.text() and game.teacher.praised == 1


def test_at_the_end_there_are_its_story_and_its_cards(
    window: Window, game: Models, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, asked = list[bool](), list[str]()
    monkeypatch.setattr(game.teller, "begin", lambda: begun.append(True))
    monkeypatch.setattr("irgo_app.gui.models.teaching._LEAST_MOVES_TOLD", 1)
    panel(window).asked.disconnect()
    panel(window).asked.connect(asked.append)
    game.opponent.play(at("E5"))
    qtbot.waitUntil(lambda: moves(game) == 2)
    game.opponent.resign()
    assert game.teacher.stage is TeachingStage.ENDED and begun == [True]
    shown = panel(window)
    for button in (shown.story, shown.cards):
        assert button.isVisible()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked == ["story", "add_mistakes"]


def test_without_the_choice_nothing_waits(window: Window, game: Models, qtbot: QtBot) -> None:
    game.opponent.end()
    game.opponent.begin(EngineProfile("Quick", shlex.join([sys.executable, ENGINE])), BLACK)
    assert not game.teacher.is_on
    game.opponent.play(at("D4"))
    qtbot.waitUntil(lambda: moves(game) == 2)
    assert game.teacher.lesson is None


def test_play_irgo_is_a_button_with_a_rank(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, begun = window.models, list[object]()
    monkeypatch.setattr(models.opponent, "begin", lambda profile, colour: begun.append(profile))
    models.layout.set_mode(Mode.PLAY)
    shown = panel(window)
    assert shown.isVisible() and shown.play.isVisible() and shown.play.text() == "Play irgo"
    assert [shown.level.itemText(row) for row in range(2)] == [
        "irgo, about 20 kyu", "irgo, about 12 kyu"]
    shown.level.setCurrentIndex(0)
    shown.level.activated.emit(0)
    shown.teaches.click()
    assert "12 points" in shown.bound.text() and models.preferences["teaching_game"]
    qtbot.mouseClick(shown.play, Qt.MouseButton.LeftButton)
    assert begun == [itself("beginner")] and models.review.position.stone_count() == 0
    assert models.teacher._bound == BOUND_POINTS["beginner"]
    models.layout.set_mode(Mode.REVIEW)
    assert not shown.isVisible()
    assert set(BOUND_POINTS) == {level.name for level in LEVELS}
