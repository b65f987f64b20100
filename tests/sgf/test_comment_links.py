"""What of a comment leads to a move or a variation."""

import pytest

from irgo_app.sgf.comment_links import links_in
from irgo_app.sgf.navigation import address_of
from irgo_app.sgf.parser import read_games

_GAME = ("(;SZ[9];B[aa];W[bb];B[cc];W[dd](;B[ee];W[ff])(;B[gg];W[hh])(;B[ii]))")


@pytest.mark.parametrize("text, expected", [
    ("After move 3 White is fine", ["move 3:0*3"]), ("see 6.", ["see 6:0*6"]),
    ("(see move 2), then #5", ["move 2:0*2", "#5:0*5"]), ("siehe Zug 1", ["Zug 1:0"]),
    ("第3手と5手目", ["第3:0*3", "5手目:0*5"]), ("variation 2 is better", ["variation 2:0*4,1"]),
    ("Variation C", ["Variation C:0*4,2"]), ("var. B", ["var. B:0*4,1"]),
    ("move 99, see 3.5 points, move 12:30, variation 9", []), ("3 moves later", []),
    ("remove 3 stones, oversee 2", []), ("in move 4", []), ("variations", []),
])
def test_links_of_a_comment(text: str, expected: list[str]) -> None:
    node = read_games(_GAME.encode()).games[0].main_line()[4]
    assert [f"{text[link.start:link.end]}:{address_of(link.node)}"
            for link in links_in(text, node)] == expected


def test_numbers_are_those_of_the_record_and_the_line_that_is_shown() -> None:
    tree = read_games(b"(;SZ[9];MN[51]B[aa];W[bb](;B[cc])(;B[dd]))").games[0]
    last = tree.leaves()[1]
    tree.remember(last)
    first = tree.main_line()[1]
    assert [link.node for link in links_in("see 52 and move 53, move 2", first)] == [
        tree.main_line()[2], last]
