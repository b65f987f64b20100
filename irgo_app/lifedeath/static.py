"""What is known of a group without searching: unconditional life."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from irgo_app.go.point import BLACK, WHITE, Point
from irgo_app.go.position import Position


@lru_cache(maxsize=64)
def unconditionally_alive_stones(position: Position) -> frozenset[Point]:
    """Return the stones of chains that live even if their owner never answers (Benson)."""
    from irgo_app.kernels.benson import unconditionally_alive
    from irgo_app.kernels.tables import neighbour_table

    # The kernel is compiled for arrays that may be written to.
    stones = np.frombuffer(position.cells, np.int8).copy()
    found = np.zeros(stones.size, np.bool_)
    alive = np.empty(stones.size, np.bool_)
    for colour in (BLACK, WHITE):
        unconditionally_alive(
            stones, neighbour_table(position.columns, position.rows), colour, alive)
        found |= alive
    return frozenset(np.flatnonzero(found & (stones != 0)).tolist())
