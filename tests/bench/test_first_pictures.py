"""The measurement counts what a first picture takes back, and nothing else."""

import numpy as np

from irgo_app.go.position import Position
from irgo_app.judging.fate import Fate
from irgo_app.judging.ishida import IshidaView, StoneBody
from irgo_app.sgf.parser import read_games
from tests.bench.first_pictures import Comparison, compare_game

BOARD = Position.from_diagram("""
    X X . O O
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    """)


def view(owned: float, black: Fate, white: Fate = Fate.SAFE) -> IshidaView:
    """Return a view in which all points are owned so far, with these fates of the two groups."""
    return IshidaView(BOARD, np.full((5, 5), owned), (
        StoneBody(1, (0, 1), black), StoneBody(-1, (3, 4), white)), ())


def test_points_and_groups_that_are_turned_are_counted() -> None:
    total = Comparison()
    assert total.add(view(0.5, Fate.SAFE), view(0.9, Fate.WEAK)) == []
    assert (total.steps, total.points, total.owned, total.reversed) == (1, 25, 25, 0)
    assert total.add(view(0.1, Fate.UNREAD), view(-0.9, Fate.DEAD)) == [], "nothing was said"
    assert (total.owned, total.reversed, total.turned) == (25, 0, 0)
    assert total.add(view(0.5, Fate.SAFE), view(-0.1, Fate.SAFE)) == [], "open is not reversed"
    assert total.reversed == 0
    told = total.add(view(0.5, Fate.DEAD), view(-0.5, Fate.WEAK, Fate.DEAD))
    assert len(told) == 2 and total.turned == 2 and total.reversed == 25
    assert told[0] == "A5 and 1 more: dead, then weak"
    assert "4 steps" in total.words() and "2 of them dead" in total.words()


def test_a_game_is_gone_through_as_the_window_does() -> None:
    total = Comparison()
    tree = read_games(b"(;SZ[9]KM[6.5];B[ee];W[gc];B[cc];W[gg];B[cg])").games[0]
    told = list(compare_game(tree, 2, 4, 4, total))
    assert total.steps == 3 and total.points == 243 and total.groups and not told
