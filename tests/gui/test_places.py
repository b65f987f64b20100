"""Places in the window: found when a node is looked at, drawn as letters, gone with the node."""

import re

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from irgo_app.draw.drawables import Halo, Label, Letter, Outline
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.panels import PanelPlace
from irgo_app.review.diagram import diagram_of, next_moves
from irgo_app.sgf.edits import set_label
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay
from tests.gui.conftest import Window
from tests.gui.corner import at, group_at, show_corner, study_page


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search little: what is found is not what is tested here."""
    for name, visits in (("places.VISITS", 24), ("places.FURTHER", 32), ("places._LOOK", 8),
                         ("places._REGION", 8), ("why.VISITS", 24), ("why._SEARCH", 16)):
        monkeypatch.setattr(f"irgo_app.meaning.{name}", visits)


@pytest.fixture
def found(models: Models, qtbot: QtBot) -> Models:
    """The models at a node whose places are known."""
    show_corner(models, qtbot)
    models.preferences.set("analyse_auto", True)
    qtbot.waitUntil(lambda: models.places.found() is not None
                    and not models.places.is_working)
    return models


def letters_on_board(models: Models) -> dict[str, int]:
    return {label.text: label.point for label in models.overlays.drawables()
            if isinstance(label, Letter)}


def reasoned(models: Models) -> tuple[int, int]:
    """Return the row of a place that has reasons to tell, and the point of its letter."""
    return next((row, place.mine.move) for row, (_, place) in enumerate(models.places.lettered())
                if place.comparison.difference.reasons)


def test_a_node_that_is_looked_at_has_letters_where_the_places_are(found: Models) -> None:
    known = found.places.found()
    assert known is not None and not known.is_first_look
    drawn = letters_on_board(found)
    assert list(drawn) == list("ABCDEFG"[:len(known.places)])
    assert drawn["A"] == known.begun.mine.moves[0].point
    assert found.places.at(drawn["A"]) is known.places[0]


def test_letters_stay_with_their_node_and_can_be_switched_off(
    found: Models, qtbot: QtBot
) -> None:
    found.review.play(at("J1"))
    assert letters_on_board(found) == {}
    found.line.step_by(-1)
    assert letters_on_board(found)
    found.preferences.set("analyse_auto", False)
    assert letters_on_board(found) == {} and found.places.found() is None


def test_the_moves_on_the_board_are_of_the_search_that_found_the_letters(found: Models) -> None:
    node, known = found.review.node, found.places.found()
    said = found.own.of(node)
    assert known is not None and said is not None and said is found.own.of(node)
    assert said.candidates[0].point == known.places[0].mine.move
    assert [candidate.visits for candidate in said.candidates] == [
        move.visits for move in known.begun.mine.moves]
    assert all(0.0 <= (candidate.winrate or 0.0) <= 1.0 and candidate.winrate is not None
               for candidate in said.candidates)
    found.preferences.set("analyse_auto", False)
    assert found.own.of(node) is None


def test_while_a_game_is_played_irgo_keeps_its_places_to_itself(found: Models) -> None:
    found.evaluations.hide(is_hidden=True)
    assert letters_on_board(found) == {}
    found.evaluations.hide(is_hidden=False)
    assert letters_on_board(found)


def test_a_card_has_one_number_one_sentence_and_a_move_of_its_own(found: Models) -> None:
    cards = found.cards.of_places()
    assert cards and len({card.place for card in cards}) == len(cards)
    assert cards[0].number == "best"
    assert all(card.number == "as good" or card.number.endswith(" less") for card in cards[1:])
    assert all(card.why and card.title[0].isupper() for card in cards)
    assert [card.letter for card in cards] == [letter for _, letter in found.places.letters()]


def test_letters_of_the_record_are_not_used_twice(
    found: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    found.review.apply(set_label(found.review.node, at("J9"), "A"))
    assert letters_on_board(found) and "A" not in letters_on_board(found)
    (_, place), *_ = found.places.lettered()
    monkeypatch.setattr(found.places, "lettered", lambda: (
        ("B", place), ("C", replace(place, behind=4.0))))
    assert [card.number for card in found.cards.of_places()] == ["best", "4 points less"]


def test_moves_that_follow_have_numbers_as_letters_are_places() -> None:
    (game,) = read_games(b"(;SZ[9];B[ee](;W[cc])(;W[gg])(;W[cg]))").games
    fork = game.main_line()[1]
    labels = {shown.text for shown in next_moves(fork) if isinstance(shown, Label)}
    assert labels == {"1", "2", "3"}
    place = Letter(at("C7"), "A", is_first=True)
    drawn = diagram_of(fork, Replay(game).position_at(fork), (place,), shows_next=True).drawables
    assert place in drawn, "a place where others have gone on keeps its letter alone"
    assert {shown.text for shown in drawn if isinstance(shown, Label)} == {"2", "3"}


def test_a_title_is_no_point_of_the_board_and_says_only_where(found: Models) -> None:
    titles = [card.title for card in found.cards.of_groups() if card.place.stones]
    assert titles and all(re.fullmatch(
        r"(Black|White)'s (stone|\d+ stones) at [A-HJ][1-9]", title) for title in titles)
    assert not any("," in card.title for card in found.cards.of_places())


def test_a_place_that_is_opened_has_its_reasons_lit(found: Models) -> None:
    row, point = reasoned(found)
    found.reasons.open_place(point)
    explained = found.reasons.explained
    assert explained is not None and explained.place is found.places.lettered()[row][1]
    reason = explained.why.difference.reasons[0]
    found.reasons.point_at(reason)
    lit = [drawn for drawn in found.overlays.drawables() if isinstance(drawn, Halo | Outline)
           and drawn.points == reason.points]
    assert lit
    found.review.play(at("J1"))
    assert found.reasons.explained is None and found.reasons.lit() == ()


def test_why_a_move_is_asked_of_the_last_move_or_of_one_that_could_be_played(
    found: Models, qtbot: QtBot
) -> None:
    assert not found.reasons.ask_why(), "no move led here"
    found.review.play(at("J1"))
    assert found.reasons.ask_why()
    qtbot.waitUntil(lambda: not found.reasons.is_working)
    explained = found.reasons.explained
    assert explained is not None and explained.why.move.move == at("J1")
    assert explained.why.loss > 0 and "J1" in str(explained.title)
    played, before = found.review.node, found.review.node.parent
    assert before is not None and found.twins.kept_below is before
    found.twins.keep()
    assert found.review.node is played and before.children[0] is played
    assert before.children[1].move == explained.why.instead.moves[0]
    found.reasons.close()
    assert not found.reasons.is_there


def test_a_click_on_a_letter_is_a_click_on_its_card(window: Window, qtbot: QtBot) -> None:
    models = window.models
    show_corner(models, qtbot)
    models.preferences.set("analyse_auto", True)
    qtbot.waitUntil(lambda: models.places.found() is not None and not models.places.is_working)
    page, before = study_page(window), models.review.node
    assert page.places.isVisible() and page.places.list.rows.rowCount() > 0
    row, point = reasoned(models)
    window.body.column.show_page(PanelPlace.GAME)
    window.board.point_clicked.emit(
        point, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    assert window.body.column.place is PanelPlace.STUDY and page.places.isVisible()
    assert models.reasons.opened == point and models.review.node is before
    assert page.places.list.currentIndex().row() == row and page.places.box.rows
    window.board.point_clicked.emit(
        point, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)
    assert models.review.node.move == (models.review.position.to_play * -1, point)
    window.body.column.show_page(PanelPlace.GAME)
    window.furnishing.menus.actions["why_move"].trigger()
    assert models.reasons.is_working and window.body.column.place is PanelPlace.STUDY


def test_no_places_are_promised_while_a_game_is_played(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = window.models
    monkeypatch.setattr(models.places, "found", lambda: None)
    models.preferences.set("analyse_auto", True)
    page = study_page(window)
    models.reasons.ask_why(at("J1"))
    assert "looking for where it matters" in page.places.hint.text()
    models.layout.set_mode(Mode.PLAY)
    assert window.body.column.place is PanelPlace.GAME
    study_page(window)
    assert page.places.isVisible() and page.places.hint.isHidden()


def test_what_is_opened_stands_on_two_boards_with_the_reply(window: Window, qtbot: QtBot) -> None:
    models = window.models
    show_corner(models, qtbot)
    models.preferences.set("analyse_auto", True)
    qtbot.waitUntil(lambda: models.places.found() is not None and not models.places.is_working)
    models.reasons.open_place(reasoned(models)[1])
    twins = models.twins
    assert twins.is_shown and twins.study is None and twins.kept_below is not None
    steps, captions = twins.steps(), twins.captions()
    assert steps is not None and all(length > 1 for _, length in steps)
    assert captions[0].title.startswith("Black first: ") and captions[1].title.startswith("White")
    reason = models.reasons.explained.why.difference.reasons[0]
    models.reasons.point_at(reason)
    for diagram in twins.diagrams():
        assert any(isinstance(drawn, Halo | Outline) and drawn.points == reason.points
                   for drawn in diagram.drawables)
    known = models.places.found()
    assert str(models.cards.details(models.reasons.explained)[-1]) \
        == f"Read by irgo's reader, {known.begun.mine.visits} positions."
    twins.keep()
    assert len(models.review.node.children) == 2
    window.furnishing.menus.actions["stop"].trigger()
    assert not twins.is_shown and models.reasons.explained is None


def test_a_group_that_is_asked_about_takes_the_place_of_what_is_explained(
    found: Models, qtbot: QtBot
) -> None:
    found.reasons.open_place(found.places.letters()[0][0])
    found.selection.show(group_at(found, "A8"))
    assert not found.reasons.is_there and found.twins.is_study
    found.reasons.open_place(found.places.letters()[0][0])
    assert found.selection.studied is None and found.reasons.is_there


def test_the_keys_of_groups_open_their_list(
    found: Models, window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()
    for name in ("ask_groups", "ask_ranking"):
        monkeypatch.setattr(found.life, name, lambda name=name: asked.append(name))
    page = study_page(window)
    for action in ("life", "urgency"):
        found.reasons.wanted.emit()
        qtbot.waitUntil(page.places.isVisible)
        window.actions_by_id[action].trigger()
        assert page.list.isVisible() and not page.places.isVisible()
    assert asked == ["ask_groups", "ask_ranking"]
