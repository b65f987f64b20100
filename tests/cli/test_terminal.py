"""What irgo prints: on any terminal, whatever files, engines and names say."""

import io
import json
import logging
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from irgo_app.__main__ import main
from irgo_app.cli.terminal import ProgressBar, json_text, safe_output
from irgo_app.errors import NOTICE_LOGGER
from irgo_app.settings import load_settings
from irgo_app.words import visible_lines

ROOT = Path(__file__).parents[2]
NASTY = "\x1b[2J\x1b]0;pwned\x07 李 é \x9b31m \u202e"
RECORD = (f"(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[{NASTY}]GN[{NASTY}]C[{NASTY}];B[ee]N[{NASTY}]"
          "LB[aa:\x1b[1m])")


def is_harmless(text: str) -> bool:
    """Return whether a text holds nothing that a terminal would obey."""
    return visible_lines(text) == text


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "nasty.sgf"
    path.write_text(RECORD, "utf-8")
    return path


@pytest.mark.parametrize("words", [
    ("check", "{}"), ("check", "{}", "--json"), ("analyze", "{}", "--json"),
    ("analyze", "{}", "--layer", "influence.shadow"),
    ("analyze", "{}", "--node", "\x1b[2J"), ("check", "{}\x1b[2J")])
def test_a_record_gives_the_terminal_no_orders(
    words: tuple[str, ...], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        main([word.format(record) for word in words])
    except SystemExit:
        pytest.fail("the words are right")
    out, err = capsys.readouterr()
    assert is_harmless(out) and is_harmless(err) and out + err


def test_an_engine_gives_the_terminal_no_orders(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(
        "import sys\n"
        f"nasty = {NASTY!r}\n"
        "print(nasty, file=sys.stderr, flush=True)\n"
        "for line in sys.stdin:\n"
        "    number, command = line.split()[:2]\n"
        "    text = {'protocol_version': '2', 'list_commands': nasty}.get(command, nasty * 9999)\n"
        "    print(f'={number} {text}\\n', flush=True)\n", "utf-8")
    settings = load_settings()
    settings.engines = [{"name": NASTY, "command": shlex.join([sys.executable, str(engine)])}]
    settings.save()
    for words in (["engines"], ["engines", "test", NASTY], ["engines", "test", "\x1b[2J"]):
        main(words)
        out, err = capsys.readouterr()
        assert is_harmless(out) and is_harmless(err)
        assert max(map(len, out.splitlines() or [""])) < 400


@pytest.mark.parametrize("encoding", ["ascii", "utf-8:strict"])
@pytest.mark.parametrize("words", [
    ("check", "{}"), ("check", "{}", "--json"), ("analyze", "{}", "--layer", "influence.shadow"),
    ("layers",), ("engines",), ("--help",), ("check", "no\udcff.sgf")])
def test_any_terminal_will_do(encoding: str, words: tuple[str, ...], record: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "irgo_app", *(word.format(record) for word in words)], cwd=ROOT,
        capture_output=True, timeout=120, check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    out = found.stdout.decode(encoding.partition(":")[0])
    assert found.returncode in (0, 1) and b"bug" not in found.stderr
    assert b"Traceback" not in found.stderr and (out or found.stderr)
    if "--json" in words:
        # What the terminal has no letter for is escaped: nothing is lost to a script.
        assert json.loads(out)["files"][0]["games"] == 1


def test_json_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with safe_output():
        print(json_text({"name": NASTY + "\udcff"}))
    out = capsys.readouterr().out
    assert is_harmless(out) and json.loads(out) == {"name": NASTY + "\udcff"}


def test_notices_are_sentences_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    with safe_output():
        logging.getLogger(NOTICE_LOGGER).warning("Something\x1b is otherwise.")
    logging.getLogger(NOTICE_LOGGER).handlers.clear()
    assert capsys.readouterr().err == "irgo: Something� is otherwise.\n"


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    encoding = "ascii"

    def isatty(self) -> bool:
        return True


def test_the_name_in_a_progress_bar_gives_the_terminal_no_orders(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal, clock = Terminal(), iter(range(100))
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("irgo_app.cli.terminal.time.monotonic", lambda: float(next(clock)))
    bar = ProgressBar(NASTY)
    bar.show(1, 2, NASTY)
    bar.end()
    shown = terminal.getvalue()
    assert "pwned" in shown and shown.isascii()
    own = shown.replace("\r", "").replace("\033[K", "")
    assert is_harmless(own) and shown.count("\033[K") == 2


@pytest.mark.parametrize("words", [
    ("check", "a", "--no\x1b[2Jthing"), ("edit", "a", "--turn", "\x1b[2J"),
    ("practice", "\x1b]0;pwned\x07"), ("layers", "--\x9b31m", "x")])
def test_words_that_are_wrong_are_quoted_as_text(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit):
        main(list(words))
    said = capsys.readouterr().err
    assert "error" in said and is_harmless(said)
