"""An engine's process: started in a group of its own, fed, drained, and ended for certain.

Three threads wait on its pipes, so that neither a silent nor a flooding engine can block irgo.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from irgo_app.errors import EngineError
from irgo_app.gtp.protocol import LONGEST_LINE
from irgo_app.visible_text import visible

_KEPT_ERROR_LINES: Final = 200
_LONGEST_ERROR_LINE: Final = 2000
_MOMENT_S: Final = 1.0


class EngineProcess:
    """One child: lines go in with `send`, come out through `on_line`, its end through `on_end`.

    Nothing moves before `listen`. Both callbacks run on a thread of this object. Standard error is
    drained and its end is kept.
    """

    def __init__(
        self, command: Sequence[str], folder: Path | None, on_line: Callable[[str], None],
        on_end: Callable[[], None],
    ) -> None:
        self.command = tuple(command)
        self._on_line, self._on_end = on_line, on_end
        self._errors: deque[str] = deque(maxlen=_KEPT_ERROR_LINES)
        self._outgoing: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        if not command or not command[0]:
            raise EngineError("An engine without a command line cannot be started; give it one.")
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, cwd=folder, text=True, encoding="utf-8",
                errors="replace", start_new_session=True)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineError(f"{command[0]} cannot be started ({reason}); "
                              "check its command line.") from None
        _GUARDIAN.add(self._process.pid)
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
        """Return the child's process number, which is that of its group."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Return whether the child lives."""
        return self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """Return how the child ended: its code, or minus a signal's number; None while it runs."""
        return self._process.poll()

    @property
    def last_errors(self) -> list[str]:
        """Return the last lines of its standard error."""
        return list(self._errors)

    @property
    def last_words(self) -> str:
        """Return the last line of its standard error as a clause, "" if it said nothing."""
        said = next((line for line in reversed(self._errors) if line.strip()), "")
        return f"; it said: {said.strip()}" if said else ""

    def send(self, line: str) -> None:
        """Hand a line to the child without waiting; a child that is gone gets nothing."""
        self._outgoing.put(line)

    def kill(self) -> None:
        """End the child and everything it started, at once."""
        _kill_group(self._process)
        self._outgoing.put(None)

    def close(self) -> None:
        """Let the child end by itself for a moment (its input is closed), then end it."""
        self._outgoing.put(None)
        try:
            self._process.wait(timeout=_MOMENT_S)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=_MOMENT_S)
        # What the child started may still run, although the child has ended.
        _kill_group(self._process)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in _lines(self._process.stdout, LONGEST_LINE):
            self._on_line(line)
        self._process.wait()
        _GUARDIAN.discard(self._process.pid)
        self._outgoing.put(None)
        self._threads[1].join(_MOMENT_S)
        self._on_end()

    def _drain_errors(self) -> None:
        assert self._process.stderr is not None
        for line in _lines(self._process.stderr, LONGEST_LINE):
            self._errors.append(visible(line.rstrip(), _LONGEST_ERROR_LINE))

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
    """Return an iterator over lines, those that never end cut into pieces."""
    return iter(lambda: _line(pipe, longest), "")


def _line(pipe: IO[str], longest: int) -> str:
    try:
        return pipe.readline(longest)
    except (OSError, ValueError):
        return ""


def _kill_group(process: subprocess.Popen[str]) -> None:
    if os.name == "posix":
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except OSError:
            return
    else:
        process.kill()


class _Guardian:
    """Tells the guardian's process which engines there are; it is started with the first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def add(self, group: int) -> None:
        """End a process group when irgo ends."""
        self._tell(f"+{group}")

    def discard(self, group: int) -> None:
        """Forget a group that has ended."""
        self._tell(f"-{group}")

    def _tell(self, line: str) -> None:
        if os.name != "posix":
            return
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                script = str(Path(__file__).with_name("guardian.py"))
                self._process = subprocess.Popen(
                    [sys.executable, "-S", "-E", script], stdin=subprocess.PIPE, text=True,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            assert self._process.stdin is not None
            try:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
            except OSError:
                self._process = None


_GUARDIAN: Final = _Guardian()
