"""Records merged into one tree, with each game's info where it parts from the others."""

import pytest

from irgo_app.errors import UsageError
from irgo_app.sgf.game_info import game_info, game_rules
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.merging import merged
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.writer import write_games


def games(*texts: str) -> list[GameTree]:
    return [read_games(text.encode()).games[0] for text in texts]


def test_games_share_moves_and_keep_their_info() -> None:
    tree = merged(games(
        "(;SZ[9]PB[A]PW[B]KM[7.5]RE[B+R];B[ee];W[cc]C[one];B[gg])",
        "(;SZ[9]PB[C]PW[D]KM[0.5]RU[AGA]C[hello];B[ee];W[cc]C[two];B[cg](;W[gg])(;W[gc]))",
        "(;SZ[9]PB[E]PW[F];B[ee];W[gc])"))
    again = read_games(write_games([tree])).games[0]
    ends = again.leaves()
    assert [game_info(again, end).black for end in ends] == ["A", "C", "C", "E"]
    assert [game_rules(again, end).komi for end in ends] == [7.5, 0.5, 0.5, None]
    assert len(list(again.nodes())) == 1 + 2 + 1 + 3 + 1
    assert again.root.comment == "hello" and again.main_line()[2].comment == "one\ntwo"
    assert "PB" not in again.root.properties


def test_a_game_that_is_the_beginning_of_another_keeps_its_name_at_its_end() -> None:
    tree = merged(games("(;SZ[9]PB[A];B[ee];W[cc])", "(;SZ[9]PB[C];B[ee];W[cc];B[gg])"))
    assert game_info(tree, tree.main_line()[2]).black == "A"
    assert game_info(tree, tree.main_line()[3]).black == "C"


def test_info_in_a_node_that_games_share_is_told_where_they_part() -> None:
    tree = merged(games("(;SZ[9];PB[A]KM[6.5]B[ee];W[cc];RE[B+1]B[gg])",
                        "(;SZ[9];PB[C]B[ee](;W[gc])(;W[cg]))", "(;SZ[9]PB[E];B[ee])"))
    found = {end.move: game_info(tree, end) for end in tree.leaves()}
    assert sorted((info.black, info.komi, info.result) for info in found.values()) == [
        ("A", "6.5", "B+1"), ("C", "", ""), ("C", "", "")]
    assert game_info(tree, tree.main_line()[1]).black == "E"


@pytest.mark.parametrize("texts", [
    ("(;SZ[9];B[ee])", "(;SZ[13];B[ee])"), ("(;SZ[9]AB[aa];W[ee])", "(;SZ[9];B[ee])"),
    ("(;SZ[9];B[ee])",)])
def test_games_that_do_not_fit_are_refused(texts: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        merged(games(*texts))
