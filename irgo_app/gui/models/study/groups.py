"""The groups of the current node and their names, as far as they are computed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.layers.shown import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.layers.groups import Groups
from irgo_app.review.group_names import GroupNames
from irgo_app.service.request import AnyRequest
from irgo_app.sgf.game_tree import Node


class KnownGroups(QObject):
    """The groups of the plain reading: what a search found dead is still a group.

    changed -- groups or names of the current node that were missing, or may be others now; that
    another node has its own groups is not told
    """

    changed = Signal()

    def __init__(self, review: Review, shown: Shown, service: ServiceBridge) -> None:
        super().__init__()
        self._review, self._shown, self._service = review, shown, service
        self._names = GroupNames(self.of)
        self._lacks_names = False
        shown.changed.connect(self.changed)
        review.tree_changed.connect(lambda change: self.changed.emit())
        review.game_changed.connect(self._on_game)
        service.ready.connect(self._on_ready)

    def of(self, node: Node) -> Groups | None:
        """Return the groups of a node, None while they are missing."""
        found = self._service.cached(self._shown.plain_request_for(self._shown.of_groups, node))
        return found if isinstance(found, Groups) else None

    def here(self) -> Groups | None:
        """Return the groups of the current node, None while they are missing."""
        return self.of(self._review.node)

    def names(self) -> tuple[str, ...] | None:
        """Return the names of the groups here in their order, None while something is missing."""
        found = self._names.names(self._review.node)
        self._lacks_names = found is None
        return found

    def _on_game(self) -> None:
        self._names = GroupNames(self.of)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        request = self._shown.plain_request_for(self._shown.of_groups, self._review.node)
        # Names hang on the groups of every node on the way.
        if request in ready or (self._lacks_names and self.names() is not None):
            self.changed.emit()
