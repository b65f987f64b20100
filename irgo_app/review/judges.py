"""Who judges studies: the engine named, else irgo's own reader, else nobody but the maps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from irgo_app.engines.katago_setup import analysis_profile
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import ReaderError
from irgo_app.go.position import Position
from irgo_app.reader.sizes import can_judge
from irgo_app.studies.evaluator import Evaluator
from irgo_app.studies.katago import KataGoEvaluator


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
