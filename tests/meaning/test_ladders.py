"""Ladders: stones that one move leaves to be caught in one, and another lets get away."""

import pytest

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.judging.future import Future
from irgo_app.meaning.ladders import ladders
from irgo_app.meaning.reasons import Comparison, Difference, Reason, ReasonKind, State
from irgo_app.meaning.words import reason_words

SIZE = 9
LADDER = {"C3": BLACK, "B3": WHITE, "C2": WHITE, "D2": WHITE, "B4": WHITE, "G8": WHITE}
"""White may take C3 by atari at C4, towards G8; a black stone at F6 breaks the ladder."""


def at(name: str) -> int:
    return point_of_vertex(name, SIZE, SIZE)


def board(first: Colour, stones: dict[str, Colour] = LADDER) -> Position:
    return Position.empty(SIZE).with_stones(
        {at(name): colour for name, colour in stones.items()}).with_to_play(first)


def future(position: Position, name: str, lead: float, kept: float) -> Future:
    """Return the future of a move, with C3 expected to be so much Black's."""
    after = play(position, position.to_play, at(name))
    owned = tuple(kept if point == at("C3") else 0.0 for point in range(SIZE * SIZE))
    return Future(((position.to_play, at(name)),), after, after, lead, owned, 30)


def found(
    first: Colour, move: str, instead: str, loss: float = 8.0,
    kept: tuple[float, float] = (-0.8, 0.8),
) -> tuple[Comparison, list[Reason]]:
    """Return what is told of a move that loses so much, C3 kept so surely after it and the other.
    """
    position = board(first)
    ahead = (future(position, move, -first * loss, kept[0]),
             future(position, instead, 0.0, kept[1]))
    reasons = ladders(position, *ahead)
    return Comparison(position, *ahead, Difference(loss, tuple(reasons)), "a test", 60), reasons


def test_what_a_breaker_lets_get_away_is_told_of_it() -> None:
    why, [reason] = found(BLACK, "H2", "F6")
    assert (reason.kind, reason.colour, reason.points) == (ReasonKind.LADDER, BLACK, (at("C3"),))
    assert (reason.move, reason.instead, reason.share) == (State.CAUGHT, State.FREE, 0.0)
    assert str(reason_words(reason, why)) == (
        "F6 saves Black's stone at C3 from a ladder.")


def test_who_begins_the_ladder_gains_by_it() -> None:
    why, [reason] = found(WHITE, "H2", "C4", kept=(0.8, -0.8))
    assert (reason.move, reason.instead) == (State.FREE, State.CAUGHT)
    assert str(reason_words(reason, why)) == "C4 catches Black's stone at C3 in a ladder."


@pytest.mark.parametrize(("move", "instead", "kept", "loss"), [
    ("H2", "J9", (-0.8, 0.8), 8.0), ("F6", "H2", (0.8, -0.8), 8.0), ("H2", "F6", (0.8, 0.8), 8.0),
    ("H2", "F6", (-0.8, 0.8), -8.0)])
def test_ladders_of_both_or_that_speak_against_the_better_move_or_matter_to_nobody_are_not_told(
    move: str, instead: str, kept: tuple[float, float], loss: float
) -> None:
    assert found(BLACK, move, instead, loss, kept)[1] == []


def test_a_stone_that_is_just_taken_is_in_no_ladder() -> None:
    """In the corner A1 is in atari and cannot extend at all."""
    position = board(BLACK, {"A1": BLACK, "B1": WHITE, "A3": WHITE, "B2": WHITE})
    ahead = [Future(((BLACK, at(name)),), after, after, lead, (owned,) * SIZE * SIZE, 30)
             for name, lead, owned in (("H8", -8.0, -0.8), ("C1", 0.0, 0.8))
             for after in (play(position, BLACK, at(name)),)]
    assert ladders(position, *ahead) == []
