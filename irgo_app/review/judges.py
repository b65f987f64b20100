"""Who judges studies: the engine named, else irgo's own reader, else nobody but the maps."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from irgo_app.engines.katago_setup import analysis_profile
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import EngineError, ReaderError
from irgo_app.go.position import Position
from irgo_app.lifedeath.referee import Referee
from irgo_app.reader.sizes import can_judge
from irgo_app.service.request import LaneName
from irgo_app.studies.evaluator import Evaluator
from irgo_app.studies.gtp_engine import GtpEvaluator
from irgo_app.studies.katago import KataGoEvaluator


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads a study, and of what game.

    engine -- an engine, None for irgo itself
    komi -- in points for White; rules -- as KataGo names them
    visits -- how far each first move is searched, 0 as far as suits who reads
    """

    engine: EngineProfile | None = None
    komi: float = 0.0
    rules: str = "japanese"
    visits: int = 0

    @property
    def lane(self) -> LaneName:
        """Return which workers answer: those of the engine, if there is one."""
        return LaneName.SEARCHES if self.engine is None else LaneName.ENGINES


class Judges:
    """The judges of one worker: irgo's reader, and at most one running engine at a time."""

    def __init__(self) -> None:
        self._profile: EngineProfile | None = None
        self._katago: KataGoEvaluator | None = None
        self._referee: Referee | None = None
        # A worker ends when its pipe does; its engine has to end with it.
        atexit.register(self.close)

    def judge(self, position: Position, reading: Reading) -> Evaluator | None:
        """Return who judges positions of a game, None to leave it to the maps.

        Raises EngineError if the engine cannot be started, or plays only and nobody values.
        """
        if reading.engine is None:
            return own_judge(position, reading.komi)
        self._start(reading.engine)
        if self._katago is not None:
            return self._katago.for_game(reading.komi, reading.rules)
        assert self._referee is not None
        own = own_judge(position, reading.komi)
        if own is None:
            raise EngineError(
                "{name} tells no points, and irgo's reader, which would count them, cannot read "
                "this board; choose a KataGo.", name=reading.engine.name)
        return GtpEvaluator(self._referee, own)

    def referee(self, profile: EngineProfile) -> Referee | None:
        """Return the running engine if it speaks GTP, None for KataGo's analysis engine."""
        self._start(profile)
        return self._referee

    def close(self) -> None:
        """End the engine that runs."""
        if self._katago is not None:
            self._katago.close()
        if self._referee is not None:
            self._referee.close()
        self._profile = self._katago = self._referee = None

    def _start(self, profile: EngineProfile) -> None:
        if profile == self._profile and self._is_running:
            return
        self.close()
        analysis = analysis_profile(profile)
        if analysis is not None:
            self._katago = KataGoEvaluator(analysis)
        else:
            self._referee = Referee(profile)
        self._profile = profile

    @property
    def _is_running(self) -> bool:
        return self._katago.is_running if self._katago is not None else bool(
            self._referee and self._referee.is_running)


@contextmanager
def judge_of(
    profile: EngineProfile | None, position: Position, komi: float, rules: str
) -> Iterator[Evaluator | None]:
    """Give who judges positions of a game, and end it afterwards; None leaves it to the maps.

    profile -- an engine, None for irgo itself; one that tells no points leaves judging to irgo
    position -- any of the game; rules -- as KataGo names them
    Raises EngineError if the engine cannot be started.
    """
    analysis = None if profile is None else analysis_profile(profile)
    if analysis is None:
        yield own_judge(position, komi)
        return
    with KataGoEvaluator(analysis, komi, rules) as judge:
        yield judge


def own_judge(position: Position, komi: float) -> Evaluator | None:
    """Return irgo's reader, None where it cannot judge such a board or cannot be loaded."""
    # With the network come its kernels, which the window's process must not load.
    from irgo_app.studies.reader import ReaderEvaluator

    if not can_judge(position):
        return None
    try:
        return ReaderEvaluator(komi)
    except ReaderError:
        return None


def tells_points(profile: EngineProfile) -> bool:
    """Return whether an engine judges studies itself, not only plays them out."""
    return analysis_profile(profile) is not None
