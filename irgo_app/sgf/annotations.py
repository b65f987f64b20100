"""What a commentator says in one sign: of a move, of a position, and "look here" (FF[4]).

In each group a node has one sign or none; the strong form of a sign has the value 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from irgo_app.sgf.edits import ChangeKind, Edit, set_properties
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.values import raw_of_text

HOTSPOT: Final = "HO"


@dataclass(frozen=True, slots=True)
class Annotation:
    """A sign: SGF property and value, its words, and a short form for the tree."""

    identifier: str
    raw: str
    title: str
    sign: str


MOVE_ANNOTATIONS: Final = (
    Annotation("TE", "2", "Excellent move", "!!"), Annotation("TE", "1", "Good move", "!"),
    Annotation("IT", "", "Interesting move", "!?"), Annotation("DO", "", "Doubtful move", "?!"),
    Annotation("BM", "1", "Bad move", "?"), Annotation("BM", "2", "Very bad move", "??"),
)
POSITION_ANNOTATIONS: Final = (
    Annotation("GB", "2", "Very good for Black", "B++"),
    Annotation("GB", "1", "Good for Black", "B+"),
    Annotation("DM", "1", "Even position", "="),
    Annotation("UC", "1", "Unclear position", "~"),
    Annotation("GW", "1", "Good for White", "W+"),
    Annotation("GW", "2", "Very good for White", "W++"),
)


def annotation_of(node: Node, group: tuple[Annotation, ...]) -> Annotation | None:
    """Return the sign a node has of a group; DM[2] and UC[2] count as their plain forms."""
    for annotation in group:
        raws = node.properties.get(annotation.identifier)
        if raws is None:
            continue
        strengths = {other.raw for other in group if other.identifier == annotation.identifier}
        if raws[0].strip() == annotation.raw or len(strengths) == 1 or (
            annotation.raw == "1" and raws[0].strip() not in strengths
        ):
            return annotation
    return None


def annotate(node: Node, group: tuple[Annotation, ...], chosen: Annotation | None) -> Edit:
    """Return the edit that gives a node a sign of a group, or None of them."""
    values: dict[str, list[str] | None] = {other.identifier: None for other in group}
    if chosen is not None:
        values[chosen.identifier] = [chosen.raw]
    return set_properties(node, values, "annotate" if chosen else "remove annotation",
                          ChangeKind.COMMENT)


def set_name(node: Node, name: str) -> Edit | None:
    """Return the edit that names a node, None if that is its name already."""
    if name == node.name:
        return None
    values = [raw_of_text(name)] if name else None
    return set_properties(node, {"N": values}, "name node", ChangeKind.COMMENT)


def is_bookmarked(node: Node) -> bool:
    """Return whether a node is a hotspot (HO), which is what irgo calls a bookmark."""
    return HOTSPOT in node.properties


def toggle_bookmark(node: Node) -> Edit:
    """Return the edit that sets a bookmark on a node or takes it off."""
    has_it = is_bookmarked(node)
    return set_properties(node, {HOTSPOT: None if has_it else ["1"]},
                          "remove bookmark" if has_it else "set bookmark", ChangeKind.COMMENT)
