"""The terminal: what irgo prints can be shown on any of them, and none is made to obey a file.

A progress bar goes to standard error, where that is a terminal.
"""

import errno
import io
import json
import logging
import os
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import IO, Any, TypeVar, cast

from irgo_app.errors import NOTICE_LOGGER, IrgoError
from irgo_app.words import message, visible, visible_lines


@contextmanager
def safe_output() -> Iterator[None]:
    """Print without control characters, and with "?" for what the terminal has no letter for.

    Sentences logged for the user go to standard error.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    notices, teller = logging.getLogger(NOTICE_LOGGER), _NoticeTeller()
    notices.addHandler(teller)
    try:
        with redirect_stdout(cast(IO[str], _VisibleStream(sys.stdout))):
            yield
    finally:
        notices.removeHandler(teller)


def tell(sentence: str) -> None:
    """Print a sentence for the user to standard error, as one line."""
    _print_line(f"irgo: {sentence}")


def warn(sentence: str) -> None:
    """Print to standard error what the user should know of an answer."""
    _print_line(str(message("warning: {sentence}", sentence=sentence)))


def about(name: str, sentence: str) -> str:
    """Return a sentence with what it is about before it; most say that themselves."""
    return sentence if name in sentence else f"{name}: {sentence}"


def json_text(document: object, indent: int | None = None) -> str:
    """Return a document as JSON that loses nothing on its way through standard output."""
    is_unicode = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    text = json.dumps(document, ensure_ascii=not is_unicode, indent=indent)
    is_shown_whole = visible_lines(text) == text
    return text if is_shown_whole else json.dumps(document, indent=indent)


class OutputError(IrgoError):
    """Standard output is full or closed."""


def give_up_output() -> None:
    """Let what is still to be written go nowhere, so that Python says nothing of it at the end."""
    if sys.__stdout__ is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.__stdout__.fileno())
        os.close(nowhere)


class _VisibleStream:
    """A text stream that shows unseen characters as signs; all but writing is the stream's.

    Raises OutputError where it cannot be written, BrokenPipeError where nobody reads any more.
    """

    def __init__(self, stream: IO[str] | None) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write lines of text."""
        with _telling():
            if self._stream is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            self._stream.write(visible_lines(text))
        return len(text)

    def flush(self) -> None:
        """Write what was kept back."""
        if self._stream is not None:
            with _telling():
                self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(
            "Standard output cannot be written ({reason}); send it to a file on a disk with room.",
            reason=error.strerror or str(error)) from None


class _NoticeTeller(logging.Handler):
    """Prints what is logged for the user."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print a sentence."""
        tell(record.getMessage())


def _print_line(text: str) -> None:
    with suppress(OSError):  # There is nowhere else to say it.
        print(_for_standard_error(text), file=sys.stderr)


def _for_standard_error(text: str) -> str:
    """Return a text without control characters, and with "?" for what there is no letter for."""
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    return visible(text).encode(encoding, "replace").decode(encoding)


_Item = TypeVar("_Item")
_PATIENCE_S = 0.5
_WIDTH = 30
_SURE_S = 5.0
"""From so much work on it can be said how long the rest takes."""
_LONG_S = 120.0
_LATELY_S = 60.0
"""What is left is estimated from so much of the work: its parts are not equally fast."""
_MUCH_LONGER = 1.5
"""So many times what was said before is said anew."""


class ProgressBar:
    """A bar that is shown once the work lasts over half a second; nothing without a terminal."""

    def __init__(self, what: str) -> None:
        self._what, self._is_shown = what, False
        self._start = self._shown_at = time.monotonic()
        self._seen = deque[tuple[float, int]]()
        """When so many steps were done, lately; what comes before the first is prepared once."""
        self._told_end: float | None = None
        """When it should be done by what was said, in seconds from the start."""

    def show(self, done: int, total: int, note: str = "") -> None:
        """Show how far it has come, and a word on it."""
        now = time.monotonic()
        self._tell_length(now - self._start, done, total)
        if not sys.stderr.isatty() or now - self._start <= _PATIENCE_S \
                or now - self._shown_at <= 0.1:
            return
        filled = _WIDTH * done // max(total, 1)
        bar = "#" * filled + "." * (_WIDTH - filled)
        shown = _for_standard_error(f"{self._what} [{bar}] {done}/{total}{note}")
        with suppress(OSError):
            print(f"\r{shown}\033[K", end="", file=sys.stderr, flush=True)
        self._is_shown, self._shown_at = True, now

    def _tell_length(self, seconds: float, done: int, total: int) -> None:
        """Say how long the rest takes where that is long, and again where it gets much longer."""
        if not done:
            return
        self._seen.append((seconds, done))
        while len(self._seen) > 2 and seconds - self._seen[1][0] >= _LATELY_S:
            self._seen.popleft()
        since, before = self._seen[0]
        if done == before or seconds - since < _SURE_S:
            return
        left = (seconds - since) * (total - done) / (done - before)
        expected = 0.0 if self._told_end is None else max(self._told_end - seconds, _LONG_S)
        if left < _LONG_S or left < _MUCH_LONGER * expected:
            return
        self._told_end = seconds + left
        self.end()
        tell(str(message("This takes about {minutes} minutes more; Ctrl-C stops it.",
                         minutes=round(left / 60))))

    def end(self) -> None:
        """Take the bar away."""
        if self._is_shown:
            with suppress(OSError):
                print("\r\033[K", end="", file=sys.stderr, flush=True)


def with_progress(items: Iterable[_Item], total: int, what: str) -> Iterator[_Item]:
    """Yield the items, showing how far it has come once it lasts over half a second."""
    bar = ProgressBar(what)
    for done, item in enumerate(items):
        bar.show(done, total)
        yield item
    bar.end()
