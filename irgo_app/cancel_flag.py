"""One byte that says "stop": raised by who waits, read by who searches, in another process too."""

from __future__ import annotations

import contextlib
import mmap
import os
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class CancelFlag:
    """A flag in a memory-mapped temporary file; whoever made it removes the file.

    It is truthy while it is raised. Where no temporary file can be had it is memory of this process
    alone: `path` is then "", searches elsewhere are not stopped by it, and all else works.
    `multiprocessing.shared_memory` would do the same but costs the window's start 15 ms of imports.
    """

    def __init__(self, path: str | None = None) -> None:
        self._owns_file = path is None
        self.path = _new_file() if path is None else path
        if not self.path:
            self._byte = mmap.mmap(-1, 1)
            return
        handle = os.open(self.path, os.O_RDWR)
        self._byte = mmap.mmap(handle, 1)
        os.close(handle)

    def __bool__(self) -> bool:
        return not self._byte.closed and self._byte[0] != 0

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
        """Let go of the memory; the owner removes the file."""
        with contextlib.suppress(BufferError):  # A kernel's array may still look at it.
            self._byte.close()
        if self._owns_file and self.path:
            with contextlib.suppress(OSError):
                os.unlink(self.path)


def _new_file() -> str:
    """Return the path of a new file of one byte, "" if there is no room for it."""
    path = ""
    try:
        handle, path = tempfile.mkstemp(prefix="irgo-flag-")
        with os.fdopen(handle, "wb") as file:
            file.write(b"\0")
    except OSError:
        if path:
            with contextlib.suppress(OSError):
                os.unlink(path)
        return ""
    return path
