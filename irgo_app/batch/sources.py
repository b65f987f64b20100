"""Where the games of a batch come from: files, collections, folders, zip archives."""

import hashlib
import os
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from irgo_app.errors import SgfError, UsageError
from irgo_app.file_names import text_of_path
from irgo_app.sgf.parser import LARGEST_FILE, RECORD_ENDINGS, GameFile, bytes_of, read_games
from irgo_app.sgf.writer import write_games
from irgo_app.words import listed

_BAD_ARCHIVE: Final = (OSError, zipfile.BadZipFile, zlib.error, struct.error, EOFError, LookupError,
                       ValueError, OverflowError, NotImplementedError, RuntimeError)
"""What `zipfile` raises at a damaged archive."""
_ARCHIVE: Final = ".zip"
_PACKED: Final = tuple(f"{ending}.gz" for ending in RECORD_ENDINGS)
_IN_ARCHIVE: Final = "!/"
"""Between the name of an archive and that of a file in it."""
_ID_DIGITS: Final = 20


class Source(Struct, frozen=True):
    """A file that may hold games, or a folder of which that cannot be said.

    member -- the name of a file in the archive at `path`, "" for a file of its own
    unread -- why the folder at `path` could not be searched, "" for a file
    """

    path: Path
    member: str = ""
    unread: str = ""

    @property
    def name(self) -> str:
        """Return how records and sentences call it."""
        name = text_of_path(self.path)
        return f"{name}{_IN_ARCHIVE}{self.member}" if self.member else name

    def read(self) -> bytes:
        """Return its bytes; raises SgfError with one sentence."""
        if self.unread:
            raise SgfError("The folder {folder} cannot be read ({reason}); change its "
                           "permissions, then run the same again.", folder=self.path,
                           reason=self.unread)
        if not self.member:
            return bytes_of(self.path)[:LARGEST_FILE]
        try:
            with zipfile.ZipFile(self.path) as archive, archive.open(self.member) as file:
                return file.read(LARGEST_FILE)
        except _BAD_ARCHIVE as error:
            raise SgfError("{name} cannot be unpacked ({reason}); pack it again.", name=self.name,
                           reason=error) from None


class GameWork(Struct, frozen=True):
    """One game as a worker gets it: a plain value that says everything.

    id -- of the record: the file's hash and the number of the game
    data -- bytes of a file that holds this game alone; where it is one of many, written as SGF
    file_hash -- SHA-256 of the file, hexadecimal; game -- its number in the file, from 0
    games -- how many the file holds; warnings -- how much was repaired in the file
    """

    id: str
    name: str
    data: bytes
    file_hash: str
    game: int
    games: int
    warnings: int


def sources_of(paths: Iterable[Path]) -> list[Source]:
    """Return all files at some paths: folders are searched, archives opened, in a steady order.

    Raises UsageError where a path does not exist or nothing at all is found. An archive or a folder
    that cannot be opened is a source of its own, which fails when it is read.
    """
    asked = list(paths)
    if not asked:
        raise UsageError("Name the files or folders with the games.")
    found = dict.fromkeys(source for path in asked for source in _at(path))
    if not found:
        raise UsageError(
            "There is no game record (SGF, GIB, NGF, UGF, or zip of them) in {paths}; name another "
            "folder.", paths=listed(asked))
    return list(found)


def hash_of(data: bytes) -> str:
    """Return the SHA-256 of a file, hexadecimal, as other tools tell it."""
    return hashlib.sha256(data).hexdigest()


def id_of(file_hash: str, game: int) -> str:
    """Return the id of a game's record."""
    return f"{file_hash[:_ID_DIGITS]}-{game}"


def works_of(source: Source, data: bytes) -> list[GameWork]:
    """Return the games of a file's bytes; raises SgfError if it holds none."""
    file, digest = read_games(data, source.name), hash_of(data)
    return [GameWork(id_of(digest, game), source.name, alone, digest, game, len(file.games),
                     len(file.diagnostics))
            for game, alone in enumerate(_alone(file, data))]


def _alone(file: GameFile, data: bytes) -> Iterator[bytes]:
    if len(file.games) == 1:
        yield data
        return
    for tree in file.games:
        yield write_games([tree])


def _at(path: Path) -> Iterator[Source]:
    try:
        is_folder, is_there = path.is_dir(), path.exists()
    except OSError:
        is_folder, is_there = False, True  # Reading it says what is wrong.
    if is_folder:
        unread = list[OSError]()
        for folder, folders, names in os.walk(path, onerror=unread.append):
            folders.sort()
            for name in sorted(names):
                if name.lower().endswith((*RECORD_ENDINGS, *_PACKED, _ARCHIVE)):
                    yield from _in_file(Path(folder, name))
        yield from (Source(Path(error.filename), unread=error.strerror or "?") for error in unread)
    elif is_there:
        yield from _in_file(path)
    else:
        raise UsageError("There is no file or folder {path}; check the name.", path=path)


def _in_file(path: Path) -> Iterator[Source]:
    if path.suffix.lower() != _ARCHIVE:
        yield Source(path)
        return
    try:
        with zipfile.ZipFile(path) as archive:
            names = [entry.filename for entry in archive.infolist() if not entry.is_dir()]
    except _BAD_ARCHIVE:
        yield Source(path)  # Reading it says what is wrong.
        return
    yield from (Source(path, name) for name in names if name.lower().endswith(RECORD_ENDINGS))
