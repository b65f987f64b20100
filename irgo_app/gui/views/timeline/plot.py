"""The plot of the timeline: curves with gaps, the lead as an area, signs, and what is not known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QMouseEvent, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsPathItem, QToolTip

from irgo_app.gui.models.timeline import LostMove
from irgo_app.gui.views.style import DARK, UiColours, colours_of, small_font, text_scale
from irgo_app.gui.views.timeline.curves import CURVES, LEAD, WINRATE, Run, one_side, runs
from irgo_app.gui.views.widgets import plain_tip
from irgo_app.sgf.annotations import is_bookmarked
from irgo_app.sgf.game_tree import Node
from irgo_app.words import numeral

MOST_LOSSES: Final = 8
"""So many of the moves that lost most are marked."""
_SIZE: Final = 3.6
"""Half of a sign's height, in pixels."""


class Sign(Enum):
    """What a mark is for, the most important first: it is the one seen where room is short."""

    LOSS = "loss"
    BOOKMARK = "bookmark"
    VARIATION = "variation"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A sign at a move, with its words."""

    number: int
    sign: Sign
    text: str


def marks_of(line: Sequence[Node], first: int, lost: Iterable[LostMove]) -> list[TimelineMark]:
    """Return the marks of the nodes of a line, in the order of the line.

    first -- the number of the line's first node; lost -- the moves that lost most, those first
    """
    worst = {id(found.node): found for found in list(lost)[:MOST_LOSSES]}
    marks = []
    for number, node in enumerate(line, first):
        loss = worst.get(id(node))
        if loss is not None:
            marks.append(TimelineMark(number, Sign.LOSS, _words("lost {0} points").format(
                numeral(loss.mistake.points, ".1f"))))
        if is_bookmarked(node):
            marks.append(TimelineMark(number, Sign.BOOKMARK, _words("bookmark")))
        if len(node.children) > 1:
            marks.append(TimelineMark(number, Sign.VARIATION, _words("{0} variations").format(
                len(node.children))))
        if node.comment.strip():
            marks.append(TimelineMark(number, Sign.COMMENT, _words("comment")))
    return marks


def _words(text: str) -> str:
    return QCoreApplication.translate("Timeline", text)


def paint_sign(painter: QPainter, sign: Sign, x: float, y: float, colours: UiColours) -> None:
    """Paint a sign centred on a pixel; each has a shape of its own beside its colour."""
    painter.setPen(Qt.PenStyle.NoPen)
    if sign is Sign.LOSS:
        painter.setBrush(QColor(colours.bad))
        painter.drawEllipse(QPointF(x, y), _SIZE, _SIZE)
    elif sign is Sign.BOOKMARK:
        painter.setBrush(QColor(colours.warn))
        painter.drawPolygon(QPolygonF([
            QPointF(x - 0.8 * _SIZE, y - _SIZE), QPointF(x + 0.8 * _SIZE, y - _SIZE),
            QPointF(x + 0.8 * _SIZE, y + _SIZE), QPointF(x, y + 0.3 * _SIZE),
            QPointF(x - 0.8 * _SIZE, y + _SIZE)]))
    elif sign is Sign.VARIATION:
        painter.setPen(QPen(QColor(colours.faint), 1.5))
        painter.drawPolyline(QPolygonF([
            QPointF(x - _SIZE, y - _SIZE), QPointF(x, y), QPointF(x + _SIZE, y - _SIZE)]))
        painter.drawLine(QPointF(x, y), QPointF(x, y + _SIZE))
    else:
        painter.setBrush(QColor(colours.faint))
        painter.drawRect(round(x - 0.8 * _SIZE), round(y - 0.8 * _SIZE), round(1.6 * _SIZE),
                         round(1.2 * _SIZE))


_MISSING: Final = float("nan")
_ABOVE, _BELOW = QColor(74, 58, 98, 165), QColor(120, 180, 220, 165)
"""The lead of Black and of White: ink and sky, as on the board."""
_ABOVE_ON_DARK = QColor(150, 128, 178, 150)
"""Ink is not to be seen on a dark ground."""
_RANGE_ALPHA: Final = 46
_LEAST_REACH: Final = 12.0
"""The axis shows at least so many points to either side."""
_SIGNS_ABOVE: Final = 6
"""So many pixels the signs stand above the lower edge of the plot."""
_SCALE_HEIGHT: Final = 17
_SCALE_WIDTH: Final = 44
_TICK_STEPS: Final = (5, 10, 20, 50, 100, 200, 500, 1000)
"""From one number at the axis to the next, in points."""
_TICK_ROOM: Final = 20
"""Pixels that a number of the usual size has for itself at the axis, at least."""


class _PointsAxis(pg.AxisItem):  # type: ignore[misc]
    """Tells whose points they are: B+20, W+20; in as small steps as there is room for.

    text_scale -- how much larger than usual the numbers are
    """

    text_scale = 1.0

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        """Return the step between ticks, and where they begin."""
        least = (high - low) * _TICK_ROOM * self.text_scale / max(size, 1.0)
        return [(next((step for step in _TICK_STEPS if step >= least), _TICK_STEPS[-1]), 0.0)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Return the texts of ticks."""
        return [f"{'B' if value > 0 else 'W'}+{abs(value):g}" if value else "0"
                for value in values]


class TimelinePlot(pg.PlotWidget):  # type: ignore[misc]
    """Draws what it is given.

    scrubbed -- the user points at a move with the button held
    words_of -- asked for what is to be said of the move under the mouse
    marks -- the signs under the plot; missing -- (first, last) of moves that are not computed yet
    """

    scrubbed = Signal(int)

    def __init__(self) -> None:
        self._left = _PointsAxis("left")
        super().__init__(axisItems={"left": self._left})
        self.words_of: Callable[[int], str] = lambda number: ""
        self.marks: list[TimelineMark] = []
        self.missing: list[tuple[int, int]] = []
        self._scrubbing = False
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setMenuEnabled(False)
        self.setMouseTracking(True)
        self.setFrameShape(self.Shape.NoFrame)
        self.plotItem.setContentsMargins(0, 3, 4, 0)
        self.plotItem.layout.setVerticalSpacing(0)
        self._zero = self.addLine(y=0)
        self._range, self._areas = _path(), {1: _path(), -1: _path()}
        for item in (self._range, *self._areas.values()):
            self.addItem(item)
        self._curves = {row.id: self.plot([], [], connect="finite") for row in CURVES
                        if row is not WINRATE}
        self._marker = pg.InfiniteLine(0)
        self.addItem(self._marker)
        self.recolour()

    def recolour(self) -> None:
        """Take the colours of the interface."""
        colours = colours_of(self)
        self.setBackground(colours.card)
        faint = QColor(colours.faint)
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setPen(QColor(colours.line))
            axis.setTextPen(faint)
            axis.setStyle(tickFont=small_font(self), tickLength=-4)
        scale = self._left.text_scale = text_scale(self)
        self._left.setWidth(round(_SCALE_WIDTH * scale))
        self.getAxis("bottom").setHeight(round(_SCALE_HEIGHT * scale))
        self._zero.setPen(pg.mkPen(QColor(colours.line)))
        self._marker.setPen(pg.mkPen(QColor(colours.accent), width=2))
        spread = QColor(*LEAD.colour, _RANGE_ALPHA)
        above = _ABOVE_ON_DARK if colours is DARK else _ABOVE
        for item, brush in ((self._range, spread), (self._areas[1], above),
                            (self._areas[-1], _BELOW)):
            item.setBrush(QBrush(brush))
        for row in CURVES:
            if row is LEAD:
                self._curves[row.id].setPen(pg.mkPen(faint, width=1.5))
            elif row is not WINRATE:
                self._curves[row.id].setPen(pg.mkPen(row.colour, width=2))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the interface from light to dark."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_marker"):
            self.recolour()

    def show_curve(self, curve_id: str, is_on: bool) -> None:
        """Show or hide a curve, the lead with its areas."""
        if curve_id in self._curves:
            self._curves[curve_id].setVisible(is_on)
        if curve_id == LEAD.id:
            for item in (self._range, *self._areas.values()):
                item.setVisible(is_on)

    def draw(
        self, first: int, values: Mapping[str, Sequence[float | None]],
        ends: Sequence[tuple[float, float] | None],
    ) -> None:
        """Draw curves, and the range round the lead.

        first -- the number of the first value's move; ends -- of the range, move by move
        """
        low, high = -_LEAST_REACH, _LEAST_REACH
        for curve_id, curve in self._curves.items():
            found = values[curve_id]
            curve.setData(range(first, first + len(found)),
                          [_MISSING if value is None else value for value in found])
            if curve.isVisible():
                known = [value for value in found if value is not None]
                low, high = min([low, *known]), max([high, *known])
        lead = runs(values[LEAD.id], first)
        for colour, item in self._areas.items():
            item.setPath(_filled([(one_side(run, colour), _zero_along(run)) for run in lead]))
        lows, highs = (runs([end and end[place] for end in ends], first) for place in (0, 1))
        self._range.setPath(_filled(list(zip(highs, lows, strict=True))))
        length = len(values[LEAD.id])
        self.setXRange(first, max(first + 10, first + length - 1), padding=0.01)
        self.setYRange(low, high, padding=0.12)
        self.viewport().update()

    def mark_move(self, number: int) -> None:
        """Put the line on the current move."""
        self._marker.setValue(number)

    def drawn(self, curve_id: str) -> list[float]:
        """Return the values that are drawn of a curve."""
        values = self._curves[curve_id].getData()[1]
        return [] if values is None else [value for value in values if value == value]

    def is_shown(self, curve_id: str) -> bool:
        """Return whether a curve in points is shown."""
        return bool(self._curves[curve_id].isVisible())

    def pixel_of(self, number: float) -> float:
        """Return where a move is, in pixels from the left."""
        return float(self.plotItem.vb.mapViewToScene(QPointF(number, 0)).x())

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        """Hatch what is not computed yet and put the signs under the plot."""
        area: QRectF = self.plotItem.vb.sceneBoundingRect()
        colours = colours_of(self)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hatch = QBrush(QColor(colours.line), Qt.BrushStyle.BDiagPattern)
        for first, last in self.missing:
            left = max(area.left(), self.pixel_of(first - 0.5))
            right = min(area.right(), self.pixel_of(last + 0.5))
            painter.fillRect(QRectF(left, area.top(), right - left, area.height()), hatch)
        y = area.bottom() - _SIGNS_ABOVE
        taken: set[int] = set()
        for mark in sorted(self.marks, key=lambda mark: (mark.sign is not mark.sign.LOSS)):
            x = self.pixel_of(mark.number)
            place = round(x / 9)
            if place not in taken:
                taken.add(place)
                paint_sign(painter, mark.sign, x, y, colours)
        painter.restore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the move under the mouse."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._scrubbing = True
            self.scrubbed.emit(self._number_at(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow a drag; without one tell what is known of the move."""
        number = self._number_at(event)
        if self._scrubbing:
            self.scrubbed.emit(number)
        else:
            QToolTip.showText(event.globalPosition().toPoint(), plain_tip(self.words_of(number)),
                              self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag."""
        self._scrubbing = False

    def _number_at(self, event: QMouseEvent) -> int:
        return round(self.plotItem.vb.mapSceneToView(event.position()).x())


def _path() -> QGraphicsPathItem:
    item = QGraphicsPathItem()
    item.setPen(QPen(Qt.PenStyle.NoPen))
    return item


def _zero_along(run: Run) -> Run:
    return [(run[0][0], 0.0), (run[-1][0], 0.0)]


def _filled(bands: Sequence[tuple[Run, Run]]) -> QPainterPath:
    """Return the areas between pairs of lines."""
    path = QPainterPath()
    for upper, lower in bands:
        places = [*upper, *reversed(lower)]
        path.moveTo(*places[0])
        for place in places[1:]:
            path.lineTo(*place)
        path.closeSubpath()
    return path
