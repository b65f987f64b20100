"""How fast an index of 20,000 games is, made of given ones: turned, mirrored, names invented.

    python -m tests.bench.many_games GAMES [--count 20000]

GAMES is a folder of records. Told are the seconds of this process and, in brackets, those of its
processor, which other programs on the machine do not lengthen.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.index import GamesIndex
from irgo_app.games.positions import PositionSearch, pattern_of
from irgo_app.games.table import GameColumn, lines_of, matching, sorted_by
from irgo_app.go.coordinates import point_named
from irgo_app.go.position import BLACK_CELL, Position
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.games.many_games import sources_in, write_games_of

_RUNS: Final = 5
_CORNER: Final = [row * 19 + column for row in range(9) for column in range(10, 19)]


@contextmanager
def measured(what: str, runs: list[tuple[float, float]]) -> Iterator[None]:
    """Note how long something takes, and what of that is this process's own."""
    start, own = time.perf_counter(), time.process_time()
    yield
    runs.append((time.perf_counter() - start, time.process_time() - own))


def tell(what: str, act: Callable[[], object], runs: int = _RUNS) -> None:
    """Print the median of some runs."""
    found = list[tuple[float, float]]()
    for _ in range(runs):
        with measured(what, found):
            act()
    wall, own = (statistics.median(values) for values in zip(*found, strict=True))
    print(f"{what:34} {wall:8.3f} s  ({own:.3f} s)", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path)
    parser.add_argument("--count", type=int, default=20_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_games_of(folder / "games", arguments.count, sources_in(arguments.games))
        with GamesIndex(folder / "index") as index:
            index.add_source(folder / "games")
            index.add_name("Anna")
            runs = list[tuple[float, float]]()
            with measured("indexing", runs):
                bring_up_to_date(index)
            print(f"indexing: {index.count() / runs[0][0]:.0f} games a second "
                  f"({index.count() / runs[0][1]:.0f} a second of the processor)", flush=True)
            _tell_figures(index, folder)
    return 0


def _tell_figures(index: GamesIndex, folder: Path) -> None:
    tell("looking for what is new", lambda: bring_up_to_date(index), 1)
    tell("opening the table", lambda: lines_of(index.rows(), index.own_names()))
    lines = lines_of(index.rows(), index.own_names())
    tell("filtering: bert won 2019", lambda: matching(lines, "bert won 2019"))
    places = matching(lines, "")
    for column in GameColumn:
        tell(f"sorting by {column.name.lower()}",
             lambda column=column: sorted_by(  # type: ignore[misc]
                 lines, places, column, is_falling=True))
    tell("positions: all games in memory", lambda: PositionSearch(index))
    search = PositionSearch(index)
    tree = load_file(folder / "games" / "00001.sgf").games[0]
    for move in (4, 12, 30, 100):
        position = Replay(tree).position_at(tree.node_of_move_number(move))
        for what, points in (("corner", _CORNER), ("whole board", range(361))):
            if any(position.colour_at(point) for point in points):
                pattern = pattern_of(position, points)
                tell(f"{what} after {move}: {len(search.find(pattern))} games",
                     lambda pattern=pattern: search.find(pattern))  # type: ignore[misc]
    lone = pattern_of(load_stone(), _CORNER)
    tell(f"a lone stone in a corner: {len(search.find(lone))} games", lambda: search.find(lone))


def load_stone() -> Position:
    """Return a board with one stone on a star point: what most games have."""
    cells = bytearray(361)
    cells[point_named("Q16", 19, 19)] = BLACK_CELL
    return replace(Position.empty(19, 19), cells=bytes(cells))


if __name__ == "__main__":
    sys.exit(main())
