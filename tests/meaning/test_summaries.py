"""Which reasons a summary tells, in which order, and which of them speak against the others."""

import pytest
from msgspec.structs import replace

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.future import Future
from irgo_app.meaning.meaning_json import why_as_json
from irgo_app.meaning.reasons import Comparison, Difference, Reason, ReasonKind, State
from irgo_app.meaning.words import (UNSURE, first_reasons, shares_told, told_reasons, verdict_words,
                                    why_words)

BOARD = Position.empty(9)


def why(*shares: float, rest: float = 0.0) -> Comparison:
    """Return why a move loses or gains, by reasons of these shares and the rest."""
    reasons = tuple(
        Reason(ReasonKind.LINK if not share else ReasonKind.TERRITORY, WHITE, (20 + at,), share,
            1.0,
               move=State.BUILT, instead=State.REDUCED) for at, share in enumerate(shares))
    future = Future(((BLACK, 0),), BOARD, BOARD, 0.0, (0.0,) * 81, 60)
    return Comparison(BOARD, future, future, Difference(sum(shares) + rest, reasons), "a test", 120)


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


def test_what_speaks_against_a_loss_is_no_reason_for_it() -> None:
    assert not told_reasons(why(-4.0, rest=10.0)) and not told_reasons(why(4.0, rest=-10.0))
    assert [reason.share for reason in first_reasons(why(-4.0, 3.0, rest=7.0))] == [3.0, -4.0]


def test_what_is_left_is_told_as_one_number_in_words_and_numbers() -> None:
    found = why(2.26, 1.26, rest=0.08)
    *_, rest = shares_told(found)
    document = why_as_json(found, lambda stones: "")
    # 3.6 in all, 2.3 and 1.3 of it told: nothing is left of what is told.
    assert (document["loss"], document["rest"], str(rest).split()[0]) == (3.6, 0.0, "+0.0")
    [_, nothing] = shares_told(why(2.04, rest=-0.04))
    assert str(nothing).split()[0] == "+0.0"


def test_what_speaks_for_the_better_move_counts_plus() -> None:
    told = [str(said).split()[0] for said in shares_told(why(-9.0, 6.0, rest=0.0))]
    assert told == ["+9.0", "-6.0", "+0.0"]


def test_the_next_move_elsewhere_speaks_for_the_move_that_keeps_it() -> None:
    def told(loss: float, keeps: int) -> str:
        found = replace(why(), instead=replace(why().instead, moves=((BLACK, 1),)))
        keeping = Reason(ReasonKind.INITIATIVE, BLACK, (keeps,), 0.0, 1.0)
        return str(told_reasons(replace(found, difference=Difference(loss, (keeping,))))[0])

    assert told(9.0, keeps=1) == "After B9 Black has the next move elsewhere."
    assert told(9.0, keeps=0).startswith("On the other hand: After A9")
    assert told(-9.0, keeps=0) == "After A9 Black has the next move elsewhere."


def test_a_loss_without_a_reason_says_so() -> None:
    assert [str(said) for said in shares_told(why(rest=5.0))] == [str(UNSURE)]
    assert str(why_words(why(rest=5.0))).endswith(str(UNSURE))
    assert not shares_told(why(rest=0.5))


def test_both_sides_first_moves_at_a_point_are_not_one_move() -> None:
    found = why(9.0)
    theirs = replace(found.move, moves=((WHITE, 0),))
    assert str(verdict_words(found)) == "A9 is as good as A9."
    assert str(verdict_words(replace(found, move=theirs))) == \
        "White A9 loses 9 points against Black A9."
