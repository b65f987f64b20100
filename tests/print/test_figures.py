"""Figures say every move: on the board where it can be seen, below it where it cannot."""

import pytest

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.drawables import Label
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.print.figures import (BoardStyle, NumberedMove, figure_of, numbered_moves,
                                    part_of_text, position_before, range_of_text, stretch)
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay

KO = Position.from_diagram(""". X O . .
                              X . X O .
                              . X O . .
                              . . . . .
                              . . . . .""")


def test_a_move_on_a_used_point_is_told_below() -> None:
    moves = [NumberedMove(10, WHITE, 6), NumberedMove(11, BLACK, 24), NumberedMove(12, WHITE, 20),
             NumberedMove(13, BLACK, 7), NumberedMove(14, WHITE, PASS), NumberedMove(15, BLACK, 6),
             NumberedMove(16, WHITE, 6), NumberedMove(17, BLACK, PASS)]
    figure = figure_of(KO, moves, BoardStyle())
    assert figure.diagram.move_numbers == {6: 10, 24: 11, 20: 12}
    assert [str(note) for note in figure.notes] == ["13 at a", "15, 16 at 10", "14, 17 pass"]
    assert Label(7, "a") in figure.diagram.drawables
    # What was taken on the way stays to be seen, as in books.
    assert figure.diagram.position.colour_at(7) == BLACK
    assert figure.diagram.position.stone_count() == KO.stone_count() + 3


def test_a_part_tells_nothing_of_moves_outside_it() -> None:
    moves = [NumberedMove(number, BLACK, point) for number, point in enumerate((6, 6, 20, 20), 1)]
    figure = figure_of(KO, moves, BoardStyle(part=BoardPart(0, 3, 4, 4)))
    assert [str(note) for note in figure.notes] == ["4 at 3"]


def test_no_moves_and_no_stones() -> None:
    figure = figure_of(Position.empty(2), [], BoardStyle(part=BoardPart(0, 0, 1, 0)))
    assert (figure.notes, figure.diagram.move_numbers) == ((), {})
    assert figure.diagram.part == BoardPart(0, 0, 1, 0)


def test_a_stretch_of_a_game_and_the_board_before_it() -> None:
    tree = read_games(b"(;SZ[9]AB[aa];B[bb];W[cc]C[x];AW[ii];B[];W[dd])").games[0]
    line = tree.main_line()
    nodes = stretch(line, 2, 3)
    assert [move.number for move in numbered_moves(nodes, 2)] == [2, 3]
    assert numbered_moves(nodes, 2)[-1].point == PASS
    before = position_before(Replay(tree), nodes[0])
    assert before.stone_count() == 2 and before.colour_at(10) == BLACK
    assert stretch(line, 1, 4)[0] is line[1]
    for first, last in ((2, 5), (4, 3), (9, 9)):
        with pytest.raises(UsageError, match="the line has 4 moves"):
            stretch(line, first, last)


@pytest.mark.parametrize("text, moves", [("20-40", (20, 40)), (" 7 ", (7, 7)), ("1–3", (1, 3))])
def test_ranges(text: str, moves: tuple[int, int]) -> None:
    assert range_of_text(text) == moves


@pytest.mark.parametrize("text", ["", "0-3", "a", "3-", "-3", "1-2-3", "9" * 5000])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(UsageError, match="20-40"):
        range_of_text(text)


def test_parts() -> None:
    assert part_of_text(["K10", "A1"], 19, 19) == BoardPart(0, 9, 9, 18)
    with pytest.raises(UsageError):
        part_of_text(["A1", "pass"], 19, 19)
