"""The newest of what another thread tells, carried to Qt's; older news on the way is replaced."""

from __future__ import annotations

from threading import Lock

from PySide6.QtCore import QObject, Qt, Signal


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
