"""Carries a journal, and the file beside it, to the disk in a thread of its own."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

SMALL_BASE: Final = 1 << 20
"""A file of at most so many bytes is written beside its journal at once, a larger one here."""


class JournalDisk:
    """What waits for the disk, which may take its time.

    error -- why the file could not be written beside the journal, None if it could
    """

    def __init__(self, handle: IO[bytes], base: Path, data: bytes | None) -> None:
        self._handle = handle
        self._base, self._data = base, data
        self.error: OSError | None = None
        self._is_dirty = threading.Event()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Sync soon."""
        self._is_dirty.set()

    def close(self) -> None:
        """Sync for the last time."""
        self._is_closed = True
        self._is_dirty.set()
        self._thread.join()

    def _run(self) -> None:
        if self._data is not None:
            try:
                self._write_base(self._data)
            except OSError as error:
                self.error = error
            self._data = None
        while not self._is_closed:
            self._is_dirty.wait()
            self._is_dirty.clear()
            # A disk that fails here fails the next write too, where it is told.
            with suppress(OSError):
                os.fsync(self._handle.fileno())

    def _write_base(self, data: bytes) -> None:
        """Write the file as it was opened, piece by piece; closing the journal ends it."""
        with self._base.open("wb") as file:
            for start in range(0, len(data), SMALL_BASE):
                if self._is_closed:
                    return
                file.write(data[start:start + SMALL_BASE])
