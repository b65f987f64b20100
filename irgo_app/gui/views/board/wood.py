"""The wood of the bare board in Qt, with a quiet grain, drawn from the same seed every time."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QLinearGradient, QPainter

from irgo_app.draw.palette import BoardTheme, Rgb

_GRAINS = 70
_LEAN = 0.04
"""How far the grain leans from top to bottom, as a share of the board's width."""


def paint_wood(painter: QPainter, area: QRectF, theme: BoardTheme) -> None:
    """Paint a board of a theme that has grain.

    The grain is one gradient across the board with many stops: a tenth of the time that drawn
    lines take, and the first paint waits for it.
    """
    assert theme.grain is not None
    random = Random(19)
    lean = QPointF(0.0, _LEAN * area.width())
    gradient = QLinearGradient(area.topLeft() + lean, area.topRight() - lean)
    for place in sorted(random.random() for _ in range(_GRAINS)):
        gradient.setColorAt(place, _between(*theme.grain, random.random() ** 2 * 0.6))
    painter.fillRect(area, gradient)


def _between(light: Rgb, dark: Rgb, share: float) -> QColor:
    """Return a colour mixed with a share of another."""
    return QColor(*(round(a + share * (b - a)) for a, b in zip(light, dark, strict=True)))
