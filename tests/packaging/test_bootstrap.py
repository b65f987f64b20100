"""The two commands for a fresh machine: what they decide, without installing anything."""

import ast
import errno
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from .checkout import CHECKOUT, load_program


@pytest.fixture
def bootstrap() -> ModuleType:
    return load_program("bootstrap")


@pytest.fixture
def calls(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Record the programs that would be started; every preparation is taken as done."""
    started: list[list[str]] = []

    def call(words: list[object], environment: object = None, **_told: object) -> int:
        started.append([str(word) for word in words])
        return 0

    monkeypatch.setattr(bootstrap, "call", call)
    monkeypatch.setattr(bootstrap, "prepare", lambda purpose, may_install: None)
    monkeypatch.setattr(bootstrap, "compile_kernels", lambda: None)
    monkeypatch.setattr(bootstrap, "provide", lambda libraries, may_install: [])
    monkeypatch.setattr(bootstrap, "has_display", lambda: True)
    return started


def be_user(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: number, raising=False)


def forbid_installing(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_words: object, **_options: object) -> None:
        pytest.fail("something was installed")

    for name in ("prepare", "provide", "call", "quiet"):
        monkeypatch.setattr(bootstrap, name, refuse)


@pytest.mark.parametrize("name", ["bootstrap", "system_packages"])
def test_only_the_standard_library_is_imported(name: str) -> None:
    tree = ast.parse((CHECKOUT / "packaging" / f"{name}.py").read_text("utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported
    assert imported <= set(sys.stdlib_module_names) | {"system_packages"}


def test_run_opens_the_bundled_game(bootstrap: ModuleType, calls: list[list[str]]) -> None:
    assert bootstrap.main(["run"]) == 0
    example = CHECKOUT / "resources" / "examples" / "case_study.sgf"
    assert example.is_file()
    assert calls == [[str(bootstrap.venv_python()), "-m", "irgo_app", str(example)]]


def test_run_opens_the_named_game(
    bootstrap: ModuleType, calls: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my game.sgf").write_text("(;)")
    monkeypatch.chdir(tmp_path)
    assert bootstrap.main(["run", "my game.sgf"]) == 0
    assert calls[0][-1] == str((tmp_path / "my game.sgf").resolve())


@pytest.mark.parametrize("reason", ["no display", "libraries missing"])
def test_pictures_instead_of_a_window(
    bootstrap: ModuleType, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], reason: str,
) -> None:
    if reason == "no display":
        monkeypatch.setattr(bootstrap, "has_display", lambda: False)
    else:
        monkeypatch.setattr(bootstrap, "provide", lambda libraries, may_install: ["libegl1"])
    assert bootstrap.main(["run"]) == 0
    folder = str(Path("irgo-pictures") / "case_study")
    assert calls[0][1:4] == ["-m", "irgo_app", "render"]
    assert calls[0][-2:] == ["--review", folder]
    words = "no display" if reason == "no display" else "libraries are missing"
    assert words in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nothing.sgf", "folder.sgf"])
def test_a_missing_file_is_one_sentence_before_any_install(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str], name: str,
) -> None:
    forbid_installing(bootstrap, monkeypatch)
    (tmp_path / "folder.sgf").mkdir()
    assert bootstrap.main(["run", str(tmp_path / name)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert name in told.err


def test_an_old_python_is_one_sentence_before_any_install(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    forbid_installing(bootstrap, monkeypatch)
    monkeypatch.setattr(bootstrap, "OLDEST_PYTHON", (99, 0))
    assert bootstrap.main(["run"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_two_files_are_wrong_usage(bootstrap: ModuleType) -> None:
    with pytest.raises(SystemExit) as stopped:
        bootstrap.parse(["run", "one.sgf", "two.sgf"])
    assert stopped.value.code == 2


def test_test_runs_linters_beside_pytest(
    bootstrap: ModuleType, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert bootstrap.main(["test"]) == 0
    assert len(calls) == 4
    for tool in ("ruff", "mypy", "importlinter", "pytest"):
        assert sum(tool in " ".join(words[1:]) for words in calls) == 1


def test_what_a_linter_says_comes_in_one_piece(
    bootstrap: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    words = [sys.executable, "-c", "import sys; print('said'); sys.exit('and complained')"]
    assert bootstrap.call(words, {"A": "B"}, is_told_at_the_end=True) == 1
    told = capfd.readouterr()
    assert sorted(told.out.split("\n")) == ["", "", "and complained", "said"] and not told.err


@pytest.mark.parametrize("failing", ["ruff", "mypy", "importlinter", "pytest"])
def test_a_failing_step_lets_the_rest_run_and_fails_the_whole(
    bootstrap: ModuleType, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    monkeypatch.delenv("CI", raising=False)
    record = bootstrap.call

    def call(words: list[object], environment: object = None, **_told: object) -> int:
        record(words, environment)
        return int(failing in " ".join(str(word) for word in words[1:]))

    monkeypatch.setattr(bootstrap, "call", call)
    assert bootstrap.main(["test"]) == 1
    assert len(calls) == 4


@pytest.mark.parametrize(
    "words", [["tests/go"], ["-k", "ko and not seki", "-x"], ["-x", "tests/go", "--maxfail=2"]]
)
def test_words_after_test_go_to_pytest_alone(
    bootstrap: ModuleType, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch,
    words: list[str],
) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert bootstrap.main(["test", *words]) == 0
    assert len(calls) == 1
    assert calls[0][1:3] == ["-m", "pytest"]
    assert calls[0][-len(words):] == words


@pytest.mark.parametrize(
    "user, ci, wanted, allowed",
    [
        (0, "true", False, True),
        (0, None, True, True),
        (0, None, False, False),
        (0, "false", False, False),
        (1000, "true", True, False),
    ],
)
def test_only_root_installs_system_packages_and_only_when_told(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch,
    user: int, ci: str | None, wanted: bool, allowed: bool,
) -> None:
    be_user(monkeypatch, user)
    monkeypatch.delenv("CI", raising=False)
    if ci is not None:
        monkeypatch.setenv("CI", ci)
    assert bootstrap.is_allowed_to_install(system_packages_wanted=wanted) is allowed


@pytest.mark.parametrize("may_install", [True, False])
def test_missing_libraries_are_named_and_installed_only_when_allowed(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    may_install: bool,
) -> None:
    missing = {"libEGL.so.1", "libxcb-cursor.so.0"}
    installed: list[str] = []

    def apt_install(packages: list[str]) -> bool:
        installed.extend(packages)
        missing.clear()
        return True

    packages = bootstrap.system_packages
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(packages, "is_loadable", lambda library: library not in missing)
    monkeypatch.setattr(bootstrap, "apt_install", apt_install)
    left = bootstrap.provide({**packages.OFFSCREEN, **packages.X11}, may_install=may_install)
    assert "apt-get install libegl1 libxcb-cursor0" in capsys.readouterr().out
    assert installed == (["libegl1", "libxcb-cursor0"] if may_install else [])
    assert left == ([] if may_install else ["libegl1", "libxcb-cursor0"])


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_elsewhere_no_system_packages_are_asked_for_and_a_window_opens(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(bootstrap.system_packages, "is_loadable", lambda library: False)
    assert bootstrap.provide({"libEGL.so.1": "libegl1"}, may_install=True) == []
    assert bootstrap.has_display()


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY", None])
def test_a_display_on_linux(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, variable: str | None
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if variable:
        monkeypatch.setenv(variable, ":7")
    assert bootstrap.has_display() is (variable is not None)


def test_a_library_that_is_nowhere_is_missing() -> None:
    packages = load_program("system_packages")
    nowhere = {"libirgo-is-not-here.so.9": "libirgo9"}
    assert packages.missing_packages(nowhere) == ["libirgo9"]


def test_as_a_program_it_says_what_is_wrong() -> None:
    done = subprocess.run(
        [sys.executable, str(CHECKOUT / "packaging" / "bootstrap.py"), "run", "nothing.sgf"],
        capture_output=True, text=True, check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "nothing.sgf" in done.stderr and "Traceback" not in done.stderr


def test_ci_runs_the_test_command() -> None:
    lines = (CHECKOUT / ".ci" / "run").read_text("utf-8").splitlines()
    assert lines[-1] == "python3 packaging/bootstrap.py test"
    assert os.name == "nt" or os.access(CHECKOUT / ".ci" / "run", os.X_OK)


# The environment: what stands in its place, what is wrong with it, and what is said.


@pytest.fixture
def place(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A place for the environment, below a folder with an odd name; nothing is downloaded."""
    folder = tmp_path / 'a"b c'
    folder.mkdir()
    monkeypatch.setattr(bootstrap, "VENV", folder / ".venv")
    monkeypatch.setattr(bootstrap, "INSTALLING", folder / ".venv" / "irgo-installing.stamp")
    monkeypatch.setattr(bootstrap, "NEEDED_BYTES", 0)
    return folder / ".venv"


def made(bootstrap: ModuleType) -> str:
    """Return what is said of an environment that cannot be made."""
    with pytest.raises(bootstrap.BootstrapError) as raised:
        bootstrap.make_venv(may_install=False)
    assert "venv module" not in str(raised.value)
    return str(raised.value)


def test_an_environment_is_made_once_and_again_for_another_python(
    bootstrap: ModuleType, place: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bootstrap.make_venv(may_install=False)
    assert bootstrap.is_usable() and "Making" in capsys.readouterr().out
    bootstrap.make_venv(may_install=False)
    assert not capsys.readouterr().out
    # An installation that was cut off.
    bootstrap.INSTALLING.write_text("")
    assert not bootstrap.is_usable()
    bootstrap.INSTALLING.unlink()
    monkeypatch.setattr(bootstrap, "_SAME_PYTHON", "import sys; sys.exit('{version}')")
    (place / "left").write_text("of another Python")
    bootstrap.make_venv(may_install=False)
    assert not (place / "left").exists() and "Making" in capsys.readouterr().out


def test_nothing_else_is_cleared_away(bootstrap: ModuleType, place: Path, tmp_path: Path) -> None:
    place.write_text("mine")
    assert "is no folder" in made(bootstrap) and place.read_text() == "mine"
    place.unlink()
    place.mkdir()
    (place / "thesis").write_text("mine")
    assert "holds something else" in made(bootstrap) and (place / "thesis").exists()
    place.rename(tmp_path / "elsewhere")
    place.symlink_to(tmp_path / "elsewhere")
    assert "is a link" in made(bootstrap) and (tmp_path / "elsewhere" / "thesis").exists()
    place.unlink()
    place.symlink_to(place)
    assert "is a link" in made(bootstrap)


@pytest.mark.parametrize(("number", "sentence"), [
    (errno.ENOSPC, "disk is full"), (errno.EROFS, "only be read"), (errno.EACCES, "may not write")])
def test_what_the_disk_refuses_is_said_as_it_is(
    bootstrap: ModuleType, place: Path, monkeypatch: pytest.MonkeyPatch, number: int, sentence: str
) -> None:
    def refuse(*_words: object, **_how: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", refuse)
        assert sentence in made(bootstrap)
    # The same, where the program that makes it says so.
    monkeypatch.setattr(bootstrap, "said_by", lambda words: (
        None if "import venv" in words[-1] else f"Error: [Errno 9] {os.strerror(number)}: 'x'"))
    assert sentence in made(bootstrap)
    monkeypatch.setattr(Path, "write_text", refuse)
    with pytest.raises(bootstrap.BootstrapError, match=sentence):
        bootstrap.write_stamp(place / "stamp", "text")


def test_too_little_room_is_said_before_anything_is_made(
    bootstrap: ModuleType, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "NEEDED_BYTES", 10**18)
    assert "make room" in made(bootstrap)


def test_only_a_missing_venv_module_is_said_to_be_missing(
    bootstrap: ModuleType, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "said_by", lambda words: "No module named ensurepip")
    with pytest.raises(bootstrap.BootstrapError, match="install its venv module"):
        bootstrap.make_venv(may_install=False)


def test_a_stamp_that_is_no_text_stands_for_nothing(bootstrap: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "stamp").write_bytes(b"\xff\xfe\x00")
    assert not bootstrap.is_stamped(tmp_path / "stamp", "text")
    assert not bootstrap.is_stamped(tmp_path, "text")
    bootstrap.write_stamp(tmp_path / "stamp", "text")
    assert bootstrap.is_stamped(tmp_path / "stamp", "text")


def test_a_package_that_is_not_whole_is_noticed(bootstrap: ModuleType, tmp_path: Path) -> None:
    def broken() -> str | None:
        return bootstrap.said_by([sys.executable, "-S", "-c", (
            f"import sys; sys.path[:] = [{str(tmp_path)!r}, *sys.path]\n" + bootstrap._WHOLE)])

    (tmp_path / "some.py").write_text("")
    record = tmp_path / "some-1.0.dist-info" / "RECORD"
    record.parent.mkdir()
    (record.parent / "METADATA").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
    record.write_text("some.py,,\n__pycache__/some.pyc,,\n")
    assert broken() is None
    record.write_text("some.py,,\nsome_data.bin,,\n")
    assert "some" in str(broken())
