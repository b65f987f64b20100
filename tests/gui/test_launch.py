"""What is read before the window is there, and what after the first paint."""

import gc
import os
from pathlib import Path
from threading import Event
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from irgo_app import __main__
from irgo_app.gui.shell import app, launch
from irgo_app.service import executors
from irgo_app.service.executors import WorkerExecutor
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.parser import GameFile, load_file
from tests.gui.conftest import Window

WORKER = cast(WorkerExecutor, None)
"""None is needed: no window is shown."""


def started(monkeypatch: pytest.MonkeyPatch, path: Path) -> tuple[list[Path], object]:
    """Start on a file without a window; returns what was read first and what is left to read."""
    read: list[Path] = []
    left: list[object] = []

    def reading(file: Path) -> GameFile:
        read.append(file)
        return load_file(file)

    def run_window(worker: object, game_file: GameFile | None, file: Path | None,
                   node: Node | None, later: object, language: str) -> int:
        assert (game_file is None) == (node is None) == (later is not None)
        left.append(later)
        return 0

    monkeypatch.setattr(launch, "load_file", reading)
    monkeypatch.setattr(app, "run_window", run_window)
    assert launch.open_window([str(path), "--move", "1"], WORKER) == 0
    return read, left[0]


def test_an_ordinary_game_is_there_with_the_first_paint(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"(;GM[1]" + b";B[aa];W[bb]" * 400 + b")")
    assert started(monkeypatch, path) == ([path], None)


@pytest.mark.parametrize("piece", [b"(;B[aa])", b"[aa:ZZ]", b" ", b"\\x", b";B[aa]"])
def test_what_may_take_long_waits_for_the_window(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, piece: bytes
) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"(;SZ[52]AB" + piece * (100_000 // len(piece)) + b")")
    assert started(monkeypatch, path) == ([], (path, 1))


@pytest.mark.parametrize("name, content", [
    ("picture.png", b"\x89PNG\r\n\x1a\n\x00\x00"), ("empty.sgf", b"")])
def test_a_file_that_cannot_be_read_opens_the_window_which_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    name: str, content: bytes, window: Window, qtbot: QtBot,
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert started(monkeypatch, path) == ([path], (path, 1))
    assert name in capsys.readouterr().err
    window.furnishing.begin((path, 1))
    qtbot.waitUntil(lambda: name in window.messages.text)
    assert window.messages.isVisible()


def test_a_file_that_is_slow_to_come_does_not_keep_the_window_waiting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"(;GM[1];B[aa])")
    has_come = Event()
    monkeypatch.setattr(launch, "is_large", lambda _path: has_come.wait())
    try:
        assert started(monkeypatch, path) == ([], (path, 1))
    finally:
        has_come.set()


def test_what_is_no_game_is_told_before_the_window(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert launch.open_window([str(tmp_path / "none.sgf")], WORKER) == 1
    assert "There is no file" in capsys.readouterr().err


def test_a_start_that_ends_at_once_leaves_no_worker(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The worker is started before anything is known of the file."""
    workers: list[WorkerExecutor] = []

    def start() -> WorkerExecutor:
        workers.append(WorkerExecutor())
        return workers[-1]

    monkeypatch.setattr(executors, "start_worker", start)
    try:
        assert __main__.main([str(tmp_path / "none.sgf")]) == 1
        assert __main__.main(["--move", "many"]) == 2
        with pytest.raises(SystemExit):
            __main__.main(["--nonsense"])
    finally:
        gc.enable()
    assert "none.sgf" in capsys.readouterr().err
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker.process_id or 0, 0)
