"""What the maps say of the point that is asked about, and what of the choice is on the board."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Halo, Mark, MarkShape, Outline
from irgo_app.go.point import BLACK, PASS
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.layers.shown import DeadStones, Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.desk import LifeDesk
from irgo_app.gui.models.study.groups import KnownGroups
from irgo_app.gui.models.study.selection import Selection
from irgo_app.layers.results import Explanation
from irgo_app.service.as_shown import explanation_as_shown
from irgo_app.service.request import AnyRequest, LayerRequest, Urgency


class Inquiry(QObject):
    """Asks the service about the point on whatever node is shown; the answer follows the game.

    changed -- another question, or an answer
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: Shown, dead: DeadStones, service: ServiceBridge,
        groups: KnownGroups, life: LifeDesk, selection: Selection,
    ) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self._dead, self._service = dead, service
        self._groups, self._life, self._selection = groups, life, selection
        for signal in (selection.changed, shown.changed):
            signal.connect(self._ask)
        review.tree_changed.connect(lambda change: self._ask())
        review.node_changed.connect(self._on_node)
        groups.changed.connect(self.changed)
        service.ready.connect(self._on_ready)

    def sentences(self) -> list[str]:
        """Return the answer to the point asked for, as far as it is there."""
        found = self._explanation()
        return list(map(str, found.sentences)) if found else []

    def values(self) -> list[str]:
        """Return those of the sentences that tell the values of the fields shown."""
        found = self._explanation()
        return list(map(str, found.of_fields)) if found else []

    def drawables(self) -> tuple[Drawable, ...]:
        """Return the outline of the group chosen, and what the explanation points at."""
        found: list[Drawable] = []
        place, groups = self._selection.place, self._groups.here()
        region = self._life.of_group(place, groups.regions) if place and groups else None
        if region is not None:
            found.append(Outline(region.colour, region.points, is_lit=True))
        explanation = self._explanation()
        if explanation:
            if explanation.stones:
                found.append(Halo(explanation.stones))
            else:
                found += [Mark(point, MarkShape.SQUARE) for point in explanation.highlights]
            found.append(Outline(BLACK, (self._selection.point,), is_lit=True))
        return tuple(found)

    def _explanation(self) -> Explanation | None:
        found = None if self._selection.point == PASS else self._service.cached(self._question())
        return found if isinstance(found, Explanation) else None

    def _question(self) -> LayerRequest:
        node = self._review.node
        fields = [(shown.layer, self._shown.request_for(shown, node))
                  for shown in self._shown.layers if shown.is_on]
        return explanation_as_shown(
            self._review.position, self._selection.point, fields, self._dead.of(node))

    def _ask(self) -> None:
        if self._selection.point != PASS:
            self._service.want([self._question()], Urgency.VISIBLE)
        self.changed.emit()

    def _on_node(self) -> None:
        if self._selection.point != PASS:
            self._ask()

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if self._selection.point != PASS and self._question() in ready:
            self.changed.emit()
