"""An engine's process: started with a family of its own, fed, drained, and ended for certain.

Three threads wait on its pipes, so that neither a silent nor a flooding engine can block irgo. An
engine that says more than anybody can use is read slowly: its pipe fills up, and it must wait.

It is started so that it and everything it starts can be ended together, and end with irgo. On POSIX
the engine's parent is `guardian.py`. On Windows the engine lies in a job object, which the system
ends with the last handle to it: what is asked of the system stands in `WindowsJobs`; in which
order, and what happens where it is refused, in `JobFamily`, which any system can run.
Source: Windows API, "Job Objects" and winnt.h.
"""

import ctypes
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from ctypes import c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, Final, Protocol

from irgo_app.errors import EngineError
from irgo_app.gtp.protocol import LONGEST_LINE
from irgo_app.own_program import GUARDIAN_WORD, is_frozen
from irgo_app.words import visible


def open_with_pipes(
    command: Sequence[str], folder: Path | None, **more: Any
) -> subprocess.Popen[str]:
    """Start a command in a folder; raises OSError or ValueError.

    more -- what else `subprocess.Popen` takes
    """
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=folder, text=True, encoding="utf-8", errors="replace", **more)


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

    def kill_by_force(self) -> None:
        """End a family that does not end when it is killed; `child` has not been waited for."""


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
        """Have the guardian end all, also one that the engine stopped."""
        with suppress(OSError):
            self.child.send_signal(signal.SIGCONT)
        self._control.close()

    def kill_by_force(self) -> None:
        """Kill the guardian, and with it the engine; nothing is asked of either."""
        with suppress(OSError):
            os.killpg(self.process_id, signal.SIGKILL)
        self.child.kill()

    def _give_up(self) -> None:
        self._control.close()
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(_END_S)
        for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
            if pipe is not None:
                pipe.close()


_KEPT_ERROR_LINES: Final = 200
_LONGEST_ERROR_LINE: Final = 2000
_MOMENT_S: Final = 1.0
_CLOSED_S: Final = 2.0
"""So long an engine that has closed its output may take to end."""
_BREATH_S: Final = 0.01
_LINES_A_BREATH: Final = 200
_LETTERS_A_BREATH: Final = 200_000
"""So much is read before a pause: at most 20,000 lines or 20 MB a second."""
_LONGEST_PAUSE_S: Final = 0.05


class EngineProcess:
    """One child: lines go in with `send`, come out through `on_line`, its end through `on_end`.

    Nothing moves before `listen`. All callbacks run on threads of this object. Standard error is
    drained, its end is kept, and each of its lines is told to `on_error`.
    """

    def __init__(
        self, command: Sequence[str], folder: Path | None, on_line: Callable[[str], None],
        on_end: Callable[[], None], on_error: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.command = tuple(command)
        self._on_line, self._on_end, self._on_error = on_line, on_end, on_error
        self._errors: deque[str] = deque(maxlen=_KEPT_ERROR_LINES)
        self._outgoing: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        if not command or not command[0]:
            raise EngineError("An engine without a command line cannot be started; give it one.")
        if folder is not None and not folder.is_dir():
            raise EngineError(
                "{command} cannot be started: there is no folder {folder}; mend it in the "
                "engine's profile.", command=command[0], folder=folder)
        try:
            self._family = start_family(self.command, folder)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineError(
                "{command} cannot be started ({reason}); check its command line.",
                command=command[0], reason=reason) from None
        self._process = self._family.child
        self.has_closed_output = False
        """It went on without an output that anybody could read, and was ended."""
        self._threads = [
            threading.Thread(target=run, daemon=True, name=f"engine {run.__name__}")
            for run in (self._read, self._drain_errors, self._write)]

    def listen(self) -> None:
        """Begin to feed and drain the child; callbacks may come before this returns."""
        # The reader last: it waits for what drains when the child has ended already.
        for thread in reversed(self._threads):
            thread.start()

    @property
    def process_id(self) -> int:
        return self._family.process_id

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """Return how the child ended: its code, or minus a signal's number; None while it runs."""
        return self._process.poll()

    @property
    def last_errors(self) -> list[str]:
        return list(self._errors)

    @property
    def last_words(self) -> str:
        """Return the last line of its standard error, "" if it said nothing."""
        return next((line.strip() for line in reversed(self._errors) if line.strip()), "")

    def send(self, line: str) -> None:
        """Hand a line to the child without waiting; a child that is gone gets nothing."""
        self._outgoing.put(line)

    def kill(self) -> None:
        """End the child and everything it started, at once."""
        self._family.kill()
        self._outgoing.put(None)
        threading.Thread(target=self._see_to_the_end, daemon=True, name="engine end").start()

    def _see_to_the_end(self) -> None:
        """End by force what does not end when it is killed: its guardian may be stopped again."""
        if not self._has_ended_within(_END_S):
            self._family.kill_by_force()

    def close(self) -> None:
        """Let the child end by itself for a moment (its input is closed), then end it."""
        self._outgoing.put(None)
        if not self._has_ended_within(_MOMENT_S):
            self._family.ask_to_end()
            self._has_ended_within(_MOMENT_S)
        # What the child started may still run, although the child has ended.
        self._family.kill()
        if not self._has_ended_within(_MOMENT_S):
            self._family.kill_by_force()
            self._has_ended_within(_MOMENT_S)

    def _has_ended_within(self, seconds: float) -> bool:
        try:
            self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in _lines(self._process.stdout, LONGEST_LINE):
            self._on_line(line)
        if not self._has_ended_within(_CLOSED_S):
            self.has_closed_output = True
        self._family.kill()
        if not self._has_ended_within(_END_S):
            self._family.kill_by_force()
            self._process.wait()
        self._outgoing.put(None)
        self._threads[1].join(_MOMENT_S)
        self._on_end()

    def _drain_errors(self) -> None:
        assert self._process.stderr is not None
        for line in _lines(self._process.stderr, LONGEST_LINE):
            self._errors.append(visible(line.rstrip(), _LONGEST_ERROR_LINE))
            self._on_error(line)

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        try:
            while (line := self._outgoing.get()) is not None:
                pipe.write(line)
                pipe.flush()
            pipe.close()
        except (OSError, ValueError):
            # The child is gone; the reading thread tells so.
            return


def _lines(pipe: IO[str], longest: int) -> Iterator[str]:
    """Generate lines, those that never end cut into pieces; too many at once only with pauses.

    The pauses are as long as the work on the lines before: half the time is others'.
    """
    lines = letters = 0
    since = time.monotonic()
    while line := _line(pipe, longest):
        yield line
        lines, letters = lines + 1, letters + len(line)
        if lines >= _LINES_A_BREATH or letters >= _LETTERS_A_BREATH:
            spent = time.monotonic() - since
            time.sleep(min(_LONGEST_PAUSE_S, max(_BREATH_S - spent, spent)))
            lines, letters, since = 0, 0, time.monotonic()


def _line(pipe: IO[str], longest: int) -> str:
    try:
        return pipe.readline(longest)
    except (OSError, ValueError):
        return ""


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

    def kill_by_force(self) -> None:
        """Kill what may have been started outside of the job."""
        self.child.kill()

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
        import psutil

        try:
            psutil.Process(child.pid).resume()
        except psutil.Error as error:
            raise OSError("the process cannot be woken") from error

    def end(self, job: int) -> None:
        self._kernel.TerminateJobObject(c_void_p(job), 1)

    def close(self, job: int) -> None:
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
