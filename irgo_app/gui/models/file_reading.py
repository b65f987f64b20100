"""Reads a file in a thread, so that a dictionary of megabytes does not freeze the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from irgo_app.errors import IrgoError
from irgo_app.sgf.reader import GameFile, load_file


class ReadingStoppedError(IrgoError):
    """The user stopped the reading."""


class FileReading(QObject):
    """One file being read.

    finished -- a GameFile
    failed -- a sentence
    progress -- characters read, characters in all
    """

    finished = Signal(object)
    failed = Signal(str)
    progress = Signal(int, int)

    def __init__(self, path: Path, encoding: str | None, parent: QObject) -> None:
        super().__init__(parent)
        self.path = path
        self._thread = _ReadingThread(path, encoding, self)
        self._thread.told.connect(self.progress)
        self._thread.finished.connect(self._on_end)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """Stop as soon as possible; `failed` says so."""
        self._thread.is_stopped = True

    def wait(self, most_ms: int) -> None:
        """Stop, and return when the thread has ended, or after a while."""
        self.stop()
        self._thread.wait(most_ms)

    @property
    def is_over(self) -> bool:
        """Return whether the thread has ended."""
        return self._thread.isFinished()

    def _on_end(self) -> None:
        if self._thread.found is not None:
            self.finished.emit(self._thread.found)
        else:
            self.failed.emit(self._thread.error)


class _ReadingThread(QThread):
    """Runs the reader; results are taken from its attributes when it has finished."""

    told = Signal(int, int)

    def __init__(self, path: Path, encoding: str | None, parent: QObject) -> None:
        super().__init__(parent)
        self._path, self._encoding = path, encoding
        self.is_stopped = False
        self.found: GameFile | None = None
        self.error = ""

    def run(self) -> None:
        """Read the file."""
        try:
            self.found = load_file(self._path, self._encoding, self._watch)
        except IrgoError as error:
            self.error = str(error)

    def _watch(self, done: int, total: int) -> None:
        if self.is_stopped:
            raise ReadingStoppedError(self.tr("Reading {0} was stopped.").format(self._path.name))
        self.told.emit(done, total)
