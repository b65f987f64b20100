"""The file of a deck: where it lies, how it is opened and made newer, and what can go wrong.

SQLite keeps a deck whole through crashes, full disks and two irgos at once: what is not wholly
written is undone when it is opened next. Before an update changes a deck it is copied.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from irgo_app.errors import DeckError
from irgo_app.settings import own_path
from irgo_app.whole_file import whole_file, why_unwritten

NAME: Final = "practice.deck"
_APPLICATION: Final = 0x6972676F
"""What SQLite's header says of a deck: "irgo"."""
_PATIENCE_S: Final = 3.0
"""So long another irgo may be writing."""
_SQLITE: Final = b"SQLite format 3\0"

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
    if not path.is_file():
        raise DeckError("There is no deck {path}; name a file that irgo wrote.", path=path)


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection to a deck, made if there is none, of this irgo's version.

    Raises DeckError for a file that is no deck, is damaged, or belongs to a newer irgo.
    """
    with telling(path):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _check_head(path)
        except OSError as error:
            raise DeckError(why_unwritten(path, error)) from None
        with ExitStack() as closing_it:
            found = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
            closing_it.callback(found.close)
            found.execute("PRAGMA synchronous = FULL")
            _bring_up_to_date(found, path)
            closing_it.pop_all()
    return found


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Lend a copy in memory of a deck, brought up to date; the file stays as it is.

    Raises DeckError.
    """
    check_there(path)
    _check_head(path)
    with telling(path), closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True,
                                     timeout=_PATIENCE_S)) as source:
            if _application(source) != _APPLICATION:
                raise _no_deck(path)
            source.backup(copy)
        _bring_up_to_date(copy, path, is_copy=True)
        yield copy


def copy_to(deck: sqlite3.Connection, path: Path) -> None:
    """Write the whole deck into another file, whole or not at all; raises OSError."""
    with whole_file(path) as fresh, closing(sqlite3.connect(fresh)) as target:
        deck.backup(target)


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn what SQLite says into one sentence for the user: raises DeckError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _told(path, error) from None


@contextmanager
def writing(deck: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Do what is inside wholly or not at all; raises DeckError."""
    # As a context SQLite's connection commits, or undoes it where anything is raised.
    with telling(path), deck:
        deck.execute("BEGIN IMMEDIATE")
        yield


def _told(path: Path, error: sqlite3.DatabaseError) -> DeckError:
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


def _no_deck(path: Path) -> DeckError:
    return DeckError("{path} is no deck of irgo's; name another file. Games and problems (SGF) are "
                     "for `irgo practice add`.", path=path)


def _check_head(path: Path) -> None:
    """Raise DeckError for a file that SQLite would not know; OSError where it cannot be read."""
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(len(_SQLITE))
        if head and head != _SQLITE:
            raise _no_deck(path)


def _application(deck: sqlite3.Connection) -> int:
    return int(deck.execute("PRAGMA application_id").fetchone()[0])


def _bring_up_to_date(deck: sqlite3.Connection, path: Path, *, is_copy: bool = False) -> None:
    """Give a deck the newest schema, a copy made before unless it is one."""
    version = int(deck.execute("PRAGMA user_version").fetchone()[0])
    if _application(deck) == _APPLICATION and version == VERSION:
        return
    if version > VERSION:
        raise DeckError("The deck {path} was made by a newer irgo; install that one, or name "
                        "another deck with --deck.", path=path)
    tables = deck.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and _application(deck) != _APPLICATION:
        raise _no_deck(path)
    if tables and not is_copy:
        try:
            copy_to(deck, path.with_name(f"{path.name}.v{version}"))
        except OSError as error:
            raise DeckError(why_unwritten(path, error)) from None
    with deck:
        deck.execute("BEGIN IMMEDIATE")
        # Another irgo may have done it while this one waited.
        version = int(deck.execute("PRAGMA user_version").fetchone()[0])
        for step in _STEPS[version:]:
            for statement in filter(None, map(str.strip, step.split(";"))):
                deck.execute(statement)
        deck.execute(f"PRAGMA application_id = {_APPLICATION}")
        deck.execute(f"PRAGMA user_version = {VERSION}")
