"""Counting the position that is shown: dead stones, proposed and changed by clicks, and the score.
"""

import dataclasses

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Mark, MarkShape, RegionTint
from irgo_app.go.point import BLACK, WHITE, Point
from irgo_app.go.rules import Count, chains, counted, stones_together
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.judgement import Judgements
from irgo_app.gui.models.layers import LayerState
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.judging.judgement import END_VISITS
from irgo_app.judging.requests import JudgementRequest
from irgo_app.layers.results import Field
from irgo_app.networks.ending import held_points, points_in_doubt
from irgo_app.service.request import AnyRequest, Cancelled, Failure, Outcome, Urgency
from irgo_app.sgf.edits import ChangeKind, set_properties
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.navigation import is_over
from irgo_app.words import noted

_SURE = 0.5
"""From here on a stone that the estimate gives to the other side is proposed as dead."""


class Counting(QObject):
    """The count of the current node while the user looks at it.

    Stones are proposed as dead by the judgement of the finished board, which the header tells as
    well, and until that is there by the estimate; the first click makes the choice the user's.

    dead -- the stones that are taken off
    is_searching -- dead stones are still searched: what is counted is no result yet

    changed -- it began, ended, or counts otherwise
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: LayerState, judgements: Judgements, service: ServiceBridge
    ) -> None:
        super().__init__()
        self._review, self._shown, self._judgements = review, shown, judgements
        self._service = service
        self.is_on = self.is_searching = False
        self._is_touched = False
        self.dead: frozenset[Point] = frozenset()
        service.ready.connect(self._on_ready)
        service.searched.connect(self._on_searched)
        review.node_changed.connect(self.end)
        review.game_changed.connect(self.end)
        review.move_played.connect(self._on_move)
        review.tree_changed.connect(lambda change: self._on_edit())

    def toggle(self) -> None:
        if self.is_on:
            self.end()
            return
        self.is_on, self._is_touched = True, False
        self.dead = self._proposed()
        self.is_searching = self._service.cached(self._request()) is None
        self._service.want(self._asked(), Urgency.VISIBLE)
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
        self._is_touched, self.is_searching = True, False
        together = stones_together(position, point)
        self.dead = self.dead - together if point in self.dead else self.dead | together
        self.changed.emit()

    @property
    def count(self) -> Count:
        review = self._review
        game, position = game_rules(review.game, review.node), review.position
        return counted(
            position, self.dead, game.rules, game.judged_komi - game.handicap_points,
            game.counted_stones, held_points(position, self.dead, self._owned()))

    @property
    def open_points(self) -> int:
        """Return how many points are open; 0 if so few that the game may be over.

        A vacant point is open that is nobody's, or that the judge doubts until the user has said
        what is dead. Stones in doubt are a reason that the game goes on, but no open points.
        """
        doubted = set[Point]() if self._is_touched else points_in_doubt(self._owned())
        count, cells = self.count, self._review.position.cells
        if not count.is_open(len(cells), len(doubted)):
            return 0
        settled = set().union(*count.territory) - doubted
        return sum(not cell and point not in settled for point, cell in enumerate(cells))

    def drawables(self) -> tuple[Drawable, ...]:
        """Return both territories, and crosses on the dead stones."""
        black, white = self.count.territory
        return (RegionTint(BLACK, black), RegionTint(WHITE, white),
                *(Mark(point, MarkShape.CROSS) for point in sorted(self.dead)))

    def write_result(self) -> None:
        """Write the result into the record and end the count."""
        result = self.count.result
        self.end()
        self._review.apply(set_properties(
            self._review.game.root, {"RE": [result]}, noted("set result"), ChangeKind.INFO))

    def _request(self) -> JudgementRequest:
        return dataclasses.replace(
            self._judgements.request_for(self._review.node, END_VISITS), is_over=True)

    def _owned(self) -> tuple[float, ...]:
        """Return whose each point is expected to be, nothing while that is not known."""
        said = self._service.cached(self._request())
        return () if said is None else said.ownership

    def _asked(self) -> list[AnyRequest]:
        estimate = self._shown.named("estimate")
        return [self._request()] if estimate is None else [
            self._request(), self._shown.request_for(estimate, self._review.node)]

    def _proposed(self) -> frozenset[Point]:
        said = self._service.cached(self._request())
        if said is not None and said.dead is not None:
            return said.dead
        position, dead = self._review.position, set[Point]()
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
        if not self.is_on or self._is_touched:
            return
        if not ready.isdisjoint(self._asked()):
            said = self._service.cached(self._request())
            self.is_searching = self.is_searching and said is None
            if said is not None and is_over(self._review.node):
                self._judgements.note(self._review.node, said)
            self.dead = self._proposed()
            self.changed.emit()

    def _on_searched(self, request: AnyRequest, outcome: Outcome) -> None:
        if self.is_on and self.is_searching and request == self._request() and isinstance(
                outcome, Failure | Cancelled):
            self.is_searching = False
            self.changed.emit()

    def _on_move(self) -> None:
        if not self.is_on and is_over(self._review.node):
            self.toggle()

    def _on_edit(self) -> None:
        if self.is_on:
            self.dead = frozenset(
                point for point in self.dead if self._review.position.cells[point])
            self.changed.emit()
