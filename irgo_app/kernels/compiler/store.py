"""Where machine code is kept: checked when it is read, written whole, and never in others' hands.

An entry is one file: a digest of what follows, then the bytes. One that is torn or was changed is
made again. Entries are run, so that only files are read which this user (or root) owns and no
other can write to; no link is followed.

There are three places, in this order: the folder of `NUMBA_CACHE_DIR`, or the user's cache folder
where that is not set; a private folder below `XDG_RUNTIME_DIR`; one below the folder of temporary
files. The first that takes entries is the place, and no later one is looked at. Where there is
none, nothing is kept. One sentence, logged for the user, says what became of it.

What nobody has read for a month is removed, if irgo can prove that it made it: an entry begins with
the digest of the rest, a folder has irgo's mark in it, a torn file has one of irgo's own names.

A lock for each entry keeps several processes from making the same one: bytes of one file, each at a
place that follows from the entry's name. The system gives up the locks of a process that ends,
however it ends. Kernels are locked from the caller to the callee and none calls itself in a circle,
so that no two processes wait for each other.
"""

import logging
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from msgspec import Struct
from platformdirs import user_cache_path

from irgo_app.errors import NOTICE_LOGGER
from irgo_app.own_names import is_own_file, opened_folder, remove_torn, temporary_file
from irgo_app.words import Message, message, noted

FOLDER_VARIABLE: Final = "NUMBA_CACHE_DIR"
_DIGEST_BYTES: Final = 16
_DAY_S: Final = 86_400
_FORGOTTEN_S: Final = 30 * _DAY_S
_LOCKS: Final = ".locks"
_MARK: Final = ".made-by-irgo"
_MARK_TEXT: Final = b"irgo keeps compiled kernels in this folder, and may remove it.\n"
_PROBE: Final = bytes(4096)
_NO_LINK: Final = (getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
                   | getattr(os, "O_NONBLOCK", 0))
_LOCK_PLACES: Final = 2**30
_LOOK_AGAIN_S: Final = 0.02
_NOT_OWN: Final = noted("it belongs to another user, or others can write to it")


class KeptCode(Struct, frozen=True):
    """What is kept of machine code, and where, without naming a folder.

    place -- "usual", "named" (by the variable), "private", "nowhere"; "brought" along by a frozen
    irgo
    entries, size -- how many files there are of these kernels, and their bytes
    """

    place: str
    entries: int
    size: int


class CodeStore:
    """Entries by name, in the first folder that takes them.

    name -- of the folder of these entries, within each place tried
    """

    def __init__(self, name: str) -> None:
        usual = _usual_place()
        self._trouble = None if usual else message("this user has no home folder")
        self._usual = usual and usual / name
        private = list(_private_folders(name))
        self._folders = [self._usual, *private] if self._usual else private
        self._to_write = list(self._folders)
        self._told: Message | None = None
        self._is_tried = False
        self._locks: int | None = None
        self._is_swept = False

    @property
    def folder(self) -> Path | None:
        """Return the best folder that takes entries, made if need be; None if there is none."""
        while self._to_write:
            try:
                return _own_folder(self._to_write[0])
            except OSError as error:
                self._give_up(error)
        return None

    def load(self, name: str) -> bytes | None:
        """Return what was kept under a name, None if there is nothing that can be used."""
        for folder in self._places():
            try:
                data = _trusted_bytes(folder, name)
            except OSError:
                continue
            if _is_entry(data):
                _note_use(folder / name)
                return data[_DIGEST_BYTES:]
        return None

    def has(self, name: str) -> bool:
        """Return whether something is kept under a name; it may yet turn out to be broken."""
        return any((folder / name).is_file() for folder in self._places())

    def _places(self) -> Iterator[Path]:
        """Generate where entries are looked for: up to the first folder that takes new ones.

        One that takes none may still hold some.
        """
        for folder in self._folders:
            yield folder
            if not self._is_tried:
                self._find_place()
            if self._to_write and folder == self._to_write[0]:
                return

    def _find_place(self) -> None:
        """Go on to the first folder that can be written to now; a full disk says so only then."""
        self._is_tried = True
        while (folder := self.folder) is not None:
            try:
                with temporary_file(folder) as (handle, _), os.fdopen(handle, "wb") as file:
                    file.write(_PROBE)
                return
            except OSError as error:
                self._give_up(error)

    def save(self, name: str, data: bytes) -> None:
        """Keep something under a name; where that fails, in the next place, else not at all."""
        while (folder := self.folder) is not None:
            try:
                _write_whole(folder / name, _digest(data) + data)
                break
            except OSError as error:
                self._give_up(error)
        if self._trouble:
            self._tell(folder)
        if folder is not None and not self._is_swept:
            self._is_swept = True
            _remove_forgotten(folder)

    def state(self) -> KeptCode:
        """Return what is kept; the folder is made if it is not there, as for keeping something."""
        folder = self.folder
        if folder is None:
            return KeptCode("nowhere", 0, 0)
        place = "private" if folder != self._usual else (
            "named" if os.environ.get(FOLDER_VARIABLE) else "usual")
        sizes = [found.stat().st_size for found in folder.rglob("*") if found.is_file()]
        return KeptCode(place, len(sizes), sum(sizes))

    def private_folder(self, name: str) -> Path | None:
        """Return a folder beside the entries for what is read unchecked, made if need be.

        None where nothing can be kept, or where somebody else could put another one in its place.
        """
        folder = self.folder
        if folder is None or not _is_out_of_reach(folder):
            return None
        found = folder / name
        with suppress(OSError):
            with suppress(FileExistsError):
                found.mkdir(mode=0o700)
                (found / _MARK).write_bytes(_MARK_TEXT)
            _own_folder(found)
            _note_use(found)
            return found
        return None

    def discard(self, folder: Path) -> None:
        """Remove a folder that `private_folder` made, with all that is in it."""
        with suppress(OSError), opened_folder(folder.parent) as (_, handle):
            _remove_marked(folder, handle)

    @contextmanager
    def alone(self, name: str, *, waits: bool) -> Iterator[bool]:
        """Make an entry while no other process does; tells whether it is this one's turn.

        waits -- until it is. Where files cannot be locked it always is: what is made twice is the
        same twice.
        """
        place = int.from_bytes(_digest(name.encode())) % _LOCK_PLACES
        is_held = False
        try:
            if self._locks is None and (folder := self.folder) is not None:
                self._locks = os.open(folder / _LOCKS, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
            while self._locks is not None and not (is_held := _lock(self._locks, place)) and waits:
                time.sleep(_LOOK_AGAIN_S)
            is_turn = is_held or self._locks is None
        except OSError:
            is_turn = True
        try:
            yield is_turn
        finally:
            if is_held and self._locks is not None:
                with suppress(OSError):
                    _unlock(self._locks, place)

    def _give_up(self, error: OSError) -> None:
        """Note why a place takes nothing, and go on to the next."""
        self._trouble = message("{folder}: {reason}", folder=str(self._to_write.pop(0)),
                                reason=message(error.strerror or str(error)))

    def _tell(self, folder: Path | None) -> None:
        """Say where the machine code goes instead, in one sentence, and that only once."""
        if folder is not None:
            sentence = message(
                "Compiled kernels cannot be kept where they belong ({trouble}), so they are kept "
                "in {place}; mend that, or name another folder in {variable}.",
                trouble=self._trouble, place=str(folder), variable=FOLDER_VARIABLE)
        else:
            sentence = message(
                "Compiled kernels cannot be kept where they belong ({trouble}), so they are "
                "compiled anew each time irgo starts; mend that, or name another folder in "
                "{variable}.", trouble=self._trouble, variable=FOLDER_VARIABLE)
        if sentence != self._told:
            self._told = sentence
            logging.getLogger(NOTICE_LOGGER).warning(sentence)


def _usual_place() -> Path | None:
    """Return the folder the user named, else that of the system; None without a home."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named).absolute()
    try:
        place = user_cache_path("irgo", appauthor=False)
    except RuntimeError:
        # Nobody with this number is known to the system.
        return None
    # Older platformdirs leave the tilde in front, as a name in the current folder.
    return place if place.is_absolute() else None


def _private_folders(name: str) -> Iterator[Path]:
    """Generate folders where nobody but this user can write, best first; they may not be there."""
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    if runtime.is_absolute() and _is_own(runtime):
        yield runtime / "irgo" / name
    with suppress(OSError):
        temporary = Path(tempfile.gettempdir())
        if temporary.is_dir():
            yield temporary / f"irgo-{name}-{os.geteuid() if os.name == 'posix' else ''}"


def _own_folder(folder: Path) -> Path:
    """Return a folder, made if need be; raises OSError if it cannot be or is somebody else's."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if not _is_own(folder):
        raise PermissionError(0, _NOT_OWN)
    return folder


def _is_own(folder: Path) -> bool:
    """Return whether something is a folder, no link, of this user, that no other can write to."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and _is_trusted(found, root_too=False)


def _is_trusted(found: os.stat_result, *, root_too: bool) -> bool:
    if os.name != "posix":
        # Windows' folders for caches and temporary files are the user's own.
        return True
    owners = {os.geteuid(), 0} if root_too else {os.geteuid()}
    return found.st_uid in owners and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _is_out_of_reach(folder: Path) -> bool:
    """Return whether nobody else can put another folder, or a link, anywhere on the way to it."""
    for path in {folder, *folder.parents, *folder.resolve().parents}:
        found = path.lstat()
        is_shared = stat.S_ISLNK(found.st_mode) or found.st_mode & stat.S_ISVTX
        if os.name == "posix" and not (
                found.st_uid in (os.geteuid(), 0) if is_shared
                else _is_trusted(found, root_too=True)):
            return False
    return True


def _trusted_bytes(folder: Path, name: str) -> bytes:
    """Return what is in a file; raises OSError if it is not there or others could have written."""
    if not _is_trusted(found := folder.lstat(), root_too=True) or stat.S_ISLNK(found.st_mode):
        raise PermissionError(0, "others can write to it", str(folder))
    handle = os.open(folder / name, os.O_RDONLY | _NO_LINK)
    with open(handle, "rb") as file:
        if not _is_trusted(os.fstat(handle), root_too=True):
            raise PermissionError(0, "others can write to it", name)
        return file.read()


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees a part of it; raises OSError."""
    with temporary_file(path.parent) as (handle, temporary):
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)


def _note_use(path: Path) -> None:
    """Give an entry today's date, so that it is not taken for forgotten; once a day is enough."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > _DAY_S:
            os.utime(path)


def _remove_forgotten(folder: Path) -> None:
    """Remove what nobody has read for long and irgo made; the folder is opened as no link."""
    remove_torn(folder)
    with suppress(OSError), opened_folder(folder) as (place, handle), os.scandir(place) as entries:
        for name in [entry.name for entry in entries]:
            with suppress(OSError):
                found = os.stat(_under(folder, name, handle), dir_fd=handle, follow_symlinks=False)
                if found.st_mtime > time.time() - _FORGOTTEN_S:
                    continue
                if stat.S_ISDIR(found.st_mode):
                    _remove_marked(folder / name, handle)
                elif is_own_file(found) and _is_entry(_bytes_of(folder, name, handle)):
                    os.unlink(_under(folder, name, handle), dir_fd=handle)


def _remove_marked(folder: Path, parent: int | None) -> None:
    """Remove a folder that bears irgo's mark; raises OSError.

    parent -- the handle of the folder it lies in, where the system has such
    """
    place = _under(folder.parent, folder.name, parent)
    inner = None
    if parent is not None:
        inner = os.open(place, os.O_RDONLY | os.O_DIRECTORY | _NO_LINK, dir_fd=parent)
    try:
        is_marked = _bytes_of(folder, _MARK, inner) == _MARK_TEXT
    finally:
        if inner is not None:
            os.close(inner)
    if is_marked:
        shutil.rmtree(place, dir_fd=parent)


def _under(folder: Path, name: str, handle: int | None) -> str | Path:
    """Return what names a file in a folder, as it is opened by a handle or without one."""
    return folder / name if handle is None else name


def _bytes_of(folder: Path, name: str, handle: int | None) -> bytes:
    """Return what is in an ordinary file of this user; raises OSError."""
    file = os.open(_under(folder, name, handle), os.O_RDONLY | _NO_LINK, dir_fd=handle)
    with open(file, "rb") as opened:
        return opened.read() if is_own_file(os.fstat(file)) else b""


def _is_entry(data: bytes) -> bool:
    return data[:_DIGEST_BYTES] == _digest(data[_DIGEST_BYTES:])


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST_BYTES).digest()


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, place: int) -> bool:
        """Lock one byte of a file, or return False where another process has it."""
        os.lseek(handle, place, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _unlock(handle: int, place: int) -> None:
        os.lseek(handle, place, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _lock(handle: int, place: int) -> bool:
        """Lock one byte of a file, or return False where another process has it."""
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def _unlock(handle: int, place: int) -> None:
        fcntl.lockf(handle, fcntl.LOCK_UN, 1, place)
