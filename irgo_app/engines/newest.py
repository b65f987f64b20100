"""The newest of what an engine says: what comes faster than it can be used is passed over."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

_PAUSE_S: Final = 0.04
_SHARE: Final = 3.0
"""The pause after a line is so many times the work on it: one engine takes no whole processor."""


class NewestLine:
    """Works on lines as they come; one that comes too soon waits, and the next takes its place.

    work -- done with a line; clock -- tells seconds. One thread at a time.
    """

    def __init__(
        self, work: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._work, self._clock = work, clock
        self._held: str | None = None
        self._due = 0.0

    def put(self, line: str) -> None:
        """Take a line: work on it now, or keep it until the next one or the end."""
        self._held = line
        if self._clock() >= self._due:
            self.flush()

    def flush(self) -> None:
        """Work on the line that waits: there will be no other."""
        line, self._held = self._held, None
        if line is not None:
            begun = self._clock()
            self._work(line)
            ended = self._clock()
            self._due = ended + max(_PAUSE_S, _SHARE * (ended - begun))
