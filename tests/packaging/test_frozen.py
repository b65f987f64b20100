"""What a frozen irgo is made of and how it starts itself, without making one."""

import io
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

from irgo_app import own_program
from irgo_app.batch import extra_needed
from irgo_app.engines.profile import itself
from irgo_app.errors import UsageError
from irgo_app.gtp.client import GtpClient
from irgo_app.own_program import GUARDIAN_WORD

from .checkout import CHECKOUT, load_program

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))


@pytest.fixture
def parts() -> ModuleType:
    return load_program("frozen_parts")


def test_it_carries_what_a_wheel_carries(parts: ModuleType) -> None:
    carried = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    laid = dict(parts.resources_and_pages(CHECKOUT))
    assert len(laid) == len(carried)
    for source, target in carried.items():
        place = Path(laid[str(CHECKOUT / source)])
        path = CHECKOUT / source
        assert path.exists()
        found = place if path.is_dir() else place / path.name
        assert found == Path("resources") / Path(target).relative_to("irgo_app/_resources")


@pytest.mark.parametrize("name, is_wanted", [
    ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
    ("PySide6/Qt/plugins/platforms/libqwayland.so", True),
    ("PySide6\\plugins\\platforms\\qwindows.dll", True),
    ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", True),
    ("PySide6/Qt/plugins/platforms/libqeglfs.so", False),
    ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
    ("PySide6/Qt/plugins/platformthemes/libqxdgdesktopportal.so", True),
    ("PySide6/Qt/plugins/iconengines/libqsvgicon.so", True),
    ("PySide6/Qt/plugins/imageformats/libqtiff.so", False),
    ("PySide6/Qt/plugins/tls/libqopensslbackend.so", False),
    ("PySide6/Qt/translations/qtbase_ja.qm", True),
    ("PySide6/Qt/translations/qtbase_zh_TW.qm", True),
    ("PySide6\\translations\\qtbase_ru.qm", True),
    ("PySide6/Qt/translations/qtbase_pl.qm", False),
    ("PySide6/Qt/translations/qtdeclarative_ja.qm", False),
    ("resources/words/ja/LC_MESSAGES/irgo.po", True),
    ("resources/reader.onnx", True), ("resources/leela.txt.gz", True)])
def test_of_qt_s_plugins_only_those_of_use_go_in(
    parts: ModuleType, name: str, is_wanted: bool
) -> None:
    assert parts.is_wanted(name) is is_wanted


def test_nothing_irgo_needs_is_left_out(parts: ModuleType) -> None:
    needed = {word.partition("[")[0].partition(">")[0].lower()
              for word in PROJECT["project"]["dependencies"]}
    assert not needed & {name.lower() for name in parts.LEFT_OUT}
    source = "\n".join(path.read_text("utf-8") for path in (CHECKOUT / "irgo_app").rglob("*.py")
                       if path.parent.name != "batch")
    for name in parts.LEFT_OUT:
        assert f"from {name} import" not in source, name


def test_what_compiles_kernels_stays_out(parts: ModuleType) -> None:
    """Nothing else in irgo imports it, and none of it is what a frozen irgo has instead."""
    left_out = {name.rpartition(".")[2] for name in parts.compiling_modules(CHECKOUT)}
    assert left_out == {"compiled", "linked", "plain"}
    imports = re.compile(r"^\s*(from|import) (numba|llvmlite)", re.MULTILINE)
    assert {path.stem for path in (CHECKOUT / "irgo_app").rglob("*.py")
            if imports.search(path.read_text("utf-8"))} == left_out


@pytest.mark.parametrize("system, start", [("win32", b"\0\0\1\0"), ("darwin", b"icns")])
def test_the_icon_is_made_for_each_system(
    parts: ModuleType, tmp_path: Path, system: str, start: bytes
) -> None:
    content = Path(parts.icon_file(CHECKOUT, tmp_path, system)).read_bytes()
    assert content.startswith(start)
    sizes = Image.open(io.BytesIO(content)).info["sizes"]
    assert (256, 256) in {size[:2] for size in sizes} and len(sizes) >= 5


def test_linux_wants_no_icon_in_the_program(parts: ModuleType, tmp_path: Path) -> None:
    assert parts.icon_file(CHECKOUT, tmp_path, "linux") is None


def test_a_bundle_says_what_it_opens(parts: ModuleType) -> None:
    said = parts.mac_properties(CHECKOUT)
    assert said["CFBundleShortVersionString"] == parts.version(CHECKOUT)
    endings = [kind["CFBundleTypeExtensions"] for kind in said["CFBundleDocumentTypes"]]
    assert endings == [["sgf"], ["gib"], ["ngf"], ["ugf"]]


def test_the_version_is_irgo_s(parts: ModuleType) -> None:
    from irgo_app.own_program import __version__

    assert parts.version(CHECKOUT) == __version__


def test_frozen_it_starts_itself_without_python(monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_program.own_command() == [sys.executable, "-m", "irgo_app"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/irgo/irgo")
    assert own_program.own_command() == ["/opt/irgo/irgo"]
    assert itself("normal").command == "/opt/irgo/irgo gtp --level normal"


def test_frozen_it_says_where_a_batch_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(UsageError, match="pipx"), extra_needed():
        raise ModuleNotFoundError(name="dask.base")


@pytest.fixture
def frozen_program(tmp_path: Path) -> Path:
    """A program that starts as a frozen irgo does, by its start script and this Python."""
    program = tmp_path / "irgo"
    program.write_text(
        f"#!/bin/sh\nPYTHONPATH={CHECKOUT} exec {sys.executable} "
        f'{CHECKOUT}/packaging/frozen_start.py "$@"\n')
    program.chmod(0o755)
    return program


@pytest.mark.skipif(os.name != "posix", reason="elsewhere engines have no guardian")
def test_frozen_it_guards_engines_itself(
    frozen_program: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The engine has the libraries that the system gives it, not those of the frozen program."""
    engine = tmp_path / "engine"
    engine.write_text(
        '#!/bin/sh\nwhile read number _; do echo "=$number $LD_LIBRARY_PATH"; echo; done\n')
    engine.chmod(0o755)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(frozen_program))
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/irgo/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/usr/local/lib")
    client = GtpClient([str(engine)])
    try:
        assert client.ask("name", 30.0) == "/usr/local/lib"
    finally:
        client.close()


def test_its_start_is_irgo_s(frozen_program: Path) -> None:
    told = subprocess.run([str(frozen_program), "--version"], capture_output=True, text=True,
                          check=True).stdout
    assert told.startswith("irgo ")
    assert GUARDIAN_WORD.startswith("--")


@pytest.mark.parametrize("system, program, internals", [
    ("linux", "irgo/irgo", "irgo/_internal"),
    ("win32", "irgo/irgo.exe", "irgo/_internal"),
    ("darwin", "irgo.app/Contents/MacOS/irgo", "irgo.app/Contents/Frameworks")])
def test_a_frozen_irgo_is_found_on_each_system(
    parts: ModuleType, tmp_path: Path, system: str, program: str, internals: str
) -> None:
    (tmp_path / program).parent.mkdir(parents=True)
    (tmp_path / program).touch()
    frozen = parts.frozen_folder(tmp_path, system)
    assert parts.program_path(frozen) == tmp_path / program
    assert parts.internal_folder(frozen) == tmp_path / internals
