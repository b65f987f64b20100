"""Temporary files that irgo can prove it made: their names end with a digest of their beginnings.

irgo removes nothing because of how a name begins or ends: a file of somebody else may be called
the same. A name from here is given by irgo alone. What lies under it is removed only if it is an
ordinary file of this user, no link, that has not been written for a while and that no running
irgo keeps locked; and in the folder that was opened, whatever takes that folder's name meanwhile.
"""

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

SUFFIX: Final = ".irgo-save"
_RANDOM_BYTES: Final = 8
_TORN_AFTER_S: Final = 60
_HAS_HANDLES: Final = os.unlink in os.supports_dir_fd and os.scandir in os.supports_fd
_NO_LINK: Final = (getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
                   | getattr(os, "O_NONBLOCK", 0))


def new_name(suffix: str = SUFFIX) -> str:
    """Return a hidden name that nobody has given before and `is_own_name` knows."""
    start = secrets.token_hex(_RANDOM_BYTES)
    return f".{start}-{_digest(start)}{suffix}"


def is_own_name(name: str, suffix: str = SUFFIX) -> bool:
    """Return whether `new_name` gave a name."""
    start, dash, digest = name.removeprefix(".").removesuffix(suffix).partition("-")
    return bool(dash) and name == f".{start}-{digest}{suffix}" and digest == _digest(start)


def _digest(start: str) -> str:
    return blake2b(start.encode("utf-8", "replace"), digest_size=_RANDOM_BYTES,
                   person=b"irgo").hexdigest()


@contextmanager
def temporary_file(folder: Path) -> Iterator[tuple[int, Path]]:
    """Lend a new file, for its owner alone, with its handle; raises OSError.

    The borrower closes the handle, and gives the file its name with `os.replace`; a file that was
    not renamed is removed afterwards. Until then it is locked, so that no other irgo removes it.
    """
    path = folder / new_name()
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_LINK, 0o600)
    lock = -1
    try:
        if sys.platform != "win32":
            # Windows renames no file that is open, and removes none either.
            lock = os.dup(handle)
            _lock(lock)
        yield handle, path
    finally:
        if lock >= 0:
            os.close(lock)
        with suppress(OSError):
            os.unlink(path)


def remove_torn(folder: Path) -> None:
    """Remove what `temporary_file` lent to processes that were killed.

    What cannot be removed is in nobody's way.
    """
    with suppress(OSError), opened_folder(folder) as (place, handle), os.scandir(place) as entries:
        for name in [entry.name for entry in entries if is_own_name(entry.name)]:
            with suppress(OSError):
                _remove_one(folder, handle, name)


@contextmanager
def opened_folder(folder: Path) -> Iterator[tuple[int | Path, int | None]]:
    """Lend what `os.scandir` takes for a folder, and its handle where the system has such.

    Raises OSError, also where the folder itself is a link.
    """
    if not _HAS_HANDLES:
        if _leads_elsewhere(folder.lstat()):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
        yield folder, None
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | _NO_LINK)
    try:
        yield handle, handle
    finally:
        os.close(handle)


def _remove_one(folder: Path, handle: int | None, name: str) -> None:
    place: str | Path = folder / name if handle is None else name
    file = os.open(place, os.O_RDONLY | _NO_LINK, dir_fd=handle)
    try:
        found = os.fstat(file)
        is_torn = (is_own_file(found) and found.st_mtime < time.time() - _TORN_AFTER_S
                   and _lock(file))
        if is_torn and handle is not None:
            os.unlink(place, dir_fd=handle)
    finally:
        os.close(file)
    if is_torn and handle is None:
        # Where files are removed by their paths nothing is removed while it is open.
        os.unlink(place)


def _leads_elsewhere(found: os.stat_result) -> bool:
    """Return whether something is a link, or one of Windows' kinds of links."""
    return stat.S_ISLNK(found.st_mode) or bool(
        getattr(found, "st_file_attributes", 0) & stat.FILE_ATTRIBUTE_REPARSE_POINT)


def is_own_file(found: os.stat_result) -> bool:
    """Return whether something is an ordinary file with one name, of this user."""
    return (stat.S_ISREG(found.st_mode) and found.st_nlink == 1
            and (os.name != "posix" or found.st_uid == os.geteuid()))


if sys.platform == "win32":
    def _lock(handle: int) -> bool:
        return True
else:
    import fcntl

    def _lock(handle: int) -> bool:
        """Lock a file until it is closed; return False where another process has it."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # On a disk that locks nothing only the age tells.
        return True
