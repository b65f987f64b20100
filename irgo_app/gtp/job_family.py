"""Windows: an engine lies in a job object, which the system ends with the last handle to it.

Source: Windows API, "Job Objects" and winnt.h. What is asked of the system stands in `WindowsJobs`;
in which order, and what happens where it is refused, in `JobFamily`, which any system can run.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Callable, Sequence
from ctypes import c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Final, Protocol

import psutil

from irgo_app.gtp.text_pipes import open_with_pipes

_KILL_ON_JOB_CLOSE: Final = 0x2000
_EXTENDED_LIMIT_INFORMATION: Final = 9
_CREATE_SUSPENDED: Final = 0x4
_CREATE_NO_WINDOW: Final = 0x08000000


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


class Jobs(Protocol):
    """What is asked of the system; everything may raise OSError, but for ending and closing."""

    def create(self) -> int:
        """Return the handle of a new job, all of which ends when the handle is closed."""

    def start_asleep(self, command: Sequence[str], folder: Path | None) -> subprocess.Popen[str]:
        """Start a program that does nothing yet, with pipes."""

    def add(self, job: int, child: subprocess.Popen[str]) -> None:
        """Put a process, and all that it will start, into a job."""

    def wake(self, child: subprocess.Popen[str]) -> None:
        """Let a program begin."""

    def end(self, job: int) -> None:
        """End all processes of a job."""

    def close(self, job: int) -> None:
        """Close the handle of a job."""


class JobFamily:
    """A job with the engine in it, started asleep so that nothing runs outside."""

    def __init__(self, command: Sequence[str], folder: Path | None, jobs: Jobs) -> None:
        self._jobs = jobs
        self._job: int | None = jobs.create()
        try:
            self.child = jobs.start_asleep(command, folder)
        except (OSError, ValueError):
            self._close()
            raise
        self.process_id = self.child.pid
        try:
            jobs.add(self._job, self.child)
            jobs.wake(self.child)
        except OSError:
            self.child.kill()
            self._close()
            raise

    def ask_to_end(self) -> None:
        """Windows has no such request for a program without a window; its input has ended."""

    def kill(self) -> None:
        """End all processes of the job."""
        if self._job is not None:
            self._jobs.end(self._job)
            self._close()

    def _close(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            self._jobs.close(job)


class WindowsJobs:
    """The system's own job objects.

    kernel -- the library kernel32; last_error -- makes an error of the last code
    """

    def __init__(self, kernel: ctypes.CDLL, last_error: Callable[[], OSError]) -> None:
        self._kernel, self._last_error = kernel, last_error
        kernel.CreateJobObjectW.restype = c_void_p

    def create(self) -> int:
        """Return the handle of a new job, all of which ends when the handle is closed."""
        job = self._kernel.CreateJobObjectW(None, None)
        if not job:
            raise self._last_error()
        limits = ExtendedLimits()
        limits.BasicLimitInformation.LimitFlags = _KILL_ON_JOB_CLOSE
        if not self._kernel.SetInformationJobObject(
            c_void_p(job), _EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits),
            ctypes.sizeof(limits),
        ):
            error = self._last_error()
            self.close(job)
            raise error
        return int(job)

    def start_asleep(self, command: Sequence[str], folder: Path | None) -> subprocess.Popen[str]:
        """Start a program that does nothing yet, with pipes and without a console."""
        return open_with_pipes(command, folder, creationflags=_CREATE_SUSPENDED | _CREATE_NO_WINDOW)

    def add(self, job: int, child: subprocess.Popen[str]) -> None:
        """Put a process, and all that it will start, into a job."""
        if not self._kernel.AssignProcessToJobObject(c_void_p(job), _handle_of(child)):
            raise self._last_error()

    def wake(self, child: subprocess.Popen[str]) -> None:
        """Let a program begin; Popen keeps no handle of its first thread, so all are woken."""
        try:
            psutil.Process(child.pid).resume()
        except psutil.Error as error:
            raise OSError("the process cannot be woken") from error

    def end(self, job: int) -> None:
        """End all processes of a job."""
        self._kernel.TerminateJobObject(c_void_p(job), 1)

    def close(self, job: int) -> None:
        """Close the handle of a job."""
        self._kernel.CloseHandle(c_void_p(job))


def _handle_of(child: object) -> c_void_p:
    """Return the handle of a process, which `subprocess` keeps on Windows alone."""
    return c_void_p(int(vars(child)["_handle"]))


if sys.platform == "win32":
    def windows_jobs() -> Jobs:
        """Return the job objects of this system."""
        return WindowsJobs(
            ctypes.WinDLL("kernel32", use_last_error=True),
            lambda: ctypes.WinError(ctypes.get_last_error()))
