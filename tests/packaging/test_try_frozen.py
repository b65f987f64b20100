"""What a frozen irgo is put through notices what is wrong: small folders in place of a real one."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from .checkout import CHECKOUT, load_program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the folder is a Linux one")


@pytest.fixture
def trying(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(CHECKOUT / "packaging"))
    return load_program("try_frozen")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a program that prints its home and its PATH, and a library of kernels."""
    (tmp_path / "irgo" / "_internal").mkdir(parents=True)
    (tmp_path / "irgo" / "_internal" / "irgo_kernels.so").write_bytes(b"code")
    program = tmp_path / "irgo" / "irgo"
    program.write_text('#!/bin/sh\n[ "$1" = fail ] && exit 3\necho "$HOME|$PATH|$1"\n')
    program.chmod(0o755)
    return tmp_path / "irgo"


@pytest.fixture
def trial(trying: ModuleType, folder: Path, tmp_path: Path) -> object:
    (tmp_path / "home").mkdir()
    return trying._Trial(folder, tmp_path / "home")


def test_a_folder_that_is_not_there_is_one_sentence(trying: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(trying.FreezeError, match=r"freeze\.py makes it"):
        trying.try_out(tmp_path / "nothing", tmp_path)


def test_it_runs_with_an_empty_home_and_no_programs(
    trying: ModuleType, trial: object, tmp_path: Path
) -> None:
    home, path, word = trial.run("hello").strip().split("|")  # type: ignore[attr-defined]
    assert home == str(tmp_path / "home") and word == "hello"
    assert Path(path).is_dir() and not list(Path(path).iterdir())
    with pytest.raises(trying.FreezeError, match="irgo fail: 3"):
        trial.run("fail")  # type: ignore[attr-defined]


def test_it_may_not_be_too_large(
    trying: ModuleType, trial: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trying._size(trial).startswith("size: 0 MB in 2 files")
    monkeypatch.setattr(trying, "LARGEST_MB", 0)
    with pytest.raises(trying.FreezeError, match="more than 0"):
        trying._size(trial)


@pytest.mark.parametrize("name", ["libQt6Qml.so.6", "torch/version.py", "llvmlite/x.so"])
def test_nothing_unwanted_may_be_in_it(
    trying: ModuleType, trial: object, folder: Path, name: str
) -> None:
    assert "0.0 MB of compiled kernels" in trying._contents(trial)
    (folder / "_internal" / name).parent.mkdir(exist_ok=True)
    (folder / "_internal" / name).touch()
    with pytest.raises(trying.FreezeError, match="does not need"):
        trying._contents(trial)


def brought(folder: Path) -> Path:
    """Where a network that the folder brings along would lie."""
    return folder / "_internal" / "resources" / "networks" / "tiny.bin.gz"


def test_a_network_that_comes_along_is_not_counted_and_is_read_with(
    trying: ModuleType, trial: object, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, used = brought(folder), "/elsewhere/other.bin.gz"
    origin = "brought along"

    def listed(*_words: str) -> str:
        return json.dumps({"networks": [
            {"file": None, "in_use": False, "origin": "irgo"},
            {"file": used, "in_use": True, "origin": origin}]})

    monkeypatch.setattr(trial, "run", listed)
    assert "none along" in trying._reads_with_its_network(trial)
    place.parent.mkdir(parents=True)
    place.write_bytes(b"x" * 1_000_000)
    assert trying._size(trial).startswith("size: 0 MB in 2 files")
    with pytest.raises(trying.FreezeError, match="does not read with tiny"):
        trying._reads_with_its_network(trial)
    used, origin = str(place), "fetched"
    with pytest.raises(trying.FreezeError, match="does not read with tiny"):
        trying._reads_with_its_network(trial)
    origin = "brought along"
    with pytest.raises(trying.FreezeError, match="licence"):
        trying._reads_with_its_network(trial)
    (place.parent / "katago_licence.txt").touch()
    assert trying._reads_with_its_network(trial) == "network: reads with tiny.bin.gz"


def test_a_network_is_put_into_a_frozen_irgo_with_its_licence(
    trying: ModuleType, folder: Path, tmp_path: Path
) -> None:
    freezing = load_program("freeze")
    network = tmp_path / "tiny.bin.gz"
    with pytest.raises(freezing.FreezeError, match="no network"):
        freezing.check_network(network)
    network.write_bytes(b"weights")
    freezing.check_network(network)
    freezing.bring_network(network, folder)
    assert brought(folder).read_bytes() == b"weights"
    assert "Permission is hereby granted" in (
        brought(folder).parent / "katago_licence.txt").read_text("utf-8")
    with pytest.raises(freezing.FreezeError, match="no network"):
        freezing.check_network(CHECKOUT / "README.md")


def test_machine_code_has_to_be_in_it(trying: ModuleType, trial: object, folder: Path) -> None:
    (folder / "_internal" / "irgo_kernels.so").unlink()
    with pytest.raises(trying.FreezeError, match="no machine code"):
        trying._contents(trial)


def test_what_was_compiled_is_found(trying: ModuleType, trial: object, tmp_path: Path) -> None:
    assert trying._compiled_nothing(trial)
    made = tmp_path / "home" / ".cache" / "irgo" / "kernels" / "flood-2"
    made.parent.mkdir(parents=True)
    (made.parent / ".locks").touch()
    assert trying._compiled_nothing(trial)
    made.touch()
    with pytest.raises(trying.FreezeError, match="flood-2"):
        trying._compiled_nothing(trial)


def test_a_process_that_is_left_is_found(
    trying: ModuleType, trial: object, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "_PATIENCE_S", 0)
    shutil.copy(shutil.which("sleep") or "", folder / "irgo")
    assert trying._leaves_no_process(trial)
    with subprocess.Popen([str(folder / "irgo"), "60"]) as left:
        try:
            while not os.readlink(f"/proc/{left.pid}/exe").endswith("/irgo"):
                pass
            with pytest.raises(trying.FreezeError, match=str(left.pid)):
                trying._leaves_no_process(trial)
        finally:
            left.kill()
