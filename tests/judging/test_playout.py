"""Playouts: both sides keep to the place, pass when nothing gains, and stop when told to."""

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.study import place_of_box, playout
from tests.judging.counting_judge import CountingJudge

BOARD = Position.from_diagram("""
    . X O . . .
    X X O . . .
    O O O . . .
    . . . . . .
    . . . . . .
    . . . . . X""")


def at(name: str) -> int:
    return point_of_vertex(name, 6, 6)


def test_what_hangs_is_taken_and_then_nothing_gains() -> None:
    place = place_of_box(BOARD, at("A6"), at("C4"))
    steps = list(playout(BOARD, place, WHITE, CountingJudge(komi=6.5)))
    assert [step.move for step in steps[:1]] == [(WHITE, at("A6"))]
    assert steps[0].position.captures == (0, 3)
    # The lead is told with komi, whoever's turn it is.
    assert steps[0].lead == CountingJudge(komi=6.5).appraise([steps[0].position])[0].lead


def test_both_sides_keep_to_the_place_and_end() -> None:
    place = place_of_box(BOARD, at("D1"), at("F3"))
    for first in (BLACK, WHITE):
        steps = list(playout(BOARD, place, first, CountingJudge()))
        assert steps and len(steps) <= 60 and steps[0].move[0] == first
        assert {step.move[1] for step in steps} <= set(place.near)
        board = BOARD
        for step in steps:
            assert step.position != board
            board = step.position


def test_called_off_it_ends(raised_flag: CancelFlag) -> None:
    place = place_of_box(BOARD, at("D1"), at("F3"))
    assert list(playout(BOARD, place, BLACK, CountingJudge(), 0, raised_flag)) == []
