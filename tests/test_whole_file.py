"""Saving: whole or not at all, whatever the name, the disk, and others do."""

import errno
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from irgo_app import own_names
from irgo_app import whole_file as whole_files
from irgo_app.errors import SgfError
from irgo_app.own_names import new_name
from irgo_app.sgf.edits import new_game
from irgo_app.sgf.writer import save_file, write_games
from irgo_app.whole_file import whole_file, write_whole

ROOT = Path(__file__).parents[1]

OLD, NEW = b"old " * 3000, b"new " * 5000


@pytest.mark.parametrize("name", ["棋" * 83 + ".sgf", "a" * 251 + ".sgf", "a.sgf", "-", " .sgf"])
def test_names_up_to_the_systems_limit(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for content in (OLD, NEW):
        write_whole(path, content, backup=True)
    assert path.read_bytes() == NEW
    backups = [found for found in tmp_path.iterdir() if found.name.endswith(".bak")]
    assert [backup.read_bytes() for backup in backups] == [OLD]
    assert len(list(tmp_path.iterdir())) == 2


def test_what_somebody_else_left_blocks_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torn = tmp_path / new_name()
    torn.write_bytes(b"(;")
    os.utime(torn, (1, 1))
    (tmp_path / new_name()).mkdir()

    def refuse(path: object, **how: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(own_names.os, "unlink", refuse)
    write_whole(tmp_path / "game.sgf", NEW, backup=True)
    assert (tmp_path / "game.sgf").read_bytes() == NEW and torn.exists()


def test_many_savers_at_once_do_not_fail(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    contents = [bytes([65 + number]) * 20_000 for number in range(6)]
    write_whole(path, contents[0])
    for _ in range(40):
        torn = tmp_path / new_name()
        torn.write_bytes(b"")
        os.utime(torn, (1, 1))
    failures: list[BaseException] = []

    def save(content: bytes) -> None:
        try:
            for _ in range(15):
                write_whole(path, content, backup=True)
        except OSError as error:
            failures.append(error)

    threads = [threading.Thread(target=save, args=(content,)) for content in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert path.read_bytes() in contents
    assert (tmp_path / "game.sgf.bak").read_bytes() in contents
    assert len(list(tmp_path.iterdir())) == 2


def test_only_what_irgo_left_is_removed(tmp_path: Path) -> None:
    """Whatever others call their files, and whatever lies under a name of irgo's own."""
    others = [tmp_path / name for name in (
        ".mine.irgo-save", ".0123456789abcdef-0123456789abcdef.irgo-save", "x" + new_name())]
    torn, folder, link, pipe = (tmp_path / new_name() for _ in range(4))
    (tmp_path / "precious").write_bytes(OLD)
    for path in (*others, torn):
        path.write_bytes(OLD)
        os.utime(path, (1, 1))
    folder.mkdir()
    link.symlink_to(tmp_path / "precious")
    os.mkfifo(pipe)
    twin = tmp_path / new_name()
    os.link(tmp_path / "precious", twin)
    for path in (folder, pipe, twin):
        os.utime(path, (1, 1))
    write_whole(tmp_path / "game.sgf", NEW)
    assert not torn.exists()
    assert all(path.read_bytes() == OLD for path in others)
    assert folder.is_dir() and link.is_symlink() and pipe.exists() and twin.exists()


def test_what_another_saver_is_still_writing_stays(tmp_path: Path) -> None:
    with whole_file(tmp_path / "table") as slow:
        os.utime(slow, (1, 1))
        write_whole(tmp_path / "game.sgf", NEW)
        slow.write_bytes(OLD)
    assert (tmp_path / "table").read_bytes() == OLD


def test_nothing_is_removed_through_a_link(tmp_path: Path) -> None:
    torn = tmp_path / "elsewhere" / new_name()
    torn.parent.mkdir()
    torn.write_bytes(OLD)
    os.utime(torn, (1, 1))
    (tmp_path / "here").symlink_to(torn.parent)
    own_names.remove_torn(tmp_path / "here")
    assert torn.exists()
    own_names.remove_torn(torn.parent)
    assert not torn.exists()


def test_a_backup_follows_no_link(tmp_path: Path) -> None:
    path, other = tmp_path / "game.sgf", tmp_path / "precious"
    other.write_bytes(b"precious")
    path.write_bytes(OLD)
    (tmp_path / "game.sgf.bak").symlink_to(other)
    write_whole(path, NEW, backup=True)
    assert other.read_bytes() == b"precious"
    assert not (tmp_path / "game.sgf.bak").is_symlink()
    assert (tmp_path / "game.sgf.bak").read_bytes() == OLD


def test_all_names_of_a_file_keep_leading_to_it(tmp_path: Path) -> None:
    path, twin = tmp_path / "game.sgf", tmp_path / "twin.sgf"
    path.write_bytes(OLD)
    os.link(path, twin)
    for content in (NEW, b"short"):
        write_whole(path, content, backup=True)
        assert twin.read_bytes() == content and path.samefile(twin)
    assert (tmp_path / "game.sgf.bak").read_bytes() == NEW
    assert not (tmp_path / "game.sgf.bak").samefile(twin)
    assert len(list(tmp_path.iterdir())) == 3


def test_a_full_disk_leaves_a_file_with_several_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, twin = tmp_path / "game.sgf", tmp_path / "twin.sgf"
    path.write_bytes(OLD)
    os.link(path, twin)

    def refuse(handle: int, offset: int, length: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(whole_files.os, "posix_fallocate", refuse)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, NEW)
    assert path.read_bytes() == OLD and len(list(tmp_path.iterdir())) == 2


def test_mode_and_attributes_stay(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(OLD)
    path.chmod(0o640)
    try:
        os.setxattr(path, "user.rating", b"5")
        has_attributes = True
    except (OSError, AttributeError):
        has_attributes = False
    write_whole(path, NEW, backup=True)
    assert path.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "game.sgf.bak").stat().st_mode & 0o777 == 0o640
    if has_attributes:
        assert os.getxattr(path, "user.rating") == b"5"
    fresh = tmp_path / "fresh.sgf"
    write_whole(fresh, NEW)
    assert fresh.stat().st_mode & 0o777 == 0o666 & ~whole_files._umask()


def test_devices_and_pipes_are_not_written(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null")):
        with pytest.raises(SgfError, match="ordinary file"):
            save_file(path, [new_game(9, 9)])
    with pytest.raises(SgfError, match="could not be saved"):
        save_file(tmp_path / ("x" * 300), [new_game(9, 9)])
    with pytest.raises(SgfError, match="could not be saved"):
        save_file(tmp_path / "a\0b", [new_game(9, 9)])


def test_what_is_written_in_pieces_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "table"
    for content in (OLD, NEW):
        with whole_file(path) as fresh:
            fresh.write_bytes(content)
            assert not path.exists() or path.read_bytes() == OLD
        assert path.read_bytes() == content
    with pytest.raises(KeyError), whole_file(path) as fresh:
        fresh.write_bytes(OLD)
        raise KeyError
    assert path.read_bytes() == NEW and list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_a_pipe_gets_the_bytes(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(OLD)
    link.symlink_to(path)
    write_whole(link, NEW)
    assert link.is_symlink() and path.read_bytes() == NEW
    out, into = os.pipe()
    write_whole(Path(f"/dev/fd/{into}"), b"bytes")
    assert os.read(out, 100) == b"bytes"
    os.close(out)
    os.close(into)


SAVER = """
import itertools, sys
from pathlib import Path
from irgo_app.whole_file import write_whole
print("go", flush=True)
for number in itertools.count():
    write_whole(Path(sys.argv[1]), b"%d\\n" % number * 40_000, backup=True)
"""


def test_killed_while_saving_file_and_backup_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    chance = random.Random(1)
    for _ in range(12):
        child = subprocess.Popen([sys.executable, "-c", SAVER, str(path)], cwd=ROOT,
                                 stdout=subprocess.PIPE)
        assert child.stdout is not None and child.stdout.readline() == b"go\n"
        while not (tmp_path / "game.sgf.bak").exists():
            time.sleep(0.001)
        time.sleep(chance.random() / 20)
        child.send_signal(signal.SIGKILL)
        child.wait()
        for whole in (path, tmp_path / "game.sgf.bak"):
            lines = whole.read_bytes().split(b"\n")
            assert len(lines) == 40_001 and len(set(lines[:-1])) == 1


def test_what_is_saved_is_what_is_written(tmp_path: Path) -> None:
    game = new_game(9, 9)
    save_file(tmp_path / "game.sgf", [game])
    assert (tmp_path / "game.sgf").read_bytes() == write_games([game])
