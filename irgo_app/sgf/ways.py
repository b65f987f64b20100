"""What the way from the root to a node says: its move number, and points that are inherited.

Some of it is noted on the way, so that a step along a line of any depth does not go back to the
root. What was noted lasts as long as no way is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from irgo_app.go.point import Point

_NOTED_EVERY: Final = 16
_INHERITED: Final = ("DD", "VW")
_MATTERS_BELOW: Final = ("B", "W", *_INHERITED)


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
        self._numbers: dict[int, int] = {}
        self._holders: dict[str, dict[int, Step | None]] = {}

    def number_of(self, node: Step) -> int:
        """Return how many moves (passes too) lie on the way to `node`, itself included."""
        path = []
        step: Step | None = node
        while step is not None and step.id not in self._numbers:
            path.append(step)
            step = step.parent
        number = self._numbers[step.id] if step else 0
        for distance, earlier in enumerate(reversed(path), 1):
            number += earlier.has_move
            if distance % _NOTED_EVERY == 0:
                self._numbers[earlier.id] = number
        return number

    def holder_of(self, node: Step, identifier: str) -> Step | None:
        """Return the nearest node on the way from the root to `node` that has DD or VW."""
        known = self._holders.setdefault(identifier, {})
        path = []
        step: Step | None = node
        while step is not None and step.id not in known and not step.says(identifier):
            path.append(step)
            step = step.parent
        holder = known.get(step.id, step) if step is not None else None
        for earlier in path[:1] + path[_NOTED_EVERY - 1::_NOTED_EVERY]:
            known[earlier.id] = holder
        return holder

    def note(self, node: Step) -> None:
        """Note what there is to know of a node, so that it need not be gone back to the root."""
        self.number_of(node)
        for identifier in _INHERITED:
            self.holder_of(node, identifier)

    def on_attached(self, node: Step) -> None:
        """Forget what is no longer so with a node at its place.

        A new end of a line changes nothing for the others, however deep it lies.
        """
        if node.children:
            self.forget()
            return
        self._numbers.pop(node.id, None)
        for holders in self._holders.values():
            holders.pop(node.id, None)

    def on_said(self, node: Step) -> None:
        """Forget all if a node that changes says what matters to those below it."""
        if (self._numbers or self._holders) and any(
            node.says(identifier) for identifier in _MATTERS_BELOW
        ):
            self.forget()

    def forget(self) -> None:
        """Forget all: a way is another."""
        self._numbers.clear()
        self._holders.clear()
