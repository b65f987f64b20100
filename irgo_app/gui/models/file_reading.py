"""Reads in a thread, so that neither a dictionary of megabytes nor a slow disk holds the window."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QThread, Signal

from irgo_app.errors import IrgoError
from irgo_app.sgf.reader import load_file
from irgo_app.sgf.tree_builder import Watch

_MANY_OBJECTS: Final = 20_000


class ReadingStoppedError(IrgoError):
    """The user stopped the reading."""


class Reading(QObject):
    """Something being read.

    finished -- what was read
    failed -- a sentence
    progress -- characters read, characters in all
    """

    finished = Signal(object)
    failed = Signal(str)
    progress = Signal(int, int)

    def __init__(self, name: str, read: Callable[[Watch], object], parent: QObject) -> None:
        """Begin nothing yet.

        name -- what the sentence calls it that says that it was stopped
        read -- reads in the thread and tells now and then how far it is; may raise IrgoError
        """
        super().__init__(parent)
        self._thread = _ReadingThread(name, read, self)
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
        if self._thread.error is None:
            self.finished.emit(self._thread.found)
        else:
            self.failed.emit(self._thread.error)


class FileReading(Reading):
    """A game file being read; what was read is a GameFile."""

    def __init__(self, path: Path, encoding: str | None, parent: QObject) -> None:
        super().__init__(path.name, lambda watch: load_file(path, encoding, watch), parent)


class _ReadingThread(QThread):
    """Runs the reader; results are taken from its attributes when it has finished."""

    told = Signal(int, int)

    def __init__(self, name: str, read: Callable[[Watch], object], parent: QObject) -> None:
        super().__init__(parent)
        self._name, self._read = name, read
        self.is_stopped = False
        self.found: object = None
        self.error: str | None = None

    def run(self) -> None:
        """Read."""
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            self.found = self._read(self._watch)
        except IrgoError as error:
            self.error = str(error)
        finally:
            if gc.get_count()[0] > _MANY_OBJECTS:
                # Python's search for circles would go through all of them, now and again and
                # again, in whatever thread it happens to; large records are taken apart instead.
                gc.freeze()
            if was_enabled:
                gc.enable()

    def _watch(self, done: int, total: int) -> None:
        if self.is_stopped:
            raise ReadingStoppedError(self.tr("Reading {0} was stopped.").format(self._name))
        self.told.emit(done, total)
