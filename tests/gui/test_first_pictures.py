"""The Ishida view takes nothing back, and one position has one picture however one comes to it."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from irgo_app.draw.drawables import Glow
from irgo_app.gui.models.models import Models
from irgo_app.judging.fate import Fate
from irgo_app.judging.ishida_picture import IshidaPicture
from irgo_app.judging.judgement import Judgement
from irgo_app.lifedeath.verdict import READER_METHOD, Answer, Outcome, Verdict
from irgo_app.sgf.edits import set_comment
from irgo_app.sgf.game_tree import Node
from tests.gui.conftest import QtBot


@pytest.fixture
def read_on(models: Models, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Models:
    """Models with the Ishida view on, as if each board were read by itself; the test reads."""
    monkeypatch.setattr(models.pictures, "_is_read", lambda node: True)
    models.shown.show_only({}, is_ishida=True)
    return models


def picture(models: Models, qtbot: QtBot) -> IshidaPicture:
    """Return the picture with all that is known of the current node."""
    request = models.pictures.of(models.review.node)
    qtbot.waitUntil(lambda: models.service.on_screen(request) is not None)
    found = models.ishida.picture()
    assert found is models.service.cached(request) and found is not None
    return found


def read(models: Models, qtbot: QtBot, node: Node) -> Judgement:
    """Have the current node read, with a lead that differs from the look's by less than it errs."""
    qtbot.waitUntil(lambda: models.judgements.look(node) is not None)
    look = models.judgements.look(node)
    assert look is not None
    said = replace(look, lead=look.lead + 0.1, margin=2.0, visits=240,
                   ownership=(0.9,) * 180 + (-0.9,) * 181)
    models.judgements.note(node, said)
    return said


def test_a_position_has_one_picture_however_one_comes_to_it(
    read_on: Models, qtbot: QtBot
) -> None:
    models, review = read_on, read_on.review
    line = review.game.main_line()
    review.go_to(line[5])
    said = read(models, qtbot, line[5])
    settled = picture(models, qtbot)
    assert models.judgements.of(line[5]) is not said, "the lead stays as it was told"
    assert settled.view.ownership.ravel()[0] == 0.9, "the picture is of the deepest reading"

    def from_node(node: Node) -> Callable[[], None]:
        def go() -> None:
            review.go_to(node)
            qtbot.waitUntil(lambda: models.ishida.picture() is not None)
            review.go_to(line[5])
        return go

    def other_view() -> None:
        models.shown.show_only({"territory": {}})
        models.shown.show_only({}, is_ishida=True)

    ways: list[Callable[[], object]] = [
        *map(from_node, (line[4], line[6], line[0], line[-1])), other_view,
        lambda: models.preferences.set("theme", "dark"),
        lambda: models.preferences.set("palette", "brown and blue"),
        lambda: models.viewpoint.turn(3), lambda: models.scene.refresh(),
        lambda: review.apply(set_comment(line[5], "a word"))]
    assert len(ways) == 10
    for way in ways:
        way()
        assert models.ishida.picture() is settled


def test_the_first_picture_after_a_step_is_of_what_was_read_beside(
    read_on: Models, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, review = read_on, read_on.review
    monkeypatch.setattr(type(models.background), "is_in_review", True)
    line = review.game.main_line()
    review.go_to(line[5])
    said = read(models, qtbot, line[5])
    qtbot.waitUntil(lambda: models.life.answers() is not None)
    answers = models.life.answers()
    assert answers is not None
    for place in answers.places:
        guess = Answer(1, Outcome.DIES, method=READER_METHOD, kill=0.9)
        answers.add_verdict(place, Verdict(
            place.colour, place.stones, guess, replace(guess, first=-1)))
    assert models.pictures.of(line[5]).is_final
    assert picture(models, qtbot).view.dead, "here it is read that they are dead"
    for near, since in ((line[6], line[6]), (line[4], line[5])):
        review.go_to(near)
        request = models.pictures.of(near)
        assert request.moved is not None and not request.is_final and since.move is not None
        assert request.moved.ownership == said.ownership
        assert request.moved.owned_since == request.moved.fates_since == (since.move[1],)
        assert {stones for stones, _ in request.moved.fates} == {
            place.stones for place in answers.places}
        first = picture(models, qtbot)
        assert not any(body.fate is Fate.WEAK for body in first.view.bodies)
        assert not any(isinstance(found, Glow) for found in first.tones)


def test_a_board_that_nobody_has_read_shows_what_one_look_is_sure_of(
    read_on: Models, qtbot: QtBot
) -> None:
    models, review = read_on, read_on.review
    review.go_to(review.game.main_line()[8])
    first = picture(models, qtbot)
    assert {body.fate for body in first.view.bodies} <= {Fate.SAFE, Fate.UNREAD}
    assert models.pictures.at_a_look(review.node) == models.pictures.of(review.node)
