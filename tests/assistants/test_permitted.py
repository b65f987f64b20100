"""No path and no name leads out of the folders that the owner allows."""

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from irgo_app.assistants.desk import Desk, read_permitted
from irgo_app.assistants.tools import MOST_RECORD, Permits
from irgo_app.errors import UsageError


@pytest.fixture
def permits(tmp_path: Path) -> Permits:
    """A folder with a game, a secret beside it, and links to both."""
    root, out = tmp_path.resolve() / "root", tmp_path.resolve() / "out"
    (root / "inner").mkdir(parents=True)
    out.mkdir()
    (root / "inner" / "game.sgf").write_bytes(b"(;B[aa])")
    (tmp_path / "secret.sgf").write_bytes(b"(;C[secret])")
    (root / "to_game").symlink_to(root / "inner" / "game.sgf")
    (root / "to_secret").symlink_to(tmp_path / "secret.sgf")
    (root / "to_all").symlink_to("/")
    (root / "round").symlink_to(root / "round")
    return Permits(root, out)


@pytest.mark.parametrize("name", ["inner/game.sgf", "./inner/../inner/game.sgf", "to_game"])
def test_what_lies_below_the_folder_is_read(permits: Permits, name: str) -> None:
    assert read_permitted(permits, name) == b"(;B[aa])"
    assert read_permitted(permits, str(permits.root / name)) == b"(;B[aa])"


@pytest.mark.parametrize("name", [
    "../secret.sgf", "to_secret", "to_all/etc/passwd", "/etc/passwd", "inner/../../secret.sgf",
    "round", "no such file", "", "\0", "a\0b", "inner", ".", "~/.bashrc", "x" * 5000,
    "inner/game.sgf/x", "file:///etc/passwd", "\ud800"])
def test_nothing_else_is_read(permits: Permits, name: str) -> None:
    with pytest.raises(UsageError):
        read_permitted(permits, name)


@pytest.mark.parametrize(("name", "shown"), [("inner", "inner"), ("", "."), (".", ".")])
def test_a_folder_is_told_to_be_one(permits: Permits, name: str, shown: str) -> None:
    with pytest.raises(UsageError) as raised:
        read_permitted(permits, name)
    assert str(raised.value) == f"{shown} is a folder; choose a game file in it."


def test_pipes_and_huge_files_are_refused(permits: Permits) -> None:
    os.mkfifo(permits.root / "pipe")
    with pytest.raises(UsageError, match="ordinary"):
        read_permitted(permits, "pipe")
    with (permits.root / "huge.sgf").open("wb") as file:
        file.truncate(MOST_RECORD + 1)
    with pytest.raises(UsageError, match="larger"):
        read_permitted(permits, "huge.sgf")


def test_new_files_alone_are_made_in_the_folder_to_write(permits: Permits) -> None:
    assert permits.write is not None
    desk = Desk(permits)
    desk.new_files.check("a.png", (".png",))
    (permits.write / "a.png").write_bytes(b"")
    (permits.write / "b.png").symlink_to(permits.root / "inner" / "game.sgf")
    (permits.write / "c.png").symlink_to("nowhere")
    for name in ("a.png", "b.png", "c.png", "../d.png", "/tmp/d.png", "", ".png", "d.sgf",
                 "x/d.png", "x\\d.png", "d\n.png", "d\0.png", "C:d.png", " d.png",
                 "d" * 200 + ".png", "\u202ed.png"):
        with pytest.raises(UsageError):
            desk.new_files.check(name, (".png",))
    desk.close()
    with pytest.raises(UsageError, match="--write"):
        _ = Desk(Permits(permits.root)).new_files
    with pytest.raises(UsageError, match="no folder"):
        _ = Desk(Permits(permits.root, permits.root / "gone")).new_files


def test_what_was_made_meanwhile_is_not_written_over(permits: Permits) -> None:
    """Whatever takes the name after it was checked: a file, a link that leads out, a folder."""
    assert permits.write is not None
    desk, secret = Desk(permits), permits.root.parent / "secret.sgf"
    for name in ("a.png", "b.png", "c.png", "d.png"):
        desk.new_files.check(name, (".png",))
    (permits.write / "a.png").write_bytes(b"mine")
    (permits.write / "b.png").symlink_to(secret)
    (permits.write / "c.png").symlink_to(permits.root / "made")
    (permits.write / "d.png").mkdir()
    for name in ("a.png", "b.png", "c.png", "d.png"):
        with pytest.raises(UsageError, match="there already"):
            desk.new_files.write(name, b"irgo's")
    desk.close()
    assert (permits.write / "a.png").read_bytes() == b"mine"
    assert secret.read_bytes() == b"(;C[secret])" and not (permits.root / "made").exists()
    assert len(list(permits.write.iterdir())) == 4


def test_a_folder_that_is_put_in_the_place_of_the_one_to_write_gets_nothing(
    permits: Permits
) -> None:
    assert permits.write is not None
    desk, moved = Desk(permits), permits.root.parent / "moved"
    permits.write.rename(moved)
    permits.write.symlink_to(permits.root)
    before = sorted(permits.root.rglob("*"))
    desk.new_files.write("a.png", b"irgo's")
    desk.close()
    assert (moved / "a.png").read_bytes() == b"irgo's"
    assert sorted(permits.root.rglob("*")) == before


@pytest.mark.parametrize("has_links", [True, False])
def test_of_many_that_want_one_name_one_gets_it(
    permits: Permits, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    assert permits.write is not None
    if not has_links:
        def refuse(*_names: object, **_how: object) -> None:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(os, "link", refuse)
        monkeypatch.setattr(os, "supports_dir_fd", {*os.supports_dir_fd, refuse})
    desk = Desk(permits)

    def save(number: int) -> int:
        try:
            desk.new_files.write("one.png", b"%d" % number * 20_000)
        except UsageError:
            return 0
        return number

    with ThreadPoolExecutor(8) as threads:
        saved = [number for number in threads.map(save, range(1, 33)) if number]
    desk.close()
    [path] = permits.write.iterdir()
    assert len(saved) == 1 and path.read_bytes() == b"%d" % saved[0] * 20_000


def test_a_full_disk_leaves_nothing(permits: Permits, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refuse)
    assert permits.write is not None
    desk = Desk(permits)
    with pytest.raises(UsageError, match="disk is full"):
        desk.new_files.write("a.png", b"irgo's")
    desk.close()
    assert not list(permits.write.iterdir())
