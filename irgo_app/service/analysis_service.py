"""The analysis service: cache, priorities, look-ahead; one for every face of irgo.

Whole-board layers have a lane of their own, so that no search ever keeps a map waiting; searches
go to other workers, one search each; what an engine does goes to one worker, which keeps it.
Answers are kept by request, least recently used first out, limited by bytes. When nobody is
waiting, what comes next is computed, until the cache is full.

Threads: every public method may be called from any thread. Callbacks run on a thread of the
executor (inline: the caller's) and never while the service holds its lock.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from threading import Lock, RLock
from typing import Final, TypeVar, cast

from irgo_app.errors import LayerError
from irgo_app.service.executors import Executor, OnPreparation
from irgo_app.service.lane import Job, Lane, OnDone
from irgo_app.service.request import (CANCELLED, AnyRequest, Cancelled, Failure, LaneName, Outcome,
                                      Preparation, Request, Urgency)

MOST_LOOKED_AT: Final = 200


class LookAhead:
    """Hands out what is not yet cached, nearest first, until one plan would fill the cache.

    It stops at the cache's budget: going on would throw out exactly the nodes near the user. From
    there on it hands out light requests only; before, those whose answers come with maps wait. What
    the plan finds in the cache is marked as used, and again farthest-first when the plan ends, so
    that age means distance.

    before -- the plan that this one replaces. Its marks are set when this one is first asked for a
    batch: a step through a game, which replaces the plan, should not wait for thousands of them
    """

    def __init__(
        self, requests: Iterator[AnyRequest], cache: ResultCache, before: LookAhead | None = None
    ) -> None:
        self._requests = requests
        self._cache = cache
        self._held: list[AnyRequest] = [] if before is None else before._held
        """What is to be marked: first what the plan before has left."""
        self._has_begun = False
        self._bytes = 0
        self.is_finished = False
        if before is not None:
            before.is_finished = True

    def next_batch(self, most: int) -> list[AnyRequest]:
        """Return up to `most` requests still to compute, none when finished.

        Looks at no more than MOST_LOOKED_AT at a time, so that a large tree whose maps are all
        there does not hold up the caller: none may also mean "ask again".
        """
        if not self._has_begun:
            self._has_begun = True
            self._mark()
        batch: list[AnyRequest] = []
        looked_at = 0
        while len(batch) < most and looked_at < MOST_LOOKED_AT and not self.is_finished:
            taken = list(islice(self._requests, most - len(batch)))
            looked_at += len(taken)
            if not taken:
                self.is_finished = True
                break
            for request in taken:
                is_full = self._bytes >= self._cache.budget
                if request.is_light:
                    is_awaited = request.comes_with_a_map and not is_full
                    if not is_awaited and not self._cache.holds_light(request):
                        batch.append(request)
                    continue
                if is_full:
                    continue
                size = self._cache.size_of(request)
                self._held.append(request)
                self._bytes += size
                if size:
                    self._cache.touch([request])
                else:
                    batch.append(request)
        return batch

    def add_bytes(self, count: int) -> None:
        """Count a result that this plan has put into the cache."""
        self._bytes += count

    def finish(self) -> None:
        """End the plan: mark what it touched as used, the nearest last."""
        self.is_finished = True
        self._mark()

    def _mark(self) -> None:
        self._cache.touch(self._held[::-1])
        self._held = []


LIGHT_BUDGET: Final = 48_000_000
"""Bytes of light answers: all that is looked ahead for in a line of 2,000 nodes takes less."""
_KEY_BYTES = 700
"""About what a position and a request weigh beside the result."""


class ResultCache:
    """A thread-safe cache; `budget` is in bytes.

    Light answers are kept apart, within bounds of their own.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._held: OrderedDict[AnyRequest, tuple[object, int]] = OrderedDict()
        self._light: OrderedDict[AnyRequest, tuple[object, int]] = OrderedDict()
        self._bytes = self._light_bytes = 0
        self._lock = Lock()

    def get(self, request: AnyRequest) -> object | None:
        """Return the result and mark it as just used, or None."""
        with self._lock:
            kept = self._light if request.is_light else self._held
            entry = kept.get(request)
            if entry is None:
                return None
            kept.move_to_end(request)
            return entry[0]

    def holds_light(self, request: AnyRequest) -> bool:
        """Return whether a light answer is there."""
        return request in self._light

    def size_of(self, request: AnyRequest) -> int:
        """Return the bytes a held result takes, 0 if it is not held; does not mark it as used."""
        entry = self._held.get(request)
        return entry[1] if entry else 0

    def put(self, request: AnyRequest, result: object, result_bytes: int) -> int:
        """Keep a result, throwing out the longest unused; return the bytes it takes of the budget.
        """
        weight = result_bytes + _KEY_BYTES
        if request.is_light:
            with self._lock:
                previous = self._light.pop(request, None)
                self._light_bytes += weight - (previous[1] if previous else 0)
                self._light[request] = (result, weight)
                while self._light_bytes > LIGHT_BUDGET:
                    self._light_bytes -= self._light.popitem(last=False)[1][1]
            return 0
        with self._lock:
            previous = self._held.pop(request, None)
            self._bytes += weight - (previous[1] if previous else 0)
            self._held[request] = (result, weight)
            while self._bytes > self.budget and len(self._held) > 1:
                _, (_, dropped) = self._held.popitem(last=False)
                self._bytes -= dropped
        return weight

    def touch(self, requests: list[AnyRequest]) -> None:
        """Mark requests as used, the last one most recently."""
        with self._lock:
            for request in requests:
                if request in self._held:
                    self._held.move_to_end(request)

    def __len__(self) -> int:
        return len(self._held)

    @property
    def bytes_held(self) -> int:
        return self._bytes


T = TypeVar("T")

CACHE_BUDGET = 32_000_000
"""Bytes; all maps of a game of 350 nodes take half of that, its Ishida pictures twice as much."""
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
        searches = Lane(searchers, 1) if searchers else self._quick
        self._lanes = {LaneName.MAPS: self._quick, LaneName.SEARCHES: searches,
                       LaneName.ENGINES: Lane(engines, 1) if engines else searches}
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
        return self.submit_all([request], urgency, on_done)[0]

    def submit_all(
        self, requests: Sequence[AnyRequest], urgency: Urgency, on_done: OnDone
    ) -> list[Job]:
        """Ask for several results, the first one first, before what was asked for earlier.

        Where too much waits already, what was asked for longest ago is dropped: CANCELLED.
        """
        jobs = [Job(request, urgency, on_done) for request in requests]
        found = [(job, self._cache.get(job.request)) for job in jobs]
        dropped = list[Job]()
        with self._lock:
            for lane in dict.fromkeys(self._lanes.values()):
                dropped += lane.add_all([job for job, result in found if result is None
                                         and self._lanes[job.request.lane] is lane])
        for job, result in found:
            if result is not None:
                on_done(job.request, result)
        for job in dropped:
            job.on_done(job.request, CANCELLED)
        self._pump()
        return jobs

    def withdraw(self, job: Job) -> None:
        """Drop a job if it still waits; what is being done already is finished and told."""
        with self._lock:
            was_waiting = self._lanes[job.request.lane].remove(job)
        if was_waiting:
            job.on_done(job.request, CANCELLED)

    def hurry(self, job: Job, urgency: Urgency) -> None:
        """Have a job that still waits done as if it were asked for now."""
        with self._lock:
            self._lanes[job.request.lane].hurry(job, urgency)

    def cancel(self, job: Job) -> None:
        """Call a job off: if it waits it is dropped, if it runs its search is asked to stop."""
        with self._lock:
            job.is_cancelled = True
            self._lanes[job.request.lane].cancel_running(job)

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
        for lane in set(self._lanes.values()):
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
        return self._ahead is not None and (not self._ahead.is_finished or self._quick.is_busy)

    def close(self) -> None:
        """Stop everything; nothing is called back any more."""
        with self._lock:
            self._is_closed = True
            self._ahead = None
        for lane in set(self._lanes.values()):
            lane.close()

    def _pump(self) -> None:
        """Send what waits; then let the look-ahead use the room that is left."""
        for lane in self._lanes.values():
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
        from irgo_app.service.figures import numbers_of, settle

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
