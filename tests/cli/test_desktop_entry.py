"""`irgo desktop-entry`: what it writes into a user's data folder, and that `remove` leaves none."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from irgo_app.__main__ import main
from irgo_app.cli import desktop_entry
from irgo_app.cli.desktop_entry import ICON_SIZES, desktop_files
from irgo_app.own_program import own_command

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="Linux and its kin")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the user's, and no programs that would make lists in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / "data"


def files_in(folder: Path) -> list[Path]:
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def entry_of(*command: str) -> dict[str, str]:
    """Return the keys of the entry that starts a command."""
    text = dict(desktop_files(command))[Path("applications", "irgo.desktop")].decode()
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)


def test_it_is_written_and_removed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desktop-entry", "install"]) == 0
    assert str(folder) in capsys.readouterr().out
    there = files_in(folder)
    assert Path("applications/irgo.desktop") in there
    assert Path("mime/packages/irgo.xml") in there
    assert Path("icons/hicolor/scalable/apps/irgo.svg") in there
    for side in ICON_SIZES:
        png = (folder / f"icons/hicolor/{side}x{side}/apps/irgo.png").read_bytes()
        assert png.startswith(b"\x89PNG")
        assert struct.unpack(">II", png[16:24]) == (side, side)
    entry = (folder / "applications" / "irgo.desktop").read_text("utf-8")
    assert f"Exec={' '.join(own_command())} %f\n" in entry
    assert main(["desktop-entry", "install"]) == 0
    assert files_in(folder) == there
    assert main(["desktop-entry", "remove"]) == 0
    assert files_in(folder) == []
    assert main(["desktop-entry", "remove"]) == 0


def test_what_others_have_there_stays(folder: Path) -> None:
    other = folder / "applications" / "other.desktop"
    other.parent.mkdir(parents=True)
    other.write_text("[Desktop Entry]\n")
    assert main(["desktop-entry", "install"]) == 0
    assert main(["desktop-entry", "remove"]) == 0
    assert files_in(folder) == [Path("applications/other.desktop")]


def test_an_entry_of_somebody_elses_making_is_neither_written_over_nor_removed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = folder / "applications" / "irgo.desktop"
    own.parent.mkdir(parents=True)
    own.write_text("[Desktop Entry]\nName=my own way to start irgo\n")
    assert main(["desktop-entry", "install"]) == 1
    assert "was not written by irgo" in capsys.readouterr().err
    assert files_in(folder) == [Path("applications/irgo.desktop")]
    assert main(["desktop-entry", "remove"]) == 0
    said = capsys.readouterr()
    assert "was left there" in said.err and "my own way" in own.read_text()
    # What irgo wrote and the user changed is the user's.
    own.unlink()
    assert main(["desktop-entry", "install"]) == 0
    own.write_text(own.read_text("utf-8") + "X-Mine=true\n", "utf-8")
    assert main(["desktop-entry", "remove"]) == 0
    assert files_in(folder) == [Path("applications/irgo.desktop")]


def test_an_entry_that_starts_another_irgo_is_still_irgos(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(desktop_entry, "own_command", lambda: ("/opt/older/irgo",))
        assert main(["desktop-entry", "install"]) == 0
    assert main(["desktop-entry", "install"]) == 0
    assert main(["desktop-entry", "remove"]) == 0
    assert files_in(folder) == []


@pytest.mark.parametrize("word", [
    "/opt/irgo/irgo", "/home/a b/irgo", 'a"b', "a$b", "a`b", "a\\b", "100%", "/囲碁/irgo"])
def test_a_program_is_named_so_that_desktops_find_it(word: str) -> None:
    line = entry_of(word)["Exec"]
    assert line.endswith(" %f")
    # Undone as the specification says: the file's own backslashes, then quotes as a shell has them.
    quoted = line.removesuffix(" %f").replace("\\\\", "\\")
    told = subprocess.run(["/bin/sh", "-c", f"printf '%s;' {quoted}"], capture_output=True,
                          text=True, encoding="utf-8", check=True).stdout
    assert told == f"{word.replace('%', '%%')};"


def test_a_folder_that_cannot_be_written_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.write_text("a file")
    assert main(["desktop-entry", "install"]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "XDG_DATA_HOME" in told


def test_a_user_without_home_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere(_kind: type[Path]) -> Path:
        raise RuntimeError

    monkeypatch.setenv("XDG_DATA_HOME", os.curdir)
    monkeypatch.setattr(Path, "home", classmethod(nowhere))
    assert main(["desktop-entry", "install"]) == 1
    assert "XDG_DATA_HOME" in capsys.readouterr().err


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_elsewhere_there_are_no_such_entries(
    folder: Path, system: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert main(["desktop-entry", "install"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not folder.exists()
