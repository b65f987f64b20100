"""What a playout may do, by the plain rules, and that a search can be left and gone on with."""

import numpy as np
import pytest

from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.kernels import chains, playouts
from irgo_app.lifedeath.question import Question, signs_of_places
from tests.lifedeath.test_solver import OPEN, STRAIGHT_THREE, _built, _whole_board


def is_filled_eye(position: Position, point: Point, colour: Colour) -> bool:
    """Return whether a point is enclosed by own stones, none in atari, and no false eye: on at most
    one of its diagonals is an enemy, at the edge on none.
    """
    columns, rows = position.columns, position.rows
    near = topology(columns, rows).neighbours[point]
    if any(position.colour_at(other) != colour or len(position.liberties(other)) == 1
           for other in near):
        return False
    row, column = divmod(point, columns)
    corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
    inside = [r * columns + c for r, c in corners if 0 <= r < rows and 0 <= c < columns]
    enemies = sum(position.colour_at(other) == -colour for other in inside)
    return enemies + (len(inside) < 4) < 2


def around_with_diagonals(columns: int, rows: int) -> np.ndarray:
    """Return `around` of a whole board, diagonals included."""
    around = _whole_board(columns, rows)
    for point in range(columns * rows):
        row, column = divmod(point, columns)
        corners = [(row + down, column + right) for down, right in (
            (-1, -1), (-1, 1), (1, -1), (1, 1))]
        for side, (other_row, other_column) in enumerate(corners, 4):
            if 0 <= other_row < rows and 0 <= other_column < columns:
                around[point + 3, side] = other_row * columns + other_column + 3
    return around


@pytest.mark.parametrize("columns, rows, seed", [(4, 4, 1), (6, 5, 2), (7, 7, 3)])
def test_a_playout_plays_by_the_rules_and_fills_no_eye(columns: int, rows: int, seed: int) -> None:
    signs, around = signs_of_places(), around_with_diagonals(columns, rows)
    position = Position.empty(columns, rows)
    board, _ = _built(position, around)
    region = np.arange(3, columns * rows + 3, dtype=np.int32)
    random, found = np.array([seed * 977], np.uint64), np.empty(400, np.int32)
    last, moves, passes = playouts.PASS, 0, 0
    while passes < 2 and moves < 3 * columns * rows:
        colour = position.to_play
        move = playouts._playout_move(board, around, region, colour, WHITE, last, found, random)
        if move == playouts.PASS:
            passes += 1
            position = play(position, colour, PASS)
            board[chains.META, chains.KO] = 0
            for point in range(columns * rows):  # It passes only if nothing sensible is left.
                if not position.cells[point]:
                    assert playouts.quality(
                        board, around, point + 3, colour, WHITE, found) != playouts.NORMAL
        else:
            passes, moves = 0, moves + 1
            assert why_illegal(position, colour, move - 3) is None
            assert not is_filled_eye(position, move - 3, colour)
            position = play(position, colour, move - 3)
            chains.play(board, around, move, colour, signs)
            assert bytes(board[chains.STONE, 3:].astype(np.int8).view(np.uint8)) == position.cells
        last = move
    assert moves > columns * rows // 2


def test_a_search_that_the_solver_interrupts_goes_on_where_it_was() -> None:
    """Asked at every node and told nothing, the solver changes nothing."""
    local, trees = Question(OPEN, [4 * 9 + 4]).local, []
    for proof_visits in (10**9, 3):
        descent, stops = playouts.new_descent(local.board, 5000, 7), 0
        while not playouts.search_playouts(
                local.board, local.around, local.places, BLACK, WHITE, local.key, signs_of_places(),
                300, 300, proof_visits, np.zeros(1, np.int8), descent):
            assert descent.at[playouts.IS_UNDER_WAY] == 1
            stops += 1
        trees.append((descent.tree, descent.at[playouts.DONE]))
    assert stops > 3
    assert np.array_equal(trees[0][0], trees[1][0]) and trees[0][1] == trees[1][1]


def test_what_the_solver_finds_is_carried_to_the_root() -> None:
    """A node on the way proved a kill: the attacker's move to it decides the search."""
    local = Question(STRAIGHT_THREE, [1]).local
    descent = playouts.new_descent(local.board, 5000, 7)
    while not playouts.search_playouts(
            local.board, local.around, local.places, WHITE, WHITE, local.key, signs_of_places(),
            3000, 3000, 3, np.zeros(1, np.int8), descent):
        if descent.at[playouts.DEPTH] == 1:
            descent.tree[playouts.PROVED, descent.path[1]] = 1
    assert descent.tree[playouts.PROVED, 0] == 1
    assert descent.at[playouts.DONE] < 3000
