"""Where each node of a game tree is drawn: columns are depth, rows are lanes. No Qt.

The first child stays in its parent's lane; every further variation takes the first lane below that
is free from its own column on. One pass over the tree, without recursion. A million nodes must
fit: a node costs two numbers and its place in a list.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from irgo_app.sgf.game_tree import GameTree, Node


class TreeLayout:
    """The places of all nodes.

    columns, lanes -- the extent of the drawing
    """

    def __init__(self) -> None:
        self.columns = 0
        self.lanes = 0
        self._column_of = array("i")
        self._lane_of = array("i")
        self._nodes: list[Node] = []
        """All nodes, line by line."""
        self._lines: list[list[tuple[int, int, int]]] = []
        """For each lane its lines from the right to the left: the first column (negated, so that
        they ascend), where the line begins in `_nodes`, how many nodes it has."""
        self._grown: dict[tuple[int, int], Node] = {}
        """Nodes that were added at the end of a line later."""

    def place_of(self, node_id: int) -> tuple[int, int] | None:
        """Return column and lane of a node, None if it has no place."""
        if node_id >= len(self._column_of) or self._column_of[node_id] < 0:
            return None
        return self._column_of[node_id], self._lane_of[node_id]

    def node_at(self, column: int, lane: int) -> Node | None:
        """Return the node drawn in a cell, None for an empty one."""
        if not 0 <= lane < len(self._lines):
            return None
        lines = self._lines[lane]
        index = bisect_left(lines, (-column, 0, 0))
        if index < len(lines):
            first, start, count = lines[index]
            if column + first < count:
                return self._nodes[start + column + first]
        return self._grown.get((column, lane))

    def add_line(self, line: list[Node], column: int, lane: int) -> None:
        """Give places to the nodes of a line, left of all lines that the lane holds already."""
        while len(self._lines) <= lane:
            self._lines.append([])
        self._lines[lane].append((-column, len(self._nodes), len(line)))
        self._nodes += line
        for distance, node in enumerate(line):
            self._place(node, column + distance, lane)

    def add_end(self, node: Node, column: int, lane: int) -> None:
        """Give a place behind the end of a line to a node."""
        self._grown[column, lane] = node
        self._place(node, column, lane)

    def _place(self, node: Node, column: int, lane: int) -> None:
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
    layout = TreeLayout()
    first_used: list[int] = []
    """For each lane the leftmost column taken so far; lines are laid out from the right."""
    stack: list[tuple[Node, int, int]] = [(tree.root, 0, 0)]
    while stack:
        start, column, wanted = stack.pop()
        line = [start]
        while line[-1].children:
            line.append(line[-1].children[0])
        lane = _free_lane(first_used, wanted, column + len(line) - 1)
        first_used[lane] = min(first_used[lane], max(column - 1, 0))
        layout.add_line(line, column, lane)
        # Variations near the root come off the stack last, below those further down the line.
        for offset, node in enumerate(line):
            for child in reversed(node.children[1:]):
                stack.append((child, column + offset + 1, lane + 1))
    return layout


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


def _free_lane(first_used: list[int], wanted: int, last: int) -> int:
    """Return the first lane from `wanted` on that is free up to `last`, adding one if need be."""
    lane = wanted
    while lane < len(first_used) and first_used[lane] <= last:
        lane += 1
    if lane == len(first_used):
        first_used.append(last + 1)
    return lane
