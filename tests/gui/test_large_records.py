"""A very large record holds the window neither while it is saved nor when it is read or closed."""

import gc
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from irgo_app.errors import SgfError
from irgo_app.gui.models import file as file_models
from irgo_app.gui.models.file import FileReading, Review
from irgo_app.gui.models.window import Notices
from irgo_app.settings import Settings
from irgo_app.sgf import open_file
from irgo_app.sgf.edits import set_comment
from irgo_app.sgf.open_file import OpenFile
from irgo_app.sgf.parser import load_file

_PATIENCE_S = 60


@pytest.fixture
def review(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Review:
    """Return a model to which every record is a large one."""
    monkeypatch.setattr(file_models, "LARGE_RECORD", 1)
    path = tmp_path / "game.sgf"
    path.write_bytes(b"(;SZ[9]" + b";B[aa];W[bb]" * 3000 + b")")
    found = Review(Settings(), Notices())
    found.open_games(load_file(path), path)
    return found


def test_timers_go_on_while_a_record_is_saved_and_an_edit_waits_for_it(
    review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end, order = Event(), list[str]()
    save_bytes = open_file.save_bytes

    def slowly(*arguments: Any, **more: Any) -> None:
        assert may_end.wait(_PATIENCE_S)
        save_bytes(*arguments, **more)
        order.append("written")

    def edit() -> None:
        order.append("timer")
        assert not review.save(review.file.path or Path()), "one saving at a time"
        may_end.set()
        review.apply(set_comment(review.game.root, "later"))
        order.append("edited")

    monkeypatch.setattr(open_file, "save_bytes", slowly)
    review.apply(set_comment(review.game.root, "first"))
    QTimer.singleShot(0, edit)
    assert review.file.path is not None and review.save(review.file.path)
    assert order == ["timer", "written", "edited"]
    assert load_file(review.file.path).games[0].root.comment == "first"
    assert review.file.is_modified and review.game.root.comment == "later"


def test_a_large_record_that_cannot_be_saved_is_told_of(
    review: Review, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_arguments: Any, **_more: Any) -> None:
        raise SgfError("no room")

    monkeypatch.setattr(open_file, "save_bytes", fails)
    review.apply(set_comment(review.game.root, "first"))
    with qtbot.waitSignal(review.save_failed) as told:
        assert not review.save(review.file.path or Path())
    assert told.args == ["no room"] and review.file.is_modified


def test_a_large_record_that_is_closed_is_taken_apart(review: Review, qtbot: QtBot) -> None:
    before = review.game
    last = before.main_line()[-1]
    review.new_game(9, 9, {})
    assert before.node_count > 4000, "not in one step"
    qtbot.waitUntil(lambda: before.node_count == 0)
    assert last.parent is None and before.texts.text == ""


def test_the_search_for_circles_does_not_go_through_a_large_record(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"(;SZ[9]" + b";B[aa];W[bb]" * 30_000 + b")")
    parent, before = QObject(), gc.get_freeze_count()
    reading = FileReading("", lambda watch: load_file(path, None, watch), parent)
    try:
        with qtbot.waitSignal(reading.finished):
            reading.start()
        assert gc.get_freeze_count() > before + 60_000
        assert gc.isenabled()
    finally:
        reading.wait(1000)
        gc.unfreeze()


def test_a_journal_is_whole_before_a_large_file_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_file, "SMALL_BASE", 100)
    path, folder = tmp_path / "game.sgf", tmp_path / "journals"
    path.write_bytes(b"(;SZ[9]" + b";B[aa];W[bb]" * 300 + b")")
    for is_torn in (False, True):
        if is_torn:
            monkeypatch.setattr(
                open_file.JournalDisk, "_write_base",
                lambda disk, data: disk._base.write_bytes(data[:200]))
        file = OpenFile(load_file(path), path, folder)
        file.apply(file.games[0], set_comment(file.games[0].root, "kept"))
        written = file._journal
        assert written is not None
        written.close()
        found = open_file.restore(written.path)
        assert found.edits == 1 and found.game_file.games[0].root.comment == "kept"
        assert found.game_file.games[0].node_count == 601
    path.write_bytes(b"(;SZ[9])")
    with pytest.raises(SgfError, match="cannot be restored"):
        open_file.restore(written.path)
