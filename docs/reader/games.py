"""Games with a teacher's opinion (`tests/bench/taught_games.py`) turned into samples.

They are replayed with irgo's own rules, and each position is encoded as the network will see it, so
that training and use cannot differ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from irgo_app.kernels.reader_planes import PLANES
from irgo_app.networks.network import KOMI_UNIT, MIDDLE_SIZE, SIZE_UNIT, fill_planes_of
from tests.bench.taught_games import OWNERSHIP_UNIT, TaughtGame, positions_of


@dataclass
class Samples:
    """Positions of one board size, from the mover's side.

    planes -- uint8 (n, PLANES * size * size / 8), packed bits; komi -- float32 (n), as `encode`
    policy -- float16 (n, size * size + 1); score -- float32 (n), points, komi counted
    ownership -- int8 (n, size * size), in units; turn -- int32 (n): moves played before
    unit -- steps of ownership from nobody's to one side's
    """

    size: int
    planes: np.ndarray
    komi: np.ndarray
    policy: np.ndarray
    score: np.ndarray
    ownership: np.ndarray
    turn: np.ndarray
    unit: int = OWNERSHIP_UNIT


def samples(games: list[TaughtGame], size: int) -> Samples:
    """Return all positions of the games of one size as samples."""
    games = [game for game in games if game.size == size]
    count, points = sum(len(game.moves) for game in games), size * size
    made = Samples(size, np.empty((count, -(-PLANES * points // 8)), np.uint8),
                   np.empty(count, np.float32), np.zeros((count, points + 1), np.float16),
                   np.empty(count, np.float32), np.empty((count, points), np.int8),
                   np.empty(count, np.int32))
    planes = np.empty((PLANES, points), np.uint8)
    at = 0
    for game in games:
        for turn, position in enumerate(positions_of(game)):
            mover = position.to_play
            fill_planes_of(position, planes)
            made.planes[at] = np.packbits(planes)
            made.komi[at] = -mover * game.komi / KOMI_UNIT
            where, weight = game.policies[turn]
            made.policy[at, where] = weight / max(1, int(weight.sum()))
            made.score[at] = mover * game.score[turn]
            made.ownership[at] = mover * game.ownership[turn]
            made.turn[at] = turn
            at += 1
    return made


def unpacked(source: Samples, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return float32 planes (n, PLANES, size, size) and numbers (n, 2) of samples, as `encode`."""
    size = source.size
    bits = np.unpackbits(source.planes[chosen], axis=1, count=PLANES * size * size)
    of_size = np.full(len(chosen), (size - MIDDLE_SIZE) / SIZE_UNIT, np.float32)
    return (bits.reshape(-1, PLANES, size, size).astype(np.float32),
            np.stack([source.komi[chosen], of_size], 1))
