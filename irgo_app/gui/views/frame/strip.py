"""The strip between board and timeline: steps, or what a line or a comparison needs instead."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from irgo_app.gui.views.frame.arrangement import STRIP_HEIGHT


class Strip(QStackedWidget):
    """Always as high; what is shown last lies on top until it goes.

    steps -- the row of what is there when nothing else is; `add_step` fills it
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(STRIP_HEIGHT)
        self.steps = QWidget()
        self._row = QHBoxLayout(self.steps)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2)
        self.addWidget(self.steps)
        self._order: list[QWidget] = []

    def add_step(self, widget: QWidget, *, stretch: int = 0) -> None:
        """Put a button or label into the usual row, at its right end."""
        self._row.addWidget(widget, stretch)

    def add_bar(self, bar: QWidget) -> None:
        """Add a bar that can take the place of the steps."""
        self.addWidget(bar)

    def show_bar(self, bar: QWidget, *, is_shown: bool) -> None:
        """Show a bar instead of the steps, or what was there before it again."""
        self._order = [found for found in self._order if found is not bar]
        if is_shown:
            self._order.append(bar)
        self.setCurrentWidget(self._order[-1] if self._order else self.steps)
