"""The file of a deck: where it lies, how it is opened and made newer, and what can go wrong.

SQLite keeps a deck whole through crashes, full disks and two irgos at once: what is not wholly
written is undone when it is opened next. Before an update changes a deck it is copied.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from irgo_app.errors import DeckError
from irgo_app.settings import own_path
from irgo_app.whole_file import whole_file, why_unwritten

NAME: Final = "practice.deck"
APPLICATION: Final = 0x6972676F
"""What SQLite's header says of a deck: "irgo"."""
_PATIENCE_S: Final = 3.0
"""So long another irgo may be writing."""
_SQLITE: Final = b"SQLite format 3\0"
SQLITE_ERRORS: Final = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What a damaged deck makes Python's SQLite raise; it may quote what is no text."""
_MOST_VALUE: Final = 20_000_000
"""Bytes of one value: a card has some thousand."""

_STEPS: Final = (
    """
    CREATE TABLE cards (
        id TEXT PRIMARY KEY, body TEXT NOT NULL, kind TEXT NOT NULL, themes INTEGER NOT NULL,
        added REAL NOT NULL, is_removed INTEGER NOT NULL DEFAULT 0,
        state INTEGER NOT NULL, step INTEGER, stability REAL,
        difficulty REAL, due REAL NOT NULL, last REAL, seen INTEGER NOT NULL,
        lapses INTEGER NOT NULL);
    CREATE INDEX cards_due ON cards (is_removed, state, due, themes, id);
    CREATE TABLE reviews (
        number INTEGER PRIMARY KEY, card TEXT NOT NULL, at REAL NOT NULL, grade INTEGER NOT NULL,
        mark TEXT NOT NULL, move TEXT NOT NULL, loss REAL, seconds REAL NOT NULL,
        was_new INTEGER NOT NULL, before TEXT NOT NULL);
    CREATE INDEX reviews_at ON reviews (at);
    CREATE INDEX reviews_card ON reviews (card, number);
    CREATE TABLE choices (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    """,
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY, player TEXT NOT NULL, name TEXT NOT NULL, date TEXT NOT NULL,
        judged REAL NOT NULL, moves INTEGER NOT NULL, mistakes TEXT NOT NULL);
    """,
    """
    CREATE INDEX cards_learnt ON cards (is_removed, themes, state, stability);
    """,
)
"""What each version of the schema adds to the one before, the first to nothing."""
VERSION: Final = len(_STEPS)


def deck_path() -> Path:
    """Return where the user's deck belongs on this system; raises DeckError without a home."""
    path = own_path("data", NAME)
    if path is None:
        raise DeckError("There is no home folder to keep a deck in; name a file with --deck.")
    return path


def check_there(path: Path) -> None:
    """Raise DeckError where no file is that could be a deck."""
    try:
        is_there = path.is_file()
    except (OSError, ValueError):
        is_there = False  # Its name is too long, or none that a file can have.
    if not is_there:
        raise _missing(path)


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection to a deck, made if there is none, of this irgo's version.

    An older deck that cannot be written is brought up to date in memory, and only read. Raises
    DeckError for a file that is no deck, is damaged, or belongs to a newer irgo.
    """
    if "\0" in str(path):
        raise _missing(path)
    path = Path(os.path.abspath(path))  # SQLite has names of its own, such as ":memory:".
    with telling(path):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            check_head(path)
        except (OSError, ValueError) as error:
            raise DeckError(why_unwritten(path, error)) from None
        with ExitStack() as closing_it:
            found = _connected(path, closing_it)
            found.execute("PRAGMA synchronous = FULL")
            if _is_older(found, path) and not _can_be_written(path):
                older, found = found, _connected(":memory:", closing_it)
                older.backup(found)
                _bring_up_to_date(found, path, is_copy=True)
                found.execute("PRAGMA query_only = ON")
            else:
                _bring_up_to_date(found, path)
            _check_columns(found, path)
            closing_it.pop_all()
    return found


def _connected(path: Path | str, closing_it: ExitStack) -> sqlite3.Connection:
    """Return a connection that believes nothing of what a schema says of functions."""
    found = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
    closing_it.callback(found.close)
    found.execute("PRAGMA trusted_schema = OFF")
    found.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_VALUE)
    return found


def _can_be_written(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def copy_to(deck: sqlite3.Connection, path: Path) -> None:
    """Write the whole deck into another file, whole or not at all; raises OSError."""
    with whole_file(path) as fresh, closing(sqlite3.connect(fresh)) as target:
        deck.backup(target)


def copied(deck: sqlite3.Connection, path: Path, suffix: str) -> Path:
    """Keep a copy of a deck beside it, never over another file; return where. Raises OSError.

    suffix -- what the copy's name has behind the deck's, and a number where that is taken
    """
    for number in count():
        place = path.with_name(f"{path.name}{suffix}{f'-{number}' if number else ''}")
        if not os.path.lexists(place):
            copy_to(deck, place)
            return place
    raise AssertionError("numbers do not end")


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn what SQLite says into one sentence for the user: raises DeckError."""
    try:
        yield
    except SQLITE_ERRORS as error:
        raise _told(path, error) from None


@contextmanager
def writing(deck: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Do what is inside wholly or not at all; raises DeckError."""
    # As a context SQLite's connection commits, or undoes it where anything is raised.
    with telling(path), deck:
        deck.execute("BEGIN IMMEDIATE")
        yield


def _told(path: Path, error: Exception) -> DeckError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return DeckError("The deck {path} cannot be written: the disk is full. Make room there "
                         "and do it again.", path=path)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return DeckError("The deck {path} is being written by another program; try again when "
                         "it is done.", path=path)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return DeckError("The deck {path} cannot be opened for writing; choose another place "
                         "with --deck.", path=path)
    if code == sqlite3.SQLITE_IOERR:
        return DeckError("The deck {path} cannot be read or written ({reason}); look after the "
                         "disk, then try again.", path=path, reason=str(error))
    return _damaged(path)


def _damaged(path: Path) -> DeckError:
    return DeckError("The deck {path} is damaged; put a copy of it in its place, or move it away "
                     "to begin a new one.", path=path)


def _missing(path: Path) -> DeckError:
    return DeckError("There is no deck {path}; name a file that irgo wrote.", path=path)


def no_deck(path: Path) -> DeckError:
    """Return the error for a file that is something else."""
    return DeckError("{path} is no deck of irgo's; name another file. Games and problems (SGF) are "
                     "for `irgo practice add`.", path=path)


def newer(path: Path) -> DeckError:
    """Return the error for a deck of a later version."""
    return DeckError("The deck {path} was made by a newer irgo; install that one, or name "
                     "another deck with --deck.", path=path)


def check_head(path: Path) -> None:
    """Raise DeckError for a file that SQLite would not know; OSError where it cannot be read."""
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(len(_SQLITE))
        if head and head != _SQLITE:
            raise no_deck(path)


def application_of(deck: sqlite3.Connection) -> int:
    """Return what SQLite's header says of a file: `APPLICATION` for a deck."""
    return int(deck.execute("PRAGMA application_id").fetchone()[0])


def version_of(deck: sqlite3.Connection) -> int:
    """Return the version of a deck's tables."""
    return int(deck.execute("PRAGMA user_version").fetchone()[0])


def _is_older(deck: sqlite3.Connection, path: Path) -> bool:
    """Return whether a deck has to be brought up to date; raises DeckError for what is none."""
    version, application = version_of(deck), application_of(deck)
    strange = deck.execute(
        "SELECT count(*), sum(type IN ('view', 'trigger') OR type = 'table' AND rootpage = 0) "
        "FROM sqlite_master").fetchone()
    if application == APPLICATION and version > VERSION:
        raise newer(path)
    if strange[1] or (strange[0] and application != APPLICATION):
        raise no_deck(path)
    return bool(strange[0]) and version < VERSION


def _check_columns(deck: sqlite3.Connection, path: Path) -> None:
    """Raise DeckError where tables are missing, or have not exactly irgo's own columns."""
    for table, columns in _columns_of_tables(_STEPS).items():
        if columns_in(deck, table) != columns:
            raise _damaged(path)


def columns_in(deck: sqlite3.Connection, table: str) -> tuple[str, ...]:
    """Return the columns of a table, those left out that are computed; none without the table."""
    return tuple(row[1] for row in deck.execute(f"PRAGMA table_xinfo({table})") if not row[6])


@cache
def _columns_of_tables(steps: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the columns that tables have which were made by such steps."""
    with closing(sqlite3.connect(":memory:")) as empty:
        for step in steps:
            empty.executescript(step)
        names = [row[0] for row in empty.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: columns_in(empty, name) for name in names}


def _bring_up_to_date(deck: sqlite3.Connection, path: Path, *, is_copy: bool = False) -> None:
    """Give a deck the newest schema, a copy made before unless it is one."""
    version = version_of(deck)
    if application_of(deck) == APPLICATION and version == VERSION:
        return
    tables = deck.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and not is_copy:
        try:
            copied(deck, path, f".v{version}")
        except OSError as error:
            raise DeckError(why_unwritten(path, error)) from None
    with deck:
        deck.execute("BEGIN IMMEDIATE")
        version = version_of(deck)  # Another irgo may have done it while this one waited.
        for step in _STEPS[version:]:
            for statement in filter(None, map(str.strip, step.split(";"))):
                deck.execute(statement)
        deck.execute(f"PRAGMA application_id = {APPLICATION}")
        deck.execute(f"PRAGMA user_version = {VERSION}")
