"""The Game tree dock: the graph of all variations; only what is visible is painted."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea

from irgo_app.go.point import BLACK
from irgo_app.gui.panels.tree_layout import TreeLayout, lay_out
from irgo_app.gui.session import ReviewSession
from irgo_app.sgf.edits import Change, ChangeKind
from irgo_app.sgf.game_tree import Node

_CELL = 22
_RADIUS = 7
_MARKS = ("CR", "MA", "SQ", "TR", "LB", "AR", "LN")
_PATH = QColor(220, 110, 0)
_COMMENT = QColor(40, 130, 210)


class TreePanel(QAbstractScrollArea):
    """Follows the session; a click goes to a node."""

    def __init__(self, session: ReviewSession) -> None:
        super().__init__()
        self._session = session
        self._layout = TreeLayout()
        self._path: set[int] = set()
        self.setAccessibleName(self.tr("Game tree"))
        self.setMinimumHeight(110)
        session.game_changed.connect(self._relayout)
        session.tree_changed.connect(self._on_tree_changed)
        session.node_changed.connect(self._follow)
        self._relayout()

    def node_at(self, place: QPoint) -> Node | None:
        """Return the node drawn at a pixel of the viewport."""
        column = (place.x() + self.horizontalScrollBar().value()) // _CELL
        lane = (place.y() + self.verticalScrollBar().value()) // _CELL
        return self._layout.grid.get((column, lane))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the node that was clicked."""
        node = self.node_at(event.position().toPoint())
        if node is not None:
            self._session.go_to(node)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the scroll bars."""
        self._set_ranges()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible cells."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.viewport().rect(), self.palette().color(QPalette.ColorRole.Base))
        left, top = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        painter.translate(-left, -top)
        columns = range(left // _CELL, (left + self.viewport().width()) // _CELL + 1)
        lanes = range(top // _CELL, (top + self.viewport().height()) // _CELL + 1)
        visible = [self._layout.grid.get((column, lane)) for lane in lanes for column in columns]
        nodes = [node for node in visible if node is not None]
        for node in nodes:
            self._paint_link(painter, node)
        for column in columns:
            self._paint_crossing(painter, column, lanes)
        for node in nodes:
            self._paint_node(painter, node)

    def _paint_crossing(self, painter: QPainter, column: int, lanes: range) -> None:
        """Paint links that pass through the view to variations below it."""
        for lane in range(lanes.stop, min(lanes.stop + 40, self._layout.lanes)):
            node = self._layout.grid.get((column, lane))
            if node is not None:
                self._paint_link(painter, node)

    def _paint_link(self, painter: QPainter, node: Node) -> None:
        if node.parent is None:
            return
        start, end = self._centre(node.parent), self._centre(node)
        is_lit = node.id in self._path
        colour = _PATH if is_lit else self.palette().color(QPalette.ColorRole.Mid)
        painter.setPen(QPen(colour, 2.4 if is_lit else 1.2))
        if start.y() == end.y():
            painter.drawLine(start, end)
            return
        corner = QPoint(start.x(), end.y() - _CELL)
        painter.drawLine(start, corner)
        painter.drawLine(corner, end)

    def _paint_node(self, painter: QPainter, node: Node) -> None:
        centre = self._centre(node)
        if node is self._session.node:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_PATH)
            painter.drawEllipse(centre, _RADIUS + 3, _RADIUS + 3)
        move = node.move
        painter.setPen(QPen(QColor(70, 70, 70), 1.0))
        if move:
            painter.setBrush(QColor(25, 25, 25) if move[0] == BLACK else QColor(250, 250, 250))
            painter.drawEllipse(centre, _RADIUS, _RADIUS)
        else:
            painter.setBrush(self.palette().color(QPalette.ColorRole.Button))
            side = _RADIUS - 1
            painter.drawRect(QRect(centre.x() - side, centre.y() - side, 2 * side, 2 * side))
        self._paint_signs(painter, node, centre)

    def _paint_signs(self, painter: QPainter, node: Node, centre: QPoint) -> None:
        """A blue dot for a comment, a triangle's worth of orange for marks and setup."""
        painter.setPen(Qt.PenStyle.NoPen)
        if "C" in node.properties:
            painter.setBrush(_COMMENT)
            painter.drawEllipse(centre + QPoint(6, -6), 3, 3)
        if node.has_setup or any(mark in node.properties for mark in _MARKS):
            painter.setBrush(QColor(200, 60, 40))
            painter.drawRect(QRect(centre.x() + 4, centre.y() + 4, 5, 5))

    def _centre(self, node: Node) -> QPoint:
        column, lane = self._layout.place[node.id]
        return QPoint(column * _CELL + _CELL // 2, lane * _CELL + _CELL // 2)

    def _on_tree_changed(self, change: Change) -> None:
        if ChangeKind.STRUCTURE in change.kinds:
            self._relayout()
        else:
            self.viewport().update()

    def _relayout(self) -> None:
        self._layout = lay_out(self._session.game)
        self._set_ranges()
        self._follow()

    def _set_ranges(self) -> None:
        view = self.viewport()
        for bar, extent, room in (
            (self.horizontalScrollBar(), self._layout.columns, view.width()),
            (self.verticalScrollBar(), self._layout.lanes, view.height()),
        ):
            bar.setRange(0, max(0, extent * _CELL - room))
            bar.setPageStep(room)
            bar.setSingleStep(_CELL)

    def _follow(self) -> None:
        """Light the path to the current node and keep the node in view."""
        node = self._session.node
        if node.id not in self._layout.place:
            return
        self._path = {step.id for step in self._session.game.path_to(node)}
        centre = self._centre(node)
        for bar, place, room in (
            (self.horizontalScrollBar(), centre.x(), self.viewport().width()),
            (self.verticalScrollBar(), centre.y(), self.viewport().height()),
        ):
            if not bar.value() + _CELL <= place <= bar.value() + room - _CELL:
                bar.setValue(place - room // 2)
        self.viewport().update()
