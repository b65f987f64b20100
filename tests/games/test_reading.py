"""Reading the games of an index: newest first, kept one by one, stopped and gone on with."""

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from irgo_app.batch.crew import Crew, crew_here
from irgo_app.errors import EngineError
from irgo_app.games import reading as module
from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.index import GamesIndex, GameSummary, KeptReading
from irgo_app.games.reading import GameToRead, read_game, read_game_of, read_games_of
from irgo_app.go.point import BLACK

LOSING = "(;SZ[9]KM[7]PB[Ann]PW[Bea]TM[300];B[ee]BL[298];W[gc]WL[299];B[aa]BL[290];W[cc]WL[270]" \
    ";B[ia]BL[289];W[cg]WL[260];B[ai]BL[260];W[gg]WL[250])"


class Here(Executor):
    """Calls functions at once, in this process."""

    def submit(self, function: Callable[..., Any], /, *words: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*words, **named))
        except EngineError as error:
            future.set_exception(error)
        return future


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[GameToRead]:
    """What was given to who reads, which needs no time here."""
    found = list[GameToRead]()

    def read(work: GameToRead, **_: object) -> KeptReading:
        found.append(work)
        if work.source.endswith("00004.sgf"):
            raise EngineError("The engine is tired.")
        return KeptReading(work.key, GameSummary("judge", 5.0, 3), b"")

    monkeypatch.setattr(module, "read_game", read)
    return found


CREW = Crew(Here(), lambda: 2)


def test_the_newest_first_each_once(
    index: GamesIndex, folder: Path, asked: list[GameToRead]
) -> None:
    index.add_source(folder)
    bring_up_to_date(index)
    (folder / "00007.sgf").unlink()
    count = read_games_of(index, CREW)
    assert (count.total, count.read, len(count.broken)) == (12, 10, 2)
    assert str(count.broken[str(folder / "00004.sgf")]) == "The engine is tired."
    order = [row.id for row in index.rows()]
    assert [work.id for work in asked] == [
        number for number in order if number in {work.id for work in asked}]
    asked.clear()
    assert read_games_of(index, CREW).read == 0
    assert [Path(work.source).name for work in asked] == ["00004.sgf"]


def test_what_was_stopped_goes_on(
    index: GamesIndex, folder: Path, asked: list[GameToRead]
) -> None:
    index.add_source(folder)
    bring_up_to_date(index)
    read_games_of(index, CREW, is_stopped=lambda: len(asked) >= 6)
    read = [row.id for row in index.rows() if row.summary.judge]
    assert 0 < len(read) < 11
    read_games_of(index, CREW)
    assert len([row for row in index.rows() if row.summary.judge]) == 11


def wait_long(work: GameToRead, **_: object) -> KeptReading:
    time.sleep(60)
    raise AssertionError


def test_stopping_waits_for_nobody(
    index: GamesIndex, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.add_source(folder)
    bring_up_to_date(index)
    monkeypatch.setattr(module, "read_game", wait_long)
    start = time.monotonic()
    with crew_here(1) as crew:
        assert read_games_of(index, crew, is_stopped=lambda: True).read == 0
    assert time.monotonic() - start < 50  # Not the minute that the game takes.


def test_what_is_kept_of_a_game_that_was_read() -> None:
    found = read_game(GameToRead(1, b"key", LOSING.encode(), "a.sgf"), None, 0)
    kept = read_game_of(found.data)
    assert found.key == b"key" and found.summary.judge
    assert kept.mistakes and {mistake.colour for mistake in kept.mistakes} == {BLACK}
    worst = max(kept.mistakes, key=lambda mistake: mistake.points)
    assert (found.summary.black_loss, found.summary.black_move) == (worst.points, worst.number)
    assert worst.number in (3, 5, 7) and found.summary.white_move == 0
    assert kept.paces == ((2, 1, 1), (1, 2, 1))
    assert {mistake.number: mistake.pace for mistake in kept.mistakes}.items() <= {
        3: 1, 5: 0, 7: 2}.items()
    assert found.summary.sentence() and found.summary.decided
    assert kept.cards and kept.phases
