"""When the service is asked: what is on the screen, then the rest of the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from PySide6.QtCore import QObject

from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.judgement import Judgements
from irgo_app.gui.models.layers.shown import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.judging.requests import IshidaRequest
from irgo_app.service.request import AnyRequest, Urgency
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import nearest_first, stretch_around

_MOST_AHEAD: Final = 2000
"""How many nodes are computed ahead: every game, but not a whole dictionary."""


class Planner(QObject):
    """Follows the current node and the choice of layers."""

    def __init__(
        self, review: Review, shown: Shown, judgements: Judgements, service: ServiceBridge
    ) -> None:
        super().__init__()
        self._review, self._shown, self._service = review, shown, service
        self._judgements = judgements
        review.arriving.connect(self.plan)
        shown.changed.connect(self.plan)
        self.plan()

    def plan(self) -> None:
        """Ask for what is on the screen, then look ahead from the current node."""
        game, current = self._review.game, self._review.node
        layers = self._shown.layers
        beside = [node for node in (current.parent, game.child_on_path(current)) if node]
        for nodes, urgency in (([current], Urgency.VISIBLE), (beside, Urgency.NEIGHBOUR)):
            wanted: list[AnyRequest] = [
                self._shown.request_for(shown, node) for node in nodes
                for shown in layers if shown.is_on]
            if self._shown.is_ishida:
                wanted += [self._ishida(node) for node in nodes]
            elif urgency is Urgency.NEIGHBOUR:
                # Its small board is always in sight.
                wanted.append(self._ishida(current))
            wanted += [self._judgements.request_for(node) for node in nodes]
            # Questions and names are about the groups of the plain reading; so are the letters and
            # lives of the Ishida view.
            groups = self._shown.of_groups
            wanted += [request for node in nodes
                       if (request := self._shown.plain_request_for(groups, node))
                       is not self._shown.request_for(groups, node) or self._shown.is_ishida]
            self._service.want(
                [found for found in wanted if self._service.cached(found) is None], urgency)
        nodes_ahead = min(game.node_count, _MOST_AHEAD)
        self._service.look_ahead(self._ahead(current), nodes_ahead * len(layers))

    def _ishida(self, node: Node) -> IshidaRequest:
        return IshidaRequest(self._judgements.request_for(node))

    def _ahead(self, node: Node) -> Iterator[AnyRequest]:
        """Yield the requests of the nodes nearby, layers that are on before the rest."""
        line = {found.id for found in stretch_around(node, _MOST_AHEAD)[1]}
        ordered = sorted(self._shown.layers, key=lambda shown: not shown.is_on)
        for near in islice(nearest_first(node), _MOST_AHEAD):
            asked = self._shown.requests(near)
            if self._shown.is_ishida:
                yield self._ishida(near)
            for shown in ordered:
                yield asked[shown.layer.name]
            if near.id in line:
                yield self._judgements.request_for(near)
                # Beyond what the cache has room for, the numbers that curves are made of.
                for shown in self._shown.with_curves:
                    yield self._shown.figures_for(shown, near)
