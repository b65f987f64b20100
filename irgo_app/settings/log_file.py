"""irgo's log: what went wrong, in a small file that can be shown to others.

Only irgo's own words are written: the texts of its sources without what is filled in, kinds of
errors, and places in programs. So no name, no path and nothing of a game gets into it.
"""

import faulthandler
import logging
import os
import re
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Final

from irgo_app.errors import IrgoError
from irgo_app.settings import own_path
from irgo_app.words import Message, visible_lines

START_LOGGER: Final = "irgo.start"
"""The logger of one line a start: what irgo runs on; and of where it crashed before. What it writes
is made of irgo's own words, places in programs and figures.
"""
_NAME: Final = "irgo.log"
_OLD: Final = ".1"
_CRASH: Final = "irgo.crash"
_MOST_BYTES: Final = 100_000
_LOGGERS: Final = ("irgo", "irgo_app")
_OWN_FOLDERS: Final = ("irgo_app", "site-packages")


def log_path() -> Path | None:
    """Return where the log belongs on this system, None where there is no such place."""
    return own_path("state", _NAME)


def keep_log(*, speaks: bool = True) -> None:
    """Keep what irgo logs from now on in its file.

    speaks -- it goes to standard error too, as it does without the file
    """
    path = log_path()
    if path is None or any(isinstance(found, LogFile)
                           for found in logging.getLogger(_LOGGERS[0]).handlers):
        return
    handler = LogFile(path)
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        if speaks and logging.lastResort is not None:
            # It speaks only where nobody else takes what is logged.
            logging.lastResort.setFormatter(_VisibleFormatter())
            logger.addHandler(logging.lastResort)
    logging.getLogger(START_LOGGER).setLevel(logging.INFO)


class _VisibleFormatter(logging.Formatter):
    """Formats what goes to a terminal: names in it give the terminal no orders."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        return visible_lines(super().format(record))


def watch_for_crashes() -> None:
    """Have Python write where it is if it crashes; what it wrote last time goes into the log.

    Paths would be in it, so it has a file of its own until then, which several processes share.
    """
    path = log_path()
    if path is None or faulthandler.is_enabled():
        return
    path = path.with_name(_CRASH)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            return  # What it leads to is somebody else's, and would be emptied.
        found = path.read_text("utf-8", "replace") if path.exists() else ""
        # Python holds the file from here on, and writes whatever happens behind what is in it.
        faulthandler.enable(path.open("a", encoding="utf-8"))
        if found:
            os.truncate(path, 0)
        if places := list(crash_places(found)):
            logging.getLogger(START_LOGGER).error("\n  ".join(("irgo had crashed", *places)))


_FRAME: Final = re.compile(r' +File "(.*)", line (\d+) in (.*)')
_CRASH_LINES: Final = 60
_NO_CRASH: Final = "Windows fatal exception: code "
"""What Windows has no name for is seldom fatal: Qt's own calls are answered by such codes."""


def crash_places(text: str) -> Iterator[str]:
    """Generate what `faulthandler` wrote of a crash, with places instead of paths."""
    if text.startswith(_NO_CRASH):
        return
    for line in text.splitlines()[:_CRASH_LINES]:
        if frame := _FRAME.fullmatch(line):
            yield f"  {_place(frame[1])}:{frame[2]} {frame[3]}"
        elif line.startswith(("Fatal Python error: ", "Windows fatal exception: ",
                              "Current thread ", "Thread ")):
            yield line


def last_lines(count: int) -> list[str]:
    """Return the last lines of the log, the newest at the end; none where it cannot be read."""
    path, lines = log_path(), list[str]()
    for file in (path and path.with_name(path.name + _OLD), path):
        with suppress(OSError):
            lines += file.read_text("utf-8", "replace").splitlines() if file else []
    return lines[-count:]


class LogFile(logging.Handler):
    """Writes records to a file; a long one becomes the old one, whose predecessor goes.

    Several processes may write: each line is written whole. Where it cannot, nothing is kept.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        lines = [f"{when} {record.levelname.lower()} {record.name}: {said(record)}"]
        if record.exc_info and record.exc_info[1] is not None:
            lines += [f"  {line}" for line in traced(record.exc_info[1])]
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.exists() and self._path.stat().st_size > _MOST_BYTES:
                os.replace(self._path, self._path.with_name(self._path.name + _OLD))
            with self._path.open("a", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")


def said(record: logging.LogRecord) -> str:
    """Return the text of a record as irgo's source has it, without what is filled in.

    An error of irgo's that is filled in is its own text, again with its places left open.
    """
    if not isinstance(record.msg, str):
        return _text(record.msg)
    filled = record.args if isinstance(record.args, tuple) else ()
    texts = [_text(value) for value in filled if isinstance(value, IrgoError | Message)]
    return " | ".join([record.msg, *texts])


def traced(error: BaseException) -> Iterator[str]:
    """Generate where an error came from and of which kind it is, and those that led to it.

    Not what it says: that may hold anything.
    """
    if error.__cause__ is not None:
        yield from traced(error.__cause__)
    for frame, line in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        yield f"{_place(code.co_filename)}:{line} {code.co_name}"
    yield type(error).__name__ + (f": {_text(error)}" if isinstance(error, IrgoError) else "")


def _text(value: object) -> str:
    said_by = value.message if isinstance(value, IrgoError) else value
    return said_by.text if isinstance(said_by, Message) else f"({type(value).__name__})"


def _place(file: str) -> str:
    """Return a source file as seen from irgo's folder, or from the installed libraries."""
    parts = PurePath(file).parts
    for folder in _OWN_FOLDERS:
        if folder in parts:
            last = len(parts) - 1 - parts[::-1].index(folder)
            return "/".join(parts[last + (folder != _OWN_FOLDERS[0]):])
    return "(elsewhere)"
