"""Where work is done: inline (command line, tests) or in worker processes (window).

An executor takes batches of requests and hands back their outcomes. Importing this module is
cheap, so that the window can start its workers before it has loaded Qt.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Event, Lock, Thread, main_thread
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IrgoError
from irgo_app.service.processes import BEAT, Preparers, run_worker, start_quietly
from irgo_app.service.request import AnyRequest, Failure, Notice, Outcome, Preparation
from irgo_app.words import message

if TYPE_CHECKING:
    from irgo_app.service.plan import WorkerBench

OnBatchDone: TypeAlias = Callable[[list[Outcome]], None]
OnNotice: TypeAlias = Callable[[str], None]
OnPreparation: TypeAlias = Callable[[Preparation], None]

_MOST_DEATHS: Final = 3
"""A batch at which so many workers died is given up: it may be the batch."""
_LONGEST_PAUSE_S: Final = 60.0
TICK_S: Final = 2.5
_MOST_SILENT_TICKS: Final = 4
"""A worker that owes an answer and gives no sign of life for so long is frozen, and ended."""
_MOST_SEARCHERS: Final = 4
_NOT_STARTING: Final = Failure(message(
    "The analysis process ends as soon as it is started; irgo goes on trying. If that lasts, "
    "start irgo anew or reinstall it."))
_GIVEN_UP: Final = Failure(message(
    "The analysis process ended {count} times while it worked at this, which is left out now; "
    "please report this position.", count=_MOST_DEATHS))
_STARTED_AGAIN: Final = message(
    "An analysis process ended unexpectedly; it is started again, and what it was asked is done "
    "anew.")
_LOG: Final = logging.getLogger(__name__)
_LOG.setLevel(logging.INFO)


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
        from irgo_app.service.plan import WorkerBench

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
    try:
        return request.answer(bench, None)
    except IrgoError as error:
        return Failure(error.message)


class _Batch(Struct, eq=False):
    """What was asked of a worker; pipe -- the one it went into; deaths -- of workers at it."""

    requests: tuple[AnyRequest, ...]
    on_done: OnBatchDone
    pipe: Connection | None = None
    deaths: int = 0


class WorkerExecutor:
    """One worker process between two pipes; a thread waits for its answers.

    One pipe carries requests and is closed to end the worker; the other is left to the thread that
    waits at it, which closes it when the worker has ended.

    A worker that ends is always started again: at once, then after growing pauses, until one has
    answered. What it owed is asked of the next one, but for a batch that has cost several workers.
    One that is frozen while it owes an answer is ended: it has said nothing for a dozen seconds
    (`worker_process` beats while it works) nor used the processor, as compiled code does that lets
    nobody speak.
    """

    def __init__(self, depth: int = 2, *, is_warm: bool = True) -> None:
        """Start the process.

        depth -- see `Executor`; is_warm -- it makes all layers ready
        preparation -- how far that is, None as long as the worker has not said
        preparers -- processes that compile with the worker where kernels are missing
        """
        self.depth = depth
        self._is_warm = is_warm
        self._closing = Event()
        self._lock, self._sending = Lock(), Lock()
        self._under_way: dict[int, _Batch] = {}
        self._number = 0
        self._deaths_in_a_row = self._false_starts = 0
        self._has_told = False
        self._notices: deque[str] = deque()
        self._on_notice: OnNotice | None = None
        self.preparation = None if is_warm else Preparation(0, 0, is_complete=True)
        self.preparers = Preparers()
        self._on_preparation: OnPreparation | None = None
        self._flag = CancelFlag()
        self._requests: Connection | None = None
        self._process: BaseProcess | None = None
        Thread(target=self._keep_running, args=(self._start(),), daemon=True).start()

    def submit(self, requests: Sequence[AnyRequest], on_done: OnBatchDone) -> None:
        """Send a batch; returns at once. Call from one thread at a time."""
        if self._is_not_starting:
            Thread(target=on_done, args=([_NOT_STARTING] * len(requests),), daemon=True).start()
            return
        batch = _Batch(tuple(requests), on_done)
        with self._lock:
            self._number += 1
            number = self._number
            self._under_way[number] = batch
        self._send(number, batch)

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
        with self._lock:
            if self._closing.is_set():
                return
            self._closing.set()
        self.cancel_running()
        self.preparers.close()
        if self._requests is not None:
            self._requests.close()
        if self._process is not None:
            # In the midst of work a worker does not see that the pipe is closed; one that is still
            # loading has nothing to bring to an end.
            self._process.join(0.0 if self.preparation is None else 0.5)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
        self._flag.close()

    @property
    def process_id(self) -> int | None:
        """Return the worker's process id, None while there is no worker."""
        return None if self._process is None else self._process.pid

    @property
    def _is_not_starting(self) -> bool:
        return self._false_starts >= _MOST_DEATHS

    def _start(self) -> Connection | None:
        """Start a process and return the pipe of its answers; None where the system refuses."""
        context = multiprocessing.get_context("spawn")
        try:
            asked, requests = context.Pipe(duplex=False)
            answers, answered = context.Pipe(duplex=False)
            process = context.Process(
                target=run_worker, daemon=True, name="irgo-worker",
                args=(asked, answered, self._flag, self._is_warm))
            with self._lock:
                if self._closing.is_set():
                    return None
                start_quietly(process)
                self._process, self._requests = process, requests
        except OSError:
            _LOG.exception("a worker cannot be started")
            return None
        asked.close()
        answered.close()
        return answers

    def _send(self, number: int, batch: _Batch) -> None:
        with self._sending:
            pipe = self._requests
            if pipe is None or batch.pipe is pipe:
                return
            batch.pipe = pipe
            # A worker that is gone gets nothing; the next one does.
            with suppress(OSError):
                pipe.send((number, batch.requests))

    def _keep_running(self, answers: Connection | None) -> None:
        """Hand out answers, and start the worker again whenever it ends; runs on its own thread."""
        while True:
            self._false_starts += 1
            if answers is not None:
                self._read(answers)
                answers.close()
            # Where irgo itself ends, Python ends what it has started: that is no worker's death.
            if self._closing.is_set() or not main_thread().is_alive():
                return
            self._note_death()
            pause = 0.0 if self._deaths_in_a_row <= 1 else min(
                _LONGEST_PAUSE_S, 2.0 ** (self._deaths_in_a_row - 2))
            if self._closing.wait(pause):
                return
            answers = self._start()
            for number, batch in list(self._under_way.items()):
                self._send(number, batch)

    def _read(self, answers: Connection) -> None:
        """Hand out answers until the worker has ended, or is frozen and was ended."""
        watch = FrozenWatch(self._process)
        while True:
            try:
                if not answers.poll(TICK_S):
                    if watch.is_frozen(owes=bool(self._under_way)):
                        watch.end()
                    continue
                answer = answers.recv()
            except (EOFError, OSError):
                return
            watch.note_life()
            self._false_starts = 0
            if answer is BEAT:
                continue
            if isinstance(answer, Notice):
                self._notices.append(str(answer.text))
                self._tell_notices()
            elif isinstance(answer, Preparation):
                self._take_preparation(answer)
            else:
                self._hand_out(*answer)

    def _hand_out(self, number: int, outcomes: list[Outcome]) -> None:
        self._deaths_in_a_row = 0
        with self._lock:
            batch = self._under_way.pop(number)
            # One flag for all batches: it falls when the last one that saw it has answered.
            if not self._under_way:
                self._flag.set(False)
        if not self._closing.is_set():
            batch.on_done(outcomes)

    def _take_preparation(self, preparation: Preparation) -> None:
        """Note how far the worker is; the first time that something is missing, get it help."""
        is_missed_first = not preparation.is_complete and (
            self.preparation is None or self.preparation.is_complete)
        self.preparation = preparation
        if is_missed_first and not self._closing.is_set() and not self.preparers.is_working:
            self.preparers.start()
        if self._on_preparation is not None and not self._closing.is_set():
            self._on_preparation(preparation)

    def _tell_notices(self) -> None:
        """Tell what has not been told; a sentence may come before anybody listens."""
        while self._on_notice and not self._closing.is_set():
            try:
                text = self._notices.popleft()
            except IndexError:
                return
            self._on_notice(text)

    def _note_death(self) -> None:
        """Let go of a worker that has ended; give up what has cost several of them."""
        with self._sending:
            if self._requests is not None:
                self._requests.close()
            self._requests = None
        process = self._process
        if process is not None:
            process.join()
        with self._lock:
            owed = dict(self._under_way)
            is_idle = not (owed or self._false_starts) and (
                self.preparation is not None and self.preparation.is_complete)
            self._deaths_in_a_row += not is_idle
            lost = self._lost(owed)
            for number in lost:
                del self._under_way[number]
            if not self._under_way:
                self._flag.set(False)
        # An idle one harms nobody: the log keeps it, standard error need not tell.
        _LOG.log(
            logging.WARNING if owed else logging.INFO,
            "worker %s ended (exit code %s) with %s batches under way; %s in a row",
            process and process.pid, process and process.exitcode, len(owed),
            self._deaths_in_a_row)
        if owed and not self._false_starts and not self._has_told:
            self._has_told = True
            self._notices.append(str(_STARTED_AGAIN))
            self._tell_notices()
        for number, failure in lost.items():
            owed[number].on_done([failure] * len(owed[number].requests))

    def _lost(self, owed: dict[int, _Batch]) -> dict[int, Failure]:
        """Return which batches are given up: the one that workers died at, or all of them."""
        if self._is_not_starting:
            return dict.fromkeys(owed, _NOT_STARTING)
        if self._false_starts or not owed:
            return {}
        number, first = next(iter(owed.items()))
        first.deaths += 1
        return {number: _GIVEN_UP} if first.deaths >= _MOST_DEATHS else {}


class FrozenWatch:
    """Tells whether a worker is frozen; asked after each `TICK_S` without a word of it.

    It counts the moments at which irgo itself looked, so that a laptop's sleep is none; compiled
    code that lets no thread speak uses the processor.
    """

    def __init__(self, process: BaseProcess | None) -> None:
        self._process = process
        self._silent_ticks = 0
        self._worked: float | None = None

    def note_life(self) -> None:
        """Note that the worker has said something."""
        self._silent_ticks = 0

    def is_frozen(self, *, owes: bool) -> bool:
        """Return whether the worker has been silent and still for too long, after a silent tick."""
        worked = self._processor_seconds() if owes else None
        if worked is None or worked != self._worked:
            self._silent_ticks = 0
        else:
            self._silent_ticks += 1
        self._worked = worked
        return self._silent_ticks >= _MOST_SILENT_TICKS

    def end(self) -> None:
        """End the worker; its pipe then says so."""
        if self._process is not None:
            _LOG.warning("worker %s is frozen", self._process.pid)
            self._process.kill()

    def _processor_seconds(self) -> float | None:
        """Return how long the worker has worked; None while it waits for a disk, or has ended."""
        import psutil  # Not at the start: most workers are never silent.

        try:
            process = psutil.Process(self._process.pid if self._process is not None else None)
            if process.status() == psutil.STATUS_DISK_SLEEP:
                return None
            times = process.cpu_times()
        except psutil.Error:
            return None
        return float(times.user + times.system)


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
