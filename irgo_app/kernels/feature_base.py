"""What the features of the estimate have in common: scratch and limits.

A feature is a whole number for each point. Stones are seen from the side to move: +1 its own, -1
the enemy's. A map is int32 (n), -1000 to 1000, positive where the side to move is expected.
Everything is counted in whole numbers and taken in no order of points, so that a mirrored board
gives exactly the mirrored numbers. All rows of `out` are int16 (rows, n), overwritten, clipped to
+-30000. Source: irgo's own.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import Int8Buffer, Int32Buffer, Int32Rows
from irgo_app.kernels.compiler import inner_kernel
from irgo_app.kernels.surroundings import Surroundings, new_surroundings

SCALE: Final = 1000
"""What a map is where the side to move is certain of a point."""
NONE: Final = 30000
"""What stands for a least or greatest number where there is none."""
FACTS: Final = 13
"""Rows of facts: as many as the kernel that has most of them needs."""


class FeatureScratch(NamedTuple):
    """Scratch of all features of a board of n points; contents do not matter.

    kinds -- int8 (n); maps, queue, parts, seen -- int32 (n)
    facts -- int32 (FACTS, n + 1): of chains, areas or groups by number; each kernel names its rows
    around -- for averages and maxima around points
    """

    kinds: Int8Buffer
    maps: Int32Buffer
    queue: Int32Buffer
    parts: Int32Buffer
    seen: Int32Buffer
    facts: Int32Rows
    around: Surroundings


def new_feature_scratch(points: int) -> FeatureScratch:
    """Return scratch for a board of so many points."""
    return FeatureScratch._make((
        np.empty(points, np.int8), *np.empty((4, points), np.int32),
        np.empty((FACTS, points + 1), np.int32), new_surroundings(points)))


@inner_kernel
def clipped(value: int) -> int:
    """Return a number as a feature can hold it: within +-30000."""
    return min(max(value, -30000), 30000)
