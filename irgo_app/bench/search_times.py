"""How fast the reader's search is, and what it takes beside the network."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from irgo_app.bench.measurement import Measurement
from irgo_app.bench.sample_games import middle_game
from irgo_app.go.position import Position
from irgo_app.reader.network import Opinion, network
from irgo_app.reader.search import Search

_VISITS: Final = 200
_RUNS: Final = 7
_KOMI: Final = 6.5
_HOW: Final = f"{_VISITS} visits on 19x19, 160 stones of a game, time of this process"


class _TimedNetwork:
    """The network of this process, and the processor time spent in it."""

    def __init__(self) -> None:
        self._network = network()
        self.seconds = 0.0

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position."""
        start = time.process_time()
        opinions = self._network.evaluate(positions, komi)
        self.seconds += time.process_time() - start
        return opinions

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return the opinion averaged over the symmetries."""
        start = time.process_time()
        opinion = self._network.evaluate_evenly(position, komi)
        self.seconds += time.process_time() - start
        return opinion


def search_times() -> list[Measurement]:
    """Measure a visit, the root included, and what of it is not the network's."""
    position, whole, beside = middle_game(160), [], []
    for _ in range(_RUNS + 1):
        timed, start = _TimedNetwork(), time.process_time()
        search = Search(timed, position, _KOMI)
        search.run(_VISITS)
        search.findings()
        spent = time.process_time() - start
        whole.append(spent / _VISITS * 1e3)
        beside.append((spent - timed.seconds) / _VISITS * 1e3)
    # The first run warms up.
    return [Measurement.of("reader.search_visit", "ms", whole[1:], _HOW),
            Measurement.of("reader.search_beside_network", "ms", beside[1:], _HOW)]
