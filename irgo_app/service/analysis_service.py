"""The analysis service: cache, priorities, look-ahead; one for every face of irgo.

Whole-board layers have a lane of their own, so that no search ever keeps a map waiting; searches
go to other workers, one search each; what an engine does goes to one worker, which keeps it.

Threads: every public method may be called from any thread. Callbacks run on a thread of the
executor (inline: the caller's) and never while the service holds its lock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import RLock
from typing import TypeVar, cast

from irgo_app.errors import LayerError
from irgo_app.service.ahead import LookAhead
from irgo_app.service.cache import ResultCache
from irgo_app.service.executors import Executor, OnPreparation
from irgo_app.service.jobs import Job, OnDone
from irgo_app.service.lane import Lane
from irgo_app.service.request import (
    CANCELLED,
    AnyRequest,
    Cancelled,
    Failure,
    LaneName,
    Outcome,
    Preparation,
    Request,
    Urgency,
)

T = TypeVar("T")

CACHE_BUDGET = 16_000_000
"""Bytes; all maps of a game of 350 nodes take as much."""
BATCH = 24
"""Requests sent at once when looking ahead: about a millisecond of work."""


class AnalysisService:
    """Answers requests from the cache or through an executor, the most urgent first.

    searchers -- who does the searches; without any the executor does them too
    engines -- who does the searches of engines; without any the searchers do
    """

    def __init__(
        self, executor: Executor, cache_budget: int = CACHE_BUDGET,
        searchers: Sequence[Executor] = (), engines: Sequence[Executor] = (),
    ) -> None:
        self._cache = ResultCache(cache_budget)
        self._lock = RLock()
        self._quick = Lane((executor,), BATCH)
        self._long = Lane(searchers, 1) if searchers else self._quick
        self._engines = Lane(engines, 1) if engines else self._long
        self._ahead: LookAhead | None = None
        self._ahead_done: OnDone | None = None
        self._on_hungry: Callable[[], None] | None = None
        self._on_preparation: OnPreparation | None = None
        self._preparation: Preparation | None = None
        self._is_closed = False
        executor.follow(self._pass_on)

    def cached(self, request: Request[T]) -> T | None:
        """Return the answer if it is there already; never computes."""
        return cast("T | None", self._cache.get(request))

    def result(self, request: Request[T]) -> T:
        """Return the answer, computing it in this thread's time if need be.

        Meant for an inline executor; raises LayerError if there is none.
        """
        found = self._cache.get(request)
        if found is None:
            outcomes: list[Outcome] = []
            self.submit(request, Urgency.VISIBLE, lambda _, outcome: outcomes.append(outcome))
            found = outcomes[0] if outcomes else CANCELLED
            if isinstance(found, Failure):
                raise LayerError(found.message)
            if isinstance(found, Cancelled):
                raise LayerError("The analysis was called off.")
        return cast(T, found)

    def submit(self, request: AnyRequest, urgency: Urgency, on_done: OnDone) -> Job:
        """Ask for a result; `on_done(request, outcome)` is called once, at once if it is cached."""
        job = Job(request, urgency, on_done)
        found = self._cache.get(request)
        if found is not None:
            on_done(request, found)
            return job
        with self._lock:
            self._lane_of(request).add(job)
        self._pump()
        return job

    def cancel(self, job: Job) -> None:
        """Call a job off: if it waits it is dropped, if it runs its search is asked to stop."""
        with self._lock:
            job.is_cancelled = True
            self._lane_of(job.request).cancel_running(job)

    def look_ahead(
        self, requests: Iterator[AnyRequest], on_done: OnDone,
        on_hungry: Callable[[], None] | None = None,
    ) -> None:
        """Compute `requests` whenever nothing else waits; replaces the look-ahead before it.

        The iterator is pulled on whatever thread has time. An owner whose iterator belongs to one
        thread gives `on_hungry`: it is called (on any thread) when there is room for more, and the
        owner then calls `feed` on the right thread.
        """
        with self._lock:
            self._ahead = LookAhead(requests, self._cache, self._ahead)
            self._ahead_done, self._on_hungry = on_done, on_hungry
        self._pump()

    def listen(self, on_notice: Callable[[str], None]) -> None:
        """Tell sentences of the workers for the user, on a thread of theirs or on this one."""
        # Without searchers all are the same lane, which is told once.
        for lane in {self._quick, self._long, self._engines}:
            lane.listen(on_notice)

    def follow(self, on_preparation: OnPreparation) -> None:
        """Tell how far the kernels are of a worker that compiles them, on a thread of its own."""
        self._on_preparation = on_preparation
        if self._preparation is not None:
            on_preparation(self._preparation)

    def stop_look_ahead(self) -> None:
        """Look no further ahead; what is under way is still finished and cached."""
        with self._lock:
            if self._ahead:
                self._ahead.finish()
            self._ahead = None

    def feed(self) -> None:
        """Send look-ahead work while there is room for it, on the calling thread.

        Where the owner feeds (`on_hungry`), one call looks at a limited number of requests and asks
        to be called again.
        """
        while self._send_waiting(self._quick) or self._send_ahead():
            if self._on_hungry is not None:
                break
        self._ask_for_more()

    @property
    def is_looking_ahead(self) -> bool:
        """Return whether the look-ahead has work left or under way."""
        return self._ahead is not None and (
            not self._ahead.is_finished or self._quick.is_busy
        )

    def close(self) -> None:
        """Stop everything; nothing is called back any more."""
        with self._lock:
            self._is_closed = True
            self._ahead = None
        for lane in {self._quick, self._long, self._engines}:
            lane.close()

    def _lane_of(self, request: AnyRequest) -> Lane:
        return {LaneName.MAPS: self._quick, LaneName.SEARCHES: self._long,
                LaneName.ENGINES: self._engines}[request.lane]

    def _pump(self) -> None:
        """Send what waits; then let the look-ahead use the room that is left."""
        for lane in (self._quick, self._long, self._engines):
            while self._send_waiting(lane):
                pass
        if self._on_hungry is None:
            self.feed()
        else:
            self._ask_for_more()

    def _ask_for_more(self) -> None:
        """Tell the owner of the look-ahead, if it has one, that there is room, if there is."""
        with self._lock:
            ahead, hungry = self._ahead, self._on_hungry
            executor = self._quick.free_executor()
            has_room = executor is not None and executor.is_ready
        if hungry and ahead and not ahead.is_finished and has_room and not self._is_closed:
            hungry()

    def _send_waiting(self, lane: Lane) -> bool:
        """Send the most urgent waiting jobs as one batch; return whether anything was sent."""
        with self._lock:
            executor = lane.free_executor()
            if self._is_closed or executor is None:
                return False
            jobs, dropped = lane.take()
            if jobs:
                self._start(lane, executor, jobs, None)
        for job in dropped:
            job.on_done(job.request, CANCELLED)
        return bool(jobs)

    def _send_ahead(self) -> bool:
        with self._lock:
            ahead, on_done, lane = self._ahead, self._ahead_done, self._quick
            executor = lane.free_executor()
            if self._is_closed or ahead is None or on_done is None:
                return False
            if executor is None or not executor.is_ready:
                return False
            batch = ahead.next_batch(BATCH)
            if not batch:
                # All that was looked at is there already; there may be more behind it.
                return not ahead.is_finished
            jobs = [Job(request, Urgency.AHEAD, on_done) for request in batch]
            self._start(lane, executor, jobs, ahead)
            return True

    def _pass_on(self, preparation: Preparation) -> None:
        """Tell how far a worker is; with everything compiled there is time to look ahead."""
        self._preparation = preparation
        if self._on_preparation is not None:
            self._on_preparation(preparation)
        if preparation.has_maps:
            self._pump()

    def _start(
        self, lane: Lane, executor: Executor, jobs: list[Job], ahead: LookAhead | None
    ) -> None:
        lane.begin(executor, jobs)
        requests = [job.request for job in jobs]
        executor.submit(requests, lambda outcomes: self._finish(lane, jobs, outcomes, ahead))

    def _finish(
        self, lane: Lane, jobs: Sequence[Job], outcomes: Sequence[Outcome],
        ahead: LookAhead | None,
    ) -> None:
        # With the first answer, not at the start: it loads numpy.
        from irgo_app.service.answers import numbers_of, settle

        with self._lock:
            lane.end(jobs)
            for job, outcome in zip(jobs, outcomes, strict=True):
                if isinstance(outcome, Failure | Cancelled):
                    continue
                # An answer that nobody wants any more is kept too: its work is done.
                held = self._cache.put(job.request, outcome, settle(outcome))
                numbers = numbers_of(job.request, outcome)
                if numbers is not None:
                    self._cache.put(*numbers, 0)
                if ahead:
                    ahead.add_bytes(held)
            is_closed = self._is_closed
        if is_closed:
            return
        for job, outcome in zip(jobs, outcomes, strict=True):
            job.on_done(job.request, CANCELLED if job.is_cancelled else outcome)
        self._pump()
