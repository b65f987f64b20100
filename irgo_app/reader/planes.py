"""A position as the network reads it: planes of points and two numbers, from the mover's side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.go.point import PASS
from irgo_app.go.position import CELL_OF_COLOUR, Position, unpacked_points
from irgo_app.kernels.ladders import new_ladder_scratch
from irgo_app.kernels.reader_planes import PLANES, RECENT_MOVES, fill_planes
from irgo_app.kernels.tables import neighbour_table, stones_view

KOMI_UNIT: Final = 20.0
"""Points of komi that count as one."""
MIDDLE_SIZE: Final = 14.0
SIZE_UNIT: Final = 10.0
NUMBERS: Final = 2
"""Komi in the mover's favour, and the size of the board; see `encode`."""


def encode(
    positions: Sequence[Position], komi: float | Sequence[float]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return what the network is given for positions of one size.

    komi -- White's compensation, one for all or one each
    Returns float32 (positions, PLANES, rows, columns), zeros and ones, and float32 (positions,
    NUMBERS): komi in the mover's favour in units of 20 points, and (side - 14) / 10 with the side
    of a square board of this area. Exchanging colours, the turn and the sign of komi changes
    nothing: the network cannot tell Black from White.
    """
    first = positions[0]
    columns, rows = first.columns, first.rows
    each = [komi] * len(positions) if isinstance(komi, (int, float)) else komi
    planes = np.empty((len(positions), PLANES, rows * columns), np.uint8)
    numbers = np.empty((len(positions), NUMBERS), np.float32)
    for at, position in enumerate(positions):
        fill_planes_of(position, planes[at])
        numbers[at, 0] = -each[at] * position.to_play / KOMI_UNIT
    numbers[:, 1] = (np.sqrt(rows * columns) - MIDDLE_SIZE) / SIZE_UNIT
    return planes.reshape(len(positions), PLANES, rows, columns).astype(np.float32), numbers


def fill_planes_of(position: Position, out: npt.NDArray[np.uint8]) -> None:
    """Write the planes of a position into `out` (PLANES, points)."""
    points = len(position.cells)
    fill_planes(stones_view(position.cells), neighbour_table(position.columns, position.rows),
                position.to_play, -1 if position.ko_point == PASS else position.ko_point,
                recent_moves(position), new_ladder_scratch(points), np.empty(points, np.int8),
                np.empty((2, points), np.bool_), out)


def recent_moves(position: Position) -> npt.NDArray[np.int16]:
    """Return int16 (RECENT_MOVES): the last moves, the latest first; -1 where they are not known.

    The position keeps the order of its stones, not who passed: moves count as long as their colours
    alternate back from the side that has just moved.
    """
    found = np.full(RECENT_MOVES, -1, np.int16)
    colour = -position.to_play
    for at, point in enumerate(reversed(unpacked_points(position.order[-2 * RECENT_MOVES:]))):
        if position.cells[point] != CELL_OF_COLOUR[colour]:
            break
        found[at] = point
        colour = -colour
    return found
