"""The figures of the moves along the current line, and those that lost most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.go.point import BLACK, Colour, Point
from irgo_app.gui.models.engine.evaluations import Evaluations
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.layers.shown import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.review.turning_points import Mistake, Told, mistakes
from irgo_app.service.figures import Figures
from irgo_app.service.figures_request import FiguresRequest
from irgo_app.service.request import AnyRequest
from irgo_app.sgf import navigation
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


_ESTIMATE: Final = "estimate"
_SETTLE_MS: Final = 250
_MOST_NODES: Final = 2000
_MOST_LISTED: Final = 30


@dataclass(frozen=True, slots=True)
class LostMove:
    """A move that lost points: the node it leads to, and by how much."""

    node: Node
    number: int
    colour: Colour
    point: Point
    mistake: Mistake


class Losses(QObject):
    """Follows the line that is shown; of a very long one a stretch around the current node.

    changed -- another list
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: Shown, figures: KnownFigures, evaluations: Evaluations,
        service: ServiceBridge,
    ) -> None:
        super().__init__()
        self._review, self._figures, self._evaluations = review, figures, evaluations
        self._line: list[Node] = []
        self._places: set[int] = set()
        self._missing: set[AnyRequest] = set()
        self._found: tuple[LostMove, ...] = ()
        self._settled = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settled.timeout.connect(self.refresh)
        service.ready.connect(self._on_ready)
        evaluations.noted.connect(lambda node: self._later())
        shown.changed.connect(self._later)
        review.game_changed.connect(self._on_edit)
        review.tree_changed.connect(lambda change: self._on_edit())
        review.node_changed.connect(self._on_node)
        self._on_node()

    @property
    def moves(self) -> tuple[LostMove, ...]:
        """Return the moves that lost most, those first."""
        return self._found

    @property
    def is_complete(self) -> bool:
        """Return whether something is known of every node of the line."""
        return not self._missing

    def beside(self, direction: int) -> Node | None:
        """Return the nearest listed move after (+1) or before (-1) the current node."""
        here = self._line.index(self._review.node) if self._review.node in self._line else 0
        places = sorted(lost.mistake.index for lost in self._found)
        found = [place for place in places if (place - here) * direction > 0]
        return self._line[found[0 if direction > 0 else -1]] if found else None

    def refresh(self) -> None:
        """Look at everything that is known now."""
        self._settled.stop()
        self._missing = set()
        told = [self._told(node) for node in self._line]
        movers = [node.move[0] if node.move else None for node in self._line]
        found = tuple(self._lost(mistake) for mistake in mistakes(movers, told)[:_MOST_LISTED])
        if found != self._found:
            self._found = found
            self.changed.emit()

    def _lost(self, mistake: Mistake) -> LostMove:
        node = self._line[mistake.index]
        colour, point = node.move or (BLACK, 0)
        return LostMove(node, self._review.game.move_number(node), colour, point, mistake)

    def _told(self, node: Node) -> Told:
        evaluation = self._evaluations.of(node)
        return Told(self._estimate(node), evaluation.score_lead if evaluation else None,
                    evaluation.winrate if evaluation else None)

    def _estimate(self, node: Node) -> float | None:
        found = self._figures.of(_ESTIMATE, node)
        if found is None:
            self._missing.update(self._figures.requests(_ESTIMATE, node))
            return None
        return found.value

    def _later(self) -> None:
        if not self._settled.isActive():
            self._settled.start()

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if not self._missing.isdisjoint(ready):
            self._later()

    def _on_edit(self) -> None:
        self._places = set()
        self._on_node()

    def _on_node(self) -> None:
        if self._review.node.id not in self._places:
            self._line = navigation.stretch_around(self._review.node, _MOST_NODES)[1]
            self._places = {node.id for node in self._line}
            self._later()
