"""Decks from elsewhere that mean harm or were damaged: imported, and one's own deck used after.

    python -m tests.practice.hostile_decks --decks 2000 --seed 1

Each must be taken in as far as it is right or refused with one sentence, and one's own deck must
work afterwards in everything that is done with it.
"""

import argparse
import json
import os
import random
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from irgo_app.cli.practice import progress_as_json, row_as_json, today_as_json
from irgo_app.cli.terminal import json_text
from irgo_app.errors import DeckError
from irgo_app.practice.card import AnswerMark, Theme, turned
from irgo_app.practice.card_words import (best_words, hint_words, origin_words, played_words,
                                          question_words, reasons_words, themes_words,
                                          verdict_words)
from irgo_app.practice.deck import CardAnswer, Choices, Deck, progress_of_deck
from irgo_app.practice.exports import export
from irgo_app.practice.rows import JudgedGame
from irgo_app.practice.schedule import Grade
from tests.practice.cards import card, open_group

NOW: Final = time.mktime((2026, 11, 23, 12, 0, 0, 0, 0, -1))
DAY: Final = 86_400.0
_BRACKETS: Final = "[" * 100_000
_LONG: Final = "x" * 3_000_000
_MOST_MEMORY: Final = 3 * 2**30
VALUES: Final = (
    float("inf"), float("-inf"), None, "", "abc", "\0", "1e999", b"\xff\xfe", b"", 0, -1, 99,
    2**63 - 1, -(2**63), 1e308, -1e308, 5e-324, "\x1b]0;owned\x07", "\u202e", _BRACKETS, _LONG,
    253402300799.0, "NaN", "[]", "{}", "null", '{"due": Infinity}', '"', "../../etc/passwd",
    "'); DROP TABLE cards; --")
"""What a column of a row is set to."""
INNER: Final = (
    float("inf"), float("nan"), None, "", "zz", "--", [], {}, [[]], -1, 10**30, "x" * 5000, True,
    0.5, "aa" * 4000, "Baa" * 1000, "B", "\ud800", "a\0b", ["." * 53] * 53, ["."], ["..", "."],
    "ATTACK", ["NONE"], {"black": 3}, "\x1b[31m")
"""What a value inside of a card or a schedule is set to."""


def good_deck(path: Path, cards: int = 4) -> None:
    """Write a deck as irgo does, with answers and a judged game."""
    with Deck(path) as deck:
        deck.add([*(card(number) for number in range(cards)), open_group()], NOW - 9 * DAY)
        for number, grade in enumerate((Grade.AGAIN, Grade.GOOD, Grade.EASY)):
            deck.answer(card(number).id, _answer(29, grade), NOW - 5 * DAY)
        deck.answer(card(1).id, _answer(29, Grade.GOOD), NOW - 2 * DAY)
        deck.note_game(JudgedGame("g", "Kim", "A game", "2026-11-01", NOW - DAY, 90,
                                  {Theme.ATTACK: 2}))


def _answer(point: int, grade: Grade) -> CardAnswer:
    return CardAnswer(point, AnswerMark.BEST, grade, 0.0, 9.0)


def _column(deck: sqlite3.Connection, chance: random.Random) -> None:
    table = chance.choice(("cards", "cards", "reviews", "games"))
    name = chance.choice([row[1] for row in deck.execute(f"PRAGMA table_info({table})")])
    where = "" if chance.random() < 0.3 else (
        f" WHERE rowid = (SELECT rowid FROM {table} ORDER BY random() LIMIT 1)")
    deck.execute(f"UPDATE OR IGNORE {table} SET {name} = ?{where}", (chance.choice(VALUES),))


def _inside(deck: sqlite3.Connection, chance: random.Random) -> None:
    """Change one value somewhere inside of a card, of a schedule before, or of mistakes."""
    table, column = chance.choice((("cards", "body"), ("cards", "body"), ("reviews", "before"),
                                   ("games", "mistakes")))
    for number, text in deck.execute(f"SELECT rowid, {column} FROM {table}").fetchall():
        try:
            found = json.loads(text)
        except (TypeError, ValueError, RecursionError):
            continue
        for _ in range(chance.randint(1, 3)):
            _change(found, chance)
        deck.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (
            json.dumps(found).replace("\\ud800", "?"), number))


def _change(found: Any, chance: random.Random) -> None:
    while isinstance(found, dict | list) and found:
        keys = list(found) if isinstance(found, dict) else list(range(len(found)))
        key = chance.choice(keys)
        if chance.random() < 0.4 or not isinstance(found[key], dict | list):
            what = chance.random()
            if what < 0.15:
                del found[key]
            elif what < 0.25 and isinstance(found, dict):
                found["more"] = deepcopy(chance.choice(INNER))
            else:
                found[key] = deepcopy(chance.choice(INNER))
            return
        found = found[key]


def _without_column(deck: sqlite3.Connection, chance: random.Random) -> None:
    table = chance.choice(("cards", "reviews", "games"))
    names = [row[1] for row in deck.execute(f"PRAGMA table_info({table})") if not row[5]]
    for index in ("cards_due", "cards_learnt", "reviews_at", "reviews_card"):
        deck.execute(f"DROP INDEX IF EXISTS {index}")
    deck.execute(f"ALTER TABLE {table} DROP COLUMN {chance.choice(names)}")


def _more_columns(deck: sqlite3.Connection, chance: random.Random) -> None:
    table = chance.choice(("cards", "reviews", "games"))
    kind = chance.choice(("TEXT", "TEXT NOT NULL DEFAULT 'x'",
                          "TEXT GENERATED ALWAYS AS (hex(randomblob(1000000))) VIRTUAL"))
    deck.execute(f"ALTER TABLE {table} ADD COLUMN {chance.choice(('more', 'rowid_', 'oid'))} "
                 f"{kind}")


def _view(deck: sqlite3.Connection, chance: random.Random) -> None:
    """Put a view without end, or of a little of anything, in the place of a table."""
    table = chance.choice(("cards", "reviews", "games", "choices"))
    names = [row[1] for row in deck.execute(f"PRAGMA table_info({table})")]
    deck.execute(f"ALTER TABLE {table} RENAME TO hidden")
    columns = ", ".join(f"n AS {name}" for name in names)
    deck.execute(f"CREATE VIEW {table} AS WITH RECURSIVE c(n) AS "
                 f"(SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT {columns} FROM c")


def _trigger(deck: sqlite3.Connection, chance: random.Random) -> None:
    table = chance.choice(("cards", "reviews", "choices"))
    event = chance.choice(("INSERT", "UPDATE", "DELETE"))
    deck.execute(f"CREATE TRIGGER t AFTER {event} ON {table} BEGIN DELETE FROM cards; END")


def _header(deck: sqlite3.Connection, chance: random.Random) -> None:
    deck.execute(chance.choice((
        "PRAGMA application_id = 7", "PRAGMA user_version = 99", "PRAGMA user_version = -5",
        "PRAGMA user_version = 0", "PRAGMA user_version = 1", "DROP TABLE games",
        "DROP TABLE reviews", "DROP TABLE cards", "DROP TABLE choices",
        "INSERT OR REPLACE INTO choices VALUES ('new_a_day', '99999999999999999999')",
        "INSERT OR REPLACE INTO choices VALUES ('themes', '[[[')")))


_CHANGES: Final[tuple[Callable[[sqlite3.Connection, random.Random], None], ...]] = (
    _column, _column, _column, _inside, _inside, _inside, _without_column, _more_columns, _view,
    _trigger, _header)


def _bytes(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    kind = chance.random()
    if kind < 0.6:
        for _ in range(chance.choice((1, 5, 50, 500))):
            data[chance.randrange(100 if chance.random() < 0.2 else len(data))] = (
                chance.randrange(256))
    elif kind < 0.8:
        del data[chance.randrange(len(data)):]
    else:
        data[chance.randrange(len(data)):] = chance.randbytes(4096)
    path.write_bytes(data)


def make_hostile(path: Path, chance: random.Random) -> None:
    """Write a hostile deck."""
    good_deck(path, chance.choice((0, 1, 4)) + 3)
    kind = chance.random()
    if kind < 0.02:
        with path.open("r+b") as file:
            file.truncate(4 * 2**30)  # It takes no room on the disk.
        return
    if kind < 0.2:
        _bytes(path, chance)
        return
    with closing(sqlite3.connect(path, isolation_level=None)) as deck:
        for _ in range(chance.randint(1, 4)):
            # What was put there before may have no end.
            steps = iter(range(100))
            deck.set_progress_handler(lambda steps=steps: next(steps, None) is None, 10_000)  # type: ignore[misc]
            try:
                chance.choice(_CHANGES)(deck, chance)
            except (sqlite3.DatabaseError, TypeError, IndexError):
                continue  # Some of what was done before makes the next impossible.


def use(deck: Deck, folder: Path, now: float = NOW) -> None:
    """Do everything with a deck that the window and the command line do."""
    for row in deck.rows():
        json_text(row_as_json(row))
        shown = row.card
        for said in (question_words, hint_words, origin_words, played_words, best_words,
                     themes_words):
            str(said(shown))
        for move in shown.judged:
            list(map(str, reasons_words(shown, move)))
            str(verdict_words(shown, move))
        turned(shown, 5)
    json_text(today_as_json(deck.today(now), deck.next_time(now)))
    json_text(progress_as_json(progress_of_deck(deck, now)))
    deck.choose(replace(Choices(), new_a_day=50, reviews_a_day=500))
    for number, name in enumerate([row.id for row in deck.rows()]):
        best = deck.card(name).best
        noted = deck.answer(name, _answer(best.point, Grade(1 + number % 4)), now)
        deck.grade(noted, Grade(1 + (number + 1) % 4))
    if any(True for _ in deck.rows()):
        export(deck, folder / "out.sgf", now)
    deck.reviews()


def take_in(folder: Path, hostile: Path) -> str:
    """Import a deck into one's own and use that; return what was said of the other."""
    for name in ("own.deck", "out.sgf"):
        (folder / name).unlink(missing_ok=True)
    with Deck(folder / "own.deck") as own:
        own.add([card(40), card(41)], NOW - DAY)
        try:
            added = own.take_in(hostile, NOW)
            said = str(added.left_out.words(hostile)) if added.left_out else ""
        except DeckError as error:
            said = str(error)
            assert "move it away" not in said, said
            assert own.count() == 2
        use(own, folder)
        assert not own.damaged, own.damaged
        assert {card(40).id, card(41).id} <= {row.id for row in own.rows()}
    assert said.isprintable()
    return said


def main() -> None:
    """Import so many hostile decks, the first from a seed."""
    parser = argparse.ArgumentParser(description="Import hostile decks.")
    parser.add_argument("--decks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    left_out = refused = 0
    slowest = 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(given.seed, given.seed + given.decks):
            hostile = folder / "foreign.deck"
            hostile.unlink(missing_ok=True)
            make_hostile(hostile, random.Random(seed))
            begin = time.monotonic()
            try:
                said = take_in(folder, hostile)
            except BaseException:
                kept = Path(tempfile.gettempdir()) / f"hostile-{seed}.deck"
                os.replace(hostile, kept)
                print(f"seed {seed}: see {kept}", flush=True)
                raise
            slowest = max(slowest, time.monotonic() - begin)
            left_out += said.startswith("Left out")
            refused += bool(said) and not said.startswith("Left out")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{given.decks} decks: {refused} refused, of {left_out} a part left out, the others "
          f"whole; the slowest {slowest:.1f} s, {memory} MB at most")


if __name__ == "__main__":
    main()
