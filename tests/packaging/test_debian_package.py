"""The Debian package, made of a small folder in place of the frozen irgo."""

import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from irgo_app.cli.desktop_entry import ICON_SIZES
from irgo_app.own_program import __version__

from .checkout import load_program

pytestmark = pytest.mark.skipif(
    not (shutil.which("dpkg-deb") and shutil.which("ldd")), reason="not installed: dpkg")


@pytest.fixture
def program() -> ModuleType:
    return load_program("debian_package")


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """A folder such as PyInstaller makes, with a program and a library that is a link."""
    folder = tmp_path / "dist" / "irgo"
    inner = folder / "_internal"
    inner.mkdir(parents=True)
    (folder / "irgo").write_text("#!/bin/sh\n")
    (folder / "irgo").chmod(0o700)
    (inner / "data").write_text("data")
    (inner / "data").chmod(0o600)
    (inner / "libx.so").symlink_to("data")
    return folder


def test_everything_lies_where_a_system_wants_it(
    program: ModuleType, frozen: Path, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    program.lay_out(frozen, root)
    assert (root / "usr/bin/irgo").readlink() == Path("/opt/irgo/irgo")
    assert (root / "opt/irgo/irgo").stat().st_mode & 0o777 == 0o755
    assert (root / "opt/irgo/_internal/data").stat().st_mode & 0o777 == 0o644
    assert (root / "opt/irgo/_internal/libx.so").is_symlink()
    share = root / "usr/share"
    assert "Exec=irgo %f\n" in (share / "applications/irgo.desktop").read_text("utf-8")
    for name in ("mime/packages/irgo.xml", "metainfo/local.irgo.irgo.metainfo.xml",
                 "doc/irgo/copyright", "icons/hicolor/scalable/apps/irgo.svg",
                 *(f"icons/hicolor/{side}x{side}/apps/irgo.png" for side in ICON_SIZES)):
        assert (share / name).is_file(), name
    assert {path.name for path in root.iterdir()} == {"opt", "usr"}


def test_the_licence_of_a_network_comes_along(
    program: ModuleType, frozen: Path, tmp_path: Path
) -> None:
    place = Path("usr/share/doc/irgo/copyright")
    program.lay_out(frozen, tmp_path / "without")
    assert "KataGo" not in (tmp_path / "without" / place).read_text("utf-8")
    load_program("freeze").bring_network(frozen / "_internal" / "data", frozen)
    program.lay_out(frozen, tmp_path / "with")
    said = (tmp_path / "with" / place).read_text("utf-8")
    assert "GPL-3.0-or-later" in said and 'David J Wu ("lightvector")' in said
    assert (tmp_path / "with/opt/irgo/_internal/resources/networks/data").is_file()


def test_the_package_says_what_it_is(
    program: ModuleType, frozen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEBFULLNAME", "A. Player")
    monkeypatch.setenv("DEBEMAIL", "player@localhost")
    package = tmp_path / "irgo.deb"
    program.make_package(frozen, package)

    def field(name: str) -> str:
        return subprocess.run(["dpkg-deb", "--field", str(package), name], capture_output=True,
                              text=True, check=True).stdout.strip()

    assert (field("Package"), field("Version")) == ("irgo", __version__)
    assert field("Maintainer") == "A. Player <player@localhost>"
    assert field("Depends").startswith("libc6 (>= 2.")
    assert int(field("Installed-Size")) > 0
    listed = subprocess.run(["dpkg-deb", "--contents", str(package)], capture_output=True,
                            text=True, check=True).stdout
    assert "./opt/irgo/irgo" in listed and "root/root" in listed
    assert {path.name for path in frozen.parent.iterdir()} == {"irgo"}


def test_the_system_s_libraries_are_asked_for(program: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "irgo").write_bytes(Path(shutil.which("dpkg-deb") or "").read_bytes())
    (tmp_path / "irgo").chmod(0o755)
    first, *others = program.packages_needed(tmp_path)
    assert first.startswith("libc6 (>= ") and others == sorted(others)
    assert any(name.startswith("zlib1g") for name in others)


def test_without_a_frozen_irgo_it_says_how_to_make_one(
    program: ModuleType, tmp_path: Path
) -> None:
    with pytest.raises(program.FreezeError, match=r"freeze\.py makes it"):
        program.make_package(tmp_path / "nothing", tmp_path / "irgo.deb")
