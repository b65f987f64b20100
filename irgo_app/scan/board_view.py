"""The board of a picture seen from above: which lines there are, and where the board ends."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.scan.extent import Bools, Doubles, Floats
from irgo_app.scan.lattice import Lattice, find_lattice

CELL: Final = 40
"""Pixels from point to point in the view."""
_MARGIN: Final = 1.5
"""Cells round the outer points."""
_SHORTEST, _LONGEST = 700, 1600
"""Of the longer side of the picture that lines are looked for in."""
_CLEAR: Final = 14.0
"""So much likelier than lines of which one is left out or added are those of a board."""
_LARGE, _USUAL = 60.0, 36.0
"""Where lines lie so far apart in it, they are looked for once more, as far apart as is usual."""


class BoardView(Struct, frozen=True, eq=False):
    """A board as seen from above; point (column, row) lies at `at(column, row)`.

    colours -- float32 (height, width, 3), red, green, blue, 0 to 255
    inside -- bool (height, width): where the picture reaches
    columns, rows -- how many lines are shown
    corners -- float64 (4, 2), pixels of the picture where the part's corner points lie: upper left,
    upper right, lower right, lower left
    is_clear -- whether no other lines explain the picture nearly as well
    """

    colours: Floats
    inside: Bools
    columns: int
    rows: int
    corners: Doubles
    is_clear: bool = True

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
    found: tuple[float, float, Lattice] | None = None
    for _ in range(2):
        lattice = find_lattice(cv2.resize(
            light, None, fx=scale, fy=scale,
            interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC))
        if lattice is not None and (found is None or lattice.score / scale > found[0]):
            found = lattice.score / scale, scale, lattice
        # The edge of a board may be as thick as a stripe: it is a line where it is seen smaller.
        if lattice is not None and lattice.cell < _LARGE:
            break
        scale *= _USUAL / lattice.cell if lattice is not None else 0.5
    if found is None:
        return None
    _, scale, lattice = found
    assert lattice.extent is not None
    extent = lattice.extent
    return _seen_from_above(picture, scale, lattice, extent.columns, extent.rows,
                            is_clear=extent.margin > _CLEAR)


def _seen_from_above(
    picture: npt.NDArray[np.uint8], scale: float, lattice: Lattice, columns: range, rows: range, *,
    is_clear: bool
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
                     np.column_stack([corner_x, corner_y]) / scale, is_clear)


def _between(coarse: Doubles, step: int) -> Floats:
    """Return a smooth map at every pixel from every `step`-th."""
    height, width = coarse.shape
    x, y = np.meshgrid(np.arange((width - 1) * step, dtype=np.float32) / step,
                       np.arange((height - 1) * step, dtype=np.float32) / step)
    result: Floats = cv2.remap(coarse.astype(np.float32), x, y, cv2.INTER_LINEAR)
    return result
