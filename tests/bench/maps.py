"""How fast maps are: each layer from scratch, path influence move by move, a whole game.

Positions and games to measure with are always the same.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from typing import Final

import numpy as np

from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.layers import COMPUTED, layer_named
from irgo_app.layers.influence_paths import PathField
from irgo_app.layers.results import Field
from irgo_app.resource_files import resource_path
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.plan import Computer, compute
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.bench import RUNS, Measurement, repeated


def scattered_position(stones: int) -> Position:
    """Return a 19x19 position with about `stones` stones, spread evenly and always the same."""
    colours = {}
    for index in range(stones):
        point = (index * 137 + 11) % 361
        colours[point] = BLACK if index % 2 else WHITE
    return Position.empty().with_stones(colours)


def middle_game(stones: int, number: int = 1) -> Position:
    """Return the first position with so many stones in a shipped game, 1 to 3."""
    game = load_file(resource_path("examples", f"selfplay0{number}.sgf")).games[0]
    replay = Replay(game)
    for node in game.main_line():
        if replay.position_at(node).stone_count() == stones:
            return replay.position_at(node)
    return scattered_position(stones)


def random_games(games: int, moves: int) -> list[list[tuple[int, int]]]:
    """Return random legal 19x19 games as changes (point, colour), captured stones as colour 0."""
    generator, found = np.random.default_rng(2011), []
    for _ in range(games):
        position, changes = Position.empty(), list[tuple[int, int]]()
        for move in range(moves):
            colour, before = WHITE if move % 2 else BLACK, np.frombuffer(position.cells, np.int8)
            for point in generator.permutation(np.flatnonzero(before == 0)).tolist():
                with suppress(IllegalMoveError):
                    position = play(position, colour, point)
                    changes.append((point, colour))
                    break
            after = np.frombuffer(position.cells, np.int8)
            taken = np.flatnonzero((before != 0) & (after == 0)).tolist()
            changes += [(point, 0) for point in taken]
        found.append(changes)
    return found


_MIDDLE_GAMES: Final = ((155, 1), (157, 2), (158, 3), (160, 1), (162, 2), (164, 3))
"""Numbers of stones, and games: none follows a position of its own game."""


def layer_times(name: str, title: str = "") -> Callable[[], list[Measurement]]:
    """Return what measures a layer from scratch, under its name or a title.

    One position after the other: nothing that is kept of the last one helps.
    """
    def measure() -> list[Measurement]:
        layer = layer_named(name)
        positions = cycle([middle_game(*middle) for middle in _MIDDLE_GAMES])
        if layer.needs:
            return [repeated(title or name, lambda: compute(LayerRequest.of(
                next(positions), name, uses_order=layer.uses_order), None),
                "19x19, 160 stones of a game, what it needs included")]
        params = layer.full_params({})
        return [repeated(title or name, lambda: layer.compute(next(positions), {}, params, None),
                         "19x19, 160 stones of a game, from scratch, through the layer")]

    return measure


def views_of_reading() -> list[Measurement]:
    """Time the three layers that show the reading, with the reading that all of them need."""
    positions = cycle([middle_game(*middle) for middle in _MIDDLE_GAMES])
    computer = Computer()

    def views() -> None:
        position = next(positions)
        for name in ("colourmap", "clusters", "groups"):
            computer.compute(LayerRequest.of(position, name), None)

    return [repeated("reading.views", views, "colourmap, clusters and groups of one position, "
                     "19x19, 160 stones, the reading included")]


def estimate_times() -> list[Measurement]:
    """Time the estimate by the reader, with no look remembered."""
    from irgo_app.networks.network import network

    positions = cycle([middle_game(*middle) for middle in _MIDDLE_GAMES])

    def estimate() -> None:
        network().forget()
        compute(LayerRequest.of(next(positions), "estimate"), None)

    return [repeated("estimate", estimate,
                     "19x19, 160 stones of a game, by irgo's reader, nothing remembered")]


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
    from irgo_app.kernels.grid import neighbour_table
    from irgo_app.kernels.watershed import new_watershed_scratch, watershed

    layer, neighbours = layer_named("influence.potential"), neighbour_table(19, 19)
    result = layer.compute(scattered_position(160), {}, layer.full_params({}), None)
    assert isinstance(result, Field)
    values = np.rint(result.values * 8).astype(np.int64).ravel()
    scratch, basins = new_watershed_scratch(361), np.empty(361, np.int32)
    is_low = np.empty(361, np.bool_)
    return [repeated(
        "moyo.watershed",
        lambda: watershed(values, neighbours, scratch, is_low, basins),
        "19x19, 160 stones, one colour, potential given")]


def whole_game() -> list[Measurement]:
    """Map a game of 300 moves with all layers in one process, as the look-ahead does.

    All but the estimate, which asks the network and has a figure of its own.
    """
    positions, times = game_of_300(), []
    layers = [layer for layer in COMPUTED if not layer.uses_network]
    for _ in range(RUNS):
        service = AnalysisService(InlineExecutor())
        requests = [
            LayerRequest.of(position, layer.name, uses_order=layer.uses_order)
            for position in positions for layer in layers]
        start = time.perf_counter()
        service.look_ahead(iter(requests), lambda request, outcome: None)
        times.append((time.perf_counter() - start) * 1e3)
    return [Measurement.of(
        "game300.all_layers", "ms", times,
        f"random game, {len(positions)} nodes x {len(layers)} layers, one process, warm")]


def game_of_300() -> list[Position]:
    """Return the positions of a random game of 300 moves, the empty board first."""
    positions = [Position.empty()]
    for point, colour in random_games(1, 300)[0]:
        if colour != 0:
            positions.append(play(positions[-1], colour, point))
    return positions
