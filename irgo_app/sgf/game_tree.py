"""The game tree: nodes with their properties as they stand in the file.

Properties are kept raw (still escaped) in the order of the file, and every node read from a file
knows where its own text stands, so that writing gives untouched nodes back byte for byte. Nothing
here recurses: records with thousands of nested variations exist. A million nodes must fit, so a
node read from a file is little more than its place in the text and among the others.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final, cast

from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.sgf.node_texts import NodeTexts
from irgo_app.sgf.plain_node import Properties
from irgo_app.sgf.values import move_of, points_of, simple_text_of, size_of, split_compose, text_of
from irgo_app.sgf.visited import Visited
from irgo_app.sgf.ways import Ways

_FIRST_MOVE: Final = re.compile(r";([BW])\[([^\]\\]*+)\]")
_FREED_AT_ONCE: Final = 2000
_MATTERS_BESIDE_A_MOVE: Final = re.compile(r"[BW]\s*+\[|A[BEW]|PL")


class Node:
    """A node: properties, parent, children. Change it only through the tree's own methods.

    id -- unique in its tree and never used again, also after the node was cut
    """

    __slots__ = ("_children", "_properties", "_source", "id", "parent", "tree")

    def __init__(
        self, tree: GameTree, node_id: int, properties: Properties | None,
        parent: Node | None = None,
    ) -> None:
        self.tree = tree
        self.id = node_id
        self.parent = parent
        self._children: Node | list[Node] | None = None
        """One child, which most nodes have, needs no list."""
        self._properties = properties
        """None while they stand in the tree's text."""
        self._source: str | None = None

    @property
    def children(self) -> Sequence[Node]:
        """Return the nodes that follow, the main line first."""
        found = self._children
        if found is None:
            return ()
        return found if isinstance(found, list) else (found,)

    @property
    def source(self) -> str | None:
        """Return the node's text in the file, None once it was changed."""
        return self.tree.texts.text_of(self.id) if self._properties is None else self._source

    @property
    def properties(self) -> Properties:
        """Return the raw values by identifier, in the order of the file."""
        found = self._properties
        return self.tree.texts.properties_of(self.id) if found is None else found

    def says(self, identifier: str) -> bool:
        """Return whether the node has a property; quick where nobody looked into the node yet."""
        if self._properties is None and not self.tree.texts.mentions(self.id, identifier):
            return False
        return identifier in self.properties

    def change(self, properties: Properties | None, source: str | None) -> None:
        """Take other properties and the text they stand for; for the tree only.

        properties -- None if they stand in the tree's text
        """
        self._properties, self._source = properties, source

    def insert_child(self, node: Node, index: int | None) -> None:
        """Take a child, by default as the last; for the tree only."""
        found = self._children
        if found is None:
            self._children = node
            return
        if not isinstance(found, list):
            found = self._children = [found]
        found.insert(len(found) if index is None else index, node)

    def remove_child(self, node: Node) -> int:
        """Let a child go and return the place it had; for the tree only."""
        found = self._children
        if not isinstance(found, list):
            self._children = None
            return 0
        index = len(found) - 1 if found[-1] is node else found.index(node)
        del found[index]
        return index

    def give_children(self, heir: Node) -> None:
        """Give all children to a node that has none; for the tree only."""
        for child in self.children:
            child.parent = heir
        heir._children, self._children = self._children, None

    @property
    def move(self) -> tuple[Colour, Point] | None:
        """Return the colour and point (or PASS) of the node's move, None without one."""
        if self._properties is None:
            found = self.tree.texts.match(self.id, _FIRST_MOVE)
            if found:
                colour = BLACK if found[1] == "B" else WHITE
                return colour, move_of(found[2], self.tree.columns, self.tree.rows).point
        for identifier, colour in (("B", BLACK), ("W", WHITE)):
            if not self.says(identifier):
                continue
            values = self.properties.get(identifier)
            if values:
                return colour, move_of(values[0], self.tree.columns, self.tree.rows).point
        return None

    @property
    def has_move(self) -> bool:
        """Return whether the node has a move; quick where nobody looked into the node yet."""
        if self._properties is None and self.tree.texts.match(self.id, _FIRST_MOVE):
            return True
        return self.says("B") or self.says("W")

    @property
    def only_move(self) -> tuple[Colour, Point] | None:
        """Return the node's move if nothing else in it can matter for the position.

        None says only that the node must be looked into; most nodes of most records need not be.
        """
        if self._properties is not None:
            return None
        found = self.tree.texts.match(self.id, _FIRST_MOVE)
        if not found or self.tree.texts.search(self.id, _MATTERS_BESIDE_A_MOVE, found.end()):
            return None
        colour = BLACK if found[1] == "B" else WHITE
        return colour, move_of(found[2], self.tree.columns, self.tree.rows).point

    @property
    def comment(self) -> str:
        """Return the comment (C) as text."""
        return "\n".join(text_of(raw) for raw in self.properties.get("C", []))

    @property
    def name(self) -> str:
        """Return the node's name (N)."""
        return simple_text_of(self.properties["N"][0]) if self.properties.get("N") else ""

    @property
    def has_setup(self) -> bool:
        """Return whether the node puts or removes stones (AB AW AE)."""
        return any(self.says(identifier) for identifier in ("AB", "AW", "AE"))

    def points(self, identifier: str) -> list[Point]:
        """Return the points of a property such as AB, TR or TW; what is no point is left out."""
        raws = self.properties.get(identifier, [])
        return points_of(raws, self.tree.columns, self.tree.rows)[0]

    def inherited_points(self, identifier: str) -> list[Point]:
        """Return the points of DD or VW, which last until a later node says something else."""
        holder = self.tree.ways.holder_of(self, identifier)
        return [] if holder is None else holder.points(identifier)

    @property
    def labels(self) -> dict[Point, str]:
        """Return the labels by point (LB; also the letters of the old L property)."""
        found: dict[Point, str] = {}
        for letter, point in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", self.points("L"), strict=False):
            found[point] = letter
        for raw in self.properties.get("LB", []):
            place, text = split_compose(raw)
            points, _ = points_of([place], self.tree.columns, self.tree.rows)
            if points and text is not None:
                found[points[0]] = simple_text_of(text)
        return found

    def point_pairs(self, identifier: str) -> list[tuple[Point, Point]]:
        """Return the point pairs of AR or LN."""
        pairs = []
        for raw in self.properties.get(identifier, []):
            first, _, last = raw.partition(":")
            ends = [points_of([end], self.tree.columns, self.tree.rows)[0] for end in (first, last)]
            if ends[0] and ends[1]:
                pairs.append((ends[0][0], ends[1][0]))
        return pairs


class GameTree:
    """One game with all its variations; the size of the board is that of the root's SZ.

    texts -- where the nodes stand in the file they were read from
    visited -- which ways were visited last, so that stepping back and forth stays on them
    """

    def __init__(self, columns: int = 19, rows: int = 19, text: str = "") -> None:
        self.columns = columns
        self.rows = rows
        self.texts = NodeTexts(text)
        self._nodes: list[Node] = []
        self.visited = Visited()
        self.ways = Ways()
        self.root = self.new_node({})

    @property
    def node_count(self) -> int:
        """Return how many nodes the tree has made, those cut away included."""
        return len(self._nodes)

    def new_node(self, properties: Properties) -> Node:
        """Return a node of this tree that is not yet attached anywhere."""
        node = Node(self, len(self._nodes), properties)
        self._nodes.append(node)
        return node

    def append_read(
        self, start: int, end: int, parent: Node, properties: Properties | None = None
    ) -> Node:
        """Add a node read from a piece of the text as the last child of `parent`.

        properties -- None where the piece is plain SGF (`plain_node.py`) that says them all
        """
        node = Node(self, len(self._nodes), properties, parent)
        self._nodes.append(node)
        self.texts.append(start, end)
        if parent._children is None:
            parent._children = node
        else:
            parent.insert_child(node, None)
        return node

    def adopt_size(self) -> bool:
        """Take the board's size from the root's SZ; return False if it says no size."""
        raw = self.root.properties.get("SZ")
        size = size_of(raw[0]) if raw else (19, 19)
        self.columns, self.rows = size or (19, 19)
        return size is not None

    def attach(self, node: Node, parent: Node, index: int | None = None) -> None:
        """Make `node` a child of `parent`, by default the last."""
        node.parent = parent
        if index == 0 and len(parent.children) == 1:
            self.visited.on_parting(parent)
        parent.insert_child(node, index)
        self.ways.on_attached(node)

    def detach(self, node: Node) -> int:
        """Cut `node` with all below it from its parent; return the place it had."""
        assert node.parent is not None, "the root cannot be cut"
        self.visited.on_cut(node, node.parent)
        index = node.parent.remove_child(node)
        self.ways.on_detached(node, node.parent)
        node.parent = None
        return index

    def insert_between(self, node: Node, second: Node) -> None:
        """Put a new node between a node and all that follows it."""
        node.give_children(second)
        self.visited.on_changed()
        self.attach(second, node)

    def replace_properties(self, node: Node, properties: Properties, source: str | None) -> None:
        """Give a node other properties, and the text it stands for in the file (None: changed)."""
        before = self.ways.meaning(node)
        node.change(properties, source)
        self.ways.on_said(node, before)

    def dissolve(self) -> None:
        """Free the nodes one by one, not a million in one step; for a tree that nobody needs."""
        deque(self.dissolving(), maxlen=0)

    def dissolving(self) -> Iterator[None]:
        """Free the nodes in steps of about a millisecond; nobody may look at the tree any more."""
        while self._nodes:
            for node in self._nodes[-_FREED_AT_ONCE:]:
                node.parent = node._children = None
            del self._nodes[-_FREED_AT_ONCE:]
            yield
        self.texts = NodeTexts("")
        self.ways.forget()
        self.visited.forget()

    def node_by_id(self, node_id: int) -> Node:
        """Return a node, attached or cut; raises IndexError for an id never given."""
        return self._nodes[node_id]

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes in the order of the file, parents before children."""
        return descendants(self.root)

    def main_line(self) -> list[Node]:
        """Return the nodes from the root along the first children."""
        line = [self.root]
        while line[-1].children:
            line.append(line[-1].children[0])
        return line

    def path_to(self, node: Node) -> list[Node]:
        """Return the nodes from the root to `node`."""
        path = [node]
        while path[-1].parent is not None:
            path.append(path[-1].parent)
        return path[::-1]

    def current_line(self, node: Node) -> list[Node]:
        """Return the path to `node`, carried on through the children visited last."""
        line = self.path_to(node)
        while child := self.child_on_path(line[-1]):
            line.append(child)
        return line

    def remember(self, node: Node) -> None:
        """Note that `node` was visited: where variations part, the ways lead to it from now on."""
        deque(self.visited.remembering(node), maxlen=0)

    def child_on_path(self, node: Node) -> Node | None:
        """Return the child visited last, else the first, None at the end of a line."""
        return cast("Node | None", self.visited.child_of(node))

    def leaves(self) -> list[Node]:
        """Return the ends of all variations, in the order of the file."""
        return [node for node in self.nodes() if not node.children]

    def move_number(self, node: Node) -> int:
        """Return how many moves (passes too) lie on the way to `node`, itself included."""
        return self.ways.number_of(node)

    def node_of_move_number(self, number: int) -> Node:
        """Return the node `number` moves down the main line; raises UsageError if there is none."""
        line = self.main_line()
        for node in line:
            if self.move_number(node) == number:
                return node
        raise UsageError(
            "There is no move {number}: the main line has {moves} moves.",
            number=number, moves=self.move_number(line[-1]))


def descendants(node: Node) -> Iterator[Node]:
    """Yield a node and all below it, parents first, first children first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(current.children))
