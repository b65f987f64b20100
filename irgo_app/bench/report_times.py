"""How long the report of a whole game takes, by irgo's reader: by the clock, and in work."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from irgo_app.bench.measurement import Measurement
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.report_file import judged_report, write_report
from irgo_app.resource_files import resource_path
from irgo_app.review.game_line import GameLine, game_line, part_of
from irgo_app.service.plan import Computer
from irgo_app.sgf.parser import load_file

_MOVES: Final = 250
_RUNS: Final = 3


def report_times() -> list[Measurement]:
    """Measure the report of a game of 250 moves, written as a page and as PDF."""
    line, clocks, works = _line(), list[float](), list[float]()
    with TemporaryDirectory() as folder:
        for _ in range(_RUNS):
            clock, work = time.perf_counter(), time.process_time()
            _report(line, Path(folder))
            clocks.append(time.perf_counter() - clock)
            works.append(time.process_time() - work)
    note = f"19x19, {_MOVES} moves, six turning points, HTML and PDF, irgo's reader"
    return [Measurement.of("report.game250", "s", clocks, f"{note}; by the clock"),
            Measurement.of("report.game250_cpu", "s", works, f"{note}; of all cores together")]


def _report(line: GameLine, folder: Path) -> None:
    computer, options = Computer(), ReportOptions()
    judged = judged_report(line, None, lambda asked: computer.compute(asked, None), options)
    for name in ("report.html", "report.pdf"):
        write_report(folder / name, judged, options)


def _line() -> GameLine:
    """Return the first moves of a game that ships with irgo."""
    game = load_file(resource_path("examples", "selfplay02.sgf")).games[0]
    return part_of(game_line(game), _MOVES)
