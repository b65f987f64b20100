"""The bare board in Qt: wood with a quiet grain, drawn from the same seed every time."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QLinearGradient, QPainter

from irgo_app.draw.palette import BoardTheme

_GRAINS = 70
_LEAN = 0.04
"""How far the grain leans from top to bottom, as a share of the board's width."""


def paint_wood(painter: QPainter, area: QRectF, theme: BoardTheme) -> None:
    """Paint the board; only themes that ask for it get grain.

    The grain is one gradient across the board with many stops: a tenth of the time that drawn
    lines take, and the first paint waits for it.
    """
    if not theme.has_grain:
        painter.fillRect(area, QColor(*theme.board))
        return
    random = Random(19)
    lean = QPointF(0.0, _LEAN * area.width())
    grain = QLinearGradient(area.topLeft() + lean, area.topRight() - lean)
    for place in sorted(random.random() for _ in range(_GRAINS)):
        grain.setColorAt(place, _between(theme, random.random() ** 2 * 0.6))
    painter.fillRect(area, grain)


def _between(theme: BoardTheme, share: float) -> QColor:
    """Return the board's colour, mixed with a share of its shade."""
    return QColor(*(
        round(light + share * (shade - light))
        for light, shade in zip(theme.board, theme.board_shade, strict=True)
    ))
