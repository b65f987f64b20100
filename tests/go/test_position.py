"""Positions as values."""

import pickle

import pytest

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, PASS, WHITE, fixed_handicap, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import play

DIAGRAM = [".X.O", "XX..", "..OO"]


def test_a_diagram_comes_back() -> None:
    position = Position.from_diagram(DIAGRAM)
    assert (position.columns, position.rows) == (4, 3)
    assert position.diagram() == DIAGRAM
    assert position.stone_count() == 6


def test_equal_positions_are_one_key_also_in_another_process() -> None:
    position = Position.from_diagram(DIAGRAM)
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert position.with_to_play(WHITE) != position


def test_a_ko_stays_barred_unless_the_turn_is_another() -> None:
    """Black may not retake at once, nor where he is told that it is his turn, which it is."""
    ko = Position.from_diagram([".XO.", "XO.O", ".XO.", "...."])
    taken = play(ko, BLACK, 6)
    assert taken.ko_point == 5 and taken.with_to_play(WHITE).ko_point == 5
    assert taken.with_to_play(BLACK).ko_point == PASS


def test_chains_and_liberties() -> None:
    position = Position.from_diagram(DIAGRAM)
    assert position.chain(1) == {1, 4, 5}
    assert position.liberties(1) == {0, 2, 6, 8, 9}
    assert position.chain(0) == frozenset()


@pytest.mark.parametrize("diagram", ["X.\nX", "X?\n..", ""])
def test_what_is_no_diagram(diagram: str) -> None:
    with pytest.raises(ValueError):
        Position.from_diagram(diagram)


@pytest.mark.parametrize("size", [1, 53])
def test_board_sizes_have_limits(size: int) -> None:
    with pytest.raises(ValueError):
        Position.empty(size)


def test_setup_captures_nothing() -> None:
    position = Position.from_diagram(".X\nX.").with_stones({0: WHITE, 3: BLACK})
    assert position.diagram() == ["OX", "XX"]


def test_star_points() -> None:
    stars = [vertex(point, 19, 19) for point in topology(19, 19).star_points]
    assert stars == ["D16", "K16", "Q16", "D10", "K10", "Q10", "D4", "K4", "Q4"]
    assert [vertex(point, 9, 9) for point in topology(9, 9).star_points] == [
        "C7", "G7", "E5", "C3", "G3"]


@pytest.mark.parametrize("stones, expected", [
    (2, {"Q16", "D4"}), (3, {"Q16", "D4", "D16"}), (5, {"Q16", "D4", "D16", "Q4", "K10"}),
    (6, {"Q16", "D4", "D16", "Q4", "D10", "Q10"}),
])
def test_fixed_handicap(stones: int, expected: set[str]) -> None:
    assert {vertex(point, 19, 19) for point in fixed_handicap(stones, 19, 19)} == expected
