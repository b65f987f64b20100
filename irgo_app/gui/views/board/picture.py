"""A diagram kept painted as pixmaps, redrawn when needed; the closer look at a part of it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from irgo_app.draw.board_geometry import BoardGeometry
from irgo_app.draw.board_painter import (
    Look, geometry_of, is_flat, paint_board, paint_fields, paint_grid, paint_links, paint_signs,
    paint_stones, tones_of, within_part
)
from irgo_app.draw.drawables import Diagram
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.gui.views.board.canvas import QtCanvas

STEP: Final = 1.25
_NEAREST: Final = 4.0


class Zoom(Struct, frozen=True):
    """What part of the board fills the widget.

    factor -- 1 shows the whole board
    across, down -- what lies in the middle: 0 the left (upper) edge of the board's wood, 1 the
    right (lower) one
    """

    factor: float = 1.0
    across: float = 0.5
    down: float = 0.5

    @property
    def is_whole(self) -> bool:
        """Return whether the whole board is shown."""
        return self.factor <= 1.0

    def applied(self, fitted: BoardGeometry, width: int, height: int) -> BoardGeometry:
        """Return where the board lies in a picture of width x height; it leaves no edge bare.

        fitted -- where the whole board lies
        """
        if self.is_whole:
            return fitted
        near = replace(fitted, cell=float(round(fitted.cell * self.factor)))
        x, y, wide, high = near.board_area()
        return replace(
            near, left=float(round(near.left - x + _begin(self.across, wide, width))),
            top=float(round(near.top - y + _begin(self.down, high, height))))

    def nearer(
        self, by: float, fitted: BoardGeometry, width: int, height: int, x: float, y: float
    ) -> Zoom:
        """Return the look from `by` times as near, with what lies at the pixel (x, y) kept there.
        """
        factor = min(_NEAREST, max(1.0, self.factor * by))
        if factor < STEP ** 0.5:
            return WHOLE
        left, top, wide, high = self.applied(fitted, width, height).board_area()
        share_x, share_y = (x - left) / wide, (y - top) / high
        after = replace(self, factor=factor)
        _, _, wide, high = after.applied(fitted, width, height).board_area()
        return after._held(share_x + (width / 2 - x) / wide, share_y + (height / 2 - y) / high,
                           wide, high, width, height)

    def moved(self, x: float, y: float, fitted: BoardGeometry, width: int, height: int) -> Zoom:
        """Return the look with the board drawn so many pixels to the right and down."""
        if self.is_whole:
            return self
        _, _, wide, high = self.applied(fitted, width, height).board_area()
        return self._held(self.across - x / wide, self.down - y / high, wide, high, width, height)

    def _held(
        self, across: float, down: float, wide: float, high: float, width: int, height: int
    ) -> Zoom:
        """Return the look at another middle, kept to where the board's edges are at the widget's.
        """
        return replace(self, across=_within(across, width / wide / 2),
                       down=_within(down, height / high / 2))


WHOLE: Final = Zoom()


def _begin(middle: float, length: float, room: int) -> float:
    """Return where something begins so that `middle` (0 to 1) lies in the middle of its room."""
    if length <= room:
        return (room - length) / 2
    return min(0.0, max(room - length, room / 2 - middle * length))


def _within(share: float, half: float) -> float:
    return 0.5 if half >= 0.5 else min(1.0 - half, max(half, share))


class BoardPicture:
    """The picture of one diagram at one size in device pixels.

    surround -- the colour beside a board that is not as wide or high as its room
    builds -- how often the picture was painted anew; an unchanged repaint adds nothing
    """

    # While tones go over into others, three pictures are kept: the board with the tones before, the
    # board with those of now, and what lies over them.

    def __init__(self, look: Look) -> None:
        self.look = look
        self.surround = QColor(*look.theme.surround)
        self.zoom = WHOLE
        self.builds = 0
        self._diagram: Diagram | None = None
        self._size = QSize()
        self._picture = QPixmap()
        self._is_painted = False
        self._background: QPixmap | None = None
        self._background_key: object = None
        self._geometry: BoardGeometry | None = None
        self._ground, self._ground_before, self._upper = QPixmap(), QPixmap(), QPixmap()
        self._ground_key: object = None

    def set_look(self, look: Look) -> None:
        """Use other colours from the next painting on."""
        self.look = look
        self._is_painted = False

    def set_surround(self, colour: QColor) -> None:
        """Use another colour beside the board from the next painting on."""
        if colour != self.surround:
            self.surround = colour
            self._is_painted = False

    def set_zoom(self, zoom: Zoom) -> None:
        self.zoom, self._geometry = zoom, None

    def geometry(self, diagram: Diagram, size: QSize) -> BoardGeometry:
        self._follow(diagram, size)
        assert self._geometry is not None
        return self._geometry

    def pixmap(self, diagram: Diagram, size: QSize) -> QPixmap:
        """Return the painted diagram, from the last time if nothing changed."""
        self._follow(diagram, size)
        if not self._is_painted:
            self._paint(diagram, size)
            self._is_painted = True
            self.builds += 1
        return self._picture

    def begin_fade(self, diagram: Diagram, size: QSize) -> bool:
        """Get ready to let the tones of the last diagram go over into those of this one.

        Return whether there is anything to fade, and the board lies where it lay.
        """
        before, place = self._diagram, self._geometry
        if before is None or not self._is_painted or size != self._size or tones_of(
                before) == tones_of(diagram):
            return False
        self._paint_ground(before, size)
        self._ground_before = self._ground.copy()
        self._follow(diagram, size)
        if self._geometry != place:
            return False
        self._paint_ground(diagram, size)
        self._upper = QPixmap(size)
        self._upper.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self._upper)
        self._paint_upper(painter, diagram)
        painter.end()
        return True

    def faded(self, share: float) -> QPixmap:
        """Return the picture while it goes over; share -- 0: the tones before, 1: those of now."""
        painter = QPainter(self._picture)
        painter.drawPixmap(0, 0, self._ground_before)
        painter.setOpacity(share)
        painter.drawPixmap(0, 0, self._ground)
        painter.setOpacity(1.0)
        painter.drawPixmap(0, 0, self._upper)
        painter.end()
        self._is_painted = False
        return self._picture

    def _follow(self, diagram: Diagram, size: QSize) -> None:
        if diagram is not self._diagram or size != self._size or self._geometry is None:
            self._diagram, self._size, self._is_painted = diagram, QSize(size), False
            self._geometry = self.zoom.applied(
                geometry_of(diagram, size.width(), size.height()), size.width(), size.height())

    def _paint(self, diagram: Diagram, size: QSize) -> None:
        """Paint over the last picture: a new pixmap of this size would cost milliseconds."""
        assert self._geometry is not None
        if self._picture.size() != size:
            self._picture = QPixmap(size)
        self._picture.setDevicePixelRatio(1.0)
        painter = QPainter(self._picture)
        if tones_of(diagram):
            self._paint_ground(diagram, size)
            painter.drawPixmap(0, 0, self._ground)
        else:
            self._lay_ground(painter, diagram, size)
        self._paint_upper(painter, diagram)
        painter.end()

    def _paint_ground(self, diagram: Diagram, size: QSize) -> None:
        """Paint the board with its tones, unless that is what was painted last."""
        key = (tones_of(diagram), diagram.position.columns, self._geometry, self.look,
               self.surround.rgb(), diagram.coordinates)
        if key == self._ground_key and self._ground.size() == size:
            return
        self._ground_key = key
        if self._ground.size() != size:
            self._ground = QPixmap(size)
        painter = QPainter(self._ground)
        self._lay_ground(painter, diagram, size)
        painter.end()

    def _lay_ground(self, painter: QPainter, diagram: Diagram, size: QSize) -> None:
        assert self._geometry is not None
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawPixmap(0, 0, self._bare_board(diagram, size))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        canvas = QtCanvas(painter)
        with within_part(canvas, self._geometry):
            paint_fields(canvas, diagram, self._geometry, self.look)

    def _paint_upper(self, painter: QPainter, diagram: Diagram) -> None:
        """Paint what lies over the tones."""
        assert self._geometry is not None
        canvas = QtCanvas(painter)
        with within_part(canvas, self._geometry):
            paint_grid(canvas, diagram, self._geometry, self.look)
            paint_links(canvas, diagram, self._geometry, self.look)
            paint_stones(canvas, diagram, self._geometry)
            paint_signs(canvas, diagram, self._geometry, self.look)

    def _bare_board(self, diagram: Diagram, size: QSize) -> QPixmap:
        key = (self._geometry, size.width(), size.height(), self.look.theme, diagram.coordinates,
               is_flat(diagram), self.surround.rgb())
        if self._background is None or key != self._background_key:
            assert self._geometry is not None
            background = QPixmap(size)
            background.fill(self.surround)
            painter = QPainter(background)
            # Lines lie on whole pixels: a board is rarely as large as its room, but the wood is.
            x, y, _, _ = self._geometry.shown_area(
                has_rim=diagram.coordinates is not CoordinateStyle.NONE)
            paint_board(QtCanvas(painter), diagram, self._geometry, self.look,
                        reach=max(0.0, min(x, y)))
            painter.end()
            self._background, self._background_key = background, key
        return self._background


def render_diagram(diagram: Diagram, side: int, look: Look) -> QPixmap:
    """Return a diagram painted as the window paints it, for the clipboard."""
    return BoardPicture(look).pixmap(diagram, QSize(side, side))
