"""Saves a large record in a thread: the window is painted and its timers go on meanwhile."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, QThread

from irgo_app.errors import IrgoError, SgfError
from irgo_app.sgf.open_file import OpenFile


class FileSaving:
    """One saving; who edits before it is over waits for it with `finish`."""

    def __init__(self, file: OpenFile, path: Path, parent: QObject) -> None:
        self._file, self._path = file, path
        self._thread = _SavingThread(file, path, parent)
        self._is_over = False

    def run(self) -> None:
        """Save; returns when it is done. Keys and the mouse wait, all else goes on.

        Raises IrgoError, and nothing has changed then.
        """
        loop = QEventLoop()
        self._thread.finished.connect(loop.quit)
        self._thread.start()
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        self.finish()
        self._thread.deleteLater()
        if self._thread.error is not None:
            raise self._thread.error
        if not self._thread.is_written:
            raise SgfError("{path} could not be saved ({reason}); save it in another place.",
                           path=self._path, reason="?")

    def finish(self) -> None:
        """Wait until the file is written, and note what was saved."""
        if not self._is_over:
            self._is_over = True
            self._thread.wait()
            if self._thread.is_written:
                self._file.note_saved(self._path)


class _SavingThread(QThread):
    """Writes the file; what went wrong is taken from `error` when it has finished."""

    def __init__(self, file: OpenFile, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._file, self._path = file, path
        self.is_written = False
        self.error: IrgoError | None = None

    def run(self) -> None:
        """Write."""
        try:
            self._file.write(self._path)
            self.is_written = True
        except IrgoError as error:
            self.error = error
