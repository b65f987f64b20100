"""An index of two players' games, made of records that are turned and have names invented."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from irgo_app.games.index import GamesIndex
from tests.games.many_games import write_games_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of twelve games of Anna's."""
    found = tmp_path / "games"
    write_games_of(found, 12)
    return found


@pytest.fixture
def index(tmp_path: Path) -> Iterator[GamesIndex]:
    with GamesIndex(tmp_path / "index") as found:
        yield found
