"""Whole batches, in processes here and over Dask: resumed, killed, refused in one sentence."""

import errno
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import psutil
import pyarrow.parquet as pq
import pytest
from distributed import Client, LocalCluster

import irgo_app as irgo
from irgo_app.__main__ import main
from irgo_app.batch.crew import Crew, crew_here
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.run import BatchCount, finished, run_batch
from irgo_app.batch.sources import GameWork, sources_of, works_of
from irgo_app.batch.store import Store
from irgo_app.errors import IrgoError
from irgo_app.service.pool import WorkerPool
from irgo_app.sgf.parser import load_file
from tests.batch.games import small_game, write_games
from tests.report.small_reports import HANGING

ROOT = Path(__file__).parents[2]
OPTIONS = BatchOptions()
COMMAND = (sys.executable, "-m", "irgo_app", "batch")


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    """Two workers for all tests that kill nobody."""
    with crew_here(2) as found:
        yield found


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A cluster of the user's own, with two workers."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1",
        dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
    ) as cluster, Client(cluster, set_as_default=False) as found:
        yield found


def batch(crew: Crew, out: Path, *paths: Path) -> BatchCount:
    return run_batch(paths, Store(out, OPTIONS), OPTIONS, lambda: nullcontext(crew))


def files_of(out: Path) -> list[str]:
    """Return the names of the files whose games have a record, after checking all four tables."""
    games, moves = (pq.read_table(out / f"{name}.parquet").to_pylist()
                    for name in ("games", "moves"))
    for name, rows in (("games", games), ("moves", moves)):
        lines = (out / f"{name}.jsonl").read_text("utf-8").splitlines()
        assert [json.loads(line) for line in lines] == rows
    numbers = [(row["id"], row["move"]) for row in moves]
    assert len(set(numbers)) == len(numbers)
    assert sorted(numbers) == sorted(
        (row["id"], move) for row in games for move in range(1, row["moves"] + 1))
    return sorted(Path(row["file"]).name for row in games)


def all_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def until(holds: Callable[[], bool], process: subprocess.Popen[str] | None = None) -> None:
    """Wait for what another process does; fails if that process ends before."""
    while not holds():
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.02)


def test_problems_of_all_runs_stand_in_one_collection(client: Client, tmp_path: Path) -> None:
    folder, out = tmp_path / "games", tmp_path / "out"
    folder.mkdir()
    (folder / "one.sgf").write_text(HANGING, "utf-8")
    (folder / "none.sgf").write_text("(;SZ[9];B[ee];W[ce];B[cc];W[gc])", "utf-8")
    for number, paths in ((1, [folder]), (2, str(folder))):
        irgo.run_batch(paths, out, problems=True, client=client)
        games = load_file(out / "problems.sgf").games
        assert len(games) == number
        assert all(game.root.says("PL") and game.root.children for game in games)
        (folder / "other.sgf").write_text(HANGING.replace("Kim", "Pak"), "utf-8")
    rows = {Path(row["file"]).name: row["problems"]
            for row in pq.read_table(out / "games.parquet").to_pylist()}
    assert {name: len(records) for name, records in rows.items()} == {
        "one.sgf": 1, "none.sgf": 0, "other.sgf": 1}


def test_without_problems_there_is_no_collection(crew: Crew, tmp_path: Path) -> None:
    folder, out = tmp_path / "games", tmp_path / "out"
    folder.mkdir()
    (folder / "one.sgf").write_text(HANGING, "utf-8")
    batch(crew, out, folder)
    assert not (out / "problems.sgf").exists()
    assert pq.read_table(out / "games.parquet").to_pylist()[0]["problems"] is None


def test_a_second_run_does_what_is_new(crew: Crew, tmp_path: Path) -> None:
    folder, out = write_games(tmp_path / "games", 3), tmp_path / "out"
    count = batch(crew, out, folder)
    assert (count.new, count.known, count.total) == (3, 0, 3)
    before = (out / "games.parquet" / "0000.parquet").read_bytes()
    again = batch(crew, out, folder)
    assert (again.new, again.known) == (0, 3)
    assert (out / "games.parquet" / "0000.parquet").read_bytes() == before
    (folder / "game001.sgf").rename(folder / "another_name.sgf")
    (folder / "new.sgf").write_text(small_game(50))
    third = batch(crew, out, folder)
    assert (third.new, third.known) == (1, 3)
    assert len(files_of(out)) == 4


def test_what_is_known_needs_no_scheduler(crew: Crew, tmp_path: Path) -> None:
    folder, out = write_games(tmp_path / "games", 1), tmp_path / "out"
    batch(crew, out, folder)
    run_batch([folder], Store(out, OPTIONS), OPTIONS, pytest.fail)


def test_broken_files_are_listed_and_stop_nothing(crew: Crew, tmp_path: Path) -> None:
    folder, out = write_games(tmp_path / "games", 2), tmp_path / "out"
    (folder / "empty.sgf").write_text("")
    (folder / "chess.sgf").write_text("(;GM[3];B[aa])")
    (folder / "no_moves.sgf").write_text("(;SZ[9]AB[aa])")
    (folder / "torn.zip").write_bytes(b"PK")
    (folder / "twin.sgf").write_bytes((folder / "game000.sgf").read_bytes())
    count = batch(crew, out, folder)
    assert (count.new, count.twins, len(count.broken)) == (2, 1, 4)
    assert count.done == count.total
    reasons = {Path(entry["file"]).name: entry["reason"] for entry in map(
        json.loads, (out / "broken.jsonl").read_text("utf-8").splitlines())}
    assert set(reasons) == {"empty.sgf", "chess.sgf", "no_moves.sgf", "torn.zip"}
    assert "no moves" in reasons["no_moves.sgf"]
    page = (out / "summary.html").read_text("utf-8")
    assert "chess.sgf" in page and "Ann" in page and "<script" not in page
    (folder / "no_moves.sgf").write_text(small_game(70))
    (folder / "empty.sgf").unlink()
    count = batch(crew, out, folder)
    assert count.new == 1 and len(count.broken) == 2
    assert len((out / "broken.jsonl").read_text("utf-8").splitlines()) == 3


def test_a_folder_that_cannot_be_read_is_broken_until_it_can(
    crew: Crew, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = write_games(tmp_path / "games", 1), tmp_path / "out"
    locked = write_games(folder / "locked", 2, moves=9)
    with monkeypatch.context() as patched:
        unreadable(patched, locked)
        count = batch(crew, out, folder)
        assert (count.new, list(count.broken)) == (1, [str(locked)])
        assert count.done == count.total
        assert f"The folder {locked} cannot be read" in (out / "broken.jsonl").read_text("utf-8")
        # Other games say nothing of it.
        batch(crew, out, folder / "game000.sgf")
        assert str(locked) in (out / "broken.jsonl").read_text("utf-8")
    assert batch(crew, out, folder).new == 2
    assert not (out / "broken.jsonl").read_text("utf-8")


def unreadable(monkeypatch: pytest.MonkeyPatch, locked: Path) -> None:
    """Have the system refuse a folder, as it does nothing to root."""
    scandir, access = os.scandir, os.access

    def scan(path: object) -> object:
        if str(path) == str(locked):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", scan)
    monkeypatch.setattr(os, "access", lambda path, mode: (
        str(path) != str(locked) and access(path, mode)))


def test_where_nothing_at_all_could_be_read_the_command_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one.sgf", "other.sgf"):
        (tmp_path / name).write_text("no game")
    assert main(["batch", str(tmp_path), "-o", str(tmp_path / "out")]) == 1
    said = capsys.readouterr()
    assert "0 new records, 0 known, 1 twice, 1 broken" in said.out and said.err.count("\n") == 1


def test_names_of_a_record_are_no_html(crew: Crew, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text(small_game(1, black="<script>alert(1)</script>"))
    batch(crew, tmp_path / "out", tmp_path / "a.sgf")
    assert "<script" not in (tmp_path / "out" / "summary.html").read_text("utf-8")


def test_collections_and_archives_give_a_record_a_game(crew: Crew, tmp_path: Path) -> None:
    path = tmp_path / "three.sgf"
    path.write_text(small_game(1) + small_game(2) + "(;SZ[9]AB[aa])" + small_game(3))
    count = batch(crew, tmp_path / "out", path)
    assert count.new == 3 and count.total == 4
    assert list(count.broken) == [f"{path}#2"]
    rows = pq.read_table(tmp_path / "out" / "games.parquet").to_pylist()
    assert sorted(row["game"] for row in rows) == [0, 1, 3]
    assert {row["games_in_file"] for row in rows} == {4}


def test_futures_are_the_records_of_the_command(client: Client, tmp_path: Path) -> None:
    folder = write_games(tmp_path / "games", 2)
    futures = irgo.batch_futures(client, [folder], layers=["influence.paths"])
    records = client.gather(futures)
    count = irgo.run_batch([folder], tmp_path / "out", layers="influence.paths", client=client)
    assert count.new == 2
    rows = pq.read_table(tmp_path / "out" / "games.parquet").to_pylist()
    for record in records:
        row, = (row for row in rows if row["id"] == record.game["id"])
        assert {**row, "seconds": 0} == {**record.game, "seconds": 0}


def test_a_future_of_no_game_raises_its_reason(client: Client, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[9]AB[aa])")
    future, = irgo.batch_futures(client, [tmp_path / "a.sgf"])
    with pytest.raises(IrgoError, match="no moves"):
        future.result()


def test_few_games_are_under_way_at_once(crew: Crew, tmp_path: Path) -> None:
    """Memory is flat because nothing is read long before a worker wants it."""
    folder = write_games(tmp_path / "games", 30, moves=3)
    handed_out, done = 0, 0

    def works() -> Iterator[GameWork]:
        nonlocal handed_out
        for source in sources_of([folder]):
            handed_out += 1
            assert handed_out - done <= 6
            yield from works_of(source, source.read())

    for some in finished(crew, works(), OPTIONS):
        done += len(some)
    assert done == 30


def test_a_killed_worker_loses_and_doubles_nothing(tmp_path: Path) -> None:
    folder, out = write_games(tmp_path / "games", 10), tmp_path / "out"
    with crew_here(2) as crew:
        assert isinstance(crew.executor, WorkerPool)
        killed = list[int]()

        def tell(count: BatchCount) -> None:
            if count.new >= 2 and not killed:
                killed.append(crew.executor.process_ids[0])
                os.kill(killed[0], signal.SIGKILL)

        count = run_batch([folder], Store(out, OPTIONS), OPTIONS, lambda: nullcontext(crew), tell)
    assert killed and count.new == 10 and not count.broken
    assert files_of(out) == all_names(folder)


def test_on_one_machine_a_batch_listens_nowhere(tmp_path: Path) -> None:
    """Who reaches a port of a worker can run what he likes with its user's rights."""
    folder, out = write_games(tmp_path / "games", 40), tmp_path / "out"
    with subprocess.Popen([*COMMAND, folder, "-o", out, "--workers", "2"], cwd=ROOT, text=True,
                          stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        until(lambda: len(list((out / "parts").glob("[!.]*"))) >= 3, process)
        family = [psutil.Process(process.pid), *psutil.Process(process.pid).children(True)]
        assert len(family) >= 3
        assert [each for each in family if each.net_connections("inet")] == []
        process.kill()


def test_a_batch_here_needs_no_dask(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(small_game(1))
    code = ("import sys; sys.modules['distributed'] = sys.modules['dask'] = None\n"
            "from irgo_app.__main__ import main\n"
            "if __name__ == '__main__': sys.exit(main(sys.argv[1:]))\n")
    script = tmp_path / "without.py"
    script.write_text(code)
    done = subprocess.run(
        [sys.executable, script, "batch", tmp_path / "game.sgf", "-o", tmp_path / "out",
         "--workers", "1"], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert files_of(tmp_path / "out") == ["game.sgf"]


def test_workers_do_not_run_the_script_that_starts_them(tmp_path: Path) -> None:
    """A script needs no `if __name__ == "__main__"`."""
    script = tmp_path / "script.py"
    script.write_text(
        "import irgo_app as irgo\n"
        "print('once')\n"
        "count = irgo.run_batch('game.sgf', 'out', workers=1)\n"
        "print(count.new, count.broken)\n")
    (tmp_path / "game.sgf").write_text(small_game(1))
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, text=True,
                          capture_output=True, check=False, timeout=300)
    assert (done.stdout, done.stderr) == ("once\n1 {}\n", "")


def test_a_killed_run_is_gone_on_with(crew: Crew, tmp_path: Path) -> None:
    """The command, and with it the scheduler, ends by kill -9 in the middle."""
    folder, out = write_games(tmp_path / "games", 30), tmp_path / "out"
    with subprocess.Popen([*COMMAND, folder, "-o", out, "--workers", "2"], cwd=ROOT, text=True,
                          stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        until(lambda: len(list((out / "parts").glob("[!.]*"))) >= 3, process)
        process.kill()
    with Store(out, OPTIONS).opened() as store:
        before = store.done()
    assert 3 <= len(before) < 30
    count = batch(crew, out, folder)
    assert count.known == len(before) and count.new == 30 - len(before)
    assert files_of(out) == all_names(folder)


def test_a_stopped_run_ends_with_a_word_and_whole_tables(tmp_path: Path) -> None:
    """Ctrl-C goes to all processes of the terminal, workers too."""
    folder, out = write_games(tmp_path / "games", 200), tmp_path / "out"
    with subprocess.Popen(
        [*COMMAND, folder, "-o", out, "--workers", "2"], cwd=ROOT, text=True,
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as process:
        until(lambda: len(list((out / "parts").glob("[!.]*"))) >= 2, process)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130
    assert said == "irgo: Stopped.\n"
    assert 2 <= len(files_of(out)) < 200
    assert not (out / "parts").exists()


def test_a_killed_scheduler_loses_and_doubles_nothing(crew: Crew, tmp_path: Path) -> None:
    folder, out = write_games(tmp_path / "games", 30), tmp_path / "out"
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port",
         "0", "--no-dashboard"], cwd=ROOT, text=True, stderr=subprocess.PIPE)
    worker = None
    try:
        assert scheduler.stderr is not None
        address = next(found[0] for line in scheduler.stderr
                       if (found := re.search(r"tcp://127\.0\.0\.1:\d+", line)))
        worker = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1",
             "--no-dashboard", "--death-timeout", "10"], cwd=ROOT, stderr=subprocess.DEVNULL)
        with subprocess.Popen(
            [*COMMAND, folder, "-o", out, "--scheduler", address], cwd=ROOT, text=True,
            stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            until(lambda: len(list((out / "parts").glob("[!.]*"))) >= 2, process)
            scheduler.kill()
            _, said = process.communicate()
        assert process.returncode == 1
        warned, said = said.splitlines()
        assert "without TLS" in warned and "scheduler is lost" in said
    finally:
        for each in (scheduler, worker):
            if each is not None:
                each.kill()
                each.communicate()
    kept = files_of(out)
    assert 2 <= len(kept) < 30
    count = batch(crew, out, folder)
    assert count.known == len(kept) and count.new == 30 - len(kept)
    assert files_of(out) == all_names(folder)


def test_the_command_does_it_all(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = write_games(tmp_path / "games", 2), tmp_path / "out"
    (folder / "broken.sgf").write_text("no game")
    code = main(["batch", str(folder), "-o", str(out), "--layer", "colourmap", "--scheduler",
                 client.scheduler.address])
    said = capsys.readouterr()
    assert code == 0
    assert "2 new records" in said.out and "1 broken" in said.out
    assert "broken.sgf" in said.err and "without TLS" in said.err
    assert files_of(out) == ["game000.sgf", "game001.sgf"]
    assert "last_colourmap_black" in pq.read_table(out / "games.parquet").column_names


def test_a_full_disk_in_the_middle_keeps_what_is_there(crew: Crew, tmp_path: Path) -> None:
    """The system refuses every write behind so many bytes of a file, as a full disk does."""
    folder, out = write_games(tmp_path / "games", 3), tmp_path / "out"
    batch(crew, out, folder)
    (folder / "new.sgf").write_text(small_game(90))
    code = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
        "from irgo_app.__main__ import main\n"
        "sys.exit(main(sys.argv[1:]))\n")
    done = subprocess.run(
        [sys.executable, "-c", code, "batch", folder, "-o", out], cwd=ROOT,
        capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "cannot be written" in done.stderr
    assert len(files_of(out)) == 3
    assert batch(crew, out, folder).new == 1
    assert len(files_of(out)) == 4


@pytest.mark.parametrize(("words", "sentence"), [
    (["{empty}", "-o", "{out}"], "no game record"),
    (["{empty}/nowhere", "-o", "{out}"], "check the name"),
    (["{game}", "-o", "{out}", "--tls-key", "{game}"], "go with --scheduler"),
    (["{game}", "-o", "{out}", "--scheduler", "tls://127.0.0.1:9", "--tls-key", "{game}"],
     "name all three"),
    (["{game}", "-o", "{out}", "--scheduler", "tls://127.0.0.1:9", "--tls-key", "{game}",
      "--tls-ca", "{game}", "--tls-cert", "{empty}/nowhere"], "check the name"),
    (["{game}", "-o", "{out}", "--scheduler", "tls://127.0.0.1:9", "--tls-key", "{game}",
      "--tls-ca", "{game}", "--tls-cert", "{game}"], "cannot be used"),
    (["{game}", "-o", "{out}", "--layer", "moio"], "did you mean moyo"),
    (["{game}", "-o", "{out}", "--layer", "ownership"], "what an engine says"),
    (["{game}", "-o", "{out}", "--engine", "nobody"], "nobody"),
    (["{game}", "-o", "{game}"], "cannot be written"),
])
def test_bad_input_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "game.sgf").write_text(small_game(1))
    places = {"empty": tmp_path / "empty", "game": tmp_path / "game.sgf", "out": tmp_path / "out"}
    assert main(["batch", *(word.format(**places) for word in words)]) in (1, 2)
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1 and said.startswith("irgo: ")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://here"])
def test_an_address_where_nobody_answers_is_one_sentence(tmp_path: Path, address: str) -> None:
    (tmp_path / "game.sgf").write_text(small_game(1))
    done = subprocess.run(
        [*COMMAND, tmp_path / "game.sgf", "-o", tmp_path / "out", "--scheduler", address],
        cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    warned, said = done.stderr.splitlines()
    assert "without TLS" in warned and f"Nothing answers at {address}" in said


def test_a_scheduler_without_workers_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("irgo_app.batch.cluster._PATIENCE_S", 1.0)
    (tmp_path / "game.sgf").write_text(small_game(1))
    with LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", host="127.0.0.1") as cluster:
        assert main(["batch", str(tmp_path / "game.sgf"), "-o", str(tmp_path / "out"),
                     "--scheduler", cluster.scheduler_address]) == 1
    assert "has no workers" in capsys.readouterr().err


@pytest.mark.parametrize(("missing", "words"), [
    ("pyarrow", []), ("distributed", ["--scheduler", "tls://127.0.0.1:9"])])
def test_without_the_extra_a_sentence_says_what_to_install(
    tmp_path: Path, missing: str, words: list[str]
) -> None:
    (tmp_path / "game.sgf").write_text(small_game(1))
    code = (f"import sys; sys.modules[{missing!r}] = None\n"
            "from irgo_app.__main__ import main; sys.exit(main(sys.argv[1:]))")
    done = subprocess.run(
        [sys.executable, "-c", code, "batch", tmp_path / "game.sgf", "-o", tmp_path / "out",
         *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and f"-m pip install {missing}." in done.stderr
