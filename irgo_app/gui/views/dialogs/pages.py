"""A dialog of several pages: their names with icons at the left, one of them at the right."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from irgo_app.gui.views.icons import icon
from irgo_app.gui.views.scroll_body import fit_screen
from irgo_app.gui.views.style import SPACE

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
