"""Counting: area and territory, prisoners, dead stones, seki, and what dies together."""

from __future__ import annotations

from dataclasses import replace

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.counting import chains, counted, stones_together
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import CHINESE, JAPANESE, area_score


def board(*rows: str) -> Position:
    stones = {row * len(rows[0]) + column: BLACK if sign == "X" else WHITE
              for row, line in enumerate(rows) for column, sign in enumerate(line) if sign != "."}
    return Position.empty(len(rows[0]), len(rows)).with_stones(stones)


SPLIT = board("..XO.",
              "..XO.",
              "O.XO.",
              "..XOX",
              "..XO.")


def point(name: str) -> int:
    return point_of_vertex(name, 5, 5)


def test_territory_counts_points_prisoners_and_dead_stones_twice() -> None:
    dead = {point("A3"), point("E2")}
    count = counted(replace(SPLIT, captures=(2, 3)), dead, JAPANESE, 6.5)
    assert [len(side) for side in count.territory] == [10, 5]
    assert count.prisoners == (3, 4)
    assert count.points == (13.0, 15.5)
    assert count.result == "W+2.5"


def test_area_counts_living_stones_and_no_prisoners() -> None:
    dead = {point("A3"), point("E2")}
    count = counted(replace(SPLIT, captures=(2, 3)), dead, CHINESE, 0.0)
    assert count.points == (15.0, 10.0)
    assert count.result == "B+5"
    cleared = SPLIT.with_stones(dict.fromkeys(dead, 0))
    assert count.lead == area_score(cleared)


def test_without_dead_stones_what_touches_both_is_nobodys() -> None:
    count = counted(SPLIT, (), JAPANESE, 0.0)
    # The white stone on the left and the black one on the right spoil both sides.
    assert count.territory == ((), ())
    assert count.result == "0"


def test_colours_and_board_turned_round_give_the_opposite_lead() -> None:
    dead = {point("A3"), point("E2")}
    turned = Position.empty(5, 5).with_stones({
        place: -SPLIT.colour_at(place) for place in range(25) if SPLIT.cells[place]})
    for rules in (JAPANESE, CHINESE):
        assert counted(turned, dead, rules, 0.0).lead == -counted(SPLIT, dead, rules, 0.0).lead


def test_stones_of_one_area_die_together_and_chains_are_told_apart() -> None:
    position = board("X.X.O",
                     "....O",
                     "OOOOO",
                     "..X..",
                     ".....")
    assert stones_together(position, 0) == {0, 2}
    assert stones_together(position, 17) == {17}
    assert sorted(map(sorted, chains(position))) == [
        [0], [2], [4, 9, 10, 11, 12, 13, 14], [17]]
