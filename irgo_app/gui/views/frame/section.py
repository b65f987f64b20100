"""A panel on a page of the column: its title, what closes it, and the panel."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from irgo_app.gui.models.window_layout import WindowLayout
from irgo_app.gui.views.tool_button import tool_button


class Section(QWidget):
    """Shows a panel under its title; closed it takes no room, and stays closed at the next start.

    switch -- the action that opens and closes it, for the View menu
    """

    def __init__(
        self, name: str, title: str, panel: QWidget, layout: WindowLayout, *, is_open: bool = True,
        has_title: bool = True,
    ) -> None:
        super().__init__()
        self._name, self._layout, self._default = name, layout, is_open
        self.panel = panel
        self.switch = QAction(title, self, checkable=True)
        self.switch.triggered.connect(lambda is_on: layout.set_open(name, is_open=is_on))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.heading = QLabel(title, textFormat=Qt.TextFormat.PlainText)
        self.heading.setObjectName("heading")
        if has_title:
            top = QHBoxLayout()
            top.addWidget(self.heading, 1)
            top.addWidget(tool_button("close", self.tr("Close {0}").format(title), self.close_it))
            column.addLayout(top)
        column.addWidget(panel, 1)
        layout.changed.connect(self.refresh)
        self.refresh()

    @property
    def is_open(self) -> bool:
        """Return whether it is open, be its page in front or not."""
        return self._layout.is_open(self._name, default=self._default)

    def open_it(self) -> None:
        """Open it."""
        self._layout.set_open(self._name, is_open=True)

    def close_it(self) -> None:
        """Close it; the View menu has it."""
        self._layout.set_open(self._name, is_open=False)

    def refresh(self) -> None:
        """Be as the layout says."""
        self.switch.setChecked(self.is_open)
        self.setVisible(self.is_open)
