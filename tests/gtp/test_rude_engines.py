"""Engines that stop or kill what watches them, and engines that answer as none should."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from irgo_app.engines.profile import EngineProfile
from irgo_app.engines.trial import EngineTrial
from irgo_app.errors import EngineError
from irgo_app.gtp import channel
from irgo_app.gtp import client as client_module
from irgo_app.gtp.client import GtpClient

ROOT = Path(__file__).parents[2]
RUDE = str(Path(__file__).with_name("rude_engine.py"))
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="what Linux can do for its children")
PATIENCE_S = 60.0


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait less than irgo does."""
    monkeypatch.setattr(client_module, "_REST_S", 0.5)
    monkeypatch.setattr(client_module, "_WRONG_NUMBER_S", 0.5)
    monkeypatch.setattr(channel, "_CLOSED_S", 0.5)


def wait_until_gone(*numbers: int) -> None:
    end = time.monotonic() + PATIENCE_S
    for number in numbers:
        while psutil.pid_exists(number) and (
                psutil.Process(number).status() != psutil.STATUS_ZOMBIE):
            assert time.monotonic() < end, f"process {number} outlives irgo"
            time.sleep(0.01)


def wait_until_stopped(number: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while psutil.Process(number).status() != psutil.STATUS_STOPPED:
        assert time.monotonic() < end, f"process {number} still runs"
        time.sleep(0.01)


def started(mode: str, told: Path) -> tuple[GtpClient, list[int]]:
    client = GtpClient([sys.executable, RUDE, mode, str(told)])
    assert client.ask("protocol_version", PATIENCE_S) == "2"
    return client, list(map(int, told.read_text().split()))


@LINUX
@pytest.mark.parametrize("end", ["close", "kill"])
@pytest.mark.parametrize("mode", ["kills", "stops"])
def test_an_engine_that_stops_or_kills_its_guardian_is_ended(
    tmp_path: Path, mode: str, end: str
) -> None:
    client, numbers = started(mode, tmp_path / "told")
    if end == "close":
        client.close()
    else:
        client.kill("Enough.")
    wait_until_gone(*numbers)


@LINUX
@pytest.mark.parametrize("mode", ["kills", "stops"])
def test_such_an_engine_ends_with_an_irgo_that_is_killed(tmp_path: Path, mode: str) -> None:
    code = ("import sys, time\n"
            "from irgo_app.gtp.client import GtpClient\n"
            "client = GtpClient(sys.argv[1:])\n"
            "print(client.ask('protocol_version', 60.0), flush=True)\n"
            "time.sleep(600)\n")
    told = tmp_path / "told"
    with subprocess.Popen(
            [sys.executable, "-c", code, sys.executable, RUDE, mode, str(told)], cwd=ROOT,
            stdout=subprocess.PIPE, text=True) as irgo:
        try:
            assert irgo.stdout is not None and irgo.stdout.readline() == "2\n"
            numbers = list(map(int, told.read_text().split()))
            if mode == "stops":
                # An engine stops its guardian only after it has answered.
                wait_until_stopped(numbers[-1])
        finally:
            os.kill(irgo.pid, signal.SIGKILL)
    wait_until_gone(*numbers)


def test_a_program_that_is_not_there_is_still_told_by_its_number() -> None:
    with pytest.raises(EngineError, match="No such file"):
        GtpClient(["/no/such/engine"])


@pytest.mark.parametrize(("mode", "sentence"), [
    ("closes", "closed its output without ending"),
    ("wrong", "answers under other numbers"),
    ("unnumbered", "answers under other numbers"),
    ("half", "'protocol_version' does not end"),
    ("returns", "'protocol_version' does not end"),
    ("trickle", "'protocol_version' does not end")])
def test_a_test_of_what_never_answers_rightly_ends_with_a_sentence(
    mode: str, sentence: str
) -> None:
    limits = {"start_s": 1.0} if mode == "trickle" else {}
    profile = EngineProfile("Rude", f"{sys.executable} {RUDE} {mode}", **limits)
    trial = EngineTrial(profile)
    report = trial.run()
    assert sentence in report.failure
    assert "The test ends after" in trial.silence
