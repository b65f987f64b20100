"""An engine started so that it and everything it starts can be ended together, and end with irgo.

On POSIX the engine's parent is `guardian.py`; on Windows the engine lies in a job object
(`job_family.py`).
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Protocol

from irgo_app.gtp.text_pipes import open_with_pipes
from irgo_app.own_program import GUARDIAN_WORD, is_frozen

if sys.platform == "win32":
    from irgo_app.gtp.job_family import JobFamily, windows_jobs

_START_S: Final = 20.0
_END_S: Final = 3.0


class Family(Protocol):
    """A child and all below it. `child` has the engine's pipes and, in the end, its exit code."""

    child: subprocess.Popen[str]
    process_id: int

    def ask_to_end(self) -> None:
        """Ask the engine to end by itself."""

    def kill(self) -> None:
        """End all at once; returns at once."""


def start_family(command: Sequence[str], folder: Path | None) -> Family:
    """Start a command in a folder, its pipes open as text; raises OSError or ValueError."""
    if sys.platform == "win32":
        return JobFamily(command, folder, windows_jobs())
    return _GuardedFamily(command, folder)


def _guardian_command() -> list[str]:
    """Return what starts a guardian: Python with next to nothing, or irgo where it is frozen."""
    if is_frozen():
        return [sys.executable, GUARDIAN_WORD]
    return [sys.executable, "-I", "-S", str(Path(__file__).with_name("guardian.py")),
            _folder_of_psutil()]


@cache
def _folder_of_psutil() -> str:
    """Return the folder of packages in which psutil lies, without loading it."""
    found = find_spec("psutil")
    assert found is not None and found.origin is not None
    return str(Path(found.origin).parents[1])


class _GuardedFamily:
    """A guardian and the engine below it."""

    def __init__(self, command: Sequence[str], folder: Path | None) -> None:
        self._control, far_end = socket.socketpair()
        words = [*_guardian_command(), str(far_end.fileno()), *command]
        try:
            with far_end:
                self.child = open_with_pipes(
                    words, folder, pass_fds=[far_end.fileno()], start_new_session=True)
            self._control.settimeout(_START_S)
            word = self._control.recv(64)
        except (OSError, ValueError):
            self._control.close()
            raise
        if not word.startswith(b"+"):
            self._give_up()
            number = int(word[1:] or 0)
            raise OSError(number, os.strerror(number) if number else "its guardian ended")
        self.process_id = int(word[1:])

    def ask_to_end(self) -> None:
        """Send the engine SIGTERM, by way of its parent."""
        with suppress(OSError):
            self._control.send(b"t")

    def kill(self) -> None:
        """Have the guardian end all."""
        self._control.close()

    def _give_up(self) -> None:
        """Let go of a guardian that started nothing."""
        self._control.close()
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(_END_S)
        for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
            if pipe is not None:
                pipe.close()
