"""Positions and games to measure with, always the same."""

from __future__ import annotations

import numpy as np

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.resource_files import resource_path
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay


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
    from irgo_app.bench.playing import play_move
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
