"""Which chains a ladder takes, read out to its end."""

from __future__ import annotations

import numpy as np

from irgo_app.go.point import Point
from irgo_app.go.position import Position


def stones_in_ladders(position: Position) -> frozenset[Point]:
    """Return the stones that a ladder takes if the attacker moves next, or that are taken already.

    Those are chains with one liberty that cannot get out of atari, and chains with two that a
    ladder takes. A ladder that is too long to be read counts as escaped.
    """
    from irgo_app.kernels.grid import neighbour_table, stones_view
    from irgo_app.kernels.ladders import find_ladders, new_ladder_scratch

    size = len(position.cells)
    taken, moves = np.zeros((2, size), np.bool_)
    find_ladders(stones_view(position.cells), neighbour_table(position.columns, position.rows),
                 new_ladder_scratch(size), taken, moves)
    return frozenset(np.flatnonzero(taken).tolist())
