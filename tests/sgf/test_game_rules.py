"""What a record's rules make of its moves, its handicap and its komi."""

import pytest

from irgo_app.go.rules import AGA, CHINESE, JAPANESE
from irgo_app.judging.engine_record import engine_game
from irgo_app.sgf.edits import ChangeKind, set_properties
from irgo_app.sgf.game_info import game_rules, ruleset_of
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay

_RETAKEN = "(;SZ[4]RU[%s]%sAB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[];B[];W[bb])"
"""Black takes a ko, both pass, and White retakes: the first board again, Black to move."""
_SUICIDE = "(;SZ[4]RU[%s]AB[ca][ab][bb][cb]AW[aa];W[ba])"


def tree_of(text: str) -> GameTree:
    return read_games(text.encode()).games[0]


def oddities(text: str) -> list[str]:
    """Return what is odd in a record, told in two ways that have to agree."""
    tree = tree_of(text)
    nodes, replay = list(Replay(tree).oddities()), Replay(tree)
    remarks = [replay.remark(node) for node, _ in nodes]
    assert [bool(remark) for remark in remarks] == [bool(oddity) for _, oddity in nodes]
    return [oddity for _, oddity in nodes if oddity]


@pytest.mark.parametrize("rules, is_odd, is_situation_odd", [
    ("Japanese", False, False), ("Chinese", False, False), ("AGA", True, False),
    ("NZ", True, False), ("GOE", True, True), ("Tromp-Taylor", True, True),
    ("chinese-kgs", True, True)])
def test_a_board_that_comes_back(rules: str, is_odd: bool, is_situation_odd: bool) -> None:
    said = ["the same board comes back"]
    assert oddities(_RETAKEN % (rules, "")) == said * is_odd
    # Had it been White's turn on the first board, the last one is another situation.
    assert oddities(_RETAKEN % (rules, "PL[W]")) == said * is_situation_odd


@pytest.mark.parametrize("rules, is_odd", [("Japanese", True), ("AGA", True), ("NZ", False),
                                           ("Ing", False), ("Tromp-Taylor", False)])
def test_a_suicide_is_odd_where_it_is_forbidden(rules: str, is_odd: bool) -> None:
    assert oddities(_SUICIDE % rules) == (["it is suicide"] if is_odd else [])


def test_other_rules_are_noticed_at_once() -> None:
    tree = tree_of(_SUICIDE % "NZ")
    replay, last = Replay(tree), tree.main_line()[-1]
    assert replay.remark(last) is None and replay.is_playable(last)
    set_properties(tree.root, {"RU": ["Chinese"]}, "edit", ChangeKind.INFO).apply(tree)
    assert "suicide" in str(replay.remark(last)) and not replay.is_playable(last)


@pytest.mark.parametrize("head, handicap", [
    ("HA[3]", 3), ("HA[0]", 0), ("HA[x]AB[aa][bb]PL[W]", 2), ("AB[aa][bb]PL[W]", 2),
    ("AB[aa][bb]PL[B]", 0), ("AB[aa][bb]AW[cc]PL[W]", 0), ("HA[999]", 0), ("HA[1]", 0),
    ("HA[2.5]", 0), ("", 0)])
def test_how_many_handicap_stones(head: str, handicap: int) -> None:
    assert game_rules(tree_of(f"(;SZ[9]{head};W[dd])")).handicap == handicap


def test_what_white_has_besides_the_board() -> None:
    for rules, points in ((CHINESE, 4.5), (AGA, 3.5), (JAPANESE, 0.5)):
        tree = tree_of(f"(;SZ[9]RU[{rules.record_name}]HA[4]KM[0.5]AB[cc][gg][cg][gc];W[ee])")
        assert ruleset_of(tree) is rules
        assert game_rules(tree).judged_komi == points
        game = engine_game(tree.root, Replay(tree))
        assert (game.komi, game.rules) == (points, rules.engine_name)
