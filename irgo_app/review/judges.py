"""Who judges studies: the engine named, else irgo's own reader, else nobody but the maps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from irgo_app.engines.katago_setup import analysis_profile
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.studies.evaluator import Evaluator
from irgo_app.studies.katago import KataGoEvaluator

MAPS: str = "builtin"
"""The name of the judge where there is none: irgo's maps."""


@contextmanager
def judge_of(
    profile: EngineProfile | None, komi: float = 0.0, rules: str = "japanese"
) -> Iterator[Evaluator | None]:
    """Give who judges a game, and end it afterwards; None leaves it to the maps.

    profile -- an engine, None for irgo itself. Raises EngineError if the engine cannot be started,
    UsageError if it cannot judge
    """
    if profile is None:
        yield None
        return
    analysis = analysis_profile(profile)
    if analysis is None:
        raise UsageError("{name} tells no points; name a KataGo, or none.", name=profile.name)
    with KataGoEvaluator(analysis, komi, rules) as judge:
        yield judge
