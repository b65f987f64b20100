"""Long work beside the window: news from other threads, and work in slices between its events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal


class Mailbox(QObject):
    """Holds at most one letter, however fast they come; `arrived` tells it on Qt's thread."""

    arrived = Signal(object)
    _came = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = Lock()
        self._letter: object = None
        self._came.connect(self._on_came, Qt.ConnectionType.QueuedConnection)

    def put(self, letter: object) -> None:
        """Carry a letter, from any thread; it must not be None."""
        with self._lock:
            is_on_its_way, self._letter = self._letter is not None, letter
        if not is_on_its_way:
            self._came.emit()

    def _on_came(self) -> None:
        with self._lock:
            letter, self._letter = self._letter, None
        if letter is not None:
            self.arrived.emit(letter)


_SLICE_S: Final = 0.008
"""So long nobody notices that the window does something else."""


class InSlices:
    """One piece of work at a time; another takes its place."""

    def __init__(self, parent: QObject) -> None:
        self._work: Iterator[object] = iter(())
        self._done: Callable[[], None] = lambda: None
        self._timer = QTimer(parent, interval=0)
        self._timer.timeout.connect(lambda: self._go_on(_SLICE_S))

    def begin(
        self, work: Iterator[object], done: Callable[[], None], at_once_s: float = 0.0
    ) -> None:
        """Do step after step of the work, with Qt's events between them.

        done -- called after the last step
        at_once_s -- so long it is worked on before this returns; then it may be done already
        """
        self._work, self._done = work, done
        self._timer.start()
        if at_once_s:
            self._go_on(at_once_s)

    @property
    def is_working(self) -> bool:
        """Return whether there is something left to do."""
        return self._timer.isActive()

    def stop(self) -> None:
        self._timer.stop()

    def _go_on(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            try:
                next(self._work)
            except StopIteration:
                self._timer.stop()
                self._done()
                return
