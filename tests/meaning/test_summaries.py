"""Which reasons a summary tells, in which order, and which of them speak against the others."""

from __future__ import annotations

import pytest

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.meaning.future import Future
from irgo_app.meaning.reasons import Difference, Kind, Reason, State
from irgo_app.meaning.why import Why
from irgo_app.meaning.words import first_reasons, told_reasons

BOARD = Position.empty(9)


def why(*shares: float) -> Why:
    """Return why a move loses or gains, by reasons of these shares."""
    reasons = tuple(
        Reason(Kind.LINK if not share else Kind.TERRITORY, WHITE, (20 + at,), share, 1.0,
               move=State.BUILT, instead=State.REDUCED) for at, share in enumerate(shares))
    future = Future(((BLACK, 0),), BOARD, BOARD, 0.0, (0.0,) * 81, 60)
    return Why(BOARD, future, future, Difference(sum(shares), reasons, 0.0), "a test", 120)


@pytest.mark.parametrize(("shares", "told"), [
    ((9.0, 5.0, 3.0, 2.0), (9.0, 5.0, 3.0)),
    ((9.0, 5.0, 3.0, -4.0), (9.0, 5.0, 3.0)),
    ((9.0, 5.0, 3.0, -6.0, -5.0), (9.0, 5.0, -6.0)),
    ((9.0, 0.0, -6.0), (9.0, -6.0, 0.0)),
    ((9.0, 0.0, -4.0), (9.0, 0.0)),
    ((1.5, -0.9), (1.5,)),
    ((-9.0, -5.0, 6.0), (-9.0, -5.0, 6.0))])
def test_one_reason_against_is_told_if_it_is_large(
    shares: tuple[float, ...], told: tuple[float, ...]
) -> None:
    assert tuple(reason.share for reason in first_reasons(why(*shares))) == told


def test_what_speaks_against_the_others_says_so() -> None:
    said = [str(sentence) for sentence in told_reasons(why(9.0, -6.0))]
    assert [sentence.startswith("On the other hand: ") for sentence in said] == [False, True]
    gains = [str(sentence) for sentence in told_reasons(why(-9.0, 6.0))]
    assert [sentence.startswith("On the other hand: ") for sentence in gains] == [False, True]
