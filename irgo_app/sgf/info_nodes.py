"""Which nodes of a tree say who played, by which rules, and so on.

FF[4] wants this game info at the first node that belongs to one game alone: the root of nearly
every record, but a node further on where several games are merged into one tree.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, Protocol, Self, TypeVar

from irgo_app.sgf.values import Properties

INFO: Final = (
    "PB", "PW", "BR", "WR", "BT", "WT", "KM", "HA", "RE", "RU", "DT", "EV", "RO", "PC", "GN", "GC",
    "TM", "OT", "ON", "AN", "CP", "SO", "US")
"""The properties of game info, as FF[4] lists them."""
_PLAYERS: Final = frozenset({"PB", "PW"})
_TELLING: Final = ("PB", "PW", "KM", "HA", "RU", "RE")
"""A node besides the root that has one of these holds the info of a game."""
_NAMES: Final = frozenset(_TELLING)
_MOST_HOLDERS: Final = 32
_MOST_AHEAD: Final = 16


class TreeNode(Protocol):
    """What is needed of a node of a tree."""

    id: int

    @property
    def parent(self) -> Self | None: ...

    @property
    def children(self) -> Sequence[Self]: ...

    @property
    def properties(self) -> Properties: ...


NodeT = TypeVar("NodeT", bound=TreeNode)


class TreeText(Protocol):
    """What is needed of the text that nodes were read from: where each begins."""

    text: str

    @property
    def starts(self) -> Sequence[int]: ...

    def end_at_last(self) -> int: ...


class InfoNodes(Generic[NodeT]):
    """The nodes besides the root that hold game info; few trees have any.

    nodes -- returns all nodes that the tree ever made, the root first
    """

    def __init__(self, nodes: Callable[[], Sequence[NodeT]], texts: TreeText) -> None:
        self._nodes, self._texts = nodes, texts
        self._known: set[int] | None = None
        """The numbers of the nodes, None before somebody asked."""
        self._nearest: dict[int, NodeT | None] = {}

    @property
    def _root(self) -> NodeT:
        return self._nodes()[0]

    def all(self) -> list[NodeT]:
        """Return the nodes that hold game info, the root first, then in the order of the file."""
        return [self._root, *map(self._nodes().__getitem__, sorted(self._ids()))]

    def properties_at(self, node: NodeT) -> Properties:
        """Return the raw game info of the game that a node belongs to.

        What several nodes on the way say is taken from the last of them. What none says is taken
        from the first node that holds game info further on along the first children.
        """
        if not self._ids():
            return self._root.properties
        found: Properties = {}
        for holder in self._holders(node):
            properties = holder.properties
            if holder.id > node.id and not _PLAYERS.isdisjoint(found) \
                    and not _PLAYERS.isdisjoint(properties):
                # Further on begins another game.
                break
            for name in INFO:
                if name in properties and name not in found:
                    found[name] = properties[name]
        return found

    def holder_of(self, node: NodeT, identifier: str) -> NodeT:
        """Return the node that says a property of game info where `node` stands.

        Where none does it is the node that holds the rest of the game's info.
        """
        if not self._ids():
            return self._root
        holders = list(self._holders(node))
        saying = next((holder for holder in holders if identifier in holder.properties), None)
        if saying is not None:
            return saying
        return next((holder for holder in holders if _NAMES & holder.properties.keys()),
                    self._root)

    def on_said(self, node: NodeT, properties: Properties) -> None:
        """Take note of what a node says now."""
        if self._known is None or (node.parent is None and node is self._root):
            return
        if _NAMES & properties.keys():
            self._known.add(node.id)
            self._nearest.clear()
        elif node.id in self._known:
            self._known.discard(node.id)
            self._nearest.clear()

    def forget_ways(self) -> None:
        """Forget which nodes lie on which way."""
        self._nearest.clear()

    def _ids(self) -> set[int]:
        if self._known is None:
            self._known = set(self._search())
        return self._known

    def _search(self) -> Iterator[int]:
        """Yield the numbers of the nodes that hold game info, the root left out."""
        nodes, starts, text = self._nodes(), self._texts.starts, self._texts.text
        end = self._texts.end_at_last()
        first = starts[1] if len(starts) > 1 else end
        for name in _TELLING:
            place = text.find(f"{name}[", first, end)
            while place >= 0:
                node_id = bisect_right(starts, place) - 1
                node = nodes[node_id]
                if node_id and name in node.properties:
                    yield node_id
                place = text.find(f"{name}[", place + 1, end)
        # Nodes that were made since the file was read stand in no text.
        for node_id in range(max(1, len(starts)), len(nodes)):
            if _NAMES & nodes[node_id].properties.keys():
                yield node_id

    def _holders(self, node: NodeT) -> Iterator[NodeT]:
        """Yield the nodes that hold game info on the way to a node, the last first, then the root,
        then the first one further on along the first children."""
        step = self._nearest_to(node)
        for _ in range(_MOST_HOLDERS):
            if step is None:
                break
            yield step
            step = None if step.parent is None else self._nearest_to(step.parent)
        yield self._root
        ahead = self._first_after(node)
        if ahead is not None:
            yield ahead

    def _nearest_to(self, node: NodeT) -> NodeT | None:
        """Return the last node on the way to `node` that holds game info, the root left out."""
        known, ids, path = self._nearest, self._ids(), list[int]()
        step: NodeT | None = node
        while step is not None and step.id not in known and step.id not in ids:
            path.append(step.id)
            step = step.parent
        found = None if step is None else step if step.id in ids else known[step.id]
        known.update(dict.fromkeys(path, found))
        return found

    def _first_after(self, node: NodeT) -> NodeT | None:
        """Return the first node along the first children below `node` that holds game info."""
        below = sorted(node_id for node_id in self._ids() if node_id > node.id)[:_MOST_AHEAD]
        for node_id in below:
            found = step = self._nodes()[node_id]
            while step.parent is not None and step is not node and step.parent.children[0] is step:
                step = step.parent
            if step is node:
                return found
        return None
