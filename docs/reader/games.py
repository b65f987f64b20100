"""Games with a teacher's opinion at every move: reading, keeping some apart, turning into samples.

A file `games_NN.npz.xz` holds many games (`make_games.py` says how they are written). `samples`
replays them with irgo's own rules and encodes each position as the network will see it, so that
training and use cannot differ.
"""

from __future__ import annotations

import io
import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np

from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import record
from irgo_app.kernels.reader_planes import PLANES
from irgo_app.reader.planes import KOMI_UNIT, fill_planes_of

APART = 16
"""One game in so many is kept apart for testing, by its hash."""
WEIGHT_UNIT = 255
OWNERSHIP_UNIT = 10


@dataclass(frozen=True)
class Game:
    """A game; point = row * size + column, size * size is a pass.

    moves -- int16 (positions): the move played at each position, Black first
    score -- float32 (positions): the teacher's lead for Black, komi counted
    policies -- for each position (points, weights in 1/255)
    ownership -- int8 (positions, size * size), Black positive, in tenths
    """

    size: int
    komi: float
    moves: np.ndarray
    score: np.ndarray
    policies: list[tuple[np.ndarray, np.ndarray]]
    ownership: np.ndarray

    @property
    def is_apart(self) -> bool:
        """Return whether the game is kept apart for testing."""
        digest = blake2b(np.asarray(self.moves, np.int16).tobytes(), digest_size=8).digest()
        return int.from_bytes(digest, "little") % APART == 0


def read_games(path: Path) -> Iterator[Game]:
    """Yield the games of one file."""
    with lzma.open(path) as packed:
        data = np.load(io.BytesIO(packed.read()))
    starts = np.concatenate([[0], np.cumsum(data["length"])]).astype(int)
    policy_starts = np.concatenate([[0], np.cumsum(data["policy_count"])]).astype(int)
    ownership_at = 0
    deltas = data["ownership_delta"].reshape(-1)
    moves, scores = data["moves"], data["score"]
    index, weight = data["policy_index"], data["policy_weight"]
    for game, size in enumerate(data["size"].astype(int)):
        begin, end = starts[game], starts[game + 1]
        values = (end - begin) * size * size
        delta = deltas[ownership_at:ownership_at + values].reshape(end - begin, size * size)
        ownership_at += values
        policies = [(index[policy_starts[at]:policy_starts[at + 1]],
                     weight[policy_starts[at]:policy_starts[at + 1]])
                    for at in range(begin, end)]
        yield Game(size, float(data["komi"][game]), moves[begin:end], scores[begin:end], policies,
                   np.cumsum(delta.astype(np.int16), axis=0).astype(np.int8))


def positions_of(game: Game) -> list[Position]:
    """Return the position before each move of a game."""
    position = Position.empty(game.size)
    found = []
    for at, move in enumerate(game.moves):
        found.append(position)
        colour = BLACK if at % 2 == 0 else WHITE
        point = PASS if move == game.size * game.size else int(move)
        position = record(position, colour, point)[0]
    return found


@dataclass
class Samples:
    """Positions of one board size, from the mover's side.

    planes -- uint8 (n, PLANES * size * size / 8), packed bits; komi -- float32 (n), as `encode`
    policy -- float16 (n, size * size + 1); score -- float32 (n), points, komi counted
    ownership -- int8 (n, size * size), tenths; game -- int32 (n): which game each comes from
    """

    size: int
    planes: np.ndarray
    komi: np.ndarray
    policy: np.ndarray
    score: np.ndarray
    ownership: np.ndarray
    game: np.ndarray


def samples(games: list[Game], size: int) -> Samples:
    """Return all positions of the games of one size as samples."""
    games = [game for game in games if game.size == size]
    count, points = sum(len(game.moves) for game in games), size * size
    made = Samples(size, np.empty((count, -(-PLANES * points // 8)), np.uint8),
                   np.empty(count, np.float32), np.zeros((count, points + 1), np.float16),
                   np.empty(count, np.float32), np.empty((count, points), np.int8),
                   np.empty(count, np.int32))
    planes = np.empty((PLANES, points), np.uint8)
    at = 0
    for number, game in enumerate(games):
        for turn, position in enumerate(positions_of(game)):
            mover = position.to_play
            fill_planes_of(position, planes)
            made.planes[at] = np.packbits(planes)
            made.komi[at] = -mover * game.komi / KOMI_UNIT
            where, weight = game.policies[turn]
            made.policy[at, where] = weight / max(1, int(weight.sum()))
            made.score[at] = mover * game.score[turn]
            made.ownership[at] = mover * game.ownership[turn]
            made.game[at] = number
            at += 1
    return made
