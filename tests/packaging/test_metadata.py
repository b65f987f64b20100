"""What packages of irgo say of it, and what they carry: the wheel and the source archive."""

import ast
import email.message
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from irgo_app.own_program import __version__

from .checkout import CHECKOUT


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive of this checkout, built offline."""
    folder = tmp_path_factory.mktemp("archives")
    for kind in ("wheel", "sdist"):
        done = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)],
            cwd=CHECKOUT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(archives: Path) -> dict[str, str]:
    """The texts of the wheel's folder about itself, by name, and the names of all files."""
    with zipfile.ZipFile(next(archives.glob("*.whl"))) as content:
        told = {name.partition("dist-info/")[2]: content.read(name).decode("utf-8")
                for name in content.namelist() if ".dist-info/" in name}
        return {**told, "names": "\n".join(content.namelist())}


@pytest.fixture(scope="module")
def metadata(wheel: dict[str, str]) -> email.message.Message:
    return Parser().parsestr(wheel["METADATA"])


def test_the_wheel_says_what_irgo_is(metadata: email.message.Message) -> None:
    assert (metadata["Name"], metadata["Version"]) == ("irgo", __version__)
    assert metadata["License-Expression"] == "GPL-3.0-or-later"
    assert metadata["Requires-Python"] == ">=3.11"
    for name in ("Summary", "Author", "Maintainer", "Keywords"):
        assert metadata[name], name
    assert {"go", "weiqi", "baduk", "sgf"} <= set(metadata["Keywords"].split(","))
    text = str(metadata.get_payload())
    assert text.startswith("# irgo") and metadata["Description-Content-Type"] == "text/markdown"


def test_its_classifiers_are_known(metadata: email.message.Message) -> None:
    known = pytest.importorskip("trove_classifiers").classifiers
    named = metadata.get_all("Classifier") or []
    assert set(named) <= set(known)
    assert "Topic :: Games/Entertainment :: Board Games" in named
    assert "Programming Language :: Python :: 3.11" in named


def test_it_starts_as_a_command_and_as_a_window(wheel: dict[str, str]) -> None:
    console, _, window = wheel["entry_points.txt"].partition("[gui_scripts]")
    assert "irgo = irgo_app.__main__:main" in console
    assert "irgo-window = irgo_app.__main__:main" in window


def test_it_carries_the_parts_that_irgo_asks_for(wheel: dict[str, str]) -> None:
    """Named one by one, so that a folder that goes from the checkout is missed here too."""
    names = wheel["names"].splitlines()
    for name in ("reader.onnx", "leela.txt.gz", "chance.json",
                 "potential_tables.json", "fonts/DejaVuSans.ttf", "examples/case_study.sgf",
                 "icons/help.svg", "desktop/irgo.svg", "desktop/irgo.desktop", "desktop/irgo.xml",
                 "docs/manual/en/index.md", "docs/layers/moyo.md", "docs/pictures/window.png"):
        assert f"irgo_app/_resources/{name}" in names, name
    for catalogue in (CHECKOUT / "resources" / "words").rglob("*.?o"):
        place = catalogue.relative_to(CHECKOUT / "resources").as_posix()
        assert f"irgo_app/_resources/{place}" in names
    modules = {path.relative_to(CHECKOUT).as_posix()
               for path in (CHECKOUT / "irgo_app").rglob("*.py")}
    assert modules == {name for name in names if name.endswith(".py")}


def test_the_source_archive_makes_the_same_wheel(
    archives: Path, wheel: dict[str, str], tmp_path: Path
) -> None:
    with tarfile.open(next(archives.glob("*.tar.gz"))) as content:
        # Python before 3.11.4 has no filters, and needs none for an archive made a moment ago.
        filters = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        content.extractall(tmp_path, **filters)  # type: ignore[arg-type]
    (source,) = tmp_path.iterdir()
    assert (source / "tests").is_dir() and (source / "packaging" / "freeze.py").is_file()
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "made"],
                   cwd=source, capture_output=True, check=True)
    with zipfile.ZipFile(next((source / "made").glob("*.whl"))) as content:
        assert sorted(content.namelist()) == sorted(wheel["names"].splitlines())


def test_twine_finds_nothing_wrong(archives: Path) -> None:
    if shutil.which("twine") is None:
        pytest.skip("not installed: twine")
    done = subprocess.run(["twine", "check", "--strict", *map(str, archives.iterdir())],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_text_sends_its_reader_to_a_file_of_the_checkout() -> None:
    """Whoever installed a package has neither `docs` nor `packaging`; docstrings are for others."""
    checkout_name = re.compile(r"\b(docs|packaging|tests)/|\b\w+\.toml\b.*checkout|bootstrap\.py")
    for path in sorted((CHECKOUT / "irgo_app").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            # Texts that stand alone are docstrings, of modules and below what they explain.
            for field in ast.iter_child_nodes(node):
                is_text = isinstance(field, ast.Constant) and isinstance(field.value, str)
                if is_text and not isinstance(node, ast.Expr):
                    assert not checkout_name.search(field.value), f"{path.name}: {field.value}"
