"""The reader measured: games of a teacher read, figures, times, and what is asked wrongly."""

import io
import json
import lzma
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from irgo_app.errors import UsageError
from irgo_app.go.point import PASS
from irgo_app.networks.network import Opinion, network
from irgo_app.review.game_line import game_line, part_of
from tests.bench import reader_times
from tests.bench.__main__ import main
from tests.bench.reader_truth import ReaderTruth
from tests.bench.taught_games import TaughtGame, positions_of, read_games
from tests.report.small_reports import short_record

SIZE = 9
POINTS = SIZE * SIZE


def taught_by(opinions: list[Opinion], komi: float, moves: list[int]) -> dict[str, np.ndarray]:
    """Return one game as an archive, with a teacher of the reader's own opinion."""
    policies = [np.rint(255 * opinion.policy / opinion.policy.max()).astype(np.uint8)
                for opinion in opinions]
    kept = [np.flatnonzero(policy).astype(np.int16) for policy in policies]
    ownership = np.rint(np.array([opinion.ownership for opinion in opinions]) * 10).astype(np.int8)
    return {
        "size": np.array([SIZE], np.uint8), "komi": np.array([komi], np.float32),
        "length": np.array([len(moves)], np.int32), "moves": np.array(moves, np.int16),
        "score": np.array([opinion.lead for opinion in opinions], np.float32),
        "policy_count": np.array([len(points) for points in kept], np.int16),
        "policy_index": np.concatenate(kept),
        "policy_weight": np.concatenate(
            [policy[points] for policy, points in zip(policies, kept, strict=True)]),
        "ownership_delta": np.diff(
            ownership, axis=0, prepend=np.zeros((1, POINTS), np.int8)).reshape(-1),
    }


def written(path: Path, games: list[dict[str, np.ndarray]]) -> Path:
    packed = io.BytesIO()
    np.savez(packed, **{name: np.concatenate([game[name] for game in games]) for name in games[0]})
    with lzma.open(path, "wb", preset=0) as file:
        file.write(packed.getvalue())
    return path


def moves_kept_apart(*, is_apart: bool, salt: int = 0) -> list[int]:
    """Return moves of a game that is kept apart, or one that is not."""
    random = np.random.default_rng(salt)
    while True:
        moves = [*random.permutation(POINTS)[:12].tolist(), POINTS, POINTS]
        game = TaughtGame(SIZE, 0.0, np.array(moves, np.int16), np.zeros(0, np.float32), [],
                          np.zeros((0, POINTS), np.int8))
        if game.is_apart is is_apart:
            return moves


def archive(moves: list[int], komi: float = 6.5) -> dict[str, np.ndarray]:
    game = TaughtGame(SIZE, komi, np.array(moves, np.int16), np.zeros(0, np.float32), [],
                      np.zeros((0, POINTS), np.int8))
    opinions = network().evaluate(positions_of(game), komi)
    return taught_by(opinions, komi, moves)


def test_games_are_read_as_they_were_written(tmp_path: Path) -> None:
    one, two = (moves_kept_apart(is_apart=True, salt=salt) for salt in (1, 2))
    path = written(tmp_path / "games.npz.xz", [archive(one, 6.5), archive(two, 0.5)])
    games = list(read_games(path))
    assert [game.moves.tolist() for game in games] == [one, two]
    assert [game.komi for game in games] == [6.5, 0.5]
    positions = positions_of(games[0])
    assert positions[0].stone_count() == 0 and positions[-1].to_play == -1
    assert one[-1] == POINTS and positions[12].cells == positions[13].cells
    assert positions[13].ko_point == PASS
    opinion = network().evaluate(positions[5:6], 6.5)[0]
    assert np.abs(games[0].ownership[5] / 10 - opinion.ownership).max() <= 0.051
    points, weights = games[0].policies[5]
    assert points[weights.argmax()] == opinion.policy.argmax()


def test_a_teacher_of_the_same_opinion_is_agreed_with(tmp_path: Path) -> None:
    path = written(tmp_path / "games.npz.xz", [
        archive(moves_kept_apart(is_apart=True)), archive(moves_kept_apart(is_apart=False))])
    [row] = ReaderTruth([path]).document()["sizes"]  # type: ignore[misc]
    assert (row["size"], row["games"], row["positions"]) == (SIZE, 1, 14)
    assert row["first"] == row["five"] == row["in_range"] == 1
    opening, middle, _ = row["phases"]
    assert opening["r2"] > 0.95 and opening["error"] < 0.05 and opening["in_range"] == 1
    assert middle["positions"] == 0 and middle["in_range"] is None


def test_what_the_estimate_tells_is_measured_beside_it(tmp_path: Path) -> None:
    """A teacher that says what the estimate says, komi counted, is told exactly that."""
    moves = moves_kept_apart(is_apart=True)
    game = TaughtGame(SIZE, 6.5, np.array(moves, np.int16), np.zeros(0, np.float32), [],
                      np.zeros((0, POINTS), np.int8))
    told = [network().evaluate_alike(position) for position in positions_of(game)]
    path = written(tmp_path / "games.npz.xz", [taught_by(
        [replace(opinion, lead=opinion.lead - 6.5) for opinion in told], 6.5, moves)])
    [row] = ReaderTruth([path]).document()["sizes"]  # type: ignore[misc]
    opening, own = row["told"][0], row["phases"][0]
    assert opening["r2"] > 0.95 and opening["error"] < 0.2 and opening["in_range"] == 1
    assert own["error"] > opening["error"] and own["r2"] < opening["r2"]


def test_another_opinion_is_told_from_it(tmp_path: Path) -> None:
    given = archive(moves_kept_apart(is_apart=True))
    path = written(tmp_path / "games.npz.xz", [
        given | {"score": given["score"] + 500, "ownership_delta": -given["ownership_delta"]}])
    [row] = ReaderTruth([path]).document()["sizes"]  # type: ignore[misc]
    opening = row["phases"][0]
    assert row["in_range"] == 0 and opening["error"] == pytest.approx(500, abs=0.5)
    assert opening["r2"] < 0


def test_games_trained_on_are_not_measured(tmp_path: Path) -> None:
    path = written(tmp_path / "games.npz.xz", [archive(moves_kept_apart(is_apart=False))])
    with pytest.raises(UsageError, match="kept apart"):
        ReaderTruth([path])


@pytest.mark.parametrize("content", [b"", b"(;GM[1])", lzma.compress(b"no archive")])
def test_a_file_that_holds_no_games_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.npz.xz"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"holds no games .*reader was trained with"):
        list(read_games(path))
    with pytest.raises(UsageError, match=r"missing.npz.xz cannot be read .*check the name"):
        list(read_games(tmp_path / "missing.npz.xz"))


def test_the_command_prints_figures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(written(tmp_path / "games.npz.xz", [archive(moves_kept_apart(is_apart=True))]))
    assert main(["reader", "--games", path, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["format"] == "irgo-reader/1" and document["sizes"][0]["first"] == 1
    assert main(["reader", "--games", path]) == 0
    assert "opening / middle game / late game" in capsys.readouterr().out
    assert main(["moyo", "--games", path]) == 2
    assert "reader|groups|told --games FILE" in capsys.readouterr().err


def test_the_reader_is_timed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_times, "_WORKERS", 1)
    monkeypatch.setattr(reader_times, "_CALLS", 1)
    monkeypatch.setattr(reader_times, "RUNS", 2)
    assert main(["reader", "--json"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [result["name"] for result in results] == [
        "reader.load", "reader.one", "reader.batch8", "reader.game300", "reader.worker_memory",
        "reader.search_visit", "reader.search_beside_network"]
    assert all(result["median"] > 0 for result in results if result["unit"] == "ms")


def test_it_measures_clock_and_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_times, "_tree", short_record)
    monkeypatch.setattr(reader_times, "_REPORT_RUNS", 1)
    clock, work = reader_times.report_times()
    assert (clock.name, work.name) == ("report.game250", "report.game250_cpu")
    assert clock.unit == work.unit == "s" and clock.runs == 1
    assert clock.median > 0 and work.median > 0


def test_the_game_measured_has_250_moves() -> None:
    line = part_of(game_line(reader_times._tree()), reader_times._MOVES)
    assert len(line.moves) == 250 and len(line.positions) == 251
