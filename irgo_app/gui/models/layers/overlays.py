"""What lies over the current node: the layers that are on, as far as they are computed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Letter
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import Point
from irgo_app.gui.models.count import Counting
from irgo_app.gui.models.engine.candidates import Candidates
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.layers.ishida import ShownIshida
from irgo_app.gui.models.layers.shown import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.cards import StudyCards
from irgo_app.gui.models.study.desk import LifeDesk
from irgo_app.gui.models.study.groups import KnownGroups
from irgo_app.gui.models.study.inquiry import Inquiry
from irgo_app.gui.models.study.place_cards import PlaceCards
from irgo_app.gui.models.window import Preferences
from irgo_app.layers.results import Field
from irgo_app.review.group_names import name_labels
from irgo_app.service.request import AnyRequest
from irgo_app.words import numeral, translated


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
