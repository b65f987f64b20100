"""A progress bar on standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

_Item = TypeVar("_Item")
_PATIENCE_S = 0.5
_WIDTH = 30


def with_progress(items: Iterable[_Item], total: int, what: str) -> Iterator[_Item]:
    """Yield the items, showing how far it has come once it lasts over half a second."""
    is_shown = False
    start = shown_at = time.monotonic()
    for done, item in enumerate(items):
        now = time.monotonic()
        if sys.stderr.isatty() and now - start > _PATIENCE_S and now - shown_at > 0.1:
            filled = _WIDTH * done // max(total, 1)
            bar = "#" * filled + "." * (_WIDTH - filled)
            print(f"\r{what} [{bar}] {done}/{total}", end="", file=sys.stderr, flush=True)
            is_shown, shown_at = True, now
        yield item
    if is_shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
