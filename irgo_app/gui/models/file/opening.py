"""Everything the window reads, in a thread: even a small file may lie on a slow disk."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QObject, QThread, QTimer, Signal

from irgo_app.errors import IrgoError
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.window import Notices
from irgo_app.sgf.open_file import OpenFile, Restored
from irgo_app.sgf.parser import GameFile, load_file, read_games
from irgo_app.sgf.tree_builder import Watch
from irgo_app.words import translated

_MANY_OBJECTS: Final = 20_000


class ReadingStoppedError(IrgoError):
    """The user stopped the reading."""


class BackgroundReading(QObject):
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


class FileReading(BackgroundReading):
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
            raise ReadingStoppedError(translated("Reading {0} was stopped.").format(self._name))
        self.told.emit(done, total)


_CLOSING_MS: Final = 2000
_PULSE_MS: Final = 600
_Read = TypeVar("_Read")


class Opening(QObject):
    """At most one game file, text or journal at a time.

    progress -- characters read, characters in all; told again and again, also where a disk keeps
    the reading waiting, so that somebody can offer to stop it
    opened -- a file is shown now that the user asked for without naming a move
    """

    progress = Signal(int, int)
    opened = Signal()

    def __init__(self, review: Review, notices: Notices) -> None:
        super().__init__()
        self._review, self._notices = review, notices
        self._reading: BackgroundReading | None = None
        self._left: list[BackgroundReading] = []
        """Threads that were stopped, and those that read beside."""
        self._told = 0, 1
        self._pulse = QTimer(self, interval=_PULSE_MS)
        self._pulse.timeout.connect(lambda: self.progress.emit(*self._told))

    def open(self, path: Path, encoding: str | None = None, move: int | None = None) -> None:
        """Show the first game of a file.

        encoding -- read it in this charset, whatever it says
        move -- go so many moves down the main line
        """
        self.read(path, encoding, lambda found: self._show(found, path, move))

    def read(
        self, path: Path, encoding: str | None, then: Callable[[GameFile], None],
        failed: Callable[[str], None] = lambda _text: None,
    ) -> None:
        """Read a file in the background; another that is being read is stopped.

        then -- called with what was read
        failed -- called with the sentence that is told if it cannot be read
        """
        self._begin(FileReading(path, encoding, self), then, failed)

    def read_text(self, text: str, name: str, then: Callable[[GameFile], None]) -> None:
        """Read games from a text, as `read` reads them from a file.

        name -- how sentences call the text
        """
        data = text.encode("utf-8", "replace")
        self._begin(BackgroundReading(name,
            lambda watch: read_games(data, name, watch=watch), self), then)

    def read_by(
        self, read: Callable[[], _Read], name: str, then: Callable[[_Read], None]
    ) -> None:
        """Read by a function what will become a game, as `read` reads a file.

        name -- how sentences call what is read
        """
        self._begin(BackgroundReading(name, lambda watch: read(), self), then)

    def restore(
        self, journal: Path, then: Callable[[Restored], None], failed: Callable[[str], None]
    ) -> None:
        """Read what a journal holds, as `read` reads a file."""
        self._begin(BackgroundReading(
            journal.name, lambda watch: OpenFile.restored(journal, watch), self), then, failed)

    def read_beside(
        self, read: Callable[[Watch], _Read], then: Callable[[_Read], None]
    ) -> None:
        """Read something that is no game, and leave alone what is being read."""
        reading = BackgroundReading("", read, self)
        reading.finished.connect(then)
        self._left.append(reading)
        reading.start()

    @property
    def is_reading(self) -> bool:
        return self._reading is not None

    def stop(self) -> None:
        """Stop reading; the thread is left to end by itself, for a disk may keep it waiting."""
        if self._reading is not None:
            self._reading.stop()
            self._left = [reading for reading in self._left if not reading.is_over]
            self._left.append(self._reading)
            self._end()

    def close(self) -> None:
        """Stop reading, and wait for the threads, though not for ever."""
        self.stop()
        for reading in self._left:
            reading.wait(_CLOSING_MS)

    def _begin(
        self, reading: BackgroundReading, then: Callable[[_Read], None],
        failed: Callable[[str], None] = lambda _text: None,
    ) -> None:
        self.stop()
        self._reading, self._told = reading, (0, 1)
        reading.progress.connect(lambda *told: self._on_progress(reading, told))
        reading.finished.connect(lambda found: self._on_read(reading, found, then))
        reading.failed.connect(lambda text: self._on_failed(reading, text, failed))
        reading.start()
        self._pulse.start()
        self.progress.emit(*self._told)

    def _end(self) -> None:
        self._reading = None
        self._pulse.stop()
        self.progress.emit(1, 1)

    def _on_progress(self, reading: BackgroundReading, told: tuple[int, int]) -> None:
        if reading is self._reading:
            self._told = told
            self.progress.emit(*told)

    def _on_read(
        self, reading: BackgroundReading, found: _Read, then: Callable[[_Read], None]
    ) -> None:
        if reading is self._reading:
            self._end()
            then(found)

    def _show(self, found: GameFile, path: Path, move: int | None) -> None:
        self._review.open_games(found, path)
        if move is None:
            self.opened.emit()
            return
        try:
            self._review.go_to(self._review.game.node_of_move_number(move))
        except IrgoError as error:
            self._notices.tell(str(error))

    def _on_failed(
        self, reading: BackgroundReading, text: str, failed: Callable[[str], None]
    ) -> None:
        if reading is self._reading:
            self._end()
            self._notices.tell(text)
            failed(text)
