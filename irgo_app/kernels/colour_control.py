"""Colour control: which points and links of the board are black or white, and since which step.

Source: step 1 of the irgo algorithm ("Propagate colour control"), a debugged Swim colour map.
Links are an int8 array (2, n): row 0 the link from a point to its right neighbour, row 1 the one
to the neighbour below; a link that does not exist stays 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (
    BoolRows, Bools, Int8Buffer, Int8Rows, Int8s, Int8Table, Int16Buffer, Int16Rows
)
from irgo_app.kernels.compiler import inner_kernel, kernel


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


@inner_kernel
def _add_links(links: Int8s, black: Int8Buffer, white: Int8Buffer) -> None:
    """Add links to the numbers of one of their ends, all arrays beginning there."""
    for index in range(links.size):
        black[index] += links[index] > 0
        white[index] += links[index] < 0


@kernel
def count_links(links: Int8Table, columns: int, black: Int8Buffer, white: Int8Buffer) -> None:
    """Count each point's black and white links; black, white -- int8 (n), overwritten."""
    black[:] = 0
    white[:] = 0
    size = black.size
    for way in range(2):
        reach = 1 if way == 0 else columns
        found = links[way, :size - reach]
        _add_links(found, black[:size - reach], white[:size - reach])
        _add_links(found, black[reach:], white[reach:])


@inner_kernel
def _colour_links(
    points: Int8s, ends: Int8s, has_link: Bools, step: int, links: Int8Buffer,
    link_step: Int16Buffer,
) -> bool:
    """Rule 1: an uncoloured link with a coloured end takes its colour, unless the ends differ."""
    has_changed = False
    for index in range(links.size):
        both = points[index] + ends[index]
        is_new = (links[index] == 0) & has_link[index] & (both != 0)
        links[index] = (1 if both > 0 else -1) if is_new else links[index]
        link_step[index] = step if is_new else link_step[index]
        has_changed |= is_new
    return has_changed


@inner_kernel
def _colour_points(
    black: Int8s, white: Int8s, needed: Int8s, step: int, points: Int8Buffer,
    point_step: Int16Buffer,
) -> bool:
    """Rule 2: an uncoloured point with 3 links of one colour (2 at the edge) and none of the other
    takes it.
    """
    has_changed = False
    for point in range(points.size):
        is_black = (black[point] >= needed[point]) & (white[point] == 0)
        is_white = (white[point] >= needed[point]) & (black[point] == 0)
        is_new = (points[point] == 0) & (is_black | is_white)
        points[point] = (1 if is_black else -1) if is_new else points[point]
        point_step[point] = step if is_new else point_step[point]
        has_changed |= is_new
    return has_changed


@inner_kernel
def _find_open(white: Int8s, points: Int8s, black: Int8Buffer) -> None:
    """Write in place of the black links: 1 for points with links of Black only and not White's own,
    2 for those the other way round, else 0.
    """
    for point in range(points.size):
        is_black = (black[point] > 0) & (white[point] == 0) & (points[point] >= 0)
        is_white = (white[point] > 0) & (black[point] == 0) & (points[point] <= 0)
        black[point] = 1 if is_black else 2 if is_white else 0


@inner_kernel
def _join_links(
    kinds: Int8s, ends: Int8s, has_link: Bools, step: int, links: Int8Buffer,
    link_step: Int16Buffer,
) -> bool:
    """Rule 3: an uncoloured link takes a colour if both its ends have a link of that colour, none
    of the other, and are no points of the other: `_find_open` says so of each.
    """
    has_changed = False
    for index in range(links.size):
        is_new = (links[index] == 0) & has_link[index] & (kinds[index] & ends[index] != 0)
        links[index] = (1 if kinds[index] == 1 else -1) if is_new else links[index]
        link_step[index] = step if is_new else link_step[index]
        has_changed |= is_new
    return has_changed


class ControlScratch(NamedTuple):
    """Scratch of `colour_control`, contents do not matter; (n) if nothing else is said.

    black, white -- int8: links; needed -- int8: links that colour a point
    has_link -- bool (2, n): row 0 all but the last column, row 1 all points
    """

    black: Int8Buffer
    white: Int8Buffer
    needed: Int8Buffer
    has_link: BoolRows


def new_control_scratch(points: int) -> ControlScratch:
    """Return scratch for a board of so many points."""
    return ControlScratch._make((
        *np.empty((3, points), np.int8), np.empty((2, points), np.bool_)))


@inner_kernel
def _survey_edge(columns: int, scratch: ControlScratch) -> None:
    """Fill what of the scratch hangs on the board alone."""
    size = scratch.needed.size
    scratch.has_link[:] = True
    scratch.needed[:] = 3
    scratch.needed[:columns] = 2
    scratch.needed[size - columns:] = 2
    for first in range(0, size, columns):
        scratch.needed[first] = scratch.needed[first + columns - 1] = 2
        scratch.has_link[0, first + columns - 1] = False


@kernel
def colour_control(
    stones: Int8s, columns: int, points: Int8Buffer, links: Int8Rows, point_step: Int16Buffer,
    link_step: Int16Rows, scratch: ControlScratch,
) -> None:
    """Propagate colour control until a whole round of the three rules changes nothing.

    Each rule reads the board as it was when its turn began, so the order of points cannot matter:
    every rule is one loop over all points, without a branch, which the compiler does many at once.
    Step 3*k + r is rule r (1 to 3) in round k; stones have step 0, what is uncoloured -1.

    stones -- int8 (n); points -- int8 (n), links -- int8 (2, n): the colours, overwritten
    point_step -- int16 (n), link_step -- int16 (2, n): when each was coloured, overwritten
    Oracle: colourmap.json.
    """
    black, white, size = scratch.black, scratch.white, stones.size
    _survey_edge(columns, scratch)
    links[:] = 0
    link_step[:] = -1
    for point in range(size):
        points[point] = stones[point]
        point_step[point] = 0 if stones[point] != 0 else -1
    step = 0
    has_changed = True
    while has_changed:
        has_changed = False
        for way in range(2):
            reach = 1 if way == 0 else columns
            has_changed |= _colour_links(
                points[:size - reach], points[reach:], scratch.has_link[way], step + 1,
                links[way, :size - reach], link_step[way, :size - reach])
        count_links(links, columns, black, white)
        has_changed |= _colour_points(black, white, scratch.needed, step + 2, points, point_step)
        _find_open(white, points, black)
        for way in range(2):
            reach = 1 if way == 0 else columns
            has_changed |= _join_links(
                black[:size - reach], black[reach:], scratch.has_link[way], step + 3,
                links[way, :size - reach], link_step[way, :size - reach])
        step += 3
