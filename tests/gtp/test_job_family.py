"""Job objects of Windows: what is asked of the system, and in which order; the system is played.

The played jobs are process groups with real programs in them, so that a family really ends.
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from irgo_app.gtp.channel import (BasicLimits, ExtendedLimits, JobFamily, WindowsJobs,
                                  open_with_pipes)

posix_only = pytest.mark.skipif(os.name == "nt", reason="plays job objects with process groups")
ENGINE = "import subprocess, sys; print('awake', flush=True); " \
         "print(subprocess.Popen(['sleep', '600']).pid, flush=True); sys.stdin.read()"


def test_the_structures_of_windows_have_their_sizes() -> None:
    """As sizeof() says for 64 bits; SetInformationJobObject refuses every other."""
    if ctypes.sizeof(ctypes.c_size_t) == 8:
        assert (ctypes.sizeof(BasicLimits), ctypes.sizeof(ExtendedLimits)) == (64, 144)
        assert BasicLimits.LimitFlags.offset == 16 and ExtendedLimits.IoInfo.offset == 64


class PlayedJobs:
    """Jobs as process groups, told of in `calls`.

    refused -- the call that fails
    """

    def __init__(self, refused: str = "") -> None:
        self.calls: list[str] = []
        self._refused = refused
        self._groups: dict[int, list[int]] = {}

    def create(self) -> int:
        self._note("create")
        self._groups[7] = []
        return 7

    def start_asleep(
        self, command: Sequence[str], folder: Path | None
    ) -> subprocess.Popen[str]:
        self._note("start")
        child = open_with_pipes(
            ["sh", "-c", 'kill -STOP $$; exec "$@"', "sh", *command], folder,
            start_new_session=True)
        os.waitpid(child.pid, os.WUNTRACED)
        return child

    def add(self, job: int, child: subprocess.Popen[str]) -> None:
        self._note("add")
        self._groups[job].append(child.pid)

    def wake(self, child: subprocess.Popen[str]) -> None:
        self._note("wake")
        os.kill(child.pid, signal.SIGCONT)

    def end(self, job: int) -> None:
        self._note("end")
        for group in self._groups[job]:
            os.killpg(group, signal.SIGKILL)

    def close(self, job: int) -> None:
        self._note("close")
        del self._groups[job]

    def _note(self, call: str) -> None:
        self.calls.append(call)
        if call == self._refused:
            raise OSError("refused")


@posix_only
def test_a_family_is_in_its_job_before_it_runs_and_ends_with_it() -> None:
    jobs = PlayedJobs()
    family = JobFamily([sys.executable, "-c", ENGINE], None, jobs)
    assert jobs.calls == ["create", "start", "add", "wake"]
    assert family.process_id == family.child.pid
    assert family.child.stdout is not None and family.child.stdout.readline() == "awake\n"
    assert int(family.child.stdout.readline())
    family.kill()
    family.kill()
    assert jobs.calls[4:] == ["end", "close"]
    # A pipe ends when the last process that holds it has ended, the one below among them.
    assert family.child.communicate(timeout=60) == ("", "")
    assert family.child.returncode == -signal.SIGKILL


@posix_only
@pytest.mark.parametrize("refused, calls", [
    ("create", ["create"]),
    ("start", ["create", "start", "close"]),
    ("add", ["create", "start", "add", "close"]),
    ("wake", ["create", "start", "add", "wake", "close"]),
])
def test_what_windows_refuses_leaves_nothing_behind(
    refused: str, calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs, started = PlayedJobs(refused), []
    start = jobs.start_asleep
    monkeypatch.setattr(jobs, "start_asleep", lambda *words: started.append(start(*words))
                        or started[-1])
    with pytest.raises(OSError, match="refused"):
        JobFamily([sys.executable, "-c", ENGINE], None, jobs)
    assert jobs.calls == calls
    for child in started:
        assert child.communicate(timeout=60) == ("", "")
        assert child.returncode == -signal.SIGKILL


class Library:
    """A library of Windows: each function notes how it was called and returns what is planned."""

    def __init__(self, **answers: int) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        for name, answer in answers.items():
            setattr(self, name, self._function(name, answer))

    def _function(self, name: str, answer: int) -> Any:
        def called(*arguments: Any) -> int:
            self.calls.append((name, tuple(getattr(one, "value", one) for one in arguments)))
            return answer

        return called


@pytest.fixture
def asked() -> Iterator[dict[str, int]]:
    """What Windows answers where nothing goes wrong."""
    yield {"CreateJobObjectW": 1 << 40, "SetInformationJobObject": 1,
           "AssignProcessToJobObject": 1, "TerminateJobObject": 1, "CloseHandle": 1}


def windows(answers: dict[str, int]) -> tuple[WindowsJobs, Library]:
    kernel = Library(**answers)
    return WindowsJobs(cast(ctypes.CDLL, kernel), lambda: OSError("code 5")), kernel


def test_windows_is_asked_with_handles_of_full_width(asked: dict[str, int]) -> None:
    jobs, kernel = windows(asked)
    child: Any = SimpleNamespace(_handle=(1 << 40) + 4)
    job = jobs.create()
    jobs.add(job, child)
    jobs.end(job)
    jobs.close(job)
    assert kernel.CreateJobObjectW.restype is ctypes.c_void_p  # type: ignore[attr-defined]
    (_, first), (name, (handle, kind, limits, size)), *rest = kernel.calls
    assert first == (None, None) and name == "SetInformationJobObject"
    assert (handle, kind, size) == (1 << 40, 9, ctypes.sizeof(ExtendedLimits))
    assert limits._obj.BasicLimitInformation.LimitFlags == 0x2000
    assert rest == [("AssignProcessToJobObject", (1 << 40, child._handle)),
                    ("TerminateJobObject", (1 << 40, 1)), ("CloseHandle", (1 << 40,))]


@pytest.mark.parametrize("refused", [
    "CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject"])
def test_what_windows_refuses_is_an_error(asked: dict[str, int], refused: str) -> None:
    jobs, kernel = windows(asked | {refused: 0})
    child: Any = SimpleNamespace(_handle=4)
    with pytest.raises(OSError, match="code 5"):
        jobs.add(jobs.create(), child)
    closed = [name for name, _ in kernel.calls if name == "CloseHandle"]
    assert len(closed) == (refused == "SetInformationJobObject")


@posix_only
def test_a_program_is_woken_and_one_that_is_gone_is_an_error(asked: dict[str, int]) -> None:
    jobs, _ = windows(asked)
    child = PlayedJobs().start_asleep([sys.executable, "-c", "print('awake')"], None)
    jobs.wake(child)
    assert child.communicate(timeout=60)[0] == "awake\n"
    with pytest.raises(OSError, match="woken"):
        jobs.wake(child)
