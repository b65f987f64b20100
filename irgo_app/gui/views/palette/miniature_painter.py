"""Paints the small boards of the palette: grid and stones once, a layer between them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from irgo_app.draw.board_geometry import BoardGeometry, centres
from irgo_app.draw.board_painter import (
    Look,
    geometry_of,
    paint_fields,
    paint_grid,
    paint_links,
    paint_signs,
)
from irgo_app.draw.drawables import Diagram, Drawable, Label
from irgo_app.draw.palette import BLACK_STONE, WHITE_STONE_RIM, WHITE_STONE_SHEEN
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.position import BLACK_CELL, Position
from irgo_app.gui.views.board.qt_canvas import QtCanvas

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
            position, tuple(found for found in drawables if not isinstance(found, Label)),
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
        key = (diagram.position.cells, diagram.position.columns, side, look, diagram.symmetry)
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
        _paint_stones(painter, diagram.position, self._geometry)
        painter.end()


def _paint_stones(painter: QPainter, position: Position, geometry: BoardGeometry) -> None:
    """Paint flat discs: sheen and shadow would make grey dots of stones that are so small."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = geometry.cell / 2
    rim = max(0.6, 0.1 * radius)
    for (x, y), cell in zip(centres(geometry), position.cells, strict=True):
        if cell:
            is_black = cell == BLACK_CELL
            painter.setPen(QPen(QColor(*(BLACK_STONE if is_black else WHITE_STONE_RIM)), rim))
            painter.setBrush(QColor(*(BLACK_STONE if is_black else WHITE_STONE_SHEEN)))
            painter.drawEllipse(QPointF(x, y), radius - rim / 2, radius - rim / 2)


def _clear(side: int) -> QPixmap:
    found = QPixmap(QSize(side, side))
    found.fill(Qt.GlobalColor.transparent)
    return found
