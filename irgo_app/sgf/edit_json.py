"""Edits <-> JSON: how a journal keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from irgo_app.sgf.edits import (
    ChangeKind,
    Edit,
    EditSequence,
    InsertBranch,
    MoveBranch,
    RemoveBranch,
    ReplaceProperties,
)


def edit_as_json(edit: Edit) -> list[object]:
    """Return an edit as lists, texts and numbers."""
    if isinstance(edit, InsertBranch):
        return ["insert", edit.title, edit.node_id, edit.parent_id, edit.index]
    if isinstance(edit, RemoveBranch):
        return ["remove", edit.title, edit.node_id]
    if isinstance(edit, MoveBranch):
        return ["move", edit.title, edit.node_id, edit.index]
    if isinstance(edit, ReplaceProperties):
        kinds = sorted(kind.name for kind in edit.kinds)
        return ["replace", edit.title, edit.node_id, edit.properties, kinds]
    return ["several", edit.title, [edit_as_json(part) for part in edit.edits]]


def edit_of_json(found: Sequence[Any]) -> Edit:
    """Return the edit; raises one of many errors if it makes no sense."""
    kind, title, *rest = found
    if kind == "insert":
        return InsertBranch(str(title), int(rest[0]), int(rest[1]), int(rest[2]))
    if kind == "remove":
        return RemoveBranch(str(title), int(rest[0]))
    if kind == "move":
        return MoveBranch(str(title), int(rest[0]), int(rest[1]))
    if kind == "replace":
        properties = {str(name): [str(raw) for raw in raws] for name, raws in rest[1].items()}
        kinds = frozenset(ChangeKind[name] for name in rest[2])
        return ReplaceProperties(str(title), int(rest[0]), properties, kinds)
    if kind == "several":
        return EditSequence(str(title), tuple(edit_of_json(part) for part in rest[0]))
    raise ValueError(kind)
