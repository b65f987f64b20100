"""The Game tree: the graph of all variations; only what is visible is painted."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import (QAccessible, QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPalette,
                           QPen, QResizeEvent)
from PySide6.QtWidgets import QAbstractScrollArea

from irgo_app.gui.models.file import InSlices, Review
from irgo_app.gui.views.style import colours_of, paint_stone, smooth_painter
from irgo_app.gui.views.widgets import let_speak, tell_change
from irgo_app.gui.views.window.header import move_words
from irgo_app.sgf.edits import MOVE_ANNOTATIONS, Change, ChangeKind, annotation_of, is_bookmarked
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.words import translated

_SLICE: Final = 2000
"""So many nodes are laid out before something else may be done."""
_FREE: Final = 1 << 31
_LANE: Final = 1 << 32
"""A lane and a column are one number, so that lines can be sorted and found by both."""


class TreeLayout:
    """The places of all nodes: columns are depth, rows are lanes.

    The first child stays in its parent's lane; every further variation takes the first lane below
    that is free from its own column on. One pass over the tree, without recursion and in slices,
    since a million nodes take a second. They must fit, too: a node costs three numbers, a line
    three more.

    columns, lanes -- the extent of the drawing
    """

    def __init__(self, tree: GameTree) -> None:
        """Begin an empty layout; `laying_out` fills it."""
        self.columns = 0
        self.lanes = 0
        self._tree = tree
        nowhere = array("i", [-1]) * tree.node_count
        self._column_of, self._lane_of = nowhere, nowhere[:]
        self._ids = array("i")
        """The numbers of all nodes, line by line."""
        self._places = array("q")
        """For each line the lane and the column where it begins, as one number; ascending."""
        self._starts, self._counts = array("i"), array("i")
        """For each line where it begins among the numbers, and how many nodes it has."""
        self._grown: dict[tuple[int, int], Node] = {}
        """Nodes that were added at the end of a line later."""

    def place_of(self, node_id: int) -> tuple[int, int] | None:
        """Return column and lane of a node, None if it has no place."""
        if node_id >= len(self._column_of) or self._column_of[node_id] < 0:
            return None
        return self._column_of[node_id], self._lane_of[node_id]

    def node_at(self, column: int, lane: int) -> Node | None:
        """Return the node drawn in a cell, None for an empty one."""
        if column < 0 or lane < 0:
            return None
        line = bisect_right(self._places, lane * _LANE + column) - 1
        if line >= 0:
            distance = lane * _LANE + column - self._places[line]
            if distance < self._counts[line]:
                return self._tree.node_by_id(self._ids[self._starts[line] + distance])
        return self._grown.get((column, lane))

    def laying_out(self) -> Iterator[None]:
        """Fill an empty layout in slices of some milliseconds; it is right after the last.

        The tree must not be changed meanwhile; who changes it begins anew.
        """
        tree, ids, lanes = self._tree, self._ids, _Lanes()
        starts, columns, wanted_lanes = array("i", [tree.root.id]), array("i", [0]), array("i", [0])
        """The variations still to be placed: first node, its column, the first lane it may have."""
        work = 0
        while starts:
            node, column, wanted = tree.node_by_id(starts.pop()), columns.pop(), wanted_lanes.pop()
            first = len(ids)
            ids.append(node.id)
            while node.children:
                node = node.children[0]
                ids.append(node.id)
                work += 1
                if work % _SLICE == 0:
                    yield
            count = len(ids) - first
            lane = lanes.take(wanted, column + count - 1, max(column - 1, 0))
            self._places.append(lane * _LANE + column)
            self._starts.append(first)
            self._counts.append(count)
            self._reach(column + count, lane + 1)
            # Variations near the root come off the stack last, below those further down the line.
            for offset in range(count):
                node_id = ids[first + offset]
                self._column_of[node_id], self._lane_of[node_id] = column + offset, lane
                for child in reversed(tree.node_by_id(node_id).children[1:]):
                    starts.append(child.id)
                    columns.append(column + offset + 1)
                    wanted_lanes.append(lane + 1)
                    work += 1
                work += 1
                if work % _SLICE == 0:
                    yield
        # Brought into their order, so that nodes are found by their cells.
        order = np.argsort(np.frombuffer(self._places, np.int64), kind="stable")
        for lines in (self._places, self._starts, self._counts):
            values = np.frombuffer(lines, lines.typecode)
            lines[:] = array(lines.typecode, values[order].tobytes())

    def extend(self, node: Node) -> bool:
        """Give a place to a new node at the end of a line; False if all must be laid out anew.

        That is so unless the node is an only child, has no place yet, and the next cell is free.
        """
        parent = node.parent
        if parent is None or node.children or len(parent.children) != 1:
            return False
        place = self.place_of(parent.id)
        if place is None or self.place_of(node.id) is not None:
            return False
        column, lane = place[0] + 1, place[1]
        if self.node_at(column, lane) or self.node_at(column + 1, lane):
            return False
        self._grown[column, lane] = node
        missing = node.id + 1 - len(self._column_of)
        if missing > 0:
            nowhere = array("i", [-1]) * missing
            self._column_of += nowhere
            self._lane_of += nowhere
        self._column_of[node.id], self._lane_of[node.id] = column, lane
        self._reach(column + 1, lane + 1)
        return True

    def _reach(self, columns: int, lanes: int) -> None:
        self.columns, self.lanes = max(self.columns, columns), max(self.lanes, lanes)


class _Lanes:
    """The leftmost column taken in each lane; lines are laid out from the right.

    A binary tree of maxima finds a free lane in a few steps, however many there are: each inner
    place holds the larger of the two below it, `_FREE` stands for a lane without a line.
    """

    def __init__(self) -> None:
        self._size = 1
        self._most = array("q", [0, _FREE])

    def take(self, wanted: int, last: int, first: int) -> int:
        """Return the first lane from `wanted` on that is free up to column `last`, and take it.

        first -- the column from which on the lane is taken now
        """
        while wanted >= self._size - 1 or self._most[2 * self._size - 1] != _FREE:
            self._grow()
        most, size = self._most, self._size
        place = wanted + size
        while most[place] <= last:
            # To the next lane, or to the next that several have above them.
            while place & 1:
                place >>= 1
            place += 1
        while place < size:
            place *= 2
            if most[place] <= last:
                place += 1
        lane = place - size
        most[place] = min(most[place], first)
        while place > 1:
            place >>= 1
            most[place] = max(most[2 * place], most[2 * place + 1])
        return lane

    def _grow(self) -> None:
        """Make room for twice as many lanes, the last of which stays free."""
        size = 2 * self._size
        leaves = self._most[self._size:] + array("q", [_FREE]) * self._size
        most = array("q", [0]) * size + leaves
        for place in range(size - 1, 0, -1):
            most[place] = max(most[2 * place], most[2 * place + 1])
        self._size, self._most = size, most


_CELL = 22
_LEAST_ROWS: Final = 3
"""So many lines of a tree are seen at least; what is written beside it needs the room more."""
_RADIUS = 7
_BESIDE = 3
"""So many nodes to either side of the current one are in view."""
_AT_ONCE_S = 0.03
"""A tree that takes longer to lay out is shown a moment later."""
_MARKS = ("CR", "MA", "SQ", "TR", "LB", "AR", "LN")
_PATH = QColor(220, 110, 0)
_COMMENT = QColor(40, 130, 210)
_ODD = QColor(210, 40, 40)
_GOOD = QColor(30, 130, 60)


class TreePanel(QAbstractScrollArea):
    """Follows the current node; a click goes to a node."""

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self._layout = TreeLayout(GameTree())
        self._laying_out = InSlices(self)
        self._path: set[int] = set()
        self._visible: list[Node] = []
        self._odd: set[int] = set()
        let_speak(self, QAccessible.Role.Tree, self.words)
        self.setAccessibleName(translated("Game tree"))
        self.setMinimumHeight(_LEAST_ROWS * _CELL)
        review.game_changed.connect(self._relayout)
        review.tree_changed.connect(self._on_tree_changed)
        review.node_changed.connect(self._follow)
        self._relayout()

    @property
    def is_laid_out(self) -> bool:
        """Return whether the tree is shown; a large one is a moment after its game."""
        return self._layout.columns > 0

    def words(self) -> str:
        """Return what the current node is: its move, its place among variations, its signs."""
        node = self._review.node
        parts = [translated("Move {0}").format(self._review.game.printed_number(node)),
                 move_words(node)]
        if node.parent is not None and len(node.parent.children) > 1:
            parts.append(translated("variation {0} of {1}").format(
                node.parent.children.index(node) + 1, len(node.parent.children)))
        if len(node.children) > 1:
            parts.append(translated("{0} variations").format(len(node.children)))
        sign = annotation_of(node, MOVE_ANNOTATIONS)
        if sign is not None:
            parts.append(translated(sign.title))
        if is_bookmarked(node):
            parts.append(translated("bookmark"))
        if node.comment.strip():
            parts.append(translated("comment"))
        return " · ".join(filter(None, parts))

    def node_at(self, place: QPoint) -> Node | None:
        """Return the node drawn at a pixel of the viewport."""
        column = (place.x() + self.horizontalScrollBar().value()) // _CELL
        lane = (place.y() + self.verticalScrollBar().value()) // _CELL
        return self._layout.node_at(column, lane)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position().toPoint())
        if node is not None:
            self._review.go_to(node)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._set_ranges()
        self._look()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self.viewport())
        painter.fillRect(self.viewport().rect(), self.palette().color(QPalette.ColorRole.Base))
        left, top = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        painter.translate(-left, -top)
        for node in self._visible:
            self._paint_link(painter, node)
        columns, lanes = self._cells()
        for column in columns:
            self._paint_crossing(painter, column, lanes)
        for node in self._visible:
            self._paint_node(painter, node)

    def scrollContentsBy(self, across: int, down: int) -> None:
        self._look()
        self.viewport().update()

    def _cells(self) -> tuple[range, range]:
        left, top = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        return (range(left // _CELL, (left + self.viewport().width()) // _CELL + 1),
                range(top // _CELL, (top + self.viewport().height()) // _CELL + 1))

    def _look(self) -> None:
        """Find the nodes in view, and which of them hold a move that the rules forbid."""
        columns, lanes = self._cells()
        node_at = self._layout.node_at
        visible = [node_at(column, lane) for lane in lanes for column in columns]
        self._visible = [node for node in visible if node is not None]
        replay = self._review.replay
        self._odd = {node.id for node in self._visible
                     if replay.is_near(node) and replay.remark(node)}
        self._light_path(columns)

    def _light_path(self, columns: range) -> None:
        """Note which nodes near the view lie on the way to the current node."""
        step: Node | None = self._review.node
        assert step is not None
        place = self._layout.place_of(step.id)
        column = place[0] if place is not None else -1
        self._path = set()
        while step is not None and column >= columns.start - 1:
            if column <= columns.stop:
                self._path.add(step.id)
            step, column = step.parent, column - 1

    def _paint_crossing(self, painter: QPainter, column: int, lanes: range) -> None:
        for lane in range(lanes.stop, min(lanes.stop + 40, self._layout.lanes)):
            node = self._layout.node_at(column, lane)
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
        if node is self._review.node:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_PATH)
            painter.drawEllipse(centre, _RADIUS + 3, _RADIUS + 3)
        move = node.move
        if move:
            paint_stone(painter, QPointF(centre), _RADIUS, move[0], colours_of(self))
        else:
            painter.setPen(QPen(QColor(colours_of(self).faint), 1.0))
            painter.setBrush(self.palette().color(QPalette.ColorRole.Button))
            side = _RADIUS - 1
            painter.drawRect(QRect(centre.x() - side, centre.y() - side, 2 * side, 2 * side))
        self._paint_signs(painter, node, centre)

    def _paint_signs(self, painter: QPainter, node: Node, centre: QPoint) -> None:
        """A blue dot for a comment, a red square for marks and setup, words for the rest.

        A move that the rules forbid is crossed out; a bookmark has a flag.
        """
        if node.id in self._odd:
            painter.setPen(QPen(_ODD, 2.2))
            painter.drawLine(centre + QPoint(-6, -6), centre + QPoint(6, 6))
            painter.drawLine(centre + QPoint(-6, 6), centre + QPoint(6, -6))
        sign = annotation_of(node, MOVE_ANNOTATIONS)
        if sign is not None:
            painter.setPen(_ODD if "?" in sign.sign[:1] else _GOOD)
            font = QFont(self.font())
            font.setPointSizeF(max(6.0, self.font().pointSizeF() - 2))
            font.setBold(True)
            painter.setFont(font)
            painter.drawText(centre + QPoint(2, _CELL // 2), sign.sign)
        painter.setPen(Qt.PenStyle.NoPen)
        if is_bookmarked(node):
            painter.setBrush(_PATH)
            corner = centre + QPoint(-10, -10)
            painter.drawPolygon([corner, corner + QPoint(8, 3), corner + QPoint(0, 6)])
        if "C" in node.properties:
            painter.setBrush(_COMMENT)
            painter.drawEllipse(centre + QPoint(6, -6), 3, 3)
        if node.has_setup or any(mark in node.properties for mark in _MARKS):
            painter.setBrush(QColor(200, 60, 40))
            painter.drawRect(QRect(centre.x() + 4, centre.y() + 4, 5, 5))

    def _centre(self, node: Node) -> QPoint:
        place = self._layout.place_of(node.id)
        assert place is not None, "only nodes that have a place are painted"
        column, lane = place
        return QPoint(column * _CELL + _CELL // 2, lane * _CELL + _CELL // 2)

    def _on_tree_changed(self, change: Change) -> None:
        if ChangeKind.STRUCTURE in change.kinds:
            if self._layout.extend(self._review.node):
                self._set_ranges()
                self._follow()
                self._look()
            else:
                self._relayout()
        else:
            self._look()
            self.viewport().update()

    def _relayout(self) -> None:
        layout = TreeLayout(self._review.game)
        self._take(TreeLayout(GameTree()))
        self._laying_out.begin(layout.laying_out(), lambda: self._take(layout), _AT_ONCE_S)

    def _take(self, layout: TreeLayout) -> None:
        self._layout = layout
        self._set_ranges()
        self._follow()
        self._look()

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
        """Light the path to the current node and keep the node in view, with some beside it."""
        node = self._review.node
        if self._layout.place_of(node.id) is None:
            return
        centre = self._centre(node)
        for bar, place, room in (
            (self.horizontalScrollBar(), centre.x(), self.viewport().width()),
            (self.verticalScrollBar(), centre.y(), self.viewport().height()),
        ):
            beside = min(_BESIDE * _CELL, room // 3)
            if not bar.value() + beside <= place <= bar.value() + room - beside:
                bar.setValue(place - room // 2)
        self._light_path(self._cells()[0])
        self.viewport().update()
        tell_change(self)
