"""What is expected of stones: whether they stay, as the Ishida view and its readings tell it."""

from collections.abc import Iterable
from enum import Enum
from typing import Final, TypeAlias

from irgo_app.go.point import Point
from irgo_app.lifedeath.verdict import LifeStatus, Verdict

EVEN: Final = 0.18
"""A point that is expected to be no more anybody's than this stays bare."""


class Fate(Enum):
    """What is expected of stones; UNREAD -- nobody has read them yet."""

    SAFE = "safe"
    WEAK = "weak"
    DEAD = "dead"
    SEKI = "seki"
    UNREAD = "unread"


Fates: TypeAlias = tuple[tuple[Point, Fate], ...]
"""What was read of stones, by point, sorted: it counts before what is expected at a look."""
GroupFate: TypeAlias = tuple[tuple[Point, ...], Fate]
"""The stones of a group, and what was read of them."""


def group_fates(verdicts: Iterable[Verdict]) -> tuple[GroupFate, ...]:
    """Return what verdicts of life and death say of groups.

    Who searched and is hardly surer than not says that they may live or die; who did not, nothing.
    """
    return tuple((verdict.stones, _FATES[verdict.status])
                 for verdict in verdicts if verdict.is_answered)


def fates_of(verdicts: Iterable[Verdict]) -> Fates:
    """Return the same stone by stone."""
    return tuple(sorted({stone: fate for stones, fate in group_fates(verdicts)
                         for stone in stones}.items()))


_FATES: Final = {
    LifeStatus.ALIVE: Fate.SAFE, LifeStatus.SEKI: Fate.SEKI, LifeStatus.DEAD: Fate.DEAD,
    LifeStatus.UNSETTLED: Fate.WEAK, LifeStatus.KO: Fate.WEAK,
    LifeStatus.UNKNOWN: Fate.WEAK}
