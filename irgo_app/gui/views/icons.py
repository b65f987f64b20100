"""irgo's own icons, in the colour that the text has now: light windows, dark windows, switched off.

The drawings are resources; they are read when they are first painted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPaintEvent, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QLabel

from irgo_app.resource_files import resource_path

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

_INK = b"currentColor"
_SIDES = {"black": "white", "black_territory": "white_territory"}
_OTHER_SIDE = {**_SIDES, **{white: black for black, white in _SIDES.items()}}
"""Filled is Black where the ink is dark; light ink fills a white stone."""
_LIGHT = 128


class _InkEngine(QIconEngine):
    """Paints a drawing in the colour of the text at the moment of painting."""

    def __init__(
        self, name: str, selected: QPalette.ColorRole, ink: QPalette.ColorRole
    ) -> None:
        super().__init__()
        self._name, self._selected, self._usual = name, selected, ink

    def clone(self) -> QIconEngine:
        return _InkEngine(self._name, self._selected, self._usual)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint the drawing into a square in the middle of `rect`."""
        side = min(rect.width(), rect.height())
        square = QRectF(0, 0, side, side)
        square.moveCenter(QRectF(rect).center())
        ink = self._ink(mode)
        name = _OTHER_SIDE.get(self._name, self._name) if ink.lightness() > _LIGHT else self._name
        _renderer(name, ink.name()).render(painter, square)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        found = QPixmap(size)
        found.fill(Qt.GlobalColor.transparent)
        painter = QPainter(found)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return found

    def _ink(self, mode: QIcon.Mode) -> QColor:
        palette = QApplication.palette()
        if mode == QIcon.Mode.Disabled:
            return palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText)
        return palette.color(self._selected if mode == QIcon.Mode.Selected
                             else self._usual)


def icon(
    name: str, selected: QPalette.ColorRole = QPalette.ColorRole.HighlightedText,
    ink: QPalette.ColorRole = QPalette.ColorRole.WindowText,
) -> QIcon:
    """Return an icon by the name of its file in resources/icons; raises ResourceError.

    selected -- its colour in a row that is chosen; ink -- its colour elsewhere
    """
    resource_path("icons", f"{name}.svg")
    return QIcon(_InkEngine(name, selected, ink))


def program_icon() -> QIcon:
    """Return irgo's own icon, for its windows; raises ResourceError."""
    return QIcon(str(resource_path("desktop", "irgo.svg")))


def no_icon(side: int = 16) -> QIcon:
    """Return an icon that shows nothing, so that a row without one stands like the others."""
    found = QPixmap(side, side)
    found.fill(Qt.GlobalColor.transparent)
    return QIcon(found)


@lru_cache(maxsize=512)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    # What is hidden at the first paint has icons too; that waits for nothing but Qt's own parts.
    from PySide6.QtSvg import QSvgRenderer

    drawing = resource_path("icons", f"{name}.svg").read_bytes()
    return QSvgRenderer(QByteArray(drawing.replace(_INK, colour.encode())))


class _IconLabel(QLabel):
    """Paints an icon anew each time, so that it follows the colours of the window."""

    def __init__(self, name: str, side: int) -> None:
        super().__init__()
        self._icon = icon(name)
        self.setFixedSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._icon.paint(painter, self.rect())
        painter.end()


def icon_label(name: str, side: int = 18) -> QLabel:
    """Return an icon as a label, so many pixels high and wide."""
    return _IconLabel(name, side)
