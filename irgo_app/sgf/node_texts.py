"""Where the nodes of a game stand in the text they were read from, and what they say there.

A million nodes must fit in memory: such a node needs two numbers here, and its properties are
read when somebody asks for them, and kept for a while.
"""

from __future__ import annotations

import re
from array import array
from typing import Final

from irgo_app.sgf.plain_node import Properties, properties_of_source

_MOST_PARSED: Final = 20_000
"""So many nodes' properties are kept after they were read."""


class NodeTexts:
    """The pieces of one text, by the number of the node that each is.

    text -- the file
    starts -- the offset of each node
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = array("I")
        self._ends = array("I")
        self._parsed: dict[int, Properties] = {}

    def append(self, start: int, end: int) -> None:
        """Note where the next node stands."""
        self.starts.append(start)
        self._ends.append(end)

    def end_at(self, node_id: int, end: int) -> None:
        """Note where a node ends."""
        self._ends[node_id] = end

    def text_of(self, node_id: int) -> str:
        """Return the text of a node."""
        return self.text[self.starts[node_id]:self._ends[node_id]]

    def mentions(self, node_id: int, word: str) -> bool:
        """Return whether a word stands anywhere in the text of a node."""
        return self.text.find(word, self.starts[node_id], self._ends[node_id]) >= 0

    def match(self, node_id: int, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of a pattern at the start of the text of a node."""
        return pattern.match(self.text, self.starts[node_id], self._ends[node_id])

    def search(
        self, node_id: int, pattern: re.Pattern[str], start: int
    ) -> re.Match[str] | None:
        """Return where a pattern first matches in the text of a node, from an offset on."""
        end = self._ends[node_id]
        return pattern.search(self.text, start, end) if start < end else None

    def properties_of(self, node_id: int) -> Properties:
        """Return the properties of a node whose text is plain SGF; not to be changed."""
        found = self._parsed.get(node_id)
        if found is None:
            if len(self._parsed) >= _MOST_PARSED:
                self._parsed.clear()
            found = self._parsed[node_id] = properties_of_source(self.text_of(node_id))
        return found

    def forget_properties(self) -> None:
        """Let go of what can be read from the text again."""
        self._parsed.clear()
