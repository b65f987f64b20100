"""What is known of a group without searching: unconditional life."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from irgo_app.go.point import BLACK, WHITE, Point
from irgo_app.go.position import Position


@lru_cache(maxsize=64)
def unconditionally_alive_stones(position: Position) -> frozenset[Point]:
    """Return the stones of chains that live even if their owner never answers (Benson)."""
    from irgo_app.kernels.benson import new_life_scratch, new_rooms, unconditionally_alive
    from irgo_app.kernels.tables import neighbour_table, stones_view

    stones = stones_view(position.cells)
    rooms, scratch = new_rooms(stones.size), new_life_scratch(stones.size)
    found = np.zeros(stones.size, np.bool_)
    alive = np.empty(stones.size, np.bool_)
    for colour in (BLACK, WHITE):
        unconditionally_alive(
            stones, neighbour_table(position.columns, position.rows), colour, rooms, scratch,
            alive)
        found |= alive
    return frozenset(np.flatnonzero(found & (stones != 0)).tolist())
