"""Records from standard input and pipes, files to standard output."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import GAMES

ROOT = Path(__file__).parents[2]
RECORD = b"(;SZ[9]KM[6.5];B[ee];W[gc];B[cc];W[gg];B[cg];W[dd])"


def irgo(*words: str, record: bytes = RECORD) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "irgo_app", *words], cwd=ROOT, input=record,
                          capture_output=True)


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_a_record_comes_through_a_pipe(name: str) -> None:
    if name != "-" and os.name != "posix":
        pytest.skip("there is no such file")
    ended = irgo("analyze", name, "--layer", "territory", "--json")
    document = json.loads(ended.stdout)
    assert document["file"] == name and document["nodes"][0]["move_number"] == 6


def test_a_pipe_without_a_record_is_told_of() -> None:
    ended = irgo("check", "-", record=b"")
    assert ended.returncode == 1 and not ended.stdout
    assert b"standard input is empty" in ended.stderr


@pytest.mark.parametrize(("name", "start"), [("-", b"\x89PNG"), ("-.svg", b"<?xml"),
                                             ("-.pdf", b"%PDF")])
def test_a_picture_goes_to_standard_output(name: str, start: bytes) -> None:
    ended = irgo("render", "-", f"-o{name}")
    assert ended.returncode == 0 and ended.stdout.startswith(start) and not ended.stderr


def test_pages_go_to_standard_output_and_nothing_else_does() -> None:
    ended = irgo("print", str(GAMES[0]), "--moves", "1-10", "-o-.html")
    assert ended.stdout.strip().lower().startswith(b"<!doctype html>")
    assert ended.stdout.strip().endswith(b"</html>")


def test_one_stream_holds_one_document() -> None:
    ended = irgo("report", "-", "-o", "-", "--json")
    assert ended.returncode == 2 and b"either the report or JSON" in ended.stderr
    ended = irgo("render", "-", "-o-.doc")
    assert ended.returncode == 1 and b"should end in" in ended.stderr
