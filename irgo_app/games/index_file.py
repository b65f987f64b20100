"""The file of the index of games: where it lies, how it is opened, and what can go wrong.

The index is made of the game files and can be made anew from them at any time; only what was read
of games costs hours. SQLite keeps it whole through crashes and two irgos at once. A damaged index
is put aside, not removed, and a new one is begun. It holds names, so it is for its owner alone.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

from irgo_app.errors import GamesError
from irgo_app.settings import own_path
from irgo_app.whole_file import why_unwritten

NAME: Final = "games.index"
APPLICATION: Final = 0x69726761
"""The application number in SQLite's header: "irga"."""
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


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection to an index of this irgo's version, made if there is none.

    A damaged file is renamed, and a new one is begun. Raises GamesError for another program's file,
    for the index of a newer irgo, and where nothing can be written.
    """
    path = Path(os.path.abspath(path))  # SQLite has names of its own, such as ":memory:".
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The owner's alone; SQLite gives its journal files the same mode.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except (OSError, ValueError) as error:
        raise GamesError(why_unwritten(path, error)) from None
    with telling(path):
        try:
            return _connected(path)
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
        _put_aside(path)
        return _connected(path)


def _connected(path: Path) -> sqlite3.Connection:
    with ExitStack() as closing_it:
        found = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)
        closing_it.callback(found.close)
        found.execute("PRAGMA trusted_schema = OFF")
        found.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        version = _number(found, "user_version")
        tables = found.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables and _number(found, "application_id") != APPLICATION:
            raise GamesError("{path} is no index of irgo's; name another file.", path=path)
        if version > VERSION:
            raise GamesError("The index of games {path} was made by a newer irgo; install that "
                             "one, or name another file with --index.", path=path)
        if version < VERSION:
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
        found.execute(f"PRAGMA application_id = {APPLICATION}")
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
