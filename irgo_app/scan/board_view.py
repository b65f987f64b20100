"""The board of a picture seen from above: which lines there are, and where the board ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from irgo_app.scan.lattice import CLEAR, Bools, Doubles, Floats, Lattice, find_lattice

CELL: Final = 40
"""Pixels from point to point in the view."""
_MARGIN: Final = 1.5
"""Cells round the outer points."""
_SHORTEST, _LONGEST = 700, 1600
"""Of the longer side of the picture that lines are looked for in."""
_SMALLEST, _LARGEST = 4, 25
_CROWDED: Final = 0.4
"""Where stones lie on more of a line's points it is one, however little of it is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A board as seen from above; point (column, row) lies at `at(column, row)`.

    colours -- float32 (height, width, 3), red, green, blue, 0 to 255
    inside -- bool (height, width): where the picture reaches
    columns, rows -- how many lines are shown
    corners -- float64 (4, 2), pixels of the picture where the part's corner points lie: upper left,
    upper right, lower right, lower left
    """

    colours: Floats
    inside: Bools
    columns: int
    rows: int
    corners: Doubles

    @property
    def light(self) -> Floats:
        """Return the lightness, float32 (height, width)."""
        result: Floats = self.colours @ np.array([0.299, 0.587, 0.114], np.float32)
        return result


def at(number: float) -> float:
    """Return the pixel of a line of the view, counted from 0."""
    return (_MARGIN + number) * CELL


def view_of(picture: npt.NDArray[np.uint8]) -> BoardView | None:
    """Return the board of a picture (uint8, height x width x 3), None where none is found."""
    longer = max(picture.shape[:2])
    scale = 1.0
    if longer > _LONGEST:
        scale = _LONGEST / longer
    elif longer < _SHORTEST:
        scale = min(3.0, _SHORTEST * 1.4 / longer)
    light = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32)
    sized = cv2.resize(light, None, fx=scale, fy=scale,
                       interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    lattice = find_lattice(sized)
    if lattice is None:
        return None
    extent = _extent(lattice)
    if extent is None:
        return None
    return _seen_from_above(picture, scale, lattice, *extent)


def _extent(lattice: Lattice) -> tuple[range, range] | None:
    """Return the columns and the rows that have lines."""
    upright, level = lattice.seen.upright > CLEAR, lattice.seen.level > CLEAR
    discs = lattice.seen.discs
    start_column = _middle(upright.sum(axis=0) + discs.sum(axis=0))
    start_row = _middle(level.sum(axis=1) + discs.sum(axis=1))
    # What lies between two stones is taken for a line.
    upright |= discs[1:] & discs[:-1]
    level |= discs[:, 1:] & discs[:, :-1]
    columns = _run(upright.sum(axis=0) >= 2, level.sum(axis=0) >= 2, start_column)
    rows = _run(level.sum(axis=1) >= 2, upright.sum(axis=1) >= 2, start_row)
    for _ in range(3):
        if len(columns) < _SMALLEST or len(rows) < _SMALLEST:
            return None
        columns = _run(_often(upright[rows.start:rows.stop - 1], columns)
                       | (discs[rows.start:rows.stop].mean(axis=0) > _CROWDED),
                       _often(level[rows.start:rows.stop], columns[:-1]), start_column)
        if len(columns) < _SMALLEST:
            return None
        rows = _run(_often(level[:, columns.start:columns.stop - 1].T, rows)
                    | (discs[:, columns.start:columns.stop].mean(axis=1) > _CROWDED),
                    _often(upright[:, columns.start:columns.stop].T, rows[:-1]), start_row)
    if not (_SMALLEST <= len(columns) <= _LARGEST and _SMALLEST <= len(rows) <= _LARGEST):
        return None
    return (range(columns.start + lattice.first[0], columns.stop + lattice.first[0]),
            range(rows.start + lattice.first[1], rows.stop + lattice.first[1]))


def _middle(counts: npt.NDArray[np.intp]) -> int:
    """Return the line that half of what is seen lies before."""
    passed = np.cumsum(counts)
    return int(np.searchsorted(passed, passed[-1] / 2))


def _often(seen: Bools, usual: range) -> Bools:
    """Return for each line whether it is seen nearly as often as usual.

    seen -- bool (count, lines); usual -- the lines that tell what is usual
    """
    counts = seen.sum(axis=0)
    often: Bools = (counts >= 0.45 * np.median(counts[usual.start:usual.stop])) & (counts >= 2)
    return often


def _run(lines: Bools, links: Bools, start: int) -> range:
    """Return the lines round `start` that are joined; up to two that are hidden break nothing.

    lines -- whether each line is there; links -- whether line i is joined to line i + 1
    """
    first = _furthest(lines[start::-1], links[:start][::-1])
    last = _furthest(lines[start:], links[start:])
    return range(start - first, start + last + 1)


def _furthest(lines: Bools, links: Bools) -> int:
    """Return how far the lines go on from the first."""
    reached = 0
    for index in range(1, len(lines)):
        if index > reached + 3 or not links[index - 1]:
            break
        if lines[index]:
            reached = index
    return reached


def _seen_from_above(
    picture: npt.NDArray[np.uint8], scale: float, lattice: Lattice, columns: range, rows: range
) -> BoardView:
    """Return the part of the picture that holds these lines, as if seen from above."""
    width = int((len(columns) - 1 + 2 * _MARGIN) * CELL)
    height = int((len(rows) - 1 + 2 * _MARGIN) * CELL)
    # The map is smooth: a tenth of its places are enough.
    step = 8
    across = np.arange(0, width + step, step) / CELL - _MARGIN + columns.start
    down = np.arange(0, height + step, step) / CELL - _MARGIN + rows.start
    x, y = lattice.pixels(*np.meshgrid(across, down))
    shrunk = min(1.0, 1.5 * CELL * scale / lattice.cell)
    source = picture
    if shrunk < 1.0:
        source = cv2.resize(picture, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
    factor = (shrunk if shrunk < 1.0 else 1.0) / scale
    # Pixels are counted by their middles.
    fine_x, fine_y = (_between(((part + 0.5) * factor - 0.5), step)[:height, :width]
                      for part in (x, y))
    colours = cv2.remap(source, fine_x, fine_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = ((fine_x >= -0.5) & (fine_y >= -0.5) & (fine_x <= source.shape[1] - 0.5)
              & (fine_y <= source.shape[0] - 0.5))
    ends = np.array([(columns[0], rows[0]), (columns[-1], rows[0]), (columns[-1], rows[-1]),
                     (columns[0], rows[-1])], float)
    corner_x, corner_y = lattice.pixels(ends[:, 0], ends[:, 1])
    return BoardView(colours.astype(np.float32), inside, len(columns), len(rows),
                     np.column_stack([corner_x, corner_y]) / scale)


def _between(coarse: Doubles, step: int) -> Floats:
    """Return a smooth map at every pixel from every `step`-th."""
    height, width = coarse.shape
    x, y = np.meshgrid(np.arange((width - 1) * step, dtype=np.float32) / step,
                       np.arange((height - 1) * step, dtype=np.float32) / step)
    result: Floats = cv2.remap(coarse.astype(np.float32), x, y, cv2.INTER_LINEAR)
    return result
