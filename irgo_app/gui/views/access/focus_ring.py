"""The ring round what has the focus, if the keyboard moved it there; the same for every widget."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from irgo_app.gui.views.style import RADIUS, colours_of

WIDTH: Final = 2
"""Pixels of the ring itself; one more on each side sets it off from what it lies on."""
_ROOM: Final = WIDTH + 2
_MOVED = (QEvent.Type.Move, QEvent.Type.Resize)


class FocusRings(QObject):
    """Gives each window a ring round what has the focus, if it was not the mouse that moved it."""

    def __init__(self, application: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._application = application
        application.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        if now is None:
            # A menu or another window has borrowed the focus.
            return
        window = now.window()
        ring = window.findChild(FocusRing, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if ring is not None and ring.target is now:
            return
        # What was closed gives the focus back to where it was; nobody moved it.
        is_by_keys = old is not None and old.window() is window and old.isVisibleTo(window) and (
            self._application.mouseButtons() == Qt.MouseButton.NoButton)
        if is_by_keys:
            (ring or FocusRing(window)).show_at(now)
        elif ring is not None:
            ring.forget()


class FocusRing(QWidget):
    """Lies over a window and follows a widget in it; the mouse does not see it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._target: QWidget | None = None
        self._watched: list[QWidget] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    @property
    def target(self) -> QWidget | None:
        """Return what is ringed, None while nothing is."""
        return self._target

    def show_at(self, target: QWidget) -> None:
        """Ring a widget, and follow it."""
        self.forget()
        self._target = target
        step: QWidget | None = target
        while step is not None and step is not self.parentWidget():
            step.installEventFilter(self)
            self._watched.append(step)
            step = step.parentWidget()
        self._place()

    def forget(self) -> None:
        """Ring nothing."""
        for watched in self._watched:
            watched.removeEventFilter(self)
        self._watched, self._target = [], None
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the widget, or with what it lies in; go when it goes."""
        if event.type() in _MOVED:
            self._place()
        elif event.type() == QEvent.Type.Hide:
            self.forget()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring: the accent between two lines of the window's own colour."""
        colours = colours_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QRectF(self.rect())
        for colour, width in ((colours.window, WIDTH + 2), (colours.accent, WIDTH)):
            half = (WIDTH + 2) / 2
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRoundedRect(outline.adjusted(half, half, -half, -half), RADIUS, RADIUS)
        painter.end()

    def _place(self) -> None:
        """Lie round as much of the widget as is in view."""
        window, target = self.parentWidget(), self._target
        if target is None or window is None:
            return
        shown = QRect(target.mapTo(window, QPoint(0, 0)), target.size())
        shown = shown.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM) & window.rect()
        step = target.parentWidget()
        while step is not None and step is not window:
            above = step.parentWidget()
            if isinstance(above, QAbstractScrollArea) and step is above.viewport():
                shown &= QRect(step.mapTo(window, QPoint(0, 0)), step.size())
            step = above
        self.setGeometry(shown)
        self.setVisible(not shown.isEmpty())
        self.raise_()
