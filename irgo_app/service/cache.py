"""Answers by request, least recently used first out, limited by bytes."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final

from irgo_app.service.request import AnyRequest

_MOST_LIGHT: Final = 50_000
_KEY_BYTES = 700
"""About what a position and a request weigh beside the result."""


class ResultCache:
    """A thread-safe cache; `budget` is in bytes.

    Light answers are not weighed; only their count is limited, far beyond the longest game.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._held: OrderedDict[AnyRequest, tuple[object, int]] = OrderedDict()
        self._light: OrderedDict[AnyRequest, object] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, request: AnyRequest) -> object | None:
        """Return the result and mark it as just used, or None."""
        with self._lock:
            if request.is_light:
                return self._light.get(request)
            entry = self._held.get(request)
            if entry is None:
                return None
            self._held.move_to_end(request)
            return entry[0]

    def holds_light(self, request: AnyRequest) -> bool:
        """Return whether a light answer is there."""
        return request in self._light

    def size_of(self, request: AnyRequest) -> int:
        """Return the bytes a held result takes, 0 if it is not held; does not mark it as used."""
        entry = self._held.get(request)
        return entry[1] if entry else 0

    def put(self, request: AnyRequest, result: object, result_bytes: int) -> int:
        """Keep a result, throwing out the longest unused; return the bytes it takes."""
        if request.is_light:
            with self._lock:
                self._light[request] = result
                if len(self._light) > _MOST_LIGHT:
                    self._light.popitem(last=False)
            return 0
        weight = result_bytes + _KEY_BYTES
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
        """Return about how much memory the cache holds."""
        return self._bytes
