"""What the session asks the analysis for: what is on the screen, then the rest of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

from irgo_app.go.position import Position
from irgo_app.review.game_rules import counted_as_game
from irgo_app.service.request import LayerRequest, Urgency
from irgo_app.settings.param import ParamValue
from irgo_app.sgf.game_tree import Node

if TYPE_CHECKING:
    from irgo_app.gui.models.session import ReviewSession, ShownLayer

_MOST_AHEAD: Final = 2000
"""How many nodes are computed ahead: every game, but not a whole dictionary."""


class Planner:
    """Requests for the nodes of the session's game; nothing while there is no service."""

    def __init__(self, session: ReviewSession) -> None:
        self._session = session
        self._requests: dict[tuple[int, str], tuple[Position, object, str, LayerRequest]] = {}

    def forget(self) -> None:
        """Forget the requests of the game before."""
        self._requests.clear()

    def request(self, shown: ShownLayer, node: Node) -> LayerRequest:
        """Return what to ask for; the same object as long as neither node nor parameters change."""
        position, name = self._session.replay.position_at(node), shown.layer.name
        dead = self._dead(node)
        known = self._requests.get((node.id, name))
        if known is None or known[0] is not position or known[1] is not shown.params \
                or known[2] != dead:
            params = counted_as_game(shown.params, self._session.game)
            request = LayerRequest.of(position, name, _without(params, dead),
                                      uses_order=shown.layer.uses_order)
            known = self._requests[node.id, name] = position, shown.params, dead, request
        return known[3]

    def plain_request(self, shown: ShownLayer, node: Node) -> LayerRequest:
        """Return what to ask for with nothing taken off that a search found dead."""
        position = self._session.replay.position_at(node)
        if not self._dead(node):
            return self.request(shown, node)
        return LayerRequest.of(position, shown.layer.name, shown.params,
                               uses_order=shown.layer.uses_order)

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
            wanted += [self.plain_request(shown, node) for node in nodes
                       for shown in session.shown
                       if shown.layer.has_names and self._dead(node)]
            bridge.want(
                [found for found in wanted if bridge.service.cached(found) is None], urgency)
        nodes_ahead = min(game.node_count, _MOST_AHEAD)
        bridge.look_ahead(self._ahead(current), nodes_ahead * len(session.shown))

    def _dead(self, node: Node) -> str:
        """Return the stones of a node that a search found dead, as the layers take them."""
        life = self._session.life
        return life.dead_text(node.id, self._session.replay.position_at(node)) if life else ""

    def _ahead(self, node: Node) -> Iterator[LayerRequest]:
        """Yield the requests of the nodes nearby, layers that are on before the rest."""
        ordered = sorted(self._session.shown, key=lambda shown: not shown.is_on)
        for near in islice(node.tree.nearest_first(node), _MOST_AHEAD):
            for shown in ordered:
                yield self.request(shown, near)


def _without(params: Mapping[str, ParamValue], dead: str) -> Mapping[str, ParamValue]:
    """Return a layer's parameters with stones that a search found dead among its dead ones."""
    if not dead or "dead" not in params or params["dead"] == "keep":
        return params
    return {**params, "dead": f"{params['dead']} {dead}".strip()}
