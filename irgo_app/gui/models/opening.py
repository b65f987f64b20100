"""Opening files by name: at once, or in the background where that takes long."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from irgo_app.errors import IrgoError
from irgo_app.gui.models.file_reading import FileReading
from irgo_app.gui.models.notices import Notices
from irgo_app.gui.models.review import Review
from irgo_app.sgf.reader import GameFile, is_large


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

    def open(self, path: Path, encoding: str | None = None, move: int | None = None) -> None:
        """Show the first game of a file.

        encoding -- read it in this charset, whatever it says
        move -- go so many moves down the main line
        """
        self.stop()
        if encoding is None and move is None and not is_large(path):
            if self._review.open_path(path):
                self.opened.emit()
            return
        reading = self._reading = FileReading(path, encoding, self)
        reading.progress.connect(self.progress)
        reading.finished.connect(lambda found: self._on_read(found, path, move))
        reading.failed.connect(self._on_failed)
        reading.start()

    def stop(self) -> None:
        """Stop reading in the background and wait for the end of it."""
        if self._reading is not None:
            self._reading.wait()
            self._reading = None

    def _on_read(self, found: GameFile, path: Path, move: int | None) -> None:
        self._reading = None
        self.progress.emit(1, 1)
        self._review.open_games(found, path)
        if move is None:
            self.opened.emit()
            return
        try:
            self._review.go_to(self._review.game.node_of_move_number(move))
        except IrgoError as error:
            self._notices.tell(str(error))

    def _on_failed(self, text: str) -> None:
        self._reading = None
        self.progress.emit(1, 1)
        self._notices.tell(text)
