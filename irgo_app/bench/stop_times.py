"""How soon a reading stops: from the moment somebody wants it to the end of its thread."""

from __future__ import annotations

import gc
import random
import tempfile
import time
from pathlib import Path
from threading import Event, Thread
from typing import Final

from irgo_app.bench.measurement import Measurement
from irgo_app.errors import IrgoError
from irgo_app.sgf.parser import load_file

_SIZE: Final = 2_000_000
_MOMENTS: Final = (0.2, 0.5, 0.8)
"""When it is stopped, as a part of the time that the whole reading takes."""
_HARD: Final = {
    "moves": b";B[aa];W[bb]", "games": b"(;B[aa])", "variations": b"(;B[aa]",
    "two moves a node": b";B[aa]W[bb]", "one list": b"AB[aa:sz]", "junk": b";~", "brackets": b"[]~",
    "blanks": b" ", "one text": b"\\x",
}
"""What the files are full of, by name."""


class _StoppedError(IrgoError):
    """What the reading is stopped with."""


def stop_times() -> list[Measurement]:
    """Stop the reading of files that are hard on the reader, again and again."""
    files = {name: b"(;SZ[19]" + piece * (_SIZE // len(piece)) for name, piece in _HARD.items()}
    files["noise"] = random.Random(18).randbytes(_SIZE)
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hard.sgf"
        for name, data in files.items():
            path.write_bytes(data)
            whole_s = _seconds_to_stop(path, None)
            times[name] = [_seconds_to_stop(path, whole_s * part) * 1e3 for part in _MOMENTS]
    worst = max(times, key=lambda name: max(times[name]))
    note = (f"{_SIZE / 1e6:.0f} MB each of {', '.join(times)}; "
            f"worst {max(times[worst]):.0f} ms ({worst})")
    return [Measurement.of(
        "sgf.stop_reading", "ms", [found for several in times.values() for found in several], note)]


def _seconds_to_stop(path: Path, after_s: float | None) -> float:
    """Read a file in a thread, stop it after a while (None: never); returns what it took to end."""
    gc.collect()  # What was read before is not to be freed on this reading's time.
    is_stopped = Event()

    def watch(_done: int, _total: int) -> None:
        if is_stopped.is_set():
            raise _StoppedError("The reading was stopped.")

    def read() -> None:
        try:
            load_file(path, watch=watch)
        except IrgoError:
            return

    thread = Thread(target=read)
    since = time.perf_counter()
    thread.start()
    if after_s is not None:
        thread.join(after_s)
        since = time.perf_counter()
        is_stopped.set()
    thread.join()
    return time.perf_counter() - since
