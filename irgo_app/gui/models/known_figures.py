"""The numbers that layers come to, node by node: known also where their maps have no room."""

from __future__ import annotations

from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.shown import Shown
from irgo_app.service.figures import Figures
from irgo_app.service.figures_request import FiguresRequest
from irgo_app.service.request import AnyRequest
from irgo_app.sgf.game_tree import Node


class KnownFigures:
    """Tells what is known of a node as it is shown now.

    Other parameters, another komi or stones found dead are other questions: what was known before
    does not count any more.
    """

    def __init__(self, shown: Shown, service: ServiceBridge) -> None:
        self._shown, self._service = shown, service

    def of(self, layer: str, node: Node) -> Figures | None:
        """Return the numbers of a layer on a node, None while they are not computed."""
        shown = self._shown.named(layer)
        return self._service.cached(self._shown.figures_for(shown, node)) if shown else None

    def requests(self, layer: str, node: Node) -> tuple[AnyRequest, ...]:
        """Return the requests either of whose answers makes the numbers known."""
        shown = self._shown.named(layer)
        if shown is None:
            return ()
        request = self._shown.request_for(shown, node)
        return request, FiguresRequest(request)
