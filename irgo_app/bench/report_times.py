"""How long a game's report takes by irgo's reader, and how many games a second a batch analyses."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from irgo_app.batch import extra_needed
from irgo_app.batch.analysis import GameRecord, analysed
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.sources import GameWork, hash_of, id_of
from irgo_app.bench.measurement import Measurement, resident_mb
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import SYMMETRIES, sgf_letters, transformed_point
from irgo_app.go.point import BLACK, PASS
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.report_file import judged_report, write_report
from irgo_app.resource_files import resource_path
from irgo_app.review.game_line import GameLine, game_line, part_of
from irgo_app.service.plan import Computer
from irgo_app.service.pool import WorkerPool
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import load_file

_MOVES: Final = 250
_RUNS: Final = 3


def report_times() -> list[Measurement]:
    """Measure the report of a game of 250 moves, written as a page and as PDF."""
    tree, clocks, works = _tree(), list[float](), list[float]()
    line = part_of(game_line(tree), _MOVES)
    with TemporaryDirectory() as folder:
        for _ in range(_RUNS):
            clock, work = time.perf_counter(), time.process_time()
            _report(tree, line, Path(folder))
            clocks.append(time.perf_counter() - clock)
            works.append(time.process_time() - work)
    note = f"19x19, {_MOVES} moves, six turning points, HTML and PDF, irgo's reader"
    return [Measurement.of("report.game250", "s", clocks, f"{note}; by the clock"),
            Measurement.of("report.game250_cpu", "s", works, f"{note}; of all cores together")]


def _report(tree: GameTree, line: GameLine, folder: Path) -> None:
    computer, options = Computer(), ReportOptions()
    judged = judged_report(line, None, lambda asked: computer.compute(asked, None), options)
    for name in ("report.html", "report.pdf"):
        write_report(folder / name, judged, options, tree)


def _tree() -> GameTree:
    """Return a game that ships with irgo."""
    return load_file(resource_path("examples", "selfplay02.sgf")).games[0]


_EXAMPLES: Final = ("selfplay01.sgf", "selfplay02.sgf", "selfplay03.sgf")
_KOMI: Final = (5.5, 6.5, 7.5)
_WORKERS: Final = 2
_OPTIONS: Final = BatchOptions()


def batch_times() -> list[Measurement]:
    """Analyse the shipped games, turned in all ways; nothing where the extra is not installed."""
    with suppress(UsageError), extra_needed():
        return _measured()
    return []


def _measured() -> list[Measurement]:
    works = [_work(load_file(resource_path("examples", name)).games[0], symmetry, komi)
             for komi in _KOMI for name in _EXAMPLES for symmetry in SYMMETRIES]
    alone, _, _ = _timed(1, works)
    together, costs, memory = _timed(_WORKERS, works)
    note = f"{len(works)} games of {len(_EXAMPLES)} kinds, default layers, {_WORKERS} workers, warm"
    return [
        Measurement.of("batch.games_per_second", "games/s", [len(works) / together], note),
        Measurement.of("batch.two_workers", "times one", [alone / together],
                       "how much faster than one worker"),
        Measurement.of("batch.game_processor", "s", costs, "processor time of one game"),
        Measurement.of("batch.worker_memory", "MB", memory, "of each worker, at the end")]


def _timed(workers: int, works: list[GameWork]) -> tuple[float, list[float], list[float]]:
    """Return seconds for all games, processor seconds of each, and the workers' memory in MB."""
    from irgo_app.batch.run import Crew, finished

    pool = WorkerPool(workers)
    try:
        # Every worker loads kernels and network with a game that no clock sees.
        for loaded in [pool.submit(_loaded, works[0]) for _ in range(workers)]:
            loaded.result()
        start = time.perf_counter()
        costs = [float(str(found.game["seconds"])) for some in finished(
            Crew(pool, lambda: workers), iter(works), _OPTIONS) for _, found in some
            if isinstance(found, GameRecord)]
        seconds = time.perf_counter() - start
        memory = [resident_mb(process) for process in pool.process_ids]
    finally:
        pool.shutdown(cancel_futures=True)
    return seconds, costs, memory


def _loaded(work: GameWork) -> None:
    """Analyse a game without sending its record back."""
    analysed(work, _OPTIONS)


def _work(tree: GameTree, symmetry: int, komi: float) -> GameWork:
    """Return a game turned and mirrored, which to every map is another, with a komi of its own."""
    columns, rows = tree.columns, tree.rows
    text = f"(;GM[1]FF[4]SZ[{columns}]KM[{komi}]"
    for node in tree.main_line():
        if node.move is not None:
            colour, point = node.move
            letters = "" if point == PASS else sgf_letters(
                transformed_point(point, columns, rows, symmetry), columns)
            text += f";{'B' if colour == BLACK else 'W'}[{letters}]"
    data = f"{text})".encode()
    digest = hash_of(data)
    return GameWork(id_of(digest, 0), f"game {symmetry} {komi}", data, digest, 0, 1, 0)
