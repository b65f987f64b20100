"""Edits: frozen values that change a tree, each with an inverse that restores it exactly.

There are four kinds of change (put a branch in, take one out, move one among its siblings, give a
node other properties); everything a user does is one of them with a title. An edit says what it
changed, so that each panel can see whether it is concerned.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.plain_node import Properties


class ChangeKind(Enum):
    """What an edit touched."""

    STRUCTURE = auto()
    STONES = auto()
    COMMENT = auto()
    MARKUP = auto()
    INFO = auto()


@dataclass(frozen=True, slots=True)
class Change:
    """What happened: kinds, the nodes concerned, and the node to show now.

    initiator -- who asked for the edit, so that it need not refresh itself
    """

    kinds: frozenset[ChangeKind]
    node_ids: tuple[int, ...]
    show_id: int
    initiator: object = None


@dataclass(frozen=True, slots=True)
class InsertBranch:
    """Attach a node that was made or cut before, with all below it."""

    title: str
    node_id: int
    parent_id: int
    index: int

    def apply(self, tree: GameTree) -> tuple[Edit, Change]:
        """Change the tree; return the inverse and what happened."""
        tree.attach(tree.node_by_id(self.node_id), tree.node_by_id(self.parent_id), self.index)
        change = Change(
            frozenset({ChangeKind.STRUCTURE}), (self.parent_id, self.node_id), self.node_id)
        return RemoveBranch(self.title, self.node_id), change


@dataclass(frozen=True, slots=True)
class RemoveBranch:
    """Cut a node with all below it; the tree keeps it for undo."""

    title: str
    node_id: int

    def apply(self, tree: GameTree) -> tuple[Edit, Change]:
        """Change the tree; return the inverse and what happened."""
        node = tree.node_by_id(self.node_id)
        parent = node.parent
        assert parent is not None, "the root cannot be cut"
        index = tree.detach(node)
        change = Change(frozenset({ChangeKind.STRUCTURE}), (parent.id,), parent.id)
        return InsertBranch(self.title, node.id, parent.id, index), change


@dataclass(frozen=True, slots=True)
class MoveBranch:
    """Give a variation another place among its siblings."""

    title: str
    node_id: int
    index: int

    def apply(self, tree: GameTree) -> tuple[Edit, Change]:
        """Change the tree; return the inverse and what happened."""
        node = tree.node_by_id(self.node_id)
        parent = node.parent
        assert parent is not None, "the root has no siblings"
        before = tree.detach(node)
        tree.attach(node, parent, self.index)
        change = Change(frozenset({ChangeKind.STRUCTURE}), (parent.id,), node.id)
        return MoveBranch(self.title, node.id, before), change


@dataclass(frozen=True, slots=True, eq=False)
class ReplaceProperties:
    """Give a node other properties; `source` is its text in the file where they still are that."""

    title: str
    node_id: int
    properties: Properties
    kinds: frozenset[ChangeKind]
    source: str | None = None

    def apply(self, tree: GameTree) -> tuple[Edit, Change]:
        """Change the tree; return the inverse and what happened."""
        node = tree.node_by_id(self.node_id)
        inverse = ReplaceProperties(
            self.title, node.id, node.properties, self.kinds, node.source)
        tree.replace_properties(node, self.properties, self.source)
        return inverse, Change(self.kinds, (node.id,), node.id)


@dataclass(frozen=True, slots=True)
class EditSequence:
    """Several edits that are one to the user, such as making a variation the main line."""

    title: str
    edits: tuple[Edit, ...]

    def apply(self, tree: GameTree) -> tuple[Edit, Change]:
        """Change the tree; return the inverse and what happened."""
        inverses: list[Edit] = []
        kinds: frozenset[ChangeKind] = frozenset()
        node_ids: tuple[int, ...] = ()
        show_id = tree.root.id
        for edit in self.edits:
            inverse, change = edit.apply(tree)
            inverses.append(inverse)
            kinds |= change.kinds
            node_ids += change.node_ids
            show_id = change.show_id
        inverted = EditSequence(self.title, tuple(reversed(inverses)))
        return inverted, Change(kinds, node_ids, show_id)


Edit: TypeAlias = InsertBranch | RemoveBranch | MoveBranch | ReplaceProperties | EditSequence


class UndoStack:
    """Done and undone edits of one tree."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._done: list[Edit] = []
        self._undone: list[Edit] = []
        self._saved_depth: int | None = 0

    def apply(self, edit: Edit) -> Change:
        """Do an edit; what had been undone can no longer be redone."""
        inverse, change = edit.apply(self._tree)
        if self._saved_depth is not None and self._saved_depth > len(self._done):
            self._saved_depth = None
        self._done.append(inverse)
        self._undone.clear()
        return change

    def undo(self) -> Change | None:
        """Take the last edit back; None if there is none."""
        return self._shift(self._done, self._undone)

    def redo(self) -> Change | None:
        """Do the last undone edit again; None if there is none."""
        return self._shift(self._undone, self._done)

    def _shift(self, source: list[Edit], target: list[Edit]) -> Change | None:
        if not source:
            return None
        inverse, change = source.pop().apply(self._tree)
        target.append(inverse)
        return change

    @property
    def undo_title(self) -> str:
        """Return what would be undone ("add triangle"), empty if nothing."""
        return self._done[-1].title if self._done else ""

    @property
    def redo_title(self) -> str:
        """Return what would be redone, empty if nothing."""
        return self._undone[-1].title if self._undone else ""

    @property
    def depth(self) -> int:
        """Return how many edits can be undone."""
        return len(self._done)

    @property
    def is_clean(self) -> bool:
        """Return whether the tree is as it was saved last."""
        return self._saved_depth == len(self._done)

    def mark_saved(self) -> None:
        """Note that the tree is on disk as it is now."""
        self._saved_depth = len(self._done)


def changed_node(node: Node, identifier: str, values: list[str] | None) -> Properties:
    """Return a node's properties with one of them set, or taken out if `values` is None or []."""
    properties = dict(node.properties)
    if values:
        properties[identifier] = values
    else:
        properties.pop(identifier, None)
    return properties
