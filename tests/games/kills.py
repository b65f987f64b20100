"""irgo killed at any moment while it indexes games or fetches them: nothing is lost.

`python -m tests.games.kills --kills 1000` kills often; the tests do it a few times. After each kill
the index is whole and every fetched file is; in the end all games are there, once.
"""

import argparse
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.index import GamesIndex
from irgo_app.games.links import OgsSite
from irgo_app.games.ogs import fetch_player
from irgo_app.settings import FOLDER_VARIABLE
from tests.games.many_games import write_games_of
from tests.games.ogs_server import OgsServer

_LONGEST_S = 0.4
_MOST_RUNS = 10_000


def killed(act: Callable[[], None], after_s: float) -> bool:
    """Do something in a child and kill it; return False where it was done before."""
    child = os.fork()
    if not child:
        try:
            act()
        finally:
            os._exit(0)
    until = time.monotonic() + after_s
    while time.monotonic() < until:
        if os.waitpid(child, os.WNOHANG)[0]:
            return False
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def check_whole(path: Path) -> None:
    """Raise AssertionError for an index that is damaged, or has games without files."""
    if not path.exists():
        return
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    with GamesIndex(path) as index:
        assert len(list(index.boards())) == index.count()
        for row in index.rows():
            index.place_of(row.id)
    assert not list(path.parent.glob("*.damaged*"))


def kill_while_indexing(folder: Path, games: int, kills: int, seed: int) -> int:
    """Kill indexing so often, let it end, and see to it that all is there; return the kills."""
    path, dice, done = folder / "index", random.Random(seed), 0
    write_games_of(folder / "games", games)

    def work() -> None:
        with GamesIndex(path) as index:
            index.add_source(folder / "games")
            bring_up_to_date(index)

    for run in range(_MOST_RUNS):
        if done >= kills:
            break
        done += killed(work, dice.random() * _LONGEST_S)
        check_whole(path)
        if run % 3 == 2:  # There is always something to do.
            with GamesIndex(path) as index:
                index.forget_all_files()
    work()
    with GamesIndex(path) as index:
        assert index.count() == games
        assert len({row.event for row in index.rows()}) == games
    return done


def kill_while_fetching(folder: Path, games: int, kills: int, seed: int) -> int:
    """Kill fetching from a server on this machine so often; return the kills."""
    path, dice, done = folder / "index", random.Random(seed), 0
    os.environ[FOLDER_VARIABLE] = str(folder)
    with OgsServer(games).serving() as server:
        def work() -> None:
            with GamesIndex(path) as index:
                fetch_player(index, "Anna", OgsSite(server.base, 0.0, 0.0))

        fetched = folder / "games" / "ogs-4711"
        for run in range(_MOST_RUNS):
            if done >= kills:
                break
            done += killed(work, dice.random() * _LONGEST_S)
            check_whole(path)
            for file in fetched.glob("*.sgf"):
                assert file.read_bytes() == server.games[int(file.stem)], "a torn record"
                if run % 5 == 4:
                    file.unlink()
        work()
        with GamesIndex(path) as index:
            bring_up_to_date(index)
            assert index.count() == games
        assert {int(file.stem) for file in fetched.glob("*.sgf")} == set(server.games)
    return done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=60)
    arguments = parser.parse_args()
    for act in (kill_while_indexing, kill_while_fetching):
        with tempfile.TemporaryDirectory() as folder:
            done = act(Path(folder), arguments.games, arguments.kills, 1)
            print(f"{act.__name__}: {done} kills, nothing lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
