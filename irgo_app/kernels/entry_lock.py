"""A lock for each entry of a folder: several processes never make the same one.

All locks are bytes of one file, each at a place that follows from the entry's name. The system
gives up the locks of a process that ends, however it ends. Kernels are locked from the caller to
the callee and none calls itself in a circle, so that no two processes wait for each other.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

_FILE_NAME: Final = ".locks"
_PLACES: Final = 2**30
_LOOK_AGAIN_S: Final = 0.02


class EntryLocks:
    """The locks of one folder, held for this process; for one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._handle: int | None = None

    @contextmanager
    def held(self, name: str, *, waits: bool) -> Iterator[bool]:
        """Hold the lock of an entry; tells whether that was got, always so where it waits.

        Where files cannot be locked everybody gets it: what is made twice is the same twice.
        """
        place = int.from_bytes(blake2b(name.encode(), digest_size=8).digest()) % _PLACES
        try:
            if self._handle is None:
                self._handle = os.open(self._folder / _FILE_NAME, os.O_RDWR | os.O_CREAT, 0o600)
            is_held = is_got = _lock(self._handle, place)
            while waits and not is_got:
                time.sleep(_LOOK_AGAIN_S)
                is_held = is_got = _lock(self._handle, place)
        except OSError:
            is_got, is_held = True, False
        try:
            yield is_got
        finally:
            if is_held and self._handle is not None:
                with suppress(OSError):
                    _unlock(self._handle, place)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, place: int) -> bool:
        """Lock one byte of a file, or return False where another process has it."""
        os.lseek(handle, place, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _unlock(handle: int, place: int) -> None:
        os.lseek(handle, place, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _lock(handle: int, place: int) -> bool:
        """Lock one byte of a file, or return False where another process has it."""
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def _unlock(handle: int, place: int) -> None:
        fcntl.lockf(handle, fcntl.LOCK_UN, 1, place)
