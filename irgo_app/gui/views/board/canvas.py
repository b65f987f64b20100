"""The shared picture's canvas on a QPainter, with wood and stones kept as pixmaps.

Coordinates are device pixels.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import starmap
from random import Random

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor, QFont, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap, QPolygonF,
    QRadialGradient
)

from irgo_app.draw import palette
from irgo_app.draw.board_geometry import HALO_WIDTH, Piece, Places, Rgba, Vertex
from irgo_app.draw.palette import BoardTheme, Rgb
from irgo_app.go.point import BLACK, Colour
from irgo_app.gui.views.style import smooth_painter


@lru_cache(maxsize=32)
def stone_sprite(colour: Colour, radius: float) -> tuple[QPixmap, int]:
    """Return a stone with sheen, rim and soft shadow, and how far its centre is from the corner.

    radius -- in device pixels; the shadow falls to the lower right, so the sprite is just so large
    """
    reach = int(radius) + 2
    side = reach + int(radius * 1.14) + 1
    sprite = QPixmap(side, side)
    sprite.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(sprite)
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
    light = QRadialGradient(QPointF(reach - 0.3 * radius, reach - 0.38 * radius), radius * 1.45)
    light.setColorAt(0.0, QColor(*sheen))
    light.setColorAt(0.75, QColor(*body))
    light.setColorAt(1.0, QColor(*body).darker(112))
    painter.setBrush(light)
    painter.setPen(QPen(QColor(*rim), max(0.8, radius * 0.045)))
    painter.drawEllipse(QPointF(reach, reach), radius - 0.5, radius - 0.5)


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


_AROUND = ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7))


class QtCanvas:
    """Draws on a painter that the caller begins and ends."""

    def __init__(self, painter: QPainter) -> None:
        self._painter = painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def group(self, name: str) -> None:
        """Qt needs no names for the parts of a picture."""

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Draw nothing outside a rectangle."""
        self._painter.save()
        self._painter.setClipRect(QRectF(x, y, width, height))
        yield
        self._painter.restore()

    def wood(self, x: float, y: float, width: float, height: float, theme: BoardTheme) -> None:
        """Draw a board with its grain."""
        paint_wood(self._painter, QRectF(x, y, width, height), theme)

    def rectangle(self, x: float, y: float, width: float, height: float, fill: Rgb,
                  opacity: float) -> None:
        self._painter.fillRect(QRectF(x, y, width, height), _colour(fill, opacity))

    def line(self, vertices: Sequence[Vertex], colour: Rgb, width: float, *,
             is_closed: bool = False, opacity: float = 1.0, dash: float = 0.0) -> None:
        """Draw a polyline; grid lines become rectangles on whole pixels, sharp and quick."""
        (x0, y0), (x1, y1) = vertices[0], vertices[-1]
        if len(vertices) == 2 and (x0 == x1 or y0 == y1):
            thick = max(1, round(width))
            left, top = round(min(x0, x1) - thick / 2), round(min(y0, y1) - thick / 2)
            across, down = round(abs(x1 - x0)) + thick, round(abs(y1 - y0)) + thick
            self._painter.fillRect(left, top, across, down, _colour(colour, opacity))
            return
        painter = self._painter
        if is_closed and not dash:
            edges = _upright_edges(tuple(vertices), max(1, round(width)))
            if edges is not None:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(_colour(colour, opacity))
                painter.drawRects(edges)
                return
        pen = QPen(_colour(colour, opacity), width, Qt.PenStyle.SolidLine,
                   Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.RoundJoin)
        if dash:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([dash / width, 0.7 * dash / width])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        corners = QPolygonF([QPointF(x, y) for x, y in vertices])
        if is_closed:
            painter.drawPolygon(corners)
        else:
            painter.drawPolyline(corners)

    def segments(self, pieces: Sequence[Piece], colour: Rgb, width: float, *,
                 opacity: float = 1.0) -> None:
        """Draw pieces of lines, each for itself: a fifth of the time that joining them takes."""
        # Caps that reach over the ends would show where half transparent pieces meet.
        self._painter.setPen(QPen(_colour(colour, opacity), width, Qt.PenStyle.SolidLine,
                                  Qt.PenCapStyle.FlatCap))
        self._painter.drawLines(list(starmap(QLineF, pieces)))

    def polygon(self, vertices: Sequence[Vertex], fill: Rgb, opacity: float = 1.0) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(_colour(fill, opacity))
        self._painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in vertices]))

    def area(self, loops: Sequence[Sequence[Vertex]], fill: Rgb, opacity: float = 1.0) -> None:
        """Fill loops with their holes left open."""
        # Cells lie on whole pixels; smoothing would only cost time.
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._painter.fillPath(_area(tuple(map(tuple, loops))), _colour(fill, opacity))
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)

    def smooth_area(self, loops: Sequence[Places], fill: Rgb, opacity: float = 1.0, *,
                    is_soft: bool = False) -> None:
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for loop in loops:
            _add_closed(path, loop)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, not is_soft)
        self._painter.fillPath(path, _colour(fill, opacity))
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)

    def smooth_line(self, vertices: Places, colour: Rgb, width: float, *,
                    opacity: float = 1.0) -> None:
        """Draw a spline as short pieces of lines: a third of the time that stroking it takes."""
        # Opaque caps reach over the joints; half transparent ones would show there.
        cap = Qt.PenCapStyle.SquareCap if opacity == 1.0 else Qt.PenCapStyle.FlatCap
        self._painter.setPen(QPen(_colour(colour, opacity), width, Qt.PenStyle.SolidLine, cap))
        # Smooth lines need numpy; a board without one is painted before numpy is loaded.
        from irgo_app.draw.smooth_shapes import on_spline

        x, y = on_spline(vertices).T.tolist()
        self._painter.drawLines(list(map(QLineF, x, y, x[1:], y[1:])))

    def circle(self, x: float, y: float, radius: float, *, fill: Rgb | None = None,
               stroke: Rgb | None = None, width: float = 0.0, opacity: float = 1.0) -> None:
        self._painter.setPen(QPen(_colour(stroke, opacity), width) if stroke else Qt.PenStyle.NoPen)
        self._painter.setBrush(_colour(fill, opacity) if fill else Qt.BrushStyle.NoBrush)
        self._painter.drawEllipse(QPointF(x, y), radius, radius)

    def stone(self, x: float, y: float, radius: float, colour: Colour,
              opacity: float = 1.0) -> None:
        """Draw a stone from its sprite, on whole pixels."""
        sprite, reach = stone_sprite(colour, round(radius, 1))
        if opacity < 1.0:
            self._painter.setOpacity(opacity)
        self._painter.drawPixmap(round(x) - reach, round(y) - reach, sprite)
        if opacity < 1.0:
            self._painter.setOpacity(1.0)

    def text(self, x: float, y: float, text: str, height: float, colour: Rgb, *,
             is_bold: bool = False, is_italic: bool = False, halo: Rgb | None = None) -> None:
        font = QFont(self._painter.font())
        font.setPixelSize(max(6, round(height)))
        font.setBold(is_bold)
        font.setItalic(is_italic)
        self._painter.setFont(font)
        room = QRectF(x - 4 * height, y - height, 8 * height, 2 * height)
        if halo:
            # Eight copies round the text look like a rim, and cost less than the path of a font.
            self._painter.setPen(QColor(*halo))
            away = max(1.0, HALO_WIDTH * height)
            for across, down in _AROUND:
                self._painter.drawText(room.translated(across * away, down * away),
                                       Qt.AlignmentFlag.AlignCenter, text)
        self._painter.setPen(QColor(*colour))
        self._painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)

    def image(self, x: float, y: float, width: float, height: float, rgba: Rgba, *,
              is_smooth: bool) -> None:
        """Draw a scaled picture; the copy in Qt's own format outlives the array."""
        rows, columns, _ = rgba.shape
        picture = QImage(rgba.data, columns, rows, 4 * columns, QImage.Format.Format_RGBA8888)
        picture = picture.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        self._painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, is_smooth)
        self._painter.drawImage(QRectF(x, y, width, height), picture)
        self._painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)


def _add_closed(path: QPainterPath, loop: Places) -> None:
    """Add a closed quadratic spline."""
    ends = (loop + loop.take(range(1, len(loop) + 1), axis=0, mode="wrap")) / 2
    path.moveTo(*ends[-1].tolist())
    deque(map(path.quadTo, *loop.T.tolist(), *ends.T.tolist()), maxlen=0)


@lru_cache(maxsize=256)
def _colour(rgb: Rgb, opacity: float) -> QColor:
    """Return Qt's colour; it is handed out again and again, so nobody may change it."""
    return QColor(*rgb, round(255 * opacity))


@lru_cache(maxsize=256)
def _area(loops: tuple[tuple[Vertex, ...], ...]) -> QPainterPath:
    """Return the path round an area; most areas are the same at the next node."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for loop in loops:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in (*loop, loop[0])]))
    return path


@lru_cache(maxsize=256)
def _upright_edges(vertices: tuple[Vertex, ...], thick: int) -> list[QRect] | None:
    """Return the edges of a loop along the axes as rectangles, None for another loop.

    Rectangles are much quicker than a pen. Each covers its end corner and leaves out its start
    corner: nothing is covered twice.
    """
    edges = []
    before = thick // 2
    last_x, last_y = vertices[-1]
    x0, y0 = round(last_x) - before, round(last_y) - before
    for x, y in vertices:
        x1, y1 = round(x) - before, round(y) - before
        if y == last_y:
            edges.append(QRect(x0 + thick, y0, x1 - x0, thick) if x1 > x0
                         else QRect(x1, y0, x0 - x1, thick))
        elif x == last_x:
            edges.append(QRect(x0, y0 + thick, thick, y1 - y0) if y1 > y0
                         else QRect(x0, y1, thick, y0 - y1))
        else:
            return None
        last_x, last_y, x0, y0 = x, y, x1, y1
    return edges
