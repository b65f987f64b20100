"""A column at the window's left that scrolls where it is too long: the palette, the tools."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget


class SideColumn(QScrollArea):
    """A heading, and below it what subclasses put into the layout from `start_column`."""

    def start_column(self, title: str, spacing: int) -> QVBoxLayout:
        """Make the column with its heading; return its layout, still to be filled.

        spacing -- between its parts, in pixels
        """
        self.setWidgetResizable(True)
        # What lies in it has the focus, not the page.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 4, 4, 4)
        column.setSpacing(spacing)
        heading = QLabel(title)
        heading.setObjectName("heading")
        column.addWidget(heading)
        self.setWidget(page)
        return column
