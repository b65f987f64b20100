"""`irgo.games`: the same answers as the command line's, and an assistant's, which only reads."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import irgo_app as irgo
from irgo_app.assistants.answers import ToolAnswer, ToolCall, my_games, open_game
from irgo_app.assistants.desk import Desk
from irgo_app.assistants.tools import Permits
from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError
from irgo_app.games.index_file import index_path
from tests.cli.test_schemas import document


def test_games_come_in_and_are_told(folder: Path) -> None:
    done: Any = irgo.games.add(folder, names="Anna")
    assert (done["new"], done["total"]) == (12, 12)
    every: Any = irgo.games.list()
    assert every["found"] == len(every["games"]) == 12
    assert {game["colour"] for game in every["games"]} == {"B", "W"}
    few: Any = irgo.games.list("anna", most=3)
    assert (few["found"], len(few["games"])) == (12, 3)
    found: Any = irgo.games.find(folder / "00001.sgf", 30, "A1-J9")
    assert found["found"] >= 1
    told: Any = irgo.games.stats(10)
    assert (told["read"], told["enough"]) == (0, False)
    with pytest.raises(AttributeError):
        irgo.games.nothing()
    assert set(dir(irgo.games)) == {"add", "find", "list", "read", "stats"}


def test_they_are_what_the_command_prints(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, index = folder / "00001.sgf", tmp_path / "index"
    (folder / "bad.sgf").write_text("nothing", "utf-8")
    named = irgo.games.add([folder], index=str(index))
    assert named == document(capsys, "games", "add", str(folder), "--anew", "--json",
                             "--index", str(index))
    for told, words in (
        (irgo.games.list("anna", most=2, index=index), ["list", "anna", "--most", "2"]),
        (irgo.games.find(record, 30, index=index), ["find", str(record), "--move", "30"]),
        (irgo.games.stats(10, index=index), ["stats", "--last", "10"]),
    ):
        assert told == document(capsys, "games", *words, "--json", "--index", str(index))
        assert told["format"] == "irgo-games/1"
    for path in list(folder.iterdir()):
        path.unlink()
    record.write_text("(;SZ[9];B[ee];W[gc];B[cc])", "utf-8")
    irgo.games.add(index=index)
    read = irgo.games.read(index=index)
    assert (read["format"], read["read"], read["broken"]) == ("irgo-games/1", 1, [])
    assert set(read) == set(document(capsys, "games", "read", "--json", "--index", str(index)))


def test_a_position_of_a_game_or_a_place_in_one(folder: Path) -> None:
    irgo.games.add(folder)
    game = irgo.open_game(folder / "00001.sgf")
    by_file = irgo.games.find(folder / "00001.sgf", 30)
    assert irgo.games.find(game, 30) == irgo.games.find(game.at(30)) == by_file
    assert irgo.games.find(game) == irgo.games.find(game.at(-1))
    with pytest.raises(UsageError, match="leave `move` out"):
        irgo.games.find(game.at(30), 30)


@pytest.mark.parametrize("ask", [
    lambda: irgo.games.list(5), lambda: irgo.games.list(most="3"),
    lambda: irgo.games.list(most=-1), lambda: irgo.games.list(index=5),
    lambda: irgo.games.find(5), lambda: irgo.games.find(None), lambda: irgo.games.find(b"(;)"),
    lambda: irgo.games.find("a.sgf", "30"), lambda: irgo.games.find("a.sgf", box=5),
    lambda: irgo.games.find("a.sgf", most=1.5), lambda: irgo.games.stats("all"),
    lambda: irgo.games.stats(-1), lambda: irgo.games.stats(index=b"a"),
    lambda: irgo.games.read(workers="1"), lambda: irgo.games.read(workers=0),
    lambda: irgo.games.read(most=None), lambda: irgo.games.add(5), lambda: irgo.games.add([5]),
    lambda: irgo.games.add(names=[5]), lambda: irgo.games.add("\0"),
])
def test_what_cannot_be_asked_is_a_sentence(ask: Callable[[], object]) -> None:
    with pytest.raises(UsageError) as failed:
        ask()
    assert str(failed.value).endswith(".")
    assert not index_path().exists()


Tool = Callable[[ToolCall], ToolAnswer]


def ask(folder: Path, tool: Tool = my_games, desk: Desk | None = None, **arguments: object) -> Any:
    flag = CancelFlag()
    call = ToolCall(desk or Desk(Permits(folder)), dict(arguments), lambda done, total: None, flag)
    try:
        return tool(call).document
    finally:
        flag.close()


def test_an_assistant_is_told_with_the_texts_of_records_marked(folder: Path) -> None:
    with pytest.raises(UsageError, match="no games yet"):
        ask(folder, what="list")
    irgo.games.add(folder, names=["Anna"])
    told = ask(folder, what="list", words="anna")
    assert told["count"] == 12
    assert set(told) == {"what", "count", "from_record"}
    assert len(told["from_record"]["games"]) == 10
    wrong = ask(folder, what="stats")
    assert not wrong["enough"] and "games are read" in wrong["text"]
    desk = Desk(Permits(folder))
    name = ask(folder, open_game, desk, file="00001.sgf")["game"]
    found = ask(folder, my_games, desk, what="find", game=name, move=30, box="A1-J9")
    assert found["count"] >= 1 and found["next"][0]["games"] >= 1
    assert len(found["from_record"]["games"]) >= 1
