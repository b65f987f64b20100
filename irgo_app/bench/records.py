"""How fast records are opened and saved: a dictionary of 75,000 nodes, 3,000 games of 200 moves."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from irgo_app.bench.measurement import Measurement
from irgo_app.bench.sample_tree import dictionary_tree, plain_game
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.writer import save_file, write_games

_NODES: Final = 75_000
_GAMES: Final = 3_000
_MOVES: Final = 200
_RUNS: Final = 7


def record_times() -> list[Measurement]:
    """Open and save records made up by rule, on disk."""
    with tempfile.TemporaryDirectory() as folder:
        large, many = Path(folder) / "dictionary.sgf", Path(folder) / "games.sgf"
        large.write_bytes(write_games([dictionary_tree(_NODES)]))
        many.write_bytes(write_games([plain_game(_MOVES, number) for number in range(_GAMES)]))
        games = load_file(large).games
        megabytes = large.stat().st_size / 1e6
        return [
            _row("sgf.open_75k_nodes", lambda: load_file(large),
                 f"{megabytes:.1f} MB with comments and variations, from disk to tree"),
            _row("sgf.save_75k_nodes",
                 lambda: save_file(Path(folder) / "saved.sgf", games, keep_backup=False),
                 "to disk, synced and renamed"),
            _row("sgf.open_3000_games", lambda: load_file(many),
                 f"{_GAMES * (_MOVES + 1):,} nodes, {many.stat().st_size / 1e6:.1f} MB"),
        ]


def _row(name: str, work: Callable[[], object], note: str) -> Measurement:
    times = []
    for _ in range(_RUNS):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3)
    return Measurement.of(name, "ms", times, note)
