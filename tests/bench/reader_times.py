"""How fast the reader and its search are, alone, in batches and over a game, and their memory.

And what is done with it: how long a game's report takes, and how many games a second a batch
analyses.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Final

from irgo_app.batch import extra_needed
from irgo_app.batch.analysis import GameRecord, analysed
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.sources import GameWork, hash_of, id_of
from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import EngineError, UsageError
from irgo_app.go.coordinates import SYMMETRIES, sgf_letters, transformed_point
from irgo_app.go.point import BLACK, PASS
from irgo_app.go.position import Position
from irgo_app.networks.network import Opinion, network
from irgo_app.networks.search import Search
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.report_file import judged_report, write_report
from irgo_app.resource_files import resource_path
from irgo_app.review.game_line import GameLine, game_line, part_of
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import WorkerExecutor
from irgo_app.service.plan import Computer
from irgo_app.service.pool import WorkerPool
from irgo_app.service.request import (AnyRequest, Cancelled, Failure, LayerRequest, Outcome,
                                      Request, Urgency, Workbench)
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import load_file
from irgo_app.words import message
from tests.bench import RUNS, Measurement, resident_mb
from tests.bench.maps import game_of_300, middle_game

_BATCH: Final = 8
_CALLS: Final = 20
_WORKERS: Final = 3
_MIDDLE: Final = 150
_PATIENCE_S: Final = 300.0


@dataclass(frozen=True, slots=True)
class LoadingTime(Request[float]):
    """How long a worker takes to load onnxruntime and the network, in ms; ask each worker once."""

    subject = message("Loading the network")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> float:
        """Load it and return the time."""
        start = time.perf_counter()
        network()
        return (time.perf_counter() - start) * 1e3


def reader_times() -> list[Measurement]:
    """Measure loading in fresh workers, evaluations in this process, and a game in a worker."""
    loading, games, memory = [], [], []
    positions = game_of_300()
    for _ in range(_WORKERS):
        with _worker() as (worker, service):
            loading.append(_asked(service, LoadingTime()))
            games.append(_whole_game(service, positions))
            memory.append(resident_mb(worker.process_id or 0))
    return [
        Measurement.of("reader.load", "ms", loading,
                       "onnxruntime and the network, in a fresh worker with its layers loaded"),
        _evaluations("reader.one", positions, 1),
        _evaluations("reader.batch8", positions, _BATCH),
        Measurement.of("reader.game300", "ms", games,
                       f"random game, the estimate of {len(positions)} nodes in one worker"),
        Measurement.of("reader.worker_memory", "MB", memory, "resident, that worker afterwards"),
    ]


def _evaluations(name: str, positions: list[Position], count: int) -> Measurement:
    """Time the network on positions of the middle of a game; ms a position."""
    asked, times = positions[_MIDDLE:_MIDDLE + count], []
    network().evaluate(asked)
    for _ in range(RUNS):
        start = time.perf_counter()
        for _ in range(_CALLS):
            network().evaluate(asked)
        times.append((time.perf_counter() - start) / (_CALLS * count) * 1e3)
    return Measurement.of(name, "ms", times, f"19x19, a position of a batch of {count}, one core")


@contextmanager
def _worker() -> Iterator[tuple[WorkerExecutor, AnalysisService]]:
    """Give a worker as the window has it, ready for work, and a service that asks it."""
    worker = WorkerExecutor()
    service = AnalysisService(worker)
    try:
        _asked(service, LayerRequest.of(Position.empty(9), "influence.shadow"))
        yield worker, service
    finally:
        service.close()


def _asked(service: AnalysisService, request: AnyRequest) -> float:
    """Return a worker's answer, if it is a number; raises EngineError if there is none."""
    done, outcomes = Event(), list[Outcome]()

    def take(_request: AnyRequest, outcome: Outcome) -> None:
        outcomes.append(outcome)
        done.set()

    service.submit(request, Urgency.VISIBLE, take)
    if not done.wait(_PATIENCE_S) or isinstance(outcomes[0], Failure | Cancelled):
        raise EngineError("The analysis process gave no answer; try again on a quieter machine.")
    return outcomes[0] if isinstance(outcomes[0], float) else 0.0


def _whole_game(service: AnalysisService, positions: list[Position]) -> float:
    """Return how long the estimates of a game take as look-ahead, in ms."""
    done, left = Event(), [len(positions)]

    def count(_request: AnyRequest, _outcome: Outcome) -> None:
        left[0] -= 1
        if not left[0]:
            done.set()

    start = time.perf_counter()
    service.look_ahead((LayerRequest.of(position, "estimate") for position in positions), count)
    if not done.wait(_PATIENCE_S):
        raise EngineError("The analysis process gave no answer; try again on a quieter machine.")
    return (time.perf_counter() - start) * 1e3


_VISITS: Final = 200
_RUNS: Final = 7
_KOMI: Final = 6.5
_HOW: Final = f"{_VISITS} visits on 19x19, 160 stones of a game, time of this process"


class _TimedNetwork:
    """The network of this process, and the processor time spent in it."""

    def __init__(self) -> None:
        self._network = network()
        self.seconds = 0.0

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position."""
        start = time.process_time()
        opinions = self._network.evaluate(positions, komi)
        self.seconds += time.process_time() - start
        return opinions

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return the opinion averaged over the symmetries."""
        start = time.process_time()
        opinion = self._network.evaluate_evenly(position, komi)
        self.seconds += time.process_time() - start
        return opinion


def search_times() -> list[Measurement]:
    """Measure a visit, the root included, and what of it is not the network's."""
    position, whole, beside = middle_game(160), [], []
    for _ in range(_RUNS + 1):
        timed, start = _TimedNetwork(), time.process_time()
        search = Search(timed, position, _KOMI)
        search.run(_VISITS)
        search.findings()
        spent = time.process_time() - start
        whole.append(spent / _VISITS * 1e3)
        beside.append((spent - timed.seconds) / _VISITS * 1e3)
    # The first run warms up.
    return [Measurement.of("reader.search_visit", "ms", whole[1:], _HOW),
            Measurement.of("reader.search_beside_network", "ms", beside[1:], _HOW)]


_MOVES: Final = 250
_REPORT_RUNS: Final = 3


def report_times() -> list[Measurement]:
    """Measure the report of a game of 250 moves, written as a page and as PDF."""
    tree, clocks, works = _tree(), list[float](), list[float]()
    line = part_of(game_line(tree), _MOVES)
    with TemporaryDirectory() as folder:
        for _ in range(_REPORT_RUNS):
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
    return load_file(resource_path("examples", "selfplay02.sgf")).games[0]


_EXAMPLES: Final = ("selfplay01.sgf", "selfplay02.sgf", "selfplay03.sgf")
_BATCH_KOMI: Final = (5.5, 6.5, 7.5)
_BATCH_WORKERS: Final = 2
_OPTIONS: Final = BatchOptions()


def batch_times() -> list[Measurement]:
    """Analyse the shipped games, turned in all ways; nothing where the extra is not installed."""
    with suppress(UsageError), extra_needed():
        return _measured()
    return []


def _measured() -> list[Measurement]:
    works = [_work(load_file(resource_path("examples", name)).games[0], symmetry, komi)
             for komi in _BATCH_KOMI for name in _EXAMPLES for symmetry in SYMMETRIES]
    alone, _, _ = _timed(1, works)
    together, costs, memory = _timed(_BATCH_WORKERS, works)
    note = (f"{len(works)} games of {len(_EXAMPLES)} kinds, default layers, "
            f"{_BATCH_WORKERS} workers, warm")
    return [
        Measurement.of("batch.games_per_second", "games/s", [len(works) / together], note),
        Measurement.of("batch.two_workers", "times one", [alone / together],
                       "how much faster than one worker"),
        Measurement.of("batch.game_processor", "s", costs, "processor time of one game"),
        Measurement.of("batch.worker_memory", "MB", memory, "of each worker, at the end")]


def _timed(workers: int, works: list[GameWork]) -> tuple[float, list[float], list[float]]:
    """Return seconds for all games, processor seconds of each, and the workers' memory in MB."""
    from irgo_app.batch.crew import Crew
    from irgo_app.batch.run import finished

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
