"""What a board is painted on: where it lies, how large things are, and the primitives of a canvas.

SVG, PDF and Qt each implement a canvas once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from msgspec import Struct

from irgo_app.draw.palette import BoardTheme, Rgb
from irgo_app.go.coordinates import transformed_point, transformed_size
from irgo_app.go.point import Colour, Point

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rgba: TypeAlias = npt.NDArray[np.uint8]
    Places: TypeAlias = npt.NDArray[np.float64]
else:
    Rgba = Places = Any


STONE_RADIUS: Final = 0.475
STAR_RADIUS: Final = 0.085
GRID_WIDTH: Final = 0.028
EDGE_WIDTH: Final = 0.05
SHADOW_OFFSET: Final = 0.05
MARK_RADIUS: Final = 0.25
MARK_WIDTH: Final = 0.075
MARK_OVER_TEXT: Final = 0.56
"""How large a mark is that shares its point with a text, beside one that has it alone."""
TEXT_UNDER_MARK: Final = 0.7
RAISED: Final = 0.22
"""So far above the middle of the point that mark stands, and the text below it."""
LOWERED: Final = 0.15
LETTER_RADIUS: Final = 0.36
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
CURVE_WIDTH: Final = 0.045
FADED_OPACITY: Final = 0.38
LEAN: Final = 0.2
"""So far italics lean, in their height."""
CAPTION_HEIGHT: Final = 0.44
NEXT_MOVE: Final = 0.52
"""The stone of the next move, in that of others."""
PLAYED_OPACITY: Final = 0.55
PLAYED_RING: Final = 0.46
PLAYED_WIDTH: Final = 0.09
CANDIDATE_DISC: Final = 0.46
CANDIDATE_LETTER: Final = 0.3
CANDIDATE_NUMBER: Final = 0.36
HALO: Final = ((0.74, 0.28), (0.60, 0.85))
"""The two circles of a halo: radius, and opacity."""


_RIM_CELLS = 0.95
"""Room for the coordinates on each side, in cells."""
_MARGIN_CELLS = 0.12
_HALF = 0.5
"""So far a board's stones, and the lines of one that is cut, reach beyond the outer points."""


class BoardPart(Struct, frozen=True):
    """A rectangle of a board, of which nothing else is shown.

    Columns and rows as recorded, counted from 0 at the upper left; the last ones belong to it.
    """

    first_column: int
    first_row: int
    last_column: int
    last_row: int

    @classmethod
    def between(cls, one: Point, other: Point, columns: int) -> BoardPart:
        """Return the rectangle of two of its corners."""
        (row, column), (other_row, other_column) = divmod(one, columns), divmod(other, columns)
        return cls(min(column, other_column), min(row, other_row),
                   max(column, other_column), max(row, other_row))

    def holds(self, point: Point, columns: int) -> bool:
        """Return whether a point of a board with so many columns belongs to it."""
        row, column = divmod(point, columns)
        return (self.first_row <= row <= self.last_row
                and self.first_column <= column <= self.last_column)

    def seen(self, columns: int, rows: int, symmetry: int) -> BoardPart:
        """Return it on the board as seen through a view transform."""
        across, _ = transformed_size(columns, rows, symmetry)
        one, other = (transformed_point(row * columns + column, columns, rows, symmetry)
                      for row, column in ((self.first_row, self.first_column),
                                          (self.last_row, self.last_column)))
        return BoardPart.between(one, other, across)


class BoardGeometry(Struct, frozen=True):
    """The layout of a board in a picture; pixels are floats, x to the right and y down.

    columns, rows -- the board as recorded
    left, top -- the centre of the upper left point as seen
    cell -- the distance of two lines; a whole number when laid out with `snap`
    symmetry -- view transform 0 to 7 of `go.coordinates`
    part -- what alone is shown, as seen; None for the whole board
    """

    columns: int
    rows: int
    left: float
    top: float
    cell: float
    symmetry: int = 0
    part: BoardPart | None = None

    @classmethod
    def fitted(
        cls, columns: int, rows: int, width: float, height: float,
        *, has_rim: bool = True, symmetry: int = 0, snap: bool = True,
        part: BoardPart | None = None,
    ) -> BoardGeometry:
        """Return the largest undistorted board, or part of it, that fits in, centred.

        part -- as recorded
        """
        shown = _shown(columns, rows, symmetry, part)
        across = shown.last_column - shown.first_column + 1
        down = shown.last_row - shown.first_row + 1
        rim = (_RIM_CELLS if has_rim else 0.0) + _MARGIN_CELLS
        cell = min(width / (across + 2 * rim), height / (down + 2 * rim))
        if snap:
            cell = max(4.0, float(int(cell)))
        left = (width - (across - 1) * cell) / 2
        top = (height - (down - 1) * cell) / 2
        if snap:
            left, top = float(round(left)), float(round(top))
        return cls(columns, rows, left - shown.first_column * cell, top - shown.first_row * cell,
                   cell, symmetry, None if part is None else shown)

    @classmethod
    def filling(
        cls, columns: int, rows: int, width: float, height: float, *, has_rim: bool = True,
        symmetry: int = 0, part: BoardPart | None = None,
    ) -> BoardGeometry:
        """Return the board, or part of it, with no more round it than it needs, at 0, 0.

        Its `shown_area` is as wide as `width` or as high as `height`, and no larger.
        part -- as recorded
        """
        shown = _shown(columns, rows, symmetry, part)
        unit = cls(columns, rows, 0.0, 0.0, 1.0, symmetry, None if part is None else shown)
        x, y, across, down = unit.shown_area(has_rim=has_rim)
        cell = min(width / across, height / down)
        return cls(columns, rows, -x * cell, -y * cell, cell, symmetry, unit.part)

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

    def board_area(self) -> tuple[float, float, float, float]:
        """Return (x, y, width, height) of the board's wood, the rim for coordinates included."""
        across, down = self.seen_size
        rim = (_RIM_CELLS + _MARGIN_CELLS) * self.cell
        return (self.left - rim, self.top - rim,
                (across - 1) * self.cell + 2 * rim, (down - 1) * self.cell + 2 * rim)

    def shown_area(self, *, has_rim: bool = True) -> tuple[float, float, float, float]:
        """Return (x, y, width, height) of a picture: what is shown, with room for coordinates."""
        if has_rim:
            return self._area(_RIM_CELLS + _MARGIN_CELLS, _RIM_CELLS + _MARGIN_CELLS)
        return self._area(_HALF + _MARGIN_CELLS, _HALF)

    def shown_lines(self) -> tuple[float, float, float, float]:
        """Return (x, y, width, height) of what the outermost lines that are shown enclose."""
        return self._area(0.0, 0.0)

    def cut_area(self) -> tuple[float, float, float, float]:
        """Return (x, y, width, height) of where a board that is cut is painted, lines and all."""
        return self._area(_RIM_CELLS + _MARGIN_CELLS, _HALF)

    def _area(self, at_edges: float, at_cuts: float) -> tuple[float, float, float, float]:
        """Return what is shown, so many cells wider where the board ends, or is cut."""
        across, down = self.seen_size
        shown = self.part or BoardPart(0, 0, across - 1, down - 1)
        west, north, east, south = (
            at_edges if is_edge else at_cuts
            for is_edge in (shown.first_column == 0, shown.first_row == 0,
                            shown.last_column == across - 1, shown.last_row == down - 1))
        return (self.left + (shown.first_column - west) * self.cell,
                self.top + (shown.first_row - north) * self.cell,
                (shown.last_column - shown.first_column + west + east) * self.cell,
                (shown.last_row - shown.first_row + north + south) * self.cell)

    def _recorded(self, seen: Point) -> Point:
        """Return the point of the record that is seen at `seen`."""
        across, down = self.seen_size
        if self.symmetry & 4:
            seen = transformed_point(seen, across, down, 4)
        return transformed_point(seen, self.columns, self.rows, self.symmetry & 3)


def _shown(columns: int, rows: int, symmetry: int, part: BoardPart | None) -> BoardPart:
    return (part or BoardPart(0, 0, columns - 1, rows - 1)).seen(columns, rows, symmetry)


@lru_cache(maxsize=8)
def centres(geometry: BoardGeometry) -> tuple[tuple[float, float], ...]:
    """Return the pixels of all points of the record, in their order."""
    return tuple(map(geometry.centre, range(geometry.columns * geometry.rows)))


Vertex: TypeAlias = tuple[float, float]
Piece: TypeAlias = Sequence[float]


class Canvas(Protocol):
    """Primitives in pixels, x to the right and y down; opacities 0 to 1."""

    def group(self, name: str) -> None:
        """Begin a named part of the picture ("grid", "stones"); ends the one before."""

    def clipped(
        self, x: float, y: float, width: float, height: float
    ) -> AbstractContextManager[None]:
        """Draw nothing outside a rectangle while the context lasts."""

    def wood(self, x: float, y: float, width: float, height: float, theme: BoardTheme) -> None:
        """Draw a board of a theme that has grain, with it."""

    def rectangle(self, x: float, y: float, width: float, height: float, fill: Rgb,
                  opacity: float) -> None:
        """Draw a filled rectangle."""

    def line(self, vertices: Sequence[Vertex], colour: Rgb, width: float, *,
             is_closed: bool = False, opacity: float = 1.0, dash: float = 0.0) -> None:
        """Draw a polyline with round joins; `dash` is the length of dashes, 0 for none."""

    def segments(self, pieces: Sequence[Piece], colour: Rgb, width: float, *,
                 opacity: float = 1.0) -> None:
        """Draw many short pieces of lines that touch each other, (x, y, x, y) of their ends."""

    def polygon(self, vertices: Sequence[Vertex], fill: Rgb, opacity: float = 1.0) -> None:
        """Draw a filled polygon."""

    def area(self, loops: Sequence[Sequence[Vertex]], fill: Rgb, opacity: float = 1.0) -> None:
        """Fill what an odd number of closed loops encloses: an area with its holes left open."""

    def smooth_area(self, loops: Sequence[Places], fill: Rgb, opacity: float = 1.0, *,
                    is_soft: bool = False) -> None:
        """Fill what an odd number of closed quadratic splines encloses.

        loops -- their control points: a spline touches the middle of each side
        is_soft -- the colour differs little from that around: what is quickest will do
        """

    def smooth_line(self, vertices: Places, colour: Rgb, width: float, *,
                    opacity: float = 1.0) -> None:
        """Draw a quadratic spline from its first control point to its last."""

    def circle(self, x: float, y: float, radius: float, *, fill: Rgb | None = None,
               stroke: Rgb | None = None, width: float = 0.0, opacity: float = 1.0) -> None:
        """Draw a circle, filled, outlined or both."""

    def stone(self, x: float, y: float, radius: float, colour: Colour,
              opacity: float = 1.0) -> None:
        """Draw a stone with its sheen, rim and soft shadow."""

    def text(self, x: float, y: float, text: str, height: float, colour: Rgb, *,
             is_bold: bool = False, is_italic: bool = False, halo: Rgb | None = None) -> None:
        """Draw a text centred on a point; `height` is that of the font in pixels.

        halo -- the colour of a thin rim round the letters, where what lies below is of any colour
        """

    def image(self, x: float, y: float, width: float, height: float, rgba: Rgba, *,
              is_smooth: bool) -> None:
        """Draw an RGBA picture (uint8, (h, w, 4), straight alpha) scaled to a rectangle."""
