"""What leaves the library: points with names, colours as letters, small texts, tables, records."""

import asyncio
import os
import pickle
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

import irgo_app as irgo
from irgo_app.errors import LayerError, UsageError
from irgo_app.judging.judgement import CalledOffError
from irgo_app.layers import COMPUTED
from irgo_app.library import tables
from tests.conftest import GAMES

RECORD = "(;SZ[9]KM[6.5];B[ee];W[gc];B[cc];W[gg];B[cg];W[ec];B[dd];W[fd])"


@pytest.fixture(scope="module")
def game() -> irgo.Game:
    return irgo.open_game(GAMES[0])


def held_in(value: object) -> list[object]:
    """Return all that an answer holds, and what that holds."""
    found = [value]
    for each in found:
        if isinstance(each, dict):
            found += [*each.keys(), *each.values()]
        elif isinstance(each, tuple | frozenset | list):
            found += each
        elif type(each).__name__ in ("BorderValue", "LayerResult"):
            found += [getattr(each, name) for name in dir(each)
                      if not name.startswith("_") and name not in ("json", "kind")]
    return found


@pytest.mark.parametrize("layer", [layer.name for layer in COMPUTED])
def test_no_number_of_a_point_and_no_sign_of_a_colour_leaves_a_layer(
    game: irgo.Game, layer: str
) -> None:
    found = game[80].layer(layer)
    # The groups have names along the game besides.
    assert layer == "groups" or found.json() == game[80].json(layer)
    for region in found.regions if found.kind == "regions" else ():
        assert region.colour in ("B", "W", None)
        assert all(isinstance(point, irgo.Point) and not point.is_pass for point in region.points)
        stones = getattr(region, "stones", ())
        assert all(game[80].stone(stone) in ("B", "W") for stone in stones)
    if found.kind == "links":
        assert set(found.points) == {"B", "W"}
    for each in held_in(found):
        assert not isinstance(each, dict) or not set(each) & {1, -1}


def test_a_point_is_its_text_and_knows_its_place(game: irgo.Game) -> None:
    colour, point = game[80].move or ("", "")
    assert point == "L14" and colour == "W" and point.index == (5, 10) == game[80].index("L14")
    assert game[80].stones[point.index] == -1 and game[80].stone(point) == "W"
    again = pickle.loads(pickle.dumps(point))
    assert (again, again.row, again.column) == (point, 5, 10)
    assert irgo.read_games("(;SZ[9];B[ee];W[])")[0][-1].move[1].is_pass


def test_a_judgement_names_its_points(game: irgo.Game) -> None:
    said = game[80].judgement(24)
    assert said.best == said.line[0] == said.moves[0].move and said.moves[0].loss == 0
    assert said.ownership is not None and said.ownership.shape == (19, 19)
    assert said.dead is None and game[80].judgement().ownership is None
    over = irgo.read_games("(;SZ[9]KM[0];B[];W[])")[0][-1].judgement()
    assert str(over.lead) == "0.0" and over.dead == frozenset() and over.json()["lead"] == 0
    assert str(over.json()["lead"]) == "0.0"


def test_what_happened_has_points_and_colours() -> None:
    [taken] = irgo.read_games("(;SZ[9];B[ab];W[aa];B[ba])")[0].find("captures")
    assert (taken.colour, taken.at, taken.stones) == ("B", "B9", ("A9",))


def test_a_move_explained_and_a_life_have_points() -> None:
    node = irgo.read_games(RECORD)[0][-1]
    found = node.why("A1", "F5", visits=20)
    assert (found.move, found.instead) == ("A1", "F5")
    assert [line[0] for line in found.lines] == [("B", "A1"), ("B", "F5")]
    life = node.life_and_death("E5")[0]
    assert life.colour == "B" and "E5" in life.stones


def test_the_info_is_in_numbers(game: irgo.Game) -> None:
    assert (game.info.komi, game.info.handicap, game.info.winner) == (6.5, 0, "B")
    assert irgo.read_games("(;SZ[9];B[ee])")[0].info.komi == 6.5
    assert irgo.read_games("(;SZ[9]RE[0];B[ee])")[0].info.winner is None


def test_answers_are_short_where_python_shows_them(game: irgo.Game) -> None:
    for answer in (game[80].picture(), game[80].layer("territory"), game[80], game):
        assert len(repr(answer)) < 100
    assert str(game[80]).count("\n") == 20 and str(game).startswith(repr(game))


def test_a_game_is_a_sequence_of_its_main_line(game: irgo.Game) -> None:
    assert game[80] == game.at(80) and game[-1] == game.at(-1)
    assert [node.move_number for node in game[3:6]] == [3, 4, 5]
    assert list(game) == [game[index] for index in range(len(game))]
    with pytest.raises(IndexError):
        _ = game[10_000]


def test_games_are_made_played_and_saved(tmp_path: Path) -> None:
    game = irgo.new_game(9, komi=5.5, black="A]b", rules="Chinese").play("E5", "pass", "B C3")
    game.save(tmp_path / "game.sgf")
    again = irgo.open_game(tmp_path / "game.sgf")
    assert again.moves == game.moves and again.info == game.info
    assert (again.info.black, again.info.komi, again.info.rules) == ("A]b", 5.5, "Chinese")
    assert irgo.read_games(game.sgf())[0].moves == game.moves
    handicap = irgo.new_game((9, 13), handicap=2)
    assert handicap.info.komi == 0.5 and handicap[0].to_play == "W" and handicap.size == (9, 13)
    for wrong in (lambda: irgo.new_game(1), lambda: irgo.new_game(9, rules="none"),
                  lambda: irgo.new_game(9, handicap=30), lambda: game.save(tmp_path / "x.txt")):
        with pytest.raises(UsageError):
            wrong()


def test_a_game_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game = irgo.read_games(RECORD)[0]
    table = game.table("territory")
    assert {len(cells) for cells in table.values()} == {8}
    assert table["vertex"][0] == "E5" and (table["row"][0], table["column"][0]) == (4, 4)
    assert table["lead"] == [node.judgement().lead for node in game[1:]]
    assert table["territory B"] == [node.layer("territory").count["B"] for node in game[1:]]
    assert "lead" not in game.table(visits=0)

    class Frames:
        DataFrame = staticmethod(lambda columns: ("a frame", columns))

    import sys

    monkeypatch.setitem(sys.modules, "pandas", Frames)
    assert game.to_frame(visits=0) == ("a frame", game.table(visits=0))
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(UsageError, match="pandas or polars"):
        tables.frame_of({})


def test_questions_are_awaited_and_called_off() -> None:
    node = irgo.read_games(RECORD)[0][-1]

    async def asked() -> tuple[str, ...]:
        both = await asyncio.gather(
            irgo.in_background(node.judgement, 8), irgo.in_background(node.why, "A1", visits=8))
        return tuple(type(answer).__name__ for answer in both)

    assert asyncio.run(asked()) == ("BoardJudgement", "MoveWhy")

    async def called_off() -> bool:
        task = asyncio.ensure_future(irgo.in_background(node.judgement, 40_000))
        await asyncio.sleep(0.2)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            return True
        return False

    assert asyncio.run(called_off())


@pytest.mark.parametrize("ask", ["judgement", "places", "why"])
def test_ctrl_c_stops_a_search(ask: str) -> None:
    """A search of minutes ends because its flag is raised, not because it is done."""
    node = irgo.open_game(GAMES[0])[80]
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        getattr(node, ask)(visits=40_000)
    flag = irgo.CancelFlag()
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises((KeyboardInterrupt, CalledOffError)):
        getattr(node, ask)(visits=40_000, cancel=flag)
    assert not flag, "the caller can ask again with it"


def test_the_ishida_view_is_no_layer_and_says_so(game: irgo.Game) -> None:
    with pytest.raises(LayerError, match="json"):
        irgo.read_games(RECORD)[0][-1].layer("ishida")


def test_the_package_is_typed() -> None:
    assert (Path(irgo.__file__).parent / "py.typed").is_file()
    assert isinstance(game_array := irgo.new_game(9)[0].stones, np.ndarray) and not game_array.any()
