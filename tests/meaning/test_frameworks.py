"""Frameworks: what irgo's maps say of hopes, and what is told of it."""

from msgspec.structs import replace

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.judging.future import Future
from irgo_app.meaning.reasons import (Comparison, Difference, Reason, ReasonKind, State, difference,
                                      framed)
from irgo_app.meaning.words import reason_words

SIZE = 19
SIDE = ("D3", "D17", "C6", "C14")
"""Black's stones; with another in the middle of the left side they make a moyo there."""
OTHER = ("Q4", "Q16", "R10", "K3", "K17", "K10")
INSIDE = tuple(f"{letter}{row}" for letter in "BCD" for row in range(8, 13))


def at(*names: str) -> tuple[Point, ...]:
    return tuple(point_of_vertex(name, SIZE, SIZE) for name in names)


def future(position: Position, move: str, owned: float, *stones: str) -> Future:
    """Return the future of a move of Black's, at whose end Black has more stones."""
    values = [0.0] * (SIZE * SIZE)
    for point in at(*INSIDE):
        values[point] = owned
    point = at(move)[0]
    after = position.with_stones({point: BLACK})
    end = after.with_stones(dict.fromkeys(at(*stones), BLACK))
    return Future(((BLACK, point),), after, end, sum(values), tuple(values), 30)


def board() -> Position:
    return Position.empty(SIZE).with_stones(
        dict.fromkeys(at(*SIDE), BLACK) | dict.fromkeys(at(*OTHER), WHITE))


def told(move: Future, instead: Future) -> tuple[Reason, str]:
    """Return the one reason between two futures, and its sentence."""
    position = board()
    found = framed(difference(position, move, instead), position, move, instead)
    [reason] = found.reasons
    assert reason.kind is ReasonKind.FRAMEWORK and reason.colour == BLACK
    compared = Comparison(position, move, instead, found, "a test", 60)
    return reason, str(reason_words(reason, compared))


def test_a_moyo_that_one_future_builds_is_told_as_one() -> None:
    position = board()
    plain, built = future(position, "T1", 0.0), future(position, "F10", 0.37, "G6", "G14")
    reason, sentence = told(plain, built)
    assert (reason.move, reason.instead) == (State.REDUCED, State.BUILT)
    assert "moyo" in sentence and sentence.endswith("after F10 than after T1.")
    back, again = told(built, plain)
    assert (back.move, back.instead) == (State.BUILT, State.REDUCED)
    assert again == sentence


def test_influence_alone_is_told_as_influence() -> None:
    position = board()
    far = future(position, "T1", 0.0, "G10")
    near = future(position, "T2", 0.37, "F8", "F12")
    # The moyo is as large in both, and stones lie nearer to it in one of them.
    reason, sentence = told(far, near)
    assert (reason.move, reason.instead) == (State.WEAK, State.STRONG)
    assert "influence" in sentence


def test_what_the_maps_do_not_say_stays_a_hope() -> None:
    position = board()
    one, other = future(position, "T1", 0.0), future(position, "T2", 0.37)
    reason, sentence = told(one, other)
    assert (reason.move, reason.instead) == (State.OPEN, State.OPEN)
    assert "may hope" in sentence
    # Nor do they overrule the judge where they say the opposite.
    reason, sentence = told(future(position, "F10", 0.0, "G6", "G14"), other)
    assert (reason.move, reason.instead) == (State.OPEN, State.OPEN)


def test_other_reasons_and_the_sum_stay_as_they_are() -> None:
    position = board()
    one, other = future(position, "T1", 0.0), future(position, "F10", 0.9, "G6", "G14")
    found = difference(position, one, other)
    assert framed(found, position, one, other) == found
    hope = Difference(5.0, (replace(found.reasons[0], kind=ReasonKind.FRAMEWORK, share=4.0),))
    after = framed(hope, position, one, other)
    assert (after.loss, after.rest, after.reasons[0].share) == (5.0, 1.0, 4.0)
