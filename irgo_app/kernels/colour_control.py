"""Colour control: which points and links of the board are black or white, and since which step.

Source: step 1 of the irgo algorithm ("Propagate colour control"), a debugged Swim colour map.
Links are an int8 array (2, n): row 0 the link from a point to its right neighbour, row 1 the one
to the neighbour below; a link that does not exist stays 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from irgo_app.kernels import inner_kernel, kernel
from irgo_app.kernels.argument_types import (
    Int8Buffer,
    Int8Rows,
    Int8s,
    Int8Table,
    Int16Buffer,
    Int16Rows,
)


class ControlMap(NamedTuple):
    """A colour map: points, links and the steps they were coloured in; see `colour_control`."""

    points: Int8Buffer
    links: Int8Rows
    point_step: Int16Buffer
    link_step: Int16Rows


def new_control_map(points: int) -> ControlMap:
    """Return a colour map of a board of so many points, for `colour_control` to fill."""
    return ControlMap._make((
        np.empty(points, np.int8), np.empty((2, points), np.int8), np.empty(points, np.int16),
        np.empty((2, points), np.int16)))


@kernel
def count_links(links: Int8Table, columns: int, black: Int8Buffer, white: Int8Buffer) -> None:
    """Count each point's black and white links; black, white -- int8 (n), overwritten."""
    black[:] = 0
    white[:] = 0
    for way in range(2):
        reach = 1 if way == 0 else columns
        for point in range(links.shape[1] - reach):
            if links[way, point] > 0:
                black[point] += 1
                black[point + reach] += 1
            elif links[way, point] < 0:
                white[point] += 1
                white[point + reach] += 1


@inner_kernel
def _colour_links(
    points: Int8s, columns: int, step: int, links: Int8Rows, link_step: Int16Rows
) -> bool:
    """Rule 1: an uncoloured link with a coloured end takes its colour, unless the ends differ."""
    has_changed = False
    for way in range(2):
        reach = 1 if way == 0 else columns
        for point in range(points.size - reach):
            if links[way, point] != 0 or (way == 0 and point % columns == columns - 1):
                continue
            ends = points[point] + points[point + reach]
            if ends != 0:
                links[way, point] = 1 if ends > 0 else -1
                link_step[way, point] = step
                has_changed = True
    return has_changed


@inner_kernel
def _colour_points(
    black: Int8s, white: Int8s, columns: int, step: int, points: Int8Buffer,
    point_step: Int16Buffer,
) -> bool:
    """Rule 2: an uncoloured point with 3 links of one colour (2 at the edge) and none of the other
    takes it.
    """
    has_changed = False
    rows = points.size // columns
    for point in range(points.size):
        if points[point] != 0:
            continue
        row, column = point // columns, point % columns
        is_edge = row == 0 or row == rows - 1 or column == 0 or column == columns - 1
        needed = 2 if is_edge else 3
        if black[point] >= needed and white[point] == 0:
            points[point] = 1
        elif white[point] >= needed and black[point] == 0:
            points[point] = -1
        if points[point] != 0:
            point_step[point] = step
            has_changed = True
    return has_changed


@inner_kernel
def _join_links(
    points: Int8s, black: Int8s, white: Int8s, columns: int, step: int, links: Int8Rows,
    link_step: Int16Rows,
) -> bool:
    """Rule 3: an uncoloured link takes a colour if both its ends have a link of that colour, none
    of the other, and are no points of the other.
    """
    has_changed = False
    for way in range(2):
        reach = 1 if way == 0 else columns
        for point in range(points.size - reach):
            if links[way, point] != 0 or (way == 0 and point % columns == columns - 1):
                continue
            end = point + reach
            is_black = black[point] > 0 and black[end] > 0 and white[point] + white[end] == 0
            is_white = white[point] > 0 and white[end] > 0 and black[point] + black[end] == 0
            if is_black and points[point] >= 0 and points[end] >= 0:
                links[way, point] = 1
            elif is_white and points[point] <= 0 and points[end] <= 0:
                links[way, point] = -1
            if links[way, point] != 0:
                link_step[way, point] = step
                has_changed = True
    return has_changed


@kernel
def colour_control(
    stones: Int8s, columns: int, points: Int8Buffer, links: Int8Rows, point_step: Int16Buffer,
    link_step: Int16Rows, black: Int8Buffer, white: Int8Buffer,
) -> None:
    """Propagate colour control until a whole round of the three rules changes nothing.

    Each rule reads the board as it was when its turn began, so the order of points cannot matter.
    Step 3*k + r is rule r (1 to 3) in round k; stones have step 0, what is uncoloured -1.

    stones -- int8 (n); points -- int8 (n), links -- int8 (2, n): the colours, overwritten
    point_step -- int16 (n), link_step -- int16 (2, n): when each was coloured, overwritten
    black, white -- int8 (n), scratch
    Oracle: colourmap.json.
    """
    links[:] = 0
    link_step[:] = -1
    for point in range(stones.size):
        points[point] = stones[point]
        point_step[point] = 0 if stones[point] != 0 else -1
    step = 0
    has_changed = True
    while has_changed:
        has_changed = _colour_links(points, columns, step + 1, links, link_step)
        count_links(links, columns, black, white)
        has_changed |= _colour_points(black, white, columns, step + 2, points, point_step)
        has_changed |= _join_links(points, black, white, columns, step + 3, links, link_step)
        step += 3
