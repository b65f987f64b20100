"""What is shown whole where there is room for it, and scrolls where there is not."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from irgo_app.gui.views.style import SPACE

_LEAST: Final = QSize(160, 64)
"""The pixels it keeps where everything else needs the room."""
_OF_SCREEN: Final = 0.9


class ScrollBody(QScrollArea):
    """Asks for as much room as its widget does, and gives way down to a few lines."""

    def __init__(self, body: QWidget) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # What lies in it has the focus, not the page.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._body = body
        self.setWidget(body)

    def heightForWidth(self, width: int) -> int:
        """Return the height that the widget needs at a width."""
        body = self._body
        return body.heightForWidth(width) if body.hasHeightForWidth() else body.sizeHint().height()

    def sizeHint(self) -> QSize:
        """Return the size the widget asks for."""
        return self._body.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return so little that everything has its place on any screen."""
        return _LEAST.boundedTo(self._body.minimumSizeHint())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for other room when the widget does."""
        if watched is self._body and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


def lay_out_dialog(dialog: QDialog, body: QWidget, buttons: QWidget) -> None:
    """Put the buttons of a dialog below its body, which scrolls where the screen is too small."""
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(*[2 * SPACE] * 4)
    layout.setSpacing(2 * SPACE)
    layout.addWidget(ScrollBody(body), 1)
    layout.addWidget(buttons)
    fit_screen(dialog, dialog.sizeHint())


def fit_screen(dialog: QDialog, size: QSize) -> None:
    """Give a dialog this size, or as much of it as fits its screen."""
    dialog.resize(size.boundedTo(dialog.screen().availableGeometry().size() * _OF_SCREEN))
