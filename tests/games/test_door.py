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


def test_games_come_in_and_are_told(folder: Path) -> None:
    done: Any = irgo.games.add(folder, names=["Anna"])
    assert (done["new"], done["total"]) == (12, 12)
    every: Any = irgo.games.list()
    assert len(every) == 12 and {game["colour"] for game in every} == {"B", "W"}
    assert len(irgo.games.list("anna", most=3)) == 3
    found: Any = irgo.games.find(folder / "00001.sgf", 30, "A1-J9")
    assert found["found"] >= 1
    told: Any = irgo.games.stats(10)
    assert (told["read"], told["enough"]) == (0, False)
    with pytest.raises(AttributeError):
        irgo.games.nothing()
    assert set(dir(irgo.games)) == {"add", "find", "list", "read", "stats"}


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
