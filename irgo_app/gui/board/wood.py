"""The bare board in Qt: wood with a quiet grain, drawn from the same seed every time."""

from __future__ import annotations

from math import sin
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen, QPolygonF

from irgo_app.draw.palette import BoardTheme

_GRAINS = 46
_SEGMENTS = 12


def paint_wood(painter: QPainter, area: QRectF, theme: BoardTheme) -> None:
    """Paint the board; only themes that ask for it get grain."""
    painter.setPen(Qt.PenStyle.NoPen)
    if not theme.has_grain:
        painter.fillRect(area, QColor(*theme.board))
        return
    light = QLinearGradient(area.topLeft(), area.bottomRight())
    light.setColorAt(0.0, QColor(*theme.board).lighter(103))
    light.setColorAt(1.0, QColor(*theme.board).darker(103))
    painter.fillRect(area, light)
    painter.save()
    painter.setClipRect(area)
    random = Random(19)
    for _ in range(_GRAINS):
        _paint_grain(painter, area, theme, random)
    painter.restore()


def _paint_grain(painter: QPainter, area: QRectF, theme: BoardTheme, random: Random) -> None:
    shade = QColor(*theme.board_shade)
    shade.setAlpha(random.randint(22, 60))
    painter.setPen(QPen(shade, area.width() * random.uniform(0.002, 0.011)))
    x = area.left() + random.random() * area.width()
    swing, phase = area.width() * random.uniform(0.002, 0.012), random.uniform(0, 6.3)
    lean = area.width() * random.uniform(-0.02, 0.02)
    painter.drawPolyline(QPolygonF([
        QPointF(x + swing * sin(phase + 3.5 * part) + lean * part,
                area.top() + area.height() * part)
        for part in (index / _SEGMENTS for index in range(_SEGMENTS + 1))
    ]))
