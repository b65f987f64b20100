"""Tells which lines of a lattice are the board's: the rectangle that best explains what is seen.

Inside it every half of a stretch should be seen, unless a stone hides it; outside none should.
What is seen counts by how much likelier it is inside than outside, what is not seen
against it, and the best of all rectangles is taken.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

Floats: TypeAlias = npt.NDArray[np.float32]
Doubles: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Whole: TypeAlias = npt.NDArray[np.intp]
CLEAR: Final = 0.35
"""From so much on half a stretch of line counts as seen."""
_SMALLEST, _LARGEST = 4, 25
_USUALLY_SHOWN: Final = 0.9
_BY_CHANCE: Final = 0.08
"""How often something outside the board looks like half a stretch of a line."""
_FOR_A_DISC: Final = 2.0
_JOINED, _LINKS = 0.25, 4
"""Which part of the stretches that lead to an outer line is seen at least, if so many are free."""
_USUAL: Final = {19: 4.0, 13: 3.0, 9: 3.0}
"""What speaks for square boards of a usual size."""


class Stretches(Struct, frozen=True, eq=False):
    """What is seen of the lines between neighbouring points.

    upright_halves -- float64 (down - 1, across, 2): strength of the upright line below each point,
    1 as usual: of its upper half, of its lower
    level_halves -- float64 (down, across - 1, 2): of the level line to the right of each point
    discs -- bool (down, across): whether something round as large as a stone hides the point
    """

    upright_halves: Doubles
    level_halves: Doubles
    discs: Bools

    @property
    def upright(self) -> Bools:
        """Return which stretches are seen: a stone may hide half of one."""
        seen: Bools = self.upright_halves.max(axis=2) > CLEAR
        return seen

    @property
    def level(self) -> Bools:
        seen: Bools = self.level_halves.max(axis=2) > CLEAR
        return seen


class Extent(Struct, frozen=True):
    """The lines of a board.

    score -- how much likelier they are than none
    shown -- which part of them is seen, of what no stone hides
    margin -- how much likelier they are than if one line less or more were the board's
    """

    columns: range
    rows: range
    score: float
    shown: float
    margin: float


def extent_of(seen: Stretches, first: tuple[int, int]) -> Extent | None:
    """Return the columns and the rows that have lines, None where hardly any have.

    first -- the column and the row of the first of the points that were looked at
    """
    found = _best(seen, _USUALLY_SHOWN)
    if found is None:
        return None
    # How often lines are seen is known only when it is known where they should be.
    for _ in range(2):
        found = _best(seen, _shown(seen, *found)) or found
    columns, rows = _joined(seen, *found)
    if min(len(columns), len(rows)) < _SMALLEST:
        return None
    # All lattices are weighed alike: what hardly fits is no board of which little is seen.
    left, right, top, bottom = (np.array([end]) for end in (
        columns.start, columns.stop, rows.start, rows.stop))
    score = _scores(seen, _USUALLY_SHOWN, left, right, top, bottom)
    return Extent(range(columns.start + first[0], columns.stop + first[0]),
                  range(rows.start + first[1], rows.stop + first[1]), float(score[0, 0]),
                  _shown(seen, columns, rows), _margin(seen, columns, rows))


def _margin(seen: Stretches, columns: range, rows: range) -> float:
    """Return how much likelier a rectangle is than the likeliest of those that differ by a line."""
    down, across = seen.discs.shape
    left, right = _near(columns, across)
    top, bottom = _near(rows, down)
    scores = _scores(seen, _shown(seen, columns, rows), left, right, top, bottom)
    itself = (left == columns.start) & (right == columns.stop)
    itself_down = (top == rows.start) & (bottom == rows.stop)
    others = np.where(itself_down[:, None] != itself[None, :], scores, -np.inf)
    return float(scores[itself_down][:, itself][0, 0] - others.max())


def _near(lines: range, count: int) -> tuple[Whole, Whole]:
    """Return a range of lines and those that end one line nearer or further on one side."""
    ends = [(lines.start + first, lines.stop + last)
            for first, last in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))]
    kept = [(first, last) for first, last in ends if first >= 0 and last <= count]
    first, last = np.array(kept).T
    return first, last


def _halves(seen: Stretches) -> tuple[tuple[Bools, Bools], tuple[Bools, Bools]]:
    """Return of the upright and the level halves which are seen and which no stone hides."""
    discs = seen.discs
    return ((seen.upright_halves > CLEAR, ~np.stack([discs[:-1], discs[1:]], axis=2)),
            (seen.level_halves > CLEAR, ~np.stack([discs[:, :-1], discs[:, 1:]], axis=2)))


def _shown(seen: Stretches, columns: range, rows: range) -> float:
    """Return which part of the halves that nothing hides is seen on a board."""
    (upright, free_upright), (level, free_level) = _halves(seen)
    count = total = 0
    for found, free, across, down in (
            (upright, free_upright, columns, rows[:-1]), (level, free_level, columns[:-1], rows)):
        within = slice(down.start, down.stop), slice(across.start, across.stop)
        count += int((found & free)[within].sum())
        total += int(free[within].sum())
    return float(np.clip(count / max(1, total), 0.5, 0.97))


def _best(seen: Stretches, shown: float) -> tuple[range, range] | None:
    """Return columns and rows of the likeliest rectangle; shown -- how often lines are seen."""
    down, across = seen.discs.shape
    left, right = _ranges(across)
    top, bottom = _ranges(down)
    if not len(left) or not len(top):
        return None
    scores = _scores(seen, shown, left, right, top, bottom)
    row, column = np.unravel_index(int(scores.argmax()), scores.shape)
    if scores[row, column] <= 0:
        return None
    return range(int(left[column]), int(right[column])), range(int(top[row]), int(bottom[row]))


def _scores(seen: Stretches, shown: float, left: Whole, right: Whole, top: Whole, bottom: Whole
            ) -> Doubles:
    """Return how much likelier each rectangle is a board than none, float64 (rows, columns).

    left, right -- beginning and end of each range of columns; top, bottom -- of rows
    """
    speaks = float(np.log(shown / _BY_CHANCE)), float(np.log((1 - shown) / (1 - _BY_CHANCE)))
    upright, level = (
        _sums(np.where(found, speaks[0], np.where(free, speaks[1], 0.0)).sum(axis=2))
        for found, free in _halves(seen))
    discs = _sums(_FOR_A_DISC * seen.discs.astype(np.float64))
    scores = (_within(upright, left, right, top, bottom - 1)
              + _within(level, left, right - 1, top, bottom)
              + _within(discs, left, right, top, bottom))
    for size, bonus in _USUAL.items():
        scores[(bottom - top == size)[:, None] & (right - left == size)] += bonus
    return scores


def _joined(seen: Stretches, columns: range, rows: range) -> tuple[range, range]:
    """Return the rectangle without outer lines that nothing joins to the next: those of a frame."""
    (upright, free_upright), (level, free_level) = _halves(seen)

    # What is written beside a board looks like half a stretch here and there.
    def is_whole(seen_halves: Bools, free_halves: Bools) -> bool:
        free = free_halves.all(axis=1)
        return bool(free.sum() < _LINKS or seen_halves[free].all(axis=1).mean() > _JOINED)

    def is_joined(column: int) -> bool:
        there = slice(rows.start, rows.stop), column
        return is_whole(level[there], free_level[there])

    def is_linked(row: int) -> bool:
        there = row, slice(columns.start, columns.stop)
        return is_whole(upright[there], free_upright[there])

    left, right = not is_joined(columns[0]), not is_joined(columns[-2])
    top, bottom = not is_linked(rows[0]), not is_linked(rows[-2])
    return (columns[left:len(columns) - right], rows[top:len(rows) - bottom])


def _ranges(count: int) -> tuple[Whole, Whole]:
    """Return the beginnings and the ends of all ranges of so many lines that can be a board's."""
    first, last = (part.ravel() for part in np.meshgrid(np.arange(count), np.arange(count + 1)))
    good = (last - first >= _SMALLEST) & (last - first <= _LARGEST)
    return first[good], last[good]


def _sums(values: Doubles) -> Doubles:
    """Return what all values above and to the left of each corner add up to."""
    return np.pad(values.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def _within(sums: Doubles, left: Whole, right: Whole, top: Whole, bottom: Whole) -> Doubles:
    """Return the sum of every rectangle, float64 (ranges of rows, ranges of columns)."""
    part: Doubles = sums[:, right] - sums[:, left]
    result: Doubles = part[bottom] - part[top]
    return result
