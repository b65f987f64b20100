"""The game tree: nodes with their properties as they stand in the file, and the ways through it.

Properties are kept raw (still escaped) in the order of the file, and every node read from a file
knows where its own text stands, so that writing gives untouched nodes back byte for byte. Nothing
here recurses: records with thousands of nested variations exist. A million nodes must fit, so a
node read from a file is little more than its place among the others and two numbers for its text;
its properties are read when somebody asks for them, and kept for a while.

What the way from the root to a node says (its depth, its move number, points that are inherited)
is partly noted on the way, so that a step along a line of any depth does not go back to the root.
What was noted lasts as long as no way is changed: a branch that is cut and put back where it was
has the way it had.
"""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.sgf.info_nodes import InfoNodes
from irgo_app.sgf.values import (Properties, move_of, number_of, points_of, properties_of_source,
                                 simple_text_of, size_of, split_compose, text_of)

_NOTED_EVERY: Final = 16
_INHERITED: Final = ("DD", "VW", "MN")


class Ways:
    """What was noted of the ways to the nodes of one tree."""

    def __init__(self) -> None:
        self._counts: dict[int, tuple[int, int]] = {}
        """The moves on the way to a node, itself included, and the nodes before it."""
        self._holders: dict[str, dict[int, Node | None]] = {}
        self._cut_from: dict[int, int] = {}
        """The parents of branches that were cut, below which everything noted holds there."""

    def number_of(self, node: Node) -> int:
        """Return how many moves (passes too) lie on the way to `node`, itself included."""
        return self._counted(node)[0]

    def depth_of(self, node: Node) -> int:
        """Return how many nodes lie on the way from the root to `node`, itself not included."""
        return self._counted(node)[1]

    def _counted(self, node: Node) -> tuple[int, int]:
        path = []
        step: Node | None = node
        while step is not None and step.id not in self._counts:
            path.append(step)
            step = step.parent
        if step is None:
            self._cut_from.pop(path[-1].id, None)
        moves, depth = self._counts[step.id] if step else (0, -1)
        for distance, earlier in enumerate(reversed(path), 1):
            moves += earlier.has_move
            depth += 1
            if distance % _NOTED_EVERY == 0:
                self._counts[earlier.id] = moves, depth
        return moves, depth

    def holder_of(self, node: Node, identifier: str) -> Node | None:
        """Return the nearest node on the way from the root to `node` that has DD or VW."""
        known = self._holders.setdefault(identifier, {})
        path = []
        step: Node | None = node
        while step is not None and step.id not in known and not step.says(identifier):
            path.append(step)
            step = step.parent
        if step is None:
            self._cut_from.pop(path[-1].id, None)
        holder = known.get(step.id, step) if step is not None else None
        for earlier in path[:1] + path[_NOTED_EVERY - 1::_NOTED_EVERY]:
            known[earlier.id] = holder
        return holder

    def note(self, node: Node) -> None:
        """Note what there is to know of a node, so that it need not be gone back to the root."""
        self.number_of(node)
        for identifier in _INHERITED:
            self.holder_of(node, identifier)

    def on_detached(self, node: Node, parent: Node) -> None:
        """Remember where a branch was cut from: put back there it has the way it had."""
        self._cut_from[node.id] = parent.id

    def on_attached(self, node: Node) -> None:
        """Forget what is no longer so with a node at its place.

        A new end of a line changes nothing for the others, however deep it lies.
        """
        cut_from = self._cut_from.pop(node.id, None)
        if node.children:
            if node.parent is None or cut_from != node.parent.id:
                self.forget()
            return
        self._counts.pop(node.id, None)
        for holders in self._holders.values():
            holders.pop(node.id, None)

    def meaning(self, node: Node) -> tuple[bool, ...]:
        """Return what a node says that matters to those below it; () where nothing was noted."""
        if not (self._counts or self._holders):
            return ()
        return node.has_move, *map(node.says, _INHERITED)

    def on_said(self, node: Node, before: tuple[bool, ...]) -> None:
        """Forget all if what a node says means something else than before to those below it."""
        if before and before != self.meaning(node):
            self.forget()

    def forget(self) -> None:
        """Forget all: a way is another."""
        self._counts.clear()
        self._holders.clear()
        self._cut_from.clear()


class NextMovers:
    """Who moves next after the nodes of one tree, as far as somebody asked."""

    def __init__(self) -> None:
        self._known: dict[int, Colour | None] = {}

    def after(self, node: Node) -> Colour | None:
        """Return who moves first below a node, None if nobody does.

        However many nodes without a move lie between; a side to move that one of them names (PL)
        counts as a move. The first children are followed first.
        """
        known = self._known
        if node.id in known:
            return known[node.id]
        waiting, seen, turn = list(reversed(node.children)), [node], None
        while waiting:
            step = waiting.pop()
            turn = step.turn_told or (step.move[0] if step.move else None) or known.get(step.id)
            if turn is not None:
                on_way: Node | None = step.parent
                while on_way is not None:
                    known[on_way.id] = turn
                    on_way = None if on_way is node else on_way.parent
                break
            if step.id not in known:
                seen.append(step)
                waiting += reversed(step.children)
        for step in seen:
            # Who is not on the way to a move has nobody to move below him.
            known.setdefault(step.id, None)
        return turn

    def forget(self) -> None:
        self._known.clear()


_STRIDE: Final = 20_000
_NEAR: Final = 1000
"""So far above the node visited last a cut is looked for."""


class Visited:
    """The ways that were visited in one tree."""

    def __init__(self) -> None:
        self._children: dict[int, int] = {}
        """The child visited last of nodes where the way parts, by their numbers."""
        self._last: Node | None = None

    def remembering(self, node: Node) -> Iterator[None]:
        """Note that `node` was visited, in steps of some milliseconds.

        Where variations part, the ways lead to it from now on.
        """
        last = self._last
        step: Node | None = node if last is None or last.parent is not node else None
        count = 0
        while step is not None and step is not last:
            parent = step.parent
            if parent is not None and len(parent.children) > 1:
                self._children[parent.id] = step.id
            step = parent
            count += 1
            if count % _STRIDE == 0:
                yield
        self._last = node

    def child_of(self, node: Node) -> Node | None:
        """Return the child visited last, else the first, None at the end of a line."""
        children = node.children
        if len(children) > 1:
            remembered = self._children.get(node.id)
            for child in children:
                if child.id == remembered:
                    return child
        return children[0] if children else None

    def forget_from(self, node: Node) -> None:
        """Let the way from a node on be that of the first children again."""
        step: Node | None = node
        while step is not None:
            self._children.pop(step.id, None)
            step = step.children[0] if step.children else None

    def on_parting(self, parent: Node) -> None:
        """Keep to the only child of a node, which gets another one before it.

        Where the way does not part nothing was noted.
        """
        self._children.setdefault(parent.id, parent.children[0].id)

    def on_cut(self, node: Node, parent: Node) -> None:
        """Keep what is noted of the way up to where a branch was cut, before it is."""
        step = self._last
        for _ in range(_NEAR):
            if step is None:
                return
            if step is node:
                self._last = parent
                return
            step = step.parent
        self._last = None

    def on_changed(self) -> None:
        """Look at the whole way again at the next visit: it may be another."""
        self._last = None

    def forget(self) -> None:
        self._children.clear()
        self._last = None


_MOST_PARSED: Final = 20_000
"""So many nodes' properties are kept after they were read."""


class NodeTexts:
    """The pieces of one text, by the number of the node that each is.

    text -- the file
    starts -- the offset of each node
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = array("I")
        self._ends = array("I")
        self._parsed: dict[int, Properties] = {}

    def append(self, start: int, end: int) -> None:
        """Note where the next node stands."""
        self.starts.append(start)
        self._ends.append(end)

    def end_at(self, node_id: int, end: int) -> None:
        """Note where a node ends."""
        self._ends[node_id] = end

    def end_at_last(self) -> int:
        """Return where the last node that was read ends, 0 where none was."""
        return self._ends[-1] if self._ends else 0

    def text_of(self, node_id: int) -> str:
        """Return the text of a node."""
        return self.text[self.starts[node_id]:self._ends[node_id]]

    def mentions(self, node_id: int, word: str) -> bool:
        """Return whether a word stands anywhere in the text of a node."""
        return self.text.find(word, self.starts[node_id], self._ends[node_id]) >= 0

    def match(self, node_id: int, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of a pattern at the start of the text of a node."""
        return pattern.match(self.text, self.starts[node_id], self._ends[node_id])

    def search(self, node_id: int, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """Return where a pattern first matches in the text of a node, from an offset on."""
        end = self._ends[node_id]
        return pattern.search(self.text, start, end) if start < end else None

    def properties_of(self, node_id: int) -> Properties:
        """Return the properties of a node whose text is plain SGF; not to be changed."""
        found = self._parsed.get(node_id)
        if found is None:
            if len(self._parsed) >= _MOST_PARSED:
                self._parsed.clear()
            found = self._parsed[node_id] = properties_of_source(self.text_of(node_id))
        return found

    def forget_properties(self) -> None:
        """Let go of what can be read from the text again."""
        self._parsed.clear()


_FIRST_MOVE: Final = re.compile(r";([BW])\[([^\]\\]*+)\]")
_SIDES: Final = {"b": BLACK, "1": BLACK, "w": WHITE, "2": WHITE}
"""Sides to move by the first letter of PL, in small letters."""
_LARGEST_NUMBER: Final = 1_000_000
"""A larger number of a move (MN) is none."""
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
    def turn_told(self) -> Colour | None:
        """Return the side to move that the node names (PL), None if it names none."""
        told = self.properties.get("PL") if self.says("PL") else None
        return _SIDES.get(told[0].strip()[:1].lower()) if told else None

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
        self.info_nodes = InfoNodes[Node](lambda: self._nodes, self.texts)
        self.turns = NextMovers()
        self.root = self.new_node({})

    @property
    def node_count(self) -> int:
        """Return how many nodes the tree has made, those cut away included."""
        return len(self._nodes)

    def new_node(self, properties: Properties) -> Node:
        """Return a node of this tree that is not yet attached anywhere."""
        node = Node(self, len(self._nodes), properties)
        self._nodes.append(node)
        self.info_nodes.on_said(node, properties)
        return node

    def append_read(
        self, start: int, end: int, parent: Node, properties: Properties | None = None
    ) -> Node:
        """Add a node read from a piece of the text as the last child of `parent`.

        properties -- None where the piece is plain SGF (`values.py`) that says them all
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
        self.turns.forget()
        self.info_nodes.forget_ways()

    def detach(self, node: Node) -> int:
        """Cut `node` with all below it from its parent; return the place it had."""
        assert node.parent is not None, "the root cannot be cut"
        self.visited.on_cut(node, node.parent)
        index = node.parent.remove_child(node)
        self.ways.on_detached(node, node.parent)
        self.turns.forget()
        self.info_nodes.forget_ways()
        node.parent = None
        return index

    def replace_properties(self, node: Node, properties: Properties, source: str | None) -> None:
        """Give a node other properties, and the text it stands for in the file (None: changed)."""
        before = self.ways.meaning(node)
        node.change(properties, source)
        self.ways.on_said(node, before)
        self.turns.forget()
        self.info_nodes.on_said(node, properties)

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
        self.turns.forget()
        self.info_nodes = InfoNodes[Node](lambda: self._nodes, self.texts)
        self.visited.forget()

    def node_by_id(self, node_id: int) -> Node:
        """Return a node, attached or cut; raises IndexError for an id never given."""
        return self._nodes[node_id]

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes in the order of the file, parents before children."""
        return descendants(self.root)

    def main_line(self) -> list[Node]:
        """Return the nodes from the root along the first children."""
        return first_line(self.root)

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
        return self.visited.child_of(node)

    def leaves(self) -> list[Node]:
        """Return the ends of all variations, in the order of the file."""
        return [node for node in self.nodes() if not node.children]

    def move_number(self, node: Node) -> int:
        """Return how many moves (passes too) lie on the way to `node`, itself included."""
        return self.ways.number_of(node)

    def printed_number(self, node: Node) -> int:
        """Return the number of a node's move as the record counts: MN gives a move its number.

        Without MN on the way it is `move_number`.
        """
        holder, count = self.ways.holder_of(node, "MN"), self.move_number(node)
        told = None if holder is None else number_of(holder.properties["MN"][0])
        if holder is None or told is None or not 0 <= told <= _LARGEST_NUMBER:
            return count
        # Beside no move it is the number of the move to come.
        return count - self.move_number(holder) + int(told) - (not holder.has_move)

    def node_of_move_number(self, number: int) -> Node:
        """Return the node of the main line's move with a number; raises UsageError for none."""
        line = self.main_line()
        for node in line:
            if self.printed_number(node) == number:
                return node
        first = next((self.printed_number(node) for node in line if node.has_move), 1)
        if first == 1:
            raise UsageError("There is no move {number}: the main line has {moves} moves.",
                             number=number, moves=self.move_number(line[-1]))
        raise UsageError(
            "There is no move {number}: the record numbers the moves of the main line from {first} "
            "to {last}.", number=number, first=first, last=self.printed_number(line[-1]))


def first_line(node: Node) -> list[Node]:
    """Return a node and those that follow it along the first children."""
    line = [node]
    while line[-1].children:
        line.append(line[-1].children[0])
    return line


def descendants(node: Node) -> Iterator[Node]:
    """Yield a node and all below it, parents first, first children first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(current.children))


def insert_between(node: Node, second: Node) -> None:
    """Put a new node between a node and all that follows it."""
    node.give_children(second)
    node.tree.visited.on_changed()
    node.tree.attach(second, node)
