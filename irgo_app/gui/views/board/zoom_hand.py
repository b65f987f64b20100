"""Zooming and moving the board with wheel, touchpad and middle button."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QWheelEvent

from irgo_app.draw.board_geometry import BoardGeometry
from irgo_app.draw.board_painter import geometry_of
from irgo_app.gui.views.board.board_widget import BoardWidget
from irgo_app.gui.views.board.zoom import STEP, WHOLE, Zoom

_WHEEL_NOTCH = 120


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
        """Show the whole board."""
        self._look(WHOLE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what zooms and moves; leave the rest to the board."""
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
        """Move the board under the middle button."""
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
        board, ratio = self._board, self._board.devicePixelRatioF()
        width, height = round(board.width() * ratio), round(board.height() * ratio)
        return geometry_of(board.diagram, width, height), width, height
