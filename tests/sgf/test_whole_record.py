"""A whole record turned, mirrored, with colours exchanged; a position as a game of its own."""

import pytest

from irgo_app.go.point import BLACK
from irgo_app.sgf.edits import UndoStack
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.whole_record import Turning, colours_swapped, position_as_game, turned
from irgo_app.sgf.writer import write_games

_RECORD = ("(;GM[1]FF[4]CA[UTF-8]SZ[9]HA[2]KM[6.5]PB[Ann]PW[Ben]BR[1d]RE[B+3.5]AB[aa:bb]AE[ab]"
           "LB[ca:x\\:y];W[ic]TR[ab]AR[aa:ib]WL[33];B[](;W[dd]C[here])(;W[tt]PL[B]SBKV[44]))\n")


def tree() -> GameTree:
    return read_games(_RECORD.encode()).games[0]


def boards(game: GameTree) -> list[str]:
    replay = Replay(game)
    return [str(replay.position_at(node).diagram()) for node in game.nodes()]


@pytest.mark.parametrize("turning, times", [
    (Turning.RIGHT, 4), (Turning.LEFT, 4), (Turning.HALF, 2), (Turning.MIRRORED, 2),
    (Turning.FLIPPED, 2)])
def test_turning_often_enough_gives_the_record_back(turning: Turning, times: int) -> None:
    game, stack = tree(), UndoStack(tree())
    first, stack = boards(game), UndoStack(game)
    for time in range(times):
        node = game.main_line()[2]
        edit = turned(node, turning)
        assert edit is not None and stack.apply(edit).show_id == node.id
        assert (boards(game) == first) is (time == times - 1)
    assert game.root.labels == {2: "x:y"} and game.root.points("AB") == [0, 1, 9, 10]
    for _ in range(times):
        stack.undo()
    assert write_games([game]).decode() == _RECORD


def test_where_points_go() -> None:
    game = tree()
    edit = turned(game.root, Turning.MIRRORED)
    assert edit is not None
    edit.apply(game)
    assert game.root.properties["AB"] == ["ha:ib"] and game.main_line()[1].move == (-1, 18)
    assert game.main_line()[1].properties["AR"] == ["ia:ab"]
    assert [node.move for node in game.leaves()] == [(-1, 32), (-1, -1)]
    assert "SBKV" not in game.leaves()[1].properties
    oblong = read_games(b"(;SZ[13:9];B[aa])").games[0]
    assert turned(oblong.root, Turning.RIGHT) is None
    half = turned(oblong.root, Turning.HALF)
    assert half is not None
    half.apply(oblong)
    assert oblong.main_line()[1].move == (BLACK, 13 * 9 - 1)


def test_colours_are_exchanged_everywhere_and_come_back() -> None:
    game = tree()
    before, stack = boards(game), UndoStack(game)
    stack.apply(colours_swapped(game.root))
    info = game_info(game)
    assert (info.black, info.white, info.white_rank, info.result, info.komi) == (
        "Ben", "Ann", "1d", "W+3.5", "-6.5")
    assert game.root.points("AW") == [0, 1, 9, 10] and not game.root.points("AB")
    assert game.main_line()[1].move == (BLACK, 26) and "HA" not in game.root.properties
    assert game.main_line()[1].properties["BL"] == ["33"]
    assert game.leaves()[1].properties["PL"] == ["W"]
    exchanged = str.maketrans("XO", "OX")
    assert boards(game) == [board.translate(exchanged) for board in before]
    stack.undo()
    assert write_games([game]).decode() == _RECORD


def test_a_position_becomes_a_game_of_its_own() -> None:
    game = tree()
    position = Replay(game).position_at(game.main_line()[2])
    own = position_as_game(game, position)
    start = Replay(own).position_at(own.root)
    assert (start.cells, start.to_play) == (position.cells, position.to_play)
    assert game_info(own).black == "Ann" and game_info(own).result == ""
    assert len(read_games(write_games([own])).games) == 1
