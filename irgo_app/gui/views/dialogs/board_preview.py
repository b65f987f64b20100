"""A small board in a dialog: what a choice would look like."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.go.position import Position
from irgo_app.gui.views.board.board_picture import BoardPicture


class BoardPreview(QWidget):
    """Shows a diagram, as the board in the window would."""

    def __init__(self, look: Look, side: int) -> None:
        super().__init__()
        self._picture = BoardPicture(look)
        self.diagram = Diagram(Position.empty())
        self.setFixedSize(side, side)
        self.setAccessibleName(self.tr("Preview"))

    def show_diagram(self, diagram: Diagram, look: Look | None = None) -> None:
        """Show another diagram, in another look if one is given."""
        self.diagram = diagram
        if look is not None:
            self._picture.set_look(look)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the board over the whole widget."""
        ratio = self.devicePixelRatioF()
        pixmap = self._picture.pixmap(self.diagram, QSize(
            round(self.width() * ratio), round(self.height() * ratio)))
        pixmap.setDevicePixelRatio(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, pixmap)
        painter.end()
