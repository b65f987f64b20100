"""Places of a comment that name a move ("move 57", "see 112") or a variation ("variation B")."""

import re
from typing import Final

from msgspec import Struct

from irgo_app.sgf.game_tree import Node

_MOVE: Final = re.compile(
    r"(?:\b(?:moves?|see|cf\.?|compare|Zug|siehe|coup|voir|jugada|movimiento|mossa|zet|ход)"
    r"[  ]?(?:no\.? ?|nr\.? ?|#|№ ?)?|#|第)(?P<number>\d{1,4})(?![\d.,]\d|\d|:)"
    r"|(?<![\d第])(?P<counted>\d{1,4})(?:手目|手)", re.IGNORECASE)
_VARIATION: Final = re.compile(
    r"\b(?:variation|variante|variant|var\.|branch)[  ]?(?:no\.? ?|#)?"
    r"(?:(?P<number>\d{1,2})|(?P<letter>[A-Z]))\b(?!\w)", re.IGNORECASE)
_MOST_TEXT: Final = 20_000
_MOST_LINKS: Final = 200


class CommentLink(Struct, frozen=True):
    """Where a text names a place of the game: from `start` to `end`, and the node it leads to."""

    start: int
    end: int
    node: Node


def links_in(text: str, node: Node) -> tuple[CommentLink, ...]:
    """Return the links in a node's comment, in order; what names no place of the game is none.

    Moves are those on the way to the node and on from it along the line that is shown, by the
    numbers that the record gives them. Variations are counted where the line parts after the node,
    else where it parts before it; A is the first.
    """
    text = text[:_MOST_TEXT]
    moves = list(_MOVE.finditer(text))[:_MOST_LINKS]
    found = list[CommentLink]()
    if moves:
        numbers = {node.tree.printed_number(step): step
                   for step in reversed(node.tree.current_line(node)) if step.has_move}
        for match in moves:
            target = numbers.get(int(match["number"] or match["counted"]))
            if target is not None and target is not node:
                found.append(CommentLink(*match.span(), target))
    branches = _branches_at(node)
    for match in list(_VARIATION.finditer(text))[:_MOST_LINKS] if branches else ():
        place = int(match["number"]) if match["number"] else \
            ord(match["letter"].upper()) - ord("A") + 1
        if 1 <= place <= len(branches) and branches[place - 1] is not node:
            found.append(CommentLink(*match.span(), branches[place - 1]))
    return tuple(sorted(found, key=lambda link: link.start))


def _branches_at(node: Node) -> list[Node]:
    if len(node.children) > 1:
        return list(node.children)
    parent = node.parent
    return list(parent.children) if parent is not None and len(parent.children) > 1 else []
