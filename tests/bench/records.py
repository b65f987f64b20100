"""How fast records are opened and saved, how soon a reading stops, and what costs the parser most.

Large records are made up by rule, always the same.
"""

import gc
import random
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Final

from irgo_app.errors import IrgoError
from irgo_app.go.coordinates import sgf_letters
from irgo_app.sgf.edits import new_game
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.sgf.writer import save_file, write_games
from tests.bench import Measurement, seconds_to_end

_MEGABYTE: Final = 1_000_000
_WORST_RUNS: Final = 3
_START: Final = b"(;SZ[19];B[aa]"
_WORST: Final = {
    "junk behind nodes": b";B[aa],", "two moves a node": b";B[aa]W[bb]", "nodes": b";",
    "setup stones": b";AB[aa]", "moves off the board": b";B[zz]", "small letters": b";b[aa]",
    "small games": b"(;b[aa])", "values after junk": b"[]~", "names without a value": b";x",
    "open values": b"x[", "brackets as text": b"[a]a",
}
"""What a megabyte is full of: the slowest of some thousand pieces that were tried."""


def worst_megabyte() -> list[Measurement]:
    """Read a megabyte of each; the row is the slowest."""
    times: dict[str, list[float]] = {}
    for name, piece in _WORST.items():
        data = _START + piece * (_MEGABYTE // len(piece))
        times[name] = [_read_s(data) for _ in range(_WORST_RUNS)]
    worst = max(times, key=lambda name: min(times[name]))
    note = f"of {len(_WORST)} files of 1 MB full of one piece, {worst}"
    return [Measurement.of("sgf.worst_megabyte", "s", times[worst], note)]


def _read_s(data: bytes) -> float:
    """Return the seconds of the processor that reading takes."""
    gc.collect()
    start = time.process_time()
    read_games(data)
    return time.process_time() - start


_HARD_SIZE: Final = 2_000_000
_MOMENTS: Final = (0.2, 0.5, 0.8)
"""When it is stopped, as a part of the time that the whole reading takes."""
_HARD: Final = {
    "moves": b";B[aa];W[bb]", "games": b"(;B[aa])", "variations": b"(;B[aa]",
    "two moves a node": b";B[aa]W[bb]", "one list": b"AB[aa:sz]", "junk": b";~", "brackets": b"[]~",
    "blanks": b" ", "one text": b"\\x",
}
"""What the files are full of, by name."""


class _StoppedError(IrgoError):
    """What the reading is stopped with."""


def stop_times() -> list[Measurement]:
    """Stop the reading of files that are hard on the parser, again and again."""
    files = {name: b"(;SZ[19]" + piece * (_HARD_SIZE // len(piece))
             for name, piece in _HARD.items()}
    files["noise"] = random.Random(18).randbytes(_HARD_SIZE)
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hard.sgf"
        for name, data in files.items():
            path.write_bytes(data)
            whole_s = _seconds_to_stop(path, None)
            times[name] = [_seconds_to_stop(path, whole_s * part) * 1e3 for part in _MOMENTS]
    worst = max(times, key=lambda name: max(times[name]))
    note = (f"{_HARD_SIZE / 1e6:.0f} MB each of {', '.join(times)}; "
            f"worst {max(times[worst]):.0f} ms ({worst})")
    return [Measurement.of(
        "sgf.stop_reading", "ms", [found for several in times.values() for found in several], note)]


def _seconds_to_stop(path: Path, after_s: float | None) -> float:
    """Return what a reading that is stopped after a while (None: never) takes to end."""
    gc.collect()  # What was read before is not to be freed on this reading's time.
    is_stopped = Event()

    def watch(_done: int, _total: int) -> None:
        if is_stopped.is_set():
            raise _StoppedError("The reading was stopped.")

    def read() -> None:
        with suppress(IrgoError):
            load_file(path, watch=watch)

    return seconds_to_end(read, is_stopped.set, after_s)


_WORDS: Final = (
    "the", "corner", "move", "is", "good", "for", "black", "white", "extends", "hane", "tesuji",
    "here", "see", "also", "variation", "joseki", "ladder", "thick", "thin", "territory",
)
_DEEPEST: Final = 120


def dictionary_tree(nodes: int) -> GameTree:
    """Return a tree like a dictionary of openings: many variations, comments and labels."""
    chance = random.Random(2026)
    tree = new_game(19, 19)
    made, depths = [tree.root], {tree.root.id: 0}
    node = tree.root
    while len(made) < nodes:
        if depths[node.id] > _DEEPEST:
            node = chance.choice(made)
        elif chance.random() < 0.07:
            node = chance.choice(made[-400:])
        child = tree.new_node(_properties(chance, depths[node.id]))
        tree.attach(child, node)
        depths[child.id] = depths[node.id] + 1
        made.append(child)
        node = child
    return tree


def plain_game(moves: int, number: int) -> GameTree:
    """Return a game of so many moves (not legal ones), as collections of games hold them."""
    chance = random.Random(number)
    tree = new_game(19, 19, {"PB": [f"Black {number}"], "PW": [f"White {number}"],
                             "KM": ["6.5"], "RE": ["B+R"]})
    node: Node = tree.root
    for move in range(moves):
        child = tree.new_node({"BW"[move % 2]: [sgf_letters(chance.randrange(361), 19)]})
        tree.attach(child, node)
        node = child
    return tree


def _properties(chance: random.Random, depth: int) -> dict[str, list[str]]:
    properties = {"BW"[depth % 2]: [sgf_letters(chance.randrange(361), 19)]}
    kind = chance.random()
    if kind < 0.35:
        properties["C"] = [" ".join(chance.choices(_WORDS, k=chance.randrange(5, 60)))]
    if kind < 0.2:
        properties["LB"] = [f"{sgf_letters(chance.randrange(361), 19)}:{letter}"
                            for letter in "ABC"]
    return properties


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
