"""Opening files by name, in the background: even a small one may lie on a slow disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from irgo_app.errors import IrgoError
from irgo_app.gui.models.file_reading import FileReading
from irgo_app.gui.models.notices import Notices
from irgo_app.gui.models.review import Review
from irgo_app.sgf.reader import GameFile

_CLOSING_MS: Final = 2000


class Opening(QObject):
    """At most one file at a time.

    progress -- characters read, characters in all
    opened -- a file is shown now that the user asked for without naming a move
    """

    progress = Signal(int, int)
    opened = Signal()

    def __init__(self, review: Review, notices: Notices) -> None:
        super().__init__()
        self._review, self._notices = review, notices
        self._reading: FileReading | None = None
        self._stopped: list[FileReading] = []

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
        self.stop()
        reading = self._reading = FileReading(path, encoding, self)
        reading.progress.connect(self.progress)
        reading.finished.connect(lambda found: self._on_read(reading, found, then))
        reading.failed.connect(lambda text: self._on_failed(reading, text, failed))
        reading.start()

    @property
    def is_reading(self) -> bool:
        """Return whether a file is being read."""
        return self._reading is not None

    def stop(self) -> None:
        """Stop reading; the thread is left to end by itself, for a disk may keep it waiting."""
        if self._reading is not None:
            self._reading.stop()
            self._stopped = [reading for reading in self._stopped if not reading.is_over]
            self._stopped.append(self._reading)
            self._reading = None
            self.progress.emit(1, 1)

    def close(self) -> None:
        """Stop reading, and wait for the threads, though not for ever."""
        self.stop()
        for reading in self._stopped:
            reading.wait(_CLOSING_MS)

    def _on_read(
        self, reading: FileReading, found: GameFile, then: Callable[[GameFile], None]
    ) -> None:
        if reading is self._reading:
            self._reading = None
            self.progress.emit(1, 1)
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
        self, reading: FileReading, text: str, failed: Callable[[str], None]
    ) -> None:
        if reading is self._reading:
            self._reading = None
            self.progress.emit(1, 1)
            self._notices.tell(text)
            failed(text)
