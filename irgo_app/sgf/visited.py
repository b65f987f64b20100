"""Which way was visited last where variations part, so that steps back and forth stay on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from irgo_app.sgf.ways import Step

_STRIDE: Final = 20_000
_NEAR: Final = 1000
"""So far above the node visited last a cut is looked for."""


class Visited:
    """The ways that were visited in one tree."""

    def __init__(self) -> None:
        self._children: dict[int, int] = {}
        """The child visited last of nodes where the way parts, by their numbers."""
        self._last: Step | None = None

    def remembering(self, node: Step) -> Iterator[None]:
        """Note that `node` was visited, in steps of some milliseconds.

        Where variations part, the ways lead to it from now on.
        """
        last = self._last
        step: Step | None = node if last is None or last.parent is not node else None
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

    def child_of(self, node: Step) -> Step | None:
        """Return the child visited last, else the first, None at the end of a line."""
        children = node.children
        if len(children) > 1:
            remembered = self._children.get(node.id)
            for child in children:
                if child.id == remembered:
                    return child
        return children[0] if children else None

    def on_parting(self, parent: Step) -> None:
        """Keep to the only child of a node, which gets another one before it.

        Where the way does not part nothing was noted.
        """
        self._children.setdefault(parent.id, parent.children[0].id)

    def on_cut(self, node: Step, parent: Step) -> None:
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
        """Forget all."""
        self._children.clear()
        self._last = None
