"""When a card comes back: FSRS's schedules, by its own authors, and the days of a deck.

The time is always given, in seconds UTC. A clock far off the mark counts as the nearest moment
that calendars know everywhere.
"""

from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct, convert

from irgo_app.practice.card import AnswerMark
from irgo_app.words import noted, noted_in, translated_in

QUICK_S: Final = 8.0
"""Who answers a card that he knows as fast as this finds it easy."""
LATEST: Final = 25_000_000_000.0
"""The last moment a clock may tell, in the year 2762: schedules go on for a hundred years after it,
and Windows' calendar ends in 3000."""
LATEST_DUE: Final = 30_000_000_000.0
Moment: TypeAlias = Annotated[float, Meta(ge=0.0, le=LATEST)]
"""Seconds UTC."""
Due: TypeAlias = Annotated[float, Meta(ge=0.0, le=LATEST_DUE)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]
DAY_S: Final = 86_400.0
NEW, LEARNING, KNOWN, LEARNING_AGAIN = range(4)


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

    due: Due
    state: Annotated[int, Meta(ge=0, le=3)] = 0
    step: Annotated[int, Meta(ge=0, le=10)] | None = None
    stability: Annotated[float, Meta(gt=0.0, le=1e7)] | None = None
    difficulty: Annotated[float, Meta(ge=1.0, le=10.0)] | None = None
    last: Moment | None = None
    seen: Count = 0
    lapses: Count = 0

    @property
    def is_new(self) -> bool:
        return self.state == 0


def schedule_of(row: tuple[Any, ...]) -> Schedule:
    """Return the schedule of a row; raises ValueError for what FSRS cannot go on from."""
    found = convert(dict(zip(Schedule.__struct_fields__, row, strict=True)), Schedule)
    if not found.is_new:
        is_learning = found.state in (LEARNING, LEARNING_AGAIN)
        if None in (found.stability, found.difficulty, found.last) or (
                is_learning != (found.step is not None)):
            raise ValueError("FSRS does not make such a schedule")
    return found


def grade_of(mark: AnswerMark, schedule: Schedule, seconds: float, *, had_hint: bool) -> Grade:
    """Return the grade that follows from a first answer; seconds -- what it took."""
    if mark is AnswerMark.NOT_YET:
        return Grade.AGAIN
    if mark is AnswerMark.FINE or had_hint:
        return Grade.HARD
    return Grade.EASY if seconds <= QUICK_S and not schedule.is_new else Grade.GOOD


def answered(schedule: Schedule, grade: Grade, now: float) -> Schedule:
    """Return a card's schedule after an answer; a clock that was set back counts as standing."""
    import fsrs

    now = max(sane(now), schedule.last or 0.0)
    # FSRS names a card by the time and sleeps a millisecond for it, unless it has a name.
    card = fsrs.Card(1, fsrs.State(schedule.state or 1), schedule.step, schedule.stability,
                     schedule.difficulty, _date(schedule.due),
                     None if schedule.last is None else _date(schedule.last))
    # Without chance: the same answers make the same days, on every machine.
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    after, _ = scheduler.review_card(card, fsrs.Rating(int(grade)), _date(now))
    return Schedule(
        after.due.timestamp(), int(after.state), after.step, after.stability, after.difficulty,
        now, schedule.seen + 1,
        schedule.lapses + (grade is Grade.AGAIN and schedule.state == int(fsrs.State.Review)))


def sane(now: float) -> float:
    """Return a moment that calendars know: a clock may stand at any time."""
    return min(max(now, DAY_S), LATEST)


def end_of_day(now: float) -> float:
    """Return when the day of a moment ends where this machine is, in seconds UTC."""
    return (_midnight(now) + timedelta(days=1)).timestamp()


def start_of_day(now: float) -> float:
    """Return when the day of a moment began where this machine is, in seconds UTC."""
    return _midnight(now).timestamp()


def _midnight(now: float) -> datetime:
    return datetime.fromtimestamp(sane(now)).replace(hour=0, minute=0, second=0, microsecond=0)


def _date(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
