"""The way to a far node, in slices: the window stays alive while moves are replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer


class Approach:
    """At most one way at a time."""

    def __init__(self, parent: QObject) -> None:
        self._slices: Iterator[None] = iter(())
        self._arrived: Callable[[], None] = lambda: None
        self._timer = QTimer(parent, interval=0)
        self._timer.timeout.connect(self._go_on)

    def begin(self, slices: Iterator[None], arrived: Callable[[], None]) -> None:
        """Do slice after slice, with Qt's events between them; another way is left off.

        arrived -- called after the last
        """
        self._slices, self._arrived = slices, arrived
        self._timer.start()

    def stop(self) -> None:
        """Leave off."""
        self._timer.stop()

    def _go_on(self) -> None:
        try:
            next(self._slices)
        except StopIteration:
            self._timer.stop()
            self._arrived()
