"""The shared picture on a QPainter, kept painted as pixmaps; the closer look at a part of it.

Coordinates are device pixels.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import starmap
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (QColor, QFont, QImage, QLinearGradient, QPainter, QPainterPath, QPen,
                           QPixmap, QPolygonF, QRadialGradient)
from PySide6.QtWidgets import QWidget

from irgo_app.draw import palette
from irgo_app.draw.board_geometry import HALO_WIDTH, BoardGeometry, Piece, Places, Rgba, Vertex
from irgo_app.draw.board_painter import (Look, geometry_of, is_flat, paint_board, paint_fields,
                                         paint_grid, paint_links, paint_signs, paint_stones,
                                         tones_of, within_part)
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.palette import BoardTheme, Rgb
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import BLACK, Colour
from irgo_app.gui.views.style import clear_pixmap, smooth_painter


@lru_cache(maxsize=32)
def stone_sprite(colour: Colour, radius: float) -> tuple[QPixmap, int]:
    """Return a stone with sheen, rim and soft shadow, and how far its centre is from the corner.

    radius -- in device pixels; the shadow falls to the lower right, so the sprite is just so large
    """
    reach = int(radius) + 2
    side = reach + int(radius * 1.14) + 1
    sprite = clear_pixmap(QSize(side, side))
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
        self._painter.save()
        self._painter.setClipRect(QRectF(x, y, width, height))
        yield
        self._painter.restore()

    def wood(self, x: float, y: float, width: float, height: float, theme: BoardTheme) -> None:
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


STEP: Final = 1.25
_NEAREST: Final = 4.0


class Zoom(Struct, frozen=True):
    """What part of the board fills the widget.

    factor -- 1 shows the whole board
    across, down -- what lies in the middle: 0 the left (upper) edge of the board's wood, 1 the
    right (lower) one
    """

    factor: float = 1.0
    across: float = 0.5
    down: float = 0.5

    @property
    def is_whole(self) -> bool:
        return self.factor <= 1.0

    def applied(self, fitted: BoardGeometry, width: int, height: int) -> BoardGeometry:
        """Return where the board lies in a picture of width x height; it leaves no edge bare.

        fitted -- where the whole board lies
        """
        if self.is_whole:
            return fitted
        near = replace(fitted, cell=float(round(fitted.cell * self.factor)))
        x, y, wide, high = near.board_area()
        return replace(
            near, left=float(round(near.left - x + _begin(self.across, wide, width))),
            top=float(round(near.top - y + _begin(self.down, high, height))))

    def nearer(
        self, by: float, fitted: BoardGeometry, width: int, height: int, x: float, y: float
    ) -> Zoom:
        """Return the look from `by` times as near, with what lies at the pixel (x, y) kept there.
        """
        factor = min(_NEAREST, max(1.0, self.factor * by))
        if factor < STEP ** 0.5:
            return WHOLE
        left, top, wide, high = self.applied(fitted, width, height).board_area()
        share_x, share_y = (x - left) / wide, (y - top) / high
        after = replace(self, factor=factor)
        _, _, wide, high = after.applied(fitted, width, height).board_area()
        return after._held(share_x + (width / 2 - x) / wide, share_y + (height / 2 - y) / high,
                           wide, high, width, height)

    def moved(self, x: float, y: float, fitted: BoardGeometry, width: int, height: int) -> Zoom:
        """Return the look with the board drawn so many pixels to the right and down."""
        if self.is_whole:
            return self
        _, _, wide, high = self.applied(fitted, width, height).board_area()
        return self._held(self.across - x / wide, self.down - y / high, wide, high, width, height)

    def _held(
        self, across: float, down: float, wide: float, high: float, width: int, height: int
    ) -> Zoom:
        """Return the look at another middle, kept to where the board's edges are at the widget's.
        """
        return replace(self, across=_within(across, width / wide / 2),
                       down=_within(down, height / high / 2))


WHOLE: Final = Zoom()


def _begin(middle: float, length: float, room: int) -> float:
    """Return where something begins so that `middle` (0 to 1) lies in the middle of its room."""
    if length <= room:
        return (room - length) / 2
    return min(0.0, max(room - length, room / 2 - middle * length))


def _within(share: float, half: float) -> float:
    return 0.5 if half >= 0.5 else min(1.0 - half, max(half, share))


class BoardPicture:
    """The picture of one diagram at one size in device pixels.

    surround -- the colour beside a board that is not as wide or high as its room
    builds -- how often the picture was painted anew; an unchanged repaint adds nothing
    """

    # While tones go over into others, three pictures are kept: the board with the tones before, the
    # board with those of now, and what lies over them.

    def __init__(self, look: Look) -> None:
        self.look = look
        self.surround = QColor(*look.theme.surround)
        self.zoom = WHOLE
        self.builds = 0
        self._diagram: Diagram | None = None
        self._size = QSize()
        self._picture = QPixmap()
        self._is_painted = False
        self._background: QPixmap | None = None
        self._background_key: object = None
        self._geometry: BoardGeometry
        self._ground, self._ground_before, self._upper = QPixmap(), QPixmap(), QPixmap()
        self._ground_key: object = None

    def set_look(self, look: Look) -> None:
        self.look = look
        self._is_painted = False

    def set_surround(self, colour: QColor) -> None:
        """Use another colour beside the board from the next painting on."""
        if colour != self.surround:
            self.surround = colour
            self._is_painted = False

    def set_zoom(self, zoom: Zoom) -> None:
        self.zoom, self._diagram = zoom, None

    def geometry(self, diagram: Diagram, size: QSize) -> BoardGeometry:
        self._follow(diagram, size)
        return self._geometry

    def pixmap(self, diagram: Diagram, size: QSize) -> QPixmap:
        """Return the painted diagram, from the last time if nothing changed."""
        self._follow(diagram, size)
        if not self._is_painted:
            self._paint(diagram, size)
            self._is_painted = True
            self.builds += 1
        return self._picture

    def begin_fade(self, diagram: Diagram, size: QSize) -> bool:
        """Get ready to let the tones of the last diagram go over into those of this one.

        Return whether there is anything to fade, and the board lies where it lay.
        """
        before = self._diagram
        if before is None or not self._is_painted or size != self._size or tones_of(
                before) == tones_of(diagram):
            return False
        place = self._geometry
        self._paint_ground(before, size)
        self._ground_before = self._ground.copy()
        self._follow(diagram, size)
        if self._geometry != place:
            return False
        self._paint_ground(diagram, size)
        self._upper = clear_pixmap(size)
        painter = QPainter(self._upper)
        self._paint_upper(painter, diagram)
        painter.end()
        return True

    def faded(self, share: float) -> QPixmap:
        """Return the picture while it goes over; share -- 0: the tones before, 1: those of now."""
        painter = QPainter(self._picture)
        painter.drawPixmap(0, 0, self._ground_before)
        painter.setOpacity(share)
        painter.drawPixmap(0, 0, self._ground)
        painter.setOpacity(1.0)
        painter.drawPixmap(0, 0, self._upper)
        painter.end()
        self._is_painted = False
        return self._picture

    def _follow(self, diagram: Diagram, size: QSize) -> None:
        if diagram is not self._diagram or size != self._size:
            self._diagram, self._size, self._is_painted = diagram, QSize(size), False
            self._geometry = self.zoom.applied(
                geometry_of(diagram, size.width(), size.height()), size.width(), size.height())

    def _paint(self, diagram: Diagram, size: QSize) -> None:
        """Paint over the last picture: a new pixmap of this size would cost milliseconds."""
        if self._picture.size() != size:
            self._picture = QPixmap(size)
        self._picture.setDevicePixelRatio(1.0)
        painter = QPainter(self._picture)
        if tones_of(diagram):
            self._paint_ground(diagram, size)
            painter.drawPixmap(0, 0, self._ground)
        else:
            self._lay_ground(painter, diagram, size)
        self._paint_upper(painter, diagram)
        painter.end()

    def _paint_ground(self, diagram: Diagram, size: QSize) -> None:
        """Paint the board with its tones, unless that is what was painted last."""
        key = (tones_of(diagram), diagram.position.columns, self._geometry, self.look,
               self.surround.rgb(), diagram.coordinates)
        if key == self._ground_key and self._ground.size() == size:
            return
        self._ground_key = key
        if self._ground.size() != size:
            self._ground = QPixmap(size)
        painter = QPainter(self._ground)
        self._lay_ground(painter, diagram, size)
        painter.end()

    def _lay_ground(self, painter: QPainter, diagram: Diagram, size: QSize) -> None:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawPixmap(0, 0, self._bare_board(diagram, size))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        canvas = QtCanvas(painter)
        with within_part(canvas, self._geometry):
            paint_fields(canvas, diagram, self._geometry, self.look)

    def _paint_upper(self, painter: QPainter, diagram: Diagram) -> None:
        canvas = QtCanvas(painter)
        with within_part(canvas, self._geometry):
            paint_grid(canvas, self._geometry, self.look)
            paint_links(canvas, diagram, self._geometry, self.look)
            paint_stones(canvas, diagram, self._geometry)
            paint_signs(canvas, diagram, self._geometry, self.look)

    def _bare_board(self, diagram: Diagram, size: QSize) -> QPixmap:
        key = (self._geometry, size.width(), size.height(), self.look.theme, diagram.coordinates,
               is_flat(diagram), self.surround.rgb())
        if self._background is None or key != self._background_key:
            background = QPixmap(size)
            background.fill(self.surround)
            painter = QPainter(background)
            # Lines lie on whole pixels: a board is rarely as large as its room, but the wood is.
            x, y, _, _ = self._geometry.shown_area(
                has_rim=diagram.coordinates is not CoordinateStyle.NONE)
            paint_board(QtCanvas(painter), diagram, self._geometry, self.look,
                        reach=max(0.0, min(x, y)))
            painter.end()
            self._background, self._background_key = background, key
        return self._background


def device_size(widget: QWidget) -> QSize:
    """Return how large a widget is in pixels of its screen."""
    ratio = widget.devicePixelRatioF()
    return QSize(round(widget.width() * ratio), round(widget.height() * ratio))


def render_diagram(diagram: Diagram, side: int, look: Look) -> QPixmap:
    """Return a diagram painted as the window paints it, for the clipboard."""
    return BoardPicture(look).pixmap(diagram, QSize(side, side))
