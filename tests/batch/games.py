"""Small games for batches: quick to analyse, all different."""

import random
from pathlib import Path

_LETTERS = "abcdefghi"


def small_game(seed: int, moves: int = 12, black: str = "Ann", white: str = "Bob") -> str:
    """Return a game of random moves on 9 lines, no point twice."""
    points = [column + row for column in _LETTERS for row in _LETTERS]
    random.Random(seed).shuffle(points)
    played = "".join(f";{'BW'[index % 2]}[{point}]" for index, point in enumerate(points[:moves]))
    result = "BW"[seed % 2] + "+R"
    return f"(;GM[1]FF[4]SZ[9]KM[6.5]PB[{black}]PW[{white}]RE[{result}]{played})"


def write_games(folder: Path, count: int, moves: int = 12) -> Path:
    """Write so many games of a file each to a folder, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(count):
        (folder / f"game{seed:03d}.sgf").write_text(small_game(seed, moves), "utf-8")
    return folder
