"""The life of groups that are several dragons, and fates that are cheap to prove."""

import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS
from irgo_app.go.position import Position
from irgo_app.lifedeath.groups import dragons_of, extent, group_verdict, proved_fates
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.verdict import LifeStatus, Outcome

FEW = Limits(nodes=5_000, playouts=300)
CORNERS = Position.from_diagram(
    [".X.XO.............", "XXXXO.............", "OOOOO............."[:18]]
    + ["." * 18] * 12
    + ["OOOOO" + "." * 13, "XXXXO" + "." * 13, "..XXO" + "." * 13])
"""Black lives in one corner and hangs on a move in the other."""


def stones(position: Position, colour: int) -> list[int]:
    return [point for point in range(len(position.cells))
            if position.colour_at(point) == colour]


def test_a_group_far_apart_is_asked_dragon_by_dragon() -> None:
    question = Question(CORNERS, stones(CORNERS, BLACK))
    assert extent(question.stones, question.position.columns) > 10
    dragons = dragons_of(question)
    assert sorted(map(len, dragons)) == [6, 6]
    assert frozenset().union(*dragons) == set(question.stones)


def test_a_group_lives_as_long_as_most_of_it_does() -> None:
    verdict = group_verdict(CORNERS, stones(CORNERS, BLACK), FEW)
    assert verdict.stones == tuple(stones(CORNERS, BLACK))
    assert verdict.if_first(BLACK).outcome is Outcome.LIVES
    # Half of it is not most of it.
    assert verdict.status is LifeStatus.ALIVE and not verdict.exact


def test_what_hangs_and_what_is_lost_add_up() -> None:
    rows = CORNERS.diagram()
    rows[0], rows[1] = "..XXO" + "." * 13, "XXXXO" + "." * 13
    rows[0] = ".OXXO" + "." * 13
    position = Position.from_diagram(rows)
    verdict = group_verdict(position, stones(position, BLACK), FEW)
    assert verdict.if_first(-BLACK).outcome is Outcome.DIES


def test_a_search_called_off_knows_nothing(raised_flag: CancelFlag) -> None:
    verdict = group_verdict(CORNERS, stones(CORNERS, BLACK), FEW, raised_flag)
    assert verdict.status in (LifeStatus.UNKNOWN, LifeStatus.ALIVE)
    with pytest.raises(ValueError, match="stones"):
        group_verdict(CORNERS, [200])


def test_fates_are_proved_where_that_is_cheap() -> None:
    position = Position.from_diagram("""
        . O . X O . . . .
        X X X X O . . . .
        O O O O O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X X X X X
        . . . . X O O O O
        . . . . X O . . .""")
    fates = proved_fates(position)

    def fate(name: str) -> bool | None:
        return fates.get(point_of_vertex(name, 9, 9))

    assert fate("A8") is True
    assert fate("F2") is not True  # It lives if it moves first.
    assert fate("E9") is not True and PASS not in fates
