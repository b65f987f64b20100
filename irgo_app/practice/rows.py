"""What the rows of a deck may hold: each value is checked against the types that made it.

All functions raise one of `card_file.DAMAGED` for a row that irgo cannot have written.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct, convert

from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.rules import record
from irgo_app.practice.card import AnswerMark, Card, CardKind, Theme, turned
from irgo_app.practice.card_file import read
from irgo_app.practice.schedule import Count, Grade, Moment, Schedule, answered, sane, schedule_of

Told: TypeAlias = tuple[Any, ...]
"""A row of what SQLite gives for a question."""
SCHEDULE: Final = ", ".join(Schedule.__struct_fields__)
ROW: Final = f"id, body, added, {SCHEDULE}"
REVIEW_COLUMNS: Final = "card, at, grade, mark, move, loss, seconds, was_new, before"
GAME_COLUMNS: Final = "id, player, name, date, judged, moves, mistakes"
_AHEAD_S: Final = 36_600 * 86_400.0
"""No card comes back later than FSRS's hundred years from now."""
_SLOW_S: Final = 86_400.0
"""Clocks of two machines differ by less."""

CardName: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$")]
_Text: TypeAlias = Annotated[str, Meta(max_length=4_000)]


class Row(Struct, frozen=True):
    """A card with its schedule, as a list shows it; added -- when, in seconds UTC."""

    id: str
    card: Card
    schedule: Schedule
    added: float


class JudgedGame(Struct, frozen=True):
    """How many mistakes somebody made in a game, by theme.

    id -- the same for the same game; judged -- when it was judged, in seconds UTC
    moves -- the player's
    """

    id: Annotated[str, Meta(max_length=200)]
    player: _Text
    name: _Text
    date: _Text
    judged: Moment
    moves: Count
    mistakes: Mapping[Theme, Count]


class CardReview(Struct, frozen=True):
    """An answer as a deck keeps it; before -- the card's schedule before it, as JSON."""

    card: CardName
    at: Moment
    grade: Grade
    mark: AnswerMark
    move: Annotated[str, Meta(max_length=8)]
    loss: Annotated[float, Meta(ge=-100_000, le=100_000)] | None
    seconds: Annotated[float, Meta(ge=0, le=1e9)]
    was_new: Annotated[int, Meta(ge=0, le=1)]
    before: _Text


def row_of(told: Told) -> Row:
    """Return a card with its schedule, of the columns ROW."""
    name, body, added, *schedule = told
    return Row(convert(name, str), read(body), schedule_of(tuple(schedule)),
               convert(added, Moment))


def schedule_before(text: str) -> Schedule:
    """Return the schedule that an answer found, of the JSON it is kept as."""
    found = msgspec.json.decode(text, type=Schedule)
    return schedule_of(tuple(getattr(found, name) for name in Schedule.__struct_fields__))


def review_of(told: Told) -> CardReview:
    """Return an answer, of the columns REVIEW_COLUMNS."""
    found = convert(dict(zip(CardReview.__struct_fields__, told, strict=True)), CardReview)
    schedule_before(found.before)
    return found


def game_of(told: Told) -> JudgedGame:
    """Return a judged game, of the columns GAME_COLUMNS."""
    *known, mistakes = told
    counts = msgspec.json.decode(mistakes, type=dict[str, Count])
    values = dict(zip(JudgedGame.__struct_fields__, known, strict=False))
    checked = convert({**values, "mistakes": {}}, JudgedGame)
    return msgspec.structs.replace(
        checked, mistakes={Theme[name]: count for name, count in counts.items()})


def check_card(card: Card) -> None:
    """Raise ValueError for a card that irgo would not make, though each of its values could be."""
    board, mover = card.position, card.position.to_play
    stones = [board.cells[point] for point in card.stones]
    if mover not in (BLACK, WHITE) or 0 in stones or len(set(stones)) > 1 or (
            list(card.stones) != sorted(set(card.stones))):
        raise ValueError("a group is of one colour, and its stones are sorted")
    if any((move.works is None) != (card.kind is CardKind.MOVE) for move in card.judged):
        raise ValueError("points count on cards about moves, success on the others")
    if card.kind is CardKind.LIFE and not card.stones:
        raise ValueError("a card about a life has a group")
    for move in card.judged:
        if (move.point != PASS and board.cells[move.point]) or (
                move.line and move.line[0] != (mover, move.point)):
            raise ValueError("a judged move is played on an empty point")
    reached = card.start
    for colour, point in card.before:
        reached, _ = record(reached, colour, point)
    if reached.cells != board.cells:
        raise ValueError("the moves before lead to the position")
    turned(card, 1)


def check_goes_on(schedule: Schedule, now: float) -> None:
    """Raise ValueError for a schedule that FSRS cannot go on from, whatever the next answer is."""
    for grade in Grade:
        schedule_of(msgspec.structs.astuple(answered(schedule, grade, now)))


def check_schedule(schedule: Schedule, now: float) -> None:
    """Raise ValueError for a schedule of a deck from elsewhere that FSRS would not make by now."""
    if schedule.due > sane(now) + _AHEAD_S or (schedule.last or 0.0) > sane(now) + _SLOW_S:
        raise ValueError("a card comes back within a hundred years")
    check_goes_on(schedule, now)
