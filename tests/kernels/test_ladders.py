"""Ladders against their plain twin, and shapes every player knows."""

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from irgo_app.errors import IllegalMoveError
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.kernels.grid import neighbour_table, stones_view
from irgo_app.kernels.ladders import find_ladders, new_ladder_scratch
from tests.oracles.plain_ladders import TooLongError, first_moves, taken_stones


def ladders(position: Position) -> tuple[frozenset[int], frozenset[int]]:
    """Return the stones that ladders take, and the moves that begin them."""
    count = len(position.cells)
    out, moves = np.empty(count, np.bool_), np.empty(count, np.bool_)
    find_ladders(stones_view(position.cells),
                 neighbour_table(position.columns, position.rows), new_ladder_scratch(count), out,
                 moves)
    return frozenset(map(int, np.flatnonzero(out))), frozenset(map(int, np.flatnonzero(moves)))


LADDER = """
. . . . . . . . .
. X . . . . . . .
. . X . . . . . .
. X O X . . . . .
. X . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . {} . .
. . . . . . . . .
"""


@pytest.mark.parametrize(("breaker", "is_taken"), [(".", True), ("O", False), ("X", True)])
def test_a_ladder_runs_across_the_board(breaker: str, is_taken: bool) -> None:
    position = Position.from_diagram(LADDER.format(breaker))
    stone = 3 * 9 + 2
    assert (stone in ladders(position)[0]) == is_taken
    assert (stone in taken_stones(position)) == is_taken


def test_the_attacker_begins_a_ladder() -> None:
    position = Position.from_diagram(LADDER.format("."))
    fled = play(position.with_to_play(-1), -1, 4 * 9 + 2)
    assert ladders(fled)[1] == first_moves(fled, 3 * 9 + 2) == {5 * 9 + 2}


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(0, 48), min_size=8, max_size=60))
@example(choices=[3, 16, 0, 0, 6, 1, 40, 10])
def test_random_games_agree_with_the_plain_twin(choices: list[int]) -> None:
    position = Position.empty(7)
    for choice in choices:
        try:
            position = play(position, position.to_play, choice)
        except IllegalMoveError:
            continue
    stones, moves = ladders(position)
    try:
        assert stones == taken_stones(position)
    except TooLongError:
        assume(False)
    expected = frozenset[int]().union(*(
        first_moves(position, point) for point, cell in enumerate(position.cells)
        if cell and len(position.liberties(point)) == 2))
    assert moves == expected


def test_the_kernel_in_plain_python_says_the_same() -> None:
    position = Position.from_diagram(LADDER.format("."))
    arguments = (stones_view(position.cells), neighbour_table(9, 9), new_ladder_scratch(81))
    compiled, plain = np.empty((2, 81), np.bool_), np.empty((2, 81), np.bool_)
    find_ladders(*arguments, compiled[0], compiled[1])
    find_ladders.py_func(*arguments, plain[0], plain[1])
    assert np.array_equal(compiled, plain)
