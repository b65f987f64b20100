"""How fast irgo is and how right its answers are: `python -m tests.bench NAME --json`.

Here: one figure of a benchmark, its clock, the memory of a process. It is not installed.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Thread
from typing import Final, Protocol

from msgspec import Struct

RUNS: Final = 15
_LOOP: Final = 200


class Measurement(Struct, frozen=True):
    """One figure: `median` and `minimum` over `runs`, in `unit`."""

    name: str
    unit: str
    median: float
    minimum: float
    runs: int
    note: str

    @classmethod
    def of(cls, name: str, unit: str, values: list[float], note: str) -> Measurement:
        """Return the figure of what was measured, one value a run."""
        # The window that measures its own start imports this file.
        import statistics

        return cls(name, unit, statistics.median(values), min(values), len(values), note)


def repeated(name: str, work: Callable[[], object], note: str) -> Measurement:
    """Return the time of one call of `work` in microseconds."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        for _ in range(_LOOP):
            work()
        times.append((time.perf_counter() - start) / _LOOP * 1e6)
    return Measurement.of(name, "us", times, note)


def seconds_to_end(
    work: Callable[[], object], stop: Callable[[], object], after_s: float | None
) -> float:
    """Work in a thread, stop it after a while (None: never); return what it took to end."""
    thread = Thread(target=work)
    since = time.perf_counter()
    thread.start()
    if after_s is not None:
        thread.join(after_s)
        since = time.perf_counter()
        stop()
    thread.join()
    return time.perf_counter() - since


def resident_mb(process_id: int) -> float:
    """Return the resident memory of a process in MB, 0 where it cannot be told."""
    import psutil

    try:
        return float(psutil.Process(process_id).memory_info().rss) / 1e6
    except psutil.Error:
        return 0.0


@contextmanager
def own_byte_code() -> Iterator[dict[str, str]]:
    """Yield environment variables with which starts keep byte code, as an installed irgo does.

    It lies in a folder that is there meanwhile; the first start makes it.
    """
    with tempfile.TemporaryDirectory(prefix="irgo-byte-code-") as folder:
        yield {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}


class TitledAnswers:
    """Figures about answers as one object of JSON, and as lines, each with its title.

    head -- the first line; titles -- of the figures, by their keys
    """

    def __init__(
        self, head: str, found: dict[str, object], titles: Mapping[str, str], form: str = ".3f"
    ) -> None:
        self._head, self._found, self._titles, self._form = head, found, titles, form

    def document(self) -> dict[str, object]:
        """Return the figures, JSON-ready."""
        return self._found

    def lines(self) -> list[str]:
        """Return the same as lines of text."""
        shown = {key: "-" if self._found[key] is None else format(self._found[key], self._form)
                 for key in self._titles}
        return [self._head,
                *(f"  {title:<64} {shown[key]:>8}" for key, title in self._titles.items())]


class AnswerTally(Protocol):
    """What a benchmark of answers found."""

    def document(self) -> dict[str, object]:
        """Return the figures, JSON-ready."""

    def lines(self) -> list[str]:
        """Return the same as lines of text."""
