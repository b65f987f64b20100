"""Which moves of a line lost most, by the leads before and after them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from irgo_app.go.point import Colour

LEAST_POINTS: Final = 2.0
"""What lost less is within what an estimate swings by itself."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of a node: Black's lead in points, Black's chance to win (0 to 1), or None.

    estimate -- the lead by irgo's own estimate; lead, winrate -- by an engine
    """

    estimate: float | None = None
    lead: float | None = None
    winrate: float | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that lost.

    index -- its place in the line, where the move's own node stands
    points -- what it lost, for who played it
    winrate -- what an engine's chance to win fell by, 0 to 1; None if no engine told
    by_engine -- whether the points are an engine's
    """

    index: int
    colour: Colour
    points: float
    winrate: float | None
    by_engine: bool


def mistakes(movers: Sequence[Colour | None], told: Sequence[Told]) -> list[Mistake]:
    """Return the moves that lost at least LEAST_POINTS, those that lost most first.

    movers -- for each node of a line who moved there, None without a move
    told -- for each node what is known of it

    An engine's lead is taken as it stands. An estimate swings with the turn, so only nodes with the
    same side to move are held against each other: those right before the move and its answer, and
    the move and its player's last one. What both pairs fell by was lost here; what one fell by
    alone came of a move before or after.
    """
    found = []
    for index, colour in enumerate(movers):
        if colour is None or not index:
            continue
        by_engine = _fall(told, index, colour, "lead")
        lost = by_engine if by_engine is not None else _steady_fall(told, index, colour)
        if lost is not None and lost >= LEAST_POINTS:
            found.append(Mistake(index, colour, lost, _fall(told, index, colour, "winrate"),
                                 by_engine is not None))
    return sorted(found, key=lambda mistake: (-mistake.points, mistake.index))


def _fall(told: Sequence[Told], index: int, colour: Colour, name: str) -> float | None:
    before, after = getattr(told[index - 1], name), getattr(told[index], name)
    return None if before is None or after is None else float(colour * (before - after))


def _steady_fall(told: Sequence[Told], index: int, colour: Colour) -> float | None:
    """Return the smaller fall of the two pairs; at the ends of a line there is but one."""
    pairs = [(told[place - 2].estimate, told[place].estimate) for place in (index, index + 1)
             if 2 <= place < len(told)]
    falls = [colour * (before - after) for before, after in pairs
             if before is not None and after is not None]
    return min(falls) if falls and len(falls) == len(pairs) else None
