"""Two positions compared: one is pinned, the current node is held against it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.layers.shown import Shown, ShownLayer
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.layers.results import Comparison, Field, Result, compare
from irgo_app.service.request import AnyRequest
from irgo_app.sgf.game_tree import Node

_ESTIMATE = "estimate"


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

    @property
    def _field(self) -> ShownLayer | None:
        """Return what is compared: the first field that is on; with the Ishida view, ownership."""
        return self._shown.named(_ESTIMATE) if self._shown.is_ishida else self._shown.first_field

    def comparison(self) -> Comparison | None:
        """Return how the field that is compared differs from the pinned node's."""
        fields = self.fields()
        if fields is None:
            return None
        if self._compared is None or self._compared[:2] != fields:
            self._compared = (*fields, compare(*fields))
        return self._compared[2]

    def fields(self) -> tuple[Field, Field] | None:
        """Return the field of the current node and the pinned node's, None while one is missing."""
        shown = self._field
        if self.pinned is None or self.pinned is self._review.node or shown is None:
            return None
        after = self._shown.result_for(shown)
        before = self._shown.result_for(shown, self.pinned)
        if not isinstance(after, Field) or not isinstance(before, Field):
            return None
        return after, before

    def _on_changed(self) -> None:
        if self.pinned is not None:
            self.changed.emit()

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        shown = self._field
        if shown is not None and self.pinned is not None and any(
                self._shown.request_for(shown, node) in ready
                for node in (self.pinned, self._review.node)):
            self.changed.emit()

    def _on_game(self) -> None:
        self.pinned = self._compared = None
