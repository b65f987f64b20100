"""The fast rules against the plain ones, in random games."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irgo_app.bench.maps import breathless_chain, play_move
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.kernels.grid import neighbour_table, stones_view


@settings(max_examples=50, deadline=None)
@given(st.sampled_from([(2, 2), (5, 4), (9, 9), (19, 19)]),
       st.lists(st.integers(0, 360), max_size=400))
def test_random_games_are_the_same_game(size: tuple[int, int], choices: list[int]) -> None:
    columns, rows = size
    position = Position.empty(columns, rows)
    count = columns * rows
    stones = np.zeros(count, np.int8)
    neighbours = neighbour_table(columns, rows)
    chain, marks = np.empty(count, np.int16), np.zeros(count, np.bool_)
    out = np.zeros(2, np.int32)
    for choice in choices:
        point, colour = choice % count, position.to_play
        legal = play_move(stones, neighbours, point, colour, position.ko_point, chain, marks, out)
        assert legal == (why_illegal(position, colour, point) is None)
        if legal:
            captured = sum(position.captures)
            position = play(position, colour, point)
            assert out[0] == position.ko_point
            assert out[1] == sum(position.captures) - captured
        assert bytes(stones.view(np.uint8)) == position.cells
        assert not marks.any()


@pytest.mark.parametrize("diagram, size", [("OX\nX.", 1), ("XX\nX.", 0), ("OX.\nOX.\nX..", 2)])
def test_plain_and_compiled_agree(diagram: str, size: int) -> None:
    position = Position.from_diagram(diagram)
    count = len(position.cells)
    arguments = (stones_view(position.cells), neighbour_table(position.columns, position.rows), 0)
    for function in (breathless_chain, breathless_chain.py_func):
        chain, marks = np.empty(count, np.int16), np.zeros(count, np.bool_)
        assert function(*arguments, chain, marks) == size
