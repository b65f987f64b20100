"""What lies over the current node, layers and the Ishida view, and when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.draw.drawables import Drawable, Letter
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import Point
from irgo_app.gui.models.count import Counting
from irgo_app.gui.models.engine.candidates import Candidates
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.judgement import Judgements
from irgo_app.gui.models.layers import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.cards import PlaceCards, StudyCards
from irgo_app.gui.models.study.desk import KnownGroups, LifeDesk
from irgo_app.gui.models.study.places import KnownPlaces
from irgo_app.gui.models.study.selection import Inquiry
from irgo_app.gui.models.window import Preferences
from irgo_app.judging.ishida import Fates, IshidaView, fates_of
from irgo_app.judging.ishida_picture import IshidaPicture
from irgo_app.judging.requests import IshidaRequest
from irgo_app.layers.results import Field
from irgo_app.review.group_names import name_labels
from irgo_app.service.request import AnyRequest, Urgency
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import nearest_first, stretch_around
from irgo_app.words import numeral, translated

_RESTED_MS: Final = 300


class ShownIshida(QObject):
    """Asks for the first look at once, and again with what is read: lives of groups, the board.

    changed -- another picture is there for the current node
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: Shown, judgements: Judgements, life: LifeDesk,
        places: KnownPlaces, service: ServiceBridge,
    ) -> None:
        super().__init__()
        self._review, self._shown, self._judgements = review, shown, judgements
        self._life, self._places, self._service = life, places, service
        self._last: IshidaRequest | None = None
        # An engine says something else ten times a second.
        self._rested = QTimer(self, singleShot=True, interval=_RESTED_MS)
        self._rested.timeout.connect(self._ask)
        life.changed.connect(self._ask)
        judgements.changed.connect(self._on_judged)
        service.ready.connect(self._on_ready)

    @property
    def is_on(self) -> bool:
        return self._shown.is_ishida

    @property
    def view(self) -> IshidaView | None:
        """Return what is seen of the current node, None while it is not known."""
        picture = self._picture()
        return None if picture is None else picture.view

    def tones(self) -> tuple[Drawable, ...] | None:
        """Return what is drawn without words and letters; None while nothing is known."""
        picture = self._picture()
        return None if picture is None else picture.tones

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what is drawn on the current node; nothing while that is not known."""
        picture = self._picture()
        return () if picture is None else picture.drawables(self._places.letters())

    def _picture(self) -> IshidaPicture | None:
        """Return the picture with all that is found, else what came last, else the first look."""
        request = self._request()
        found = self._service.cached(request)
        if found is not None:
            self._last = request
            return found
        if self._last is not None and self._last.judged == request.judged:
            return self._service.cached(self._last)
        return self._service.cached(IshidaRequest(request.judged))

    def _request(self) -> IshidaRequest:
        return self._judgements.ishida_of(self._review.node, self._fates())

    def _fates(self) -> Fates:
        answers = self._life.answers()
        return () if answers is None else fates_of(
            verdict for place in answers.places if (verdict := answers.verdict(place)) is not None)

    def _on_judged(self) -> None:
        if self.is_on and not self._rested.isActive():
            self._rested.start()

    def _ask(self) -> None:
        if not self.is_on:
            return
        request = self._request()
        if self._service.cached(request) is None:
            self._service.want([request], Urgency.VISIBLE)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if self.is_on and any(isinstance(request, IshidaRequest)
                              and request.position == self._review.position for request in ready):
            self.changed.emit()


class Overlays(QObject):
    """Gathers what all models put on the board.

    changed -- one of them puts something else there
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: Shown, groups: KnownGroups, inquiry: Inquiry,
        life: LifeDesk, cards: StudyCards, place_cards: PlaceCards, candidates: Candidates,
        counting: Counting, preferences: Preferences, service: ServiceBridge,
        ishida: ShownIshida,
    ) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self._groups, self._inquiry = groups, inquiry
        self._life, self._cards, self._candidates = life, cards, candidates
        self._place_cards = place_cards
        self._counting, self._ishida = counting, ishida
        self._preferences = preferences
        for signal in (shown.changed, inquiry.changed, life.changed, cards.pointed_at,
                       place_cards.pointed_at, candidates.changed, counting.changed,
                       ishida.changed):
            signal.connect(self.changed)
        service.ready.connect(self._on_ready)

    @property
    def is_mapped(self) -> bool:
        """Return whether a map is on, computed already or not."""
        return self._ishida.is_on or any(shown.is_on for shown in self._shown.layers)

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what the layers that are on draw and what is lit, or how it is counted."""
        if self._counting.is_on:
            return self._counting.drawables()
        found: list[Drawable] = []
        style = str(self._preferences["tint_style"])
        for shown in self._shown.layers:
            result = self._shown.result_for(shown) if shown.is_on else None
            if result is not None:
                found += shown.layer.drawables(result, style=style, opacity=shown.opacity)
                if shown.layer.shows_names and shown.layer.shows_names(shown.params):
                    found += self._group_labels()
        asked = (*self._inquiry.drawables(), *self._cards.drawables())
        places = self._place_cards.drawables()
        if self._ishida.is_on:
            # It shows dead stones and where to play in its own way, and nothing else.
            return (*self._ishida.drawables(), *asked,
                    *(found for found in places if not isinstance(found, Letter)))
        return (*found, *self._life.dead_marks(), *asked, *self._candidates.drawables(), *places)

    def values_at(self, point: Point) -> str:
        """Return a point's name and its value in each field shown, for the status line."""
        position = self._review.position
        row, column = divmod(point, position.columns)
        texts = [vertex(point, position.columns, position.rows)]
        view = self._ishida.view if self._ishida.is_on else None
        if view is not None:
            texts.append(numeral(view.ownership[row, column], "+.2f"))
        for shown in (*self._shown.layers, *self._shown.engine_layers):
            if not shown.is_on:
                continue
            result = self._candidates.result_for(shown) if shown.layer.uses_engine \
                else self._shown.result_for(shown)
            if isinstance(result, Field):
                value = numeral(result.values[row, column], "+.2f")
                texts.append(f"{translated(shown.layer.title)} {value}")
        return " · ".join(texts)

    def _group_labels(self) -> tuple[Drawable, ...]:
        """Return the names of the groups, once they are known."""
        groups, names = self._groups.here(), self._groups.names()
        if groups is None or names is None:
            return ()
        return name_labels(groups, names, self._review.position)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        node = self._review.node
        if any(shown.is_on and self._shown.request_for(shown, node) in ready
               for shown in self._shown.layers):
            self.changed.emit()


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
