"""However irgo is ended, it says one sentence at most and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import psutil
import pytest

from irgo_app.resource_files import resource_path
from irgo_app.settings import FOLDER_VARIABLE
from irgo_app.sgf.open_file import left_behind
from tests.batch.games import small_game, write_games

ROOT = Path(__file__).parents[1]
IRGO = (sys.executable, "-m", "irgo_app")
TIMEOUT_S = 120

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and /dev/full")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(small_game(1), "utf-8")
    return path


def irgo(folder: Path, *words: object, out: IO[bytes] | int | None = subprocess.PIPE
         ) -> subprocess.Popen[str]:
    """Start irgo with a folder of its own for temporary files, in a process group of its own."""
    (folder / "temporary").mkdir(exist_ok=True)
    return subprocess.Popen(
        [*IRGO, *map(str, words)], cwd=ROOT, stdout=out, stderr=subprocess.PIPE, text=True,
        start_new_session=True, env={
            **os.environ, "TMPDIR": str(folder / "temporary"), "QT_QPA_PLATFORM": "offscreen",
            FOLDER_VARIABLE: str(folder / "settings")})


@pytest.mark.parametrize("words", [
    ("layers",), ("--help",), ("--version",), ("analyze", "{record}", "--layer", "moyo", "--json"),
    ("check", "{record}")])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_full_output_is_one_sentence(tmp_path: Path, record: Path, words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full, \
            irgo(tmp_path, *(word.format(record=record) for word in words), out=full) as program:
        _, said = program.communicate(timeout=TIMEOUT_S)
    assert program.returncode == 1
    assert said.count("\n") == 1 and "Standard output cannot be written" in said


def test_closed_output_is_one_sentence(tmp_path: Path, record: Path) -> None:
    for closed, wanted in ((">&-", 1), (">&- 2>&-", 1), ("2>&-", 0)):
        done = subprocess.run(
            f'exec "{sys.executable}" -m irgo_app check "{record}" {closed}', shell=True,
            cwd=ROOT, capture_output=True, text=True, check=False, timeout=TIMEOUT_S)
        assert done.returncode == wanted
        assert "Traceback" not in done.stderr and "bug" not in done.stderr
        assert ("Standard output cannot be written" in done.stderr) == (closed == ">&-")


@pytest.mark.parametrize("words", [("layers",), ("batch", "{record}", "-o", "{folder}/out")])
def test_ctrl_c_while_it_starts_is_one_word(
    tmp_path: Path, record: Path, words: tuple[str, ...]
) -> None:
    """The terminal sends it to all processes, those that are just being started too."""
    for delay in (0.1, 0.25, 0.5, 1.0, 2.0):
        with irgo(tmp_path, *(word.format(record=record, folder=tmp_path) for word in words)
                  ) as program:
            time.sleep(delay)
            os.killpg(program.pid, signal.SIGINT)
            _, said = program.communicate(timeout=TIMEOUT_S)
        # Before irgo's first line Python itself is loading, and ends by the signal.
        assert "Traceback" not in said or "irgo_app/__main__.py" not in said
        if program.returncode == 130:
            assert said == "irgo: Stopped.\n"


@pytest.mark.parametrize("words", [
    ("batch", "{folder}/games", "-o", "{folder}/out", "--workers", "2"),
    ("report", "{game}", "-o", "{folder}/report.html")])
def test_a_command_that_the_system_ends_listened_nowhere_and_leaves_nothing(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    write_games(tmp_path / "games", 200)
    game = resource_path("examples", "selfplay01.sgf")
    with irgo(tmp_path, *(word.format(game=game, folder=tmp_path) for word in words)
              ) as program:
        own = psutil.Process(program.pid)
        while program.poll() is None and sum(
            each.cpu_times().user for each in (own, *own.children(recursive=True))
        ) < 2.0:
            time.sleep(0.05)
        assert program.poll() is None
        family = own.children(recursive=True)
        assert not [each for each in (own, *family) if each.net_connections("inet")]
        program.terminate()
        _, said = program.communicate(timeout=TIMEOUT_S)
    assert program.returncode == 128 + signal.SIGTERM
    assert all("minutes more" in line for line in said.splitlines()), said
    assert not psutil.wait_procs(family, timeout=TIMEOUT_S)[1]
    assert not list((tmp_path / "temporary").iterdir())


def test_a_window_that_the_system_ends_keeps_the_work_and_leaves_nothing(
    tmp_path: Path, record: Path
) -> None:
    # Who started the tests may have had a signal ignored (nohup): irgo keeps to that, and so it is.
    for number in (each for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
                   if signal.getsignal(each) is not signal.SIG_IGN):
        (tmp_path / "temporary").mkdir(exist_ok=True)
        with subprocess.Popen(
            [sys.executable, "-m", "tests.edited_window", record], cwd=ROOT, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, start_new_session=True, env={
                **os.environ, "TMPDIR": str(tmp_path / "temporary"),
                "QT_QPA_PLATFORM": "offscreen", FOLDER_VARIABLE: str(tmp_path / "settings")},
        ) as program:
            assert program.stdout is not None
            assert program.stdout.readline() == "edited\n"
            family = psutil.Process(program.pid).children(recursive=True)
            assert family
            assert not [each for each in (psutil.Process(program.pid), *family)
                        if each.net_connections("inet")]
            program.send_signal(number)
            _, said = program.communicate(timeout=TIMEOUT_S)
        # Qt's platform without a screen says so of every window that it is to place.
        told = [line for line in said.splitlines() if "propagateSizeHints" not in line]
        assert (program.returncode, told) == (0, [])
        assert not psutil.wait_procs(family, timeout=TIMEOUT_S)[1]
        assert not list((tmp_path / "temporary").glob("irgo-*"))
        [journal] = left_behind(tmp_path / "settings" / "journals")
        assert b"what was thought" in journal.read_bytes()
        journal.unlink()
