"""A stone is put on the board, and what it takes comes off: the one place that captures."""

from __future__ import annotations

from typing import TypeAlias

from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import CELL_OF_COLOUR

Neighbours: TypeAlias = tuple[tuple[Point, ...], ...]


def put_stone(
    cells: bytearray, colour: Colour, point: Point, neighbours: Neighbours
) -> tuple[list[Point], list[Point], Point]:
    """Put a stone on an empty point of `cells` and take off what has no liberty then.

    Returns the enemy's stones taken, the own ones (suicide), and the point the enemy may not retake
    at once (PASS if there is none).
    """
    own, enemy = CELL_OF_COLOUR[colour], CELL_OF_COLOUR[-colour]
    cells[point] = own
    taken: list[Point] = []
    has_room = False
    for near in neighbours[point]:
        cell = cells[near]
        if not cell:
            has_room = True
        elif cell == enemy:
            taken += _take_if_breathless(cells, near, neighbours)
    if has_room:
        return taken, [], PASS
    if not taken:
        return taken, _take_if_breathless(cells, point, neighbours), PASS
    is_ko = len(taken) == 1 and _is_lone_in_atari(cells, point, neighbours)
    return taken, [], taken[0] if is_ko else PASS


def _take_if_breathless(cells: bytearray, start: Point, neighbours: Neighbours) -> list[Point]:
    """Take the chain at `start` off `cells` if it has no liberty; return the stones taken."""
    cell = cells[start]
    seen = {start}
    chain = [start]
    for point in chain:
        for near in neighbours[point]:
            other = cells[near]
            if not other:
                return []
            if other == cell and near not in seen:
                seen.add(near)
                chain.append(near)
    for point in chain:
        cells[point] = 0
    return chain


def _is_lone_in_atari(cells: bytearray, point: Point, neighbours: Neighbours) -> bool:
    """Return whether the stone at `point` stands alone with exactly one liberty."""
    own = cells[point]
    around = [cells[near] for near in neighbours[point]]
    return own not in around and around.count(0) == 1
