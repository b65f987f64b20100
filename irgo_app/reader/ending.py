"""The end of a game by area: which stones are dead, and who has how much."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.go.point import EMPTY, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import area_score

SURE: Final = 0.5
"""From this mean ownership on, in either direction, the fate of a chain is taken as agreed."""

Floats = npt.NDArray[np.float32]


def dead_chains(position: Position, ownership: Floats, certainty: float = 0.0) -> frozenset[Point]:
    """Return the stones whose chain's points will be the other side's.

    ownership -- float32 (points), +1 Black's; certainty -- how much of it a dead chain needs
    """
    seen: set[Point] = set()
    dead: set[Point] = set()
    for point, cell in enumerate(position.cells):
        if not cell or point in seen:
            continue
        chain = position.chain(point)
        seen |= chain
        owned = float(ownership[list(chain)].mean())
        if -position.colour_at(point) * owned > certainty:
            dead |= chain
    return frozenset(dead)


def counted(position: Position, ownership: Floats) -> int:
    """Return Black's area minus White's after the dead chains are taken off; no komi."""
    return area_score(position.with_stones(dict.fromkeys(dead_chains(position, ownership), EMPTY)))


def counted_after_passes(position: Position, ownership: Floats, second: Colour) -> int:
    """Return Black's area minus White's where both have passed; no komi.

    second -- who passed last. That side could have played on, so a chain whose fate is not sure
    counts against it: whoever is asked to end the game does so only on a board that is settled.
    """
    dead = set()
    for certainty in (SURE, -SURE):
        # Stones of the one who passed first die only if that is sure; those of the other side die
        # unless they surely live.
        victim = -second if certainty > 0 else second
        dead |= {point for point in dead_chains(position, ownership, certainty)
                 if position.colour_at(point) == victim}
    return area_score(position.with_stones(dict.fromkeys(dead, EMPTY)))
