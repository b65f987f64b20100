"""Noise for `irgo gtp`: bytes that are no commands, commands that are half right, lines too long.

`python -m tests.gtp_server.noise --lines 100000` sends them to a real `irgo gtp` and looks at every
answer: there is one for each command, of the form GTP asks for, and irgo is still there at the end.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from irgo_app.gtp.protocol import answer_of_line, command_of_line

ROOT = Path(__file__).parents[2]
_SEARCHES = frozenset({"owl_attack", "owl_defend", "dragon_status"})
"""Commands that think for seconds: rightly asked they would only make noise slow."""
_WORDS = ("b", "w", "black", "white", "E5", "A1", "T19", "Z99", "pass", "resign", "I5", "0", "-1",
          "9", "19", "25", "1e999", "nan", "inf", "6.5", "'", '"', "\\", "%s", "{}", "../../x", "~",
          "x" * 3000, "é", "\u202e", "\x00", "\x1b[2J", "=", "?", "dead", "white_influence", "#")
_LONG = 70_000


def lines_of_noise(count: int, seed: int, names: list[str]) -> Iterator[bytes]:
    """Generate lines without their ends; one in ten is a command of `names` with some words."""
    chance = random.Random(seed)
    usable = [name for name in names if name not in _SEARCHES and name != "quit"]
    for _ in range(count):
        kind = chance.randrange(20)
        if kind < 2:
            words = chance.choices(_WORDS, k=chance.randrange(4))
            number = f"{chance.randrange(10 ** 6)} " if kind else ""
            line = f"{number}{' '.join([chance.choice(usable), *words])}".encode()
        elif kind < 4:
            line = f"{chance.randrange(-9, 10 ** 9)} {chance.choice(_WORDS)}".encode()
        elif kind == 4 and chance.randrange(50) == 0:
            line = bytes(chance.choices(range(1, 256), k=40)) * (_LONG // 40)
        elif kind < 8:
            line = b""
        else:
            line = chance.randbytes(chance.randrange(120))
        yield line.replace(b"\n", b" ").replace(b"\r", b" ")


def is_command(line: bytes) -> bool:
    """Return whether irgo owes an answer for a line."""
    return command_of_line(line.decode("utf-8", "replace")) is not None


def make_noise(count: int, seed: int) -> int:
    """Send noise to a new `irgo gtp`; returns how many answers it gave. Raises AssertionError."""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "errors").open("wb") as errors:
        irgo = subprocess.Popen(
            [sys.executable, "-m", "irgo_app", "gtp"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=errors, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)})
        assert irgo.stdin is not None and irgo.stdout is not None
        irgo.stdin.write(b"1 list_commands\n")
        irgo.stdin.flush()
        names = [line.decode() for line in iter(irgo.stdout.readline, b"\n")]
        lines = [b"7 boardsize 9", *lines_of_noise(count, seed, [name.split()[-1]
                                                                 for name in names])]
        wanted = [line for line in lines if is_command(line)]

        def send() -> None:
            assert irgo.stdin is not None
            for line in lines:
                irgo.stdin.write(line + b"\n")
            irgo.stdin.write(b"424242 name\n")
            irgo.stdin.flush()

        writer = threading.Thread(target=send)
        writer.start()
        for line in wanted:
            _check_answer(irgo.stdout.readline(), line)
            while irgo.stdout.readline() not in (b"\n", b""):
                pass
        assert irgo.stdout.readline() == b"=424242 irgo\n", "irgo is out of step"
        writer.join()
        irgo.communicate(b"quit\n", timeout=60)
        assert irgo.returncode == 0, "irgo ended in disorder"
        errors.flush()
        said = (Path(folder) / "errors").read_bytes()
        assert b"Traceback" not in said and b"bug" not in said, said[-2000:]
        assert [path.name for path in Path(folder).iterdir()] == ["errors"], "files were written"
    return len(wanted)


def _check_answer(first: bytes, line: bytes) -> None:
    command = command_of_line(line.decode("utf-8", "replace"))
    answer = answer_of_line(first.decode().rstrip("\n"))
    assert command is not None
    assert answer is not None, f"{first[:80]!r} is no answer to {line[:80]!r}"
    assert answer.number == command.number, f"{first[:80]!r} is no answer to {line[:80]!r}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    found = parser.parse_args()
    print(f"{found.lines} lines, {make_noise(found.lines, found.seed)} answers, none amiss")
