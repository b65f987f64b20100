"""What one worker, or the command line, keeps from request to request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from threading import Lock
from typing import TypeVar, cast

from irgo_app.cancel_flag import CancelFlag
from irgo_app.layers.results import Result
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest, Request

T = TypeVar("T")


class WorkerBench:
    """The computer of layers, for one thread at a time, and whatever searches want to keep."""

    def __init__(self) -> None:
        self._computer = Computer()
        self._lock = Lock()
        self._kept: dict[Callable[[], object], object] = {}

    def layer_result(self, request: LayerRequest, cancel: CancelFlag | None) -> Result:
        """Return a layer's result, frozen, with the help of those computed before."""
        return self._computer.compute(request, cancel)

    def kept(self, make: Callable[[], T]) -> T:
        """Return what `make` makes, made once: a network that is slow to load, tables, a cache.

        make -- a function of a module or a class, which names what is kept
        """
        with self._lock:
            if make not in self._kept:
                self._kept[make] = make()
            return cast(T, self._kept[make])


def searched_together(
    bench: WorkerBench, requests: Sequence[Request[T]], cancel: CancelFlag | None, at_once: int
) -> Iterator[tuple[int, T]]:
    """Yield the answers of searches as they are done, each with the index of its request.

    Several run at once in threads of this process, for a command that waits for all of them. Raises
    the first IrgoError; those that are not begun then do not begin.
    """
    pool = ThreadPoolExecutor(at_once)
    try:
        jobs = {pool.submit(request.answer, bench, cancel): index
                for index, request in enumerate(requests)}
        for job in as_completed(jobs):
            yield jobs[job], job.result()
    finally:
        # Stopped by the user, those at work end by the flag.
        pool.shutdown(wait=False, cancel_futures=True)
