"""A deck from elsewhere, of which nothing is believed.

It is opened to be read, and only tables are read, never a view: rows one by one, each with a bound
to its size, all within a time. What a row holds is checked against the types that irgo's own decks
are made of. What is right is yielded; of the rest the number is told.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct, convert

from irgo_app.errors import DeckError
from irgo_app.practice.card import Card
from irgo_app.practice.card_file import DAMAGED, read
from irgo_app.practice.deck_file import (APPLICATION, SQLITE_ERRORS, VERSION, application_of,
                                         check_head, check_there, columns_in, newer, no_deck,
                                         version_of)
from irgo_app.practice.rows import (GAME_COLUMNS, REVIEW_COLUMNS, SCHEDULE, CardReview, JudgedGame,
                                    Told, check_card, check_schedule, game_of, review_of)
from irgo_app.practice.schedule import Moment, Schedule, schedule_of
from irgo_app.words import Listing, Message, counted, listed, message

MOST_BYTES: Final = 300_000_000
_MOST_ROWS: Final = 1_000_000
"""Of each table."""
_MOST_VALUE: Final = 4_000_000
_MOST_S: Final = 60.0
_STEPS: Final = 20_000
"""So many of SQLite's steps lie between two looks at the clock."""
_PRAGMAS: Final = ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON",
                   "mmap_size = 0", "temp_store = MEMORY", "busy_timeout = 3000")
_FOUND = TypeVar("_FOUND")


class LeftOut(Struct):
    """How much of a deck was left out, by what it is."""

    cards: int = 0
    schedules: int = 0
    answers: int = 0
    games: int = 0

    def __bool__(self) -> bool:
        return bool(self.cards or self.schedules or self.answers or self.games)

    def words(self, path: Path) -> Message:
        """Return that in one sentence; path -- of the deck."""
        return message("Left out of {file}, because it is damaged: {what}.", file=path.name,
                       what=self.what())

    def what(self) -> Listing:
        """Return what it is, as a list in words."""
        return listed(said for count, said in (
            (self.cards, counted("one card", "{count} cards", self.cards)),
            (self.schedules, counted("when one card comes back", "when {count} cards come back",
                                     self.schedules)),
            (self.answers, counted("one answer", "{count} answers", self.answers)),
            (self.games, counted("the mistakes of one game", "the mistakes of {count} games",
                                 self.games))) if count)


class ForeignCard(Struct, frozen=True):
    """A card; added -- when, in seconds UTC; schedule -- None where that was left out."""

    card: Card
    added: float
    schedule: Schedule | None


class ForeignDeck:
    """The rows of another deck that are right; read cards, then answers, then games."""

    def __init__(self, path: Path, connection: sqlite3.Connection, now: float) -> None:
        self.left_out = LeftOut()
        self._path, self._deck, self._now = path, connection, now
        self._deadline = time.monotonic() + _MOST_S
        connection.set_progress_handler(lambda: time.monotonic() > self._deadline, _STEPS)
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0").fetchall()
        self._tables = {str(name).lower() for name, in tables}
        if not self._columns("cards").issuperset(("id", "body")):
            raise _damaged(path)

    def cards(self) -> Iterator[ForeignCard]:
        """Yield the cards that were not left out there."""
        for told in self._rows("cards", f"id, body, is_removed, added, {SCHEDULE}"):
            card = _checked(told, _card_of)
            if card is None:
                self.left_out.cards += 1
            elif told[2] in (0, None):
                schedule = _checked(told[3:], self._schedule)
                self.left_out.schedules += schedule is None
                yield ForeignCard(card, told[3] if schedule else self._now, schedule)

    def reviews(self) -> Iterator[CardReview]:
        """Yield the answers."""
        for told in self._rows("reviews", REVIEW_COLUMNS):
            found = _checked(told, review_of)
            if found is None:
                self.left_out.answers += 1
            else:
                yield found

    def games(self) -> Iterator[JudgedGame]:
        """Yield the judged games; the first decks had none."""
        for told in self._rows("games", GAME_COLUMNS):
            found = _checked(told, game_of)
            if found is None:
                self.left_out.games += 1
            else:
                yield found

    def _schedule(self, told: Told) -> Schedule:
        """Return a schedule, of the column `added` and those of a schedule."""
        convert(told[0], Moment)
        found = schedule_of(told[1:])
        check_schedule(found, self._now)
        return found

    def _rows(self, table: str, wanted: str) -> Iterator[Told]:
        """Yield the rows of a table; what cannot be read, and columns that are missing, as NULL."""
        names, there = wanted.split(", "), self._columns(table)
        if not there:
            return
        columns = ", ".join(name if name in there else "NULL" for name in names)
        last = -(2 ** 63)
        for _ in range(_MOST_ROWS):
            # One at a time: a row that is damaged or too large ends nothing else.
            found = self._one(f"SELECT rowid FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT 1",
                              last)
            if found is None:
                return
            last = found[0]
            row = self._one(f"SELECT {columns} FROM {table} WHERE rowid = ?", last,
                            may_be_damaged=True)
            yield (None,) * len(names) if row is None else row

    def _columns(self, table: str) -> set[str]:
        if table not in self._tables:
            return set()
        with telling_of(self._path, self._deadline):
            return {name.lower() for name in columns_in(self._deck, table)}

    def _one(self, question: str, value: int, *, may_be_damaged: bool = False) -> Told | None:
        """Return the first row of what a question finds, None without one."""
        with telling_of(self._path, self._deadline):
            try:
                found: Told | None = self._deck.execute(question, (value,)).fetchone()
            except SQLITE_ERRORS:
                if may_be_damaged and time.monotonic() < self._deadline:
                    return None
                raise
            return found


def _checked(told: Told, check: Callable[[Told], _FOUND]) -> _FOUND | None:
    """Return what a row is, None where irgo cannot have written it."""
    try:
        return check(told)
    except DAMAGED:
        return None


def _card_of(told: Told) -> Card:
    card = read(told[1])
    check_card(card)
    if told[0] != card.id:
        raise ValueError("a card is called by what it asks")
    return card


@contextmanager
def telling_of(path: Path, deadline: float) -> Iterator[None]:
    """Turn what SQLite says of a deck from elsewhere into one sentence: raises DeckError."""
    try:
        yield
    except SQLITE_ERRORS as error:
        if time.monotonic() > deadline:
            raise DeckError("Reading {path} takes longer than {seconds:.0f} s; nothing was "
                            "imported.", path=path, seconds=_MOST_S) from None
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (
                sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise DeckError("The deck {path} is being written by another program; try again when "
                            "it is done.", path=path) from None
        raise _damaged(path) from None


def _damaged(path: Path) -> DeckError:
    return DeckError("{path} is damaged; nothing was imported, and your own deck is as it was. "
                     "Ask for another copy of it.", path=path)


@contextmanager
def foreign_deck(path: Path, now: float) -> Iterator[ForeignDeck]:
    """Lend a deck from elsewhere; now -- seconds UTC. Raises DeckError, one's own is as it was."""
    check_there(path)
    try:
        check_head(path)
        size = path.stat().st_size
    except OSError as error:
        raise DeckError("{path} cannot be read ({reason}); choose another file.", path=path,
                        reason=error.strerror or str(error)) from None
    if size > MOST_BYTES:
        raise DeckError("{path} is larger than {most} MB, which no deck is; nothing was imported.",
                        path=path, most=MOST_BYTES // 1_000_000)
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as deck:
        with telling_of(path, time.monotonic() + _MOST_S):
            deck.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_VALUE)
            deck.text_factory = _text
            for pragma in _PRAGMAS:
                deck.execute(f"PRAGMA {pragma}")
            if application_of(deck) != APPLICATION:
                raise no_deck(path)
            if version_of(deck) > VERSION:
                raise newer(path)
            found = ForeignDeck(path, deck, now)
        yield found


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
