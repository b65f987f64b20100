"""What was read of a position a few moves away, as far as it holds where nobody has read yet.

Going from move to move, the first picture of a board is made of this and of one look: it must take
nothing back when the board itself has been read. So what is near a move since then is undecided,
and so is what the look contradicts.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.judging.fate import EVEN, Fate, GroupFate

_Ownership = npt.NDArray[np.float64]
_TOUCHED_STEPS: Final = 3
"""A move may change what is owned so many steps along the lines from it,"""
_NEAR_STEPS: Final = 4
"""and the fate of a group with a stone so near."""
_SURE_LOOK: Final = 0.4
"""One look says whose a point is from such an expectation on; below it errs too often."""
_AGREES: Final = 0.05
"""What was read holds where the look expects so much of the same side."""
_HOLDS: Final = {Fate.DEAD: (-1.0, -0.7), Fate.SAFE: (0.5, 1.0), Fate.WEAK: (-0.4, 0.9),
                 Fate.SEKI: (-0.9, 1.0)}
"""Between which expectations of a group's stones, in its owner's view, a fate read nearby holds."""


class MovedAlong(Struct, frozen=True):
    """What was read nearby, and the moves played between there and here, in either direction.

    ownership -- of each point there, Black +1, empty where nobody has read; owned_since -- the
    moves between; fates, fates_since -- the same of groups
    """

    ownership: tuple[float, ...] = ()
    owned_since: tuple[Point, ...] = ()
    fates: tuple[GroupFate, ...] = ()
    fates_since: tuple[Point, ...] = ()


def cautious_ownership(
    look: Sequence[float], moved: MovedAlong | None, position: Position
) -> _Ownership:
    """Return whose each point is as far as that is sure, float64 (points), Black +1.

    look -- what one look at the position expects; 0 where it is doubtful and nothing else is known
    """
    seen = np.array(look, np.float64)
    found = _faded(seen)
    if moved is not None and len(moved.ownership) == len(seen):
        read = np.array(moved.ownership, np.float64)
        is_touched = _steps_to(moved.owned_since, position) <= _TOUCHED_STEPS
        agrees = (read * seen > 0) & (np.abs(seen) >= _AGREES)
        found = np.where(is_touched, found, np.where(agrees, read, 0.0))
    return found


def kept_fates(
    moved: MovedAlong, position: Position, expected: Sequence[float]
) -> Mapping[Point, Fate]:
    """Return which fates still hold, by stone.

    expected -- whose each point is expected to be here, Black +1
    """
    steps = _steps_to(moved.fates_since, position)
    owned = np.array(expected, np.float64)
    kept = dict[Point, Fate]()
    for stones, fate in moved.fates:
        colour = position.colour_at(stones[0])
        if not colour or any(position.colour_at(stone) != colour for stone in stones):
            continue
        least, most = _HOLDS[fate]
        own = list(stones)
        if steps[own].min() > _NEAR_STEPS and least <= colour * owned[own].mean() <= most:
            kept |= dict.fromkeys(stones, fate)
    return kept


def _faded(look: _Ownership) -> _Ownership:
    """Return a look in which only what it is sure of is left, without a jump at the border."""
    taken = (_SURE_LOOK - EVEN) / (1.0 - EVEN)
    return np.copysign(np.maximum(np.abs(look) - taken, 0.0) / (1.0 - taken), look)


def _steps_to(moves: Iterable[Point], position: Position) -> npt.NDArray[np.int64]:
    """Return how many steps along the lines the nearest of some moves is from each point."""
    rows, columns = np.divmod(np.arange(len(position.cells)), position.columns)
    nearest = np.full(len(position.cells), position.columns + position.rows)
    for move in moves:
        if move != PASS:
            row, column = divmod(move, position.columns)
            nearest = np.minimum(nearest, np.abs(rows - row) + np.abs(columns - column))
    return nearest
