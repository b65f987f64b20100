"""An engine measured: how soon it stops, and a soak of 500 position changes in 60 seconds."""

import os
import random
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

from irgo_app.engines.engine import Engine, EngineState
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.profile import (EngineProfile, found_engines, profiles_of_settings,
                                      without_known)
from irgo_app.errors import EngineError
from irgo_app.go.point import PASS
from irgo_app.judging.engine_record import engine_game
from irgo_app.resource_files import resource_path
from irgo_app.settings import load_settings
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from irgo_app.words import Message
from tests.bench import Measurement, resident_mb

_CHANGES: Final = 500
_SECONDS: Final = 60.0
_SETTLED: Final = 100
"""Changes after which memory is looked at first: by then all that is kept is there."""
_STOPS: Final = 20
_PATIENCE_S: Final = 600.0
_STREAMING: Final = ("auto", "leela-zero", "katago")


def engine_times() -> list[Measurement]:
    """Measure the engine of the settings; nothing without an engine to measure."""
    profile = _profile()
    if profile is None:
        print("engine.* is left out: there is no engine that analyses without end, such as Leela "
              "Zero; add one with Engine → Engines …", file=sys.stderr)
        return []
    bench = _Bench(profile)
    try:
        return [*bench.stops(), *bench.soak()]
    finally:
        bench.engine.stop()


def _profile() -> EngineProfile | None:
    """Return the engine of the settings, else the first that analyses without end."""
    settings = load_settings()
    own = profiles_of_settings(settings.engines)
    known = [profile for profile in [*own, *without_known(found_engines(), own)]
             if profile.kind in _STREAMING]
    return next((profile for profile in known if profile.name == settings["engine"]),
                known[0] if known else None)


class _Bench:
    """One engine going through a shipped game."""

    def __init__(self, profile: EngineProfile) -> None:
        self._news = threading.Condition()
        self._place = -1
        self._first_word_s: float | None = None
        self._strange = self._words = 0
        self.engine = Engine(profile, self._on_state)
        tree = load_file(resource_path("examples", "selfplay01.sgf")).games[0]
        self._line: list[Node] = tree.main_line()
        self._replay = Replay(tree)

    def stops(self) -> list[Measurement]:
        """Measure how long it takes from the wish to stop until the engine is ready again."""
        times = []
        for number in range(_STOPS):
            self._analyze(number)
            self._wait(lambda: self._first_word_s is not None)
            start = time.perf_counter()
            self.engine.pause()
            self._wait(lambda: self.engine.state is EngineState.READY)
            times.append((time.perf_counter() - start) * 1e3)
        return [Measurement.of(
            "engine.stop", "ms", times,
            f"{self.engine.name}: an analysis ended on demand, worst {max(times):.1f}")]

    def soak(self) -> list[Measurement]:
        """Change the position 500 times in 60 seconds under live analysis."""
        chance, waits, place = random.Random(2026), list[float](), 60
        self._strange = self._words = 0
        start, memory = time.perf_counter(), (0.0, 0.0)
        for number in range(_CHANGES):
            place = min(len(self._line) - 1, max(0, place + chance.choice((1, 1, 1, -1, 12, -10))))
            asked = time.perf_counter()
            self._analyze(place)
            due = start + (number + 1) * _SECONDS / _CHANGES
            with self._news:
                self._news.wait_for(lambda: self._first_word_s is not None,
                                    max(0.0, due - time.perf_counter()))
                if self._first_word_s is not None:
                    waits.append((self._first_word_s - asked) * 1e3)
            time.sleep(max(0.0, due - time.perf_counter()))
            if number == _SETTLED:
                memory = self._memory()
        spent = time.perf_counter() - start
        own, engine = (after - before for after, before in zip(
            self._memory(), memory, strict=True))
        self._analyze(place)
        self._wait(lambda: self._first_word_s is not None)
        note = (f"{self.engine.name}: {_CHANGES} changes in {spent:.1f} s; "
                f"{self._words} evaluations, {self._strange} of another position")
        return [
            Measurement.of("engine.soak.answer", "ms", waits or [0.0],
                           f"{note}; to the first word, before the next change"),
            Measurement("engine.soak.strange", "", self._strange, self._strange, self._words,
                        "evaluations with a candidate where a stone stands"),
            Measurement.of("engine.soak.memory", "MB", [own], "irgo's growth during the last 400"),
            Measurement.of("engine.soak.engine_memory", "MB", [engine],
                           "the engine's growth, its own caches included"),
        ]

    def _analyze(self, place: int) -> None:
        node = self._line[place]
        cells = self._replay.position_at(node).cells
        with self._news:
            self._place, self._first_word_s = place, None

        def tell(found: EngineEvaluation) -> None:
            with self._news:
                self._words += 1
                self._strange += any(candidate.point != PASS and cells[candidate.point] != 0
                                     for candidate in found.candidates)
                if self._place == place and self._first_word_s is None:
                    self._first_word_s = time.perf_counter()
                self._news.notify_all()

        self.engine.analyze(engine_game(node, self._replay), tell)

    def _wait(self, check: Callable[[], bool]) -> None:
        with self._news:
            is_there = self._news.wait_for(
                lambda: check() or self.engine.state is EngineState.FAILED, _PATIENCE_S)
        if not is_there or self.engine.state is EngineState.FAILED:
            raise EngineError(
                "{name} cannot be measured; try `irgo engines test` with it.",
                name=self.engine.profile.name)

    def _memory(self) -> tuple[float, float]:
        process = self.engine.process_id
        return resident_mb(os.getpid()), resident_mb(process) if process else 0.0

    def _on_state(self, state: EngineState, text: Message) -> None:
        with self._news:
            self._news.notify_all()
