"""One byte that says "stop": raised by who waits, read by who searches, in another process too."""

from __future__ import annotations

import contextlib
import mmap
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import FrameType

    import numpy as np
    import numpy.typing as npt


class CancelFlag:
    """A flag in memory that processes share.

    It is truthy while it is raised. It travels as an argument of a process that is started (spawn),
    and has no name: whatever is killed, no file stays behind. Where no such memory can be had it is
    memory of this process alone: searches elsewhere are not stopped by it, and all else works.
    `multiprocessing.shared_memory` would do the same but costs the window's start 15 ms of imports.
    """

    def __init__(self, handle: int | None = None, name: str = "") -> None:
        """Make a flag, lowered.

        handle -- of another process's flag; name -- of that, on Windows
        """
        self._name = name
        if sys.platform == "win32":
            self._handle = -1
            self._name = name or f"irgo-flag-{os.urandom(16).hex()}"
            self._byte = mmap.mmap(-1, 1, tagname=self._name)
        else:
            self._handle = _new_memory() if handle is None else handle
            self._byte = mmap.mmap(self._handle, 1)

    def __bool__(self) -> bool:
        return not self._byte.closed and self._byte[0] != 0

    def __reduce__(self) -> tuple[object, ...]:
        if self._handle < 0:
            return CancelFlag, (None, self._name)
        from multiprocessing import reduction  # Whoever starts a process has loaded it.

        return _received, (reduction.DupFd(self._handle),)

    @property
    def array(self) -> npt.NDArray[np.int8]:
        """Return the byte as an int8 array of one, for kernels."""
        import numpy as np  # The window's process makes flags before it has numpy.

        return np.frombuffer(self._byte, np.int8)

    def set(self, is_raised: bool) -> None:
        """Raise or lower the flag; nothing once it is closed."""
        if not self._byte.closed:
            self._byte[0] = int(is_raised)

    def close(self) -> None:
        """Let go of the memory."""
        with contextlib.suppress(BufferError):  # A kernel's array may still look at it.
            self._byte.close()
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


@contextmanager
def raised_by_interrupt(flag: CancelFlag) -> Iterator[None]:
    """Raise a flag as soon as Ctrl-C is pressed, before KeyboardInterrupt comes up.

    Whoever then waits for threads that search waits for searches that have been told to end. The
    flag is lowered again afterwards. In other threads than the main one nothing changes.
    """
    import signal
    import threading

    before = signal.getsignal(signal.SIGINT) \
        if threading.current_thread() is threading.main_thread() else None
    if not callable(before):
        yield
        return
    was_raised = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal was_raised
        was_raised = True
        flag.set(True)
        before(number, frame)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if was_raised:
            flag.set(False)


def _received(sent: Any) -> CancelFlag:
    return CancelFlag(sent.detach())


def _new_memory() -> int:
    """Return the handle of a byte of memory that has no name, -1 if there is none."""
    handle = -1
    try:
        if hasattr(os, "memfd_create"):
            handle = os.memfd_create("irgo-flag")
        else:
            handle, path = tempfile.mkstemp(prefix="irgo-flag-")
            os.unlink(path)
        os.ftruncate(handle, 1)
    except OSError:
        if handle >= 0:
            os.close(handle)
        return -1
    return handle
