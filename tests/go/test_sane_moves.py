"""Moves a player may think of, and dead stones taken off for a count."""

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import is_own_eye, sane_moves, without_dead


def at(name: str, position: Position) -> Point:
    return point_of_vertex(name, position.columns, position.rows)


def test_dead_stones_become_prisoners() -> None:
    board = Position.from_diagram("""
        X X . . .
        . O . . .
        . . . . .
        . . . . X
        . . . O .""")
    after = without_dead(board, [at("A5", board), at("B4", board)])
    assert after.captures == (1, 1) or after.captures == (1, 2)
    assert not after.cells[at("A5", board)] and not after.cells[at("B4", board)]
    assert without_dead(board, []) is board


def test_moves_are_sane() -> None:
    position = Position.from_diagram("""
        . X . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . O . . . X .
        O X . . . . .
        . O . . . . .""")
    everywhere = range(len(position.cells))
    black = {point for point, _ in sane_moves(position, BLACK, everywhere)}
    own_eyes = {at("A7", position), at("C7", position)}
    assert not own_eyes & black
    assert is_own_eye(position, at("A7", position), BLACK)
    assert not is_own_eye(position, at("A7", position), WHITE)


def test_throwing_stones_away_is_no_move() -> None:
    position = Position.from_diagram("""
        . X O . .
        . . O . .
        O O O . .
        . . . . .
        . . . . .""")
    moves = {point for point, _ in sane_moves(position, BLACK, range(25))}
    assert at("B4", position) in moves  # It has two liberties yet.
    tight = position.with_stones({at("A4", position): WHITE})
    assert at("B4", tight) not in {point for point, _ in sane_moves(tight, BLACK, range(25))}
