"""The first start on a machine: the real window with nothing compiled yet, and how long that takes.

On a machine where others work the processor time says more than the clock: what is told last.
"""

import os
import tempfile

from irgo_app.own_program import own_command
from tests.bench import Measurement
from tests.bench.programs import one_start

_STARTS = 2
_TIMEOUT_S = 600
_NOTES = {
    "first_paint": "from the start of `irgo FILE.sgf` to the painted board, nothing compiled",
    "first_overlay": "to the first overlay on the board",
    "all_layers": "to the maps of all layers at the first position",
    "searches": "until life and death is ready too",
    "processor": "processor time of all processes together",
}


def cold_times() -> list[Measurement]:
    """Start the window with an empty folder of machine code, several times."""
    reports = [_cold_start() for _ in range(_STARTS)]
    return [Measurement.of(f"cold.{name}", "s", [value for report in reports
                                                 for value in report[name]], note)
            for name, note in _NOTES.items()]


def _cold_start() -> dict[str, list[float]]:
    before = _processor_seconds()
    with tempfile.TemporaryDirectory() as folder:
        report = one_start(_TIMEOUT_S, own_command(), NUMBA_CACHE_DIR=folder)
    return {**report, "processor": [_processor_seconds() - before]}


def _processor_seconds() -> float:
    """Return the processor time of all processes that were started from here and have ended."""
    times = os.times()
    return times.children_user + times.children_system
