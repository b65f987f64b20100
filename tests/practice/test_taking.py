"""Many records at once, each in a process of its own: they give what they give one by one."""

from pathlib import Path

import pytest

from irgo_app.errors import IrgoError
from irgo_app.practice.taking import Taken, Wanted, records_in, taken_from, taken_from_each
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import read_games

PROBLEM = ("(;SZ[7]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec]PL[B]"
           "(;B[ba]C[RIGHT])(;B[aa];W[ba]))")
GAME = ("(;SZ[9]KM[5.5];B[ee];W[ec];B[gd];W[cd];B[ce];W[dd];B[de];W[gc];B[hc];W[fd];B[fe];W[hb]"
        ";B[aa];W[ge];B[gf];W[he];B[hd];W[hf];B[ai];W[hg];B[gg];W[hh];B[gh];W[ie])")


def _texts(taken: Taken) -> tuple[object, ...]:
    return taken.cards, taken.games, [str(remark) for remark in taken.remarks]


def test_several_records_give_what_each_gives_alone(tmp_path: Path) -> None:
    for name, text in (("a", GAME), ("b", "no game"), ("c", PROBLEM), ("d", "(;SZ[9])")):
        (tmp_path / f"{name}.sgf").write_text(text, "utf-8")
    files = sorted(tmp_path.iterdir())
    alone = [_texts(taken_from(tree, path, Wanted())) if isinstance(tree, GameTree)
             else ([], [], [str(tree)]) for path, tree in records_in(files)]
    told = list[int]()
    together = list(map(_texts, taken_from_each(records_in(files), Wanted(), told.append)))
    assert together == alone
    assert [bool(said[0]) for said in together][1:] == [False, True, False] and together[0][1]
    assert told == sorted(told) and set(told) <= {0, 1, 2, 3}


def test_what_cannot_be_judged_is_said_and_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "small.sgf"
    tree = read_games(b"(;SZ[5];B[cc];W[bb])").games[0]
    with pytest.raises(IrgoError, match="7 to 19 lines"):
        list(taken_from_each([(path, tree), (path, tree)], Wanted(), print))
