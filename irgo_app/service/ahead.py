"""Looking ahead: which requests come next when nobody is waiting, and when to stop."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from irgo_app.service.cache import ResultCache
from irgo_app.service.request import AnyRequest

MOST_LOOKED_AT: Final = 200


class LookAhead:
    """Hands out what is not yet cached, nearest first, until one plan would fill the cache.

    It stops at the cache's budget: going on would throw out exactly the nodes near the user. From
    there on it hands out light requests only; before, what they ask for follows from the maps. What
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
                    if is_full and not self._cache.holds_light(request):
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
