"""The Find dock: all nodes whose texts hold a word; typing searches, F3 goes from one to the next.

Searching goes through the tree in slices, so that even a dictionary of a hundred thousand nodes
does not make the window wait.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QVBoxLayout, QWidget

from irgo_app.gui.models.session import ReviewSession
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.search import Hit, hit_of

_SLICE = 1500
_MOST_HITS = 2000


class FindPanel(QWidget):
    """A line to type in, and what was found."""

    def __init__(self, session: ReviewSession) -> None:
        super().__init__()
        self._session = session
        self._rest: Iterator[Node] = iter(())
        self._hits: list[Hit] = []
        self.line = QLineEdit(placeholderText=self.tr("Text, name, label or point, such as Q16"))
        self.line.setClearButtonEnabled(True)
        self.line.setAccessibleName(self.tr("Find"))
        self.results = QListWidget()
        self.results.setUniformItemSizes(True)
        self.results.setAccessibleName(self.tr("Found"))
        self._count = QLabel()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.line)
        layout.addWidget(self.results, 1)
        layout.addWidget(self._count)
        self.setFocusProxy(self.line)
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._search_slice)
        self.line.textChanged.connect(self.search)
        self.line.returnPressed.connect(lambda: self.step(1))
        self.results.itemActivated.connect(lambda _item: self._go())
        self.results.itemClicked.connect(lambda _item: self._go())
        session.game_changed.connect(self.search)

    def search(self) -> None:
        """Search from the root for what is typed now."""
        self._hits.clear()
        self.results.clear()
        self._rest = self._session.game.nodes() if self.line.text().strip() else iter(())
        self._slices.start()

    def step(self, offset: int) -> None:
        """Go to the next (+1) or the last (-1) node found."""
        if self._hits:
            row = (self.results.currentRow() + offset) % len(self._hits)
            self.results.setCurrentRow(row)
            self._go()

    def _search_slice(self) -> None:
        words = self.line.text().strip()
        for _ in range(_SLICE):
            node = next(self._rest, None)
            if node is None or len(self._hits) >= _MOST_HITS:
                self._slices.stop()
                break
            hit = hit_of(node, words)
            if hit is not None:
                self._hits.append(hit)
                self.results.addItem(hit.text)
        more = "+" if len(self._hits) >= _MOST_HITS else ""
        self._count.setText(
            self.tr("{0} found").format(f"{len(self._hits)}{more}") if words else "")

    def _go(self) -> None:
        row = self.results.currentRow()
        if 0 <= row < len(self._hits):
            self._session.go_to(self._session.game.node_by_id(self._hits[row].node_id))
