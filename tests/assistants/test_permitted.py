"""No path and no name leads out of the folders that the owner allows."""

import os
from pathlib import Path

import pytest

from irgo_app.assistants.desk import place_to_write, read_permitted
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
    assert place_to_write(permits, "a.png", (".png",)) == permits.write / "a.png"
    (permits.write / "a.png").write_bytes(b"")
    (permits.write / "b.png").symlink_to(permits.root / "inner" / "game.sgf")
    (permits.write / "c.png").symlink_to("nowhere")
    for name in ("a.png", "b.png", "c.png", "../d.png", "/tmp/d.png", "", ".png", "d.sgf",
                 "x/d.png", "x\\d.png", "d\n.png", "d\0.png", "C:d.png", " d.png",
                 "d" * 200 + ".png", "\u202ed.png"):
        with pytest.raises(UsageError):
            place_to_write(permits, name, (".png",))
    with pytest.raises(UsageError, match="--write"):
        place_to_write(Permits(permits.root), "a.png", (".png",))
