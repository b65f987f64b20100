"""Fixtures for all tests: where the data lies, and no settings of the person who runs them."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.service.processes import GARBAGE_THRESHOLD

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LANGUAGE"] = "en"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Whatever networks other programs keep on this machine.
os.environ["IRGO_READS_WITH"] = "own"

# A shell has an interrupt ignored by what it starts in the background, and that would be inherited.
signal.signal(signal.SIGINT, signal.default_int_handler)

DATA = Path(__file__).parent / "data"
GAMES = sorted((DATA / "sgf" / "games").glob("*.sgf"))


def pytest_configure() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage as irgo does once it has started: seldom, and not among what stays."""
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    gc.enable()


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep tests away from the user's settings."""
    monkeypatch.setenv("IRGO_CONFIG_FOLDER", str(tmp_path / "config"))
    yield


@pytest.fixture
def raised_flag() -> Iterator[CancelFlag]:
    """A flag that says "stop" from the beginning."""
    flag = CancelFlag()
    flag.set(True)
    yield flag
    flag.close()
