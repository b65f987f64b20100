"""irgo's own files are found in a checkout, in a frozen build and in an installed wheel."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from irgo_app import resource_files
from irgo_app.errors import ResourceError

from .checkout import CHECKOUT

EXAMPLE = ("examples", "case_study.sgf")


def test_a_checkout_has_them_beside_the_package() -> None:
    assert resource_files.resources_root() == CHECKOUT / "resources"
    assert resource_files.resource_path(*EXAMPLE).read_bytes().startswith(b"(;")


def test_a_frozen_build_unpacks_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked = tmp_path / "resources" / "examples" / "case_study.sgf"
    unpacked.parent.mkdir(parents=True)
    unpacked.write_text("(;C[frozen])")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resource_files.resource_path(*EXAMPLE) == unpacked


def test_a_name_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ResourceError, match="no_such_game"):
        resource_files.resource_path("examples", "no_such_game.sgf")


def test_no_resources_at_all_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource_files, "__file__", str(tmp_path / "irgo_app" / "x.py"))
    with pytest.raises(ResourceError, match="install irgo again"):
        resource_files.resources_root()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this checkout, offline."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


def test_a_wheel_carries_every_resource_and_nothing_made_while_running(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as content:
        names = set(content.namelist())
    files = [path for path in (CHECKOUT / "resources").rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert f"irgo_app/_resources/{path.relative_to(CHECKOUT / 'resources').as_posix()}" in names
    assert not [name for name in names if "__pycache__" in name or name.endswith((".nbi", ".nbc"))]
    assert not [name for name in names if name.startswith("tests")]


def test_an_editable_install_needs_nothing_that_is_not_locked(tmp_path: Path) -> None:
    """The bootstrap installs irgo so, with only the locked packages at hand."""
    code = "import sys, hatchling.build as build; build.build_editable(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(built) as content:
        (path_file,) = [name for name in content.namelist() if name.endswith(".pth")]
        assert str(CHECKOUT) in content.read(path_file).decode("utf-8")


def test_an_installed_wheel_finds_them(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index",
         "--no-compile", "--disable-pip-version-check", "--target", str(target), str(wheel)],
        capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    code = (
        "import irgo_app.resource_files as files; "
        "print(files.__file__); print(files.resource_path('examples', 'case_study.sgf')); "
        "print(files.document_path('manual/en/index.md'))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(target)},
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()
    module, example, guide = (Path(line).resolve() for line in told)
    assert module == (target / "irgo_app" / "resource_files.py").resolve()
    assert guide == (target / "irgo_app" / "_resources" / "docs" / "manual" / "en"
                     / "index.md").resolve()
    # The pages and pictures that the manual leads to are there too, wherever one goes from it.
    for page in guide.parents[2].rglob("*.md"):
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            assert "://" in link or (page.parent / link).exists(), link
    assert example == (target / "irgo_app" / "_resources").resolve().joinpath(*EXAMPLE)
    assert example.read_bytes() == (CHECKOUT / "resources").joinpath(*EXAMPLE).read_bytes()
