"""Seki: what lives because neither side gains by filling what both share."""

import json

import pytest

from irgo_app.go.coordinates import SYMMETRIES, transformed_point, vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.lifedeath.groups import group_verdict, proved_fates
from irgo_app.lifedeath.seki import sekis
from irgo_app.lifedeath.verdict import LifeStatus
from tests.conftest import DATA
from tests.lifedeath.test_problems import transformed

_LIVING = """
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . X . X O . . . .
    X X X X O O O O .
    O O O O X X X O ."""
"""Both sides outside; below, one chain of each is shut in."""
WITHOUT_EYES = _LIVING + """
    O O O . X X X O .
    O O O O X X X O .
    O O O . X X X O ."""
"""A race of two chains with two liberties, both shared."""
WITH_AN_EYE_EACH = _LIVING + """
    O . O . X . X O .
    O O O O X X X O .
    O O O O X X X O ."""
IN_A_LARGE_EYE = """
    . O O O . X O .
    X X X X X X O .
    O O O O O O O .
    . . . . . . . ."""
"""Three white stones in a row of five: to take them leaves Black one eye."""
RACE_WON = _LIVING + """
    O O O . X X . O .
    O O O O X X X O .
    O O O . X X X O ."""
"""Black has an eye, and White has none."""
BOTH_ALIVE = """
    . X . X . O . O .
    X X X X . O O O O
    . . . X . O . . .
    X X X X . O . . .
    . . . X . O . . ."""


SEKIS = pytest.mark.parametrize("diagram", [WITHOUT_EYES, WITH_AN_EYE_EACH, IN_A_LARGE_EYE],
                                ids=["without eyes", "with an eye each", "in a large eye"])


@SEKIS
def test_a_seki_is_found_from_all_sides(diagram: str) -> None:
    original = Position.from_diagram(diagram)
    [found] = sekis(original)
    for symmetry in SYMMETRIES:
        [turned] = sekis(transformed(original, symmetry, WHITE if symmetry % 2 else BLACK))
        assert turned.stones == {
            transformed_point(stone, original.columns, original.rows, symmetry)
            for stone in found.stones}


@SEKIS
def test_both_sides_live_whoever_moves_first(diagram: str) -> None:
    position = Position.from_diagram(diagram)
    [seki] = sekis(position)
    fates = proved_fates(position)
    assert not any(fates[stone] for stone in seki.stones)
    for colour in (BLACK, WHITE):
        verdict = group_verdict(position, [
            stone for stone in seki.stones if position.colour_at(stone) == colour])
        assert verdict.status is LifeStatus.SEKI
        assert verdict.black_first.move == verdict.white_first.move == PASS


@pytest.mark.parametrize("diagram", [RACE_WON, BOTH_ALIVE], ids=["race won", "both alive"])
def test_what_lives_or_dies_by_itself_is_in_no_seki(diagram: str) -> None:
    original = Position.from_diagram(diagram)
    for symmetry in SYMMETRIES:
        assert sekis(transformed(original, symmetry, WHITE)) == ()


def test_what_is_shared_and_the_eyes_are_told() -> None:
    [seki] = sekis(Position.from_diagram(WITH_AN_EYE_EACH))
    assert [vertex(point, 9, 9) for point in sorted(seki.points)] == ["B3", "D3", "F3"]
    [seki] = sekis(Position.from_diagram(WITHOUT_EYES))
    assert [vertex(point, 9, 9) for point in sorted(seki.points)] == ["D3", "D1"]


def test_games_played_at_random_to_the_last_point() -> None:
    """Thirty without a seki; of fourteen that share points nine have chains that live by it."""
    games = json.loads((DATA / "katago_scores.json").read_text("utf-8"))
    found = [bool(sekis(Position.from_diagram(game["board"].split()))) for game in games]
    assert sum(found[:30]) == 0 and sum(found[30:]) == 9
