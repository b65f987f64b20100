"""A file or a story made in a process of its own, and what that process tells."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.report.report_process import Done, Failed, Make, ReportProcess

_LOOK_MS: Final = 80


class Making(QObject):
    """One process at a time.

    told -- its news, one after the other; it has ended where that is `Done` or `Failed`
    """

    told = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._process: ReportProcess | None = None
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def is_at_work(self) -> bool:
        """Return whether the process goes on."""
        return self._process is not None

    def begin(self, task: object, make: Make | None = None) -> None:
        """Start the process; make -- what carries the task out, None for what makes reports."""
        self._process = ReportProcess(task, make)
        self._timer.start()

    def stop(self) -> None:
        """Ask the process to stop; it tells when it has."""
        if self._process is not None:
            self._process.stop()

    def close(self) -> None:
        """End the process at once; it tells nothing more."""
        self._timer.stop()
        if self._process is not None:
            self._process.close()
            self._process = None

    def _look(self) -> None:
        assert self._process is not None
        for news in self._process.news():
            if isinstance(news, Done | Failed):
                self._timer.stop()
                self._process = None
                self.told.emit(news)
                return
            self.told.emit(news)
