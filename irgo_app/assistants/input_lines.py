"""Standard input as lines that a loop awaits: nothing waits for it when irgo is to end."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from threading import Semaphore, Thread
from typing import Final

_PIECE: Final = 1 << 16
LONGEST: Final = 16_000_000
_AHEAD: Final = 64
"""So many lines are read ahead."""


class InputLines:
    """The lines of a file, read by a thread of its own that is left behind at the end.

    Python's own readers hold a lock while they wait, and cannot be left.
    """

    def __init__(self, handle: int = 0, longest: int = LONGEST) -> None:
        """Begin to read, for the event loop that runs.

        handle -- of the file; longest -- bytes of a line; a longer one is left out, and so is what
        has no end of line behind it
        """
        self._loop = asyncio.get_running_loop()
        self._lines = asyncio.Queue[str | None]()
        self._room = Semaphore(_AHEAD)
        Thread(target=self._read, args=(handle, longest), daemon=True).start()

    def __aiter__(self) -> InputLines:
        return self

    async def __anext__(self) -> str:
        line = await self._lines.get()
        self._room.release()
        if line is None:
            raise StopAsyncIteration
        return line

    def _read(self, handle: int, longest: int) -> None:
        held, is_too_long = bytearray(), False
        with suppress(OSError):
            while piece := os.read(handle, _PIECE):
                *ends, rest = piece.split(b"\n")
                for end in ends:
                    held += end
                    if not is_too_long and len(held) <= longest:
                        self._tell(held.decode("utf-8", "replace"))
                    held.clear()
                    is_too_long = False
                held += rest
                if len(held) > longest:
                    held.clear()
                    is_too_long = True
        self._tell(None)

    def _tell(self, line: str | None) -> None:
        self._room.acquire()
        with suppress(RuntimeError):  # The loop has ended.
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
