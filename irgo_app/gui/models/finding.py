"""All nodes whose texts hold a word.

Searching goes through the tree in slices, so that even a dictionary of a hundred thousand nodes
does not make the window wait.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.gui.models.review import Review
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.search import Hit, hit_of

_SLICE = 1500
_MOST_HITS = 2000


class Finding(QObject):
    """What is searched for, and what was found so far.

    asked -- the user wants to type what to search for
    begun -- another search: nothing is found yet
    found -- the number of the first hit that is new; those after it are new, too
    chosen -- the number of the hit that is shown
    """

    asked = Signal()
    begun = Signal()
    found = Signal(int)
    chosen = Signal(int)

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self.words = ""
        self.hits: list[Hit] = []
        self.row = -1
        self._rest: Iterator[Node] = iter(())
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._search_slice)
        review.game_changed.connect(lambda: self.search(self.words))

    @property
    def is_cut_off(self) -> bool:
        """Return whether there may be more than is told."""
        return len(self.hits) >= _MOST_HITS

    def search(self, words: str) -> None:
        """Search from the root for some words."""
        self.words = words.strip()
        self.hits.clear()
        self.row = -1
        self.begun.emit()
        self._rest = self._review.game.nodes() if self.words else iter(())
        self._slices.start()

    def step(self, offset: int) -> None:
        """Go to the next (+1) or the last (-1) node found."""
        if self.hits:
            self.choose((self.row + offset) % len(self.hits))

    def choose(self, row: int) -> None:
        """Go to the node of a hit."""
        if 0 <= row < len(self.hits):
            self.row = row
            self.chosen.emit(row)
            self._review.go_to(self._review.game.node_by_id(self.hits[row].node_id))

    def _search_slice(self) -> None:
        first = len(self.hits)
        for _ in range(_SLICE):
            node = next(self._rest, None)
            if node is None or self.is_cut_off:
                self._slices.stop()
                break
            hit = hit_of(node, self.words)
            if hit is not None:
                self.hits.append(hit)
        self.found.emit(first)
