"""The node that is read token by token: its properties, and whether its text says just these."""

from __future__ import annotations

import re
from typing import Final

from irgo_app.sgf.diagnostic import DiagnosticLog
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.plain_node import Properties, is_plain

MOST_SHOWN: Final = 20
"""So many characters of what is damaged are told."""
_SHORT: Final = 4
"""Values of so many characters are kept once, however often they stand in the file."""
_LONGEST_SOURCE: Final = 1 << 22
"""A longer node is not compared with its own text, which would take too long in one step."""
_CHECKED: Final = frozenset({"B", "W", "AB", "AW", "AE"})
_SMALL_LETTERS: Final = re.compile("[a-z]++")
_LETTERS_OF_A_POINT: Final = 2


class OpenNode:
    """The node that properties go to, one after the other; there need not be one.

    properties -- those of the node
    identifier -- the property that values go to, "" for none
    is_true -- whether nothing was repaired so far
    value_count -- how many values all such nodes had
    """

    def __init__(self, text: str, log: DiagnosticLog) -> None:
        self._text, self._log = text, log
        self._node: Node | None = None
        self.start = -1
        self.properties: Properties = {}
        self.identifier = ""
        self.is_true = True
        self.value_count = 0
        self._is_checked = False
        """Whether the node has a move or setup stones."""
        self._short_values: dict[str, str] = {}
        self._names: dict[str, str] = {}
        """The names in capitals of those that are written otherwise."""

    @property
    def is_open(self) -> bool:
        """Return whether there is such a node."""
        return self._node is not None

    def open(self, node: Node, start: int, properties: Properties, *, is_true: bool) -> None:
        """Begin with a node at an offset of the text."""
        self._node, self.start, self.properties = node, start, properties
        self.is_true, self._is_checked, self.identifier = is_true, False, ""

    def name_of(self, written: str, offset: int) -> str:
        """Return the name of a property, which may be written with small letters."""
        if written.isupper():
            return written
        name = self._names.get(written)
        if name is None:
            name = self._names[written] = _proper_name(written)
        self._log.add(offset, "The property {} was read as {}.", written[:MOST_SHOWN],
                      name[:MOST_SHOWN])
        self.is_true = False
        return name

    def add(
        self, raws: list[str], columns: str, rows: str, doubtful: list[tuple[Node, int]]
    ) -> None:
        """Add values to the property that was begun.

        columns, rows -- the letters of the board's columns and rows
        doubtful -- takes the node and its offset if its moves and stones must be looked at
        """
        name = self.identifier
        if name in _CHECKED:
            raw = raws[0]
            is_simple = (
                not self._is_checked and len(raws) == 1 and name in ("B", "W")
                and len(raw) == _LETTERS_OF_A_POINT and raw[0] in columns and raw[1] in rows)
            self._is_checked = True
            if not is_simple and self._node is not None and (
                not doubtful or doubtful[-1][0] is not self._node
            ):
                doubtful.append((self._node, self.start))
        self.value_count += len(raws)
        kept = self._short_values.setdefault
        values = self.properties.setdefault(name, [])
        for raw in raws:
            values.append(kept(raw, raw) if len(raw) <= _SHORT else raw)

    def close(self, offset: int) -> None:
        """Remember the node's text up to an offset if it says exactly what was read."""
        node = self._node
        if node is not None and self.is_true and offset - self.start <= _LONGEST_SOURCE and (
            is_plain(self._text[self.start:offset])
        ):
            node.tree.texts.end_at(node.id, offset)
            node.change(None, None)
        self._node = None
        self.identifier = ""


def _proper_name(name: str) -> str:
    """Return what a name that holds small letters stands for: its capitals, if it has any."""
    capitals = _SMALL_LETTERS.sub("", name)
    return capitals if capitals and capitals[0].isalpha() else name.upper()
