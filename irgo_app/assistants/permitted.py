"""The only files that assistants reach: below one folder to read, in one folder to write."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from irgo_app.assistants.messages import Permits
from irgo_app.assistants.tools import MOST_RECORD
from irgo_app.errors import UsageError
from irgo_app.visible_text import visible

_SHOWN: Final = 200
_LONGEST_NAME: Final = 120
_NOT_IN_NAMES: Final = frozenset('/\\:*?"<>|')


def read_permitted(permits: Permits, name: str) -> bytes:
    """Return the bytes of a record below the folder that may be read; raises UsageError.

    Where links lead out of the folder, nothing is read. The way to the file is opened folder by
    folder, so that none can become a link meanwhile. What is no ordinary file is refused, and
    what is larger than records are.
    """
    shown = visible(name, _SHOWN)
    try:
        place = (permits.root / name).resolve(strict=True)
        parts = place.relative_to(permits.root).parts
    except (OSError, ValueError, RuntimeError):
        # What lies outside is not told apart from what is not there.
        raise UsageError(
            "There is no file {file} in the folder that irgo may read; name one below it, or "
            "start irgo mcp with --root FOLDER.", file=shown) from None
    try:
        handle = _opened(permits.root, parts)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise UsageError("{file} is no ordinary file; choose a game file.", file=shown)
            data = file.read(MOST_RECORD + 1)
    except OSError as error:
        raise UsageError("{file} cannot be read ({reason}); choose another file.", file=shown,
                         reason=error.strerror or "?") from None
    if len(data) > MOST_RECORD:
        raise UsageError("{file} is larger than {most} MB; choose a smaller record.", file=shown,
                         most=MOST_RECORD // 1_000_000)
    return data


def _opened(root: Path, parts: tuple[str, ...]) -> int:
    """Return the handle of a file, opened without following a link; raises OSError."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(
        os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    if os.open not in os.supports_dir_fd:
        return os.open(root.joinpath(*parts), flags)
    handle = os.open(root, flags | os.O_DIRECTORY)
    for part in parts:
        try:
            inner = os.open(part, flags, dir_fd=handle)
        finally:
            os.close(handle)
        handle = inner
    return handle


def place_to_write(permits: Permits, name: str, endings: tuple[str, ...]) -> Path:
    """Return where a new file may be made; raises UsageError.

    name -- without folders; nothing that is there is written over
    """
    shown = visible(name, _SHOWN)
    if permits.write is None:
        raise UsageError("irgo may write nothing here; its owner can start irgo mcp with "
                         "--write FOLDER.")
    is_plain = 0 < len(name) <= _LONGEST_NAME and not name.startswith(".") and not (
        _NOT_IN_NAMES & set(name)) and name == visible(name) and name == name.strip()
    if not is_plain or not name.isprintable():
        raise UsageError("{file} is no plain name of a file; choose one without folders.",
                         file=shown)
    if not name.lower().endswith(endings):
        raise UsageError("{file} should end in one of {endings}.", file=shown,
                         endings=", ".join(endings))
    place = permits.write / name
    if os.path.lexists(place):
        raise UsageError("{file} is there already; choose another name.", file=shown)
    return place
