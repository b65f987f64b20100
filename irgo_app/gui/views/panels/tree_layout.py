"""Where each node of a game tree is drawn: columns are depth, rows are lanes. No Qt.

The first child stays in its parent's lane; every further variation takes the first lane below that
is free from its own column on. One pass over the tree, without recursion and in slices, since a
million nodes take a second. They must fit, too: a node costs three numbers, a line three more.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

import numpy as np

from irgo_app.sgf.game_tree import GameTree, Node

_SLICE: Final = 2000
"""So many nodes are laid out before something else may be done."""
_FREE: Final = 1 << 31
_LANE: Final = 1 << 32
"""A lane and a column are one number, so that lines can be sorted and found by both."""


class TreeLayout:
    """The places of all nodes.

    columns, lanes -- the extent of the drawing
    """

    def __init__(self, tree: GameTree) -> None:
        """Begin an empty layout; `lay_out` and `laying_out` fill it."""
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

    def begin_line(self) -> int:
        """Return where the next line begins among the numbers of nodes."""
        return len(self._ids)

    def append(self, node: Node) -> None:
        """Add a node to the line that was begun."""
        self._ids.append(node.id)

    def end_line(self, column: int, lane: int, start: int) -> None:
        """Give the line that was begun at `start` its place."""
        count = len(self._ids) - start
        self._places.append(lane * _LANE + column)
        self._starts.append(start)
        self._counts.append(count)
        self.columns = max(self.columns, column + count)
        self.lanes = max(self.lanes, lane + 1)

    def node_in_line(self, index: int, column: int, lane: int) -> Node:
        """Return a node of a line by its place among the numbers, and note its cell."""
        node_id = self._ids[index]
        self._column_of[node_id], self._lane_of[node_id] = column, lane
        return self._tree.node_by_id(node_id)

    def sort(self) -> None:
        """Bring the lines into their order, so that nodes are found by their cells."""
        order = np.argsort(np.frombuffer(self._places, np.int64), kind="stable")
        for lines in (self._places, self._starts, self._counts):
            values = np.frombuffer(lines, lines.typecode)
            lines[:] = array(lines.typecode, values[order].tobytes())

    def add_end(self, node: Node, column: int, lane: int) -> None:
        """Give a place behind the end of a line to a node."""
        self._grown[column, lane] = node
        missing = node.id + 1 - len(self._column_of)
        if missing > 0:
            nowhere = array("i", [-1]) * missing
            self._column_of += nowhere
            self._lane_of += nowhere
        self._column_of[node.id], self._lane_of[node.id] = column, lane
        self.columns = max(self.columns, column + 1)
        self.lanes = max(self.lanes, lane + 1)


def lay_out(tree: GameTree) -> TreeLayout:
    """Return the layout of a tree; time grows with the number of nodes."""
    layout = TreeLayout(tree)
    for _ in laying_out(tree, layout):
        pass
    return layout


def laying_out(tree: GameTree, layout: TreeLayout) -> Iterator[None]:
    """Fill an empty layout in slices of some milliseconds; it is right after the last.

    The tree must not be changed meanwhile; who changes it begins anew.
    """
    lanes = _Lanes()
    starts, columns, wanted_lanes = array("i", [tree.root.id]), array("i", [0]), array("i", [0])
    """The variations still to be placed: first node, its column, the first lane it may have."""
    work = 0
    while starts:
        node, column, wanted = tree.node_by_id(starts.pop()), columns.pop(), wanted_lanes.pop()
        first = layout.begin_line()
        layout.append(node)
        while node.children:
            node = node.children[0]
            layout.append(node)
            work += 1
            if work % _SLICE == 0:
                yield
        count = layout.begin_line() - first
        lane = lanes.take(wanted, column + count - 1, max(column - 1, 0))
        layout.end_line(column, lane, first)
        # Variations near the root come off the stack last, below those further down the line.
        for offset in range(count):
            found = layout.node_in_line(first + offset, column + offset, lane)
            for child in reversed(found.children[1:]):
                starts.append(child.id)
                columns.append(column + offset + 1)
                wanted_lanes.append(lane + 1)
                work += 1
            work += 1
            if work % _SLICE == 0:
                yield
    layout.sort()


def extend(layout: TreeLayout, node: Node) -> bool:
    """Give a place to a new node at the end of a line; False if everything must be laid out anew.

    That is so unless the node is an only child, has no place yet, and the next cell is free.
    """
    parent = node.parent
    if parent is None or node.children or len(parent.children) != 1:
        return False
    place = layout.place_of(parent.id)
    if place is None or layout.place_of(node.id) is not None:
        return False
    column, lane = place
    if layout.node_at(column + 1, lane) or layout.node_at(column + 2, lane):
        return False
    layout.add_end(node, column + 1, lane)
    return True


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
