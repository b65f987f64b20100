"""irgo killed at any moment: while it edits, saves, starts, reports, works at a batch.

Each function kills once and raises AssertionError if more than the last edit is gone, a file is
torn, or anything stays behind. `python -m tests.sgf.kills --kills 200` kills often; the tests do it
a few times.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pyarrow.parquet as pq

from irgo_app.batch.options import BatchOptions
from irgo_app.batch.store import Store
from irgo_app.settings import FOLDER_VARIABLE, load_settings
from irgo_app.sgf.edits import set_comment
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.open_file import OpenFile, left_behind, restore
from irgo_app.sgf.parser import load_file
from tests.batch.games import small_game, write_games
from tests.sgf.random_edits import work

TWO_GAMES = b"(;GM[1]FF[4]CA[UTF-8]SZ[9];B[ee](;W[cc];B[gg])(;W[gc]))\n" \
    b"(;SZ[9]CA[UTF-8];B[aa];W[bb])\n"
ROOT = Path(__file__).parents[2]
_LARGE_NODES = 6000
_WORK_S = 6.0
"""A small report or batch takes about so long."""
_END_S = 30.0
_START_S = 2.5
"""A window is there by then on most machines; kills fall into the time before."""


def content(games: list[GameTree]) -> object:
    """Return all that games say, whatever their line breaks."""
    return [[(dict(node.properties), len(node.children)) for node in tree.nodes()]
            for tree in games]


def kill_while_editing(folder: Path, seed: int) -> None:
    """Kill a process that edits and saves at random, and look at file, backup and journal."""
    path = folder / "game.sgf"
    path.write_bytes(TWO_GAMES)
    told = _killed_after(
        ["tests.sgf.random_edits", str(path), str(folder / "journals"), str(seed)],
        random.Random(seed).randrange(60), 0.0)
    # The same work again, undisturbed: the states that may be found.
    twin_path = folder / "twin.sgf"
    twin_path.write_bytes(TWO_GAMES)
    twin = OpenFile(load_file(twin_path), twin_path)
    states, on_disk = [content(twin.games)], [TWO_GAMES]
    steps = work(twin, seed)
    for _ in range(told + 1):
        next(steps)
        states.append(content(twin.games))
        on_disk.append(twin_path.read_bytes())
    assert path.read_bytes() in on_disk[told:told + 2], f"seed {seed}: a damaged file"
    backup = path.with_name("game.sgf.bak")
    assert not backup.exists() or backup.read_bytes() == TWO_GAMES, f"seed {seed}: a torn backup"
    journals = left_behind(folder / "journals")
    found = restore(journals[0]) if journals else load_file(path)
    assert content(found.games) in states[told:told + 2], f"seed {seed}: a lost edit"


def kill_while_saving(folder: Path, seed: int) -> None:
    """Kill a process that does nothing but save a large file, each time with a backup."""
    path = folder / "large.sgf"
    path.write_bytes(large_record(0))
    chance = random.Random(seed)
    told = _killed_after(["tests.sgf.kills", "--save", str(path)], chance.randrange(1, 4),
                         chance.random() * 0.15)
    found, backup = path.read_bytes(), path.with_name("large.sgf.bak")
    number = next((number for number in (told, told + 1) if found == large_record(number)), None)
    assert number is not None, f"seed {seed}: a damaged file"
    if backup.exists():
        before = [large_record(number - 1), found] if number else [found]
        assert backup.read_bytes() in before, f"seed {seed}: a torn backup"
    else:
        assert number == 0, f"seed {seed}: no backup"
    # Whatever was left lying about is in nobody's way.
    file = OpenFile(load_file(path), path)
    file.apply(file.games[0], set_comment(file.games[0].root, "after"))
    file.save(path)
    assert load_file(path).games[0].root.comment == "after"


def kill_while_starting(folder: Path, seed: int) -> None:
    """Kill the window while it starts, and look at the record, the settings and lost work."""
    path, settings_folder = folder / "game.sgf", folder / "config"
    path.write_bytes(TWO_GAMES)
    settings = load_settings(settings_folder / "settings.toml")
    settings.remember_file(str(path))
    settings.save()
    other = folder / "other.sgf"
    other.write_bytes(TWO_GAMES)
    _killed_after(["tests.sgf.random_edits", str(other), str(settings_folder / "journals"),
                   str(seed)], 25, 0.0)
    waiting = {journal.name: content(restore(journal).game_file.games)
               for journal in left_behind(settings_folder / "journals")}
    program = subprocess.Popen(
        [sys.executable, "-m", "irgo_app", str(path)], cwd=ROOT, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env={**os.environ, "QT_QPA_PLATFORM": "offscreen",
                                        FOLDER_VARIABLE: str(settings_folder)})
    time.sleep(random.Random(seed).random() * _START_S)
    program.kill()
    program.wait()
    assert path.read_bytes() == TWO_GAMES, f"seed {seed}: the record was changed"
    again = load_settings(settings_folder / "settings.toml")
    assert not again.warnings and again.recent_files == [str(path)], f"seed {seed}: settings"
    for name, wanted in waiting.items():
        found = restore(settings_folder / "journals" / name)
        assert content(found.game_file.games) == wanted, f"seed {seed}: lost work is gone"


def kill_while_reporting(folder: Path, seed: int) -> None:
    """Kill a report while it is made over an older one."""
    path, report = folder / "game.sgf", folder / "report.html"
    path.write_text(small_game(seed), "utf-8")
    report.write_text("the old one")
    _killed_command(folder, seed, ["report", str(path), "-o", str(report), "--turning-points", "0"])
    found = report.read_text("utf-8")
    assert found == "the old one" or found.rstrip().endswith("</html>"), f"seed {seed}: torn"
    assert path.read_text("utf-8") == small_game(seed), f"seed {seed}: the record was changed"


def kill_while_batching(folder: Path, seed: int) -> None:
    """Kill a batch; what it has done is there once, and the same batch goes on."""
    games, out = write_games(folder / "games", 6), folder / "out"
    _killed_command(folder, seed, ["batch", str(games), "-o", str(out), "--workers", "2"])
    with Store(out, BatchOptions()).opened() as store:
        done = store.done()
        store.merge()
        rows = pq.read_table(store.games).to_pylist()
    assert {row["id"] for row in rows} == done, f"seed {seed}: lost records"
    assert len(rows) == len(done), f"seed {seed}: records twice"


def _killed_command(folder: Path, seed: int, words: list[str]) -> None:
    """Kill a command at a random moment; its family and its temporary files have to go with it."""
    temporary = folder / "temporary"
    temporary.mkdir()
    program = subprocess.Popen(
        [sys.executable, "-m", "irgo_app", *words], cwd=ROOT, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env={**os.environ, "TMPDIR": str(temporary)})
    time.sleep(random.Random(seed).random() * _WORK_S)
    family = psutil.Process(program.pid).children(recursive=True)
    program.kill()
    program.wait()
    assert not psutil.wait_procs(family, timeout=_END_S)[1], f"seed {seed}: a process goes on"
    assert not list(temporary.iterdir()), f"seed {seed}: a file is left"


KINDS = (kill_while_editing, kill_while_saving, kill_while_starting, kill_while_reporting,
         kill_while_batching)


def large_record(number: int) -> bytes:
    """Return the large record as it stands after so many saves."""
    comment = f"C[save {number}]" if number else ""
    moves = "".join(f";{'BW'[turn % 2]}[{chr(97 + turn % 19)}{chr(97 + turn // 19 % 19)}]"
                    for turn in range(_LARGE_NODES))
    return f"(;GM[1]FF[4]CA[UTF-8]{comment}{moves})\n".encode()


def save_for_ever(path: Path) -> None:
    """Save the large record again and again, as many irgos one after the other would."""
    number = 0
    while True:
        file = OpenFile(load_file(path), path)
        number += 1
        file.apply(file.games[0], set_comment(file.games[0].root, f"save {number}"))
        file.save(path)
        print(number, flush=True)


def _killed_after(words: list[str], lines: int, seconds: float) -> int:
    """Run a module of the tests, kill it after some lines and a moment; returns its whole lines."""
    child = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.PIPE, text=True,
                             cwd=ROOT, env=dict(os.environ))
    assert child.stdout is not None
    done = [child.stdout.readline() for _ in range(lines)]
    time.sleep(seconds)
    child.kill()
    done += child.stdout.readlines()
    child.wait()
    return len([line for line in done if line.endswith("\n")])


def main() -> None:
    """Kill as often as asked for, or be the process that is killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.save is not None:
        save_for_ever(arguments.save)
    failures = 0
    for number in range(arguments.kills):
        kill, seed = KINDS[number % len(KINDS)], arguments.seed + number
        with tempfile.TemporaryDirectory() as folder:
            try:
                kill(Path(folder), seed)
            except AssertionError as error:
                failures += 1
                print(f"{kill.__name__}: {error}", flush=True)
        if number % 20 == 19:
            print(f"{number + 1} kills, {failures} with a loss", flush=True)
    print(f"{arguments.kills} kills, {failures} with a loss")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
