"""The file of the index of games: where it lies, how it is opened, and what can go wrong.

The index is made of the game files and can be made anew from them at any time; only what was read
of games costs hours. SQLite keeps it whole through crashes and two irgos at once. A damaged index
is put aside, not removed, and a new one is begun. A file that irgo did not write is left as it is:
its first bytes say what it is before SQLite sees it. An index holds names, so it is for its owner
alone.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

from irgo_app.errors import GamesError, UsageError
from irgo_app.settings import own_path
from irgo_app.whole_file import why_unwritten

NAME: Final = "games.index"
APPLICATION: Final = 0x69726761
"""The application number in SQLite's header: "irga"."""
_SQLITE: Final = b"SQLite format 3\0"
_APPLICATION_AT: Final = slice(68, 72)
"""Where the number stands in a file of SQLite's."""
_BUSY_S: Final = 5.0
MAX_VALUE_BYTES: Final = 4_000_000
"""The largest value of a row; a reading has some ten thousand bytes."""

_STEPS: Final = (
    """
    CREATE TABLE sources (
        id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, player TEXT NOT NULL,
        is_complete INTEGER NOT NULL);
    CREATE TABLE names (name TEXT PRIMARY KEY);
    CREATE TABLE files (
        id INTEGER PRIMARY KEY, path TEXT NOT NULL, member TEXT NOT NULL,
        size INTEGER NOT NULL, changed INTEGER NOT NULL, problem TEXT NOT NULL,
        UNIQUE (path, member));
    CREATE TABLE games (
        id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, columns INTEGER NOT NULL,
        rows INTEGER NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
        black_rank TEXT NOT NULL, white_rank TEXT NOT NULL, date TEXT NOT NULL,
        result TEXT NOT NULL, handicap TEXT NOT NULL, event TEXT NOT NULL,
        moves INTEGER NOT NULL);
    CREATE TABLE places (
        file INTEGER NOT NULL, number INTEGER NOT NULL, game INTEGER NOT NULL,
        PRIMARY KEY (file, number)) WITHOUT ROWID;
    CREATE INDEX places_game ON places (game);
    CREATE TABLE boards (game INTEGER PRIMARY KEY, events BLOB NOT NULL);
    CREATE TABLE absent (source INTEGER NOT NULL, game INTEGER NOT NULL,
        PRIMARY KEY (source, game)) WITHOUT ROWID;
    CREATE TABLE readings (
        key BLOB PRIMARY KEY, judge TEXT NOT NULL, black_loss REAL NOT NULL,
        black_move INTEGER NOT NULL, white_loss REAL NOT NULL, white_move INTEGER NOT NULL,
        decided INTEGER NOT NULL, told BLOB NOT NULL, data BLOB NOT NULL)
    """,
)
"""The statements that bring the schema from each version to the next, the first from nothing."""
VERSION: Final = len(_STEPS)


def index_path() -> Path:
    """Return where the user's index belongs on this system; raises GamesError without a home."""
    path = own_path("data", NAME)
    if path is None:
        raise GamesError("There is no home folder to keep the index of games in; name a file with "
                         "--index.")
    return path


def is_own(path: Path) -> bool:
    """Return whether a path is the user's own index, and not one at a place with a name."""
    own = own_path("data", NAME)
    return own is not None and os.path.abspath(path) == os.path.abspath(own)


def none_there(path: Path) -> UsageError:
    """Return the error for an index that nobody has made."""
    if is_own(path):
        return UsageError("There are no games yet; `irgo games add FOLDER` adds some.")
    return UsageError("There is no index {path}; `irgo games add FOLDER --index {path}` makes one.",
                      path=path)


def opened(path: Path, *, makes: bool = True) -> sqlite3.Connection:
    """Return a connection to an index of this irgo's version.

    makes -- make an index where there is none, and put a damaged one aside to begin a new one
    Raises UsageError for an index that is not there, GamesError for another program's file, for the
    index of a newer irgo, and where nothing can be written.
    """
    named, path = path, Path(os.path.abspath(path))  # SQLite has names such as ":memory:".
    try:
        if not _check_head(path, named) and not makes:
            raise none_there(named)
        if makes:
            path.parent.mkdir(parents=True, exist_ok=True)
            _make(path)
    except (OSError, ValueError) as error:
        raise GamesError(why_unwritten(named, error)) from None
    with telling(path):
        try:
            return _connected(path, named, makes=makes)
        except sqlite3.DatabaseError as error:
            if not makes or not _is_damage(error):
                raise
        _put_aside(path)
        return _connected(path, named, makes=makes)


def _check_head(path: Path, named: Path) -> bool:
    """Return whether there is a file with anything in it; raises GamesError for one of others.

    Only the user's own index may be damaged in its head, or not have its number yet.
    """
    if not os.path.lexists(path):
        return False
    head = b""
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(_APPLICATION_AT.stop)
        number = int.from_bytes(head[_APPLICATION_AT], "big")
        is_sqlite = head.startswith(_SQLITE)
        if not head or (is_sqlite and number == APPLICATION) or (
                is_own(path) and not (is_sqlite and number)):
            return bool(head)
    raise GamesError("{path} is no index of games; choose another file.", path=named)


def _make(path: Path) -> None:
    """Make an empty file for its owner alone; SQLite gives its journal files the same mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if not os.path.getsize(path):
        os.chmod(path, 0o600)


def _connected(path: Path, named: Path, *, makes: bool) -> sqlite3.Connection:
    with ExitStack() as closing_it:
        found = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)
        closing_it.callback(found.close)
        found.execute("PRAGMA trusted_schema = OFF")
        found.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        version = _number(found, "user_version")
        tables = found.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables and _number(found, "application_id") != APPLICATION:
            raise GamesError("{path} is no index of games; choose another file.", path=named)
        if version > VERSION:
            raise GamesError("The index of games {path} was made by a newer irgo; install that "
                             "one, or name another file with --index.", path=path)
        if not tables and not makes:
            raise none_there(named)
        if version < VERSION:
            # First of all, and in the file itself: what is killed now is known as irgo's later.
            found.execute(f"PRAGMA application_id = {APPLICATION}")
            found.execute("PRAGMA journal_mode = WAL")
            _bring_up_to_date(found)
        found.execute("PRAGMA synchronous = NORMAL")
        # A damaged page shows here, not in the midst of the work.
        found.execute("SELECT count(*) FROM games JOIN readings USING (key)").fetchone()
        closing_it.pop_all()
    return found


def _bring_up_to_date(found: sqlite3.Connection) -> None:
    with found:
        found.execute("BEGIN IMMEDIATE")
        # Another irgo may have done it while this one waited.
        for step in _STEPS[_number(found, "user_version"):]:
            for statement in step.split(";"):
                found.execute(statement)
        found.execute(f"PRAGMA user_version = {VERSION}")


def _number(found: sqlite3.Connection, name: str) -> int:
    return int(found.execute(f"PRAGMA {name}").fetchone()[0])


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR)


def _put_aside(path: Path) -> None:
    """Rename a damaged index and its journals, never over another file."""
    for number in count(1):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        if not os.path.lexists(aside):
            break
    try:
        os.rename(path, aside)
        for suffix in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                os.rename(f"{path}{suffix}", f"{aside}{suffix}")
        _make(path)
    except OSError as error:
        raise GamesError(why_unwritten(path, error)) from None


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn what SQLite says into one sentence for the user: raises GamesError."""
    try:
        yield
    except (sqlite3.Error, UnicodeError) as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            raise GamesError("The index of games {path} cannot be written: the disk is full. Make "
                             "room there and do it again.", path=path) from None
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise GamesError("The index of games {path} is being written by another program; try "
                             "again when it is done.", path=path) from None
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            raise GamesError("The index of games {path} cannot be opened for writing; name another "
                             "file with --index.", path=path) from None
        raise GamesError("The index of games {path} cannot be used ({reason}); move it away, and "
                         "irgo makes it anew from your files.", path=path,
                         reason=str(error)) from None


@contextmanager
def writing(found: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Do what is inside wholly or not at all; raises GamesError."""
    with telling(path), found:
        found.execute("BEGIN IMMEDIATE")
        yield
