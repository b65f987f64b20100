"""Counting the position that is shown: dead stones, proposed and changed by clicks, and the score.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Mark, MarkShape, RegionTint
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.counting import Count, chains, counted, stones_together
from irgo_app.go.point import BLACK, PASS, WHITE, Point
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.layers.shown import DeadStones, Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.layers.results import Field
from irgo_app.service.request import AnyRequest, Urgency
from irgo_app.sgf.edits import ChangeKind, set_properties
from irgo_app.sgf.game_info import game_rules
from irgo_app.words import noted

_SURE = 0.5
"""From here on a stone that the estimate gives to the other side is proposed as dead."""


class Counting(QObject):
    """The count of the current node while the user looks at it.

    Stones are proposed as dead by what searches found, and by the estimate once it is there; the
    first click makes the choice the user's.

    changed -- it began, ended, or counts otherwise
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: Shown, found_dead: DeadStones, service: ServiceBridge
    ) -> None:
        super().__init__()
        self._review, self._shown, self._found_dead = review, shown, found_dead
        self._service = service
        self.is_on = False
        self._is_touched = False
        self._dead: frozenset[Point] = frozenset()
        service.ready.connect(self._on_ready)
        review.node_changed.connect(self.end)
        review.game_changed.connect(self.end)
        review.move_played.connect(self._on_move)
        review.tree_changed.connect(lambda change: self._on_edit())

    def toggle(self) -> None:
        """Begin, or end it."""
        if self.is_on:
            self.end()
            return
        self.is_on, self._is_touched = True, False
        self._dead = self._proposed()
        estimate = self._shown.named("estimate")
        if estimate is not None:
            self._service.want(
                [self._shown.request_for(estimate, self._review.node)], Urgency.VISIBLE)
        self.changed.emit()

    def end(self) -> None:
        """Show the game again."""
        if self.is_on:
            self.is_on = False
            self.changed.emit()

    def touch(self, point: Point) -> None:
        """Let stones be dead that were alive, or alive again; a vacant point does nothing.

        All stones that stand together without a stone of the other colour between them go along.
        """
        position = self._review.position
        if not position.cells[point]:
            return
        self._is_touched = True
        together = stones_together(position, point)
        self._dead = self._dead - together if point in self._dead else self._dead | together
        self.changed.emit()

    @property
    def dead(self) -> frozenset[Point]:
        """Return the stones that are taken off."""
        return self._dead

    @property
    def count(self) -> Count:
        """Return the count as it stands."""
        game = game_rules(self._review.game)
        return counted(self._review.position, self._dead, game.rules, game.komi or 0.0,
                       game.handicap)

    def drawables(self) -> tuple[Drawable, ...]:
        """Return both territories, and crosses on the dead stones."""
        black, white = self.count.territory
        return (RegionTint(BLACK, black), RegionTint(WHITE, white),
                *(Mark(point, MarkShape.CROSS) for point in sorted(self._dead)))

    def write_result(self) -> None:
        """Write the result into the record and end the count."""
        result = self.count.result
        self.end()
        review = self._review
        here = review.node
        review.apply(set_properties(
            review.game.root, {"RE": [result]}, noted("set result"), ChangeKind.INFO))
        review.go_to(here)

    def _proposed(self) -> frozenset[Point]:
        position = self._review.position
        names = self._found_dead.of(self._review.node).replace(",", " ").split()
        dead = {point_of_vertex(name, position.columns, position.rows) for name in names}
        estimate = self._shown.named("estimate")
        result = self._shown.result_for(estimate) if estimate is not None else None
        if isinstance(result, Field):
            values = result.values.ravel()
            for chain in chains(position):
                colour = position.colour_at(next(iter(chain)))
                if colour * sum(float(values[point]) for point in chain) < -_SURE * len(chain):
                    dead |= chain
        return frozenset(dead)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        estimate = self._shown.named("estimate")
        if (self.is_on and not self._is_touched and estimate is not None
                and self._shown.request_for(estimate, self._review.node) in ready):
            self._dead = self._proposed()
            self.changed.emit()

    def _on_move(self) -> None:
        """Begin where both have passed."""
        node = self._review.node
        if not self.is_on and node.parent is not None and all(
                step.move is not None and step.move[1] == PASS for step in (node, node.parent)):
            self.toggle()

    def _on_edit(self) -> None:
        if self.is_on:
            self._dead = frozenset(
                point for point in self._dead if self._review.position.cells[point])
            self.changed.emit()
