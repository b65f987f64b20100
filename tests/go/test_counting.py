"""The count of a board: territory and prisoners, area, handicap, seki."""

import json

import pytest
from msgspec.structs import replace

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK
from irgo_app.go.position import Position
from irgo_app.go.rules import (AGA, CHINESE, ING, JAPANESE, KOREAN, NEW_ZEALAND, RULESETS,
                               TROMP_TAYLOR, Ruleset, chains, counted, stones_together)
from tests.conftest import DATA
from tests.oracles.plain_score import area_score

SPLIT = Position.from_diagram("""..XO.
                                 ..XO.
                                 O.XO.
                                 ..XOX
                                 ..XO.""")


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


def test_area_score_counts_stones_and_what_they_surround() -> None:
    position = Position.from_diagram(""". X . O .
                                        X X . O O
                                        . X . O .
                                        X X . O O
                                        . X . O .""")
    assert area_score(position) == 0
    assert area_score(position.with_stones({2: BLACK, 7: BLACK, 12: BLACK})) == 3
    assert area_score(Position.empty(9)) == 0


@pytest.mark.parametrize("rules, points", [
    (JAPANESE, 0), (KOREAN, 0), (CHINESE, 3), (AGA, 2), (NEW_ZEALAND, 0), (ING, 0),
    (TROMP_TAYLOR, 0)])
def test_white_gets_points_for_a_handicap_as_the_rules_say(rules: Ruleset, points: int) -> None:
    with_it, without = (counted(SPLIT, (), rules, 0.5, stones) for stones in (3, 0))
    assert without.lead - with_it.lead == with_it.handicap_points == points
    assert counted(SPLIT, (), rules, 0.5, 1).handicap_points == 0


def test_eyes_in_a_seki_are_no_territory() -> None:
    """Black in the corner and White beside him have one eye each, and share a liberty."""
    seki = Position.from_diagram(""". X . O . O X
                                    X X X O O O X
                                    O O O X X X X
                                    . O O X . X .
                                    O O O X X X X
                                    . O O X X X X
                                    O O O X X . X""")
    corner, eye = 0, point_of_vertex("E7", 7, 7)
    for rules in (JAPANESE, KOREAN):
        black, white = counted(seki, (), rules, 0.0).territory
        assert corner not in black and eye not in white and point_of_vertex("A4", 7, 7) in white
    for rules in (CHINESE, AGA, TROMP_TAYLOR):
        black, white = counted(seki, (), rules, 0.0).territory
        assert corner in black and eye in white


def test_points_merely_left_over_take_no_territory_away() -> None:
    left = Position.from_diagram(""". X . O .
                                    X X . O O
                                    . X . O .
                                    X X . O O
                                    . X . O .""")
    black, white = counted(left, (), JAPANESE, 0.0).territory
    assert (len(black), len(white)) == (3, 3)


def test_stones_of_one_area_die_together_and_chains_are_told_apart() -> None:
    position = Position.from_diagram("""X.X.O
                                        ....O
                                        OOOOO
                                        ..X..
                                        .....""")
    assert stones_together(position, 0) == {0, 2}
    assert stones_together(position, 17) == {17}
    assert sorted(map(sorted, chains(position))) == [
        [0], [2], [4, 9, 10, 11, 12, 13, 14], [17]]


def test_games_count_as_katago_counts_them_under_each_rule_set() -> None:
    """Thirty games played to the last point, some with handicap, and fourteen that end in a seki.

    KataGo 1.17.2 was told the rules, the komi that they have for such a game, and the moves; its
    score is exact there, since it does not take dead stones off.
    """
    games = json.loads((DATA / "katago_scores.json").read_text("utf-8"))
    for number, game in enumerate(games):
        position = replace(Position.from_diagram(game["board"].split()),
                           captures=tuple(game["captures"]))
        for rules in RULESETS:
            count = counted(position, (), rules, rules.usual_komi(game["handicap"]),
                            game["handicap"])
            assert count.result == game["scores"][rules.record_name], (number, rules.name)
    assert len(games) == 44
