"""An engine in the window: candidates on the board, lines under the mouse, moves, failure."""

import base64
import gettext
import gzip
import os
import shlex
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from irgo_app import words
from irgo_app.draw.drawables import (CandidateStone, GhostStone, Label, Loss, MusicalStone, Quality,
                                     Tint)
from irgo_app.engines.engine import EngineState
from irgo_app.engines.evaluation import Candidate, EngineEvaluation
from irgo_app.engines.profile import EngineProfile, itself
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.gui.models.engine import EngineDesk
from irgo_app.gui.models.judgement import ReadingOn
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.study.desk import LifeByItself
from irgo_app.gui.models.study.selection import KnownPlaces
from irgo_app.gui.views.engine import AnalyzeGameDialog, EnginePanel, EnginesDialog
from irgo_app.gui.views.layer_cards import LayerCard
from irgo_app.gui.views.layers import LayersPanel
from irgo_app.gui.views.timeline import TimelinePanel
from irgo_app.judging.engine_record import SAVED, save_evaluations, saved_evaluation
from irgo_app.layers.candidates import MUSICAL, candidate_stones, chosen_candidates, musical_stones
from irgo_app.sgf.edits import UndoStack, set_comment, toggle_mark
from irgo_app.sgf.game_info import game_info, set_game_info
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.values import raw_of_text, text_of
from tests.conftest import GAMES
from tests.go.gnugo import PROGRAM
from tests.gui.conftest import Window

TESTS = Path(__file__).parents[1]
ANALYST = str(TESTS / "engines" / "fake_analyst.py")
FAKE = str(TESTS / "gtp" / "fake_engine.py")


def use_engine(window: Window, *words: str) -> EngineDesk:
    profile = EngineProfile("Fake", shlex.join([sys.executable, *words]))
    window.models.preferences.settings.engines = [profile.as_settings()]
    window.models.preferences.settings.set("engine", "Fake")
    assert window.models.desk is not None
    return window.models.desk


def candidates_on(window: Window) -> list[CandidateStone]:
    return [drawn for drawn in window.board.diagram.drawables if isinstance(drawn, CandidateStone)]


def test_analysis_follows_the_node(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = use_engine(window, ANALYST, "katago", str(tmp_path))
    models = window.models
    models.review.open_path(GAMES[0])
    window.actions_by_id["analyze"].trigger()
    qtbot.waitUntil(lambda: len(candidates_on(window)) == 1, timeout=20_000)
    d4 = point_of_vertex("D4", 19, 19)
    assert candidates_on(window)[0] == CandidateStone(d4, BLACK, Loss.NONE, "0")
    assert desk.state is EngineState.THINKING
    panel = window.panels["engine"]
    assert isinstance(panel, EnginePanel)
    assert [panel.table.item(0, column).text() for column in range(3)] == ["D4", "60.0", "+3.5"]
    window.board.point_hovered.emit(d4)
    numbers = [drawn for drawn in window.board.diagram.drawables if isinstance(drawn, Label)]
    ghosts = [drawn for drawn in window.board.diagram.drawables if isinstance(drawn, GhostStone)]
    assert [number.text for number in numbers][:2] == ["1", "2"] and len(ghosts) >= 2
    models.review.go_to(models.review.game.main_line()[4])
    qtbot.waitUntil(
        lambda: bool(models.evaluations.of(models.review.node)), timeout=20_000)
    action = window.actions_by_id["engine_ownership"]
    action.trigger()
    assert action.isChecked() and row_of_layer(window, "ownership").switch.isChecked()
    tints = [drawn for drawn in window.board.diagram.drawables if isinstance(drawn, Tint)]
    assert any(float(tint.values.min()) == 0.5 for tint in tints)
    window.actions_by_id["analyze"].trigger()
    qtbot.waitUntil(lambda: desk.state is EngineState.READY, timeout=20_000)
    desk.stop()
    assert desk.state is EngineState.STOPPED


def row_of_layer(window: Window, name: str) -> LayerCard:
    panel = window.panels["layers"]
    assert isinstance(panel, LayersPanel)
    [row] = [row for row in panel.rows if row.shown.layer.name == name]
    return row


def test_the_engines_layers_have_their_rows(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = use_engine(window, ANALYST, "katago", str(tmp_path))
    models, settings = window.models, window.models.preferences.settings
    row, stones = row_of_layer(window, "ownership"), row_of_layer(window, "candidates")
    assert "Needs an engine" in row.need.text() and not row.switch.isChecked()
    row.switch.setChecked(True)
    assert settings["engine_ownership"]
    assert window.actions_by_id["engine_ownership"].isChecked()
    desk.toggle()
    qtbot.waitUntil(lambda: len(candidates_on(window)) == 1, timeout=20_000)
    assert not row.need.text() and not stones.need.text()
    row.opacity.setValue(40)
    tints = [drawn for drawn in window.board.diagram.drawables if isinstance(drawn, Tint)]
    assert [tint.opacity for tint in tints if float(tint.values.min()) == 0.5] == [0.4]
    stones.switch.setChecked(False)
    assert not candidates_on(window) and not settings["engine_candidates"]
    window.models.preferences.flip("engine_candidates")
    assert stones.switch.isChecked() and len(candidates_on(window)) == 1
    desk.stop()
    models.review.new_game(9, 9, {})
    assert "Needs an engine" in row.need.text()


def test_an_engine_that_tells_no_ownership(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = use_engine(window, ANALYST, "leela", str(tmp_path))
    desk.toggle()
    qtbot.waitUntil(lambda: len(candidates_on(window)) == 1, timeout=20_000)
    assert "does not say" in row_of_layer(window, "ownership").need.text()
    desk.stop()


def test_the_change_is_the_outer_ring() -> None:
    def seen(winrate: float) -> EngineEvaluation:
        return EngineEvaluation((Candidate(60, 100, winrate),), 100, winrate)

    def rings(now: float, before: float, colour: int) -> tuple[Quality, Quality | None]:
        [stone] = musical_stones(seen(now), colour, seen(before))
        assert isinstance(stone, MusicalStone)
        return stone.inner, stone.outer

    assert rings(0.7, 0.6, BLACK) == (Quality.BRIGHT, Quality.BRIGHT)
    assert rings(0.7, 0.6, WHITE) == (Quality.DULL, Quality.DULL)
    assert rings(0.5, 0.5, BLACK) == (Quality.GOOD, Quality.GOOD)
    assert rings(0.1, 0.5, BLACK) == (Quality.DANGER, Quality.DANGER)


def test_each_colour_of_the_rings_has_its_switch() -> None:
    seen = EngineEvaluation((Candidate(60, 100, 0.7),), 100, 0.7)
    before = EngineEvaluation((Candidate(60, 100, 0.9),), 100, 0.9)

    def rings(*wanted: Quality) -> list[tuple[Quality, Quality | None]]:
        stones = musical_stones(seen, BLACK, before, wanted=wanted)
        return [(stone.inner, stone.outer) for stone in stones if isinstance(stone, MusicalStone)]

    assert rings(Quality.BRIGHT, Quality.DANGER) == [(Quality.BRIGHT, Quality.DANGER)]
    assert rings(Quality.DANGER) == [(Quality.DANGER, None)]
    assert rings(Quality.GOOD) == []


class _WithComma(gettext.NullTranslations):
    """A language whose decimal mark is a comma."""

    def pgettext(self, context: str, message: str) -> str:
        return "," if context == "decimal mark" else message


def test_a_move_is_coloured_by_what_it_loses_whoever_is_ahead() -> None:
    def discs(lead: float, colour: int) -> list[tuple[Loss, str]]:
        """What is shown where the best move is worth `lead` to the side to move."""
        seen = EngineEvaluation(tuple(
            Candidate(point, 100, 0.5, colour * (lead - lost))
            for point, lost in enumerate((0.0, 0.3, 1.2, 3.0, 9.0))), 500, 0.5)
        return [(stone.loss, stone.text)
                for stone in candidate_stones(seen, colour)]

    expected = [(Loss.NONE, "0"), (Loss.NONE, "0.3"), (Loss.LITTLE, "1.2"),
                (Loss.SOME, "3.0"), (Loss.MUCH, "9.0")]
    for colour in (BLACK, WHITE):
        assert discs(40.0, colour) == discs(-40.0, colour) == expected
    words.use(_WithComma(), "de")
    try:
        assert discs(40.0, BLACK)[1] == (Loss.NONE, "0,3")
    finally:
        words.use(gettext.NullTranslations())
    told = EngineEvaluation((Candidate(1, 90, 0.4), Candidate(2, 90, 0.35),
                             Candidate(3, 90, 0.1)), 270, 0.4)
    assert [(stone.loss, stone.text) for stone in candidate_stones(told, BLACK)] == [
        (Loss.NONE, "0"), (Loss.SOME, "5%")], "an engine that tells no points"
    assert [stone.text for stone in candidate_stones(told, WHITE, has_digits=True)] == [
        "60", "65", "90"]


def test_musical_stones_are_a_display_of_their_own(window: Window) -> None:
    row = row_of_layer(window, "candidates")
    words = [meaning.words for meaning in row.legend.signs]
    assert "as good as the best" in words and "shines" not in words
    window.models.shown.change(row.shown, params={**row.shown.params, "display": MUSICAL})
    assert [meaning.words for meaning in row.legend.signs] == [
        "shines", "good", "dull", "in danger"]


def test_few_candidates_and_only_good_ones() -> None:
    many = EngineEvaluation(tuple(
        Candidate(point, 100 - point, 0.6 - 0.02 * point) for point in range(20)), 0, 0.6)
    chosen = chosen_candidates(many, BLACK)
    assert [candidate.point for candidate in chosen] == [0, 1, 2, 3, 4]
    apart = EngineEvaluation(
        (Candidate(1, 900, 0.6), Candidate(2, 300, 0.59), Candidate(3, 90, 0.2),
         Candidate(4, 2, 0.9), Candidate(-1, 500, 0.6)), 0, 0.6)
    assert [candidate.point for candidate in chosen_candidates(apart, BLACK)] == [1, 2]
    digits = musical_stones(apart, BLACK, None, has_digits=True)
    assert [stone.text for stone in digits if isinstance(stone, MusicalStone)] == ["60", "59"]


def test_a_broken_engine_leaves_a_usable_window(window: Window, qtbot: QtBot) -> None:
    desk = use_engine(window, FAKE, "exit")
    desk.toggle()
    qtbot.waitUntil(lambda: "Could not open weights file" in window.messages.text, timeout=20_000)
    assert not desk.is_analyzing and desk.state is EngineState.FAILED
    window.models.review.play(point_of_vertex("K10", 19, 19))
    assert window.models.review.node.move is not None
    desk.stop()


def test_without_an_engine_the_user_is_told(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("irgo_app.gui.models.engine.found_engines", list)
    window.models.preferences.settings.engines = []
    assert window.models.desk is not None
    window.models.desk.toggle()
    assert "There is no engine yet" in window.messages.text
    assert not window.models.desk.is_analyzing


def test_a_found_analysis_engine_is_used_only_with_its_katago(
    models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    leela, katago = EngineProfile("Leela Zero", "leelaz"), EngineProfile("KataGo", "katago gtp")
    batch = EngineProfile("KataGo analysis", "katago analysis", kind="katago-json")
    monkeypatch.setattr("irgo_app.gui.models.engine.found_engines",
                        lambda: [leela, katago, batch])
    desk, settings = models.desk, models.preferences.settings
    settings.set("engine", "Leela Zero")
    assert desk.chosen_profile() == leela and desk.batch_profile() is None
    settings.set("engine", "KataGo")
    assert desk.batch_profile() == batch
    mine = EngineProfile("Mine", "/opt/katago analysis", kind="katago-json")
    settings.engines = [mine.as_settings()]
    settings.set("engine", "Leela Zero")
    assert desk.batch_profile() is None, "what was chosen reads the game itself"
    settings.set("engine", "KataGo")
    assert desk.batch_profile() == batch
    other = EngineProfile("Other", "/opt/other analysis", kind="katago-json")
    settings.engines = [mine.as_settings(), other.as_settings()]
    settings.set("engine", "Other")
    assert desk.batch_profile() == other
    settings.set("engine", "")
    assert desk.batch_profile() == mine, "nothing was chosen"


def test_the_console_asks_anything(window: Window, qtbot: QtBot) -> None:
    desk = use_engine(window, FAKE)
    panel = window.panels["engine"]
    assert isinstance(panel, EnginePanel)
    panel.line.setText("name")
    panel.line.returnPressed.emit()
    qtbot.waitUntil(lambda: "= Fake" in panel.log.toPlainText(), timeout=20_000)
    panel.line.setText("<b>nonsense</b>")
    panel.line.returnPressed.emit()
    qtbot.waitUntil(lambda: "? unknown command" in panel.log.toPlainText(), timeout=20_000)
    desk.stop()


def test_engines_are_added_changed_and_tested(window: Window, qtbot: QtBot) -> None:
    settings = window.models.preferences.settings
    settings.engines = []
    found = EngineProfile("Found", "somewhere")
    dialog = EnginesDialog(settings, [found], window)
    assert not dialog.name.isEnabled() and not dialog.test.isEnabled()
    dialog._fill_offers()
    assert dialog._offers.actions()[0].text() == "Found"
    dialog._offers.actions()[0].trigger()
    dialog._fill_offers()
    assert "Found" not in [action.text() for action in dialog._offers.actions()]
    dialog.add()
    assert [dialog.names.item(row).text() for row in range(2)] == ["Found", "New engine"]
    dialog.accept()
    assert "has no command line yet" in dialog.said.text() and not settings.engines
    dialog.name.setText("Fake")
    dialog.name.textEdited.emit("Fake")
    dialog.command.setText(shlex.join([sys.executable, FAKE]))
    dialog.command.textEdited.emit("")
    dialog.visits.setValue(300)
    dialog.move_up()
    dialog.run_test()
    qtbot.waitUntil(lambda: dialog.said.text() == "The engine works.", timeout=20_000)
    shown = dialog.report_text.toPlainText()
    assert "Fake 1.0 · Another engine that speaks GTP" in shown
    assert "Not for: " in shown and "candidate moves" in shown
    assert dialog.kind.currentData() == "gtp"
    dialog.names.setCurrentRow(1)
    dialog.remove()
    dialog.accept()
    assert [(row["name"], row["visits"], row["kind"]) for row in settings.engines] == [
        ("Fake", 300, "gtp")]
    assert dialog.chosen == "Fake"


def test_an_engine_without_a_name_takes_the_programs(window: Window, qtbot: QtBot) -> None:
    settings = window.models.preferences.settings
    settings.engines = [EngineProfile("Fake", "somewhere").as_settings()]
    dialog = EnginesDialog(settings, [], window)
    dialog.add()
    dialog.command.setText(shlex.join([sys.executable, FAKE]))
    dialog.command.textEdited.emit("")
    dialog.run_test()
    qtbot.waitUntil(lambda: dialog.said.text() == "The engine works.", timeout=20_000)
    assert dialog.name.text() == dialog.names.currentItem().text() == "Fake 2"
    dialog.reject()


def test_a_test_is_of_the_engine_that_is_chosen(window: Window, qtbot: QtBot) -> None:
    settings = window.models.preferences.settings
    settings.engines = [
        EngineProfile("Silent", shlex.join([sys.executable, "-c", "input()"])).as_settings(),
        EngineProfile("Other", "other").as_settings()]
    dialog = EnginesDialog(settings, [], window)
    dialog.run_test()
    assert dialog.test.text() == "Stop" and dialog.said.text() == "Starting …"
    dialog.names.setCurrentRow(1)
    assert dialog.test.text() == "Test" and not dialog.said.text()
    dialog.names.setCurrentRow(0)
    qtbot.wait(300)
    assert not dialog.said.text() and not dialog.report_text.toPlainText()
    dialog.run_test()
    assert dialog.test.text() == "Stop"
    dialog.reject()


def test_a_dialog_may_be_deleted_while_its_test_comes_to_an_end(
    window: Window, qtbot: QtBot
) -> None:
    settings = window.models.preferences.settings
    settings.engines = [
        EngineProfile("Silent", shlex.join([sys.executable, "-c", "input()"])).as_settings()]
    dialog = EnginesDialog(settings, [], window)
    dialog.run_test()
    testing = dialog._testing
    assert testing is not None and testing.parent() is dialog
    dialog.reject()
    assert testing.parent() is not dialog
    delete(dialog)
    qtbot.waitUntil(lambda: not isValid(testing))


def test_what_a_command_line_starts_is_not_left_at_what_it_started_before(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = window.models.preferences.settings
    settings.engines = [EngineProfile("GNU Go", "/usr/games/gnugo -x", kind="gnugo").as_settings()]
    dialog = EnginesDialog(settings, [], window)
    assert not dialog.network.isEnabled()
    picked = [tmp_path / "katago", tmp_path / "net one.bin.gz", tmp_path / "my.cfg"]
    monkeypatch.setattr("irgo_app.gui.views.engine.QFileDialog.getOpenFileName",
                        lambda *asked: (str(picked.pop(0)), ""))
    dialog.pick_program()
    dialog.pick_network()
    dialog.pick_configuration()
    assert shlex.split(dialog.command.text()) == [
        str(tmp_path / "katago"), "gtp", "-model", str(tmp_path / "net one.bin.gz"),
        "-config", str(tmp_path / "my.cfg")]
    assert dialog.kind.currentData() == "katago"
    dialog.reject()


def test_an_engine_that_was_mended_is_used_at_once(window: Window, qtbot: QtBot) -> None:
    settings, desk = window.models.preferences.settings, window.models.desk
    desk = use_engine(window, FAKE, "exit")
    desk.ask("name")
    qtbot.waitUntil(lambda: desk.has_failed, timeout=20_000)
    settings.engines = [
        {**settings.engines[0], "command": shlex.join([sys.executable, FAKE])}]
    desk.choose(str(settings["engine"]))
    assert not desk.has_failed and "Could not open" not in str(desk.text)
    desk.ask("name")
    qtbot.waitUntil(lambda: desk.ready is not None, timeout=20_000)
    panel = window.panels["engine"]
    assert isinstance(panel, EnginePanel)
    assert not panel.switch.isEnabled() and "gives no candidate moves" in panel.state.text()
    desk.stop()


def short_game(window: Window) -> None:
    window.models.review.open_games(read_games(
        b"(;GM[1]FF[4]CA[UTF-8]SZ[19];B[pd];W[dp];B[pp];W[dd];B[fq])"), None)


def test_a_game_is_analysed_saved_and_not_done_again(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = use_engine(window, ANALYST, "katago", str(tmp_path))
    short_game(window)
    models = window.models
    told: list[tuple[int, int]] = []
    window.models.walk.progress.connect(lambda done, total: told.append((done, total)))
    window.models.walk.start(20)
    qtbot.waitUntil(lambda: not window.models.walk.is_running, timeout=30_000)
    line = models.review.game.main_line()
    assert told[0] == (0, 6) and told[-1] == (6, 6)
    assert all("IRE" in node.properties and "LZ" in node.properties for node in line)
    assert models.review.node is models.review.game.root
    assert models.review.undo_stack.undo_title == "engine analysis"
    timeline = window.panels["timeline"]
    timeline.refresh()
    # It has read the game: the curve is its own, and irgo's is beside it.
    assert timeline.plot.drawn("winrate") == pytest.approx([60.0] * 6)
    assert timeline.plot.drawn("lead") == pytest.approx([3.5] * 6)
    assert len(timeline.plot.drawn("other_lead")) == 6
    assert models.judgements.of().lead == 3.5
    desk.stop()
    path = tmp_path / "analysed.sgf"
    assert models.review.save(path)
    window.models.review.new_game(9, 9, {})
    models.review.open_path(path)
    assert len(candidates_on(window)) == 1
    sent = len((tmp_path / "commands.txt").read_text().splitlines())
    window.models.walk.start(20)
    assert not window.models.walk.is_running
    assert len((tmp_path / "commands.txt").read_text().splitlines()) == sent
    window.models.walk.start(10_000)
    assert window.models.walk.is_running
    window.models.walk.stop()
    assert not window.models.walk.is_running
    desk.stop()


def test_the_timeline_grows_while_the_game_is_analysed(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = use_engine(window, ANALYST, "katago", str(tmp_path))
    short_game(window)
    timeline = window.panels["timeline"]
    drawn: list[int] = []
    window.models.walk.progress.connect(
        lambda done, total: drawn.append(len(timeline.plot.drawn("other_winrate"))))
    # The last node never has its visits, so that the walk is still going on.
    last = window.models.review.game.main_line()[-1]
    missing = window.models.walk._missing
    window.models.walk._missing = (  # type: ignore[method-assign]
        lambda node: node is last or missing(node))
    window.models.walk.start(20)
    qtbot.waitUntil(lambda: timeline.plot.drawn("winrate").count(60.0) >= 5, timeout=30_000)
    assert window.models.walk.is_running and not window.models.review.file.is_modified
    desk.stop()
    assert window.models.review.file.is_modified


def test_a_walk_by_the_clock(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = use_engine(window, ANALYST, "leela", str(tmp_path))
    short_game(window)
    window.models.walk.start(0, 0.05)
    qtbot.waitUntil(lambda: not window.models.walk.is_running, timeout=30_000)
    assert all("IRE" in node.properties for node in window.models.review.game.main_line())
    window.models.walk.start(0, 0.05)
    assert not window.models.walk.is_running
    window.models.walk.start(1_000_000, 0.05)
    assert window.models.walk.is_running
    qtbot.waitUntil(lambda: not window.models.walk.is_running, timeout=30_000)
    desk.stop()


def test_a_walk_has_some_limit(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = AnalyzeGameDialog("KataGo", 200, 0.0, window)
    ok = dialog._ends.button(QDialogButtonBox.StandardButton.Ok)
    assert (dialog.visits.value(), dialog.seconds.value()) == (200, 0.0) and ok.isEnabled()
    dialog.visits.setValue(0)
    assert not ok.isEnabled()
    dialog.seconds.setValue(1.5)
    assert ok.isEnabled()
    asked: list[tuple[int, float]] = []
    monkeypatch.setattr(window.models.walk, "start", lambda *limits: asked.append(limits))
    monkeypatch.setattr(AnalyzeGameDialog, "exec", lambda self: True)
    window.actions_by_id["analyze_game"].trigger()
    assert asked == [(200, 0.0)]


def test_an_engine_that_ends_its_searches_itself(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = use_engine(window, ANALYST, "leela", str(tmp_path), "ends")
    short_game(window)
    window.models.walk.start(1_000_000)
    qtbot.waitUntil(lambda: not window.models.walk.is_running, timeout=30_000)
    assert all("IRE" in node.properties for node in window.models.review.game.main_line())
    desk.stop()


@pytest.mark.parametrize("words, sentence", [
    ((ANALYST, "values", "{folder}"), "gives no win rate"),
    ((FAKE,), "gives no candidate moves")])
def test_a_walk_that_cannot_be_says_so(
    words: tuple[str, ...], sentence: str, window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = use_engine(window, *(word.format(folder=tmp_path) for word in words))
    short_game(window)
    window.models.walk.start(20)
    qtbot.waitUntil(lambda: not window.models.walk.is_running, timeout=30_000)
    assert sentence in window.messages.text
    assert not window.models.review.file.is_modified
    desk.stop()


def test_moves_with_points_instead_of_win_rates(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = use_engine(window, ANALYST, "values", str(tmp_path))
    desk.toggle()
    qtbot.waitUntil(lambda: len(candidates_on(window)) == 2, timeout=20_000)
    d4, q16 = (point_of_vertex(name, 19, 19) for name in ("D4", "Q16"))
    assert [stone.point for stone in candidates_on(window)] == [d4, q16]
    panel = window.panels["engine"]
    assert isinstance(panel, EnginePanel)
    assert [panel.table.item(0, column).text() for column in range(4)] == ["D4", "", "20.0", ""]
    window.models.preferences.flip("candidate_digits")
    assert [stone.text for stone in candidates_on(window)] == ["20", "15"]
    desk.stop()


def test_a_move_sounds_as_its_rings_look(
    models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = models.desk
    assert desk is not None
    heard: list[tuple[Quality, Quality | None]] = []
    evaluations = models.evaluations
    monkeypatch.setattr(models.chords, "play", lambda *rings: heard.append(rings))
    models.review.open_games(read_games(b"(;SZ[19];B[pd];W[dp])"), None)
    models.review.go_to(models.review.game.main_line()[-1])
    q4, d16, c3 = (point_of_vertex(name, 19, 19) for name in ("Q4", "D16", "C3"))
    evaluations.note(models.review.game.root, EngineEvaluation((Candidate(60, 9, 0.9),), 9, 0.9))
    evaluations.note(models.review.node, EngineEvaluation((Candidate(q4, 9, 0.5),), 9, 0.5))
    models.review.play(q4)
    assert not heard
    models.review.go_to(models.review.node.parent)  # type: ignore[arg-type]
    models.preferences.settings.set("chord", True)
    models.review.play(q4)
    assert heard == [(Quality.GOOD, Quality.DANGER)]
    models.review.play(d16)
    assert len(heard) == 1
    evaluations.note(models.review.node, EngineEvaluation((Candidate(c3, 9, 0.3),), 9, 0.3))
    assert heard[1:] == [(Quality.BRIGHT, None)]
    evaluations.note(models.review.node, EngineEvaluation((Candidate(c3, 90, 0.4),), 90, 0.4))
    models.review.play(d16)
    assert len(heard) == 2


@pytest.mark.parametrize("is_there", [True, False])
def test_the_switch_of_the_chord(
    is_there: bool, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("irgo_app.gui.commands.engine.can_play_sounds", lambda: is_there)
    action = window.actions_by_id["chord"]
    assert not action.isChecked()
    action.trigger()
    assert bool(window.models.preferences.settings["chord"]) is is_there is action.isChecked()
    assert ("PySide6-Addons" in window.messages.text) is not is_there


def test_without_sound_there_is_silence(
    models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("irgo_app.gui.models.play.can_play_sounds", lambda: False)
    assert models.desk is not None
    models.chords.play(Quality.GOOD, None)


def test_the_engine_keeps_to_the_selected_points(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = use_engine(window, ANALYST, "leela", str(tmp_path))
    window.models.review.open_games(read_games(b"(;SZ[19];B[pd]SL[dd][pd][cc])"), None)
    window.models.review.go_to(window.models.review.game.main_line()[1])

    def has_sent(words: str) -> bool:
        trace = tmp_path / "commands.txt"
        return trace.exists() and words in trace.read_text().splitlines()

    desk.toggle()
    qtbot.waitUntil(lambda: has_sent("lz-analyze W 10"), timeout=20_000)
    window.actions_by_id["engine_selected"].trigger()
    qtbot.waitUntil(lambda: has_sent("lz-analyze W 10 allow W D16,C17 1"), timeout=20_000)
    desk.stop()


def test_an_analysis_goes_on_where_the_engine_sees_the_same(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    models = window.models
    desk = use_engine(window, ANALYST, "leela", str(tmp_path))
    short_game(window)
    review = models.review

    def asked() -> int:
        trace = tmp_path / "commands.txt"
        return trace.read_text().count("lz-analyze") if trace.exists() else 0

    desk.toggle()
    qtbot.waitUntil(lambda: models.evaluations.of(review.node) is not None, timeout=20_000)
    before = asked()
    review.apply(set_comment(review.node, "a thought"))
    review.apply(toggle_mark(review.node, "TR", 60))
    info = game_info(review.game)
    review.apply(set_game_info(review.game, replace(info, black="Somebody")))
    assert asked() == before
    review.apply(set_game_info(review.game, replace(game_info(review.game), komi="0.5")))
    qtbot.waitUntil(lambda: asked() > before, timeout=20_000)
    before = asked()
    review.go_to(review.game.main_line()[2])
    qtbot.waitUntil(lambda: asked() > before, timeout=20_000)
    desk.stop()


def test_an_analysis_that_fails_keeps_what_it_found(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = use_engine(window, FAKE, "exit")
    short_game(window)
    window.models.walk.start(20)
    qtbot.waitUntil(lambda: not window.models.walk.is_running, timeout=20_000)
    assert "Could not open weights file" in window.messages.text
    assert not window.models.review.file.is_modified
    desk.stop()


def test_saved_evaluations_come_back() -> None:
    tree = read_games(b"(;SZ[19];B[pd];W[dp])").games[0]
    node, position = tree.main_line()[1], Replay(tree).position_at(tree.main_line()[1])
    q4 = point_of_vertex("Q4", 19, 19)
    before = EngineEvaluation((Candidate(q4, 90, 0.25, -3.5, line=(q4, 60)),
                               Candidate(-1, 10, 0.5)), 100, 0.25, -3.5)
    edit = save_evaluations([(node, position, before)])
    assert edit is not None
    UndoStack(tree).apply(edit)
    assert saved_evaluation(node, position) == before
    assert text_of(node.properties["LZ"][0]).splitlines() == [
        "irgo 25.0 100",
        "move Q4 visits 90 winrate 7500 order 0 pv Q4 D16 info move pass visits 10 winrate 5000 "
        "order 1 pv pass"]
    tree.replace_properties(node, {"W": ["dp"], "LZ": node.properties["LZ"]}, None)
    again = saved_evaluation(node, position)
    assert again is not None and again.winrate == pytest.approx(0.25)
    assert [move.point for move in again.candidates] == [q4, -1]


def test_katrains_values_come_back_and_bombs_do_not() -> None:
    tree = read_games(b"(;SZ[9];B[ee])").games[0]
    node, position = tree.main_line()[1], Replay(tree).position_at(tree.main_line()[1])
    before = EngineEvaluation((Candidate(3, 90, 0.25, -3.5, line=(3, 60)),), 100, 0.25, -3.5,
                              (0.5,) * 81)
    edit = save_evaluations([(node, position, before)])
    assert edit is not None
    UndoStack(tree).apply(edit)
    tree.replace_properties(node, {"B": ["ee"], "KT": node.properties["KT"]}, None)
    assert len(node.properties["KT"]) == 3
    again = saved_evaluation(node, position)
    assert again == before
    bomb = base64.standard_b64encode(gzip.compress(b" " * 50_000_000)).decode()
    tree.replace_properties(node, {"KT": [bomb, bomb, bomb]}, None)
    assert saved_evaluation(node, position) is None


@pytest.mark.parametrize("raw", [
    "", "x", "{}", "[]", '{"visits": 1}', '{"moves": [["D4"]], "visits": 1, "winrate": 0.5}',
    '{"moves": [], "visits": 1, "winrate": 7}', '{"moves": 3, "visits": 1, "winrate": 0.5}',
    '{"moves": [["Z99", 1, 0.5, null, ""]], "visits": 1, "winrate": 0.5}',
    '{"moves": [], "visits": 1e999, "winrate": 0.5}', "[" * 5000])
def test_hostile_evaluations_count_as_none(raw: str) -> None:
    tree = read_games(b"(;SZ[19])").games[0]
    position = Replay(tree).position_at(tree.root)
    for identifier in SAVED:
        tree.replace_properties(tree.root, {identifier: [raw_of_text(raw)]}, None)
        assert saved_evaluation(tree.root, position) is None


@pytest.mark.gnugo
@pytest.mark.skipif(not PROGRAM, reason="GNU Go is not installed")
def test_the_engine_answers_as_an_opponent(models: Models, qtbot: QtBot) -> None:
    models.preferences.settings.engines = [EngineProfile(
        "Go", f"{PROGRAM} --mode gtp --quiet --level 1").as_settings()]
    models.preferences.settings.set("engine", "Go")
    models.review.new_game(9, 9, {})
    desk = models.desk
    assert desk is not None
    models.opponent.begin(None, BLACK)
    models.review.play(point_of_vertex("E5", 9, 9))
    qtbot.waitUntil(lambda: models.review.game.move_number(models.review.node) == 2, timeout=20_000)
    assert models.review.node.move is not None and models.review.node.move[0] == WHITE
    models.opponent.end()
    desk.play_move()
    qtbot.waitUntil(lambda: models.review.game.move_number(models.review.node) == 3, timeout=20_000)
    desk.stop()


def use_katago_json(window: Window, mode: str) -> EngineDesk:
    script = str(TESTS / "engines" / "fake_katago_json.py")
    window.models.preferences.settings.engines = [EngineProfile(
        "Batch", shlex.join([sys.executable, script, mode]), kind="katago-json").as_settings()]
    assert window.models.desk is not None
    return window.models.desk


def test_katagos_analysis_engine_gets_the_whole_game(window: Window, qtbot: QtBot) -> None:
    desk = use_katago_json(window, "ok")
    short_game(window)
    window.models.walk.start(50)
    qtbot.waitUntil(lambda: not window.models.walk.is_running, timeout=20_000)
    line = window.models.review.game.main_line()
    assert all("IRE" in node.properties and "KT" in node.properties for node in line)
    found = window.models.evaluations.of(line[3])
    assert found is not None and found.ownership is not None
    assert (found.visits, found.score_lead, found.ownership[0]) == (50, 1.5, 0.25)
    assert all(profile.name != "Batch" for profile in [desk.chosen_profile()] if profile)


@pytest.mark.parametrize("chosen, by_batch", [
    ((ANALYST, "katago"), False), ((FAKE,), True), ((ANALYST, "values"), True)])
def test_a_game_is_read_by_the_engine_that_was_chosen_if_it_can(
    window: Window, qtbot: QtBot, tmp_path: Path, chosen: tuple[str, ...], by_batch: bool
) -> None:
    desk = use_katago_json(window, "ok")
    batch = window.models.preferences.settings.engines
    # Another program than that of the other engine.
    python = Path(sys.executable)
    program = f"{python.parent}{os.sep}.{os.sep}{python.name}"
    words = (*chosen, str(tmp_path)) if len(chosen) > 1 else chosen
    mine = EngineProfile("Mine", shlex.join([program, *words]))
    window.models.preferences.settings.engines = [*batch, mine.as_settings()]
    window.models.preferences.settings.set("engine", "Mine")
    short_game(window)
    window.models.walk.start(20)
    qtbot.waitUntil(lambda: not window.models.walk.is_running, timeout=30_000)
    line = window.models.review.game.main_line()
    assert all("IRE" in node.properties for node in line)
    judges = {name for node in line for name in window.models.judgements.known(node)}
    assert ("Batch" in judges) is by_batch
    desk.stop()


@pytest.mark.parametrize("mode, sentence, saved", [
    ("crash", "out of memory", 3), ("refuse", "Could not parse rules", 0)])
def test_katagos_analysis_engine_fails(
    mode: str, sentence: str, saved: int, window: Window, qtbot: QtBot
) -> None:
    use_katago_json(window, mode)
    short_game(window)
    window.models.walk.start(50)
    qtbot.waitUntil(lambda: not window.models.walk.is_running, timeout=20_000)
    assert sentence in window.messages.text
    line = window.models.review.game.main_line()
    assert sum("IRE" in node.properties for node in line) == saved


@pytest.fixture
def moves_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what irgo analyses by itself only its candidate moves."""
    for kind in (KnownPlaces, ReadingOn):
        monkeypatch.setattr(kind, "is_wanted", False)
    monkeypatch.setattr(LifeByItself, "_begin", lambda self: None)


@pytest.mark.usefixtures("moves_alone")
def test_without_an_engine_irgo_has_candidates_of_its_own(window: Window, qtbot: QtBot) -> None:
    models, stones = window.models, row_of_layer(window, "candidates")
    assert not candidates_on(window) and "irgo's own" in stones.need.text()
    models.preferences.flip("analyse_auto")
    qtbot.waitUntil(lambda: bool(candidates_on(window)), timeout=60_000)
    assert not stones.need.text()
    panel = window.panels["engine"]
    assert isinstance(panel, EnginePanel) and not panel.own.isHidden(), "whose moves are listed"
    before, shown = models.review.node, candidates_on(window)
    position = models.review.position
    assert all(stone.colour == position.to_play and not position.cells[stone.point]
               for stone in shown)
    models.candidates.look_at(shown[0].point)
    labels = [drawn.text for drawn in window.board.diagram.drawables if isinstance(drawn, Label)]
    assert "1" in labels and not candidates_on(window)
    models.candidates.look_at(PASS)
    models.review.go_to(models.review.game.main_line()[1])
    qtbot.waitUntil(lambda: bool(candidates_on(window)), timeout=60_000)
    models.review.go_to(before)
    assert candidates_on(window) == shown
    assert row_of_layer(window, "ownership").need.text()
    models.evaluations.hide(is_hidden=True)
    timeline = window.panels["timeline"]
    assert isinstance(timeline, TimelinePanel)
    timeline.refresh()
    assert "hidden while you play" in timeline.now.text()
    assert stones.need.text() == "hidden while you play"
    models.evaluations.hide(is_hidden=False)
    models.preferences.flip("analyse_auto")
    assert not candidates_on(window)


@pytest.mark.usefixtures("moves_alone")
def test_the_bare_board_has_no_candidates_either(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.preferences.flip("analyse_auto")
    qtbot.waitUntil(lambda: bool(candidates_on(window)))
    window.actions_by_id["view_bare"].trigger()
    assert not candidates_on(window) and models.preferences["engine_candidates"]
    window.actions_by_id["view_influence"].trigger()
    assert candidates_on(window)
    window.actions_by_id["view_bare"].trigger()
    moves = row_of_layer(window, "candidates").shown
    models.shown.change(moves, is_on=True)
    assert candidates_on(window), "who wants the moves alone has them"
    models.shown.change(moves, is_on=False)
    assert not candidates_on(window) and not models.preferences["engine_candidates"]


@pytest.mark.usefixtures("moves_alone")
def test_where_the_game_is_over_no_move_is_suggested(window: Window, qtbot: QtBot) -> None:
    models, stones = window.models, row_of_layer(window, "candidates")
    models.preferences.flip("analyse_auto")
    qtbot.waitUntil(lambda: bool(candidates_on(window)))
    for _ in range(2):
        models.review.play(PASS)
    qtbot.waitUntil(lambda: stones.need.text() == "The game is over.")
    assert not candidates_on(window) and not models.own.is_thinking
    models.review.go_to(models.review.node.parent)
    qtbot.waitUntil(lambda: bool(candidates_on(window)))


def test_the_engines_page_names_who_answers_while_a_game_lasts(
    window: Window, tmp_path: Path
) -> None:
    desk = use_engine(window, ANALYST, "katago", str(tmp_path))
    panel = window.panels["engine"]
    assert isinstance(panel, EnginePanel)
    usual, count = panel.choice.currentText(), panel.choice.count()
    for _ in range(2):
        window.models.opponent.begin(itself("normal"), BLACK)
        assert panel.choice.currentText() == "irgo" and panel.choice.count() == count + 1
        panel.choice.activated.emit(count)
        assert desk.chosen_profile() == itself("normal")
        window.models.opponent.end()
        assert panel.choice.currentText() == usual and panel.choice.count() == count


@pytest.mark.usefixtures("moves_alone")
def test_an_engines_word_goes_before_irgos_own(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window.models.preferences.flip("analyse_auto")
    qtbot.waitUntil(lambda: bool(candidates_on(window)), timeout=60_000)
    desk = use_engine(window, ANALYST, "katago", str(tmp_path))
    desk.toggle()
    d4 = point_of_vertex("D4", 19, 19)
    qtbot.waitUntil(lambda: [stone.point for stone in candidates_on(window)] == [d4],
                    timeout=20_000)
    panel = window.panels["engine"]
    assert isinstance(panel, EnginePanel) and panel.own.isHidden()
    desk.stop()


@pytest.mark.usefixtures("moves_alone")
def test_irgo_has_no_candidates_on_a_board_its_reader_cannot_judge(window: Window) -> None:
    window.models.preferences.flip("analyse_auto")
    window.models.review.new_game(25, 25, {})
    assert not candidates_on(window) and not window.models.own.is_thinking
    assert row_of_layer(window, "candidates").need.text()
