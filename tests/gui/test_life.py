"""Life and death in the window: verdicts, lines, dead groups off the maps, studies, urgency."""

from collections.abc import Sequence

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from pytestqt.qtbot import QtBot

from irgo_app.draw.drawables import (Drawable, Halo, Label, Mark, MarkShape, Outline, RegionTint,
                                     Shading)
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.study.cards import StudyCard, Tone
from irgo_app.gui.models.study.twins import Shows
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.study.page import ExplainPanel, StudyPage
from irgo_app.gui.views.study.twins import TwinBoards
from irgo_app.judging.ishida_picture import changed_tones, plain_tones
from irgo_app.layers.results import Field
from irgo_app.lifedeath.verdict import LifeStatus
from tests.gui.conftest import Window
from tests.gui.corner import at, group_at, show_corner, study_page


@pytest.fixture
def corner(window: Window, qtbot: QtBot) -> Models:
    """A board with a white group in the corner that hangs on the first move."""
    show_corner(window.models, qtbot)
    return window.models


def ask(models: Models, qtbot: QtBot) -> None:
    assert models.life is not None
    models.life.ask_groups()
    qtbot.waitUntil(lambda: not models.life.is_working)


def twins_of(window: Window) -> TwinBoards:
    found = window.panels["twins"]
    assert isinstance(found, TwinBoards)
    return found


def card_of(found: StudyPage, models: Models, name: str) -> StudyCard:
    group = group_at(models, name)
    return next(card for card in found.list.rows.cards if card.place == group)


def click_card(window: Window, qtbot: QtBot, card: StudyCard) -> None:
    """Click a card as a user does."""
    cards = study_page(window).list
    row = [found.place for found in cards.rows.cards].index(card.place)
    index = cards.rows.index(row)
    cards.scrollTo(index)
    qtbot.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton,
                     pos=cards.visualRect(index).center())


def test_life_and_death_fills_in_the_cards(window: Window, corner: Models, qtbot: QtBot) -> None:
    found = study_page(window)
    assert card_of(found, corner, "A8").moves == ("", "")
    qtbot.mouseClick(found.life, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not corner.life.is_working)
    found.refresh()
    card = card_of(found, corner, "A8")
    assert card.status == "unsettled" and card.tone is Tone.CARE
    assert card.moves == ("B9", "B9") and card.swing is None
    assert "unsettled" in found.list.rows.index(0).data() or any(
        "unsettled, Black B9" in found.list.rows.index(row).data()
        for row in range(found.list.rows.rowCount())), "a screen reader says it all"


def test_a_card_names_its_stones_by_where_they_are_and_no_move_that_gains_nothing(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    ask(corner, qtbot)
    cards = {card.title: card for card in corner.cards.of_groups()}
    assert "White's 5 stones at C8" in cards and corner.groups.names() is not None
    for title, card in cards.items():
        assert corner.cards.name(card.place) == title and "–" not in card.moves
        assert not any(name in card.sentence.split() for name in corner.groups.names())


def test_the_box_says_how_an_answer_is_known(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    ask(corner, qtbot)
    corner.selection.choose(group_at(corner, "A8"))
    why = study_page(window).why
    assert why.how.isVisible() and why.how.text().startswith("Proved by ")
    cells = [why.grid.itemAtPosition(0, column).widget() for column in (1, 2)]
    assert all("Found by " in cell.toolTip() and "Proved" in cell.toolTip() for cell in cells)


def test_a_line_is_played_on_the_board_and_kept_on_request(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    ask(corner, qtbot)
    found = study_page(window)
    corner.selection.choose(group_at(corner, "A8"))
    node = corner.review.node
    qtbot.mouseClick(found.why.lines[WHITE], Qt.MouseButton.LeftButton)
    assert window.line_bar.isVisible() and "White first" in window.line_bar.title.text()
    assert window.board.diagram.move_numbers == {at("B9"): 1}
    assert corner.review.node is node and not node.children
    window.actions_by_id["back"].trigger()
    assert window.board.diagram.position == corner.review.position
    window.actions_by_id["forward"].trigger()
    assert window.board.diagram.move_numbers[at("B9")] == 1
    window.line_bar.keep.click()
    assert corner.review.node is node and node.children[0].move == (WHITE, at("B9"))
    assert "White first" in node.children[0].comment
    assert corner.line.line is None and not window.line_bar.isVisible()
    corner.review.undo()
    assert not node.children


def test_escape_closes_the_line(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.line.show("a line", [(BLACK, at("E5")), (WHITE, at("E6"))])
    window.actions_by_id["stop"].trigger()
    assert corner.line.line is None
    assert window.board.diagram.position == corner.review.position


def test_dead_groups_go_off_the_maps_and_come_back_with_the_switch(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.review.new_game(9, 9, {"AW": ["ac", "bc", "bb", "cb", "ca"], "AB": ["ab", "fe", "ff"]})
    qtbot.waitUntil(lambda: models.groups.here() is not None)
    [shadow] = [shown for shown in models.shown.layers if shown.layer.name == "influence.shadow"]
    before = models.shown.result_for(shadow)
    ask(models, qtbot)
    verdict = models.life.verdict(group_at(models, "A8"))
    assert verdict is not None and verdict.status is LifeStatus.DEAD
    qtbot.waitUntil(lambda: models.shown.result_for(shadow) is not None)
    after = models.shown.result_for(shadow)
    assert isinstance(before, Field) and isinstance(after, Field)
    corner = divmod(at("A8"), 9)
    assert before.values[corner] == pytest.approx(after.values[corner] + 1)
    assert Mark(at("A8"), MarkShape.WHITE_DOT) in models.scene.diagram().drawables
    names = len(models.groups.here().regions)
    window.actions_by_id["dead_off"].trigger()
    qtbot.waitUntil(lambda: models.shown.result_for(shadow) is not None)
    assert models.shown.result_for(shadow).values[corner] == before.values[corner]
    assert len(models.groups.here().regions) == names


def test_pointing_at_a_card_lights_its_stones(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    found = study_page(window)
    card = card_of(found, corner, "A8")
    row = found.list.rows.index(found.list.rows.cards.index(card))

    def is_lit() -> bool:
        return Halo(card.place.stones) in window.board.diagram.drawables

    found.list.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    found.list.entered.emit(row)
    assert is_lit()
    found.list.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
    found.list.leaveEvent(QEvent(QEvent.Type.Leave))
    assert not is_lit()
    found.list.entered.emit(row)
    assert not is_lit(), "the list grew, but the mouse did not come"
    found.list.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    found.list.entered.emit(row)
    window.show_panel("info")
    assert not found.list.isVisible() and not is_lit()


def test_a_click_on_a_card_opens_the_twin_boards_in_the_boards_place(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    before = window.board.geometry(), window.body.centre.geometry()
    click_card(window, qtbot, card_of(study_page(window), corner, "A8"))
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    twins, study = twins_of(window), corner.selection.study()
    assert twins.isVisible() and not window.board.isVisible()
    assert study is not None and study.deiri > 5 and study.swing > 0
    assert f"worth {study.swing:.1f} points" in twins.banner.words.text()
    black, white = twins.sides
    assert white.board.diagram.move_numbers[at("B9")] == 1
    assert "White first: B9" in white.title.text()
    assert "White lives" in white.outcome.text() and "White dies" in black.outcome.text()
    ends = [side.board.diagram.position for side in twins.sides]
    qtbot.keyClick(window, Qt.Key.Key_Left)
    assert [side.board.diagram.position for side in twins.sides] != ends
    assert corner.review.node.parent is None, "the record stands still"
    corner.twins.go(1, 0)
    assert white.board.diagram.position == corner.review.position
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.board.isVisible() and corner.selection.studied is None
    assert (window.board.geometry(), window.body.centre.geometry()) == before


def test_both_lines_are_kept_and_the_line_followed_stays(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    review = corner.review
    here = review.node
    review.play(at("F4"))
    review.play(at("F5"))
    followed, end = here.children[0], review.node
    review.go_to(here)
    corner.selection.show(group_at(corner, "A8"))
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    qtbot.mouseClick(twins_of(window).keep, Qt.MouseButton.LeftButton)
    moves = [child.move for child in here.children]
    assert moves == [followed.move, (BLACK, at("B9")), (WHITE, at("B9"))]
    assert all("moving first is worth" in child.comment and "irgo's reader" in child.comment
               for child in here.children[1:])
    assert review.node is here and review.game.current_line(here)[-1] is end
    assert twins_of(window).isVisible(), "what is kept can still be looked at"
    review.undo()
    assert here.children == [followed]


def test_who_owns_what_the_maps_and_the_difference(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.selection.show(group_at(corner, "A8"))
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    study, twins = corner.selection.study(), twins_of(window)
    assert study is not None

    def strengths(drawn: Sequence[Drawable]) -> list[np.ndarray]:
        return [each.at_points for each in drawn if isinstance(each, Shading)]

    def shown(side: int) -> list[np.ndarray]:
        return strengths(twins.sides[side].board.diagram.drawables)

    black, white = (np.reshape(play.ownership, (corner.review.position.rows, -1))
                    for play in (study.black_first, study.white_first))
    assert np.array_equal(shown(1), strengths(plain_tones(white)))
    sure = np.abs(white.ravel()) > 0.8
    assert sure.any() and (np.sign(shown(1)[0]) == np.sign(white.ravel()))[sure].all()
    qtbot.mouseClick(twins.shows[Shows.DIFFERENCE], Qt.MouseButton.LeftButton)
    assert np.array_equal(shown(0), strengths(changed_tones(black, white)))
    assert not np.array_equal(shown(0), strengths(plain_tones(black)))
    labels = [drawn.text for drawn in twins.sides[0].board.diagram.drawables
              if isinstance(drawn, Label)]
    assert any(label.startswith("+") for label in labels), "how many points lie there"
    qtbot.mouseClick(twins.shows[Shows.MAPS], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: any(isinstance(drawn, RegionTint)
                                for drawn in twins.sides[0].board.diagram.drawables))
    assert twins.sides[0].beside.text().startswith("Secured already: ")
    assert twins.shows[Shows.DIFFERENCE].isEnabled()
    corner.twins.go(1, 0)
    assert not twins.shows[Shows.DIFFERENCE].isEnabled(), "what differs is known of the ends alone"


def test_a_line_of_a_study_goes_to_the_large_board_and_back(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.selection.show(group_at(corner, "A8"))
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    twins = twins_of(window)
    qtbot.mouseClick(twins.sides[1].on_board, Qt.MouseButton.LeftButton)
    assert window.board.isVisible() and window.board.diagram.move_numbers == {at("B9"): 1}
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert twins.isVisible() and corner.line.line is None
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.board.isVisible() and corner.selection.studied is None


def test_escape_ends_an_explanation(window: Window, corner: Models) -> None:
    stone = next(point for point, cell in enumerate(corner.review.position.cells) if cell)
    corner.selection.ask(stone)
    assert corner.selection.place is not None
    window.actions_by_id["stop"].trigger()
    assert corner.selection.point == PASS and corner.selection.place is None


@pytest.mark.parametrize("name", ["F4", "A8"])
def test_nothing_of_a_study_stays_on_the_board_after_it(
    window: Window, corner: Models, qtbot: QtBot, name: str
) -> None:
    before = corner.scene.diagram().drawables
    window.board.cursor_point = at(name)
    window.actions_by_id["what_if"].trigger()
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert corner.selection.studied is None and corner.selection.point == PASS
    assert [found for found in corner.scene.diagram().drawables if isinstance(found, Outline)] == [
        found for found in before if isinstance(found, Outline)]


def test_what_is_explained_is_no_longer_lit_once_a_move_is_played(corner: Models) -> None:
    def is_lit() -> bool:
        return any(isinstance(found, Outline) and found.is_lit
                   for found in corner.scene.diagram().drawables)

    corner.selection.ask(at("A8"))
    assert is_lit()
    corner.review.play(at("F4"))
    assert not is_lit()
    corner.selection.ask(at("F4"))
    corner.layout.set_mode(Mode.PLAY)
    assert not is_lit()


def test_the_explain_page_leads_to_the_study_of_a_vacant_point(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.selection.ask(at("F4"))
    window.show_panel("explain")
    found = window.panels["explain"]
    assert isinstance(found, ExplainPanel)
    found.refresh()
    found.what_if.click()
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    study = corner.selection.study()
    assert study is not None and study.group is None and study.at == at("F4")
    assert any(card.title == "F4  point" for card in study_page(window).list.rows.cards)


def test_what_matters_comes_first_and_says_why(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    window.actions_by_id["urgency"].trigger()
    qtbot.waitUntil(lambda: not corner.life.is_working)
    found = study_page(window)
    studied = [card for card in found.list.rows.cards if card.swing is not None]
    swings = [card.swing for card in studied]
    assert len(studied) >= len(corner.groups.here().regions)
    assert swings == sorted(swings, reverse=True)
    assert all(card.why for card in studied)
    for card in studied:
        if "alive" in card.status and card.swing >= 0.5:
            worth = max(1, round(card.swing))
            assert ("one point" if worth == 1 else f"{worth} points") in card.why
    first = studied[0]
    corner.selection.choose(first.place)
    found.refresh()
    assert first.why in found.why.why.text()
    assert f"{first.swing:.1f} points" in found.why.worth.text()
    assert any(card.details for card in studied) and not found.why.counted.isVisible()
    found.why.details.setChecked(True)
    assert found.why.counted.text() == first.details
    assert found.why.counted.isVisible() or not first.counted
    found.why.details.setChecked(False)
    click_card(window, qtbot, first)
    assert corner.selection.study() is corner.life.study(first.place)


def test_another_node_calls_the_searches_off(corner: Models, qtbot: QtBot) -> None:
    life, called_off = corner.life, []
    assert life is not None
    submitted = corner.service.service.submit
    corner.service.service.submit = lambda *args: submitted(*args[:2], lambda *answer: None)
    corner.service.service.cancel = called_off.append
    life.ask_groups()
    count = len(corner.groups.here().regions)
    assert life.is_working and life.progress == (0, count)
    corner.review.play(at("F4"))
    assert not life.is_working and len(called_off) == count


def test_life_and_death_by_itself_waits_until_a_node_is_looked_at(
    corner: Models, qtbot: QtBot
) -> None:
    corner.preferences.settings.set("analyse_auto", True)
    corner.review.play(at("F4"))
    def first() -> object:
        answers = corner.life.answers()
        return answers and answers.verdict(answers.places[0])

    assert first() is None
    qtbot.waitUntil(lambda: first() is not None)


def test_what_runs_by_itself_makes_way_for_what_is_asked(corner: Models, qtbot: QtBot) -> None:
    called_off: list[object] = []
    submitted = corner.service.service.submit
    corner.service.service.submit = lambda *args: submitted(*args[:2], lambda *answer: None)
    corner.service.service.cancel = called_off.append
    corner.preferences.set("analyse_auto", True)
    qtbot.waitUntil(lambda: corner.life.is_working)
    begun = corner.life.progress[1]
    assert begun == len(corner.groups.here().regions)
    corner.life.ask_study(group_at(corner, "A8"))
    assert len(called_off) == begun and corner.life.progress == (0, 1)
    corner.layout.set_mode(Mode.PLAY)
    assert not corner.background.is_in_review


@pytest.mark.parametrize("action", ["life", "urgency"])
def test_what_runs_by_itself_is_not_stopped_but_asked(
    window: Window, corner: Models, qtbot: QtBot, action: str
) -> None:
    submitted, called_off = corner.service.service.submit, list[object]()
    corner.service.service.submit = lambda *args: submitted(*args[:2], lambda *answer: None)
    corner.service.service.cancel = called_off.append
    corner.preferences.set("analyse_auto", True)
    qtbot.waitUntil(lambda: corner.life.is_working)
    found = study_page(window)
    found.refresh()
    assert found.life.isEnabled() and found.rank.text() == "Rank all"
    window.actions_by_id[action].trigger()
    found.refresh()
    assert corner.life.is_working and not found.life.isEnabled() and found.rank.text() == "Stop"
    # What is asked for already and called off is answered with nothing.
    assert bool(called_off) is (action == "urgency")
    window.actions_by_id[action].trigger()
    assert not corner.life.is_working, "what was asked for is stopped"


def test_the_boards_of_a_study_are_painted_once(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.selection.show_point(at("F4"))
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    twins = twins_of(window)
    qtbot.waitUntil(lambda: not corner.service.service.is_looking_ahead)
    twins.refresh()
    before = [side.board.diagram for side in twins.sides]
    corner.service.ready.emit(frozenset())
    assert [side.board.diagram for side in twins.sides] == before
    twins.refresh()
    assert all(side.board.diagram is old for side, old in zip(twins.sides, before, strict=True))


def test_the_explanation_stays_when_stones_are_found_dead(
    models: Models, qtbot: QtBot
) -> None:
    models.review.new_game(9, 9, {"AW": ["ac", "bc", "bb", "cb", "ca"], "AB": ["ab", "fe", "ff"]})
    qtbot.waitUntil(lambda: models.groups.here() is not None)
    models.selection.ask(at("A8"))
    qtbot.waitUntil(lambda: bool(models.inquiry.sentences()))
    ask(models, qtbot)
    assert models.dead.of(models.review.node) == "A8"
    qtbot.waitUntil(lambda: any("counts as dead" in text for text in models.inquiry.sentences()))
