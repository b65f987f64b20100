"""A progress bar on standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

_Item = TypeVar("_Item")
_PATIENCE_S = 0.5
_WIDTH = 30


class ProgressBar:
    """A bar that is shown once the work lasts over half a second; nothing without a terminal."""

    def __init__(self, what: str) -> None:
        self._what, self._is_shown = what, False
        self._start = self._shown_at = time.monotonic()

    def show(self, done: int, total: int, note: str = "") -> None:
        """Show how far it has come, and a word on it."""
        now = time.monotonic()
        if not sys.stderr.isatty() or now - self._start <= _PATIENCE_S \
                or now - self._shown_at <= 0.1:
            return
        filled = _WIDTH * done // max(total, 1)
        bar = "#" * filled + "." * (_WIDTH - filled)
        print(f"\r{self._what} [{bar}] {done}/{total}{note}\033[K", end="", file=sys.stderr,
              flush=True)
        self._is_shown, self._shown_at = True, now

    def end(self) -> None:
        """Take the bar away."""
        if self._is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def with_progress(items: Iterable[_Item], total: int, what: str) -> Iterator[_Item]:
    """Yield the items, showing how far it has come once it lasts over half a second."""
    bar = ProgressBar(what)
    for done, item in enumerate(items):
        bar.show(done, total)
        yield item
    bar.end()
