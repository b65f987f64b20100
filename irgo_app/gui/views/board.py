"""The board widget: shows a diagram, says what mouse and cursor point at, is zoomed and moved."""

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (QAccessible, QColor, QDragEnterEvent, QDropEvent, QImage, QMouseEvent,
                           QNativeGestureEvent, QPainter, QPaintEvent, QPalette, QPen, QWheelEvent)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from irgo_app.draw.board_geometry import GHOST_OPACITY, STONE_RADIUS, BoardGeometry
from irgo_app.draw.board_painter import Look, geometry_of
from irgo_app.draw.drawables import Diagram, looks_the_same
from irgo_app.draw.palette import LIT
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.gui.views.board_picture import STEP, WHOLE, BoardPicture, QtCanvas, Zoom, device_size
from irgo_app.gui.views.widgets import let_speak
from irgo_app.words import translated

_WEB = ("http", "https")
_WHEEL_NOTCH = 120
_FADE_S = 0.12
"""How long tones take to go over into others."""
_CALM_S = 0.25
"""Who steps on sooner holds a key or wants to be elsewhere: then nothing fades."""
_FRAME_MS = 16


class BoardWidget(QWidget):
    """A board as large as the widget allows, never distorted.

    point_dragged -- a further point the left button was drawn over
    cursor_pressed -- the keyboard's cursor is used like a click, on this point
    line_dragged -- the points where the left button went down and up, if they differ
    file_dropped, picture_dropped, link_dropped -- the path of a file, a QImage that is none, an
    address of the internet
    painted -- after each paint event, with whether a field was on the board
    diagram, picture -- what is shown, and as it is painted
    cursor_point -- where the keyboard's cursor is, PASS while it is not shown
    plays -- whether a click on a vacant point plays: the stone is shown under the mouse then
    """

    point_clicked = Signal(int, object, object)
    cursor_pressed = Signal(int)
    point_dragged = Signal(int)
    line_dragged = Signal(int, int)
    point_hovered = Signal(int)
    stepped = Signal(int)
    file_dropped = Signal(str)
    picture_dropped = Signal(object)
    link_dropped = Signal(str)
    painted = Signal()

    def __init__(
        self, why_not: Callable[[Point], str | None] = lambda point: "",
        hover_text: Callable[[Point], str] = lambda point: "",
    ) -> None:
        """Show an empty board.

        why_not -- returns why the side to move may not play a point, None if it may
        hover_text -- returns the tool tip of a point
        """
        super().__init__()
        self._why_not, self._hover_text = why_not, hover_text
        self.plays = True
        let_speak(self, QAccessible.Role.Graphic, lambda: "")
        self.diagram = Diagram(Position.empty())
        self.picture = BoardPicture(Look())
        self._hovered: Point = PASS
        self._highlighted: Point = PASS
        self.cursor_point: Point = PASS
        self._pressed: Point = PASS
        self._wheel = 0
        self._shown_at = 0.0
        self._fading = QTimer(self, interval=_FRAME_MS)
        self._fading.timeout.connect(self.update)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(translated("Board"))

    def show_diagram(self, diagram: Diagram) -> None:
        """Show a diagram; its tones come over those before, unless one soon follows another."""
        now = time.monotonic()
        is_calm, self._shown_at = now - self._shown_at > _CALM_S, now
        self._fading.stop()
        if is_calm and self.isVisible() and self.picture.begin_fade(diagram, device_size(self)):
            self._fading.start()
        self.diagram = diagram
        points = len(diagram.position.cells)
        # The mouse may lie still over a board that has become a smaller one.
        self._hovered, self.cursor_point = (
            point if point < points else PASS for point in (self._hovered, self.cursor_point))
        self.update()

    def set_look(self, look: Look) -> None:
        self.picture.set_look(look)
        self.update()

    def follow(self, diagram: Diagram, look: Look) -> None:
        """Show a diagram with the colours of a look; nothing is painted where both are the same."""
        if self.picture.look != look:
            self.set_look(look)
        if not looks_the_same(diagram, self.diagram):
            self.show_diagram(diagram)

    def highlight(self, point: Point) -> None:
        """Ring a point, PASS for none."""
        if point != self._highlighted:
            self._highlighted = point
            self.update()

    def move_cursor(self, across: int, down: int) -> Point:
        """Move the keyboard's cursor on the board (shown from the first call on)."""
        columns, rows = self.diagram.position.columns, self.diagram.position.rows
        if self.cursor_point == PASS:
            self.cursor_point = (rows // 2) * columns + columns // 2
        else:
            row, column = divmod(self.cursor_point, columns)
            self.cursor_point = (min(max(row + down, 0), rows - 1) * columns
                            + min(max(column + across, 0), columns - 1))
        self.update()
        self.point_hovered.emit(self.cursor_point)
        return self.cursor_point

    @property
    def pointed(self) -> Point:
        """Return the point under the mouse, else under the keyboard's cursor, else PASS."""
        return self._hovered if self._hovered != PASS else self.cursor_point

    def hide_cursor(self) -> None:
        self.cursor_point = PASS
        self.update()

    def geometry_in_pixels(self) -> BoardGeometry:
        """Return where the board lies, in device pixels."""
        return self.picture.geometry(self.diagram, device_size(self))

    def sizeHint(self) -> QSize:
        return QSize(760, 760)

    def minimumSizeHint(self) -> QSize:
        """Return the smallest size at which stones can be told apart."""
        return QSize(240, 240)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.picture.set_surround(self.palette().color(QPalette.ColorRole.Window))
        share = (time.monotonic() - self._shown_at) / _FADE_S
        if self._fading.isActive() and share < 1.0:
            pixmap = self.picture.faded(share)
        else:
            self._fading.stop()
            pixmap = self.picture.pixmap(self.diagram, device_size(self))
        pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        painter = QPainter(self)
        painter.drawPixmap(0, 0, pixmap)
        self._paint_pointers(painter)
        painter.end()
        self.painted.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse with the stone about to be placed."""
        point = self._point_at(event)
        if not event.buttons() & Qt.MouseButton.LeftButton:
            # A dialog that a press opened has taken the release.
            self._pressed = PASS
        if point != self._hovered:
            before, self._hovered = self._hovered, point
            self.point_hovered.emit(point)
            if self._pressed != PASS and point != PASS:
                # A quick hand is not told of at every point.
                for passed in _passed(before, point, self.diagram.position.columns):
                    self.point_dragged.emit(passed)
            else:
                self._show_tooltip(event, point)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = PASS
        self.point_hovered.emit(PASS)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = self._point_at(event)
        if point != PASS:
            is_left = event.button() == Qt.MouseButton.LeftButton
            self._pressed = point if is_left and not event.modifiers() else PASS
            self._hovered = point
            self.point_clicked.emit(point, event.button(), event.modifiers())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        start, end = self._pressed, self._point_at(event)
        self._pressed = PASS
        if PASS not in (start, end) and start != end:
            self.line_dragged.emit(start, end)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Step through the game, a move a notch."""
        self._wheel += event.angleDelta().y()
        notches = int(self._wheel / _WHEEL_NOTCH)
        if notches:
            self._wheel -= notches * _WHEEL_NOTCH
            self.stepped.emit(-notches)
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        mime = event.mimeData()
        if mime.hasImage() or any(url.isLocalFile() or url.scheme() in _WEB
                                  for url in mime.urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                event.acceptProposedAction()
                self.file_dropped.emit(str(Path(url.toLocalFile())))
                return
        if event.mimeData().hasImage():
            event.acceptProposedAction()
            self.picture_dropped.emit(QImage(event.mimeData().imageData()))
            return
        for url in event.mimeData().urls():
            if url.scheme() in _WEB:
                event.acceptProposedAction()
                self.link_dropped.emit(url.toString())
                return

    def _point_at(self, event: QMouseEvent) -> Point:
        ratio = self.devicePixelRatioF()
        place = event.position()
        found = self.geometry_in_pixels().point_at(place.x() * ratio, place.y() * ratio)
        return PASS if found is None else found

    def _show_tooltip(self, event: QMouseEvent, point: Point) -> None:
        if point == PASS:
            QToolTip.hideText()
            return
        QToolTip.showText(event.globalPosition().toPoint(), self._hover_text(point), self)

    def _paint_pointers(self, painter: QPainter) -> None:
        geometry = self.geometry_in_pixels()
        painter.scale(1 / self.devicePixelRatioF(), 1 / self.devicePixelRatioF())
        position = self.diagram.position
        if self._hovered != PASS and self._hovered < len(position.cells) and (
            self.plays and not position.cells[self._hovered]
            and self._why_not(self._hovered) is None
        ):
            QtCanvas(painter).stone(*geometry.centre(self._hovered), STONE_RADIUS * geometry.cell,
                                    position.to_play, GHOST_OPACITY)
        for point, colour in ((self._highlighted, QColor(*LIT)),
                              (self.cursor_point, QColor(0, 140, 80))):
            if PASS < point < len(position.cells):
                x, y = geometry.centre(point)
                half = 0.48 * geometry.cell
                painter.setPen(QPen(colour, max(2.0, 0.07 * geometry.cell)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(round(x - half), round(y - half), round(2 * half), round(2 * half))


def _passed(before: Point, point: Point, columns: int) -> tuple[Point, ...]:
    """Return the points that a drag came over since another one, the new one last."""
    if before == PASS:
        return (point,)
    (row, column), (last_row, last_column) = divmod(before, columns), divmod(point, columns)
    down, across = last_row - row, last_column - column
    steps = max(abs(down), abs(across))
    return tuple((row + round(down * step / steps)) * columns
                 + column + round(across * step / steps) for step in range(1, steps + 1))


class ZoomHand(QObject):
    """Takes those events from a board: Ctrl and the wheel, two fingers apart, a middle drag."""

    def __init__(self, board: BoardWidget) -> None:
        super().__init__(board)
        self._board = board
        self._grasped: QPointF | None = None
        board.installEventFilter(self)

    def zoom_by(self, by: float, place: QPointF | None = None) -> None:
        """Look from `by` times as near, at a place of the widget or its middle."""
        board = self._board
        ratio = board.devicePixelRatioF()
        where = QPointF(board.width() / 2, board.height() / 2) if place is None else place
        self._look(board.picture.zoom.nearer(
            by, *self._fitted(), where.x() * ratio, where.y() * ratio))

    def show_whole(self) -> None:
        self._look(WHOLE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QWheelEvent):
            if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                return False
            self.zoom_by(STEP ** (event.angleDelta().y() / _WHEEL_NOTCH), event.position())
            return True
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
                return False
            self.zoom_by(1.0 + event.value(), event.position())
            return True
        return isinstance(event, QMouseEvent) and self._drag(event)

    def _drag(self, event: QMouseEvent) -> bool:
        board, place = self._board, event.position()
        if event.type() == QEvent.Type.MouseButtonPress:
            if event.button() != Qt.MouseButton.MiddleButton or board.picture.zoom.is_whole:
                return False
            self._grasped = place
            board.setCursor(Qt.CursorShape.ClosedHandCursor)
            return True
        if self._grasped is None:
            return False
        if event.type() == QEvent.Type.MouseMove:
            drawn, ratio = place - self._grasped, board.devicePixelRatioF()
            self._grasped = place
            self._look(board.picture.zoom.moved(
                drawn.x() * ratio, drawn.y() * ratio, *self._fitted()))
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._grasped = None
            board.unsetCursor()
        return True

    def _look(self, zoom: Zoom) -> None:
        if zoom != self._board.picture.zoom:
            self._board.picture.set_zoom(zoom)
            self._board.update()

    def _fitted(self) -> tuple[BoardGeometry, int, int]:
        """Return where the whole board would lie, and the size of the widget, in device pixels."""
        width, height = device_size(self._board).toTuple()
        return geometry_of(self._board.diagram, width, height), width, height
