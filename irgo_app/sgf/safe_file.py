"""Writes a file so that it holds the old or the new content, whatever happens, and never half.

The new content goes to a temporary file beside it, onto the disk, and then takes its name. Mode,
owner and extended attributes are carried over. A file with several names (hard links) must keep
its place on the disk: it is written over only when its new content lies safely beside it.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_SUFFIX: Final = ".irgo-save"
_TORN_AFTER_S: Final = 60
_LONGEST_NAME: Final = 255
"""Of a file, in bytes, where the system does not say."""


def write_safely(path: Path, data: bytes, *, backup: bool = False) -> None:
    """Write a file; raises OSError, and the file is then as it was.

    path -- no link; whoever calls has followed it
    backup -- whether the content before goes to `<name>.bak`, which is written as safely
    """
    _remove_torn_saves(path.parent)
    before = path.stat() if path.exists() else None
    with _beside(path, data, before) as fresh:
        # The backup is made when the new content has found room: a full disk changes nothing.
        if before is not None and backup:
            with _beside(path, path.read_bytes(), before) as kept:
                os.replace(kept, _backup_of(path))
        if before is not None and before.st_nlink > 1:
            _write_over(path, data)
        else:
            os.replace(fresh, path)
    _sync_folder(path.parent)


@contextmanager
def _beside(path: Path, data: bytes, like: os.stat_result | None) -> Iterator[Path]:
    """Lend a temporary file in the folder of another, on the disk and with the other's attributes.

    It is gone afterwards if it was not renamed.
    """
    handle, name = tempfile.mkstemp(_SUFFIX, ".", path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if like is None:
                os.chmod(temporary, 0o666 & ~_umask())
            else:
                _copy_attributes(path, like, temporary)
            os.fsync(file.fileno())
        yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink()


def _copy_attributes(source: Path, status: os.stat_result, target: Path) -> None:
    """Carry over what the system lets this user set; the content matters more than that."""
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(target, status.st_uid, status.st_gid)
    with suppress(OSError):
        shutil.copymode(source, target)
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            for name in os.listxattr(source):
                with suppress(OSError):
                    os.setxattr(target, name, os.getxattr(source, name))


def _write_over(path: Path, data: bytes) -> None:
    """Give a file with several names its new content where it lies.

    Room is taken first, so that a full disk is found out while the old content is still there.
    """
    with path.open("r+b") as file:
        size = os.fstat(file.fileno()).st_size
        if len(data) > size and hasattr(os, "posix_fallocate"):
            try:
                os.posix_fallocate(file.fileno(), size, len(data) - size)
            except OSError:
                file.truncate(size)
                raise
        file.write(data)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _backup_of(path: Path) -> Path:
    """Return the name of a file's backup, the file's own shortened where it would be too long."""
    try:
        longest = os.pathconf(path.parent, "PC_NAME_MAX")
    except (AttributeError, OSError, ValueError):
        longest = _LONGEST_NAME
    room = longest - len(b".bak")
    name = os.fsencode(path.name)
    while len(name) > room:
        name = os.fsencode(os.fsdecode(name)[:-1])
    return path.with_name(os.fsdecode(name) + ".bak")


def _remove_torn_saves(folder: Path) -> None:
    """Remove what saves left that were killed; another irgo may be saving at this moment.

    What cannot be removed, because somebody else left it, is in nobody's way.
    """
    with suppress(OSError):
        for entry in os.scandir(folder):
            if not (entry.name.startswith(".") and entry.name.endswith(_SUFFIX)):
                continue
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(status.st_mode) and status.st_mtime < time.time() - _TORN_AFTER_S:
                    os.unlink(entry.path)


def _sync_folder(folder: Path) -> None:
    """Carry the new name to the disk, where the system lets a folder be opened."""
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    """Return the mask of new files; Python can only ask by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
