"""`irgo engines`: list, test, add, remove."""

import json
import shlex
import sys

import pytest

from irgo_app.__main__ import main
from irgo_app.engines import trial
from irgo_app.settings import load_settings
from tests.engines.test_engine import FAKE


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(["engines", *words])
    except SystemExit as exit_request:
        code = int(exit_request.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_an_engine_is_added_tested_and_removed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "add", "--visits", "50", "My fake", sys.executable, FAKE, "ok")
    assert (code, err) == (0, "") and "irgo engines test 'My fake'" in out
    [row] = load_settings().engines
    assert row["command"] == shlex.join([sys.executable, FAKE, "ok"])
    assert (row["kind"], row["visits"]) == ("auto", 50)
    rows = json.loads(run(capsys, "--json")[1])["engines"]
    assert rows[0]["name"] == "My fake" and rows[0]["source"] == "settings"
    code, out, _ = run(capsys, "test", "MY FAKE", "--json")
    assert code == 0 and json.loads(out)["name"] == "Fake"
    program = sys.executable.rpartition("/")[2]
    assert "the engine works" in run(capsys, "test", program)[1]
    code, _, err = run(capsys, "add", "my FAKE", sys.executable)
    assert code == 1 and "remove it first" in err
    assert run(capsys, "remove", "my fake")[0] == 0
    assert load_settings().engines == []
    code, _, err = run(capsys, "remove", "my fake")
    assert code == 1 and "No engine in the settings is named" in err and err.count("\n") == 1


def test_that_a_program_says_nothing_is_told_long_before_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "PATIENCE_S", 0.2)
    assert run(capsys, "add", "Quiet", sys.executable, FAKE, "silent")[0] == 0
    settings = load_settings()
    settings.engines[0]["start_s"] = 2
    settings.save()
    code, out, err = run(capsys, "test", "Quiet")
    assert code == 1 and err.count("No answer for") == 1 and "never answers" in err
    assert "No answer for" not in out
    monkeypatch.setattr(trial, "PATIENCE_S", 60.0)
    assert "No answer for" not in run(capsys, "test", "Quiet")[2]


def test_one_word_is_a_whole_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{shlex.quote(sys.executable)} '{FAKE}' ok"
    assert run(capsys, "add", "--kind", "gtp", "Fake", command)[0] == 0
    assert load_settings().engines[0]["command"] == command
    assert load_settings().engines[0]["kind"] == "gtp"


@pytest.mark.parametrize("words, code, said", [
    (("add", "x", "/no/such/engine"), 1, "There is no program"),
    (("add", "--folder", "/no/such", "x", sys.executable), 1, "There is no folder /no/such;"),
    (("add", "x", "'open"), 1, "leaves a quote open"), (("add", "x"), 2, "irgo engines add NAME"),
    (("add", " ", "python3"), 2, "irgo engines add NAME"), (("add",), 2, "usage"),
    (("add", "--visits", "-3", "x", sys.executable), 2, "--visits takes"),
    (("test", "x"), 1, "There is no engine 'x'"), (("test",), 2, "usage"), (("go",), 2, "usage")])
def test_what_is_wrong_is_said(
    words: tuple[str, ...], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out, err = run(capsys, *words)
    assert found == code and said in err and not out and not load_settings().engines
