"""The watershed of a potential: which points run down into a basin of their own colour."""

from __future__ import annotations

from irgo_app.kernels import inner_kernel, kernel
from irgo_app.kernels.argument_types import BoolBuffer, Int32Buffer, Int32Table, Int64s


@inner_kernel
def _lowest_neighbour(values: Int64s, neighbours: Int32Table, point: int) -> int:
    """Return the value of the lowest neighbour that is lower than the point, else the point's."""
    lowest = values[point]
    for side in range(4):
        near = neighbours[point, side]
        if near >= 0 and values[near] < lowest:
            lowest = values[near]
    return lowest


@inner_kernel
def _root(parents: Int32Buffer, point: int) -> int:
    """Return the first point of a set (union-find with halving)."""
    while parents[point] != point:
        parents[point] = parents[parents[point]]
        point = parents[point]
    return point


@inner_kernel
def _join(parents: Int32Buffer, first: int, second: int) -> None:
    """Unite two sets; the smaller point names the union."""
    one, other = _root(parents, first), _root(parents, second)
    if one < other:
        parents[other] = one
    else:
        parents[one] = other


@kernel
def watershed(
    values: Int64s, neighbours: Int32Table, order: Int64s, plateaus: Int32Buffer,
    is_low: BoolBuffer, gathered: Int32Buffer, parents: Int32Buffer, basins: Int32Buffer,
) -> None:
    """Find the inner points of the positive colour: ways downhill from them end at 0 or above.

    From a point go to the lowest neighbours that are lower; from a point without a lower one walk
    over equal points (its plateau) to those that have one; a plateau without such a way out is
    minimal. A point is inner if one way from it ends in a minimal plateau of a value >= 0. Source:
    Tajima & Sanechika, section 3, rule b, with plateaus walked as one place; moyo.json.

    values -- int64 (n); neighbours -- int32 (n, 4), absent = -1
    order -- int64 (n): the points by ascending value
    plateaus -- int32 (n), overwritten: the first point of each point's plateau
    is_low -- bool (n), overwritten: whether the point's plateau is minimal
    gathered, parents -- int32 (n), scratch
    basins -- int32 (n), overwritten: -1, or for inner points (stones are answered like any other)
    the first point of the minimal plateau they run into; plateaus that one point can both run into
    count as one basin
    """
    for point in range(values.size):
        plateaus[point] = point
        parents[point] = point
        gathered[point] = -1
        is_low[point] = True
    for point in range(values.size):
        for side in range(4):
            near = neighbours[point, side]
            if near > point and values[near] == values[point]:
                _join(plateaus, point, near)
    for point in range(values.size):
        plateaus[point] = _root(plateaus, point)
        if _lowest_neighbour(values, neighbours, point) < values[point]:
            is_low[plateaus[point]] = False
    for point in range(values.size):
        is_low[point] = is_low[plateaus[point]]
        basins[point] = plateaus[point] if is_low[point] and values[point] >= 0 else -1
    start = 0
    while start < order.size:
        end = start + 1
        while end < order.size and values[order[end]] == values[order[start]]:
            end += 1
        if values[order[start]] >= 0:
            _decide_level(values, neighbours, order[start:end], plateaus, gathered, parents, basins)
        start = end
    for point in range(values.size):
        if basins[point] >= 0:
            basins[point] = _root(parents, basins[point])


@inner_kernel
def _decide_level(
    values: Int64s, neighbours: Int32Table, level: Int64s, plateaus: Int32Buffer,
    gathered: Int32Buffer, parents: Int32Buffer, basins: Int32Buffer,
) -> None:
    """Decide the points of one value, all lower ones being decided.

    Points with a lower neighbour take the basins of their lowest ones, and `gathered` keeps these
    for the rest of their plateau.
    """
    for point in level:
        lowest = _lowest_neighbour(values, neighbours, point)
        if lowest == values[point]:
            continue
        for side in range(4):
            near = neighbours[point, side]
            if near >= 0 and values[near] == lowest and basins[near] >= 0:
                if basins[point] >= 0:
                    _join(parents, basins[point], basins[near])
                basins[point] = basins[near]
        if basins[point] >= 0:
            if gathered[plateaus[point]] >= 0:
                _join(parents, gathered[plateaus[point]], basins[point])
            gathered[plateaus[point]] = basins[point]
    for point in level:
        if basins[point] < 0 and _lowest_neighbour(values, neighbours, point) == values[point]:
            basins[point] = gathered[plateaus[point]]
