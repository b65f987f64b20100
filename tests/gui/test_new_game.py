"""A new game: what the dialog offers and writes; one against irgo, whose own process answers."""

from random import Random

import pytest
from PySide6.QtCore import QLocale, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from irgo_app.draw.board_painter import Look
from irgo_app.engines.profile import EngineProfile, itself
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.gui.commands.play import begin, new_game, opponents
from irgo_app.gui.models.edit import PLAY, TOOLS
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.play import NewGame, NewGameDialog, OpponentChoice
from irgo_app.networks import LEVELS
from irgo_app.sgf.game_info import game_info
from tests.gui.conftest import Window
from tests.gui.dialogs import looks_at_dialogs

NOBODY = OpponentChoice("Nobody")
SOMEBODY = OpponentChoice("An engine", "An engine", EngineProfile("An engine", "engine --gtp"))


@pytest.fixture
def dialog(qtbot: QtBot) -> NewGameDialog:
    found = NewGameDialog(Look(), [NOBODY, SOMEBODY], player="Ada")
    qtbot.addWidget(found)
    found.show()
    return found


def choose(dialog: NewGameDialog, qtbot: QtBot, text: str) -> None:
    """Press the button that says `text`."""
    button = next(found for group in (dialog._sizes, dialog._colours) for found in group.buttons()
                  if found.text() == text)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_new_game_has_its_handicap(dialog: NewGameDialog) -> None:
    dialog.handicap.setCurrentIndex(dialog.handicap.findData(3))
    found = dialog.properties()
    assert found["HA"] == ["3"] and len(found["AB"]) == 3 and found["PL"] == ["W"]
    assert found["KM"] == ["0.5"] and found["RU"] == ["Japanese"] and found["PB"] == ["Ada"]
    assert dialog.preview.diagram.position.stone_count() == 3
    dialog.columns.setValue(4)
    assert not {"HA", "AB", "PL"} & set(dialog.properties())
    assert [dialog.handicap.itemData(index) for index in range(dialog.handicap.count())] == [0]


def test_a_button_sets_the_size_and_the_board_shows_it(
    dialog: NewGameDialog, qtbot: QtBot
) -> None:
    choose(dialog, qtbot, "9×9")
    assert (dialog.columns.value(), dialog.rows.value()) == (9, 9)
    assert dialog.preview.diagram.position.columns == 9
    dialog.rows.setValue(7)
    answer = dialog.answer()
    assert (answer.columns, answer.rows) == (9, 7)
    assert not any(button.isChecked() for button in dialog._sizes.buttons())


def test_komi_follows_rules_and_handicap_until_it_is_set_by_hand(
    dialog: NewGameDialog, qtbot: QtBot
) -> None:
    dialog.rules.setCurrentText("Chinese")
    assert dialog.komi.value() == 7.5
    dialog.handicap.setCurrentIndex(dialog.handicap.findData(2))
    assert dialog.komi.value() == 0.5
    dialog.komi.setFocus()
    dialog.komi.selectAll()
    qtbot.keyClicks(dialog.komi, "3.5")
    dialog.handicap.setCurrentIndex(0)
    dialog.rules.setCurrentText("AGA")
    assert dialog.properties()["KM"] == ["3.5"]


@pytest.mark.parametrize("typed", ["3.5", "3,5"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_point_and_a_comma_are_alike_in_every_language(
    dialog: NewGameDialog, qtbot: QtBot, typed: str, language: str
) -> None:
    dialog.komi.setLocale(QLocale(language))
    dialog.komi.setFocus()
    dialog.komi.selectAll()
    qtbot.keyClicks(dialog.komi, typed)
    assert dialog.properties()["KM"] == ["3.5"]


def test_names_stand_with_the_colours_they_play(dialog: NewGameDialog, qtbot: QtBot) -> None:
    dialog.opponent.setCurrentIndex(1)
    choose(dialog, qtbot, "White")
    answer = dialog.answer()
    assert answer.colour == WHITE and answer.opponent is SOMEBODY
    assert answer.properties is not None
    assert (answer.properties["PB"], answer.properties["PW"]) == (["An engine"], ["Ada"])
    choose(dialog, qtbot, "At random")
    assert {dialog.answer(Random(seed)).colour for seed in range(20)} == {BLACK, WHITE}


def test_to_go_on_from_the_board_asks_nothing_and_shows_it(qtbot: QtBot) -> None:
    shown = Position.empty(13, 7).with_stones({40: WHITE})
    dialog = NewGameDialog(Look(), [NOBODY, SOMEBODY], shown=shown)
    qtbot.addWidget(dialog)
    assert dialog.preview.diagram.position == Position.empty(13, 7)
    dialog.goes_on.setChecked(True)
    assert dialog.preview.diagram.position == shown
    assert dialog.columns.isHidden() and dialog.komi.isHidden() and not dialog.player.isEnabled()
    assert dialog.answer().properties is None
    dialog.goes_on.setChecked(False)
    assert not dialog.columns.isHidden() and not dialog.komi.isHidden()


def test_the_dialog_of_the_window_offers_nobody_irgo_and_the_engines(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.preferences.settings.engines = [EngineProfile("Mine", "mine gtp").as_settings()]
    offered = opponents(window.furnishing.context)
    assert offered[0].profile is None
    named = {found.name: found.title for found in offered}
    for name, rank in (("beginner", 20), ("casual", 12), ("intuition", 5)):
        assert named[f"irgo ({name})"] == f"irgo, about {rank} kyu", "as in records"
    assert [found.profile for found in offered[1:1 + len(LEVELS)]] == [
        itself(level.name) for level in LEVELS]
    assert "Mine" in [found.name for found in offered]
    seen = []

    def accept() -> None:
        found = QApplication.activeModalWidget()
        if not isinstance(found, NewGameDialog):
            return
        asking.stop()
        seen.append(found)
        qtbot.mouseClick(found._sizes.button(13), Qt.MouseButton.LeftButton)
        box = found.findChild(QDialogButtonBox)
        assert box is not None
        qtbot.mouseClick(box.button(QDialogButtonBox.StandardButton.Ok),
                         Qt.MouseButton.LeftButton)

    asking = QTimer(interval=20)
    asking.timeout.connect(accept)
    asking.start()
    window.activateWindow()
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(seen))
    assert (models.review.game.columns, models.review.game.rows) == (13, 13)
    assert game_info(models.review.game).komi_points == 6.5
    assert not models.opponent.is_on


def test_irgo_begins_and_answers(window: Window, qtbot: QtBot) -> None:
    models = window.models
    opponent = next(found for found in opponents(window.furnishing.context)
                    if found.profile == itself("intuition"))
    begin(window.furnishing.context, NewGame(
        9, 9, {"KM": ["6.5"]}, opponent, WHITE, "Ada"))
    assert models.layout.mode is Mode.PLAY
    qtbot.waitUntil(lambda: models.review.node.move is not None, timeout=60_000)
    assert models.review.node.move[0] == BLACK
    vacant = next(point for point, cell in enumerate(models.review.position.cells) if not cell)
    models.review.play(vacant)
    qtbot.waitUntil(lambda: len(models.review.game.main_line()) == 4, timeout=60_000)
    assert models.review.node.move[0] == BLACK
    assert models.preferences["irgo_level"] == "intuition"
    assert models.preferences["player"] == "Ada"
    models.opponent.end()
    assert models.desk.chosen_profile() != itself("intuition")


def test_only_ones_own_game_that_has_begun_is_gone_on_from(window: Window, qtbot: QtBot) -> None:
    def goes_on(dialog: object) -> bool:
        assert isinstance(dialog, NewGameDialog)
        return dialog.goes_on.isChecked()

    review = window.models.review
    assert looks_at_dialogs(window, qtbot, "play_irgo", goes_on) == [False], "a record"
    window.models.layout.set_mode(Mode.PLAY)
    assert looks_at_dialogs(window, qtbot, "play_irgo", goes_on) == [True]
    window.models.layout.set_mode(Mode.REVIEW)
    review.new_game(19, 19, {})
    assert looks_at_dialogs(window, qtbot, "play_irgo", goes_on) == [False]
    review.play(60)
    review.go_to(review.game.root)
    assert looks_at_dialogs(window, qtbot, "play_irgo", goes_on) == [True]


def test_a_game_that_goes_on_against_nobody_is_played_and_says_so(window: Window) -> None:
    models = window.models
    models.hand.take(next(tool for tool in TOOLS if tool.id == "black"))
    assert models.layout.mode is Mode.EDIT
    begin(window.furnishing.context, NewGame(19, 19, None, NOBODY, BLACK, ""))
    assert models.layout.mode is Mode.PLAY and models.hand.tool is PLAY
    assert window.messages.text == "The game on the board goes on."


def test_a_new_game_proposes_what_was_chosen_last(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, context = window.models, window.furnishing.context
    models.preferences.settings.engines = [EngineProfile("Mine", "mine gtp").as_settings()]
    proposed: list[tuple[str, int]] = []
    chosen: list[tuple[str, int]] = []

    def look_and_choose(dialog: NewGameDialog) -> bool:
        proposed.append((dialog.chosen_opponent.name, dialog.chosen_colour))
        for name, colour in chosen:
            dialog.goes_on.setChecked(True)
            dialog.opponent.setCurrentIndex([found.name for found in dialog._opponents].index(name))
            for button in dialog._colours.buttons():
                if button.property("colour") == colour:
                    button.click()
        return bool(chosen)

    monkeypatch.setattr(NewGameDialog, "exec", look_and_choose)

    def next_proposal(*, goes_on: bool = False) -> tuple[str, int]:
        chosen.clear()
        new_game(context, goes_on=goes_on)
        return proposed[-1]

    assert next_proposal() == ("", BLACK)
    for wanted in (("Mine", WHITE), ("irgo (casual)", 0)):
        chosen[:] = [wanted]
        new_game(context)
        models.layout.set_mode(Mode.REVIEW)
        models.layout.reset()
        assert next_proposal() == wanted
    models.preferences.set("irgo_level", "glance")
    assert next_proposal() == ("irgo (glance)", 0)
    chosen[:] = [("", BLACK)]
    new_game(context)
    models.layout.set_mode(Mode.PLAY)
    assert next_proposal()[0] == ""
    assert next_proposal(goes_on=True)[0] == "irgo (glance)"
    models.preferences.settings.engines = []
    models.layout.texts["opponent"] = "Mine"
    assert next_proposal()[0] == "irgo (glance)", "an engine that is known no more"


def test_a_finished_game_is_not_gone_on_from(window: Window, qtbot: QtBot) -> None:
    def goes_on(dialog: object) -> bool:
        assert isinstance(dialog, NewGameDialog)
        return dialog.goes_on.isChecked()

    def colour(dialog: object) -> object:
        assert isinstance(dialog, NewGameDialog)
        return dialog.answer().colour

    models = window.models
    review, opponent = models.review, models.opponent
    review.new_game(9, 9, {})
    review.play(40)
    opponent.play(PASS)
    assert looks_at_dialogs(window, qtbot, "play_irgo", goes_on) == [True]
    opponent.play(PASS)
    models.counting.end()
    assert looks_at_dialogs(window, qtbot, "play_irgo", goes_on) == [False]
    review.new_game(9, 9, {})
    review.play(40)
    assert looks_at_dialogs(window, qtbot, "play_irgo", colour) == [WHITE]
    opponent.resign()
    assert looks_at_dialogs(window, qtbot, "play_irgo", goes_on) == [False]
    assert looks_at_dialogs(window, qtbot, "play_irgo", colour) == [BLACK]
    review.new_game(9, 9, {"RE": ["B+3.5"]})
    review.play(40)
    review.play(41)
    assert looks_at_dialogs(window, qtbot, "play_irgo", goes_on) == [False]
    # What might have been is tried from an earlier position of it.
    assert review.node.parent is not None
    review.go_to(review.node.parent)
    assert looks_at_dialogs(window, qtbot, "play_irgo", goes_on) == [True]
