"""`irgo bench`: how fast irgo is on this machine."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from irgo_app.cli.command import Command
from irgo_app.cli.engine_bench import engine_measurements
from irgo_app.cli.layer_results import judging_profile
from irgo_app.cli.lifedeath_bench import lifedeath_measurements, print_lifedeath
from irgo_app.cli.sgf_bench import sgf_measurements
from irgo_app.cli.studies_bench import print_studies
from irgo_app.cli.terminal import json_text
from irgo_app.cli.truth_bench import print_truth
from irgo_app.cli.window_bench import window_measurements
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.gtp.client import GtpClient
from irgo_app.layers import COMPUTED, layer_named
from irgo_app.layers.results import Field
from irgo_app.lifedeath.warm_up import warm_up_lifedeath
from irgo_app.resource_files import resource_path
from irgo_app.review.judges import judge_of
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from irgo_app.service.warm_up import warm_up
from irgo_app.sgf.reader import load_file
from irgo_app.sgf.replay import Replay

TRUTH: Final = "truth"
LIFEDEATH: Final = "lifedeath"
STUDIES: Final = "studies"
_ANSWERS: Final[dict[str, Callable[..., None]]] = {TRUTH: print_truth, LIFEDEATH: print_lifedeath}
"""Benchmarks of answers, not of time: they need a file of cases."""
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
                        help="what to measure: " + ", ".join(BENCHMARKS) + " (default: all); or "
                        f"{TRUTH}: how true the maps are, {LIFEDEATH}: how often life and death "
                        f"is answered rightly, or {STUDIES}: how far what-if can be trusted, on "
                        "the positions of --cases")
    parser.add_argument("--cases", metavar="FILE", type=Path,
                        help=f"for {TRUTH}: positions with what became of them, JSON lines; for "
                        f"{LIFEDEATH}: questions with the expected answers, JSON lines; for "
                        f"{STUDIES}: places with what a strong engine found, JSON lines")
    parser.add_argument("--engine", metavar="NAME",
                        help=f"for {STUDIES}: who judges (default: irgo itself)")
    parser.add_argument("--visits", metavar="N", type=int, default=0,
                        help=f"for {STUDIES}: how far each first move is searched")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Measure and print."""
    if arguments.names == [STUDIES] and arguments.cases:
        profile = None if arguments.engine is None else judging_profile(arguments.engine)
        with judge_of(profile) as judge:
            print_studies(arguments.cases, judge, arguments.visits, as_json=arguments.json)
        return 0
    if arguments.cases is not None or not _ANSWERS.keys().isdisjoint(arguments.names):
        if len(arguments.names) != 1 or arguments.names[0] not in _ANSWERS or not arguments.cases:
            raise UsageError(f"Write irgo bench {TRUTH} --cases FILE, and so with {LIFEDEATH} "
                             f"or {STUDIES}, without other names.")
        _ANSWERS[arguments.names[0]](arguments.cases, as_json=arguments.json)
        return 0
    for name in arguments.names:
        if name not in BENCHMARKS:
            raise UsageError(f"There is no benchmark {name!r}; there are "
                             + ", ".join(BENCHMARKS) + ".")
    warm_up()
    warm_up_lifedeath()
    results: list[Measurement] = []
    chosen = dict.fromkeys(BENCHMARKS[name] for name in arguments.names or BENCHMARKS)
    for measure in chosen:
        results += measure()
    if arguments.names:
        results = [result for result in results if result.name in arguments.names]
    if arguments.json:
        print(json_text(_document(results), indent=1))
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


def middle_game(stones: int) -> Position:
    """Return the first position of the shipped games with so many stones on the board."""
    for number in (1, 2, 3):
        game = load_file(resource_path("examples", f"selfplay0{number}.sgf")).games[0]
        replay = Replay(game)
        for node in game.main_line():
            if replay.position_at(node).stone_count() == stones:
                return replay.position_at(node)
    return scattered_position(stones)


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
    return _layer(name, f"{name}.field")


def _layer(name: str, title: str = "") -> Callable[[], list[Measurement]]:
    def measure() -> list[Measurement]:
        layer = layer_named(name)
        position = middle_game(160)
        request = LayerRequest.of(position, name, uses_order=layer.uses_order)
        if layer.needs:
            return _repeated(title or name, lambda: _discard(compute(request, None)),
                             "19x19, 160 stones of a game, what it needs included")
        params = layer.full_params({})
        return _repeated(
            title or name, lambda: _discard(layer.compute(position, {}, params, None)),
            "19x19, 160 stones of a game, from scratch, through the layer")

    return measure


def _discard(result: object) -> None:
    """Take a result and do nothing with it."""


def random_games(games: int, moves: int) -> list[list[tuple[int, int]]]:
    """Return random legal 19x19 games as changes (point, colour), captured stones as colour 0."""
    from irgo_app.kernels.playing import play_move
    from irgo_app.kernels.tables import neighbour_table

    generator = np.random.default_rng(2011)
    neighbours = neighbour_table(19, 19)
    chain, marks, out = np.empty(361, np.int16), np.zeros(361, np.bool_), np.empty(2, np.int32)
    found = []
    for _ in range(games):
        stones, ko_point, changes = np.zeros(361, np.int8), -1, list[tuple[int, int]]()
        for move in range(moves):
            colour = WHITE if move % 2 else BLACK
            before = stones.copy()
            for point in generator.permutation(np.flatnonzero(stones == 0)).tolist():
                if play_move(stones, neighbours, point, colour, ko_point, chain, marks, out):
                    ko_point = int(out[0])
                    changes.append((point, colour))
                    break
            taken = np.flatnonzero((before != 0) & (stones == 0)).tolist()
            changes += [(point, 0) for point in taken]
        found.append(changes)
    return found


def _path_moves() -> list[Measurement]:
    """Play 100 random games on the incremental path influence, in batches and move by move."""
    from irgo_app.layers.influence_paths import PathField

    games = random_games(100, 250)
    moves = sum(colour != 0 for changes in games for _, colour in changes)
    batches = [(np.array([point for point, _ in changes]),
                np.array([colour for _, colour in changes], np.int8)) for changes in games]
    batch_times, single_times = [], []
    for run_number in range(_RUNS):
        spent = 0.0
        for points, colours in batches:
            field = PathField()
            start = time.perf_counter()
            field.change_many(points, colours)
            spent += time.perf_counter() - start
        batch_times.append(spent / moves * 1e6)
        if run_number % 5 == 0:
            field = PathField()
            start = time.perf_counter()
            for point, colour in games[run_number]:
                field.change(point, colour)
            spent = time.perf_counter() - start
            single_times.append(spent / sum(c != 0 for _, c in games[run_number]) * 1e6)
    return [
        Measurement("influence.paths.move", "us", statistics.median(batch_times),
                    min(batch_times), _RUNS, "100 games of 250 random moves, batch"),
        Measurement("influence.paths.move_from_python", "us", statistics.median(single_times),
                    min(single_times), len(single_times), "one call a move, call included"),
    ]


def _watershed() -> list[Measurement]:
    """Time the watershed of one colour on the potential of a position of 160 stones."""
    from irgo_app.kernels.tables import neighbour_table
    from irgo_app.kernels.watershed import watershed

    layer, neighbours = layer_named("influence.potential"), neighbour_table(19, 19)
    result = layer.compute(scattered_position(160), {}, layer.full_params({}), None)
    assert isinstance(result, Field)
    values = np.rint(result.values * 8).astype(np.int64).ravel()
    order, scratch = np.argsort(values, kind="stable"), np.empty((4, 361), np.int32)
    is_low = np.empty(361, np.bool_)
    return _repeated(
        "moyo.watershed",
        lambda: watershed(values, neighbours, order, scratch[0], is_low, scratch[1], scratch[2],
                          scratch[3]),
        "19x19, 160 stones, one colour, potential given")


def _game300() -> list[Measurement]:
    """Map a game of 300 moves with all layers in one process, as the look-ahead does."""
    positions = [Position.empty()]
    for changes in random_games(1, 300):
        for point, colour in changes:
            if colour != 0:
                positions.append(play(positions[-1], colour, point))
    times = []
    for _ in range(_RUNS):
        service = AnalysisService(InlineExecutor())
        requests = [LayerRequest.of(position, layer.name, uses_order=layer.uses_order)
                    for position in positions for layer in COMPUTED]
        start = time.perf_counter()
        service.look_ahead(iter(requests), lambda request, outcome: None)
        times.append((time.perf_counter() - start) * 1e3)
    note = f"random game, {len(positions)} nodes x {len(COMPUTED)} layers, one process, warm"
    return [Measurement("game300.all_layers", "ms", statistics.median(times), min(times), _RUNS,
                        note)]


def _sgf() -> list[Measurement]:
    return [Measurement(*row) for row in sgf_measurements()]


def _gtp() -> list[Measurement]:
    """Play over a pipe on `irgo gtp`, waiting for each answer."""
    commands = []
    for changes in random_games(12, 200):
        commands += [f"play {LETTER_OF_COLOUR[colour]} {vertex(point, 19, 19)}"
                     for point, colour in changes if colour]
        commands.append("clear_board")
    client = GtpClient([sys.executable, "-m", "irgo_app", "gtp"])
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
    return [Measurement("gtp.play_per_second", "/s", statistics.median(rates), min(rates),
                        len(rates), "random games over a pipe, each answer waited for")]


def _lifedeath() -> list[Measurement]:
    return [Measurement(*row) for row in lifedeath_measurements()]


def _engine() -> list[Measurement]:
    return [Measurement(*row) for row in engine_measurements()]


def _window() -> list[Measurement]:
    return [Measurement(*row) for row in window_measurements()]


BENCHMARKS: Final[dict[str, Callable[[], list[Measurement]]]] = {
    "influence.paths.move": _path_moves,
    "influence.paths.move_from_python": _path_moves,
    **{f"{layer.name}.field": _field(layer.name) for layer in COMPUTED
       if layer.name.startswith("influence.")},
    "estimate": _layer("estimate"),
    "moyo": _layer("moyo"),
    "colourmap": _layer("colourmap"),
    "clusters": _layer("clusters"),
    "groups": _layer("groups"),
    "moyo.watershed": _watershed,
    "game300.all_layers": _game300,
    "sgf.open_75k_nodes": _sgf,
    "sgf.save_75k_nodes": _sgf,
    "sgf.open_3000_games": _sgf,
    "gtp.play_per_second": _gtp,
    "lifedeath.nodes_per_second": _lifedeath,
    "engine.stop": _engine,
    "engine.soak.answer": _engine,
    "engine.soak.strange": _engine,
    "engine.soak.memory": _engine,
    "engine.soak.engine_memory": _engine,
    "gui.first_paint": _window,
    "gui.first_paint_cpu": _window,
    "gui.first_overlay": _window,
    "gui.game_mapped": _window,
    "gui.step": _window,
    "gui.step_all_layers": _window,
    "gui.tree_scroll": _window,
    "gui.repaint": _window,
    "gui.repaint_unchanged": _window,
    "gui.memory": _window,
    "gui.memory_second_pass": _window,
    "gui.worker_memory": _window,
}
COMMAND = Command("bench", "measure how fast irgo is on this machine", add_arguments, run)
