"""Lines round sets of points: closed loops along the borders of their cells, drawn a little inside.

Coordinates are cells as seen: (column, row) is the upper left corner of a point's cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

Corner: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[float, float]

_TURNS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Right, down, left, up: along a loop the inside lies to the right hand."""


def outline_loops(cells: Iterable[Corner], inset: float) -> list[list[Place]]:
    """Return the loops round a set of cells, `inset` cells inside the border.

    cells -- (column, row) of each; cells that touch at a corner only get loops of their own, holes
    a loop round the hole.
    """
    edges = dict(_edges(set(cells)))
    loops = []
    while edges:
        start, heading = min(edges)
        corners: list[tuple[Corner, int, int]] = []
        place, before = start, heading
        while (place, heading) in edges:
            end = edges.pop((place, heading))
            # At a corner where two cells touch, turn right: stay with one's own cell.
            following = next(((heading + turn) % 4 for turn in (1, 0, 3)
                              if (end, (heading + turn) % 4) in edges), None)
            if following is None:
                following = before
            if following != heading:
                corners.append((end, heading, following))
            place, heading = end, following
        loops.append([_moved_in(*corner, inset) for corner in corners])
    return loops


def _edges(cells: set[Corner]) -> Iterator[tuple[tuple[Corner, int], Corner]]:
    """Yield ((start, heading), end) of every border edge, the inside to its right."""
    for column, row in cells:
        sides = (((column, row - 1), (column, row), 0), ((column + 1, row), (column + 1, row), 1),
                 ((column, row + 1), (column + 1, row + 1), 2),
                 ((column - 1, row), (column, row + 1), 3))
        for beside, start, heading in sides:
            if beside not in cells:
                right, down = _TURNS[heading]
                yield (start, heading), (start[0] + right, start[1] + down)


def _moved_in(corner: Corner, heading: int, following: int, inset: float) -> Place:
    """Return a corner moved to the inside of both its edges."""
    x, y = float(corner[0]), float(corner[1])
    for way in (heading, following):
        right, down = _TURNS[(way + 1) % 4]
        x, y = x + inset * right, y + inset * down
    return x, y
