"""How fast maps are: each layer from scratch, path influence move by move, a whole game."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from irgo_app.bench.measurement import RUNS, Measurement, repeated
from irgo_app.bench.sample_games import middle_game, random_games, scattered_position
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.layers import COMPUTED, layer_named
from irgo_app.layers.influence_paths import PathField
from irgo_app.layers.results import Field
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest


def layer_times(name: str, title: str = "") -> Callable[[], list[Measurement]]:
    """Return what measures a layer from scratch, under its name or a title."""
    def measure() -> list[Measurement]:
        layer = layer_named(name)
        position = middle_game(160)
        request = LayerRequest.of(position, name, uses_order=layer.uses_order)
        if layer.needs:
            return [repeated(title or name, lambda: compute(request, None),
                             "19x19, 160 stones of a game, what it needs included")]
        params = layer.full_params({})
        return [repeated(title or name, lambda: layer.compute(position, {}, params, None),
                         "19x19, 160 stones of a game, from scratch, through the layer")]

    return measure


def path_moves() -> list[Measurement]:
    """Play 100 random games on the incremental path influence, in batches and move by move."""
    games = random_games(100, 250)
    moves = sum(colour != 0 for changes in games for _, colour in changes)
    batches = [(np.array([point for point, _ in changes]),
                np.array([colour for _, colour in changes], np.int8)) for changes in games]
    batch_times, single_times = [], []
    for run_number in range(RUNS):
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
        Measurement.of("influence.paths.move", "us", batch_times,
                       "100 games of 250 random moves, batch"),
        Measurement.of("influence.paths.move_from_python", "us", single_times,
                       "one call a move, call included"),
    ]


def watershed_times() -> list[Measurement]:
    """Time the watershed of one colour on the potential of a position of 160 stones."""
    from irgo_app.kernels.tables import neighbour_table
    from irgo_app.kernels.watershed import watershed

    layer, neighbours = layer_named("influence.potential"), neighbour_table(19, 19)
    result = layer.compute(scattered_position(160), {}, layer.full_params({}), None)
    assert isinstance(result, Field)
    values = np.rint(result.values * 8).astype(np.int64).ravel()
    order, scratch = np.argsort(values, kind="stable"), np.empty((4, 361), np.int32)
    is_low = np.empty(361, np.bool_)
    return [repeated(
        "moyo.watershed",
        lambda: watershed(values, neighbours, order, scratch[0], is_low, scratch[1], scratch[2],
                          scratch[3]),
        "19x19, 160 stones, one colour, potential given")]


def whole_game() -> list[Measurement]:
    """Map a game of 300 moves with all layers in one process, as the look-ahead does."""
    positions = [Position.empty()]
    for changes in random_games(1, 300):
        for point, colour in changes:
            if colour != 0:
                positions.append(play(positions[-1], colour, point))
    times = []
    for _ in range(RUNS):
        service = AnalysisService(InlineExecutor())
        requests = [LayerRequest.of(position, layer.name, uses_order=layer.uses_order)
                    for position in positions for layer in COMPUTED]
        start = time.perf_counter()
        service.look_ahead(iter(requests), lambda request, outcome: None)
        times.append((time.perf_counter() - start) * 1e3)
    return [Measurement.of(
        "game300.all_layers", "ms", times,
        f"random game, {len(positions)} nodes x {len(COMPUTED)} layers, one process, warm")]
