"""`irgo network`: list, get, use, remove."""

import io
import json
import sys
from pathlib import Path

import pytest

from irgo_app.__main__ import main
from irgo_app.cli.terminal import safe_output
from irgo_app.networks import getting
from irgo_app.networks.in_use import VARIABLE, network_file, settings_changed
from irgo_app.networks.known import SETTING, networks_folder
from irgo_app.settings import load_settings
from tests.networks.conftest import home, server
from tests.networks.file_server import NETWORK, Fault, FileServer
from tests.networks.test_known import network

__all__ = ["home", "server"]


@pytest.fixture(autouse=True)
def without_others(home: Path) -> None:
    """No network of another program is known."""


@pytest.fixture
def published(server: FileServer, monkeypatch: pytest.MonkeyPatch) -> FileServer:
    """A server that has the recommended network."""
    monkeypatch.setattr("irgo_app.cli.network.GetTask",
                        lambda source: getting.GetTask(source, server.published))
    return server


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(["network", *words])
    except SystemExit as exit_request:
        code = int(exit_request.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def rows(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    code, out, err = run(capsys, "--json")
    document = json.loads(out)
    assert (code, err, document["format"]) == (0, "", "irgo-networks/1")
    return list(document["networks"])


def test_without_any_network_there_is_irgo_s_own(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys)
    assert code == 0 and out.startswith("* irgo's own network") and "irgo network get" in out
    [row] = rows(capsys)
    assert (row["name"], row["kind"], row["file"], row["in_use"]) == ("own", "irgo", None, True)


def test_a_network_is_fetched_used_and_removed(
    capsys: pytest.CaptureFixture[str], published: FileServer
) -> None:
    code, out, err = run(capsys, "get", "--yes")
    assert code == 0 and "irgo reads with KataGo's network tiny-test-network" in out
    # Where it goes is said before it goes.
    assert published.root.partition("://")[2] in err and "MIT licence" in err
    assert load_settings()[SETTING] == "tiny.bin.gz"
    own, row = rows(capsys)
    assert not own["in_use"] and row["in_use"]
    assert row["source"] == published.published.address
    assert row["sha256"] == published.published.sha256
    assert (row["origin"], row["version"], row["size"]) == ("fetched", 15, len(NETWORK))
    assert row["file"] == str(networks_folder() / "tiny.bin.gz")
    assert run(capsys, "use", "own")[0] == 0 and rows(capsys)[0]["in_use"]
    code, out, _ = run(capsys, "use", "tiny", "--json")
    assert code == 0 and json.loads(out)["networks"][0]["in_use"]
    assert "* KataGo's network tiny-test-network" in run(capsys, "list")[1]
    code, out, _ = run(capsys, "remove", "tiny-test-network")
    assert code == 0 and "Removed tiny-test-network" in out and len(rows(capsys)) == 1
    assert load_settings()[SETTING] == ""


@pytest.mark.parametrize("answer, is_fetched", [
    ("\n", True), ("y\n", True), ("YES\n", True), ("n\n", False), ("", False), ("what\n", False)])
def test_on_a_terminal_it_is_asked_first(
    capsys: pytest.CaptureFixture[str], published: FileServer, monkeypatch: pytest.MonkeyPatch,
    answer: str, is_fetched: bool,
) -> None:
    typed = io.StringIO(answer)
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", typed)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, _, err = run(capsys, "get")
    assert "Fetch it?" in err and (code == 0) is is_fetched
    assert bool(published.asked) is is_fetched


def test_a_file_is_copied_and_not_asked_about(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = network(tmp_path / "given.bin.gz")
    code, out, err = run(capsys, "get", "--from", str(path))
    assert (code, err) == (0, "") and "tiny-test-network" in out
    assert rows(capsys)[1]["file"] == str(networks_folder() / "given.bin.gz")
    assert rows(capsys)[1]["source"] == str(path)


def test_what_fails_is_one_line(
    capsys: pytest.CaptureFixture[str], published: FileServer, tmp_path: Path
) -> None:
    for path in ("/author/tiny.bin.gz", "/index.json"):
        published.faults[path] = Fault(status=404)
    for words in (["get", "--yes"], ["get", "--yes", "--from", f"{published.root}/nothing"],
                  ["get", "--from", str(tmp_path / "missing.bin.gz")], ["use", "nobody"],
                  ["remove", "nobody"], ["remove", "own"]):
        code, out, err = run(capsys, *words)
        assert (code, out) == (1, "") and "Traceback" not in err
        assert err.count("\n") == (2 if "--yes" in words else 1)
    assert load_settings()[SETTING] == ""
    assert run(capsys, "paint")[0] == 2


def test_a_chosen_network_that_is_gone_is_told_of(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = network(tmp_path / "given.bin.gz")
    assert run(capsys, "use", str(path))[0] == 0
    path.unlink()
    code, out, err = run(capsys, "list")
    assert code == 0 and "no longer there" in err and out.startswith("* irgo's own network")


def test_whoever_reads_is_told_once_that_the_chosen_network_is_gone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE)
    settings = load_settings()
    settings.set(SETTING, "gone.bin.gz")
    settings.save()
    settings_changed()
    try:
        with safe_output():
            assert (network_file(), network_file()) == ("", "")
    finally:
        settings_changed()
    assert capsys.readouterr().err.count("gone.bin.gz is no longer there") == 1
