"""Capture, ko, suicide, superko and area score, on diagrams."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import boards

from irgo_app.errors import IllegalMoveError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE
from irgo_app.go.position import Position, unpacked_points
from irgo_app.go.rules import (
    JAPANESE,
    NEW_ZEALAND,
    TROMP_TAYLOR,
    area_score,
    play,
    record,
    repeats,
    ruleset_named,
    why_illegal,
)


def at(position: Position, vertex: str) -> int:
    return point_of_vertex(vertex, position.columns, position.rows)


def test_a_chain_without_liberties_is_taken_off() -> None:
    before = Position.from_diagram(""". X . .
                                      X O X .
                                      X O . .
                                      . X . .""")
    after = play(before, BLACK, at(before, "C2"))
    assert after.diagram() == [".X..", "X.X.", "X.X.", ".X.."]
    assert after.captures == (2, 0)
    assert after.to_play == WHITE
    assert after.ko_point == PASS


def test_ko_is_closed_for_one_move_and_for_the_other_side_only() -> None:
    before = Position.from_diagram(""". X O .
                                      X . X O
                                      . X O .
                                      . . . .""".replace("X . X O", "X O . O"))
    taken = play(before, BLACK, at(before, "C3"))
    ko = at(before, "B3")
    assert taken.ko_point == ko
    assert "ko" in (why_illegal(taken, WHITE, ko) or "")
    elsewhere = play(taken, WHITE, at(before, "A1"))
    answered = play(elsewhere, BLACK, at(before, "D1"))
    retaken = play(answered, WHITE, ko)
    assert retaken.ko_point == at(before, "C3")
    assert repeats(retaken, [before, taken]) is False


def test_snapback_is_no_ko() -> None:
    before = Position.from_diagram(""". X X O .
                                      X O O . O
                                      . X X O .
                                      . . . . .""".replace("X O O . O", "X . O . O"))
    after = play(before, BLACK, at(before, "B3"))
    assert after.ko_point == PASS


@pytest.mark.parametrize("diagram, vertex, taken", [
    (". X .\nX . .\n. . .", "A3", 1),
    (". O X\nO O X\nX X .", "A3", 4),
])
def test_suicide_depends_on_the_rules(diagram: str, vertex: str, taken: int) -> None:
    before = Position.from_diagram(diagram)
    point = at(before, vertex)
    with pytest.raises(IllegalMoveError, match="suicide"):
        play(before, WHITE, point, JAPANESE)
    after = play(before, WHITE, point, NEW_ZEALAND)
    assert after.colour_at(point) == EMPTY
    assert after.captures == (taken, 0)


def test_a_record_is_followed_whatever_it_says() -> None:
    before = Position.from_diagram("X . .\n. . .\n. . .")
    after, remark = record(before, WHITE, 0)
    assert after.colour_at(0) == WHITE
    assert remark == "a stone was there already"
    assert record(before, WHITE, PASS) == (before.with_to_play(BLACK), None)


def test_superko_asks_the_history() -> None:
    start = Position.empty(2)
    history = [start]
    position = start
    for colour, point in ((BLACK, 0), (WHITE, 1), (BLACK, 3)):
        position = play(position, colour, point, TROMP_TAYLOR)
        history.append(position)
    assert repeats(start, history)
    suicide = play(position, WHITE, 2, TROMP_TAYLOR)
    assert repeats(suicide, history)
    assert not repeats(suicide, history[:-1])


def test_area_score_counts_stones_and_what_they_surround() -> None:
    position = Position.from_diagram(""". X . O .
                                        X X . O O
                                        . X . O .
                                        X X . O O
                                        . X . O .""")
    assert area_score(position) == 0
    assert area_score(position.with_stones({2: BLACK, 7: BLACK, 12: BLACK})) == 3
    assert area_score(Position.empty(9)) == 0


@pytest.mark.parametrize("text, name", [("Japanese", "Japanese"), ("chinese", "Chinese"),
                                        ("GOE", "NZ"), ("", "Japanese"), ("AGA", "AGA")])
def test_ruleset_names(text: str, name: str) -> None:
    assert ruleset_named(text).name == name


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([5, 9, 19]), st.lists(st.integers(0, 360), max_size=300))
def test_random_games_agree_with_sgfmill(size: int, choices: list[int]) -> None:
    """An independent board plays the same moves (it knows no ko and allows suicide)."""
    position = Position.empty(size)
    board = boards.Board(size)
    letters = {BLACK: "b", WHITE: "w"}
    for choice in choices:
        point = choice % (size * size)
        colour = position.to_play
        row, column = divmod(point, size)
        if position.cells[point] or point == position.ko_point:
            assert why_illegal(position, colour, point)
            continue
        board.play(size - 1 - row, column, letters[colour])
        position = play(position, colour, point, TROMP_TAYLOR)
        stones = {(place, {"b": BLACK, "w": WHITE}[letter])
                  for letter, (from_bottom, across) in board.list_occupied_points()
                  for place in [(size - 1 - from_bottom) * size + across]}
        ours = {(place, position.colour_at(place))
                for place in range(size * size) if position.cells[place]}
        assert ours == stones


def test_the_order_of_the_stones_is_kept_and_captured_ones_leave_it() -> None:
    position = Position.empty(3).with_stones({4: WHITE})
    for point, colour in ((1, BLACK), (0, WHITE), (3, BLACK), (8, WHITE), (5, BLACK)):
        position = play(position, colour, point)
    assert unpacked_points(position.order) == [1, 3, 8, 5]
    taken = play(play(position, WHITE, PASS), BLACK, 7)
    assert not taken.cells[4] and unpacked_points(taken.order) == [1, 3, 5, 7]
    assert unpacked_points(taken.with_stones({3: 0}).order) == [1, 5, 7]
    assert taken == Position(3, 3, taken.cells, taken.to_play, taken.ko_point, taken.captures)
