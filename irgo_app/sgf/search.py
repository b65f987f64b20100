"""Finding a text in a record: comments, names, labels, game info, and points by their names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.values import text_of

_TEXTS: Final = ("C", "N", "GN", "GC", "PB", "PW", "EV", "RO", "PC", "RE", "AN", "US", "SO", "ON")
_VERTEX: Final = re.compile(r"[A-Za-z]{1,2}\d{1,2}")
_BEFORE: Final = 24
_LENGTH: Final = 90


@dataclass(frozen=True, slots=True)
class Hit:
    """A node that holds what was looked for, and a line that shows where."""

    node_id: int
    text: str


def hit_of(node: Node, words: str) -> Hit | None:
    """Return where a node holds some words (in any case), None if it does not."""
    wanted = words.casefold()
    place = f"{node.tree.move_number(node)}"
    move = node.move if _VERTEX.fullmatch(words) else None
    if move is not None:
        where = vertex(move[1], node.tree.columns, node.tree.rows)
        if where.casefold() == wanted:
            return Hit(node.id, f"{place}  {LETTER_OF_COLOUR[move[0]]} {where}")
    for text in _texts(node):
        start = text.casefold().find(wanted)
        if start >= 0:
            return Hit(node.id, f"{place}  {_excerpt(text, start)}")
    return None


def _texts(node: Node) -> list[str]:
    properties = node.properties
    texts = [text_of(raw) for identifier in _TEXTS for raw in properties.get(identifier, [])]
    return texts + (list(node.labels.values()) if "LB" in properties else [])


def _excerpt(text: str, start: int) -> str:
    """Return the words round a place of a text, on one line."""
    first = max(0, start - _BEFORE)
    piece = " ".join(text[first:first + _LENGTH].split())
    return ("…" if first else "") + piece + ("…" if first + _LENGTH < len(text) else "")
