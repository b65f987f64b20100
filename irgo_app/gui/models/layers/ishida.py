"""The Ishida view of the current node, as far as it is known."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.draw.drawables import Drawable
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.judgement import Judgements
from irgo_app.gui.models.layers.shown import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.desk import LifeDesk
from irgo_app.gui.models.study.places import KnownPlaces
from irgo_app.judging.ishida import Fates, IshidaView, fates_of
from irgo_app.judging.ishida_picture import IshidaPicture
from irgo_app.judging.requests import IshidaRequest
from irgo_app.service.request import AnyRequest, Urgency

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
