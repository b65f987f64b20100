"""An engine started so that it and everything it starts can be ended together, and end with irgo.

On POSIX the engine's parent is `guardian.py`; on Windows the engine lies in a job object, which
the system ends with the last handle to it (Windows API, "Job Objects").
"""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from ctypes import c_int64, c_size_t, c_uint32, c_uint64
from pathlib import Path
from typing import Any, Final, Protocol

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
        return _JobFamily(command, folder)
    return _GuardedFamily(command, folder)


def _popen(command: Sequence[str], folder: Path | None, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=folder, text=True, encoding="utf-8", errors="replace", **more)


class _GuardedFamily:
    """A guardian and the engine below it."""

    def __init__(self, command: Sequence[str], folder: Path | None) -> None:
        self._control, far_end = socket.socketpair()
        script = str(Path(__file__).with_name("guardian.py"))
        words = [sys.executable, "-I", "-S", script, str(far_end.fileno()), *command]
        try:
            with far_end:
                self.child = _popen(words, folder, pass_fds=[far_end.fileno()],
                                    start_new_session=True)
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


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION of winnt.h."""

    _fields_ = (
        ("PerProcessUserTimeLimit", c_int64), ("PerJobUserTimeLimit", c_int64),
        ("LimitFlags", c_uint32), ("MinimumWorkingSetSize", c_size_t),
        ("MaximumWorkingSetSize", c_size_t), ("ActiveProcessLimit", c_uint32),
        ("Affinity", c_size_t), ("PriorityClass", c_uint32), ("SchedulingClass", c_uint32))


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION of winnt.h; the counters are IO_COUNTERS."""

    _fields_ = (
        ("BasicLimitInformation", BasicLimits), ("IoInfo", c_uint64 * 6),
        ("ProcessMemoryLimit", c_size_t), ("JobMemoryLimit", c_size_t),
        ("PeakProcessMemoryUsed", c_size_t), ("PeakJobMemoryUsed", c_size_t))


if sys.platform == "win32":
    _KILL_ON_JOB_CLOSE: Final = 0x2000
    _EXTENDED_LIMIT_INFORMATION: Final = 9
    _CREATE_SUSPENDED: Final = 0x4

    class _JobFamily:
        """A job object with the engine in it, started asleep so that nothing runs outside."""

        def __init__(self, command: Sequence[str], folder: Path | None) -> None:
            kernel = self._kernel = ctypes.WinDLL("kernel32", use_last_error=True)
            kernel.CreateJobObjectW.restype = ctypes.c_void_p
            self._job = kernel.CreateJobObjectW(None, None)
            if not self._job:
                raise ctypes.WinError(ctypes.get_last_error())
            limits = ExtendedLimits()
            limits.BasicLimitInformation.LimitFlags = _KILL_ON_JOB_CLOSE
            try:
                self._check(kernel.SetInformationJobObject(
                    ctypes.c_void_p(self._job), _EXTENDED_LIMIT_INFORMATION,
                    ctypes.byref(limits), ctypes.sizeof(limits)))
                self.child = _popen(command, folder, creationflags=_CREATE_SUSPENDED
                                    | subprocess.CREATE_NO_WINDOW)
            except OSError:
                self._close()
                raise
            self.process_id = self.child.pid
            handle = ctypes.c_void_p(int(self.child._handle))
            try:
                self._check(kernel.AssignProcessToJobObject(ctypes.c_void_p(self._job), handle))
                # Popen keeps no handle of the first thread; this wakes all of a process.
                if ctypes.WinDLL("ntdll").NtResumeProcess(handle) != 0:
                    raise OSError("the process cannot be woken")
            except OSError:
                self.child.kill()
                self._close()
                raise

        def ask_to_end(self) -> None:
            """Windows has no such request for a program without a window; its input has ended."""

        def kill(self) -> None:
            """End all processes of the job."""
            if self._job:
                self._kernel.TerminateJobObject(ctypes.c_void_p(self._job), 1)
                self._close()

        def _check(self, is_done: int) -> None:
            if not is_done:
                raise ctypes.WinError(ctypes.get_last_error())

        def _close(self) -> None:
            job, self._job = self._job, None
            if job:
                self._kernel.CloseHandle(ctypes.c_void_p(job))
