"""KataGo's networks in this process: each loaded once, and what it said of a board kept.

One look costs fifty times one of irgo's own network, so a board that a game, a search or a place
meets again is not looked at again. All looks go through a few threads of one pool, each of which
keeps one core busy.
"""

import os
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final

from irgo_app.errors import ReaderError
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.go.rules import Ruleset
from irgo_app.networks.katago_network import BATCH, KataGoNetwork
from irgo_app.networks.network import Opinion, network
from irgo_app.networks.search import Evaluator

MAX_THREADS: Final = 8
_KEPT_OPINIONS: Final = 12_288
"""Opinions kept for a network and rules: 3 kB each, so 40 MB."""
_Key = tuple[Position, tuple[tuple[Point, bytes], ...], float]


class DeepReader:
    """A network of KataGo's for games of some rules: what a search asks, see `search.Evaluator`.

    Safe to use from several threads.
    """

    def __init__(self, network: KataGoNetwork, rules: Ruleset) -> None:
        self._network, self._rules = network, rules
        self._kept: OrderedDict[_Key, Opinion] = OrderedDict()
        self._lock = Lock()

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position, all of one size; those not known are asked together.

        Raises ReaderError for a board it cannot judge.
        """
        keys = [_key(position, komi) for position in positions]
        with self._lock:
            known = {key: self._kept[key] for key in keys if key in self._kept}
            for key in known:
                self._kept.move_to_end(key)
        missing = {key: position for key, position in zip(keys, positions, strict=True)
                   if key not in known}
        if missing:
            known |= zip(missing, self._asked(list(missing.values()), komi), strict=True)
            with self._lock:
                self._kept |= known
                while len(self._kept) > _KEPT_OPINIONS:
                    self._kept.popitem(last=False)
        return [known[key] for key in keys]

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return the opinion of one look: turned boards differ by a fifth of a point only."""
        return self.evaluate([position], komi)[0]

    def _asked(self, positions: list[Position], komi: float) -> list[Opinion]:
        pool, threads = _pool()
        size = min(BATCH, -(-len(positions) // threads))
        jobs: list[Future[list[Opinion]]] = [
            pool.submit(self._network.evaluate, positions[start:start + size], komi, self._rules)
            for start in range(0, len(positions), size)]
        return [opinion for job in jobs for opinion in job.result()]


def deep_reader(path: str, rules: Ruleset) -> DeepReader:
    """Return the reader of a network's file for some rules, loaded at the first call.

    Raises ReaderError where the file cannot be used; that is found out once.
    """
    loaded = _network_or_error(path)
    if isinstance(loaded, ReaderError):
        raise ReaderError(loaded.message)
    return _reader(loaded, rules)


def evaluator(path: str, rules: Ruleset) -> Evaluator:
    """Return what a search asks: the reader of a network's file, irgo's own network for "".

    Raises ReaderError where it cannot be used.
    """
    return deep_reader(path, rules) if path else network()


@lru_cache(maxsize=8)
def _reader(loaded: KataGoNetwork, rules: Ruleset) -> DeepReader:
    return DeepReader(loaded, rules)


@lru_cache(maxsize=2)
def _network_or_error(path: str) -> KataGoNetwork | ReaderError:
    try:
        return KataGoNetwork(Path(path))
    except ReaderError as error:
        return error


@lru_cache(maxsize=1)
def _pool() -> tuple[ThreadPoolExecutor, int]:
    threads = max(1, min(MAX_THREADS, os.cpu_count() or 1))
    return ThreadPoolExecutor(threads, thread_name_prefix="deep"), threads


def _key(position: Position, komi: float) -> _Key:
    """Return what an opinion depends on: the board, its last moves, and komi.

    Positions are equal whatever their past, so it is a part of the key.
    """
    return position, position.past, komi
