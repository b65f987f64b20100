"""Stones as pixmaps, drawn once for each size."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QRadialGradient

from irgo_app.draw import palette
from irgo_app.go.point import BLACK, Colour


@lru_cache(maxsize=32)
def stone_sprite(colour: Colour, radius: float) -> tuple[QPixmap, int]:
    """Return a stone with sheen, rim and soft shadow, and how far its centre is from the corner.

    radius -- in device pixels; the shadow falls to the lower right, so the sprite is just so large
    """
    reach = int(radius) + 2
    side = reach + int(radius * 1.14) + 1
    sprite = QPixmap(side, side)
    sprite.fill(Qt.GlobalColor.transparent)
    painter = QPainter(sprite)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    _paint_shadow(painter, reach, radius)
    _paint_body(painter, reach, radius, colour)
    painter.end()
    return sprite, reach


def _paint_shadow(painter: QPainter, reach: int, radius: float) -> None:
    middle = QPointF(reach + 0.07 * radius, reach + 0.12 * radius)
    shadow = QRadialGradient(middle, radius * 1.02)
    shadow.setColorAt(0.0, QColor(0, 0, 0, 110))
    shadow.setColorAt(0.82, QColor(0, 0, 0, 90))
    shadow.setColorAt(1.0, QColor(0, 0, 0, 0))
    painter.setBrush(shadow)
    painter.drawEllipse(middle, radius * 1.02, radius * 1.02)


def _paint_body(painter: QPainter, reach: int, radius: float, colour: Colour) -> None:
    is_black = colour == BLACK
    body = palette.BLACK_STONE if is_black else palette.WHITE_STONE
    sheen = palette.BLACK_STONE_SHEEN if is_black else palette.WHITE_STONE_SHEEN
    rim = palette.BLACK_STONE_RIM if is_black else palette.WHITE_STONE_RIM
    light = QRadialGradient(
        QPointF(reach - 0.3 * radius, reach - 0.38 * radius), radius * 1.45)
    light.setColorAt(0.0, QColor(*sheen))
    light.setColorAt(0.75, QColor(*body))
    light.setColorAt(1.0, QColor(*body).darker(112))
    painter.setBrush(light)
    painter.setPen(QPen(QColor(*rim), max(0.8, radius * 0.045)))
    painter.drawEllipse(QPointF(reach, reach), radius - 0.5, radius - 0.5)
