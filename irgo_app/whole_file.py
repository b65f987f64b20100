"""Writes a file so that it holds the old or the new content, whatever happens, and never half.

Every file that irgo writes for its user goes through here. The new content goes to a temporary
file beside it, onto the disk, and then takes its name. Mode, owner and extended attributes are
carried over. A file with several names (hard links) must keep its place on the disk: it is written
over only when its new content lies safely beside it.
"""

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.own_names import remove_torn, temporary_file
from irgo_app.words import Message, listed, message

_LONGEST_NAME: Final = 255
"""Of a file, in bytes, where the system does not say."""


def check_ending(path: Path, endings: Iterable[str]) -> None:
    """Raise UsageError for a name with another ending than these, which are in small letters."""
    if path.suffix.lower() not in endings:
        raise UsageError("{name} should end in {endings}.", name=path.name, endings=listed(endings))


def write_whole(path: Path, data: bytes, *, backup: bool = False, is_private: bool = False) -> None:
    """Write a file; raises OSError, and the file is then as it was.

    path -- a link is followed; what is no ordinary file (a pipe, a device) is written to as it is
    backup -- whether the content before goes to `<name>.bak`, which is written as safely
    is_private -- whether a new file is for its owner's eyes alone
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        path.write_bytes(data)
        return
    path = Path(os.path.realpath(path))
    remove_torn(path.parent)
    before = _status_before(path)
    with _beside(path, data, before, is_private) as fresh:
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
def whole_file(path: Path) -> Iterator[Path]:
    """Lend the place of a file that is written piece by piece and becomes `path` afterwards.

    Where anything is raised meanwhile `path` is as it was. Raises OSError.
    """
    path = Path(os.path.realpath(path))
    remove_torn(path.parent)
    with _beside(path, b"", _status_before(path)) as fresh:
        yield fresh
        with fresh.open("r+b") as file:
            os.fsync(file.fileno())
        os.replace(fresh, path)
    _sync_folder(path.parent)


def why_unwritten(path: Path, error: OSError | ValueError) -> Message:
    """Return the sentence for a file that could not be written: why, and what to do next."""
    number = getattr(error, "errno", None)
    if number in (errno.ENOSPC, errno.EDQUOT):
        return message("{path} cannot be written: the disk is full. Make room there and do it "
                       "again.", path=path)
    if number in (errno.EACCES, errno.EPERM, errno.EROFS):
        return message("{path} cannot be written: that is not allowed there. Choose another place.",
                       path=path)
    if number == errno.EISDIR:
        return message("{path} is a folder; choose a file name.", path=path)
    if number == errno.ENOENT and not path.parent.is_dir():
        return message("There is no folder {folder}; make it, or choose another place.",
                       folder=path.parent)
    return message("{path} cannot be written ({reason}); choose another place.", path=path,
                   reason=getattr(error, "strerror", None) or str(error))


def why_not_over(path: Path, *read: Path | None) -> Message | None:
    """Return why a file made of others may not be written over one of them, None if it is apart.

    read -- the files it is made of; None for what has none
    """
    for source in read:
        with suppress(OSError):
            if source is not None and path.samefile(source):
                return message("{file} is what is read, and would be lost; choose another file.",
                               file=path)
    return None


def _status_before(path: Path) -> os.stat_result | None:
    """Return what the system says of a file, None where there is none; raises OSError.

    A new file may take the place of one that may not be written: that is asked for here.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not path.exists():
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return path.stat()


@contextmanager
def _beside(
    path: Path, data: bytes, like: os.stat_result | None, is_private: bool = False
) -> Iterator[Path]:
    """Lend a temporary file in the folder of another, on the disk and with the other's attributes.

    It is gone afterwards if it was not renamed.
    """
    with temporary_file(path.parent) as (handle, temporary):
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if like is None and not is_private:
                os.chmod(temporary, 0o666 & ~_umask())
            elif like is not None:
                _copy_attributes(path, like, temporary)
            os.fsync(file.fileno())
        yield temporary


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
