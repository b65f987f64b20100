"""Whatever irgo writes: on a full disk the file that was there stays, and one sentence says why.

The system refuses every write behind so many bytes of a file, as a full disk does.
"""

import ast
import json
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from irgo_app.__main__ import main
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.store import Store
from irgo_app.engines.dialects import written_config
from irgo_app.errors import IrgoError
from irgo_app.settings import load_settings
from irgo_app.sgf.edits import new_game
from irgo_app.sgf.writer import save_file
from tests.batch.games import small_game

ROOT = Path(__file__).parents[1]
ROOM = 64
"""Bytes a file may have on this disk."""

APPENDED = {"sgf/open_file.py", "settings/log_file.py"}
"""Grow by a line at a time and are read up to their first torn line."""
OTHERS = {"whole_file.py", "start.py", "batch/store.py", "assistants/new_files.py",
          "networks/fetching.py", "networks/known.py"}
"""Where all go through, /dev/null, the inside of a folder that is named when it is whole, files
that get their names when they are whole and the names are free, parts of what is fetched.
"""


@contextmanager
def full_disk() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def by_command(*words: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        record = path.with_name("game.record")
        assert main([word.format(record=record, path=path) for word in words]) == 1

    return write


def settings_in(path: Path) -> None:
    settings = load_settings(path)
    settings.remember_file("x" * 200)
    settings.save()


def batch_page(path: Path) -> None:
    with Store(path.parent, BatchOptions()).opened() as store:
        store.write(path.name, "x" * 5000)


WRITERS: dict[str, Callable[[Path], None]] = {
    "record.sgf": lambda path: save_file(path, [new_game(19, 19)] * 9),
    "picture.png": by_command("render", "{record}", "-o", "{path}"),
    "picture.svg": by_command("render", "{record}", "-o", "{path}"),
    "picture.pdf": by_command("render", "{record}", "-o", "{path}"),
    "report.html": by_command("report", "{record}", "-o", "{path}", "--turning-points", "0"),
    "report.pdf": by_command("report", "{record}", "-o", "{path}", "--turning-points", "0"),
    "settings.toml": settings_in,
    "summary.html": batch_page,
}


@pytest.mark.parametrize("name", WRITERS)
def test_on_a_full_disk_the_old_file_stays(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, name: str,
    capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    # Of a game this short a report is soon made.
    (tmp_path / "game.record").write_text(small_game(1, moves=3), "utf-8")
    # What a batch asks for is known before the disk is full.
    (tmp_path / "batch.json").write_text(json.dumps(
        {"format": "irgo-batch/1", **BatchOptions().as_json()}))
    if name.startswith("report"):
        # What has to be compiled for it is kept before the disk is full.
        assert main(["report", str(tmp_path / "game.record"), "-o",
                     str(tmp_path_factory.mktemp("warm") / name), "--turning-points", "0"]) == 0
        capsys.readouterr()
    path.write_bytes(b"[settings]\n" if name.endswith("toml") else b"old")
    before = path.read_bytes()
    with full_disk():
        try:
            WRITERS[name](path)
            said = capsys.readouterr().err
        except IrgoError as error:
            said = f"{error}\n"
    assert str(tmp_path) in said and said.count("\n") == 1
    assert path.read_bytes() == before
    left = {found.name for found in tmp_path.iterdir() if found.is_file()}
    assert left - {".lock"} == {name, "game.record", "batch.json"}


def test_what_was_not_there_is_not_there_in_part(tmp_path: Path) -> None:
    with full_disk(), pytest.raises(IrgoError, match="cannot be written"):
        written_config("gtp", tmp_path)
    assert not list(tmp_path.iterdir())


def test_no_other_file_of_irgo_writes_any() -> None:
    """A file that writes by itself could tear what it writes."""
    found = set()
    for path in (ROOT / "irgo_app").rglob("*.py"):
        name = path.relative_to(ROOT / "irgo_app").as_posix()
        if not name.startswith(("kernels/", "gui/shell/start_report")) and writes(path):
            found.add(name)
    assert found == APPENDED | OTHERS


def writes(path: Path) -> bool:
    """Return whether a module opens a file for writing, or writes one at once."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            if called in ("write_bytes", "write_text", "fdopen", "NamedTemporaryFile"):
                return True
            modes = [word.value for word in node.args if isinstance(word, ast.Constant)]
            if called == "open" and any(
                isinstance(mode, str) and 0 < len(mode) <= 3 and set(mode) & set("wax+")
                for mode in modes
            ):
                return True
    return False
