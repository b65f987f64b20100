"""What the way from the root to a node says: its depth, its move number, points that are inherited.

Some of it is noted on the way, so that a step along a line of any depth does not go back to the
root. What was noted lasts as long as no way is changed: a branch that is cut and put back where it
was has the way it had.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from irgo_app.go.point import Point

_NOTED_EVERY: Final = 16
_INHERITED: Final = ("DD", "VW")


class Step(Protocol):
    """A node, as far as it matters here."""

    @property
    def id(self) -> int:
        """Return the number of the node in its tree."""

    @property
    def parent(self) -> Step | None:
        """Return the node before."""

    @property
    def children(self) -> Sequence[Step]:
        """Return the nodes that follow."""

    @property
    def has_move(self) -> bool:
        """Return whether a stone is put here, or a pass made."""

    def says(self, identifier: str) -> bool:
        """Return whether the node has a property."""

    def points(self, identifier: str) -> list[Point]:
        """Return the points of a property."""


class Ways:
    """What was noted of the ways to the nodes of one tree."""

    def __init__(self) -> None:
        self._counts: dict[int, tuple[int, int]] = {}
        """The moves on the way to a node, itself included, and the nodes before it."""
        self._holders: dict[str, dict[int, Step | None]] = {}
        self._cut_from: dict[int, int] = {}
        """The parents of branches that were cut, below which everything noted holds there."""

    def number_of(self, node: Step) -> int:
        """Return how many moves (passes too) lie on the way to `node`, itself included."""
        return self._counted(node)[0]

    def depth_of(self, node: Step) -> int:
        """Return how many nodes lie on the way from the root to `node`, itself not included."""
        return self._counted(node)[1]

    def _counted(self, node: Step) -> tuple[int, int]:
        path = []
        step: Step | None = node
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

    def holder_of(self, node: Step, identifier: str) -> Step | None:
        """Return the nearest node on the way from the root to `node` that has DD or VW."""
        known = self._holders.setdefault(identifier, {})
        path = []
        step: Step | None = node
        while step is not None and step.id not in known and not step.says(identifier):
            path.append(step)
            step = step.parent
        if step is None:
            self._cut_from.pop(path[-1].id, None)
        holder = known.get(step.id, step) if step is not None else None
        for earlier in path[:1] + path[_NOTED_EVERY - 1::_NOTED_EVERY]:
            known[earlier.id] = holder
        return holder

    def note(self, node: Step) -> None:
        """Note what there is to know of a node, so that it need not be gone back to the root."""
        self.number_of(node)
        for identifier in _INHERITED:
            self.holder_of(node, identifier)

    def on_detached(self, node: Step, parent: Step) -> None:
        """Remember where a branch was cut from: put back there it has the way it had."""
        self._cut_from[node.id] = parent.id

    def on_attached(self, node: Step) -> None:
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

    def meaning(self, node: Step) -> tuple[bool, ...]:
        """Return what a node says that matters to those below it; () where nothing was noted."""
        if not (self._counts or self._holders):
            return ()
        return node.has_move, *map(node.says, _INHERITED)

    def on_said(self, node: Step, before: tuple[bool, ...]) -> None:
        """Forget all if what a node says means something else than before to those below it."""
        if before and before != self.meaning(node):
            self.forget()

    def forget(self) -> None:
        """Forget all: a way is another."""
        self._counts.clear()
        self._holders.clear()
        self._cut_from.clear()
