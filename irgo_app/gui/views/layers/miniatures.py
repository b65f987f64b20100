"""The small boards of the palette: each shows a layer of the position, and switches it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from irgo_app.draw.board_geometry import FADED_OPACITY, BoardGeometry, centres
from irgo_app.draw.board_painter import (
    Look, faded_stones, geometry_of, paint_fields, paint_grid, paint_links, paint_signs
)
from irgo_app.draw.drawables import Caption, Diagram, Drawable, Label, Letter
from irgo_app.draw.palette import BLACK_STONE, WHITE_STONE_RIM, WHITE_STONE_SHEEN
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import Point
from irgo_app.go.position import BLACK_CELL, Position
from irgo_app.gui.views.board.canvas import QtCanvas
from irgo_app.gui.views.style import bold_font, colours_of, small_font, text_scale

_GRID_OPACITY = 0.35


class MiniaturePainter:
    """Paints one position at one size, with one layer after the other.

    What all of them share is painted once for each position, so that a layer costs little more
    than itself.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._geometry: BoardGeometry | None = None
        self._grid, self._stones = QPixmap(), QPixmap()

    def paint(
        self, position: Position, drawables: Sequence[Drawable], side: int, look: Look,
        symmetry: int = 0,
    ) -> QPixmap:
        """Return a picture of side x side device pixels; letters are left out, too small to read.

        position -- the stones; drawables -- what lies on them
        """
        diagram = Diagram(
            position, tuple(found for found in drawables
                            if not isinstance(found, Label | Caption | Letter)),
            coordinates=CoordinateStyle.NONE, symmetry=symmetry)
        self._prepare(diagram, side, look)
        assert self._geometry is not None
        picture = QPixmap(side, side)
        picture.fill(QColor(*look.theme.flat))
        painter = QPainter(picture)
        canvas = QtCanvas(painter)
        paint_fields(canvas, diagram, self._geometry, look)
        painter.drawPixmap(0, 0, self._grid)
        paint_links(canvas, diagram, self._geometry, look)
        painter.drawPixmap(0, 0, self._stones)
        paint_signs(canvas, diagram, self._geometry, look)
        painter.end()
        return picture

    def _prepare(self, diagram: Diagram, side: int, look: Look) -> None:
        """Paint the grid and the stones, if they are others than before."""
        faded = faded_stones(diagram)
        key = (diagram.position.cells, diagram.position.columns, side, look, diagram.symmetry,
               faded)
        if key == self._key:
            return
        self._key = key
        self._geometry = geometry_of(diagram, side, side)
        self._grid, self._stones = _clear(side), _clear(side)
        painter = QPainter(self._grid)
        painter.setOpacity(_GRID_OPACITY)
        paint_grid(QtCanvas(painter), diagram, self._geometry, look)
        painter.end()
        painter = QPainter(self._stones)
        _paint_stones(painter, diagram.position, self._geometry, faded)
        painter.end()


def _paint_stones(
    painter: QPainter, position: Position, geometry: BoardGeometry, faded: frozenset[Point]
) -> None:
    """Paint flat discs: sheen and shadow would make grey dots of stones that are so small."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = geometry.cell / 2
    rim = max(0.6, 0.1 * radius)
    for point, ((x, y), cell) in enumerate(zip(centres(geometry), position.cells, strict=True)):
        if cell:
            painter.setOpacity(FADED_OPACITY if point in faded else 1.0)
            is_black = cell == BLACK_CELL
            painter.setPen(QPen(QColor(*(BLACK_STONE if is_black else WHITE_STONE_RIM)), rim))
            painter.setBrush(QColor(*(BLACK_STONE if is_black else WHITE_STONE_SHEEN)))
            painter.drawEllipse(QPointF(x, y), radius - rim / 2, radius - rim / 2)


def _clear(side: int) -> QPixmap:
    found = QPixmap(QSize(side, side))
    found.fill(Qt.GlobalColor.transparent)
    return found


BOARD_SIDE: Final = 78
"""Pixels of the board: four for each line of a large board, and the rim."""
_EDGE: Final = 4
_FRAME_WIDTH: Final = 2.5
_CAPTION_GAP: Final = 4
"""Pixels from the board to its name: the frame lies between them."""


class Miniature(QAbstractButton):
    """A layer's picture over its name and key; framed while the layer is on, with dashes while it
    waits for what it needs.

    is_stale -- whether the picture shows what is shown no longer, and waits to be painted
    is_whole -- whether the layer's result was there when it was painted
    """

    def __init__(self, title: str, short: str, key: str) -> None:
        super().__init__()
        self._short, self._key = short, key
        self._picture = QPixmap()
        self.is_stale, self.is_whole = True, False
        self._is_waiting = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{title} ({key})" if key else title)

    def nextCheckState(self) -> None:
        """Leave the frame to whoever knows which layers are on."""

    def show_picture(self, picture: QPixmap, *, is_whole: bool) -> None:
        """Show a picture of `side_in_pixels`."""
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self._picture, self.is_stale, self.is_whole = picture, False, is_whole
        self.update()

    def show_waiting(self, *, is_waiting: bool) -> None:
        """Show whether the layer is on but has nothing to show yet: it lacks an engine."""
        if is_waiting != self._is_waiting:
            self._is_waiting = is_waiting
            self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    @property
    def side(self) -> int:
        """Return how many pixels the board is wide and high, before the screen's scale."""
        return round(BOARD_SIDE * text_scale(self))

    @property
    def side_in_pixels(self) -> int:
        """Return how many pixels of the screen a picture needs each way."""
        return round(self.side * self.devicePixelRatioF())

    def sizeHint(self) -> QSize:
        """Return room for the board and a line of small print."""
        line = QFontMetrics(small_font(self)).height()
        return QSize(self.side + 2 * _EDGE, _EDGE + self.side + _CAPTION_GAP + line + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, side = colours_of(self), self.side
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        board = QRectF(_EDGE, _EDGE, side, side)
        if self._picture.isNull():
            painter.fillRect(board, QColor(colours.well))
        else:
            painter.setOpacity(1.0 if self.is_whole else 0.45)
            painter.drawPixmap(_EDGE, _EDGE, self._picture)
            painter.setOpacity(1.0)
        is_lit = self.underMouse() or self.hasFocus()
        if self.isChecked() or is_lit:
            is_shown = self.isChecked() and not self._is_waiting
            pen = QPen(QColor(colours.accent if is_shown else colours.faint),
                       _FRAME_WIDTH if is_shown else 1.0)
            if self._is_waiting:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawRoundedRect(board.adjusted(-2, -2, 2, 2), 4, 4)
        top = _EDGE + side + _CAPTION_GAP
        words = QRectF(_EDGE, top, side, self.height() - top)
        small = small_font(self)
        painter.setFont(small)
        painter.setPen(QColor(colours.faint))
        painter.drawText(words, Qt.AlignmentFlag.AlignRight, self._key)
        if self.isChecked() and not self._is_waiting:
            bold = bold_font(self)
            bold.setPointSizeF(small.pointSizeF())
            painter.setFont(bold)
        painter.setPen(QColor(colours.text))
        room = words.width() - (painter.fontMetrics().horizontalAdvance(self._key + " "))
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft, painter.fontMetrics().elidedText(
            self._short, Qt.TextElideMode.ElideRight, int(room)))
        painter.end()
