"""A deck repaired: what cannot be read or used is taken out, a copy kept of how it was."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from irgo_app.errors import DeckError
from irgo_app.practice.card import Card
from irgo_app.practice.card_file import DAMAGED, read
from irgo_app.practice.deck import mask_of
from irgo_app.practice.deck_file import check_there, copied, opened, telling, writing
from irgo_app.practice.foreign_deck import LeftOut
from irgo_app.practice.rows import (GAME_COLUMNS, REVIEW_COLUMNS, SCHEDULE, Told, check_card,
                                    check_goes_on, game_of, review_of)
from irgo_app.practice.schedule import Schedule, sane, schedule_of
from irgo_app.whole_file import why_unwritten

_COPY: Final = ".before-repair"


class Repair(Struct):
    """What was done to a deck.

    taken_out -- cards, answers and games that were removed, and schedules that were begun anew
    copy -- the deck as it was, None where there was nothing to repair
    """

    taken_out: LeftOut
    copy: Path | None


def repaired(path: Path, now: float) -> Repair:
    """Repair a deck; now -- seconds UTC. Raises DeckError, and the deck is as it was."""
    check_there(path)
    with closing(opened(path)) as deck:
        with telling(path):
            statements, found = _repairs(deck, now)
        if not statements:
            return Repair(found, None)
        try:
            with telling(path):
                copy = copied(deck, path, _COPY)
        except OSError as error:
            raise DeckError(why_unwritten(path, error)) from None
        with writing(deck, path):
            for statement, values in statements:
                deck.execute(statement, values)
        return Repair(found, copy)


Statements: TypeAlias = list[tuple[str, tuple[object, ...]]]


def _repairs(deck: Connection, now: float) -> tuple[Statements, LeftOut]:
    """Return what is to be done to a deck, and what that takes out of it."""
    found, statements, known = LeftOut(), list[tuple[str, tuple[object, ...]]](), set[object]()
    for number, name, body, kind, themes, removed, *schedule in deck.execute(
            f"SELECT rowid, id, body, kind, themes, is_removed, {SCHEDULE} FROM cards"):
        card = _card_of(body)
        if card is None or name != card.id:
            found.cards += 1
            statements.append(("DELETE FROM cards WHERE rowid = ?", (number,)))
            continue
        known.add(name)
        wanted = (card.kind.value, mask_of(card.themes), int(removed == 1))
        if (kind, themes, removed) != wanted:
            statements.append(("UPDATE cards SET kind = ?, themes = ?, is_removed = ? "
                               "WHERE rowid = ?", (*wanted, number)))
        if not _passes(lambda row: check_goes_on(schedule_of(row), now), tuple(schedule)):
            found.schedules += 1
            marks = ", ".join("?" * len(schedule))
            statements.append((f"UPDATE cards SET ({SCHEDULE}, added) = ({marks}, ?) "
                               "WHERE rowid = ?",
                               (*astuple(Schedule(sane(now))), sane(now), number)))
    for number, *row in deck.execute(f"SELECT number, {REVIEW_COLUMNS} FROM reviews"):
        if row[0] not in known or not _passes(review_of, tuple(row)):
            found.answers += 1
            statements.append(("DELETE FROM reviews WHERE number = ?", (number,)))
    for number, *row in deck.execute(f"SELECT rowid, {GAME_COLUMNS} FROM games"):
        if not _passes(game_of, tuple(row)):
            found.games += 1
            statements.append(("DELETE FROM games WHERE rowid = ?", (number,)))
    return statements, found


def _card_of(body: str) -> Card | None:
    """Return a card that can be practised, None for another."""
    try:
        card = read(body)
        check_card(card)
    except DAMAGED:
        return None
    return card


def _passes(check: Callable[[Told], object], row: Told) -> bool:
    try:
        check(row)
    except DAMAGED:
        return False
    return True
