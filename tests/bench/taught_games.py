"""Games with a teacher's opinion at every move: how they are kept, and which are kept apart.

A file is a NumPy archive packed by xz. Per game: `size`, `komi` (White's), `length` (positions).
For all positions of all games in a row, each before its move: `moves`, `score`, `policy_count`;
flat lists `policy_index` and `policy_weight` (of 255) cut by `policy_count`; and
`ownership_delta` in tenths, the first position of a game in full, each later one as the difference
to the one before. docs/reader/make_games.py writes them, docs/reader/train.py learns from them.
"""

import io
import lzma
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import record

WEIGHT_UNIT: Final = 255
OWNERSHIP_UNIT: Final = 10
_APART: Final = 16
"""One game in so many is kept apart for testing, by its hash."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class TaughtGame:
    """A game; point = row * size + column, size * size is a pass.

    moves -- int16 (positions): the move played at each position, Black first
    score -- float32 (positions): the teacher's lead for Black, komi counted
    policies -- for each position (points, weights in 1/255)
    ownership -- int8 (positions, size * size), Black positive, in tenths
    """

    size: int
    komi: float
    moves: npt.NDArray[np.int16]
    score: Floats
    policies: list[tuple[npt.NDArray[np.int16], npt.NDArray[np.uint8]]]
    ownership: npt.NDArray[np.int8]

    @property
    def is_apart(self) -> bool:
        """Return whether the game is kept apart for testing."""
        digest = blake2b(np.asarray(self.moves, np.int16).tobytes(), digest_size=8).digest()
        return int.from_bytes(digest, "little") % _APART == 0


def read_games(path: Path) -> Iterator[TaughtGame]:
    """Yield the games of one file; raises UsageError for a file that holds none."""
    try:
        with lzma.open(path) as packed, np.load(io.BytesIO(packed.read())) as archive:
            data = {name: archive[name] for name in archive.files}
        yield from _cut(data)
    except OSError as error:
        raise UsageError("{path} cannot be read ({reason}); check the name.", path=path,
                         reason=error.strerror or error) from None
    except (EOFError, lzma.LZMAError, BadZipFile, ValueError, KeyError, IndexError):
        raise UsageError("{path} holds no games with a teacher's opinion; name a file that "
                         "the reader was trained with.", path=path) from None


def games_kept_apart(paths: Iterable[Path], size: int | None = None) -> list[TaughtGame]:
    """Return the games of some files that are kept apart for measuring and have a move.

    size -- only games on boards of this size; None for all. Raises UsageError if there are none.
    """
    found = [game for path in paths for game in read_games(path)
             if game.is_apart and len(game.moves) and size in (None, game.size)]
    if not found:
        raise UsageError("None of these games is kept apart for measuring; one in sixteen is, so "
                         "give more games.")
    return found


def _cut(data: dict[str, np.ndarray]) -> Iterator[TaughtGame]:
    """Yield the games of an archive one by one."""
    starts = np.concatenate([[0], np.cumsum(data["length"])]).astype(int)
    policy_starts = np.concatenate([[0], np.cumsum(data["policy_count"])]).astype(int)
    ownership_at = 0
    deltas = data["ownership_delta"].reshape(-1)
    moves, scores = data["moves"], data["score"]
    index, weight = data["policy_index"], data["policy_weight"]
    for game, size in enumerate(data["size"].astype(int).tolist()):
        begin, end = starts[game], starts[game + 1]
        values = (end - begin) * size * size
        delta = deltas[ownership_at:ownership_at + values].reshape(end - begin, size * size)
        ownership_at += values
        policies = [(index[policy_starts[at]:policy_starts[at + 1]],
                     weight[policy_starts[at]:policy_starts[at + 1]])
                    for at in range(begin, end)]
        yield TaughtGame(
            size, float(data["komi"][game]), moves[begin:end], scores[begin:end], policies,
            np.cumsum(delta.astype(np.int16), axis=0).astype(np.int8))


def positions_of(game: TaughtGame) -> list[Position]:
    """Return the position before each move of a game."""
    position = Position.empty(game.size)
    found = []
    for at, move in enumerate(game.moves):
        found.append(position)
        colour = BLACK if at % 2 == 0 else WHITE
        point = PASS if move == game.size * game.size else int(move)
        position = record(position, colour, point)[0]
    return found
