"""Capture, ko, suicide and superko, on diagrams."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sgfmill import boards

from irgo_app.errors import IllegalMoveError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, topology
from irgo_app.go.position import CELL_OF_COLOUR, Position, unpacked_points
from irgo_app.go.rules import (AGA, CHINESE, ING, JAPANESE, NEW_ZEALAND, RULESETS, TROMP_TAYLOR,
                               RunningPosition, play, record, repeats, why_illegal)


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
    (". O X\nO O X\nX X .", "A3", 4),
    (". O X .\nX X X .\n. . . .\n. . . .", "A4", 2),
])
def test_suicide_depends_on_the_rules(diagram: str, vertex: str, taken: int) -> None:
    before = Position.from_diagram(diagram)
    point = at(before, vertex)
    with pytest.raises(IllegalMoveError, match="suicide"):
        play(before, WHITE, point, JAPANESE)
    after = play(before, WHITE, point, NEW_ZEALAND)
    assert after.colour_at(point) == EMPTY
    assert after.captures == (taken, 0)


def test_nobody_allows_a_single_stone_its_suicide() -> None:
    before = Position.from_diagram(". X .\nX . .\n. . .")
    for rules in RULESETS:
        with pytest.raises(IllegalMoveError, match="suicide"):
            play(before, WHITE, at(before, "A3"), rules)


def test_a_record_is_followed_whatever_it_says() -> None:
    before = Position.from_diagram("X . .\n. . .\n. . .")
    after, remark = record(before, WHITE, 0)
    assert after.colour_at(0) == WHITE
    assert remark == "a stone was there already"
    assert record(before, WHITE, PASS) == (before.with_to_play(BLACK), None)


KO = Position.from_diagram(""". X O .
                              X O . O
                              . X O .
                              . . . .""")


def test_a_board_may_come_back_as_the_rules_have_it() -> None:
    """Sending two and returning one: White retakes, and the board is that of two moves before."""
    taken = play(KO, BLACK, at(KO, "C3"))
    away = [KO, taken, play(taken, WHITE, PASS)]
    back = play(away[-1], BLACK, PASS).with_to_play(WHITE)
    for rules, is_legal in ((JAPANESE, True), (CHINESE, True), (NEW_ZEALAND, False),
                            (AGA, False), (ING, False), (TROMP_TAYLOR, False)):
        remark = why_illegal(back, WHITE, at(KO, "B3"), rules, away)
        assert (remark is None) == is_legal, rules.name
        assert is_legal or "come back" in str(remark)
    # The same stones with the other side to move: another situation, not another position.
    turned = [position.with_to_play(-position.to_play) for position in away]
    assert why_illegal(back, WHITE, at(KO, "B3"), AGA, turned) is None
    assert why_illegal(back, WHITE, at(KO, "B3"), ING, turned)


def test_the_past_is_looked_at_only_after_a_capture() -> None:
    def nobody() -> Iterator[Position]:
        raise AssertionError("the past was asked for")
        yield KO

    assert play(KO, WHITE, at(KO, "A1"), TROMP_TAYLOR, nobody())
    with pytest.raises(AssertionError):
        play(KO, BLACK, at(KO, "C3"), TROMP_TAYLOR, nobody())
    assert play(KO, BLACK, at(KO, "C3"), CHINESE, nobody())


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
        if why_illegal(position, colour, point, TROMP_TAYLOR):
            # The suicide of a single stone, which sgfmill's board would take off again.
            assert not any(position.cells[near] in (0, CELL_OF_COLOUR[colour])
                           for near in topology(size, size).neighbours[point])
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


def after_lone_suicide(position: Position, colour: int) -> Position:
    """Return the position after a record's suicide of one stone, the other side's prisoner."""
    by_black, by_white = position.captures
    return replace(position, to_play=-colour, ko_point=PASS, captures=(
        by_black + (colour == WHITE), by_white + (colour == BLACK)))


@pytest.mark.parametrize("size", [(2, 2), (3, 5), (5, 5), (9, 9)])
def test_it_goes_as_playing_one_position_after_the_other(size: tuple[int, int]) -> None:
    random = Random(18)
    position = Position.empty(*size)
    running, seen = RunningPosition(position, TROMP_TAYLOR), set()
    for _ in range(1500):
        colour = random.choice((position.to_play, BLACK, WHITE))
        point = random.choice((PASS, *range(len(position.cells)), *range(len(position.cells))))
        kind = random.randrange(12)
        if kind == 0:
            stones = {random.randrange(len(position.cells)): random.randrange(-1, 2)}
            running.put(stones)
            position = position.with_stones(stones)
        elif kind == 1:
            running.give_turn(colour)
            position = position.with_to_play(colour)
        else:
            oddity = running.record(colour, point)
            seen.add(oddity)
            try:
                position = play(position, colour, point, TROMP_TAYLOR)
                assert oddity is None
            except IllegalMoveError as error:
                if "suicide" in str(error):
                    assert oddity == "it is suicide"
                    position = after_lone_suicide(position, colour)
                    continue
                assert oddity in ("a stone was there already", "it retakes the ko at once")
                cleared = (position if oddity and "ko" in oddity
                           else position.with_stones({point: 0}))
                turned = cleared.with_to_play(-colour)
                if why_illegal(turned, colour, point, TROMP_TAYLOR):
                    position = after_lone_suicide(turned, colour)
                else:
                    position = play(turned, colour, point, TROMP_TAYLOR)
        frozen = running.frozen()
        assert frozen == position and frozen.order == position.order
        assert len(set(unpacked_points(frozen.order))) * 2 == len(frozen.order)
    assert "a stone was there already" in seen and (size[0] > 2 or len(seen) > 2)
