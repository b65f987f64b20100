"""irgo without a display: one sentence that says what to do, and no chatter of Qt's."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import GAMES

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform != "linux", reason="the display is always there")
@pytest.mark.parametrize(("display", "reason"), [
    ("", "there is no display"), (":971", "could not connect to display :971")])
def test_without_a_display_it_says_what_to_do(display: str, reason: str) -> None:
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY")}
    ended = subprocess.run([sys.executable, "-m", "irgo_app", str(GAMES[0])], cwd=ROOT,
                           env=environment | {"DISPLAY": display}, capture_output=True, text=True)
    assert ended.returncode == 1 and not ended.stdout
    [sentence] = ended.stderr.splitlines()
    assert reason in sentence and f"irgo render {GAMES[0]} --review" in sentence
