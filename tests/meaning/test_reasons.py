"""Reasons: what lies between two futures, cut into pieces whose shares add up."""

import pytest

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.future import Future
from irgo_app.meaning.reasons import ReasonKind, State, difference

SIZE = 9


def at(*names: str) -> list[int]:
    return [point_of_vertex(name, SIZE, SIZE) for name in names]


def board() -> Position:
    """White's two stones in the lower left corner, Black's around them and on the right."""
    stones = dict.fromkeys(at("A2", "B2"), WHITE) | dict.fromkeys(at("C2", "B3", "G5", "G6"), BLACK)
    return Position.empty(SIZE).with_stones(stones)


def future(position: Position, move: str, lead: float, owned: dict[str, float]) -> Future:
    values = [0.0] * (SIZE * SIZE)
    for name, value in owned.items():
        values[at(name)[0]] = value
    point = at(move)[0]
    after = position.with_stones({point: position.to_play})
    return Future(((position.to_play, point),), after, after, lead, tuple(values), 30)


CORNER = ("A1", "B1", "C1", "A2", "B2", "A3")
SIDE = ("J4", "J5", "J6", "H4", "H5", "H6")


def test_a_group_that_lives_in_one_future_alone_is_a_reason_with_its_room() -> None:
    position = board()
    lives = future(position, "E5", -9.0, dict.fromkeys(CORNER, -0.9))
    dies = future(position, "A1", 2.0, dict.fromkeys(CORNER, 0.9))
    found = difference(position, lives, dies)
    [reason] = found.reasons
    assert found.loss == pytest.approx(11.0)
    assert reason.kind is ReasonKind.GROUP and reason.colour == WHITE
    assert reason.points == tuple(sorted(at("A2", "B2")))
    assert (reason.move, reason.instead) == (State.LIVES, State.DIES)
    # All six points change hands: stones, and the room that goes with them.
    assert reason.share == pytest.approx(6 * 1.8)
    assert round(reason.share, 1) + found.rest == pytest.approx(found.loss)


def test_a_chain_that_changes_little_does_not_keep_its_neighbour_from_being_told() -> None:
    stones = dict.fromkeys(at("A2", "B2", "D2", "E2", "F2", "D3"), WHITE)
    position = Position.empty(SIZE).with_stones(stones)
    much, little = dict.fromkeys(("A2", "B2"), -0.6), dict.fromkeys(("D2", "E2", "F2", "D3"), -0.32)
    found = difference(position, future(position, "E5", -3.0, much | little),
                       future(position, "A9", 0.0, {}))
    [group] = [reason for reason in found.reasons if reason.kind is ReasonKind.GROUP]
    assert group.points == tuple(sorted(at("A2", "B2")))
    # What both change by is told where that is enough.
    found = difference(position, future(position, "E5", -3.0, much | dict.fromkeys(little, -0.46)),
                       future(position, "A9", 0.0, {}))
    assert sorted(stones) in [list(reason.points) for reason in found.reasons]


def test_vacant_points_are_territory_where_they_are_sure_and_a_framework_where_not() -> None:
    position = board()
    bare = future(position, "A9", 0.0, {})
    for sure, kind in ((0.9, ReasonKind.TERRITORY), (0.37, ReasonKind.FRAMEWORK)):
        owned = future(position, "H5", 5.0, dict.fromkeys(SIDE, sure))
        [reason] = difference(position, bare, owned).reasons
        assert reason.kind is kind and reason.colour == BLACK
        assert set(reason.points) == set(at(*SIDE))
        assert reason.share == pytest.approx(6 * sure, abs=1e-5)


def test_what_is_small_everywhere_is_the_rest() -> None:
    position = board()
    everywhere = [f"{letter}{row}" for letter in "ABCDEFGHJ" for row in range(1, 10)]
    one = future(position, "A9", 0.0, {})
    other = future(position, "H5", 8.0, dict.fromkeys(everywhere, 0.1))
    found = difference(position, one, other)
    assert not found.reasons and found.rest == pytest.approx(8.0)


def test_the_better_move_gains_what_the_worse_one_loses() -> None:
    position = board()
    lives = future(position, "E5", -9.0, dict.fromkeys(CORNER, -0.9))
    dies = future(position, "A1", 2.0, dict.fromkeys(CORNER, 0.9))
    there, back = difference(position, lives, dies), difference(position, dies, lives)
    assert back.loss == -there.loss and back.rest == pytest.approx(-there.rest)
    assert back.reasons[0].share == pytest.approx(-there.reasons[0].share)
    assert (back.reasons[0].move, back.reasons[0].instead) == (State.DIES, State.LIVES)


def test_exchanged_colours_exchange_the_reasons() -> None:
    position = board()
    turned = Position.empty(SIZE).with_stones({
        point: -position.colour_at(point) for point in range(SIZE * SIZE)
        if position.cells[point]}).with_to_play(WHITE)
    one = difference(position, future(position, "E5", -9.0, dict.fromkeys(CORNER, -0.9)),
                     future(position, "A1", 2.0, dict.fromkeys(CORNER, 0.9)))
    other = difference(turned, future(turned, "E5", 9.0, dict.fromkeys(CORNER, 0.9)),
                       future(turned, "A1", -2.0, dict.fromkeys(CORNER, -0.9)))
    assert other.loss == one.loss and other.reasons[0].colour == -one.reasons[0].colour
    assert other.reasons[0].share == pytest.approx(one.reasons[0].share)
