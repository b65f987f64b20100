"""A file that cannot be written: the message says why and offers another name."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from irgo_app.gui.models.window import FOLDER
from irgo_app.resource_files import resource_path
from irgo_app.sgf.edits import set_comment
from irgo_app.sgf.parser import load_file
from tests.gui.conftest import Window


def test_a_message_about_a_file_that_cannot_be_written_offers_save_as(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = window.models.review
    path = tmp_path / "folder" / "game.sgf"
    path.parent.mkdir()
    path.write_bytes(b"(;GM[1]SZ[9];B[ee])")
    assert review.open_path(path)
    review.apply(set_comment(review.game.root, "mine"))
    # Root may write into read-only folders: one that is gone refuses everybody.
    path.unlink()
    os.rmdir(path.parent)
    other = tmp_path / "other.sgf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName",
                        staticmethod(lambda *_args, **_options: (str(other), "")))
    window.activateWindow()
    qtbot.keyClick(window.windowHandle(), Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert window.messages.isVisible() and "game.sgf" in window.messages.text
    (answer,) = window.messages.answers
    assert answer.text() == "Save as …"
    qtbot.mouseClick(answer, Qt.MouseButton.LeftButton)
    assert load_file(other).games[0].root.comment == "mine"
    assert not review.file.is_modified


def test_a_save_that_succeeds_takes_the_failure_of_the_one_before_away(
    window: Window, tmp_path: Path
) -> None:
    models = window.models
    models.review.apply(set_comment(models.review.game.root, "mine"))
    assert not models.review.save(tmp_path / "gone" / "game.sgf")
    assert window.messages.answers
    assert models.review.save(tmp_path / "game.sgf")
    assert not window.messages.answers and "Saved" in window.messages.text


def test_an_example_is_never_saved_over(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, example = window.models, resource_path("examples", "case_study.sgf")
    before = example.read_bytes()
    opened_before = models.review.file.path
    assert opened_before is not None
    models.review.open_path(example)
    models.review.apply(set_comment(models.review.game.root, "mine"))
    asked: list[str] = []

    def named(path: Path) -> None:
        def ask(_parent: object, _title: str, suggested: str, _kinds: str) -> tuple[str, str]:
            asked.append(suggested)
            return str(path), ""

        monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)

    named(example)
    window.actions_by_id["save"].trigger()
    assert example.read_bytes() == before and models.review.file.is_modified
    assert "stay as they are" in window.messages.text
    named(tmp_path / "copy.sgf")
    window.actions_by_id["save"].trigger()
    assert load_file(tmp_path / "copy.sgf").games[0].root.comment == "mine"
    # In the folder used last, among the examples neither at first nor after one was named.
    assert asked == [str(opened_before.parent / "case_study.sgf")] * 2
    # Where no file was used before, in the user's own folder.
    models.layout.texts.pop(FOLDER)
    models.review.open_path(example)
    models.review.apply(set_comment(models.review.game.root, "mine"))
    window.actions_by_id["save"].trigger()
    assert asked[2:] == [str(Path.home() / "case_study.sgf")]
