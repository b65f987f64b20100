"""Who does the work on many games: processes of this machine, or a cluster of the user's.

Games are futures, a few at a time for each worker.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct

from irgo_app.errors import IrgoError
from irgo_app.service.pool import WorkerPool
from irgo_app.words import Message, message

_Work = TypeVar("_Work")
_Result = TypeVar("_Result")
_AHEAD: Final = 3
"""So many games a worker lie ready: it never waits, and memory stays flat."""
_LOOK_S: Final = 0.1


class Crew(Struct, frozen=True):
    """executor -- calls functions elsewhere; size -- tells how many it calls at once by now."""

    executor: Executor
    size: Callable[[], int]


Connect: TypeAlias = Callable[[], AbstractContextManager[Crew]]
"""Lends a crew; asked only if there is something to compute."""


class SchedulerLostError(Exception):
    """The scheduler does not answer any more."""


@contextmanager
def crew_here(workers: int) -> Iterator[Crew]:
    """Lend a crew of so many processes on this machine, which are ended afterwards.

    They are reached by pipes: nobody else can ask anything of them.
    """
    pool = WorkerPool(workers)
    try:
        yield Crew(pool, lambda: workers)
    finally:
        pool.shutdown(cancel_futures=True)


def outcomes(
    crew: Crew, works: Iterator[_Work], call: Callable[[_Work], _Result],
    is_stopped: Callable[[], bool] | None = None,
) -> Iterator[list[tuple[_Work, _Result | Message]]]:
    """Yield works with their results, or with the reason why there is none, as they are done.

    Those are yielded together that are done at the same time. Never more than a few works a worker
    are under way.
    is_stopped -- asked ten times a second; what is under way then is dropped
    Raises SchedulerLostError.
    """
    try:
        yield from _outcomes(crew, works, call, is_stopped)
    except OSError:
        raise SchedulerLostError from None


def _outcomes(
    crew: Crew, works: Iterator[_Work], call: Callable[[_Work], _Result],
    is_stopped: Callable[[], bool] | None,
) -> Iterator[list[tuple[_Work, _Result | Message]]]:
    under_way: dict[Future[_Result], _Work] = {}

    def send() -> None:
        for work in islice(works, max(0, _AHEAD * crew.size() - len(under_way))):
            under_way[crew.executor.submit(call, work)] = work

    send()
    while under_way:
        done, _ = wait(under_way, None if is_stopped is None else _LOOK_S, FIRST_COMPLETED)
        if done:
            found = list[tuple[_Work, _Result | Message]]()
            for future in done:
                outcome = _outcome(future)
                found.append((under_way.pop(future), outcome))
            yield found
        if is_stopped is not None and is_stopped():
            return
        send()


def _outcome(future: Future[_Result]) -> _Result | Message:
    try:
        error = future.exception()
    except CancelledError:
        raise SchedulerLostError from None
    if isinstance(error, IrgoError):
        return error.message
    if error is not None:
        return message("A bug in irgo: {kind}: {error}. Please report it with the file.",
                       kind=type(error).__name__, error=error)
    return future.result()
