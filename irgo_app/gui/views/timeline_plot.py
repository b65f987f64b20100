"""The plot of the timeline: which curves there are, gaps, areas, signs, and what is not known."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from math import ceil, sqrt
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (QBrush, QColor, QFontMetrics, QMouseEvent, QPainter, QPainterPath,
                           QPaintEvent, QPen, QPixmap, QPolygonF, QResizeEvent)
from PySide6.QtWidgets import QToolTip, QWidget

from irgo_app.draw.palette import Rgb
from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.gui.models.timeline import LostMove
from irgo_app.gui.views.style import DARK, UiColours, colours_of, small_font, text_scale
from irgo_app.gui.views.widgets import plain_tip
from irgo_app.gui.views.window.header import lead_letters
from irgo_app.review.game_story import StoryPoint
from irgo_app.service.figures import Figures
from irgo_app.sgf.edits import is_bookmarked
from irgo_app.sgf.game_tree import Node
from irgo_app.words import noted, numeral, translated

Run = list[tuple[float, float]]


class CurveRow(Struct, frozen=True):
    """One curve and its chip.

    layer -- whose numbers it is drawn from, whatever lies on the board; "" for what a judge says
    value_of -- what is drawn of a layer's numbers: points
    colour -- to be seen on light and on dark ground
    said -- how a value of it is told, as it answers another question than the lead
    """

    id: str
    title: str
    layer: str
    value_of: Callable[[Figures], float | None] | None
    colour: Rgb
    help: str
    said: str = ""


LEAD: Final = CurveRow(
    "lead", noted("Lead"), "", None, (120, 100, 140), noted(
        "Who leads and by how much, by one judge for the whole game; pale: where the lead lies in "
        "four out of five positions; blue: what an engine says"))
WINRATE: Final = CurveRow(
    "winrate", noted("Win rate"), "", None, (40, 140, 75), noted(
        "How likely Black wins, by who judges the lead; dashed: what another judge says"))
CURVES: Final = (
    LEAD,
    CurveRow("influence", noted("Influence"), "influence.shadow",
             lambda found: found.value, (70, 120, 200), noted(
                 "Black's influence minus White's, summed over the board: no points, it tells "
                 "which way the board leans"), noted("influence {0}, no points")),
    CurveRow("territory", noted("Territory"), "territory",
             lambda found: found.value, (128, 96, 60), noted(
                 "Points that are secured already, Black's minus White's: not a score, as most of "
                 "a game is decided on the others"), noted("secured already {0}")),
    CurveRow("moyo", noted("Moyo"), "moyo",
             lambda found: found.value, (0, 145, 140), noted(
                 "Black's frameworks minus White's, in the points they are worth"),
             noted("frameworks {0}")),
    WINRATE,
)
OTHER_LEAD, OTHER_WINRATE = "other_lead", "other_winrate"
"""What another judge says is drawn with the lead and with the win rate."""


def smoothed(values: Sequence[float | None]) -> list[float | None]:
    """Return each value averaged with the one before: a pair of moves.

    A map swings a little with the turn; over a pair both sides have moved once. Where one of
    the two is missing the other stands for both, and a missing value stays missing.
    """
    found: list[float | None] = []
    before: float | None = None
    for value in values:
        found.append(value if value is None or before is None else (before + value) / 2)
        before = value
    return found


def runs(values: Sequence[float | None], first: int = 0) -> list[Run]:
    """Return the stretches of (move, value) between which values are missing.

    first -- the number of the first value's move
    """
    found: list[Run] = []
    is_open = False
    for number, value in enumerate(values, first):
        if value is None:
            is_open = False
            continue
        if not is_open:
            found.append([])
        found[-1].append((float(number), value))
        is_open = True
    return found


def one_side(run: Run, colour: int) -> Run:
    """Return the part of a run on one side of zero, +1 above, and zero elsewhere.

    Where the run crosses zero a place is put in, so that the area ends there.
    """
    found: Run = []
    for place, (x, y) in enumerate(run):
        if place:
            x0, y0 = run[place - 1]
            if y0 * y < 0:
                found.append((x0 + (x - x0) * y0 / (y0 - y), 0.0))
        found.append((x, y if y * colour > 0 else 0.0))
    return found


def stretches(is_missing: Sequence[bool], first: int = 0) -> list[tuple[int, int]]:
    """Return (first move, last move) of each stretch that is missing."""
    found: list[tuple[int, int]] = []
    for number, missing in enumerate(is_missing, first):
        if missing and found and found[-1][1] == number - 1:
            found[-1] = found[-1][0], number
        elif missing:
            found.append((number, number))
    return found


_SIZE: Final = 3.6
"""Half of a sign's height, in pixels."""


class TimelineSign(Enum):
    """What a mark is for, the most important first: it is the one seen where room is short."""

    TURN = "turn"
    LOSS = "loss"
    BOOKMARK = "bookmark"
    VARIATION = "variation"
    COMMENT = "comment"


class TimelineMark(Struct, frozen=True):
    """A sign at a move, with its words, none where another sign of the move says the same.

    label -- the number of a turning point's move, as its card has it; a loss in a few letters
    """

    number: int
    sign: TimelineSign
    text: str
    label: str = ""


def marks_of(
    line: Sequence[Node], first: int, lost: Iterable[LostMove],
    turns: Iterable[tuple[Node, StoryPoint]] = (),
) -> list[TimelineMark]:
    """Return the marks of the nodes of a line, in the order of the line.

    first -- the number of the line's first node; lost -- the moves that lost points
    turns -- the turning points of the story
    """
    told = {node.id: point for node, point in turns}
    lost_at = {id(found.node): found for found in lost}
    marks = []
    for number, node in enumerate(line, first):
        if node.id in told:
            point = told[node.id]
            marks.append(TimelineMark(
                number, TimelineSign.TURN, str(point.sentences[0]),
                str(node.tree.printed_number(node))))
        loss = lost_at.get(id(node))
        if loss is not None:
            points = numeral(loss.mistake.points, ".1f")
            is_told = node.id in told and told[node.id].tells_loss
            words = "" if is_told else translated("lost {0} points").format(points)
            marks.append(TimelineMark(number, TimelineSign.LOSS, words, f"−{points}"))
        if is_bookmarked(node):
            marks.append(TimelineMark(number, TimelineSign.BOOKMARK, translated("bookmark")))
        if len(node.children) > 1:
            marks.append(TimelineMark(number, TimelineSign.VARIATION, translated(
                "{0} variations").format(len(node.children))))
        if node.comment.strip():
            marks.append(TimelineMark(number, TimelineSign.COMMENT, translated("comment")))
    return marks


def paint_sign(
    painter: QPainter, sign: TimelineSign, x: float, y: float, colours: UiColours
) -> None:
    """Paint a sign centred on a pixel; each has a shape of its own beside its colour."""
    painter.setPen(Qt.PenStyle.NoPen)
    if sign is TimelineSign.LOSS:
        painter.setBrush(QColor(colours.bad))
        painter.drawEllipse(QPointF(x, y), _SIZE, _SIZE)
    elif sign is TimelineSign.BOOKMARK:
        painter.setBrush(QColor(colours.warn))
        painter.drawPolygon(QPolygonF([
            QPointF(x - 0.8 * _SIZE, y - _SIZE), QPointF(x + 0.8 * _SIZE, y - _SIZE),
            QPointF(x + 0.8 * _SIZE, y + _SIZE), QPointF(x, y + 0.3 * _SIZE),
            QPointF(x - 0.8 * _SIZE, y + _SIZE)]))
    elif sign is TimelineSign.VARIATION:
        painter.setPen(QPen(QColor(colours.faint), 1.5))
        painter.drawPolyline(QPolygonF([
            QPointF(x - _SIZE, y - _SIZE), QPointF(x, y), QPointF(x + _SIZE, y - _SIZE)]))
        painter.drawLine(QPointF(x, y), QPointF(x, y + _SIZE))
    else:
        painter.setBrush(QColor(colours.faint))
        painter.drawRect(round(x - 0.8 * _SIZE), round(y - 0.8 * _SIZE), round(1.6 * _SIZE),
                         round(1.2 * _SIZE))


def paint_numbers(
    painter: QPainter, turns: Iterable[tuple[float, str, bool]], area: QRectF, colours: UiColours
) -> None:
    """Paint the numbers of turning points' moves at the top of a plot, as their cards have them.

    turns -- pixel from the left, number, and whether its card is the open one, which is filled;
    where two would lie on each other the later one stands below the other
    """
    side, last, down = painter.fontMetrics().height(), -100.0, 0
    for x, label, is_open in turns:
        wide = max(side, painter.fontMetrics().horizontalAdvance(label) + 2 * _EDGE)
        left = max(area.left(), min(x - wide / 2, area.right() - wide))
        down = down + 1 if left < last else 0
        last = left + wide
        pill = QRectF(left, area.top() + down * side, wide, side)
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.drawLine(QPointF(x, pill.bottom()), QPointF(x, area.bottom()))
        painter.setPen(QPen(QColor(colours.accent), 1))
        painter.setBrush(QColor(colours.accent if is_open else colours.card))
        painter.drawRoundedRect(pill, side / 2, side / 2)
        painter.setPen(QColor(colours.on_accent if is_open else colours.accent))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, label)


def paint_legend(
    painter: QPainter, rows: Iterable[tuple[QColor, str]], area: QRectF, colours: UiColours
) -> None:
    """Say which curves are whose, in a row of its own above a plot: colour and words."""
    high = painter.fontMetrics().height()
    x, y = area.left() + _EDGE, area.top() - high / 2 - 1
    for colour, text in rows:
        wide = painter.fontMetrics().horizontalAdvance(text)
        painter.setPen(QPen(colour, 2))
        painter.drawLine(QPointF(x, y), QPointF(x + _LEGEND, y))
        painter.setPen(QColor(colours.text))
        painter.drawText(QRectF(x + _LEGEND + _EDGE, y - high / 2, wide + 1, high),
                         Qt.AlignmentFlag.AlignVCenter, text)
        x += _LEGEND + wide + 4 * _EDGE


_ABOVE, _BELOW = QColor(74, 58, 98, 165), QColor(120, 180, 220, 165)
"""The lead of Black and of White: ink and sky, as on the board."""
_ABOVE_ON_DARK = QColor(150, 128, 178, 150)
"""Ink is not to be seen on a dark ground."""
_ENGINE = QColor(40, 110, 210)
_LEGEND: Final = 18
"""Pixels of a curve's sample in the legend."""
_RANGE_ALPHA: Final = 46
_LEAST_REACH: Final = 12.0
"""The axis shows at least so many points to either side."""
_SKY: Final = QColor(90, 160, 210)
_TIME_PART: Final = 0.14
"""The part of the plot's height in which the times of moves are drawn."""
_SIGNS_ABOVE: Final = 6
"""So many pixels the signs stand above the lower edge of the plot."""
_SCALE_HEIGHT: Final = 17
_SCALE_WIDTH: Final = 44
_EDGE: Final = 4
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""From one number at an axis to the next."""
_ALONE: Final = (10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400)
"""The same where no step leaves more than 0 at the axis."""
_POINT_ROOM, _MOVE_ROOM = 20, 56
"""Pixels that a number of the usual size has for itself, at the least."""


def ticks(low: float, high: float, pixels: float, room: float, least: int = 1) -> list[int]:
    """Return the numbers at an axis, in as small steps as leave each of them its room.

    Where only 0 would be left, half the room does for the largest number of either side.

    low, high -- the ends of the axis; pixels -- its length
    least -- the smallest step
    """
    needed = (high - low) * room / max(pixels, 1.0)
    step = next((step for step in _STEPS if step >= max(needed, least)), _STEPS[-1])
    reach = max(high, -low)
    if step > reach:
        step = max((alone for alone in _ALONE if needed / 2 <= alone <= reach), default=step)
    return list(range(step * ceil(low / step), int(high) + 1, step))


def move_ticks(
    first: int, last: int, numbers: Sequence[int], pixels: float, room: float
) -> list[tuple[int, int]]:
    """Return the numbers of moves at an axis, each with the place of its node.

    first, last -- the places at the ends of the axis, which may go on beyond the line
    numbers -- of the moves, node by node
    """
    numbers = numbers or (first,)
    beyond = first + len(numbers) - 1
    return [(number, first + bisect_left(numbers, number) if number <= numbers[-1]
             else beyond + number - numbers[-1])
            for number in ticks(numbers[0], numbers[-1] + last - beyond, pixels, room)
            if number > numbers[-1] or numbers[bisect_left(numbers, number)] == number]


def _filled(
    polygon_of: Callable[[Run], QPolygonF], bands: Sequence[tuple[Run, Run]]
) -> QPainterPath:
    """Return the areas between upper and lower runs; polygon_of -- gives a run its pixels."""
    path = QPainterPath()
    for upper, lower in bands:
        path.addPolygon(polygon_of([*upper, *reversed(lower)]))
        path.closeSubpath()
    return path


class TimelinePlot(QWidget):
    """Draws what it is given; all but the line at the current move is kept as a picture.

    scrubbed -- the user points at a move with the button held
    values -- of each curve, by its id, move by move; ends -- of the range round the lead
    shown -- the ids of the curves that are shown; the win rates' axis is with them
    judge, other -- who says what is drawn, and what is drawn beside
    times -- how many seconds each side's moves took, node by node; both empty where nothing is told
    numbers -- of the moves along the line, node by node: a node that only sets up counts for none
    is_engines -- whether it is an engine that says what is drawn: its line is the blue one
    marks -- the signs under the plot; missing -- (first, last) of moves that are not computed yet
    """

    scrubbed = Signal(int)

    def __init__(self, words_of: Callable[[int], str]) -> None:
        """Show nothing yet; `words_of` returns what is to be said of a move under the mouse."""
        super().__init__()
        self._words_of = words_of
        self.values: Mapping[str, Sequence[float | None]] = {}
        self.ends: Sequence[tuple[float, float] | None] = ()
        self.judge = self.other = ""
        self.times: Mapping[Colour, Sequence[float | None]] = {}
        self.numbers: Sequence[int] = ()
        self.is_engines = False
        self.marks: list[TimelineMark] = []
        self.missing: list[tuple[int, int]] = []
        self._legend: list[tuple[QColor, str]] = []
        self._first, self._last = 0, 10
        self._low, self._high = -_LEAST_REACH, _LEAST_REACH
        self.shown: set[str] = set()
        self._current = 0
        self._open: set[int] = set()
        self._scrubbing = False
        self._picture: QPixmap | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_curve(self, curve_id: str, is_on: bool) -> None:
        """Show or hide a curve with what another judge says; the lead with its areas."""
        self.shown = self.shown | {curve_id} if is_on else self.shown - {curve_id}
        self._redraw()

    def draw(
        self, first: int, values: Mapping[str, Sequence[float | None]],
        ends: Sequence[tuple[float, float] | None],
    ) -> None:
        """Draw curves, and the range round the lead; `first` is the number of the first move."""
        self.values, self.ends, self._first = values, ends, first
        self._last = max(first + 10, first + len(ends) - 1)
        ids = [row.id for row in CURVES if row is not WINRATE and row.id in self.shown]
        if LEAD.id in ids:
            ids.append(OTHER_LEAD)
        known = [value for curve_id in ids for value in values[curve_id] if value is not None]
        low, high = min([-_LEAST_REACH, *known]), max([_LEAST_REACH, *known])
        margin = 0.12 * (high - low)
        self._low, self._high = low - margin, high + margin
        self.mark_move(self._current)
        self._redraw()

    def mark_move(self, number: int) -> None:
        self._current = number
        # A turning point is shown before its move and after it.
        around = {mark.number for mark in self.marks if mark.sign is TimelineSign.TURN
                  and mark.number in (number, number + 1)}
        is_open = {number + 1} if number + 1 in around else around
        if is_open != self._open:
            self._open = is_open
            self._redraw()
        self.update()

    def drawn(self, curve_id: str) -> list[float]:
        return [value for value in self.values.get(curve_id, ()) if value is not None]

    def pixel_of(self, number: float) -> float:
        """Return where a move is, in pixels from the left."""
        area, margin = self._area(), 0.01 * (self._last - self._first)
        share = (number - self._first + margin) / (self._last - self._first + 2 * margin)
        return area.left() + share * area.width()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the interface from light to dark, and letters of another size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._redraw()

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._paint(QPainter(self._picture))
        painter, area = QPainter(self), self._area()
        painter.drawPixmap(0, 0, self._picture)
        painter.setPen(QPen(QColor(colours_of(self).accent), 2))
        x = self.pixel_of(self._current)
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._scrubbing = True
            self.scrubbed.emit(self._number_at(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow a drag; without one tell what is known of the move."""
        number = self._number_at(event)
        if self._scrubbing:
            self.scrubbed.emit(number)
        else:
            QToolTip.showText(event.globalPosition().toPoint(), plain_tip(self._words_of(number)),
                              self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._scrubbing = False

    def _number_at(self, event: QMouseEvent) -> int:
        start, end = self.pixel_of(self._first), self.pixel_of(self._last)
        share = (event.position().x() - start) / max(end - start, 1.0)
        return round(self._first + share * (self._last - self._first))

    def _redraw(self) -> None:
        self._picture, self._legend = None, self._legend_rows()
        self.update()

    def _area(self) -> QRectF:
        scale = text_scale(self)
        left, below = round(_SCALE_WIDTH * scale), round(_SCALE_HEIGHT * scale)
        right = left if WINRATE.id in self.shown else _EDGE
        # A legend over the curves would hide what it explains.
        above = _EDGE + (QFontMetrics(small_font(self)).height() if self._legend else 0)
        return QRectF(left, above, max(1, self.width() - left - right),
                      max(1, self.height() - below - above))

    def _legend_rows(self) -> list[tuple[QColor, str]]:
        """Return colour and words of each curve, where more than one judge's is drawn."""
        return [(colour, f"{judge}: {translated(row.title)}")
                for judge, curve_id, colour, row in (
                    (self.judge, OTHER_LEAD, self.lead_pen(is_other=False).color(), LEAD),
                    (self.other, OTHER_LEAD, self.lead_pen(is_other=True).color(), LEAD),
                    (self.other, OTHER_WINRATE, QColor(*WINRATE.colour), WINRATE))
                if row.id in self.shown and self.drawn(curve_id)]

    def _paint(self, painter: QPainter) -> None:
        area, colours = self._area(), colours_of(self)
        painter.fillRect(self.rect(), QColor(colours.card))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_axes(painter, area, colours)
        painter.save()
        painter.setClipRect(area)
        if LEAD.id in self.shown:
            self._paint_lead(painter, colours)
        for row in CURVES:
            if row.id in self.shown and row is not WINRATE:
                self._paint_curve(painter, row.id, self.lead_pen(is_other=False)
                                  if row is LEAD else QPen(QColor(*row.colour), 2))
        if LEAD.id in self.shown:
            self._paint_curve(painter, OTHER_LEAD, self.lead_pen(is_other=True))
        if WINRATE.id in self.shown:
            green = QColor(*WINRATE.colour)
            self._paint_curve(painter, WINRATE.id, QPen(green, 2))
            self._paint_curve(painter, OTHER_WINRATE, QPen(green, 1.5, Qt.PenStyle.DashLine))
        self._paint_times(painter, area, colours)
        painter.restore()
        painter.setFont(small_font(self))
        paint_legend(painter, self._legend, area, colours)
        self._paint_signs(painter, area, colours)
        painter.end()

    def _paint_axes(self, painter: QPainter, area: QRectF, colours: UiColours) -> None:
        line, scale, flag = QPen(QColor(colours.line), 1), text_scale(self), Qt.AlignmentFlag
        painter.setFont(small_font(self))
        painter.setPen(line)
        painter.drawLine(area.topLeft(), area.bottomLeft())
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        zero = self._height_of(0.0)
        painter.drawLine(QPointF(area.left(), zero), QPointF(area.right(), zero))
        painter.setPen(QColor(colours.faint))
        half = painter.fontMetrics().height() / 2
        for value in ticks(self._low, self._high, area.height(), _POINT_ROOM * scale, 5):
            # Tells whose points they are, whatever the language.
            text = lead_letters(value)
            top = max(0.0, self._height_of(value) - half)
            painter.drawText(QRectF(0, top, area.left() - _EDGE, 2 * half),
                             flag.AlignRight | flag.AlignVCenter, text)
        for number, place in move_ticks(
                self._first, self._last, self.numbers, area.width(), _MOVE_ROOM * scale):
            wide = painter.fontMetrics().horizontalAdvance(str(number)) / 2 + 1
            x = min(self.pixel_of(place), self.width() - wide)
            painter.drawText(QRectF(x - wide, area.bottom() + 1, 2 * wide, 2 * half),
                             flag.AlignHCenter | flag.AlignTop, str(number))
        if WINRATE.id not in self.shown:
            return
        painter.setPen(line)
        painter.drawLine(area.topRight(), area.bottomRight())
        painter.setPen(QColor(colours.faint))
        for percent in ticks(0, 100, area.height(), _POINT_ROOM * scale, 10):
            y = self._height_of(percent, in_percent=True)
            painter.drawText(QRectF(area.right() + 3, y - half, 24 * scale, 2 * half),
                             flag.AlignLeft | flag.AlignVCenter, str(percent))
        painter.save()
        words, long = translated("Black wins %"), self.height()
        if painter.fontMetrics().horizontalAdvance(words) > long:
            words = "%"
        painter.translate(self.width() - 1, long / 2)
        painter.rotate(-90)
        painter.drawText(QRectF(-long / 2, -2 * half, long, 2 * half),
                         flag.AlignHCenter | flag.AlignBottom, words)
        painter.restore()

    def _paint_lead(self, painter: QPainter, colours: UiColours) -> None:
        """Fill the range of the lead, and the areas between the lead and zero."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(*LEAD.colour, _RANGE_ALPHA))
        painter.drawPath(self.range_path())
        lead = runs(self.values.get(LEAD.id, ()), self._first)
        for colour, fill in ((1, _ABOVE_ON_DARK if colours is DARK else _ABOVE), (-1, _BELOW)):
            painter.setBrush(fill)
            painter.drawPath(_filled(self._polygon,
                [(one_side(run, colour), [(run[0][0], 0.0), (run[-1][0], 0.0)]) for run in lead]))

    def lead_pen(self, *, is_other: bool) -> QPen:
        """Return what draws the lead, or what is said beside: an engine is blue in either place.

        So irgo and an engine keep their colours when it is the engine's turn to judge the curve.
        """
        return QPen(QColor(colours_of(self).faint), 1.5) if is_other == self.is_engines \
            else QPen(_ENGINE, 2)

    def range_path(self) -> QPainterPath:
        """Return the area in which the game may end, move by move, in pixels."""
        highs, lows = (runs([end and end[place] for end in self.ends], self._first)
                       for place in (1, 0))
        return _filled(self._polygon, list(zip(highs, lows, strict=True)))

    def _paint_curve(self, painter: QPainter, curve_id: str, pen: QPen) -> None:
        """Paint a curve; it joins no two moves between which nothing is known."""
        painter.setPen(pen)
        in_percent = curve_id in (WINRATE.id, OTHER_WINRATE)
        for run in runs(self.values.get(curve_id, ()), self._first):
            painter.drawPolyline(self._polygon(run, in_percent=in_percent))

    def time_path(self, colour: Colour) -> QPolygonF:
        """Return the thin curve of a side's times, in pixels; roots leave short times visible."""
        area, times = self._area(), self.times.get(colour, ())
        most = max((seconds for side in self.times.values() for seconds in side if seconds),
                   default=1.0)
        low, high = area.bottom() - 2 * _SIGNS_ABOVE, _TIME_PART * area.height()
        return QPolygonF([QPointF(self.pixel_of(number), low - high * sqrt(seconds / most))
                          for number, seconds in enumerate(times, self._first)
                          if seconds is not None])

    def _paint_times(self, painter: QPainter, area: QRectF, colours: UiColours) -> None:
        """Paint how long each side thought, with the word before it."""
        for colour, pen in ((BLACK, QColor(colours.text)), (WHITE, _SKY)):
            painter.setPen(QPen(pen, 1))
            painter.drawPolyline(self.time_path(colour))
        if self.times:
            painter.setFont(small_font(self))
            painter.setPen(QColor(colours.faint))
            painter.drawText(QPointF(area.left() + _EDGE, area.bottom() - 2 * _SIGNS_ABOVE
                                     - _TIME_PART * area.height()), translated("Time"))

    def _paint_signs(self, painter: QPainter, area: QRectF, colours: UiColours) -> None:
        """Hatch what is not computed yet and put the signs under the plot."""
        hatch = QBrush(QColor(colours.line), Qt.BrushStyle.BDiagPattern)
        for first, last in self.missing:
            left = max(area.left(), self.pixel_of(first - 0.5))
            right = min(area.right(), self.pixel_of(last + 0.5))
            painter.fillRect(QRectF(left, area.top(), right - left, area.height()), hatch)
        taken: set[int] = set()
        painter.setFont(small_font(self))
        paint_numbers(painter, [
            (self.pixel_of(mark.number), mark.label, mark.number in self._open)
            for mark in self.marks if mark.sign is TimelineSign.TURN], area, colours)
        below = [mark for mark in self.marks if mark.sign is not TimelineSign.TURN]
        for mark in sorted(below, key=lambda mark: mark.sign is not TimelineSign.LOSS):
            x = self.pixel_of(mark.number)
            place = round(x / 9)
            if place not in taken:
                taken.add(place)
                paint_sign(painter, mark.sign, x, area.bottom() - _SIGNS_ABOVE, colours)

    def _polygon(self, run: Run, *, in_percent: bool = False) -> QPolygonF:
        start, end = self.pixel_of(self._first), self.pixel_of(self._last)
        wide = (end - start) / (self._last - self._first)
        return QPolygonF([QPointF(
            start + (x - self._first) * wide, self._height_of(y, in_percent=in_percent))
            for x, y in run])

    def _height_of(self, value: float, *, in_percent: bool = False) -> float:
        """Return where a value is, in pixels from the top; per cent have an axis of their own."""
        area = self._area()
        share = (value + 2) / 104 if in_percent else \
            (value - self._low) / (self._high - self._low)
        return area.bottom() - share * area.height()
