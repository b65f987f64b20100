"""What the first start prepares, and that a second one finds it done."""

import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from .checkout import load_program


@pytest.fixture
def bootstrap() -> ModuleType:
    return load_program("bootstrap")


def test_a_fingerprint_follows_the_files(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bootstrap, "CHECKOUT", tmp_path)
    (tmp_path / "lock").write_text("one")
    (tmp_path / "other").write_text("x")
    before = bootstrap.fingerprint(["lock"])
    (tmp_path / "other").write_text("y")
    assert bootstrap.fingerprint(["lock"]) == before
    (tmp_path / "lock").write_text("two")
    assert bootstrap.fingerprint(["lock"]) != before


def prepare_in(bootstrap: ModuleType, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lay out a small checkout; returns the list that records what `prepare` does in it."""
    for name in ("pyproject.toml", "packaging/requirements.lock",
                 "packaging/requirements-test.lock", "irgo_app/kernels/grid.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / ".venv").mkdir()
    done: list[str] = []

    def call(words: list[object], environment: dict[str, str] | None = None) -> int:
        done.append(str(words[-1]))
        return 0

    monkeypatch.setattr(bootstrap, "CHECKOUT", folder)
    monkeypatch.setattr(bootstrap, "VENV", folder / ".venv")
    bootstrap.venv_python().parent.mkdir(parents=True)
    bootstrap.venv_python().touch()
    monkeypatch.setattr(bootstrap, "make_venv", lambda may_install: done.append("venv"))
    monkeypatch.setattr(bootstrap, "install", lambda purpose: done.append(f"install {purpose}"))
    monkeypatch.setattr(bootstrap, "call", call)
    return done


def test_a_second_start_does_nothing_again(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = prepare_in(bootstrap, tmp_path, monkeypatch)
    bootstrap.prepare("run", may_install=False)
    bootstrap.compile_kernels()
    assert done == ["venv", "install run", "warm-up"]
    bootstrap.prepare("run", may_install=False)
    bootstrap.compile_kernels()
    assert len(done) == 3


def test_the_window_does_not_wait_for_kernels(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = prepare_in(bootstrap, tmp_path, monkeypatch)
    game = tmp_path / "game.sgf"
    game.write_text("(;SZ[9])")
    monkeypatch.setattr(bootstrap, "provide", lambda *words, **more: [])
    monkeypatch.setattr(bootstrap, "has_display", lambda: True)
    bootstrap.run(game, may_install=False)
    assert done == ["venv", "install run", str(game)]
    done.clear()
    monkeypatch.setattr(bootstrap, "has_display", lambda: False)
    bootstrap.run(game, may_install=False)
    assert done == ["warm-up", str(Path("irgo-pictures") / "game")]


def test_a_changed_kernel_is_compiled_again_and_nothing_installed(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = prepare_in(bootstrap, tmp_path, monkeypatch)
    bootstrap.prepare("run", may_install=False)
    bootstrap.compile_kernels()
    done.clear()
    (tmp_path / "irgo_app" / "kernels" / "grid.py").write_text("changed")
    bootstrap.prepare("run", may_install=False)
    bootstrap.compile_kernels()
    assert done == ["warm-up"]


def test_a_changed_lock_is_installed_again(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = prepare_in(bootstrap, tmp_path, monkeypatch)
    bootstrap.prepare("run", may_install=False)
    done.clear()
    (tmp_path / "packaging" / "requirements.lock").write_text("changed")
    bootstrap.prepare("run", may_install=False)
    assert done == ["venv", "install run"]


def test_run_is_content_with_what_test_installed(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = prepare_in(bootstrap, tmp_path, monkeypatch)
    bootstrap.prepare("test", may_install=False)
    done.clear()
    bootstrap.prepare("run", may_install=False)
    assert done == []


def test_a_failed_compilation_is_tried_again(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = prepare_in(bootstrap, tmp_path, monkeypatch)
    succeed = bootstrap.call
    monkeypatch.setattr(bootstrap, "call", lambda words: 1)
    bootstrap.compile_kernels()
    monkeypatch.setattr(bootstrap, "call", succeed)
    done.clear()
    bootstrap.compile_kernels()
    assert done == ["warm-up"]


def test_a_failed_install_shows_the_tail_and_leaves_no_stamp(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    real = bootstrap.install
    prepare_in(bootstrap, tmp_path, monkeypatch)
    monkeypatch.setattr(bootstrap, "install", real)
    output = "\n".join(f"line {number}" for number in range(100))
    monkeypatch.setattr(
        bootstrap.subprocess, "run",
        lambda words, **_: subprocess.CompletedProcess(words, 1, stdout=output, stderr=""),
    )
    with pytest.raises(bootstrap.BootstrapError, match="run this again"):
        bootstrap.prepare("run", may_install=False)
    told = capsys.readouterr().err
    assert "line 99" in told and "line 1\n" not in told
    assert not list((tmp_path / ".venv").glob("*.stamp"))


def test_without_venv_module_the_package_is_named(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "said_by", lambda words: "No module named ensurepip")
    monkeypatch.setattr(bootstrap, "has_venv_module", lambda: False)
    with pytest.raises(bootstrap.BootstrapError, match="apt-get install python3-venv"):
        bootstrap.make_venv(may_install=False)


def test_a_python_that_has_gone_is_made_anew(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = prepare_in(bootstrap, tmp_path, monkeypatch)
    bootstrap.prepare("run", may_install=False)
    bootstrap.venv_python().unlink()
    bootstrap.prepare("run", may_install=False)
    assert done == ["venv", "install run", "venv", "install run"]
