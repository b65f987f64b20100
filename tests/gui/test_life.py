"""Life and death in the window: verdicts, lines, dead groups off the maps, studies, urgency."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from irgo_app.draw.drawables import Mark, MarkShape
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE
from irgo_app.gui.models.models import Models
from irgo_app.gui.views.panels.explain_panel import ExplainPanel
from irgo_app.gui.views.panels.groups_panel import GroupsPanel
from irgo_app.gui.views.panels.urgency_panel import UrgencyPanel
from irgo_app.gui.views.panels.what_if_panel import WhatIfPanel
from irgo_app.layers.results import Field
from irgo_app.lifedeath.verdict import LifeStatus
from tests.gui.conftest import Window

BLACK_WALL = "fa fb fc ea eb dc cc bc ac gc hc ic"
WHITE_SIDE = "ae be ce de ee fe ge he ie"
WHITE_CORNER = "ab bb cb db da"
"""In the corner a white row with three points on the edge: who moves first at B9 decides."""


@pytest.fixture
def corner(window: Window, qtbot: QtBot) -> Models:
    """A board with a white group in the corner that hangs on the first move."""
    models = window.models
    models.review.new_game(
        9, 9, {"AB": BLACK_WALL.split(), "AW": f"{WHITE_CORNER} {WHITE_SIDE}".split()})
    qtbot.waitUntil(lambda: models.inquiry.groups() is not None)
    return models


def point(name: str) -> int:
    return point_of_vertex(name, 9, 9)


def group_at(models: Models, name: str) -> int:
    groups = models.inquiry.groups()
    assert groups is not None
    return next(index for index, region in enumerate(groups.regions)
                if point(name) in region.stones)


def ask(models: Models, qtbot: QtBot) -> None:
    assert models.life is not None
    models.life.ask_groups()
    qtbot.waitUntil(lambda: not models.life.is_working)


def groups_panel(window: Window) -> GroupsPanel:
    window.show_panel("groups")
    found = window.panels["groups"]
    assert isinstance(found, GroupsPanel)
    found.refresh()
    return found


def test_the_groups_dock_fills_in_both_first_moves(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    panel = groups_panel(window)
    row = group_at(corner, "A8")
    assert panel.table.item(row, 2).text() == ""
    qtbot.mouseClick(panel.ask, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not corner.life.is_working)
    panel.refresh()
    assert panel.table.item(row, 1).text() == "unsettled"
    assert "dies B9" in panel.table.item(row, 2).text()
    assert "lives B9" in panel.table.item(row, 3).text()
    assert "Found by" in panel.table.item(row, 2).toolTip()


def test_a_line_is_played_on_the_board_and_kept_on_request(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    ask(corner, qtbot)
    panel = groups_panel(window)
    corner.inquiry.choose_group(group_at(corner, "A8"))
    panel.refresh()
    node = corner.review.node
    qtbot.mouseClick(panel.lines[WHITE], Qt.MouseButton.LeftButton)
    assert window.line_bar.isVisible() and "White first" in window.line_bar.title.text()
    assert window.board.diagram.move_numbers == {point("B9"): 1}
    assert corner.review.node is node and not node.children
    window.actions_by_id["back"].trigger()
    assert window.board.diagram.position == corner.review.position
    window.actions_by_id["forward"].trigger()
    assert window.board.diagram.move_numbers[point("B9")] == 1
    window.line_bar.keep.click()
    assert corner.review.node is node and node.children[0].move == (WHITE, point("B9"))
    assert "White first" in node.children[0].comment
    assert corner.line.line is None and not window.line_bar.isVisible()
    corner.review.undo()
    assert not node.children


def test_escape_closes_the_line(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.line.show("a line", [(BLACK, point("E5")), (WHITE, point("E6"))])
    window.actions_by_id["stop"].trigger()
    assert corner.line.line is None
    assert window.board.diagram.position == corner.review.position


def test_dead_groups_go_off_the_maps_and_come_back_with_the_switch(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.review.new_game(9, 9, {"AW": ["ac", "bc", "bb", "cb", "ca"], "AB": ["ab", "fe", "ff"]})
    qtbot.waitUntil(lambda: models.inquiry.groups() is not None)
    [shadow] = [shown for shown in models.shown.layers if shown.layer.name == "influence.shadow"]
    before = models.shown.result_for(shadow)
    ask(models, qtbot)
    verdict = models.life.verdict(group_at(models, "A8"))
    assert verdict is not None and verdict.status is LifeStatus.DEAD
    qtbot.waitUntil(lambda: models.shown.result_for(shadow) is not None)
    after = models.shown.result_for(shadow)
    assert isinstance(before, Field) and isinstance(after, Field)
    corner = divmod(point("A8"), 9)
    assert before.values[corner] == pytest.approx(after.values[corner] + 1)
    assert Mark(point("A8"), MarkShape.WHITE_DOT) in models.scene.diagram().drawables
    names = len(models.inquiry.groups().regions)
    window.actions_by_id["dead_off"].trigger()
    qtbot.waitUntil(lambda: models.shown.result_for(shadow) is not None)
    assert models.shown.result_for(shadow).values[corner] == before.values[corner]
    assert len(models.inquiry.groups().regions) == names


def test_what_if_shows_both_ends_and_keeps_them(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.inquiry.choose_group(group_at(corner, "A8"))
    window.actions_by_id["what_if"].trigger()
    panel = window.panels["whatif"]
    assert isinstance(panel, WhatIfPanel)
    qtbot.waitUntil(lambda: corner.life.shown_study() is not None)
    panel.refresh()
    study = corner.life.shown_study()
    assert study is not None and study.deiri > 5 and study.swing > 0
    assert f"{study.swing:.1f} points" in panel.title.text()
    white = panel.sides[WHITE]
    assert white.board.diagram.move_numbers[point("B9")] == 1
    assert "lives" in white.words.text() and "dies" in panel.sides[BLACK].words.text()
    white.go(0)
    assert white.board.diagram.position == corner.review.position
    panel.difference.setChecked(True)
    qtbot.waitUntil(lambda: panel._difference() is not None)
    panel.keep.click()
    moves = [child.move for child in corner.review.node.children]
    assert moves == [(BLACK, point("B9")), (WHITE, point("B9"))]
    assert all("moving first is worth" in child.comment for child in corner.review.node.children)
    corner.review.undo()
    assert not corner.review.node.children


def test_the_explain_dock_leads_to_the_study_of_a_vacant_point(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.inquiry.ask(point("F4"))
    window.show_panel("explain")
    panel = window.panels["explain"]
    assert isinstance(panel, ExplainPanel)
    panel.refresh()
    panel.what_if.click()
    qtbot.waitUntil(lambda: corner.life.shown_study() is not None)
    study = corner.life.shown_study()
    assert study is not None and study.group is None and study.at == point("F4")


def test_urgency_ranks_the_groups_and_leads_to_them(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    window.actions_by_id["urgency"].trigger()
    qtbot.waitUntil(lambda: not corner.life.is_working)
    panel = window.panels["urgency"]
    assert isinstance(panel, UrgencyPanel)
    panel.refresh()
    swings = [float(panel.table.item(row, 2).text()) for row in range(panel.table.rowCount())]
    assert len(swings) == len(corner.inquiry.groups().regions)
    assert swings == sorted(swings, reverse=True)
    panel.table.selectRow(0)
    assert corner.inquiry.group == corner.life.ranking()[0]
    panel.show_study()
    assert corner.life.shown_study() is corner.life.study(corner.inquiry.group)


def test_another_node_calls_the_searches_off(corner: Models, qtbot: QtBot) -> None:
    life, called_off = corner.life, []
    assert life is not None
    submitted = corner.service.service.submit
    corner.service.service.submit = lambda *args: submitted(*args[:2], lambda *answer: None)
    corner.service.service.cancel = called_off.append
    life.ask_groups()
    count = len(corner.inquiry.groups().regions)
    assert life.is_working and life.progress == (0, count)
    corner.review.play(point("F4"))
    assert not life.is_working and len(called_off) == count


def test_life_and_death_by_itself_waits_until_a_node_is_looked_at(
    corner: Models, qtbot: QtBot
) -> None:
    corner.preferences.settings.set("life_auto", True)
    corner.review.play(point("F4"))
    assert corner.life.verdict(0) is None
    qtbot.waitUntil(lambda: corner.life.verdict(0) is not None)


def test_the_boards_of_a_study_are_painted_once(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.life.show_study(point("F4"), is_point=True)
    qtbot.waitUntil(lambda: corner.life.shown_study() is not None)
    panel = window.panels["whatif"]
    assert isinstance(panel, WhatIfPanel)
    qtbot.waitUntil(lambda: not corner.service.service.is_looking_ahead)
    panel.refresh()
    before = [side.board.diagram for side in panel.sides.values()]
    corner.service.ready.emit(frozenset())
    assert [side.board.diagram for side in panel.sides.values()] == before


def test_the_explanation_stays_when_stones_are_found_dead(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.review.new_game(9, 9, {"AW": ["ac", "bc", "bb", "cb", "ca"], "AB": ["ab", "fe", "ff"]})
    qtbot.waitUntil(lambda: models.inquiry.groups() is not None)
    models.inquiry.ask(point("A8"))
    qtbot.waitUntil(lambda: bool(models.inquiry.sentences()))
    ask(models, qtbot)
    assert models.dead.of(models.review.node) == "A8"
    qtbot.waitUntil(lambda: any("taken for dead" in text for text in models.inquiry.sentences()))
