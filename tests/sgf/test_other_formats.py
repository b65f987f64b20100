"""GIB, NGF and UGF: small records written for this test, in the manner of the servers' own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irgo_app.errors import SgfError
from irgo_app.go.coordinates import vertex
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import GameFile, read_games

GIB = "\r\n".join((
    "\\HS", "\\[GAMEBLACKNAME=검은돌 (4D)\\]", "\\[GAMEWHITENAME=White]Stone (5D)\\]",
    "\\[GAMEDATE=2015- 3- 9-20-15-33\\]", "\\[GAMEPLACE=Tygem\\]",
    "\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:2,GTIME:600-30-3,GRLT:1,ZIPSU:75,DUM:0,GONGJE:65,\\]",
    "\\[GAMETAG=S1,R3,D5,G65,W1,Z75,T30-3-600,C2015:03:09:20:15\\]", "\\HE", "\\GS", "2 1 0",
    "4 0 &4", "INI 0 1 0 &4", "STO 0 2 1 15 3", "STO 0 3 2 3 15", "SKI 0 4", "STO 0 5 2 16 16",
    "\\GE")).encode("cp949")
NGF = "\n".join((
    "Friendly game", "19", "White   7K ", "Black  12DP", "www.site", "3", "0", "0",
    "20120304 [10:20]", "5", "White wins by resign", "3",
    "PMABWEE", "PMACBRR", "PMADWAA", "PMAEBZZ")).encode()
UGF = "\n".join((
    "[Header]", "Title=Title Match,7", "Place=Tokyo", "Date=2006/12/21,2006/12/22",
    "PlayerB=Shusaku,7d,,", "PlayerW=Gennan,8d,,", "Size=19", "Hdcp=0,6.5", "Winner=B,2",
    "CoordinateType={}", "[Remote]", "x=y", "[Data]", "QD,B1,1,5", "DP,W1,2,9", "YA,B1,3,1",
    "[Figure]", "QQ,B1,9,9")).encode()


def line(tree: GameTree) -> list[str]:
    """Return the moves as text."""
    return [("B " if move[0] > 0 else "W ") + vertex(move[1], tree.columns, tree.rows)
            for move in (node.move for node in tree.main_line()) if move]


def only(found: GameFile, name: str) -> GameTree:
    """Return the game of a file of one format."""
    assert found.format == name and len(found.games) == 1
    return found.games[0]


def test_gib() -> None:
    found = read_games(GIB)
    tree, info = only(found, "GIB"), game_info(found.games[0])
    assert line(tree) == ["B Q16", "W D4", "B pass", "W R3"]
    assert (info.black, info.black_rank, info.white) == ("검은돌", "4D", "White]Stone")
    assert (info.komi, info.result, info.date, info.place) == (
        "6.5", "W+7.5", "2015-03-09", "Tygem")
    assert found.diagnostics[0].text.startswith("The file names no charset that fits")


@pytest.mark.parametrize("kind, score, result", [
    ("0", "75", "B+7.5"), ("1", "5", "W+0.5"), ("3", "0", "B+R"), ("4", "0", "W+R"),
    ("7", "0", "B+T"), ("8", "0", "W+T"), ("9", "0", "")])
def test_results_of_gib(kind: str, score: str, result: str) -> None:
    data = GIB.replace(b"GRLT:1", b"GRLT:" + kind.encode()).replace(
        b"ZIPSU:75", b"ZIPSU:" + score.encode())
    assert game_info(read_games(data).games[0]).result == result


def test_gib_with_handicap() -> None:
    tree = only(read_games(GIB.replace(b"INI 0 1 0", b"INI 0 1 3")), "GIB")
    assert [vertex(point, 19, 19) for point in tree.root.points("AB")] == ["D16", "Q16", "D4"]
    assert game_info(tree).handicap == "3"


def test_ngf() -> None:
    found = read_games(NGF)
    tree, info = only(found, "NGF"), game_info(found.games[0])
    assert line(tree) == ["W D16", "B R3", "W pass", "B pass"]
    assert len(tree.root.points("AB")) == 3
    assert (info.white, info.white_rank, info.black, info.black_rank) == (
        "White", "7k", "Black", "12p")
    assert (info.result, info.date, info.komi) == ("W+R", "2012-03-04", "0")
    assert [found.text for found in found.diagnostics] == [
        "A move that is not on the board was read as a pass."]


@pytest.mark.parametrize("sentence, result", [
    ("Black wins by 3.5", "B+3.5"), ("Black loses by time", "W+T"), ("Nobody knows", "")])
def test_results_of_ngf(sentence: str, result: str) -> None:
    data = NGF.replace(b"White wins by resign", sentence.encode())
    assert game_info(read_games(data).games[0]).result == result


@pytest.mark.parametrize("corner, moves", [
    ("JPN", ["B R16", "W D4", "B pass"]), ("IGS", ["B R4", "W D16", "B pass"])])
def test_ugf(corner: str, moves: list[str]) -> None:
    tree = only(read_games(UGF.replace(b"{}", corner.encode())), "UGF")
    info = game_info(tree)
    assert line(tree) == moves
    assert (info.black, info.white_rank, info.result) == ("Shusaku", "8d", "B+2")
    assert (info.komi, info.date, info.place) == ("6.5", "2006-12-21", "Tokyo")


def test_ugf_with_handicap() -> None:
    data = UGF.replace(b"Hdcp=0,6.5", b"Hdcp=2,0").replace(
        b"QD,B1,1,5", b"DD,B1,0,0\nPP,B1,0,0\nQD,W1,1,5")
    tree = only(read_games(data), "UGF")
    assert [vertex(point, 19, 19) for point in tree.root.points("AB")] == ["D16", "Q4"]
    assert line(tree)[0] == "W R16"


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([GIB, NGF, UGF]), st.integers(0, 700), st.binary(max_size=6),
       st.integers(0, 40))
def test_damage_never_breaks_the_readers(data: bytes, place: int, junk: bytes, cut: int) -> None:
    try:
        found = read_games(data[:place] + junk + data[place + cut:])
    except SgfError as error:
        assert str(error)
    else:
        assert found.games
