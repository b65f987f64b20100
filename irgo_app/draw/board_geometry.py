"""Point <-> pixel: where a board lies in a picture, and how large things are on it, in cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from irgo_app.go.coordinates import transformed_point, transformed_size
from irgo_app.go.point import Point

STONE_RADIUS: Final = 0.475
STAR_RADIUS: Final = 0.085
GRID_WIDTH: Final = 0.028
EDGE_WIDTH: Final = 0.05
SHADOW_OFFSET: Final = 0.05
MARK_RADIUS: Final = 0.25
MARK_WIDTH: Final = 0.075
LABEL_HEIGHT: Final = 0.52
NUMBER_HEIGHT: Final = 0.46
LABEL_WIDTH: Final = 0.9
"""At most: texts on neighbouring points never touch."""
LETTER_WIDTH: Final = 0.7
"""Of a bold digit, in heights of the font."""
HALO_WIDTH: Final = 0.09
"""Of the rim round a letter, in heights of the font."""
RIM_HEIGHT: Final = 0.40
RIM_DISTANCE: Final = 0.72
GHOST_OPACITY: Final = 0.45
LINK_WIDTH: Final = 0.11
LINK_DOT_RADIUS: Final = 0.12
ARROW_WIDTH: Final = 0.07
OUTLINE_WIDTH: Final = 0.075
OUTLINE_INSET: Final = 0.09
INNER_OUTLINE_WIDTH: Final = 0.04
INNER_OUTLINE_INSET: Final = 0.2
LEAST_CELL_WITH_RIMS: Final = 9.0
"""In pixels: on a smaller board there is no room for a rim beside an outline."""
OUTLINE_BEYOND: Final = 0.3
"""So far an outline reaches beyond the edge lines, and not under the coordinates."""
OUTLINE_DASH: Final = 0.22
STATUS_DOT_RADIUS: Final = 0.15
CANDIDATE_RADIUS: Final = 0.24
CANDIDATE_RING: Final = 0.10
CANDIDATE_TEXT: Final = 0.24
HALO: Final = ((0.74, 0.28), (0.60, 0.85))
"""The two circles of a halo: radius, and opacity."""


_RIM_CELLS = 0.95
"""Room for the coordinates on each side, in cells."""
_MARGIN_CELLS = 0.12


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """The layout of a board in a picture; pixels are floats, x to the right and y down.

    columns, rows -- the board as recorded
    left, top -- the centre of the upper left point as seen
    cell -- the distance of two lines; a whole number when laid out with `snap`
    symmetry -- view transform 0 to 7 of `go.coordinates`
    """

    columns: int
    rows: int
    left: float
    top: float
    cell: float
    symmetry: int = 0

    @classmethod
    def fitted(
        cls, columns: int, rows: int, width: float, height: float,
        *, has_rim: bool = True, symmetry: int = 0, snap: bool = True,
    ) -> BoardGeometry:
        """Return the largest undistorted board that fits into width x height, centred."""
        across, down = transformed_size(columns, rows, symmetry)
        rim = (_RIM_CELLS if has_rim else 0.0) + _MARGIN_CELLS
        cell = min(width / (across + 2 * rim), height / (down + 2 * rim))
        if snap:
            cell = max(4.0, float(int(cell)))
        left = (width - (across - 1) * cell) / 2
        top = (height - (down - 1) * cell) / 2
        if snap:
            left, top = float(round(left)), float(round(top))
        return cls(columns, rows, left, top, cell, symmetry)

    @property
    def seen_size(self) -> tuple[int, int]:
        """(columns, rows) as seen through the view transform."""
        return transformed_size(self.columns, self.rows, self.symmetry)

    def centre(self, point: Point) -> tuple[float, float]:
        """Return the pixel of a point of the record."""
        if not self.symmetry:
            row, column = divmod(point, self.columns)
            return self.left + column * self.cell, self.top + row * self.cell
        across, _ = self.seen_size
        seen = transformed_point(point, self.columns, self.rows, self.symmetry)
        row, column = divmod(seen, across)
        return self.left + column * self.cell, self.top + row * self.cell

    def point_at(self, x: float, y: float) -> Point | None:
        """Return the point whose cell holds a pixel, or None beside the board."""
        across, down = self.seen_size
        column = round((x - self.left) / self.cell)
        row = round((y - self.top) / self.cell)
        if not (0 <= column < across and 0 <= row < down):
            return None
        return self._recorded(row * across + column)

    def lined_area(self) -> tuple[float, float, float, float]:
        """Return (x, y, width, height) of what the edge lines enclose."""
        across, down = self.seen_size
        return self.left, self.top, (across - 1) * self.cell, (down - 1) * self.cell

    def within_lines(
        self, places: Iterable[tuple[float, float]], beyond: float = 0.0
    ) -> list[tuple[float, float]]:
        """Return pixels, those more than `beyond` cells outside the edge lines moved there."""
        left, top, width, height = self.lined_area()
        room = beyond * self.cell
        return [(min(max(x, left - room), left + width + room),
                 min(max(y, top - room), top + height + room)) for x, y in places]

    def playing_area(self) -> tuple[float, float, float, float]:
        """Return (x, y, width, height) of all cells: half a cell round the outer lines."""
        across, down = self.seen_size
        half = self.cell / 2
        return self.left - half, self.top - half, across * self.cell, down * self.cell

    def board_area(self, *, has_rim: bool = True) -> tuple[float, float, float, float]:
        """Return (x, y, width, height) of the board's wood, the rim for coordinates included."""
        across, down = self.seen_size
        rim = ((_RIM_CELLS if has_rim else 0.0) + _MARGIN_CELLS) * self.cell
        return (self.left - rim, self.top - rim,
                (across - 1) * self.cell + 2 * rim, (down - 1) * self.cell + 2 * rim)

    def _recorded(self, seen: Point) -> Point:
        """Return the point of the record that is seen at `seen`."""
        across, down = self.seen_size
        if self.symmetry & 4:
            seen = transformed_point(seen, across, down, 4)
        return transformed_point(seen, self.columns, self.rows, self.symmetry & 3)


@lru_cache(maxsize=8)
def centres(geometry: BoardGeometry) -> tuple[tuple[float, float], ...]:
    """Return the pixels of all points of the record, in their order."""
    return tuple(map(geometry.centre, range(geometry.columns * geometry.rows)))
