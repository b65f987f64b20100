"""What the session asks the analysis for: what is on the screen, then the rest of the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from irgo_app.go.position import Position
from irgo_app.review.game_rules import counted_as_game
from irgo_app.service.request import LayerRequest, Urgency
from irgo_app.sgf.game_tree import Node

if TYPE_CHECKING:
    from irgo_app.gui.session import ReviewSession, ShownLayer

_MOST_AHEAD: Final = 2000
"""How many nodes are computed ahead: every game, but not a whole dictionary."""


class Planner:
    """Requests for the nodes of the session's game; nothing while there is no service."""

    def __init__(self, session: ReviewSession) -> None:
        self._session = session
        self._requests: dict[tuple[int, str], tuple[Position, object, LayerRequest]] = {}

    def forget(self) -> None:
        """Forget the requests of the game before."""
        self._requests.clear()

    def request(self, shown: ShownLayer, node: Node) -> LayerRequest:
        """Return what to ask for; the same object as long as neither node nor parameters change."""
        position, name = self._session.replay.position_at(node), shown.layer.name
        known = self._requests.get((node.id, name))
        if known is None or known[0] is not position or known[1] is not shown.params:
            params = counted_as_game(shown.params, self._session.game)
            request = LayerRequest.of(position, name, params,
                                      uses_order=shown.layer.uses_order)
            known = self._requests[node.id, name] = position, shown.params, request
        return known[2]

    def plan(self) -> None:
        """Ask for what is on the screen, then look ahead from the current node."""
        session = self._session
        bridge, game, current = session.bridge, session.game, session.node
        if bridge is None:
            return
        beside = [node for node in (current.parent, game.child_on_path(current)) if node]
        for nodes, urgency in (([current], Urgency.VISIBLE), (beside, Urgency.NEIGHBOUR)):
            wanted = [self.request(shown, node) for node in nodes
                      for shown in session.shown if shown.is_on]
            bridge.want(
                [found for found in wanted if bridge.service.cached(found) is None], urgency)
        nodes_ahead = min(game.node_count, _MOST_AHEAD)
        bridge.look_ahead(self._ahead(current), nodes_ahead * len(session.shown))

    def _ahead(self, node: Node) -> Iterator[LayerRequest]:
        """Yield the requests of the nodes nearby, layers that are on before the rest."""
        ordered = sorted(self._session.shown, key=lambda shown: not shown.is_on)
        for near in islice(node.tree.nearest_first(node), _MOST_AHEAD):
            for shown in ordered:
                yield self.request(shown, near)
