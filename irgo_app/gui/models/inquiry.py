"""What the user asks about the board: a point explained, a group shown, two nodes compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Mark, MarkShape, Outline
from irgo_app.go.point import BLACK, PASS, Point
from irgo_app.service.request import LayerRequest, Urgency
from irgo_app.sgf.game_tree import Node

if TYPE_CHECKING:
    from irgo_app.gui.models.session import ReviewSession, ShownLayer
    from irgo_app.layers.groups import Groups
    from irgo_app.layers.results import Explanation, Result
    from irgo_app.review.compare import Comparison
    from irgo_app.review.group_names import GroupNames

_HUE = 1


def follow(session: ReviewSession, refresh: Callable[[], None]) -> None:
    """Call `refresh` whenever an answer may look different."""
    for signal in (session.inquiry.changed, session.node_changed, session.results_arrived,
                   session.layers_changed, session.game_changed):
        signal.connect(refresh)


class Inquiry(QObject):
    """Holds the questions; the answers come from the session's results.

    changed -- another question; that answers have arrived, the session says
    """

    changed = Signal()

    def __init__(self, session: ReviewSession) -> None:
        super().__init__(session)
        self._session = session
        self.point: Point = PASS
        self._chosen: int | None = None
        self.pinned: Node | None = None
        self._compared: tuple[Result, Result, Comparison] | None = None
        self._names: GroupNames | None = None
        session.node_changed.connect(self._on_node)
        session.tree_changed.connect(lambda change: self._on_node())
        session.game_changed.connect(self._on_game)
        session.layers_changed.connect(self._request)

    def ask(self, point: Point) -> None:
        """Ask what the reading and the shown fields say of a point, PASS for nothing any more.

        A stone's group is shown with it.
        """
        self.point, self._chosen = point, None
        self._request()
        self.changed.emit()

    @property
    def group(self) -> int:
        """Return the group of the current node that is shown: chosen, or the point's; or -1."""
        if self._chosen is not None:
            return self._chosen
        groups = self.groups() if self.point != PASS else None
        return next((index for index, region in enumerate(groups.regions)
                     if self.point in region.stones), -1) if groups else -1

    def choose_group(self, index: int) -> None:
        """Show one group of the current node on the board, -1 for none."""
        if index != self.group:
            self._chosen = index
            self.changed.emit()

    def pin(self) -> None:
        """Compare all nodes with the current one from now on; on the same node stop that."""
        self.pinned = None if self.pinned is self._session.node else self._session.node
        self.changed.emit()

    def swap(self) -> None:
        """Go to the pinned node and pin the one we come from: blink between the two."""
        here, there = self._session.node, self.pinned
        if there is not None and there is not here:
            self.pinned = here
            self._session.go_to(there)

    def sentences(self) -> list[str]:
        """Return the answer to the point asked for, as far as it is there."""
        found = self._explanation()
        return list(found.sentences) if found else []

    def groups(self) -> Groups | None:
        """Return the groups of the current node, None while they are missing.

        They are those of the plain reading: what a search found dead is still a group.
        """
        return self._groups_of(self._session.node)

    def group_names(self) -> tuple[str, ...] | None:
        """Return the names of the groups of the current node, None while something is missing."""
        if self._names is None:
            from irgo_app.review.group_names import GroupNames

            self._names = GroupNames(self._groups_of)
        return self._names.names(self._session.node)

    def comparison(self) -> Comparison | None:
        """Return how the first field shown differs from the pinned node's."""
        from irgo_app.layers.results import Field
        from irgo_app.review.compare import compare

        session = self._session
        if self.pinned is None or self.pinned is session.node:
            return None
        shown = next((shown for shown in session.shown
                      if shown.is_on and shown.layer.kind is Field), None)
        after = session.result_for(shown) if shown else None
        before = session.result_for(shown, self.pinned) if shown else None
        if not isinstance(after, Field) or not isinstance(before, Field):
            return None
        if self._compared is None or self._compared[:2] != (after, before):
            self._compared = (after, before, compare(after, before))
        return self._compared[2]

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what the questions put on the board."""
        found: list[Drawable] = []
        groups = self.groups()
        if groups and 0 <= self.group < len(groups.regions):
            region = groups.regions[self.group]
            found.append(Outline(region.colour, region.points, hue=_HUE))
        explanation = self._explanation()
        if explanation:
            found += [Mark(point, MarkShape.SQUARE) for point in explanation.highlights]
            found.append(Outline(BLACK, (self.point,), hue=_HUE))
        return tuple(found)

    def _shown_groups(self) -> ShownLayer | None:
        return next((shown for shown in self._session.shown if shown.layer.has_names), None)

    def _groups_of(self, node: Node) -> Groups | None:
        shown, bridge = self._shown_groups(), self._session.bridge
        if shown is None or bridge is None:
            return None
        request = self._session.planner.plain_request(shown, node)
        return bridge.service.cached(request)  # type: ignore[return-value]

    def _explanation(self) -> Explanation | None:
        bridge = self._session.bridge
        if bridge is None or self.point == PASS:
            return None
        return bridge.service.cached(self._question())  # type: ignore[return-value]

    def _question(self) -> LayerRequest:
        fields = [shown.layer.text_of(shown.params) if shown.layer.reasons else shown.layer.name
                  for shown in self._session.shown
                  if shown.is_on and (shown.layer.shares or shown.layer.reasons)]
        session = self._session
        dead = session.life.dead_text(session.node.id, session.position) if session.life else ""
        return LayerRequest.of(session.position, "explanation",
                               {"point": self.point, "fields": " ".join(fields), "dead": dead})

    def _request(self) -> None:
        bridge = self._session.bridge
        if bridge is not None and self.point != PASS:
            bridge.want([self._question()], Urgency.VISIBLE)

    def _on_node(self) -> None:
        """Ask the same point again: the answer follows the game."""
        self._chosen = None
        self._request()

    def _on_game(self) -> None:
        self.point, self._chosen, self.pinned = PASS, None, None
        self._names, self._compared = None, None
