"""What the user asks about the board: a point explained, a group shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Halo, Mark, MarkShape, Outline
from irgo_app.go.point import BLACK, PASS, Point
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.layers.shown import DeadStones, Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.layers.groups import Groups
from irgo_app.layers.results import Explanation
from irgo_app.review.group_names import GroupNames
from irgo_app.service.as_shown import explanation_as_shown
from irgo_app.service.request import AnyRequest, LayerRequest, Urgency
from irgo_app.sgf.game_tree import Node


class Inquiry(QObject):
    """Holds the questions; the answers come from the service as they are ready.

    changed -- another question, or an answer; that another node has its own answers is not told
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: Shown, dead: DeadStones, service: ServiceBridge
    ) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self._dead, self._service = dead, service
        self.point: Point = PASS
        self._chosen: int | None = None
        self._names = GroupNames(self._groups_of)
        self._lacks_names = False
        review.node_changed.connect(self._on_node)
        review.tree_changed.connect(lambda change: self._on_edit())
        review.game_changed.connect(self._on_game)
        shown.changed.connect(self._on_shown)
        service.ready.connect(self._on_ready)

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

    def sentences(self) -> list[str]:
        """Return the answer to the point asked for, as far as it is there."""
        found = self._explanation()
        return list(map(str, found.sentences)) if found else []

    def values(self) -> list[str]:
        """Return those of the sentences that tell the values of the fields shown."""
        found = self._explanation()
        return list(map(str, found.of_fields)) if found else []

    def groups(self) -> Groups | None:
        """Return the groups of the current node, None while they are missing.

        They are those of the plain reading: what a search found dead is still a group.
        """
        return self._groups_of(self._review.node)

    def group_names(self) -> tuple[str, ...] | None:
        """Return the names of the groups of the current node, None while something is missing."""
        found = self._names.names(self._review.node)
        self._lacks_names = found is None
        return found

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what the questions put on the board."""
        found: list[Drawable] = []
        groups = self.groups()
        if groups and 0 <= self.group < len(groups.regions):
            region = groups.regions[self.group]
            found.append(Outline(region.colour, region.points, is_lit=True))
        explanation = self._explanation()
        if explanation:
            if explanation.stones:
                found.append(Halo(explanation.stones))
            else:
                found += [Mark(point, MarkShape.SQUARE) for point in explanation.highlights]
            found.append(Outline(BLACK, (self.point,), is_lit=True))
        return tuple(found)

    def _groups_of(self, node: Node) -> Groups | None:
        found = self._service.cached(self._groups_request(node))
        return found if isinstance(found, Groups) else None

    def _groups_request(self, node: Node) -> LayerRequest:
        return self._shown.plain_request_for(self._shown.of_groups, node)

    def _explanation(self) -> Explanation | None:
        found = self._service.cached(self._question()) if self.point != PASS else None
        return found if isinstance(found, Explanation) else None

    def _question(self) -> LayerRequest:
        node = self._review.node
        fields = [(shown.layer, self._shown.request_for(shown, node))
                  for shown in self._shown.layers if shown.is_on]
        return explanation_as_shown(
            self._review.position, self.point, fields, self._dead.of(node))

    def _request(self) -> None:
        if self.point != PASS:
            self._service.want([self._question()], Urgency.VISIBLE)

    def _on_node(self) -> None:
        """Ask the same point again: the answer follows the game."""
        has_question = self.point != PASS or self._chosen is not None
        self._chosen = None
        self._request()
        if has_question:
            self.changed.emit()

    def _on_edit(self) -> None:
        self._chosen = None
        self._request()
        self.changed.emit()

    def _on_shown(self) -> None:
        self._request()
        self.changed.emit()

    def _on_game(self) -> None:
        self.point, self._chosen = PASS, None
        self._names = GroupNames(self._groups_of)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        is_asked = self._groups_request(self._review.node) in ready or (
            self.point != PASS and self._question() in ready)
        # Names hang on the groups of every node on the way.
        if is_asked or (self._lacks_names and self.group_names() is not None):
            self.changed.emit()
