"""`irgo diagnose`: everything a report needs, and nothing of the person who writes it."""

import ast
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from irgo_app.__main__ import main as irgo
from irgo_app.diagnosis import LIBRARIES, as_text, diagnosis, engines_told, settings_told, versions
from irgo_app.errors import EngineError, SettingsError
from irgo_app.gui.views.help import BugReport
from irgo_app.own_program import __version__
from irgo_app.service.request import KernelState
from irgo_app.settings import Settings, default_path, load_settings, log_file
from irgo_app.settings.log_file import LogFile, crash_places, keep_log, last_lines, log_path
from irgo_app.words import message
from tests.gui.conftest import Window, models, qtbot, window
from tests.networks.tiny_network import tiny_network

__all__ = ["models", "qtbot", "window"]

SECRET = "zebrafish"
STATE = KernelState(19, 19, 45, 44, "private", 64, 15_000_000)
SOURCES = sorted(Path(log_file.__file__).parents[1].rglob("*.py"))


@pytest.fixture(autouse=True)
def no_handlers_stay() -> Iterator[None]:
    """Take off what a test has hung on irgo's loggers."""
    loggers = [logging.getLogger(name) for name in ("irgo", "irgo_app")]
    before = [list(logger.handlers) for logger in loggers]
    yield
    for logger, handlers in zip(loggers, before, strict=True):
        logger.handlers[:] = handlers


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user whose every name is the secret: home, login, machine, files, engines, player, log."""
    home = tmp_path / "home" / SECRET
    config = home / "config"
    config.mkdir(parents=True)
    for name in ("HOME", "USERPROFILE", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "PWD"):
        monkeypatch.setenv(name, str(home))
    for name in ("USER", "LOGNAME", "USERNAME", "LNAME"):
        monkeypatch.setenv(name, SECRET)
    monkeypatch.setenv("IRGO_CONFIG_FOLDER", str(config))
    monkeypatch.setenv("DISPLAY", f"{SECRET}:0")
    monkeypatch.setenv("QT_STYLE_OVERRIDE", SECRET)
    monkeypatch.setenv("QT_SCALE_FACTOR", SECRET)
    monkeypatch.setenv("SSH_CONNECTION", f"{SECRET} 1")
    monkeypatch.setattr("platform.node", lambda: f"{SECRET}.example.org")
    monkeypatch.setattr("getpass.getuser", lambda: SECRET)
    bin_folder = home / SECRET / "bin"
    bin_folder.mkdir(parents=True)
    for program in ("gnugo", "katago"):
        (bin_folder / program).write_text("#!/bin/sh\n")
        (bin_folder / program).chmod(0o755)
    monkeypatch.setenv("PATH", str(bin_folder))
    settings = Settings(default_path())
    settings.set("player", f"Dr. {SECRET}")
    settings.set("engine", f"{SECRET}'s engine")
    settings.set("study_reader", SECRET)
    settings.set("start_layer", SECRET)
    settings.set("theme", "dark")
    settings.set("font_size", 13)
    settings.set("irgo_level", "casual")
    settings.recent_files = [str(home / f"{SECRET} against me.sgf")]
    settings.keys = {"save": SECRET}
    settings.layout = {"geometry": SECRET, SECRET: SECRET}
    settings.engines = [
        {"name": f"{SECRET}", "command": f"ssh {SECRET}@host katago -model /x/{SECRET}.bin",
         "folder": str(home)},
        {"name": "b", "command": f"/opt/{SECRET}/katago gtp --pass {SECRET}", "visits": 50},
        {"name": "c", "command": f"'{SECRET}", "kind": "auto"},
        {"name": "d", "command": SECRET, "kind": SECRET},
        {"name": "e", "command": "gnugo --mode gtp", "kind": "gnugo"},
    ]
    network = home / f"{SECRET}.bin.gz"
    network.write_bytes(tiny_network(SECRET, blocks=1, channels=8))
    settings.set("reading_network", str(network))
    settings.save()
    with default_path().open("a") as file:
        file.write(f'\n[{SECRET}]\n"{SECRET}" = "{SECRET}"\n')
    text = default_path().read_text()
    default_path().write_text(text.replace("[settings]", f'[settings]\n{SECRET} = "{SECRET}"'))
    keep_log(speaks=False)
    log = logging.getLogger("irgo")
    log.error("could not read %s", f"/home/{SECRET}/game.sgf")
    log.warning("irgo: %s", SettingsError("There is no {name}.", name=SECRET))
    log.warning(message("Kept in {place}.", place=f"/{SECRET}"))
    log.error("failed", exc_info=_raised(ValueError(f"a comment: {SECRET}")))
    log.error("failed", exc_info=_raised(EngineError("{name} is not there.", name=SECRET)))
    return home


def _raised(error: Exception) -> Exception:
    try:
        try:
            raise KeyError(SECRET)
        except KeyError as cause:
            raise error from cause
    except type(error) as caught:
        return caught


def test_nothing_private_comes_out(planted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert SECRET in default_path().read_text(), "the secret is there to be found"
    assert irgo(["diagnose"]) == 0
    text = capsys.readouterr().out
    assert irgo(["diagnose", "--json"]) == 0
    document = capsys.readouterr().out
    for told in (text, document, "\n".join(last_lines(1000))):
        assert SECRET not in told.lower()
        assert str(planted.parents[1]) not in told
        assert "game.sgf" not in told and "host" not in told


def test_what_is_needed_comes_out(planted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    irgo(["diagnose", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["format"] == "irgo-diagnose/1"
    assert found["versions"]["irgo"] == __version__
    assert set(LIBRARIES) <= set(found["versions"]) and found["versions"]["numpy"] != "-"
    assert found["system"]["processors"] > 0
    assert found["display"]["DISPLAY"] == "set"
    assert found["display"]["QT_STYLE_OVERRIDE"] == "(something else)"
    changed = found["settings"]["changed"]
    assert changed["theme"] == "dark" and changed["font_size"] == 13
    assert changed["irgo_level"] == "casual"
    assert changed["player"] == changed["engine"] == changed["start_layer"] == "(not told)"
    assert found["settings"]["recent files"] == 1 and found["settings"]["keys changed"] == 1
    assert "There is no setting {key!r}; it was left out." in found["settings"]["warnings"]
    assert found["engines"]["set up"] == [
        "other, in a folder", "katago, 50 visits", "a command line with an open quote", "other",
        "gnugo"]
    assert "gnugo (1)" in found["engines"]["found"]
    assert found["networks"]["in use"] == "another, format 15, 1 blocks of 8 channels"
    assert {"irgo (1)", "named (1)"} <= set(found["networks"]["known"])
    assert "ready" in found["kernels"]["of maps"]
    log = "\n".join(found["log"]["last lines"])
    assert "could not read %s" in log and "Kept in {place}." in log
    assert "There is no {name}." in log and "{name} is not there." in log
    assert "KeyError" in log and "ValueError" in log and ":" in log


def test_the_usual_settings_are_not_told(tmp_path: Path) -> None:
    told = settings_told(load_settings(tmp_path / "settings.toml"))
    assert told == {"changed": {}, "keys changed": 0, "recent files": 0, "warnings": []}
    assert engines_told(Settings())["set up"] == []


def test_kernels_are_told_and_may_be_unknown() -> None:
    told = as_text(diagnosis(Settings(), STATE))
    assert "of searches: 44 of 45 ready" in told and "private folder" in told
    assert "size in MB: 15.0" in told
    assert "kernels:\n  state: (not told)" in as_text(diagnosis(Settings(), None))


def test_text_and_json_hold_the_same() -> None:
    found = diagnosis(Settings(), STATE)
    text = as_text(found)
    assert all(f"{key}:" in text for key in found if key != "format")
    assert json.loads(json.dumps(found)) == found


def test_the_log_stays_small_and_keeps_the_newest(tmp_path: Path) -> None:
    path = tmp_path / "irgo.log"
    handler = LogFile(path)
    for number in range(3000):
        handler.emit(logging.LogRecord(
            "irgo", logging.ERROR, "", 0, f"line {number} " + "x" * 90, None, None))
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["irgo.log", "irgo.log.1"]
    assert sum(file.stat().st_size for file in files) < 250_000
    assert "line 2999 " in path.read_text()


def test_a_log_that_cannot_be_written_harms_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    LogFile(tmp_path / "file" / "irgo.log").emit(
        logging.LogRecord("irgo", logging.ERROR, "", 0, "text", None, None))
    assert (tmp_path / "file").read_text() == "in the way"


def test_the_log_is_kept_once_and_beside_the_settings(tmp_path: Path) -> None:
    keep_log(speaks=False)
    keep_log(speaks=False)
    logging.getLogger("irgo_app.anything").error("one line")
    assert log_path() == default_path().with_name("irgo.log")
    assert len(last_lines(10)) == 1


def test_a_crash_is_in_the_log_of_the_next_start_without_paths(tmp_path: Path) -> None:
    folder = tmp_path / SECRET / "irgo_app"
    folder.mkdir(parents=True)
    crashing = folder / "crashing.py"
    crashing.write_text("import ctypes\n\ndef fall():\n    ctypes.string_at(0)\n\nfall()\n")
    words = ("from irgo_app.settings.log_file import keep_log, watch_for_crashes\n"
             "import runpy, sys\nkeep_log(speaks=False)\nwatch_for_crashes()\n"
             "len(sys.argv) > 1 and runpy.run_path(sys.argv[1])\n")
    quiet = {**os.environ, "PYTHONFAULTHANDLER": ""}
    for arguments in ([], [str(crashing)], [], []):
        ended = subprocess.run([sys.executable, "-c", words, *arguments], env=quiet, check=False,
                               stderr=subprocess.DEVNULL)
        assert bool(ended.returncode) == bool(arguments)
    lines = "\n".join(last_lines(200))
    assert lines.count("irgo had crashed") == 1 and "irgo_app/crashing.py:4 fall" in lines
    assert SECRET not in lines and str(tmp_path) not in lines


def test_a_code_that_windows_has_no_name_for_is_no_crash() -> None:
    trace = '\n\nCurrent thread 0x1 (most recent call first):\n  File "a.py", line 1 in b\n'
    assert not list(crash_places("Windows fatal exception: code 0x8001010d" + trace))
    assert list(crash_places("Windows fatal exception: access violation" + trace)) == [
        "Windows fatal exception: access violation",
        "Current thread 0x1 (most recent call first):", "  (elsewhere):1 b"]


def test_a_bug_in_a_command_is_in_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError(SECRET)

    monkeypatch.setattr("irgo_app.cli.diagnose.diagnosis", broken)
    assert irgo(["diagnose"]) == 1
    assert "Traceback" not in capsys.readouterr().err
    lines = "\n".join(last_lines(20))
    assert "a command failed" in lines and "ZeroDivisionError" in lines
    assert "irgo_app/cli/diagnose.py:" in lines and SECRET not in lines


def test_what_is_logged_is_written_in_the_sources() -> None:
    """A text that is made where it is logged could hold anything; the start's line holds figures.
    """
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
                    and node.func.attr in ("error", "warning", "info", "exception", "critical")
                    and "getLogger" in ast.unparse(node.func.value)):
                is_start = "START_LOGGER" in ast.unparse(node.func.value)
                assert is_start or not isinstance(node.args[0], ast.JoinedStr | ast.BinOp), path


def test_the_dialog_shows_it_and_copies_it(window: Window, qtbot: QtBot) -> None:
    window.models.preferences.settings.set("player", SECRET)
    window.actions_by_id["report_bug"].trigger()
    window.actions_by_id["report_bug"].trigger()
    (dialog,) = [found for found in window.findChildren(BugReport) if found.isVisible()]
    assert not dialog.isModal()
    qtbot.waitUntil(lambda: "of maps:" in dialog.text.toPlainText())
    dialog.copy.click()
    told = QGuiApplication.clipboard().text()
    assert f"irgo: {__version__}" in told and "platform: offscreen" in told
    assert "screens:" in told and SECRET not in told


def test_a_checkout_is_told_as_one() -> None:
    assert versions()["installed as"] == "a checkout"
