"""Tells which part of a board is shown: where its edges are, and where the star points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from irgo_app.go.topology import topology
from irgo_app.scan.lattice import Bools, Doubles
from irgo_app.scan.stones import Points

_USUAL_SIZE: Final = 19


@dataclass(frozen=True, slots=True)
class Place:
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
    goes_on = (_goes_on(left, empty[:, 0]), _goes_on(up, empty[0]),
               _goes_on(right, empty[:, -1]), _goes_on(down, empty[-1]))
    board_columns = _size(columns, goes_on[0] or goes_on[2])
    board_rows = _size(rows, goes_on[1] or goes_on[3])
    # Boards are square but for rare ones, whose edges are all shown.
    if goes_on[0] or goes_on[2]:
        board_columns = max(columns, board_rows if not (goes_on[1] or goes_on[3]) else _USUAL_SIZE)
    if goes_on[1] or goes_on[3]:
        board_rows = max(rows, board_columns if not (goes_on[0] or goes_on[2]) else _USUAL_SIZE)
    lefts = _offsets(columns, board_columns, goes_on[0], goes_on[2])
    tops = _offsets(rows, board_rows, goes_on[1], goes_on[3])
    if len(lefts) == 1 and len(tops) == 1:
        return Place((board_columns, board_rows), lefts[0], tops[0], is_sure=True)
    stars = np.zeros((board_rows, board_columns))
    for point in topology(board_columns, board_rows).star_points:
        stars[divmod(point, board_columns)] = 1.0
    found = []
    for top in tops:
        for start in lefts:
            expected = stars[top:top + rows, start:start + columns]
            score = float(((points.star - 0.5) * (2 * expected - 0.4))[empty].sum())
            # Where nothing tells, a part lies in the middle.
            middle = abs(top - (board_rows - rows) / 2) + abs(start - (board_columns - columns) / 2)
            found.append((score - 1e-3 * middle, score, start, top))
    found.sort(reverse=True)
    is_sure = len(found) == 1 or found[0][1] > found[1][1] + 0.8
    return Place((board_columns, board_rows), found[0][2], found[0][3], is_sure=is_sure)


def _goes_on(beyond: Doubles, empty: Bools) -> bool:
    """Return whether the lines go on past the outermost one of a side."""
    seen = beyond[empty]
    return bool(len(seen)) and float(seen.mean()) > 0.4


def _size(lines: int, is_cut: bool) -> int:
    return max(lines, _USUAL_SIZE) if is_cut else lines


def _offsets(lines: int, size: int, before: bool, after: bool) -> list[int]:
    """Return where a part of so many lines may begin."""
    if not before:
        return [0]
    if not after:
        return [size - lines]
    return list(range(1, size - lines)) or [(size - lines) // 2]
