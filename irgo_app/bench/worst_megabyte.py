"""How long the reader takes for a megabyte of what costs it most, in the processor's time."""

from __future__ import annotations

import gc
import time
from typing import Final

from irgo_app.bench.measurement import Measurement
from irgo_app.sgf.parser import read_games

_SIZE: Final = 1_000_000
_RUNS: Final = 3
_START: Final = b"(;SZ[19];B[aa]"
_WORST: Final = {
    "junk behind nodes": b";B[aa],", "two moves a node": b";B[aa]W[bb]", "nodes": b";",
    "setup stones": b";AB[aa]", "moves off the board": b";B[zz]", "small letters": b";b[aa]",
    "small games": b"(;b[aa])", "values after junk": b"[]~", "names without a value": b";x",
    "open values": b"x[", "brackets as text": b"[a]a",
}
"""What a megabyte is full of: the slowest of some thousand pieces that were tried."""


def worst_megabyte() -> list[Measurement]:
    """Read a megabyte of each; the row is the slowest."""
    times: dict[str, list[float]] = {}
    for name, piece in _WORST.items():
        data = _START + piece * (_SIZE // len(piece))
        times[name] = [_read_s(data) for _ in range(_RUNS)]
    worst = max(times, key=lambda name: min(times[name]))
    note = f"of {len(_WORST)} files of 1 MB full of one piece, {worst}"
    return [Measurement.of("sgf.worst_megabyte", "s", times[worst], note)]


def _read_s(data: bytes) -> float:
    """Return the seconds of the processor that reading takes."""
    gc.collect()
    start = time.process_time()
    read_games(data)
    return time.process_time() - start
