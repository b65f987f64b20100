"""The program measured from outside: the window tells its own clock, `irgo gtp` is played with.

The window is told by IRGO_MEASURE to write its figures to a file and to quit. Starting a program
is allowed here only because nothing else can measure a start.

An installed irgo has its modules as byte code. A checkout may have none, and where Python is told
to write none it compiles all sources at each start, which takes up to 0.2 s; so the starts that are
measured have byte code of their own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from irgo_app.bench.maps import random_games
from irgo_app.bench.measurement import Measurement, own_byte_code
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR
from irgo_app.gtp.client import GtpClient
from irgo_app.own_program import own_command
from irgo_app.resource_files import resource_path

_STARTS = 5
_TIMEOUT_S = 120
_UNITS = {"first_paint": "ms", "first_paint_cpu": "ms", "first_overlay": "ms", "game_mapped": "ms",
          "idle_repaints": "paints", "step": "ms", "step_all_layers": "ms",
          "tree_scroll": "ms", "repaint": "ms", "repaint_unchanged": "ms",
          "memory": "MB", "memory_second_pass": "MB", "worker_memory": "MB"}
_NOTES = {
    "first_paint": "from the start of `irgo FILE.sgf` to the painted board",
    "first_paint_cpu": "processor time of the window's process up to then",
    "first_overlay": "from the start to the first overlay on the board",
    "game_mapped": "all layers of all nodes of selfplay03 (317 nodes), from opening it",
    "idle_repaints": "the board painted while it stands still and that game is mapped",
    "step": "arrow key to new position with overlay painted; every key of a held arrow",
    "step_all_layers": "the same with all layers on",
    "tree_scroll": "the Game tree painted anew while it scrolls through 100,000 nodes",
    "repaint": "full repaint of a new position, 1600x1600, 361 stones, one field",
    "repaint_unchanged": "repaint of the same picture, 1600x1600",
    "memory": "resident after stepping through a game",
    "memory_second_pass": "resident after stepping through it again",
    "worker_memory": "resident, the analysis process",
}


def window_times() -> list[Measurement]:
    """Start the window several times and gather what it reports."""
    with kept_byte_code() as variables:
        reports = [one_start(_TIMEOUT_S, **variables) for _ in range(_STARTS)]
    rows: list[Measurement] = []
    for key, unit in _UNITS.items():
        values = [value for report in reports for value in report.get(key, [])]
        if not values:
            continue
        worst = f", worst {max(values):.1f}" if key in ("step", "tree_scroll") else ""
        rows.append(Measurement.of(f"gui.{key}", unit, values, _NOTES[key] + worst))
    return rows


@contextmanager
def kept_byte_code() -> Iterator[dict[str, str]]:
    """Yield environment variables with which a start finds byte code; one start has made it."""
    with own_byte_code() as variables:
        one_start(_TIMEOUT_S, IRGO_MEASURE_START="cold", **variables)
        yield variables


def one_start(timeout_s: float, **more: str) -> dict[str, list[float]]:
    """Start the window once and return what it reports of itself: figures by name.

    more -- environment variables for it
    Raises UsageError where it cannot be shown or does not report in time.
    """
    game = resource_path("examples", "selfplay01.sgf")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        environment = dict(os.environ, IRGO_MEASURE=str(report), IRGO_STARTED_AT=str(time.time()),
                           IRGO_CONFIG_FOLDER=folder, **more)
        if sys.platform == "linux" and not (
            os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        ):
            environment["QT_QPA_PLATFORM"] = "offscreen"
        command = [*own_command(), str(game)]
        try:
            subprocess.run(command, env=environment, timeout=timeout_s, check=True,
                           capture_output=True)
            document: dict[str, list[float]] = json.loads(report.read_text())
        except (subprocess.SubprocessError, OSError, ValueError) as error:
            raise UsageError(
                "The window could not be measured ({error}); run it with a display or "
                "QT_QPA_PLATFORM=offscreen.", error=error) from None
    return document


def plays_per_second() -> list[Measurement]:
    """Play over a pipe on `irgo gtp`."""
    commands = []
    for changes in random_games(12, 200):
        commands += [f"play {LETTER_OF_COLOUR[colour]} {vertex(point, 19, 19)}"
                     for point, colour in changes if colour]
        commands.append("clear_board")
    client = GtpClient([*own_command(), "gtp"])
    rates = []
    try:
        client.ask("name", 120.0)
        for _ in range(5):
            start = time.perf_counter()
            for command in commands:
                client.ask(command)
            rates.append(len(commands) / (time.perf_counter() - start))
    finally:
        client.close()
    return [Measurement.of("gtp.play_per_second", "/s", rates,
                           "random games over a pipe, each answer waited for")]
