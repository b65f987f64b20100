"""Where machine code is kept: checked when it is read, written whole, and never in others' hands.

An entry is one file: a digest of what follows, then the bytes. One that is torn or was changed is
thrown away and made again; numba's own cache would end every later run there, or run it. Entries
are loaded as code, so that only files are read which this user (or root) owns and no other can
write to.

The folder is the one of `NUMBA_CACHE_DIR`, else the user's cache folder. Where that cannot be
written it is a private one: below `XDG_RUNTIME_DIR`, else below the folder of temporary files under
a name that is made up by chance and found again by its owner. Where there is none either, nothing
is kept. One sentence, logged for the user, says what became of it.

What nobody has read for a month is removed.
"""

from __future__ import annotations

import logging
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from irgo_app.errors import NOTICE_LOGGER
from irgo_app.kernels.entry_lock import EntryLocks
from irgo_app.words import Message, message, noted

FOLDER_VARIABLE: Final = "NUMBA_CACHE_DIR"
_PRIVATE_PREFIX: Final = "irgo-kernels-"
_OUR_FOLDERS: Final = "kernels*"
_DIGEST_BYTES: Final = 16
_DAY_S: Final = 86_400
_FORGOTTEN_S: Final = 30 * _DAY_S
_NOT_OWN: Final = noted("it belongs to another user, or others can write to it")


@dataclass(frozen=True, slots=True)
class KeptCode:
    """What is kept of machine code, and where, without naming a folder.

    place -- "usual", "named" (by the variable), "private", "nowhere"; "brought" along by a frozen
    irgo
    entries, size -- how many files there are of these kernels, and their bytes
    """

    place: str
    entries: int
    size: int


class MachineCodeStore:
    """Entries by name, in the first folder that takes them.

    folder_name -- the name of the folder of these entries, within each place tried
    """

    def __init__(self, folder_name: str) -> None:
        self._folder_name = folder_name
        self._usual = _usual_place()
        self._places = self._writable_places()
        self._place: Path | None = None
        self._others: tuple[Path, ...] | None = None
        self._locks: EntryLocks | None = None
        self._is_swept = False
        self._trouble: object = None if self._usual else message("this user has no home folder")
        self._told: Message | None = None

    @property
    def folder(self) -> Path | None:
        """Return where the last entry was kept, None if it was not."""
        return self._place and self._place / self._folder_name

    def load(self, name: str) -> bytes | None:
        """Return what was kept under a name, None if there is nothing that can be used."""
        for place in self._readable_places():
            path = place / self._folder_name / name
            try:
                data = _trusted_bytes(path)
            except OSError:
                continue
            if data[:_DIGEST_BYTES] == _digest(data[_DIGEST_BYTES:]):
                _note_use(path)
                return data[_DIGEST_BYTES:]
            with suppress(OSError):
                path.unlink()
        return None

    def has(self, name: str) -> bool:
        """Return whether something is kept under a name; it may yet turn out to be broken."""
        return any((place / self._folder_name / name).is_file()
                   for place in self._readable_places())

    def state(self) -> KeptCode:
        """Return what is kept; the folder is made if it is not there, as for keeping something."""
        folder = self._writable_folder()
        if folder is None:
            return KeptCode("nowhere", 0, 0)
        place = "private" if self._place != self._usual else (
            "named" if os.environ.get(FOLDER_VARIABLE) else "usual")
        sizes = [found.stat().st_size for found in folder.iterdir() if found.is_file()]
        return KeptCode(place, len(sizes), sum(sizes))

    @contextmanager
    def alone(self, name: str, *, waits: bool) -> Iterator[bool]:
        """Make an entry while no other process does; tells whether it is this one's turn.

        waits -- until it is; else somebody else may be making the entry just now
        """
        if self._locks is None and (folder := self._writable_folder()) is not None:
            self._locks = EntryLocks(folder)
        if self._locks is None:
            yield True
            return
        with self._locks.held(name, waits=waits) as is_turn:
            yield is_turn

    def save(self, name: str, data: bytes) -> None:
        """Keep something under a name; where that fails, in the next place, else not at all."""
        while (folder := self._writable_folder()) is not None:
            try:
                _write_whole(folder / name, _digest(data) + data)
                break
            except OSError as error:
                self._give_up(folder, error)
        if self._trouble:
            self._tell()
        if self._place is not None and not self._is_swept:
            self._is_swept = True
            _remove_forgotten(self._place)

    def _writable_folder(self) -> Path | None:
        """Return the folder in the best place that takes it, made if need be."""
        self._place = self._place or next(self._places, None)
        while (folder := self.folder) is not None:
            try:
                return _own_folder(folder)
            except OSError as error:
                self._give_up(folder, error)
        return None

    def _give_up(self, folder: Path, error: OSError) -> None:
        """Note why a place takes nothing, and go on to the next."""
        self._trouble = message("{folder}: {reason}", folder=str(folder), reason=_reason(error))
        self._place = next(self._places, None)

    def _tell(self) -> None:
        """Say where the machine code goes instead, in one sentence, and that only once."""
        if self._place:
            sentence = message(
                "Compiled kernels cannot be kept where they belong ({trouble}), so they are kept "
                "in {place}; mend that, or name another folder in {variable}.",
                trouble=self._trouble, place=str(self._place), variable=FOLDER_VARIABLE)
        else:
            sentence = message(
                "Compiled kernels cannot be kept where they belong ({trouble}), so they are "
                "compiled anew each time irgo starts; mend that, or name another folder in "
                "{variable}.", trouble=self._trouble, variable=FOLDER_VARIABLE)
        if sentence != self._told:
            self._told = sentence
            logging.getLogger(NOTICE_LOGGER).warning(sentence)

    def _readable_places(self) -> Iterator[Path]:
        if self._usual is not None:
            yield self._usual
        if self._others is None:
            self._others = tuple(_private_places())
        yield from self._others

    def _writable_places(self) -> Iterator[Path]:
        """Generate the places to write to, best first; a private one is made when asked for."""
        if self._usual is not None:
            yield self._usual
        yield from _private_places()
        with suppress(OSError):
            made = Path(tempfile.mkdtemp(prefix=_PRIVATE_PREFIX))
            self._others = (*(self._others or ()), made)
            yield made


def _reason(error: OSError) -> Message:
    """Return what the system says went wrong; what it says in its own words stays so."""
    return message(error.strerror or str(error))


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


def _private_places() -> Iterator[Path]:
    """Generate the private folders there are, those that nobody else can have made."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and _is_own(Path(runtime)):
        yield Path(runtime) / "irgo"
    try:
        found = sorted(Path(tempfile.gettempdir()).glob(f"{_PRIVATE_PREFIX}*"))
    except OSError:
        return
    yield from filter(_is_own, found)


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


def _own_folder(folder: Path) -> Path:
    """Return a folder, made if need be; raises OSError if it cannot be or is somebody else's."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if not _is_own(folder):
        raise PermissionError(0, _NOT_OWN)
    return folder


def _trusted_bytes(path: Path) -> bytes:
    """Return what is in a file; raises OSError if it is not there or others could have written."""
    with path.open("rb") as file:
        if not _is_trusted(os.fstat(file.fileno()), root_too=True):
            raise PermissionError(0, "others can write to it", str(path))
        return file.read()


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees a part of it; raises OSError."""
    handle, temporary = tempfile.mkstemp(".part", f".{path.name[:40]}.", path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _note_use(path: Path) -> None:
    """Give an entry today's date, so that it is not taken for forgotten; once a day is enough."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > _DAY_S:
            os.utime(path)


def _remove_forgotten(place: Path) -> None:
    """Remove entries nobody has read for long, and folders of theirs that are empty then."""
    for folder in place.glob(_OUR_FOLDERS):
        with suppress(OSError):
            for path in folder.iterdir():
                if time.time() - path.stat().st_mtime > _FORGOTTEN_S:
                    path.unlink()
            folder.rmdir()


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST_BYTES).digest()
