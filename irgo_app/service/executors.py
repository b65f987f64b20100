"""Where work is done: inline (command line, tests) or in worker processes (window).

An executor takes batches of requests and hands back their outcomes. Importing this module is
cheap, so that the window can start its workers before it has loaded Qt.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import TYPE_CHECKING, Protocol, TypeAlias

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IrgoError
from irgo_app.service.preparers import Preparers
from irgo_app.service.request import AnyRequest, Failure, Notice, Outcome, Preparation
from irgo_app.service.worker_process import run_worker
from irgo_app.words import message

if TYPE_CHECKING:
    from irgo_app.service.workbench import WorkerBench

OnBatchDone: TypeAlias = Callable[[list[Outcome]], None]
OnNotice: TypeAlias = Callable[[str], None]
OnPreparation: TypeAlias = Callable[[Preparation], None]

_MOST_DEATHS = 3
_MOST_SEARCHERS = 4
_GIVEN_UP = Failure(message(
    "The analysis process does not start; reinstall irgo or report this."))
_GONE = Failure(message(
    "The analysis process ended unexpectedly; it was started again, try once more."))


class Executor(Protocol):
    """What the service asks of a place where work is done."""

    depth: int
    """How many batches may be under way at once."""

    @property
    def is_ready(self) -> bool:
        """Return whether there is more to do than what somebody waits for.

        A worker that is compiling what it needs takes no work ahead.
        """

    def follow(self, on_preparation: OnPreparation) -> None:
        """Tell how far a worker is that compiles what it needs, on a thread of its own."""

    def submit(self, requests: Sequence[AnyRequest], on_done: OnBatchDone) -> None:
        """Start a batch; `on_done` gets one outcome a request, in order."""

    def cancel_running(self) -> None:
        """Ask what is running to stop; its outcome is then CANCELLED."""

    def listen(self, on_notice: OnNotice) -> None:
        """Tell sentences for the user from now on, and those that came before."""

    def close(self) -> None:
        """Stop; outcomes of what is under way are dropped."""


class InlineExecutor:
    """Does the work at once, in the caller's thread.

    What `on_done` submits in turn is done after it returns, so a long look-ahead does not nest.
    """

    depth = 1
    is_ready = True

    def __init__(self) -> None:
        self._queue: deque[tuple[Sequence[AnyRequest], OnBatchDone]] = deque()
        self._is_working = False
        self._bench: WorkerBench | None = None

    def submit(self, requests: Sequence[AnyRequest], on_done: OnBatchDone) -> None:
        """Compute the batch and call `on_done` before returning; bugs of a layer pass through."""
        from irgo_app.service.workbench import WorkerBench

        if self._bench is None:
            self._bench = WorkerBench()
        self._queue.append((requests, on_done))
        if self._is_working:
            return
        self._is_working = True
        try:
            while self._queue:
                batch, done = self._queue.popleft()
                done([_outcome(self._bench, request) for request in batch])
        finally:
            self._is_working = False
            self._queue.clear()

    def cancel_running(self) -> None:
        """Nothing is ever running between two calls."""

    def listen(self, on_notice: OnNotice) -> None:
        """What is logged in this process needs no carrying."""

    def follow(self, on_preparation: OnPreparation) -> None:
        """What is missing is compiled when it is called."""

    def close(self) -> None:
        """Nothing to stop."""


def _outcome(bench: WorkerBench, request: AnyRequest) -> Outcome:
    """Return an answer, or why there is none."""
    try:
        return request.answer(bench, None)
    except IrgoError as error:
        return Failure(error.message)


class WorkerExecutor:
    """One worker process between two pipes; a thread waits for its answers.

    One pipe carries requests and is closed to end the worker; the other is left to the thread that
    waits at it, which closes it when the worker has ended.

    A worker that dies fails what it had under way and is replaced; one that dies again and again
    without an answer is given up, and everything asked of it fails with a sentence.
    """

    def __init__(self, depth: int = 2, *, is_warm: bool = True) -> None:
        """Start the process.

        depth -- see `Executor`; is_warm -- it makes all layers ready
        preparation -- how far that is, None as long as the worker has not said
        preparers -- processes that compile with the worker where kernels are missing
        """
        self.depth = depth
        self._is_warm = is_warm
        self._is_closed = False
        self._under_way: dict[int, tuple[int, OnBatchDone]] = {}
        self._number = 0
        self._deaths_in_a_row = 0
        self._notices: deque[str] = deque()
        self._on_notice: OnNotice | None = None
        self.preparation = None if is_warm else Preparation(0, 0, is_complete=True)
        self.preparers = Preparers()
        self._on_preparation: OnPreparation | None = None
        self._flag = CancelFlag()
        self._start()

    def submit(self, requests: Sequence[AnyRequest], on_done: OnBatchDone) -> None:
        """Send a batch; returns at once. Call from one thread at a time."""
        if self._deaths_in_a_row >= _MOST_DEATHS:
            on_done([_GIVEN_UP] * len(requests))
            return
        self._number += 1
        self._under_way[self._number] = (len(requests), on_done)
        try:
            self._requests.send((self._number, tuple(requests)))
        except OSError:
            # The waiting thread sees the worker end, fails the batch and starts a new worker.
            return

    def cancel_running(self) -> None:
        """Raise the shared flag until everything sent so far has answered."""
        if self._under_way:
            self._flag.set(True)

    @property
    def is_ready(self) -> bool:
        """Return whether all maps can be computed at once."""
        return self.preparation is not None and self.preparation.has_maps

    def follow(self, on_preparation: OnPreparation) -> None:
        """Tell how far the worker is, and what was last said of it."""
        self._on_preparation = on_preparation
        if self.preparation is not None:
            on_preparation(self.preparation)

    def listen(self, on_notice: OnNotice) -> None:
        """Tell sentences for the user, on the thread that waits for answers or on this one."""
        self._on_notice = on_notice
        self._tell_notices()

    def close(self) -> None:
        """Close the pipe, which ends the worker, and wait a moment for it."""
        if self._is_closed:
            return
        self._is_closed = True
        self.cancel_running()
        self.preparers.close()
        self._requests.close()
        # In the midst of work a worker does not see that the pipe is closed; one that is still
        # loading has nothing to bring to an end.
        self._process.join(0.0 if self.preparation is None else 0.5)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._flag.close()

    @property
    def process_id(self) -> int | None:
        """Return the worker's process id."""
        return self._process.pid

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        asked, self._requests = context.Pipe(duplex=False)
        answers, answered = context.Pipe(duplex=False)
        self._process = context.Process(
            target=run_worker, daemon=True, name="irgo-worker",
            args=(asked, answered, self._flag.path, self._is_warm))
        self._process.start()
        asked.close()
        answered.close()
        Thread(target=self._read, args=(answers,), daemon=True).start()

    def _read(self, answers: Connection) -> None:
        """Hand out answers until the worker has ended; runs on its own thread."""
        while True:
            try:
                answer = answers.recv()
            except (EOFError, OSError):
                break
            if isinstance(answer, Notice):
                self._notices.append(str(answer.text))
                self._tell_notices()
                continue
            if isinstance(answer, Preparation):
                self._take_preparation(answer)
                continue
            number, outcomes = answer
            self._deaths_in_a_row = 0
            _, on_done = self._under_way.pop(number)
            # One flag for all batches: it falls when the last one that saw it has answered.
            if not self._under_way:
                self._flag.set(False)
            if not self._is_closed:
                on_done(outcomes)
        answers.close()
        if not self._is_closed:
            self._replace()

    def _take_preparation(self, preparation: Preparation) -> None:
        """Note how far the worker is; the first time that something is missing, get it help."""
        is_missed_first = not preparation.is_complete and (
            self.preparation is None or self.preparation.is_complete)
        self.preparation = preparation
        if is_missed_first and not self._is_closed and not self.preparers.is_working:
            self.preparers.start()
        if self._on_preparation is not None and not self._is_closed:
            self._on_preparation(preparation)

    def _tell_notices(self) -> None:
        """Tell what has not been told; a sentence may come before anybody listens."""
        while self._on_notice and not self._is_closed:
            try:
                text = self._notices.popleft()
            except IndexError:
                return
            self._on_notice(text)

    def _replace(self) -> None:
        lost = list(self._under_way.values())
        self._under_way.clear()
        self._deaths_in_a_row += 1
        # Before the owners are told: they may ask again at once.
        if self._deaths_in_a_row < _MOST_DEATHS:
            self._start()
        for count, on_done in lost:
            on_done([_GONE] * count)


class LazyExecutor:
    """An executor that is started with the first work it gets; one batch at a time.

    start -- starts it; that takes some milliseconds and is done in a thread of its own
    """

    depth = 1
    is_ready = True

    def __init__(self, start: Callable[[], Executor]) -> None:
        self._begin = start
        self._executor: Executor | None = None
        self._on_notice: OnNotice | None = None
        self._is_closed = self._is_called_off = False
        self._lock = Lock()

    def submit(self, requests: Sequence[AnyRequest], on_done: OnBatchDone) -> None:
        """Send a batch; returns at once."""
        self._is_called_off = False
        if self._executor is not None:
            self._executor.submit(requests, on_done)
        else:
            Thread(target=self._submit_first, args=(requests, on_done), daemon=True).start()

    def cancel_running(self) -> None:
        """Ask the search to stop, also one that has yet to be sent."""
        with self._lock:
            self._is_called_off = True
            if self._executor is not None:
                self._executor.cancel_running()

    def listen(self, on_notice: OnNotice) -> None:
        """Tell sentences for the user, once there is an executor that has any."""
        with self._lock:
            self._on_notice = on_notice
            if self._executor is not None:
                self._executor.listen(on_notice)

    def follow(self, on_preparation: OnPreparation) -> None:
        """A searcher loads what a search needs, or compiles it with the preparers."""

    def close(self) -> None:
        """End what was started."""
        with self._lock:
            self._is_closed = True
            if self._executor is not None:
                self._executor.close()

    def _submit_first(self, requests: Sequence[AnyRequest], on_done: OnBatchDone) -> None:
        with self._lock:
            if self._is_closed:
                return
            self._executor = self._begin()
            if self._on_notice is not None:
                self._executor.listen(self._on_notice)
            self._executor.submit(requests, on_done)
            # Called off while the process was being started.
            if self._is_called_off:
                self._executor.cancel_running()


def start_worker() -> WorkerExecutor:
    """Start a worker process and return at once; it warms up while the caller goes on."""
    return WorkerExecutor()


def search_workers() -> tuple[Executor, ...]:
    """Return executors for searches, one a core up to four; their processes start when needed."""
    count = min(os.cpu_count() or 1, _MOST_SEARCHERS)
    return tuple(LazyExecutor(lambda: WorkerExecutor(1, is_warm=False)) for _ in range(count))


def engine_workers() -> tuple[Executor, ...]:
    """Return the executor for searches of engines: one, so that no engine is started twice."""
    return (LazyExecutor(lambda: WorkerExecutor(1, is_warm=False)),)
