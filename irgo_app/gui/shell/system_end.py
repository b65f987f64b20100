"""The system wants irgo to end: by a signal, or because its user logs out."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication

_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")


class SystemEnd(QObject):
    """Calls `end` once, in the event loop, when the system wants irgo to end.

    Python looks after signals only where it runs; so a signal writes a byte, which wakes Qt.
    """

    def __init__(self, application: QGuiApplication, end: Callable[[], None]) -> None:
        super().__init__(application)
        self._application, self._end = application, end
        self._is_over = False
        application.commitDataRequest.connect(self._on_logout)
        if os.name == "posix":
            self._listen_to_signals()

    def _listen_to_signals(self) -> None:
        self._near, self._far = socket.socketpair()
        for each in (self._near, self._far):
            each.setblocking(False)
        signal.set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)
        for name in _SIGNALS:
            if signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
                signal.signal(getattr(signal, name), lambda number, frame: None)
        notifier = QSocketNotifier(self._near.fileno(), QSocketNotifier.Type.Read, self)
        notifier.activated.connect(self._on_signal)

    def _on_signal(self) -> None:
        try:
            numbers = self._near.recv(64)
        except OSError:
            return
        if {getattr(signal, name) for name in _SIGNALS} & set(numbers) and not self._is_over:
            self._is_over = True
            self._end()
            self._application.exit(0)

    def _on_logout(self, *_: object) -> None:
        if not self._is_over:
            self._is_over = True
            self._end()
