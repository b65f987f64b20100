"""Jobs: requests on their way, and the lanes in which they wait for one kind of worker."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct, field

from irgo_app.service.request import AnyRequest, Outcome, Urgency

if TYPE_CHECKING:
    from irgo_app.service.executors import Executor

OnDone: TypeAlias = Callable[[AnyRequest, Outcome], None]


class Job(Struct, eq=False):
    """A request with its urgency; `on_done` is called once, on a thread of the service.

    Only the service changes `is_cancelled`; ask it through `AnalysisService.cancel`.
    """

    request: AnyRequest
    urgency: Urgency
    on_done: OnDone
    is_cancelled: bool = field(default=False)


class Lane:
    """Holds jobs, the most urgent first, for one or more executors; not thread-safe by itself.

    executors -- who does the work; batch -- how many jobs are sent to one of them at once
    """

    def __init__(self, executors: Sequence[Executor], batch: int) -> None:
        self._executors = tuple(executors)
        self._batch = batch
        self._waiting: list[tuple[int, int, Job]] = []
        self._sequence = count()
        self._under_way: list[tuple[Executor, Sequence[Job]]] = []

    def add(self, job: Job) -> None:
        """Let a job wait for its turn."""
        # The number keeps equals in the order they came, and jobs from being compared.
        heapq.heappush(self._waiting, (-job.urgency, next(self._sequence), job))

    def take(self) -> tuple[list[Job], list[Job]]:
        """Return the jobs to send next, and those that were called off while they waited."""
        jobs: list[Job] = []
        dropped: list[Job] = []
        while self._waiting and len(jobs) < self._batch:
            job = heapq.heappop(self._waiting)[2]
            (dropped if job.is_cancelled else jobs).append(job)
        return jobs, dropped

    def free_executor(self) -> Executor | None:
        """Return an executor with room for a batch."""
        for executor in self._executors:
            busy = sum(other is executor for other, _ in self._under_way)
            if busy < executor.depth:
                return executor
        return None

    def begin(self, executor: Executor, jobs: Sequence[Job]) -> None:
        """Note that a batch is under way."""
        self._under_way.append((executor, jobs))

    def end(self, jobs: Sequence[Job]) -> None:
        """Note that a batch has come back."""
        self._under_way = [entry for entry in self._under_way if entry[1] is not jobs]

    def cancel_running(self, job: Job) -> None:
        """Ask the executor that works at a job to stop."""
        for executor, jobs in self._under_way:
            if job in jobs:
                executor.cancel_running()

    def listen(self, on_notice: Callable[[str], None]) -> None:
        """Tell sentences of the executors for the user."""
        for executor in self._executors:
            executor.listen(on_notice)

    @property
    def is_busy(self) -> bool:
        """Return whether anything is under way."""
        return bool(self._under_way)

    def close(self) -> None:
        """Forget what waits and end the executors."""
        self._waiting.clear()
        for executor in self._executors:
            executor.close()
