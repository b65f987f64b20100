"""When a card comes back: FSRS, by its own authors; the time is always given, in seconds UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from irgo_app.practice.card import Mark
from irgo_app.words import noted, noted_in, translated_in

if TYPE_CHECKING:
    from fsrs import Scheduler

LEARNT_DAYS: Final = 21.0
"""A card that is kept in mind so long, in days, counts as learnt."""
_QUICK_S: Final = 8.0
"""Who answers a card that he knows as fast as this finds it easy."""


class Grade(IntEnum):
    """How well a card was answered, as FSRS counts."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


_GRADE_NAMES: Final = {Grade.AGAIN: noted("again"), Grade.HARD: noted("hard"),
                       Grade.GOOD: noted_in("grades", "good"), Grade.EASY: noted("easy")}


def grade_name(grade: Grade) -> str:
    """Return a grade's name: elsewhere it is moves that are good."""
    return translated_in("grades", _GRADE_NAMES[grade])


class Schedule(Struct, frozen=True):
    """What is known of how well a card is kept in mind.

    state -- 0 for a new card, else FSRS's: 1 learning, 2 review, 3 learning again
    step -- of learning; stability -- in days; difficulty -- 1 to 10
    due, last -- when it comes back and when it was answered last, in seconds UTC
    seen, lapses -- how often it was answered, and how often forgotten
    """

    due: float
    state: int = 0
    step: int | None = None
    stability: float | None = None
    difficulty: float | None = None
    last: float | None = None
    seen: int = 0
    lapses: int = 0

    @property
    def is_new(self) -> bool:
        return self.state == 0



def grade_of(mark: Mark, schedule: Schedule, seconds: float, *, had_hint: bool) -> Grade:
    """Return the grade that follows from a first answer; seconds -- what it took."""
    if mark is Mark.NOT_YET:
        return Grade.AGAIN
    if mark is Mark.FINE or had_hint:
        return Grade.HARD
    return Grade.EASY if seconds <= _QUICK_S and not schedule.is_new else Grade.GOOD


def answered(schedule: Schedule, grade: Grade, now: float) -> Schedule:
    """Return a card's schedule after an answer; a clock that was set back counts as standing."""
    from fsrs import Card, Rating, State

    now = max(now, schedule.last or now)
    # FSRS names a card by the time and sleeps a millisecond for it, unless it has a name.
    card = Card(1, State(schedule.state or 1), schedule.step, schedule.stability,
                schedule.difficulty, _date(schedule.due),
                None if schedule.last is None else _date(schedule.last))
    after, _ = _scheduler().review_card(card, Rating(int(grade)), _date(now))
    return Schedule(
        after.due.timestamp(), int(after.state), after.step, after.stability, after.difficulty,
        now, schedule.seen + 1,
        schedule.lapses + (grade is Grade.AGAIN and schedule.state == int(State.Review)))


def end_of_day(now: float) -> float:
    """Return when the day of a moment ends where this machine is, in seconds UTC."""
    here = datetime.fromtimestamp(now)
    return (here.replace(hour=0, minute=0, second=0, microsecond=0)
            + timedelta(days=1)).timestamp()


def start_of_day(now: float) -> float:
    """Return when the day of a moment began where this machine is, in seconds UTC."""
    return datetime.fromtimestamp(now).replace(
        hour=0, minute=0, second=0, microsecond=0).timestamp()


def _date(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    # Without chance: the same answers make the same days, on every machine.
    return Scheduler(enable_fuzzing=False)
