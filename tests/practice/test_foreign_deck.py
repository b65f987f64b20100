"""Decks from elsewhere: what is right is taken in, the rest told of, and one's own goes on."""

import os
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from irgo_app.cli.main import run_command
from irgo_app.errors import DeckError
from irgo_app.practice import deck_file, foreign_deck
from irgo_app.practice.card import AnswerMark
from irgo_app.practice.deck import CardAnswer, Deck
from irgo_app.practice.foreign_deck import LeftOut
from irgo_app.practice.repair import repaired
from irgo_app.practice.schedule import Grade
from tests.practice.cards import card
from tests.practice.hostile_decks import (_BRACKETS, _LONG, DAY, NOW, good_deck, make_hostile,
                                          take_in, use)

INFINITE = float("inf")


def changed(path: Path, *statements: str, values: tuple[object, ...] = ()) -> Path:
    good_deck(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as deck:
        for statement in statements:
            deck.execute(statement, values)
    return path


@pytest.mark.parametrize(("statement", "value", "left_out"), [
    ("UPDATE cards SET due = ? WHERE seen > 0", INFINITE, LeftOut(schedules=3)),
    ("UPDATE cards SET due = ? WHERE seen > 0", "soon", LeftOut(schedules=3)),
    ("UPDATE cards SET due = ? WHERE seen > 0", NOW + 40_000 * DAY, LeftOut(schedules=3)),
    ("UPDATE cards SET last = ? WHERE seen > 0", NOW + 9 * DAY, LeftOut(schedules=3)),
    ("UPDATE cards SET stability = ? WHERE seen > 0", INFINITE, LeftOut(schedules=3)),
    ("UPDATE cards SET stability = ? WHERE seen > 0", None, LeftOut(schedules=3)),
    ("UPDATE cards SET difficulty = ? WHERE seen > 0", "hard", LeftOut(schedules=3)),
    ("UPDATE cards SET state = ?", 9, LeftOut(schedules=5)),
    ("UPDATE reviews SET grade = ?", 99, LeftOut(answers=4)),
    ("UPDATE reviews SET loss = ?", INFINITE, LeftOut(answers=4)),
    ("UPDATE reviews SET mark = ?", "superb", LeftOut(answers=4)),
    ("UPDATE reviews SET before = ?", _BRACKETS, LeftOut(answers=4)),
    ("UPDATE games SET mistakes = ?", '{"NO_SUCH_THEME": 3}', LeftOut(games=1)),
    ("UPDATE games SET moves = ?", "many", LeftOut(games=1)),
    ("UPDATE cards SET body = ?", _BRACKETS, LeftOut(cards=5)),
    ("UPDATE cards SET body = ?", b"\xff\xfe", LeftOut(cards=5)),
    ("UPDATE cards SET body = json_set(body, '$.question', ?)", _LONG, LeftOut(cards=5)),
    ("UPDATE cards SET body = json_set(body, '$.judged[0].loss', ?)", "much", LeftOut(cards=5)),
    ("UPDATE cards SET body = json_set(body, '$.themes[0]', ?)", "NO_THEME", LeftOut(cards=5)),
    ("UPDATE cards SET body = replace(body, '\"loss\":6.0', ?)", '"loss":1e999',
     LeftOut(cards=4)),
    ("UPDATE OR IGNORE cards SET id = ?", "../../etc/passwd", LeftOut(cards=1)),
    ("UPDATE cards SET themes = ?", "all of them", LeftOut()),
    ("UPDATE cards SET kind = ?", 7, LeftOut()),
])
def test_what_irgo_cannot_have_written_is_left_out(
    tmp_path: Path, statement: str, value: object, left_out: LeftOut
) -> None:
    hostile = changed(tmp_path / "foreign.deck", statement, values=(value,))
    before = hostile.read_bytes()
    with Deck(tmp_path / "own.deck") as own:
        added = own.take_in(hostile, NOW)
        assert added.left_out == left_out
        assert added.new == own.count() == 5 - left_out.cards
        use(own, tmp_path)
        assert not own.damaged
    assert hostile.read_bytes() == before


def test_what_was_left_out_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = changed(tmp_path / "foreign.deck", "UPDATE cards SET state = 9",
                      "UPDATE reviews SET grade = 99 WHERE number = 1")
    assert run_command(["practice", "import", str(hostile), "--deck",
                        str(tmp_path / "own.deck")]) == 0
    said = capsys.readouterr()
    assert said.err == ("warning: Left out of foreign.deck, because it is damaged: when 5 cards "
                        "come back, one answer.\n")
    assert "5 cards are new" in said.out


ENDLESS = ("ALTER TABLE cards RENAME TO hidden",
           "CREATE VIEW cards AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) "
           "SELECT n AS id, n AS body, n AS is_removed, n AS due FROM c")


@pytest.mark.parametrize("statements", [
    ENDLESS, ("DROP TABLE cards",), ("PRAGMA application_id = 7",), ("PRAGMA user_version = 99",),
    ("DROP INDEX cards_due", "DROP INDEX cards_learnt", "ALTER TABLE cards DROP COLUMN body"),
    ("CREATE VIEW cards2 AS SELECT 1", "DROP TABLE cards", "ALTER TABLE games RENAME TO cards"),
], ids=["endless view", "no cards", "another program's", "newer", "no bodies", "other columns"])
def test_a_deck_with_nothing_to_take_is_refused_and_ones_own_is_not_blamed(
    tmp_path: Path, statements: tuple[str, ...]
) -> None:
    hostile = changed(tmp_path / "foreign.deck", *statements)
    said = take_in(tmp_path, hostile)
    assert "foreign.deck" in said and "own.deck" not in said and "move it away" not in said
    with pytest.raises(DeckError, match=r"foreign\.deck"):
        Deck(hostile)


def test_columns_that_are_missing_or_more_cost_only_what_they_held(tmp_path: Path) -> None:
    hostile = changed(tmp_path / "foreign.deck", "DROP INDEX cards_due", "DROP INDEX cards_learnt",
                      "ALTER TABLE cards DROP COLUMN stability",
                      "ALTER TABLE cards ADD COLUMN more TEXT NOT NULL DEFAULT 'x'",
                      "ALTER TABLE games DROP COLUMN mistakes")
    assert take_in(tmp_path, hostile) == (
        "Left out of foreign.deck, because it is damaged: when 3 cards come back, the mistakes of "
        "one game.")


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    good_deck(tmp_path / "foreign.deck")
    with (tmp_path / "foreign.deck").open("r+b") as file:
        file.truncate(4 * 2**30)
    assert "larger than 300 MB" in take_in(tmp_path, tmp_path / "foreign.deck")


def test_reading_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good_deck(tmp_path / "foreign.deck")
    monkeypatch.setattr(foreign_deck, "_MOST_S", -1.0)
    monkeypatch.setattr(foreign_deck, "_STEPS", 1)
    assert "takes longer" in take_in(tmp_path, tmp_path / "foreign.deck")


@pytest.mark.parametrize("name", ["x" * 300 + ".deck", "missing.deck", "a\0b.deck", "."])
def test_a_name_that_no_file_has_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    own = str(tmp_path / "own.deck")
    assert run_command(["practice", "import", str(tmp_path / name), "--deck", own]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    if name != "missing.deck":
        assert run_command(["practice", "due", "--deck", str(tmp_path / name)]) == 1
        assert run_command(["practice", "import", own, "--deck", str(tmp_path / name)]) == 1
        assert "bug" not in capsys.readouterr().err


def test_a_pipe_is_no_deck(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.deck")
    with Deck(tmp_path / "own.deck") as own, pytest.raises(DeckError, match="no deck"):
        own.take_in(tmp_path / "pipe.deck", NOW)


def test_random_hostile_decks(tmp_path: Path) -> None:
    for seed in range(25):
        make_hostile(tmp_path / "foreign.deck", random.Random(seed))
        take_in(tmp_path, tmp_path / "foreign.deck")
        (tmp_path / "foreign.deck").unlink()


POISONS: tuple[Callable[[sqlite3.Connection], object], ...] = (
    lambda deck: deck.execute("UPDATE cards SET due = ?", (INFINITE,)),
    lambda deck: deck.execute("UPDATE cards SET due = 'soon', added = ?", (INFINITE,)),
    lambda deck: deck.execute("UPDATE cards SET body = ?", (_BRACKETS,)),
    lambda deck: deck.execute("UPDATE cards SET themes = 'all', kind = 3"),
    lambda deck: deck.execute("UPDATE reviews SET grade = 99, at = ?", (NOW - DAY,)),
    lambda deck: deck.execute("UPDATE reviews SET at = 'yesterday'"),
    lambda deck: deck.execute("UPDATE games SET mistakes = '{\"NO_THEME\": 1}'"),
    lambda deck: deck.execute("INSERT INTO choices VALUES ('new_a_day', ?)", ("9" * 30,)))


@pytest.mark.parametrize("poison", POISONS)
def test_a_deck_that_is_poisoned_already_can_be_used_and_repaired(
    tmp_path: Path, poison: Callable[[sqlite3.Connection], object]
) -> None:
    path = tmp_path / "own.deck"
    good_deck(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        poison(raw)
        before = {name for (name,) in raw.execute("SELECT id FROM cards")}
    with Deck(path) as deck:
        use(deck, tmp_path)
    whole = path.read_bytes()
    done = repaired(path, NOW)
    assert repaired(path, NOW).copy is None
    if done.copy is not None:
        with closing(sqlite3.connect(done.copy)) as copy, closing(sqlite3.connect(
                ":memory:")) as kept:
            kept.deserialize(whole)
            assert [*copy.iterdump()] == [*kept.iterdump()]
    with Deck(path) as deck:
        assert {row.id for row in deck.rows()} <= before
        use(deck, tmp_path)
        assert not deck.damaged


def test_repair_takes_out_what_is_poisoned_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.deck"
    good_deck(path)
    words = ["practice", "repair", "--deck", str(path)]
    assert run_command(words) == 0
    assert "nothing to repair" in capsys.readouterr().out
    (tmp_path / "own.deck.before-repair").write_text("mine")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("UPDATE cards SET body = '{' WHERE id = ?", (card(1).id,))
        raw.execute("UPDATE cards SET stability = ? WHERE id = ?", (INFINITE, card(2).id))
    assert run_command(words) == 0
    said = capsys.readouterr().out
    assert "one card, when one card comes back, 2 answers" in said
    assert "own.deck.before-repair-1" in said
    assert (tmp_path / "own.deck.before-repair").read_text() == "mine"
    with Deck(path) as deck:
        assert deck.count() == 4 and deck.schedule(card(0).id).seen == 1
        assert deck.schedule(card(2).id).is_new and len(deck.reviews()) == 2


def test_a_deck_called_as_sqlite_calls_its_memory_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Deck(Path(":memory:")) as deck:
        deck.add([card()], NOW)
    with Deck(Path(":memory:")) as deck:
        assert deck.count() == 1
    assert (tmp_path / ":memory:").is_file()


def test_an_older_deck_on_a_disk_that_is_only_read_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own.deck"
    with monkeypatch.context() as patch:
        patch.setattr(deck_file, "_STEPS", deck_file._STEPS[:1])
        patch.setattr(deck_file, "VERSION", 1)
        with Deck(path) as deck:
            deck.add([card(), card(1)], NOW)
    before = path.read_bytes()
    # Whoever runs the tests may be allowed everything; ask as somebody who is not.
    monkeypatch.setattr(deck_file.os, "access", lambda *_: False)
    with Deck(path) as deck:
        assert deck.count() == 2 and len(deck.today(NOW).new) == 2 and deck.games() == []
        with pytest.raises(DeckError, match="cannot be opened for writing"):
            deck.add([card(2)], NOW)
    assert path.read_bytes() == before and [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("now", [253402300799.0, 1e15, 0.0, -1e10])
def test_a_clock_that_is_far_off_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], now: float
) -> None:
    path = tmp_path / "own.deck"
    with Deck(path) as deck:
        deck.add([card(), card(1)], now)
        use(deck, tmp_path, now)
        deck.answer(card().id, CardAnswer(29, AnswerMark.BEST, Grade.GOOD, 0.0, 9.0), NOW)
    good_deck(tmp_path / "other.deck")
    monkeypatch.setattr(time, "time", lambda: now)
    for words in (["list"], ["due"], ["stats"], ["due", "--json"], ["repair"],
                  ["import", str(tmp_path / "other.deck")]):
        assert run_command(["practice", *words, "--deck", str(path)]) == 0
    assert "bug" not in capsys.readouterr().err


def test_what_is_written_is_read_whatever_a_record_said(tmp_path: Path) -> None:
    found = card()
    noisy = replace(found, question="q" * 9_000, judge="\ud800", origin=replace(
        found.origin, black="b" * 100_000, source="\udcff.sgf"))
    with Deck(tmp_path / "own.deck") as deck:
        deck.add([noisy], NOW)
        [row] = deck.rows()
        assert row.card.origin.source == "?.sgf" and len(row.card.question) == 4_000
        assert not deck.damaged
