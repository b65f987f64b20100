"""Two positions compared: one is pinned, the current node is held against it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.layers.shown import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.layers.results import Comparison, Field, Result, compare
from irgo_app.service.request import AnyRequest
from irgo_app.sgf.game_tree import Node


class Comparing(QObject):
    """Holds the pinned node.

    pinned -- the node that is compared with, or None
    changed -- another node is pinned, or the comparison is another one
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: Shown, service: ServiceBridge
    ) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self.pinned: Node | None = None
        self._compared: tuple[Result, Result, Comparison] | None = None
        review.game_changed.connect(self._on_game)
        for signal in (review.node_changed, shown.changed):
            signal.connect(self._on_changed)
        service.ready.connect(self._on_ready)

    def pin(self) -> None:
        """Compare all nodes with the current one from now on; end a comparison under way.

        Ending it takes the same key on whatever node: who wants to compare with another one is
        not to lose track of which comparison is on the board.
        """
        self.pinned = None if self.pinned is not None else self._review.node
        self.changed.emit()

    def swap(self) -> None:
        """Go to the pinned node and pin the one we come from: blink between the two."""
        here, there = self._review.node, self.pinned
        if there is not None and there is not here:
            self.pinned = here
            self._review.go_to(there)

    def comparison(self) -> Comparison | None:
        """Return how the first field shown differs from the pinned node's."""
        shown = self._shown.first_field
        if self.pinned is None or self.pinned is self._review.node or shown is None:
            return None
        after = self._shown.result_for(shown)
        before = self._shown.result_for(shown, self.pinned)
        if not isinstance(after, Field) or not isinstance(before, Field):
            return None
        if self._compared is None or self._compared[:2] != (after, before):
            self._compared = (after, before, compare(after, before))
        return self._compared[2]

    def _on_changed(self) -> None:
        if self.pinned is not None:
            self.changed.emit()

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        shown = self._shown.first_field
        if shown is not None and self.pinned is not None and any(
                self._shown.request_for(shown, node) in ready
                for node in (self.pinned, self._review.node)):
            self.changed.emit()

    def _on_game(self) -> None:
        self.pinned = self._compared = None
