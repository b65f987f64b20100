"""What a search maximises: winning and points together, or points alone.

Win rate plus a score term that saturates is KataGo's (D. J. Wu, "Accelerating Self-Play Learning
in Go", 2020, and its later dynamic score utility): a side far ahead or behind still plays for
points, and never at the cost of the game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

_SCORE_SHARE: Final = 0.4
_CENTRE: Final = 0.8
"""The score term is steepest at this share of the lead at the root."""
_POINTS_OF_ONE: Final = 10.0
"""Points that count as one where only the lead counts."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The measure of one search, odd in the colours: what Black gains White loses, exactly.

    centre -- Black's lead about which points count most
    scale -- points over which the score term saturates
    by_score -- only the lead counts, in units of ten points, without saturation
    """

    centre: float
    scale: float
    by_score: bool

    @classmethod
    def around(cls, lead: float, points: int, *, by_score: bool) -> Worth:
        """Return the measure for a root with such a lead on a board of so many points."""
        return cls(lead if by_score else _CENTRE * lead, math.sqrt(points), by_score)

    def of(self, lead: float, spread: float) -> float:
        """Return the worth of a lead of Black's for Black; spread -- the mean error of the lead."""
        if self.by_score:
            return (lead - self.centre) / _POINTS_OF_ONE
        points = 2 / math.pi * math.atan((lead - self.centre) / self.scale)
        return _sureness(lead, spread) + _SCORE_SHARE * points


def chance_of(lead: float, deviation: float) -> float:
    """Return the probability that Black wins if the end lies so far from the lead.

    deviation -- a standard deviation in points; 0 for a board that is counted
    """
    if deviation <= 0:
        return 0.5 + 0.5 * (lead > 0) - 0.5 * (lead < 0)
    return (1.0 + math.erf(lead / (deviation * math.sqrt(2)))) / 2


def _sureness(lead: float, spread: float) -> float:
    """Return how sure it is who leads, -1..1, Black positive, if the lead errs as Laplace's.

    What both sides will still make of the game is left out: it would hide from a search which of
    two moves wins. Who is told a chance to win is told `chance_of`.
    """
    if spread <= 0:
        return math.copysign(1.0, lead) if lead else 0.0
    return math.copysign(1.0 - math.exp(-abs(lead) / spread), lead)
