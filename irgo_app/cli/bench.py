"""`irgo bench`: how fast irgo is on this machine."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from irgo_app.cli.command import Command
from irgo_app.cli.window_bench import window_measurements
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.layers import layer_named
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.request import LayerRequest
from irgo_app.service.warm_up import warm_up

_RUNS: Final = 15
_LOOP: Final = 200


@dataclass(frozen=True, slots=True)
class Measurement:
    """One figure: `median` and `minimum` over `runs`, in `unit`."""

    name: str
    unit: str
    median: float
    minimum: float
    runs: int
    note: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("names", metavar="NAME", nargs="*",
                        help="what to measure: " + ", ".join(BENCHMARKS) + " (default: all)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Measure and print."""
    for name in arguments.names:
        if name not in BENCHMARKS:
            raise UsageError(f"There is no benchmark {name!r}; there are "
                             + ", ".join(BENCHMARKS) + ".")
    warm_up()
    results: list[Measurement] = []
    chosen = dict.fromkeys(BENCHMARKS[name] for name in arguments.names or BENCHMARKS)
    for measure in chosen:
        results += measure()
    if arguments.names:
        results = [result for result in results if result.name in arguments.names]
    if arguments.json:
        print(json.dumps(_document(results), ensure_ascii=False, indent=1))
        return 0
    print(_machine())
    for result in results:
        print(f"{result.name:28} {result.median:10.2f} {result.unit:4} "
              f"(minimum {result.minimum:.2f}, {result.runs} runs)  {result.note}")
    return 0


def _document(results: list[Measurement]) -> dict[str, Any]:
    return {
        "format": "irgo-bench/1", "machine": _machine(),
        "results": [
            {"name": result.name, "unit": result.unit, "median": round(result.median, 3),
             "minimum": round(result.minimum, 3), "runs": result.runs, "note": result.note}
            for result in results
        ],
    }


def _machine() -> str:
    return (f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, "
            f"Python {platform.python_version()}")


def scattered_position(stones: int) -> Position:
    """Return a 19x19 position with about `stones` stones, spread evenly and always the same."""
    colours = {}
    for index in range(stones):
        point = (index * 137 + 11) % 361
        colours[point] = BLACK if index % 2 else WHITE
    return Position.empty().with_stones(colours)


def _repeated(name: str, work: Callable[[], None], note: str) -> list[Measurement]:
    """Return the time of one call of `work` in microseconds."""
    times = []
    for _ in range(_RUNS):
        start = time.perf_counter()
        for _ in range(_LOOP):
            work()
        times.append((time.perf_counter() - start) / _LOOP * 1e6)
    return [Measurement(name, "us", statistics.median(times), min(times), _RUNS, note)]


def _field(name: str) -> Callable[[], list[Measurement]]:
    def measure() -> list[Measurement]:
        layer = layer_named(name)
        position, params = scattered_position(160), layer.full_params({})
        return _repeated(
            f"{name}.field", lambda: _discard(layer.compute(position, {}, params, None)),
            "19x19, 160 stones, from scratch, through the layer")

    return measure


def _discard(result: object) -> None:
    """Take a result and do nothing with it."""


def _game300() -> list[Measurement]:
    """Map 301 nodes with all layers in one process, as the look-ahead does."""
    from irgo_app.layers import LAYERS

    names = [layer.name for layer in LAYERS if not layer.uses_engine]
    positions = [scattered_position(count) for count in range(301)]
    times = []
    for _ in range(_RUNS):
        service = AnalysisService(InlineExecutor())
        requests = [LayerRequest(position, name) for position in positions for name in names]
        start = time.perf_counter()
        service.look_ahead(iter(requests), lambda request, outcome: None)
        times.append((time.perf_counter() - start) * 1e3)
    note = f"301 nodes x {len(names)} layers, one process, after warm-up"
    return [Measurement("game300.all_layers", "ms", statistics.median(times), min(times), _RUNS,
                        note)]


def _window() -> list[Measurement]:
    return [Measurement(*row) for row in window_measurements()]


BENCHMARKS: Final[dict[str, Callable[[], list[Measurement]]]] = {
    "influence.shadow.field": _field("influence.shadow"),
    "influence.zobrist.field": _field("influence.zobrist"),
    "game300.all_layers": _game300,
    "gui.first_paint": _window,
    "gui.first_paint_cpu": _window,
    "gui.first_overlay": _window,
    "gui.game_mapped": _window,
    "gui.step": _window,
    "gui.repaint": _window,
    "gui.repaint_unchanged": _window,
    "gui.memory": _window,
    "gui.memory_second_pass": _window,
    "gui.worker_memory": _window,
}
COMMAND = Command("bench", "measure how fast irgo is on this machine", add_arguments, run)
