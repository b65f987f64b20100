"""Who does the work of a batch: worker processes of this machine, or a cluster of the user's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from msgspec import Struct

from irgo_app.service.pool import WorkerPool


class Crew(Struct, frozen=True):
    """executor -- calls functions elsewhere; size -- tells how many it calls at once by now."""

    executor: Executor
    size: Callable[[], int]


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
