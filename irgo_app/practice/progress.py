"""What one has learnt: cards by theme, answers by day, and mistakes a game over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from irgo_app.practice.card import Theme
from irgo_app.practice.deck import (
    LEARNT_DAYS, Deck, Grade, JudgedGame, Today, mask_of, start_of_day
)

_DAY_S: Final = 86_400.0
DAYS: Final = 30
"""Answers of so many days are told."""


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


class Progress(Struct, frozen=True):
    """All there is to tell of a deck."""

    today: Today
    cards: int
    new: int
    learnt: int
    themes: tuple[ThemeProgress, ...]
    days: tuple[DayOfAnswers, ...]
    games: tuple[JudgedGame, ...]


def progress_of_deck(deck: Deck, now: float) -> Progress:
    """Return how one stands at a moment; raises DeckError."""
    known = deck.learnt(LEARNT_DAYS)
    answers = deck.reviews(start_of_day(now) - (DAYS - 1) * _DAY_S)
    return Progress(
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
        ago = min(DAYS - 1, max(0, round((today - start_of_day(at)) / _DAY_S)))
        counts[ago][0] += 1
        counts[ago][1] += grade > Grade.AGAIN
    return tuple(DayOfAnswers(ago, *counts[ago]) for ago in reversed(range(DAYS)))
