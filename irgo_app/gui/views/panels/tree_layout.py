"""Where each node of a game tree is drawn: columns are depth, rows are lanes. No Qt.

The first child stays in its parent's lane; every further variation takes the first lane below that
is free from its own column on. One pass over the tree, without recursion.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from irgo_app.sgf.game_tree import GameTree, Node


@dataclass(slots=True)
class TreeLayout:
    """The places of all nodes.

    place -- (column, lane) by node id
    grid -- node by (column, lane)
    columns, lanes -- the extent of the drawing
    """

    place: dict[int, tuple[int, int]] = field(default_factory=dict)
    grid: dict[tuple[int, int], Node] = field(default_factory=dict)
    columns: int = 0
    lanes: int = 0


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
        for offset, node in enumerate(line):
            layout.place[node.id] = (column + offset, lane)
            layout.grid[column + offset, lane] = node
        layout.columns = max(layout.columns, column + len(line))
        # Variations near the root come off the stack last, below those further down the line.
        for offset, node in enumerate(line):
            for child in reversed(node.children[1:]):
                stack.append((child, column + offset + 1, lane + 1))
    layout.lanes = len(first_used)
    return layout


def extend(layout: TreeLayout, node: Node) -> bool:
    """Give a place to a new node at the end of a line; False if everything must be laid out anew.

    That is so unless the node is an only child, has no place yet, and the next cell is free.
    """
    parent = node.parent
    if parent is None or node.children or len(parent.children) != 1 or (
        node.id in layout.place or parent.id not in layout.place
    ):
        return False
    column, lane = layout.place[parent.id]
    if (column + 1, lane) in layout.grid or (column + 2, lane) in layout.grid:
        return False
    layout.place[node.id] = (column + 1, lane)
    layout.grid[column + 1, lane] = node
    layout.columns = max(layout.columns, column + 2)
    return True


def _free_lane(first_used: list[int], wanted: int, last: int) -> int:
    """Return the first lane from `wanted` on that is free up to `last`, adding one if need be."""
    lane = wanted
    while lane < len(first_used) and first_used[lane] <= last:
        lane += 1
    if lane == len(first_used):
        first_used.append(last + 1)
    return lane
