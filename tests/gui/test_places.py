"""Places in the window: found when a node is looked at, drawn as letters, gone with the node."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from irgo_app.draw.drawables import Label
from irgo_app.gui.models.models import Models
from tests.gui.corner import at, show_corner


@pytest.fixture
def found(models: Models, qtbot: QtBot) -> Models:
    """The models at a node whose places are known."""
    show_corner(models, qtbot)
    models.preferences.set("places_auto", True)
    qtbot.waitUntil(lambda: models.places.found() is not None
                    and not models.places.is_working)
    return models


def letters_on_board(models: Models) -> dict[str, int]:
    return {label.text: label.point for label in models.overlays.drawables()
            if isinstance(label, Label)}


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
    found.preferences.set("places_auto", False)
    assert letters_on_board(found) == {} and found.places.found() is None


def test_while_a_game_is_played_irgo_keeps_its_places_to_itself(found: Models) -> None:
    found.evaluations.hide(is_hidden=True)
    assert letters_on_board(found) == {}
    found.evaluations.hide(is_hidden=False)
    assert letters_on_board(found)
