"""A real worker process: right answers, a cancel flag, and life after its death."""

import logging
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from queue import Queue
from typing import Any

import numpy as np
import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import NOTICE_LOGGER
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.position import Position
from irgo_app.judging.requests import LifeRequest
from irgo_app.layers.results import Field
from irgo_app.service import executors
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import (InlineExecutor, LazyExecutor, WorkerExecutor,
                                        search_workers, start_worker)
from irgo_app.service.request import (CANCELLED, Failure, LayerRequest, Outcome, Preparation,
                                      Request, Urgency, Workbench)

TIMEOUT_S = 60


@pytest.fixture(scope="module")
def worker() -> Iterator[WorkerExecutor]:
    found = start_worker()
    yield found
    found.close()


def ask(worker: WorkerExecutor, *requests: Request[Any]) -> list[Outcome]:
    answers: Queue[list[Outcome]] = Queue()
    worker.submit(requests, answers.put)
    return answers.get(timeout=TIMEOUT_S)


@dataclass(frozen=True, eq=False)
class Count:
    """The process that answered, what it was asked so far, and an array."""

    process: int
    asked: tuple[str, ...]
    array: np.ndarray


def shadow(stones: dict[int, int]) -> LayerRequest:
    return LayerRequest(Position.empty(9).with_stones(stones), "influence.shadow")


def test_the_worker_says_what_inline_says(worker: WorkerExecutor) -> None:
    wanted = shadow({3: 1, 40: -1})
    [found] = ask(worker, wanted)
    expected = AnalysisService(InlineExecutor()).result(wanted)
    assert isinstance(found, Field) and isinstance(expected, Field)
    assert np.array_equal(found.values, expected.values)


def test_a_worker_says_that_all_its_kernels_are_there(worker: WorkerExecutor) -> None:
    told: Queue[Preparation] = Queue()
    worker.follow(told.put)
    while not (found := told.get(timeout=TIMEOUT_S)).has_maps:
        assert 0 <= found.done < found.total
    assert worker.is_ready and found.done == found.total > 60


def test_results_are_read_only_when_they_arrive(worker: WorkerExecutor) -> None:
    service = AnalysisService(worker)
    answers: Queue[Outcome] = Queue()
    service.submit(shadow({7: 1}), Urgency.VISIBLE, lambda _, found: answers.put(found))
    found = answers.get(timeout=TIMEOUT_S)
    assert isinstance(found, Field)
    assert not found.values.flags.writeable


def test_a_bad_request_fails_in_words(worker: WorkerExecutor) -> None:
    [found] = ask(worker, LayerRequest(Position.empty(9), "no.such"))
    assert isinstance(found, Failure)
    assert "no.such" in found.text


@dataclass(frozen=True)
class CountingRequest(Request[Count]):
    """How often one worker was asked, as a search that keeps something in it would see."""

    note: str = ""

    @property
    def subject(self) -> str:
        return "The count"

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Count:
        asked = bench.kept(list)
        asked.append(self.note)
        if self.note == "bug":
            raise KeyError(self.note)
        return Count(os.getpid(), tuple(asked), np.zeros(2))


def test_a_new_kind_of_search_is_a_class_and_its_worker_may_keep_things(
    worker: WorkerExecutor
) -> None:
    service = AnalysisService(InlineExecutor(), searchers=(worker,))
    answers: Queue[Outcome] = Queue()
    for note in ("one", "two", "bug"):
        service.submit(CountingRequest(note), Urgency.VISIBLE, lambda _, found: answers.put(found))
    first, second, failure = (answers.get(timeout=TIMEOUT_S) for _ in range(3))
    assert isinstance(first, Count) and isinstance(second, Count)
    assert first.process == second.process == worker.process_id
    assert (first.asked, second.asked) == (("one",), ("one", "two"))
    assert not first.array.flags.writeable
    assert service.cached(CountingRequest("one")) is first
    assert isinstance(failure, Failure) and failure.text.startswith("The count failed (KeyError")


BY_SIGNAL = pytest.mark.skipif(os.name == "nt", reason="ends a process by signal")


@BY_SIGNAL
def test_what_a_killed_worker_owed_is_done_by_the_next_one(worker: WorkerExecutor) -> None:
    said: list[str] = []
    worker.listen(said.append)
    for stone in (1, 2):
        ask(worker, shadow({stone: 1}))
        first = worker.process_id
        assert first
        answers: Queue[list[Outcome]] = Queue()
        os.kill(first, signal.SIGSTOP)
        for other in (3, 4):
            worker.submit([shadow({stone: 1, other: -1})], answers.put)
        os.kill(first, signal.SIGKILL)
        for _ in range(2):
            [found] = answers.get(timeout=TIMEOUT_S)
            assert isinstance(found, Field)
        assert worker.process_id != first
    assert [sentence for sentence in said if "started again" in sentence] == said[-1:]


@BY_SIGNAL
def test_a_worker_that_dies_idle_is_always_started_again(worker: WorkerExecutor) -> None:
    for stone in range(6):
        ask(worker, shadow({stone: 1}))
        first = worker.process_id
        assert first
        os.kill(first, signal.SIGKILL)
        [found] = ask(worker, shadow({stone: -1}))
        assert isinstance(found, Field) and worker.process_id != first


@dataclass(frozen=True)
class Poison(Request[Count]):
    """Ends whatever process works at it."""

    @property
    def subject(self) -> str:
        return "Poison"

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Count:
        os._exit(3)


def test_what_costs_several_workers_is_left_out(
    worker: WorkerExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "_LONGEST_PAUSE_S", 0.0)
    answers: Queue[list[Outcome]] = Queue()
    worker.submit([Poison()], answers.put)
    worker.submit([shadow({5: 1})], answers.put)
    [lost] = answers.get(timeout=TIMEOUT_S)
    assert isinstance(lost, Failure) and "ended 3 times" in lost.text
    [found] = answers.get(timeout=TIMEOUT_S)
    assert isinstance(found, Field)


@dataclass(frozen=True)
class Slow(Request[int]):
    """Works for some seconds: waiting, or in one call that lets no other thread run."""

    waits: bool

    @property
    def subject(self) -> str:
        return "Slow"

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> int:
        if self.waits:
            time.sleep(4)
        else:
            deque(repeat(None, 250_000_000), maxlen=0)
        return os.getpid()


@BY_SIGNAL
def test_a_frozen_worker_is_replaced_and_a_slow_one_is_not(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "TICK_S", 0.6)  # 2.4 s of silence; a beat comes every 2 s.
    worker = WorkerExecutor(is_warm=False)
    for waits in (True, False):
        assert ask(worker, Slow(waits)) == [worker.process_id]
    first = worker.process_id
    assert first
    os.kill(first, signal.SIGSTOP)
    [found] = ask(worker, shadow({6: 1}))
    assert isinstance(found, Field) and worker.process_id != first
    worker.close()


def test_a_worker_that_does_not_start_is_told_of_and_tried_again(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "_LONGEST_PAUSE_S", 0.1)
    monkeypatch.setattr(executors, "run_worker", stillborn)
    worker = WorkerExecutor(is_warm=False)
    [failure] = ask(worker, shadow({1: 1}))
    assert isinstance(failure, Failure) and "goes on trying" in failure.text
    monkeypatch.undo()
    until = time.monotonic() + TIMEOUT_S
    while isinstance(found := ask(worker, shadow({1: 1}))[0], Failure):
        assert time.monotonic() < until
        time.sleep(0.1)
    assert isinstance(found, Field)
    worker.close()


def stillborn(*_arguments: object) -> None:
    os._exit(1)


def test_closing_ends_the_process() -> None:
    worker = start_worker()
    ask(worker, shadow({1: 1}))
    process = worker.process_id
    worker.close()
    worker.close()
    if Path("/proc").is_dir():
        assert not Path(f"/proc/{process}").exists()


@dataclass(frozen=True)
class Patience(Request[Count]):
    """Says that it works, and works until it is told to stop."""

    @property
    def subject(self) -> str:
        return "Patience"

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Count:
        logging.getLogger(NOTICE_LOGGER).warning("working")
        while not cancel:
            time.sleep(0.001)
        return Count(os.getpid(), (), np.zeros(100_000))


def test_closing_while_a_worker_works_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[object] = []
    monkeypatch.setattr(threading, "excepthook", wrong.append)
    for _ in range(3):
        before, told = set(threading.enumerate()), threading.Event()
        worker = WorkerExecutor(is_warm=False)
        worker.listen(lambda _text, told=told: told.set())
        worker.submit([Patience()], wrong.append)
        assert told.wait(TIMEOUT_S)
        [waiting] = set(threading.enumerate()) - before
        worker.close()
        waiting.join(TIMEOUT_S)
        assert not waiting.is_alive()
    assert not wrong



def test_a_worker_tells_where_it_cannot_keep_its_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    worker = WorkerExecutor(is_warm=False)
    service = AnalysisService(worker)
    wanted = LayerRequest(Position.empty(9).with_stones({3: 1}), "influence.zobrist")
    [found] = ask(worker, wanted)
    assert isinstance(found, Field)
    told: list[str] = []
    service.listen(told.append)
    [private] = (tmp_path / "temporary").iterdir()
    assert len(told) == 1 and str(private) in told[0] and list(private.rglob("spreading.*"))
    service.close()


def test_the_flag_is_seen_from_both_sides() -> None:
    mine = CancelFlag()
    other = CancelFlag(os.dup(mine._handle))
    assert not mine and not other
    other.set(True)
    assert mine and other
    mine.set(False)
    assert not other
    other.close()
    mine.close()
    assert not mine
    mine.set(True)


def test_without_memory_for_a_flag_everything_but_stopping_works(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("irgo_app.cancel_flag._new_memory", lambda: -1)
    worker = WorkerExecutor(is_warm=False)
    [found] = ask(worker, shadow({3: 1}))
    assert isinstance(found, Field)
    worker.cancel_running()
    worker.close()
    flag = CancelFlag()
    assert not flag
    flag.set(True)
    assert flag and flag.array[0] == 1
    flag.close()


def test_a_search_worker_starts_with_its_first_search_and_stops_in_the_middle() -> None:
    [searcher, *_] = search_workers()
    assert isinstance(searcher, LazyExecutor)
    assert searcher._executor is None
    wall = {9 * row + column: -1 if (row + column) % 4 == 3 else 1
            for row in range(1, 8, 3) for column in range(1, 8, 2)}
    position = Position.empty(9).with_stones(wall)
    wanted = LifeRequest(position, (point_of_vertex("B8", 9, 9),))
    answers: Queue[list[Outcome]] = Queue()
    searcher.submit([LifeRequest(position, (point_of_vertex("A1", 9, 9),))], answers.put)
    [failure] = answers.get(timeout=TIMEOUT_S)
    assert isinstance(failure, Failure) and "A1" in failure.text
    searcher.submit([wanted], answers.put)
    searcher.cancel_running()
    assert answers.get(timeout=TIMEOUT_S) == [CANCELLED]
    searcher.close()
