"""A deck: cards, when each comes back, the answers that were given, what one chose and has learnt.

The time is always given, in seconds UTC.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from sqlite3 import Connection
from typing import Final

from msgspec import Struct, convert, field
from msgspec.structs import asdict, astuple, replace

from irgo_app.errors import DamagedCardError, DeckError
from irgo_app.go.point import Point
from irgo_app.practice.card import AnswerMark, Card, Theme
from irgo_app.practice.card_file import DAMAGED, read, written
from irgo_app.practice.deck_file import copy_to, opened, telling, writing
from irgo_app.practice.foreign_deck import LeftOut, foreign_deck
from irgo_app.practice.rows import (GAME_COLUMNS, REVIEW_COLUMNS, ROW, SCHEDULE, JudgedGame, Row,
                                    Told, game_of, row_of, schedule_before)
from irgo_app.practice.schedule import (DAY_S, KNOWN, LATEST, LATEST_DUE, LEARNING, LEARNING_AGAIN,
                                        NEW, Count, Grade, Schedule, answered, end_of_day, sane,
                                        schedule_of, start_of_day)
from irgo_app.whole_file import why_unwritten

LEARNT_DAYS: Final = 21.0
"""A card that is kept in mind so long, in days, counts as learnt."""
_THEMES: Final = tuple(Theme)
_ANY_TIME: Final = 1e18
_IN_ORDER: Final = 1e-3
"""New cards come in the order in which they were added: so much later each, in seconds."""
DAYS: Final = 30
"""Answers of so many days are told."""


class Choices(Struct, frozen=True):
    """What one chose of a deck.

    new_a_day, reviews_a_day -- how many cards a day brings at most
    themes -- those that are practised, empty for all
    players -- the names one plays under; least -- a mistake loses so many points or more
    """

    new_a_day: int = 6
    reviews_a_day: int = 24
    themes: tuple[Theme, ...] = ()
    players: tuple[str, ...] = ()
    least: float = 2.5

    def with_players(self, players: tuple[str, ...], least: float) -> Choices:
        """Return the same with other names and another bound."""
        return replace(self, players=players, least=least)


class Today(Struct, frozen=True):
    """What a day brings, by the cards' names.

    reviews -- cards that come back, the longest due first; new -- cards never seen
    waiting -- how many more cards are due than the day may bring; done -- answered today
    """

    reviews: tuple[str, ...]
    new: tuple[str, ...]
    waiting: int
    done: int

    @property
    def cards(self) -> tuple[str, ...]:
        """Return all of them in the order in which they are practised."""
        return self.reviews + self.new


class CardAnswer(Struct, frozen=True):
    """A first answer to a card; loss -- in points, None where points do not count."""

    move: Point
    mark: AnswerMark
    grade: Grade
    loss: float | None = None
    seconds: float = 0.0


class Added(Struct, frozen=True):
    """What became of cards that were to be added: taken in, or known already.

    left_out -- what of another deck was not right
    """

    new: int
    known: int
    left_out: LeftOut = field(default_factory=LeftOut)


class Deck(AbstractContextManager["Deck"]):
    """An open deck; a context that closes it. Everything it does raises DeckError if it cannot.

    Each change is on the disk when its method returns. For one thread.

    damaged -- the names of cards that could not be read; they are passed over
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged = set[str]()
        self._file = opened(path)

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    def add(self, cards: Iterable[Card], now: float) -> Added:
        """Take cards in as new ones; a card that was there once, or was left out, stays so."""
        new, known, now = 0, 0, sane(now)
        with writing(self._file, self.path):
            # By their numbers: what games give one after the other is added at the same moment.
            last = self._rows("SELECT coalesce(max(rowid), 0) FROM cards")[0][0]
            for number, card in enumerate(cards, start=last + 1):
                taken = self._put_in(card, now, Schedule(now + number * _IN_ORDER))
                new += taken
                known += 1 - taken
        return Added(new, known)

    def leave_out(self, card: str) -> None:
        """Let a card never come again, whatever it is added from."""
        with writing(self._file, self.path):
            self._file.execute("UPDATE cards SET is_removed = 1 WHERE id = ?", (card,))

    def count(self) -> int:
        """Return how many cards there are."""
        return int(self._rows("SELECT count(*) FROM cards WHERE is_removed = 0")[0][0])

    def card(self, card: str) -> Card:
        """Return a card by its name; raises DamagedCardError for one that cannot be read."""
        return self._read(card, *self._of_card("body", card))

    def schedule(self, card: str) -> Schedule:
        """Return when a card comes back; raises DamagedCardError where that cannot be read."""
        try:
            return schedule_of(self._of_card(SCHEDULE, card))
        except DAMAGED:
            raise self._damaged(card) from None

    def rows(self, themes: Sequence[Theme] = (), limit: int = -1) -> Iterator[Row]:
        """Yield the cards, the newest first; themes -- empty for all."""
        # The sign keeps SQLite from sorting all cards that an index has.
        yield from self._read_rows(self._rows(
            f"SELECT {ROW} FROM cards WHERE +is_removed = 0 AND (themes & ? OR themes = 0) "
            "ORDER BY rowid DESC LIMIT ?", mask_of(themes or _THEMES), limit))

    def rows_of(self, cards: Iterable[str]) -> Iterator[Row]:
        """Yield the cards of names in their order, those that cannot be read left out."""
        for name in cards:
            yield from self._read_rows(self._rows(
                f"SELECT {ROW} FROM cards WHERE id = ?", name))

    def today(self, now: float) -> Today:
        """Return what is to be practised at a moment."""
        chosen, begin, end = self.choices(), start_of_day(now), end_of_day(now)
        done_new, done_old = self._rows(
            "SELECT coalesce(sum(was_new != 0), 0), count(DISTINCT CASE WHEN was_new THEN NULL "
            "ELSE card END) FROM reviews WHERE at >= ? AND at < ?", begin, end)[0]
        mask = mask_of(chosen.themes or _THEMES)

        def due(state: int, before: float, most: int) -> list[str]:
            """Return the cards of a state that are due, the longest due first."""
            return [row[0] for row in self._rows(
                "SELECT id FROM cards WHERE is_removed = 0 AND state = ? AND due <= ? "
                "AND (themes & ? OR themes = 0) ORDER BY due LIMIT ?", state, before, mask, most)]

        # What is being learnt comes back within minutes, all else once a day.
        again = due(LEARNING, now, chosen.reviews_a_day) + due(
            LEARNING_AGAIN, now, chosen.reviews_a_day)
        back = due(KNOWN, end, max(0, chosen.reviews_a_day - done_old - len(again)))
        fresh = due(NEW, _ANY_TIME, max(0, chosen.new_a_day - done_new))
        total = self._rows(
            "SELECT count(*) FROM cards WHERE is_removed = 0 AND state = ? AND due <= ? "
            "AND (themes & ? OR themes = 0)", KNOWN, end, mask)[0][0]
        return Today((*again, *back), tuple(fresh), max(0, total - len(back)),
                     done_new + done_old)

    def next_time(self, now: float) -> float | None:
        """Return when the next card comes back after a moment, None if none ever does."""
        rows = self._rows("SELECT min(due) FROM cards WHERE is_removed = 0 AND state > 0 "
                          "AND due > ? AND due <= ?", now, LATEST_DUE)
        return None if rows[0][0] is None else float(rows[0][0])

    def answer(self, card: str, answer: CardAnswer, now: float) -> int:
        """Take note of a first answer and return its number; the card's schedule follows."""
        with writing(self._file, self.path):
            before, board = self.schedule(card), self.card(card).position
            _put(self._file, card, answered(before, answer.grade, now))
            done = self._file.execute(
                f"INSERT INTO reviews ({REVIEW_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (card, now, int(answer.grade), answer.mark.value,
                 board.vertex(answer.move), answer.loss, answer.seconds,
                 before.is_new, json.dumps(asdict(before))))
            return int(done.lastrowid or 0)

    def grade(self, number: int, grade: Grade) -> None:
        """Give an answer another grade; it must be the last of its card."""
        with writing(self._file, self.path):
            card, at, before = self._rows(
                "SELECT card, at, before FROM reviews WHERE number = ?", number)[0]
            _put(self._file, card, answered(self._before(card, before), grade, at))
            self._file.execute("UPDATE reviews SET grade = ? WHERE number = ?",
                               (int(grade), number))

    def reviews(self, since: float = 0.0) -> list[tuple[str, float, Grade, int]]:
        """Return (card, moment, grade, themes as a mask) of answers since a moment."""
        return [(card, at, Grade(grade), themes) for card, at, grade, themes in self._rows(
            "SELECT card, at, grade, themes FROM reviews JOIN cards ON cards.id = card "
            "WHERE at >= ? AND at <= ? AND grade IN (1, 2, 3, 4) AND typeof(themes) = 'integer' "
            "ORDER BY at", since, LATEST)]

    def learnt(self, days: float) -> Sequence[tuple[int, int, int, int]]:
        """Return for all themes that cards have, as a mask, how many those are, how many of them
        are new, and how many are kept in mind for so many days."""
        return self._rows(
            "SELECT themes, count(*), sum(state = ?), coalesce(sum(stability >= ?), 0) "
            "FROM cards WHERE is_removed = 0 AND typeof(themes) = 'integer' GROUP BY themes",
            NEW, days)

    def choices(self) -> Choices:
        """Return what one chose."""
        said: dict[str, str] = dict(self._rows("SELECT key, value FROM choices"))
        usual = Choices()
        try:
            return Choices(
                convert(int(said.get("new_a_day", usual.new_a_day)), Count),
                convert(int(said.get("reviews_a_day", usual.reviews_a_day)), Count),
                tuple(Theme[name] for name in json.loads(said.get("themes", "[]"))),
                tuple(map(str, json.loads(said.get("players", "[]")))),
                float(said.get("least", usual.least)))
        except DAMAGED:
            return usual

    def choose(self, choices: Choices) -> None:
        """Keep what one chose."""
        with writing(self._file, self.path):
            self._file.executemany("INSERT OR REPLACE INTO choices VALUES (?, ?)", [
                ("new_a_day", str(choices.new_a_day)),
                ("reviews_a_day", str(choices.reviews_a_day)),
                ("themes", json.dumps([theme.name for theme in choices.themes])),
                ("players", json.dumps(choices.players, ensure_ascii=False)),
                ("least", str(choices.least))])

    def note_game(self, game: JudgedGame) -> None:
        """Keep how many mistakes there were in a game, in place of what was known of it."""
        with writing(self._file, self.path):
            self._file.execute(
                "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", _game_row(game))

    def games(self) -> list[JudgedGame]:
        """Return the games judged, in the order of their dates, then of judging."""
        found = list[JudgedGame]()
        for row in self._rows(f"SELECT {GAME_COLUMNS} FROM games ORDER BY date, judged, id"):
            with suppress(*DAMAGED):
                found.append(game_of(row))
        return found

    def write_copy(self, path: Path) -> None:
        """Write the whole deck into a file that `take_in` reads."""
        try:
            with telling(path):
                copy_to(self._file, path)
        except OSError as error:
            raise DeckError(why_unwritten(path, error)) from None

    def take_in(self, path: Path, now: float) -> Added:
        """Take in the cards of another deck with their schedules; those known stay as they are.

        What is not right there is left out. now -- seconds UTC
        """
        total = count = 0
        scheduled = set[str]()
        with foreign_deck(path, now) as other, writing(self._file, self.path):
            for total, found in enumerate(other.cards(), start=1):
                schedule = found.schedule or Schedule(sane(now) + total * _IN_ORDER)
                if self._put_in(found.card, found.added, schedule):
                    count += 1
                    if found.schedule is not None:
                        scheduled.add(found.card.id)
            for review in other.reviews():
                if review.card in scheduled:
                    self._file.execute(
                        f"INSERT INTO reviews ({REVIEW_COLUMNS}) VALUES "
                        "(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        (review.card, review.at, int(review.grade), review.mark.value,
                         *astuple(review)[4:]))
            for game in other.games():
                self._file.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)",
                                   _game_row(game))
        return Added(count, total - count, other.left_out)

    def _put_in(self, card: Card, added: float, schedule: Schedule) -> int:
        """Add a card with a schedule; return 0 where there is or was such a card, else 1."""
        return self._file.execute(
            f"INSERT OR IGNORE INTO cards (id, body, kind, themes, added, {SCHEDULE}) "
            f"VALUES (?, ?, ?, ?, ?, {', '.join('?' * len(Schedule.__struct_fields__))})",
            (card.id, written(card), card.kind.value, mask_of(card.themes), added,
             *astuple(schedule))).rowcount

    def _rows(self, question: str, *values: object) -> list[Told]:
        with telling(self.path):
            return self._file.execute(question, values).fetchall()

    def _of_card(self, columns: str, card: str) -> Told:
        rows = self._rows(f"SELECT {columns} FROM cards WHERE id = ?", card)
        if not rows:
            raise DeckError("There is no card {name} in the deck {path}; `irgo practice list` "
                            "names those there are.", name=card, path=self.path)
        return rows[0]

    def _read(self, name: str, body: str) -> Card:
        try:
            return read(body)
        except DAMAGED:
            raise self._damaged(name) from None

    def _read_rows(self, told: Iterable[Told]) -> Iterator[Row]:
        """Yield the cards of rows; those that cannot be read are noted and passed over."""
        for row in told:
            try:
                yield row_of(row)
            except DAMAGED:
                self.damaged.add(str(row[0]))

    def _before(self, card: str, text: str) -> Schedule:
        try:
            return schedule_before(text)
        except DAMAGED:
            raise self._damaged(card) from None

    def _damaged(self, name: str) -> DamagedCardError:
        """Note that a card cannot be read, and return the error that says so."""
        self.damaged.add(name)
        return DamagedCardError(
            "The card {name} of the deck {path} is damaged and is passed over; `irgo practice "
            "repair` takes it out, and a copy of the deck may still have it.", name=name,
            path=self.path)


def _put(deck: Connection, card: str, said: Schedule) -> None:
    deck.execute(f"UPDATE cards SET ({SCHEDULE}) = (?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?",
                 (*astuple(said), card))


def _game_row(game: JudgedGame) -> Told:
    """Return a judged game as its row, the columns GAME_COLUMNS."""
    return (*astuple(game)[:-1], json.dumps(
        {theme.name: count for theme, count in game.mistakes.items()}))


def mask_of(themes: Iterable[Theme]) -> int:
    """Return themes as a number, a bit for each."""
    return sum(1 << _THEMES.index(theme) for theme in set(themes))


class ThemeProgress(Struct, frozen=True):
    """How one stands with a theme.

    cards -- all of it; seen -- answered at least once; learnt -- kept in mind for weeks
    right -- of the answers of the last 30 days the share that was right, None without any
    """

    theme: Theme
    cards: int
    seen: int
    learnt: int
    right: float | None


class DayOfAnswers(Struct, frozen=True):
    """How many answers a day had, and how many of them were right.

    days_ago -- 0 for today
    """

    days_ago: int
    answers: int
    right: int


class DeckProgress(Struct, frozen=True):
    """All there is to tell of a deck."""

    today: Today
    cards: int
    new: int
    learnt: int
    themes: tuple[ThemeProgress, ...]
    days: tuple[DayOfAnswers, ...]
    games: tuple[JudgedGame, ...]


def progress_of_deck(deck: Deck, now: float) -> DeckProgress:
    """Return how one stands at a moment; raises DeckError."""
    known = deck.learnt(LEARNT_DAYS)
    answers = deck.reviews(start_of_day(now) - (DAYS - 1) * DAY_S)
    return DeckProgress(
        deck.today(now), sum(cards for _, cards, _, _ in known), sum(new for _, _, new, _ in known),
        sum(learnt for _, _, _, learnt in known), _by_theme(known, answers),
        _by_day(answers, now), tuple(deck.games()))


def _by_theme(
    known: Sequence[tuple[int, int, int, int]],
    answers: Sequence[tuple[str, float, Grade, int]],
) -> tuple[ThemeProgress, ...]:
    found = list[ThemeProgress]()
    for theme in Theme:
        bit = mask_of((theme,))
        own = [counts for mask, *counts in known if mask & bit]
        said = [grade for _, _, grade, mask in answers if mask & bit]
        if own:
            cards, new, learnt = map(sum, zip(*own, strict=True))
            found.append(ThemeProgress(
                theme, cards, cards - new, learnt,
                sum(grade > Grade.AGAIN for grade in said) / len(said) if said else None))
    return tuple(found)


def _by_day(
    answers: Sequence[tuple[str, float, Grade, int]], now: float
) -> tuple[DayOfAnswers, ...]:
    """Return the last days, the first first; answers of a clock set back count as today's."""
    today = start_of_day(now)
    counts = [[0, 0] for _ in range(DAYS)]
    for _, at, grade, _ in answers:
        # Half a day's grace, for days of 23 and 25 hours.
        ago = min(DAYS - 1, max(0, round((today - start_of_day(at)) / DAY_S)))
        counts[ago][0] += 1
        counts[ago][1] += grade > Grade.AGAIN
    return tuple(DayOfAnswers(ago, *counts[ago]) for ago in reversed(range(DAYS)))
