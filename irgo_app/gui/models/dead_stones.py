"""Which stones searches found dead, node by node: what is taken off the maps."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.go.position import Position
from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.review import Review
from irgo_app.sgf.game_tree import Node


class DeadStones(QObject):
    """What was found, and whether the user wants it off the maps.

    changed -- other stones of some node are dead
    """

    changed = Signal()

    def __init__(
        self, review: Review, preferences: Preferences
    ) -> None:
        super().__init__()
        self._review, self._preferences = review, preferences
        self._known: dict[int, tuple[Position, str]] = {}
        review.game_changed.connect(self._known.clear)

    def note(self, node: Node, stones: str) -> None:
        """Keep what was found on a node as it stands now; vertices of dead stones."""
        self._known[node.id] = self._review.replay.position_at(node), stones
        self.changed.emit()

    def of(self, node: Node) -> str:
        """Return the dead stones of a node as the layers take them; mostly none."""
        known = self._known.get(node.id)
        if known is None or not self._preferences["life_dead_off"]:
            return ""
        position, stones = known
        return stones if position == self._review.replay.position_at(node) else ""
