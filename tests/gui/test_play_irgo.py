"""A game against irgo itself: its own process answers, at the level that was chosen."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from irgo_app.engines.itself import itself
from irgo_app.go.point import BLACK, WHITE
from irgo_app.gui.views.dialogs.play_irgo import PlayIrgoDialog
from irgo_app.reader.levels import LEVELS
from tests.gui.conftest import Window


def test_the_dialog_offers_the_levels_and_the_colour_to_play(window: Window) -> None:
    dialog = PlayIrgoDialog("glance", WHITE, window)
    assert (dialog.level, dialog.colour, dialog.is_new) == ("glance", WHITE, False)
    dialog._levels.setCurrentIndex(0)
    assert dialog.level == LEVELS[0].name


def test_irgo_begins_and_answers(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.review.new_game(9, 9, {"KM": ["6.5"]})
    models.desk.play_against(itself("intuition"), WHITE)
    qtbot.waitUntil(lambda: models.review.node.move is not None, timeout=60_000)
    assert models.review.node.move[0] == BLACK
    vacant = next(point for point, cell in enumerate(models.review.position.cells) if not cell)
    models.review.play(vacant)
    qtbot.waitUntil(lambda: len(models.review.game.main_line()) == 4, timeout=60_000)
    assert models.review.node.move[0] == BLACK
    models.desk.set_opponent(is_on=False)
    assert models.desk.chosen_profile() != itself("intuition")
