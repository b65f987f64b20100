"""Lines round sets of points: closed loops along the borders of their cells, drawn a little inside.

Coordinates are cells as seen: (column, row) is the upper left corner of a point's cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from irgo_app.go.topology import LARGEST_SIZE

Corner: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[float, float]

_TURNS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Right, down, left, up: along a loop the inside lies to the right hand."""
_HEIGHT: Final = LARGEST_SIZE + 2
"""A corner is one number while loops are looked for, x * _HEIGHT + y: a column of corners, and a
row on either side where no cell is."""
_STEPS: Final = tuple(right * _HEIGHT + down for right, down in _TURNS)
_FOLLOWING: Final = tuple(
    tuple((heading + turn) % 4 for turn in (1, 0, 3)) for heading in range(4))
"""Where a loop may go on: at a corner where two cells touch, turn right, to stay with one's own."""
_INWARD: Final = tuple(
    tuple((_TURNS[(one + 1) % 4][0] + _TURNS[(other + 1) % 4][0],
           _TURNS[(one + 1) % 4][1] + _TURNS[(other + 1) % 4][1]) for other in range(4))
    for one in range(4))
"""The way from a corner to the inside of both its edges, by their headings."""


def outline_loops(cells: Iterable[Corner], inset: float) -> list[list[Place]]:
    """Return the loops round a set of cells, `inset` cells inside the border.

    cells -- (column, row) of each; cells that touch at a corner only get loops of their own, holes
    a loop round the hole.
    """
    edges = _edges({column * _HEIGHT + row for column, row in cells})
    loops = []
    while edges:
        corner, heading = divmod(min(edges), 4)
        first = heading
        loop: list[Place] = []
        while (edge := 4 * corner + heading) in edges:
            edges.remove(edge)
            corner += _STEPS[heading]
            before = heading
            for heading in _FOLLOWING[before]:
                if 4 * corner + heading in edges:
                    break
            else:
                heading = first
            if heading != before:
                x, y = divmod(corner, _HEIGHT)
                right, down = _INWARD[before][heading]
                loop.append((x + inset * right, y + inset * down))
        loops.append(loop)
    return loops


def _edges(cells: set[int]) -> set[int]:
    """Return 4 * start + heading of every border edge, the inside to its right."""
    edges = set()
    for cell in cells:
        if cell - 1 not in cells:
            edges.add(4 * cell)
        if cell + _HEIGHT not in cells:
            edges.add(4 * (cell + _HEIGHT) + 1)
        if cell + 1 not in cells:
            edges.add(4 * (cell + _HEIGHT + 1) + 2)
        if cell - _HEIGHT not in cells:
            edges.add(4 * (cell + 1) + 3)
    return edges
