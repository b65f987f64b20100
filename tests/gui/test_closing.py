"""Closing always works, and what others named is shown as text, whatever it holds."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.errors import SettingsError
from irgo_app.gui.commands.file import open_path, reload
from irgo_app.gui.shell import app
from irgo_app.gui.views.edit import InfoPanel, NotesPanel
from irgo_app.gui.views.widgets import plain_tip
from irgo_app.gui.views.window.messages import MessageBar
from irgo_app.settings import load_settings
from irgo_app.sgf.edits import set_comment
from irgo_app.words import SIGN
from tests.gui.conftest import Window, models, window

__all__ = ["models", "window"]  # Fixtures.


class StubbornEngine:
    """An engine that cannot be stopped."""

    def stop(self) -> None:
        raise RuntimeError("no")


@pytest.mark.parametrize("error", [RuntimeError("a bug"), SettingsError("The disk is full.")])
def test_every_step_of_closing_is_done_whatever_becomes_of_the_others(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, error: Exception, tmp_path: Path
) -> None:
    models = window.models
    models.preferences.settings.path = tmp_path / "settings.toml"
    models.review.new_game(9, 9, {})
    models.review.apply(set_comment(models.review.game.root, "an edit"))
    journals = tmp_path / "journals"
    assert list(journals.iterdir())
    monkeypatch.setattr(window, "may_close", lambda: True)
    monkeypatch.setattr(models.desk, "_engine", StubbornEngine())

    def save() -> None:
        raise error

    monkeypatch.setattr(models.preferences.settings, "save", save)
    with qtbot.capture_exceptions() as caught:
        window.close()
    assert not window.isVisible()
    assert models.service._is_closed and not list(journals.iterdir())
    wanted = {RuntimeError} if isinstance(error, RuntimeError) else set()
    assert {kind for kind, *_ in caught} == wanted | {RuntimeError}


def test_a_window_that_closes_while_it_loads_begins_nothing_more(
    window: Window, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that was due together with the system's wish to end read journals, and Qt crashed."""
    done: list[int] = []

    def load(_rest: object) -> Iterator[str]:
        while True:
            done.append(len(done))
            yield app._WAITS

    monkeypatch.setattr(app._Rest, "_load", load)
    rest = app._Rest(window, window.models, object(), None,
                     app.Speech(qapp, window.models.preferences))
    rest.schedule()
    qtbot.waitUntil(lambda: len(done) > 2)
    window.close()
    before = len(done)
    qtbot.wait(50)
    assert len(done) == before


def test_a_walk_of_the_engine_goes_on_if_the_window_stays_and_leaves_nothing_if_it_goes(
    window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    models = window.models
    models.preferences.settings.path = tmp_path / "settings.toml"
    models.review.new_game(9, 9, {})
    models.review.play(40)
    assert models.review.save(tmp_path / "game.sgf")
    node, walk = models.review.node, models.walk
    models.evaluations.note(node, EngineEvaluation((), 9, 0.5, 1.0), "KataGo")
    walk._nodes, walk._fresh = [models.review.game.root], [node]
    answers = [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard]
    monkeypatch.setattr(QMessageBox, "question", lambda *asked: answers.pop(0))
    assert not window.close() and walk.is_running and window.isVisible()
    assert window.close() and not walk.is_running and not answers
    assert not list((tmp_path / "journals").iterdir())


@pytest.mark.parametrize("way", ["quit", "open", "reload"])
@pytest.mark.parametrize(("panel", "written"), [
    ("name", "N"), ("comment", "C"), ("info", "PW")])
def test_what_is_being_typed_is_asked_about_before_the_game_is_left(
    panel: str, written: str, way: str, window: Window, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    models = window.models
    path = tmp_path / "game.sgf"
    path.write_bytes(b"(;GM[1]SZ[9];B[ee])")
    assert models.review.open_path(path)
    file, root = models.review.file, models.review.game.root
    window.show_panel("info" if panel == "info" else "comment")
    notes, info = window.panels["comment"], window.panels["info"]
    assert isinstance(notes, NotesPanel) and isinstance(info, InfoPanel)
    field = {"name": notes.name, "comment": notes.editor, "info": info.editors["white"]}[panel]
    window.activateWindow()
    field.setFocus()
    qtbot.keyClicks(field, "Honinbo")
    assert written not in root.properties, "it is still being typed"
    asked: list[str] = []

    def cancel(_parent: object, _title: str, question: str, _buttons: object
               ) -> QMessageBox.StandardButton:
        asked.append(question)
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QMessageBox, "question", cancel)
    context = window.furnishing.context
    leave = {"quit": window.close, "open": lambda: open_path(context, str(path)),
             "reload": lambda: reload(context)}[way]
    leave()
    assert asked == ["Save the changes to this game?"]
    assert root.properties[written] == ["Honinbo"] and models.review.file is file


@pytest.mark.skipif(os.name != "posix", reason="names of any bytes")
def test_a_record_whose_name_is_no_unicode(window: Window, tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/<b>\xff\xc3\x1b[2J.sgf"))
    path.write_bytes(b"(;GM[1]SZ[9];B[ee])")
    models = window.models
    models.preferences.settings.path = tmp_path / "settings.toml"
    assert models.review.open_path(path)
    assert window.windowTitle() == f"<b>{SIGN * 3}[2J.sgf[*] – irgo"
    models.review.apply(set_comment(models.review.game.root, "an edit"))
    assert models.review.save(path)
    assert b"an edit" in path.read_bytes()
    window.close()
    assert load_settings(tmp_path / "settings.toml").recent_files[0] == str(path.resolve())
    assert not list((tmp_path / "journals").iterdir())


def test_the_message_bar_shows_text_as_it_stands(qtbot: QtBot) -> None:
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.show_text("<b>a</b>\x1b[2J \u202e" + "x" * 3_000_000)
    assert bar.text.startswith(f"<b>a</b>{SIGN}[2J {SIGN}xxx") and len(bar.text) == 1000
    label = bar.findChild(QLabel)
    assert label is not None and label.textFormat() == Qt.TextFormat.PlainText
    bar.ask("<i>\x07", {"Yes": lambda: None})
    assert bar.text == f"<i>{SIGN}"


@pytest.mark.parametrize("text", ["<b>x</b>", "a\nb", "<img src='http://x/'>", "plain", ""])
def test_a_tip_is_never_taken_for_html(text: str) -> None:
    tip = plain_tip(text)
    if Qt.mightBeRichText(tip):
        assert "<b>x" not in tip and "<img" not in tip
    else:
        assert tip == text
