"""Parts of dialogs: pages with their names at the left, and a small board."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QDialog, QDialogButtonBox, QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QScrollArea,
    QStackedWidget, QVBoxLayout, QWidget
)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.go.position import Position
from irgo_app.gui.views.board.picture import BoardPicture
from irgo_app.gui.views.icons import icon
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import fit_screen
from irgo_app.words import translated


class BoardPreview(QWidget):
    """Shows a diagram, as the board in the window would."""

    def __init__(self, look: Look, side: int) -> None:
        super().__init__()
        self._picture = BoardPicture(look)
        self.diagram = Diagram(Position.empty())
        self.setFixedSize(side, side)
        self.setAccessibleName(translated("Preview"))

    def show_diagram(self, diagram: Diagram, look: Look | None = None) -> None:
        """Show another diagram, in another look if one is given."""
        self.diagram = diagram
        if look is not None:
            self._picture.set_look(look)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        pixmap = self._picture.pixmap(self.diagram, QSize(
            round(self.width() * ratio), round(self.height() * ratio)))
        pixmap.setDevicePixelRatio(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, pixmap)
        painter.end()


_USUAL = QSize(760, 600)
_LIST_WIDTH = 150


class PagesDialog(QDialog):
    """Never larger than the screen; what does not fit a page scrolls.

    list -- the names of the pages, to choose from
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.list = QListWidget()
        self.list.setObjectName("pages")
        self.list.setIconSize(QSize(18, 18))
        self.list.setAccessibleName(title)
        self.pages = QStackedWidget()
        self.list.currentRowChanged.connect(self.pages.setCurrentIndex)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        both = QHBoxLayout()
        both.setSpacing(2 * SPACE)
        both.addWidget(self.list)
        both.addWidget(self.pages, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*[2 * SPACE] * 4)
        layout.setSpacing(2 * SPACE)
        layout.addLayout(both, 1)
        layout.addWidget(buttons)
        fit_screen(self, _USUAL)

    def add_page(self, title: str, icon_name: str, page: QWidget, *, scrolls: bool = True) -> None:
        """Add a page behind the others; the first one is shown."""
        if scrolls:
            area = QScrollArea(widgetResizable=True)
            area.setFrameShape(QFrame.Shape.NoFrame)
            area.setWidget(page)
            page = area
        self.pages.addWidget(page)
        self.list.addItem(QListWidgetItem(
            icon(icon_name, QPalette.ColorRole.Highlight), title))
        self.list.setFixedWidth(max(
            _LIST_WIDTH, self.list.sizeHintForColumn(0) + 2 * self.list.frameWidth()))
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
