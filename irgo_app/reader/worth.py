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

    def of(self, lead: float, balance: float) -> float:
        """Return the worth for Black.

        balance -- Black's probability of winning less White's, -1..1
        """
        if self.by_score:
            return (lead - self.centre) / _POINTS_OF_ONE
        return balance + _SCORE_SHARE * 2 / math.pi * math.atan((lead - self.centre) / self.scale)


def balance_of(lead: float, spread: float) -> float:
    """Return Black's probability of winning less White's, -1..1, if the lead errs as Laplace's."""
    if spread <= 0:
        return math.copysign(1.0, lead) if lead else 0.0
    return math.copysign(1.0 - math.exp(-abs(lead) / spread), lead)
