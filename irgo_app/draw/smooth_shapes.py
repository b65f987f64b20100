"""Shapes with smooth edges on a board: where a field is above a level, bodies round stones.

Places are in cells from the upper left point as recorded, x to the right and y down; shapes reach
half a cell beyond the edge lines. A loop is float64 (n, 2): the control points of a closed
quadratic spline, which touches the middle of each side; what lies in an odd number of them is in.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from irgo_app.draw.field_painter import CROSSED, CROSSED_TWICE, cubic_weights, squares_crossed

Values: TypeAlias = npt.NDArray[np.float64]
Loop: TypeAlias = npt.NDArray[np.float64]
Loops: TypeAlias = tuple[Loop, ...]

SAMPLES: Final = 3
"""A cell: how finely fields are looked at."""
_FINE: Final = 6
"""A cell: how finely bodies round stones are looked at."""
_LEAST_ROUND: Final = 1.2
"""Cells; a loop that is shorter is smaller than a stone."""


def fine_field(values: Values, samples: int = SAMPLES) -> Values:
    """Return a field between and on its points: float64 (rows*samples + 1, columns*samples + 1).

    values -- float64 (rows, columns)
    Cubic between the points, where it takes exactly their values, but nowhere beyond those of the
    four points around: an edge lies between a point that is above a level and one that is not.
    """
    rows, columns = values.shape
    down, across = _weights(rows, samples), _weights(columns, samples)
    fine = down @ values @ across.T
    return np.clip(fine, _nearest(values, samples, np.minimum),
                   _nearest(values, samples, np.maximum))


def _places(points: int, samples: int) -> Values:
    return np.arange(points * samples + 1) / samples - 0.5


@lru_cache(maxsize=64)
def _weights(points: int, samples: int) -> Values:
    """Return the cubic weights of points at all samples of an axis: (samples, points)."""
    return cubic_weights(points, np.clip(_places(points, samples), 0, points - 1))


@lru_cache(maxsize=64)
def _around(points: int, samples: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return of each sample of an axis the points before and behind it."""
    places = np.clip(_places(points, samples), 0, points - 1)
    return np.floor(places).astype(np.intp), np.ceil(places).astype(np.intp)


def _nearest(values: Values, samples: int, choose: np.ufunc) -> Values:
    (before, behind), (left, right) = (_around(points, samples) for points in values.shape)
    rows = choose(values[before], values[behind])
    return np.asarray(choose(rows[:, left], rows[:, right]), dtype=np.float64)


def loops_above(
    fine: Values, levels: Sequence[float], samples: int = SAMPLES, spacing: float = 0.2
) -> list[Loops]:
    """Return for each level the loops round where a fine field is above it.

    fine -- as `fine_field` returns it; levels -- positive
    spacing -- how far apart control points are, in cells
    """
    # Beyond the board nothing is above: every loop is closed.
    height, width = fine.shape[0] + 2, fine.shape[1] + 2
    padded = np.zeros((height, width))
    padded[1:-1, 1:-1] = fine
    case, (number, row, column) = squares_crossed(
        padded > np.asarray(levels)[:, np.newaxis, np.newaxis])
    if not number.size:
        return [()] * len(levels)
    # A side is known by the sample at its upper or left end, and whether it is upright.
    cell = (number * height + row) * width + column
    sides = np.stack((2 * cell, 2 * (cell + 1) + 1, 2 * (cell + width), 2 * cell + 1))
    starts, ends = _joined(case, sides)
    order = np.argsort(starts)
    starts = starts[order]
    lines, lengths = _followed(np.searchsorted(starts, ends[order]).tolist())
    corner, is_upright = starts[lines] // 2, starts[lines] % 2 == 1
    of_level, corner = np.divmod(corner, height * width)
    here = padded.ravel()[corner]
    there = padded.ravel()[np.where(is_upright, corner + width, corner + 1)]
    share = (np.asarray(levels)[of_level] - here) / (there - here)
    y, x = np.divmod(corner, width)
    places = np.column_stack((x + share * ~is_upright, y + share * is_upright))
    places = np.clip(places - 1, 0, (width - 3, height - 3)) / samples - 0.5
    found: list[list[Loop]] = [[] for _ in levels]
    for loop, level in _thinned(places, lengths, of_level, spacing):
        found[level].append(loop)
    return [tuple(loops) for loops in found]


def _joined(
    case: npt.NDArray[np.int8], sides: npt.NDArray[np.intp]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    each = np.arange(case.size)
    first = CROSSED[case]
    starts, ends = [sides[first[:, 0], each]], [sides[first[:, 1], each]]
    for twice, (start, end) in CROSSED_TWICE.items():
        found = np.flatnonzero(case == twice)
        starts.append(sides[start, found])
        ends.append(sides[end, found])
    return np.concatenate(starts), np.concatenate(ends)


def _followed(following: list[int]) -> tuple[list[int], list[int]]:
    order, lengths, seen = list[int](), list[int](), bytearray(len(following))
    add = order.append
    for first, is_seen in enumerate(seen):
        if is_seen:
            continue
        at, before = first, len(order)
        while not seen[at]:
            seen[at] = 1
            add(at)
            at = following[at]
        lengths.append(len(order) - before)
    return order, lengths


def _thinned(
    places: Loop, lengths: list[int], of_level: npt.NDArray[np.intp], spacing: float
) -> Iterator[tuple[Loop, int]]:
    """Yield the loops that can be seen, their points about evenly spaced, each with its level."""
    steps = np.hypot(*(places - np.concatenate((places[:1], places[:-1]))).T)
    ends = np.cumsum(lengths)
    starts = ends - lengths
    steps[starts] = 0.0
    run = np.cumsum(steps)
    beyond = np.floor((run - np.repeat(run[starts], lengths)) / spacing)
    kept = np.diff(beyond, prepend=-1.0) != 0
    kept[starts] = True
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if run[end - 1] - run[start] >= _LEAST_ROUND:
            loop = places[start:end][kept[start:end]]
            yield loop, int(of_level[start])


def on_spline(line: Loop) -> Loop:
    """Return places along a quadratic spline, two for each control point: float64 (m, 2).

    line -- its control points, at least three: float64 (n, 2); it goes from the first to the last
    """
    ends = np.concatenate((line[:1], (line[1:-2] + line[2:-1]) / 2, line[-1:]))
    places = np.empty((2 * len(ends) - 1, 2))
    places[::2], places[1::2] = ends, (ends[:-1] + 2 * line[1:-1] + ends[1:]) / 4
    return places


Place: TypeAlias = tuple[int, int]
LinkedStones: TypeAlias = tuple[Sequence[Place], Sequence[tuple[Place, Place, bool]]]
"""The stones of a group as (column, row), and the pairs of them that are linked, with whether the
neck between them is a thin one."""


def bodies(
    ours: Iterable[LinkedStones], theirs: Iterable[LinkedStones], columns: int, rows: int,
    radius: float, sure: tuple[Values, Values] | None = None,
    bare: tuple[Sequence[Place], Sequence[Place]] = ((), ()),
) -> tuple[Loops, Loops]:
    """Return the loops round the bodies of both sides, which end half way to each other.

    radius -- of the body round a stone, in cells; the necks between stones are narrower
    sure -- for both sides float64 (rows, columns): where it is positive, belongs to the shape too
    bare -- for both sides the points that no body covers; at most a thin neck crosses them
    """
    depths = [_depth(groups, points, columns, rows, radius)
              for groups, points in zip((ours, theirs), bare, strict=True)]
    shapes = [np.minimum(own, own - other) for own, other in (depths, depths[::-1])]
    if sure is not None:
        shapes = [np.maximum(shape, fine_field(own, _FINE))
                  for shape, own in zip(shapes, sure, strict=True)]
    black, white = map(_shape_loops, shapes)
    return black, white


def _depth(
    groups: Iterable[LinkedStones], bare: Iterable[Place], columns: int, rows: int, radius: float
) -> Values:
    """Return how deep each sample lies in the bodies of groups, in cells; outside below 0."""
    depth = np.full((rows * _FINE + 1 + 2 * _REACH, columns * _FINE + 1 + 2 * _REACH), -1.0)
    thin = list[tuple[Place, Place]]()
    for stones, links in groups:
        for stone in stones:
            _stamp(depth, _neck(0, 0, radius, _WAIST), stone)
        for stone, (column, row), is_thin in links:
            if is_thin:
                thin.append((stone, (column, row)))
            else:
                _stamp(depth, _neck(column - stone[0], row - stone[1], radius, _WAIST), stone)
    for point in bare:
        _stamp(depth, -_neck(0, 0, _BARE, _WAIST), point, np.minimum)
    # Two that cross would fill the point between them; the stones round it hold together slantwise.
    crossed = Counter((one[0] + other[0], one[1] + other[1]) for one, other in thin)
    for one, other in thin:
        if crossed[one[0] + other[0], one[1] + other[1]] == 1:
            _stamp(depth, _neck(other[0] - one[0], other[1] - one[1], radius, _THIN), one)
    return _softened(depth[_REACH:-_REACH, _REACH:-_REACH])


def _shape_loops(depth: Values) -> Loops:
    """Return the loops round where a depth is positive; small holes are filled."""
    loops = loops_above(np.maximum(depth + 1.0, 0.0), [1.0], _FINE, _SHAPE_SPACING)[0]
    return tuple(loop for loop in loops if _size(loop) < -_LEAST_HOLE or _size(loop) > 0)


def _size(loop: Loop) -> float:
    """Return what a loop encloses, in cells; below 0 for a hole."""
    x, y = loop.T
    return float(np.sum(np.roll(x, -1) * y - x * np.roll(y, -1))) / 2


_LEAST_HOLE: Final = 0.12
_SHAPE_SPACING: Final = 0.28
_REACH: Final = int(3.5 * _FINE)
"""Samples: a neck to a stone two lines away, and the body round that."""


def _stamp(depth: Values, stamp: Values, place: Place, choose: np.ufunc = np.maximum) -> None:
    """Lay a stamp round a point over what is there, the deeper counting unless said otherwise."""
    column, row = place
    top, left = int((row + 0.5) * _FINE), int((column + 0.5) * _FINE)
    part = depth[top:top + stamp.shape[0], left:left + stamp.shape[1]]
    choose(part, stamp, out=part)


_BARE: Final = 0.34
_WAIST: Final = 0.4
_THIN: Final = 0.8
"""So much narrower a neck is in its middle than at its stones; a thin one."""


@lru_cache(maxsize=512)
def _neck(across: int, down: int, radius: float, waist: float) -> Values:
    """Return how deep samples round a stone lie in a neck to another one, negative outside.

    float64 (2*_REACH + 1, 2*_REACH + 1), in cells. From a stone to itself it is a disc.
    """
    axis = np.arange(-_REACH, _REACH + 1) / _FINE
    x, y = axis[np.newaxis, :], axis[:, np.newaxis]
    length = max(1, across * across + down * down)
    along = np.clip((x * across + y * down) / length, 0, 1)
    away = np.hypot(x - along * across, y - along * down)
    wide = radius * (1 - waist * (1 - (2 * along - 1) ** 2)) if across or down else radius
    return np.asarray(wide - away, dtype=np.float64)


def _softened(depth: Values) -> Values:
    """Return a field whose folds are rounded: the mean of each sample and those around."""
    wide = np.pad(depth, 1, mode="edge")
    rows = wide[:-2] + 2 * wide[1:-1] + wide[2:]
    return np.asarray((rows[:, :-2] + 2 * rows[:, 1:-1] + rows[:, 2:]) / 16, dtype=np.float64)
