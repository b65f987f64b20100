"""The tour: each step points at a part that is there, asks for one thing, and is left at any time.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from irgo_app.go.point import BLACK, PASS
from irgo_app.gui.commands.help import greet, part
from irgo_app.gui.models.layers import QUICK_VIEWS, show_view
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.tour import EXAMPLE, STEPS, Tour
from irgo_app.gui.models.turns import BETTER
from irgo_app.gui.models.window import TOUR, Mode
from irgo_app.gui.views.tour import TourCard, card_place
from irgo_app.judging.judgement import Judgement, JudgeTrust
from irgo_app.report.report_process import ToldStory
from irgo_app.resource_files import resource_path
from irgo_app.review.game_story import Story, StoryLine, StoryPoint
from irgo_app.words import message
from tests.gui.conftest import Window


def card_of(window: Window) -> TourCard | None:
    found = [card for card in window.findChildren(TourCard) if not card.is_closed]
    assert len(found) < 2
    return found[0] if found else None


def begun(window: Window, qtbot: QtBot) -> TourCard:
    """Return the card of a tour whose example is open, at its first step."""
    window.actions_by_id["tour"].trigger()
    card = card_of(window)
    assert card is not None
    card.go_on.click()
    qtbot.waitUntil(lambda: card.tour.number == 1)
    return card


def go_to_step(card: TourCard, step_id: str) -> None:
    while card.tour.step.id != step_id:
        card.go_on.click()


def test_the_tour_is_a_card_over_the_window_that_takes_nothing_from_it(
    window: Window, qtbot: QtBot
) -> None:
    window.activateWindow()
    window.board.setFocus()
    window.actions_by_id["tour"].trigger()
    card = card_of(window)
    assert card is not None and card.isVisible() and not card.isWindow()
    assert QApplication.activeModalWidget() is None
    assert window.rect().contains(card.geometry())
    # Whoever asked for it begins with a key; what is to be tried then are the board's keys.
    assert card.go_on.hasFocus()
    qtbot.keyClick(card.go_on, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: card.tour.number == 1)
    assert window.board.hasFocus()
    assert window.models.review.file.path == resource_path("examples", EXAMPLE)


@pytest.mark.parametrize("size", [QSize(1280, 900), QSize(1600, 1000), QSize(800, 600)])
def test_every_step_points_at_a_part_that_is_there(
    size: QSize, window: Window, qtbot: QtBot
) -> None:
    window.resize(size)
    card = begun(window, qtbot)
    seen = []
    while True:
        step = card.tour.step
        seen.append(step.id)
        target = part(window.furnishing.context, step.target)
        assert not target.isEmpty(), step.id
        assert window.rect().intersects(target), step.id
        assert window.rect().contains(card.geometry()), step.id
        assert card.ring.isVisible() and card.ring.geometry().contains(target), step.id
        assert card.title.text() == step.title and card.text.text() == step.text
        if card.tour.is_last:
            break
        card.go_on.click()
    assert seen == [step.id for step in STEPS[1:]]
    card.go_on.click()
    assert card_of(window) is None


def hold_z(models: Models) -> None:
    models.viewpoint.show_raw(is_raw=True)
    models.viewpoint.show_raw(is_raw=False)


def step_on(models: Models) -> None:
    for _ in range(3):
        models.line.step_by(1)


def play_better(models: Models) -> None:
    """Have the story told, and play what was better at its first turning point."""
    review = models.review
    end = review.replay.position_at(review.game.main_line()[-1])
    said = Judgement(0.0, judge="irgo", rank=JudgeTrust.READER)
    played = review.game.main_line()[3].move
    assert played is not None
    lines = tuple(StoryLine(message("Line"), ((played[0], point),), end, lead)
                  for point, lead in ((played[1], 0.0), (0, 9.0)))
    point = StoryPoint(3, played, message("Move"), (message("It lost."),), lines, (),
                       better=0, points=9.0, moves=(3,))
    moves = tuple(node.move for node in review.game.main_line() if node.move is not None)
    models.teller.begin()
    models.teller._on_told(ToldStory(Story(
        "irgo", message("irgo"), (said,) * (len(moves) + 1), moves, (message("It ended."),),
        (point,), (), {}, is_whole=True)))
    models.turns.go_first()
    models.turns.play(BETTER)


def play_somewhere(models: Models) -> None:
    review = models.review
    point = next(point for point in range(361) if review.why_not(point) is None)
    review.play(point)


DONE_BY: dict[str, Callable[[Models], object]] = {
    "steps": step_on,
    "timeline": lambda models: models.review.go_to(models.review.game.node_of_move_number(120)),
    "story": play_better,
    "influence": hold_z,
    "views": lambda models: show_view(
        models.shown, next(view for view in QUICK_VIEWS if view.id == "ishida")),
    "palette": lambda models: models.shown.change(models.shown.layers[9], is_on=True),
    "explain": lambda models: models.selection.ask(models.review.position.cells.index(BLACK)),
    "study": lambda models: models.selection.show(models.life.answers().places[0]),
    "mistakes": lambda models: models.review.go_to(models.review.game.node_of_move_number(30)),
    "play": play_somewhere,
    "undo": lambda models: models.review.undo(),
    "modes": lambda models: models.layout.set_mode(Mode.EDIT),
}
"""What a user does in each step; the study's lines are stepped in a test of their own."""


def test_each_thing_to_do_is_noticed_and_nothing_else(window: Window, qtbot: QtBot) -> None:
    card, models = begun(window, qtbot), window.models
    asked = [step.id for step in STEPS if step.is_done is not None]
    assert asked == [*[*DONE_BY][:8], "twins", *[*DONE_BY][8:]]
    for step_id, do in DONE_BY.items():
        go_to_step(card, step_id)
        assert not card.tour.is_done and not card.done.isVisible(), step_id
        qtbot.waitUntil(lambda: models.groups.here() is not None)
        do(models)
        assert card.tour.is_done and card.done.isVisible(), step_id


def test_a_step_that_is_done_goes_on_by_itself(window: Window, qtbot: QtBot) -> None:
    card = begun(window, qtbot)
    step_on(window.models)
    qtbot.waitUntil(lambda: card.tour.step.id == "timeline")


def test_a_step_is_shown_again(window: Window, qtbot: QtBot) -> None:
    card = begun(window, qtbot)
    assert card.go_back.isHidden(), "nobody is welcomed twice"
    go_to_step(card, "influence")
    title = card.title.text()
    card.go_on.click()
    card.go_back.click()
    assert card.title.text() == title and card.tour.step.id == "influence"
    assert not card.tour.is_done
    for _ in STEPS:
        card.tour.back()
    assert card.tour.number == 1


def test_a_letter_that_is_opened_is_a_study_too(window: Window, qtbot: QtBot) -> None:
    card, models = begun(window, qtbot), window.models
    go_to_step(card, "study")
    assert models.reasons.ask_why()
    assert models.twins.is_study and card.tour.is_done


def test_the_lines_of_a_study_are_stepped(window: Window, qtbot: QtBot) -> None:
    card, models = begun(window, qtbot), window.models
    go_to_step(card, "study")
    qtbot.waitUntil(lambda: models.groups.here() is not None)
    go_to_step(card, "twins")
    assert models.twins.is_study, "a study is there even if the step before was passed over"
    qtbot.waitUntil(lambda: models.twins.steps() is not None)
    assert not card.tour.is_done
    models.twins.go(0, 0)
    assert card.tour.is_done
    card.go_on.click()
    assert not models.twins.is_study and models.selection.point == PASS


def test_escape_leaves_it_at_any_moment_and_it_begins_again(
    window: Window, qtbot: QtBot
) -> None:
    window.activateWindow()
    for clicks in range(len(STEPS)):
        window.actions_by_id["tour"].trigger()
        card = card_of(window)
        assert card is not None and card.tour.number == 0
        for _ in range(clicks):
            before = card.tour.number
            card.go_on.click()
            qtbot.waitUntil(lambda card=card, before=before: card.tour.number > before)
        qtbot.keyClick(window.windowHandle(), Qt.Key.Key_Escape)
        assert card_of(window) is None and card.is_closed


def test_what_is_done_after_the_tour_is_no_business_of_it(window: Window, qtbot: QtBot) -> None:
    card = begun(window, qtbot)
    tour = card.tour
    tour.leave()
    window.models.review.go_to(window.models.review.game.node_of_move_number(50))
    assert tour.number == 1 and not tour.is_done


def test_another_game_ends_it(window: Window, qtbot: QtBot) -> None:
    begun(window, qtbot)
    window.models.review.new_game(9, 9, {})
    assert card_of(window) is None


def test_it_comes_by_itself_once_and_never_to_who_opens_a_game(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    context, models = window.furnishing.context, window.models
    greet(context)
    assert card_of(window) is None, "without a file of settings nothing could be remembered"
    models.preferences.settings.path = tmp_path / "settings.toml"
    greet(context)
    assert card_of(window) is None, "a game of the user's own is open"
    assert TOUR not in models.layout.texts
    models.review.new_game(19, 19, {})
    window.board.setFocus()
    greet(context)
    card = card_of(window)
    assert card is not None and not card.isAncestorOf(QApplication.focusWidget() or window)
    card.tour.leave()
    greet(context)
    assert card_of(window) is None
    models.layout.reset()
    greet(context)
    assert card_of(window) is None, "a reset of the layout is no first start"


def test_a_start_that_measures_itself_is_not_greeted(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IRGO_MEASURE", str(tmp_path / "figures"))
    window.models.preferences.settings.path = tmp_path / "settings.toml"
    window.models.review.new_game(19, 19, {})
    greet(window.furnishing.context)
    assert card_of(window) is None


def test_a_tour_whose_example_is_not_opened_waits(models: Models) -> None:
    asked = []
    tour = Tour(models, lambda: asked.append(True))
    tour.next()
    assert asked and tour.number == 0, "the user may want to keep the game that is open"


@pytest.mark.parametrize("target", [
    QRect(0, 0, 200, 700), QRect(900, 60, 300, 640), QRect(280, 60, 540, 500),
    QRect(280, 600, 600, 100), QRect(1000, 10, 180, 30), QRect(), QRect(0, 0, 1200, 700)])
@pytest.mark.parametrize("side", ["right", "left", "below"])
def test_the_card_lies_in_the_window_and_beside_what_it_points_at(
    target: QRect, side: str
) -> None:
    room = QRect(10, 10, 1180, 680)
    place = card_place(room, target, QSize(330, 140), side)
    assert room.contains(place)
    covered = place.intersected(target)
    is_too_large = target.width() > room.width()
    assert covered.isEmpty() or is_too_large
