"""What waits for one kind of worker, in the order in which it is worth doing.

The most urgent goes first, and of what is equally urgent the newest: it is for what the user looks
at now. What waits is bounded; beyond that the oldest of the least urgent is dropped.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct, field

from irgo_app.service.executors import Executor
from irgo_app.service.request import AnyRequest, Outcome, Urgency

OnDone: TypeAlias = Callable[[AnyRequest, Outcome], None]
MOST_WAITING: Final = 256


class Job(Struct, eq=False):
    """A request with its urgency; `on_done` is called once, on a thread of the service.

    Only the service changes it; ask through `AnalysisService.cancel`, `withdraw` and `hurry`.
    """

    request: AnyRequest
    urgency: Urgency
    on_done: OnDone
    is_cancelled: bool = field(default=False)


class Lane:
    """Holds jobs for one or more executors; not thread-safe by itself.

    executors -- who does the work; batch -- how many jobs are sent to one of them at once
    """

    def __init__(self, executors: Sequence[Executor], batch: int) -> None:
        self._executors = tuple(executors)
        self._batch = batch
        self._waiting = {urgency: OrderedDict[int, Job]() for urgency in sorted(Urgency)}
        """By urgency, the least first; in each the job to be done next is last."""
        self._under_way: list[tuple[Executor, Sequence[Job]]] = []

    def add_all(self, jobs: Sequence[Job]) -> list[Job]:
        """Let jobs wait for their turn, the first one first; return those that are dropped."""
        for job in reversed(jobs):
            self._waiting[job.urgency][id(job)] = job
        dropped = list[Job]()
        for waiting in self._waiting.values():
            while waiting and self.waiting_count > MOST_WAITING:
                job = waiting.popitem(last=False)[1]
                job.is_cancelled = True
                dropped.append(job)
        return dropped

    def remove(self, job: Job) -> bool:
        """Call a job off that waits, and take it out; return whether it did."""
        if self._waiting[job.urgency].pop(id(job), None) is None:
            return False
        job.is_cancelled = True
        return True

    def hurry(self, job: Job, urgency: Urgency) -> None:
        """Do a job next that waits, at least as urgently as is said."""
        if self._waiting[job.urgency].pop(id(job), None) is not None:
            job.urgency = max(job.urgency, urgency)
            self._waiting[job.urgency][id(job)] = job

    def take(self) -> tuple[list[Job], list[Job]]:
        """Return the jobs to send next, and those that were called off while they waited."""
        jobs: list[Job] = []
        dropped: list[Job] = []
        for waiting in reversed(self._waiting.values()):
            while waiting and len(jobs) < self._batch:
                job = waiting.popitem(last=True)[1]
                (dropped if job.is_cancelled else jobs).append(job)
        return jobs, dropped

    @property
    def waiting_count(self) -> int:
        return sum(map(len, self._waiting.values()))

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
        return bool(self._under_way)

    def close(self) -> None:
        """Forget what waits and end the executors."""
        for waiting in self._waiting.values():
            waiting.clear()
        for executor in self._executors:
            executor.close()
