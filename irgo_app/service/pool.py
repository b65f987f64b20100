"""Worker processes of this machine as `concurrent.futures` has them: no port, nothing to reach."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from threading import Lock
from typing import ParamSpec, TypeVar, cast

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IrgoError
from irgo_app.service.executors import WorkerExecutor
from irgo_app.service.request import Failure, Outcome, Request, Workbench
from irgo_app.words import message

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Call(Request[object]):
    """A function of a module with what it is called with, all of which can be pickled."""

    function: Callable[..., object]
    positional: tuple[object, ...]
    named: tuple[tuple[str, object], ...]

    subject = message("The calculation")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> object:
        """Return what the function returns."""
        return self.function(*self.positional, **dict(self.named))


class WorkerPool(Executor):
    """So many workers, each with one call at a time; one that dies is replaced.

    A future raises IrgoError where its function did, where that has a bug, and where several
    workers died at it.
    """

    def __init__(self, workers: int) -> None:
        self._lock = Lock()
        self._waiting: deque[tuple[_Call, Future[object]]] = deque()
        self._workers = [WorkerExecutor(1, is_warm=False) for _ in range(workers)]
        self._free = list(self._workers)
        self._open: set[Future[object]] = set()
        self._is_shut = False

    def submit(
        self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs
    ) -> Future[T]:
        """Have a function called in the next worker that is free."""
        future: Future[object] = Future()
        with self._lock:
            if self._is_shut:
                raise RuntimeError("the pool is shut")
            self._open.add(future)
            self._waiting.append((_Call(function, arguments, tuple(named.items())), future))
            worker = self._free.pop() if self._free else None
        future.add_done_callback(self._open.discard)
        if worker is not None:
            self._give(worker)
        return cast("Future[T]", future)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers, after all that was submitted unless that is cancelled.

        wait -- it is waited for in any case
        """
        with self._lock:
            self._is_shut = True
            left = list(self._open)
        if not cancel_futures:
            wait_for(left)
        for worker in self._workers:
            worker.close()
        for future in left:
            if future.cancel():
                future.set_running_or_notify_cancel()
            elif not future.done():
                future.set_exception(CancelledError())

    @property
    def process_ids(self) -> list[int]:
        return [number for worker in self._workers if (number := worker.process_id) is not None]

    def _give(self, worker: WorkerExecutor) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._free.append(worker)
                    return
                call, future = self._waiting.popleft()
            if future.set_running_or_notify_cancel():
                break

        def done(outcomes: list[Outcome]) -> None:
            [outcome] = outcomes
            if isinstance(outcome, Failure):
                future.set_exception(IrgoError(outcome.message))
            else:
                future.set_result(outcome)
            self._give(worker)

        worker.submit([call], done)
