"""Tells which part of which board is shown: by edges, star points, and which boards are usual.

Every place on every board is weighed by how likely what is seen would be there; the likeliest is
taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from msgspec import Struct

from irgo_app.go.point import topology
from irgo_app.scan.extent import Bools, Doubles
from irgo_app.scan.stones import Points

_SIZES: Final = {19: 0.0, 13: -1.0, 9: -1.0}
"""What speaks for a square board, in logarithms of chances."""
_ODD, _EVEN, _OBLONG = -3.0, -6.0, -8.0
_PART, _PART_OF_SMALL = -4.0, -7.0
"""What speaks for a part of a board of 19 lines, and of another."""
_LARGEST: Final = 25
_GOES_ON, _SEEMS_TO = 0.85, 0.07
"""How often a line is seen past the outer point where it goes on, and where it ends there."""
_MOST: Final = 14.0
"""No side says more than this, however many points it has: what misleads one misleads many."""
_FULL: Final = 1.5
"""What speaks against an edge whose points all have stones."""
_STAR_SEEN: Final = 0.85
_CLEAR: Final = 2.0


class Place(Struct, frozen=True):
    """Where a part lies on a board.

    size -- columns and rows of the board
    left, top -- column and row (from the top) of the part's upper left point, counted from 0
    is_sure -- whether the picture tells that, by edges or star points
    """

    size: tuple[int, int]
    left: int
    top: int
    is_sure: bool


def place_of(points: Points, empty: Bools) -> Place:
    """Return where the points of a view lie.

    empty -- bool (rows, columns): the points where no stone lies
    """
    rows, columns = points.arms.shape
    left, right, up, down = points.beyond
    goes_on = (_goes_on(left, empty[:, 0]), _goes_on(right, empty[:, -1]),
               _goes_on(up, empty[0]), _goes_on(down, empty[-1]))
    by_chance = float(np.clip(points.star[empty].mean() if empty.any() else 0.0, 0.01, 0.5))
    seen = float(np.log(_STAR_SEEN / by_chance))
    missing = float(np.log((1 - _STAR_SEEN) / (1 - by_chance)))
    star: Doubles = (missing + (seen - missing) * points.star) * empty
    found = []
    for board_columns, board_rows, prior in _boards(columns, rows):
        stars = np.zeros((board_rows, board_columns))
        for point in topology(board_columns, board_rows).star_points:
            stars[divmod(point, board_columns)] = 1.0
        for top in range(board_rows - rows + 1):
            for start in range(board_columns - columns + 1):
                is_cut = (start > 0, start + columns < board_columns,
                          top > 0, top + rows < board_rows)
                score = prior + any(is_cut) * (_PART if board_columns == 19 else _PART_OF_SMALL)
                score += float(np.sum(star * stars[top:top + rows, start:start + columns]))
                score += sum(says if cut else -says
                             for says, cut in zip(goes_on, is_cut, strict=True)) / 2
                # Where nothing tells, a part lies in the middle.
                middle = (abs(top - (board_rows - rows) / 2)
                          + abs(start - (board_columns - columns) / 2))
                found.append((score - 1e-3 * middle, Place(
                    (board_columns, board_rows), start, top, is_sure=True)))
    found.sort(key=lambda weighed: -weighed[0])
    best = found[0][1]
    is_sure = len(found) == 1 or found[0][0] > found[1][0] + _CLEAR
    return Place(best.size, best.left, best.top, is_sure)


def _boards(columns: int, rows: int) -> Iterator[tuple[int, int, float]]:
    """Yield columns, rows and what speaks for each board that so large a part may be of."""
    if columns != rows:
        yield columns, rows, _OBLONG
    for size in range(max(columns, rows), _LARGEST + 1):
        yield size, size, _SIZES.get(size, _ODD if size % 2 else _EVEN)


def _goes_on(beyond: Doubles, empty: Bools) -> float:
    """Return how much likelier the outermost line of a side is crossed by lines than an edge."""
    seen, missing = (int((beyond[empty] == value).sum()) for value in (1.0, 0.0))
    if not empty.any():
        return _FULL
    says = (seen * np.log(_GOES_ON / _SEEMS_TO)
            + missing * np.log((1 - _GOES_ON) / (1 - _SEEMS_TO)))
    return float(np.clip(says, -_MOST, _MOST))
