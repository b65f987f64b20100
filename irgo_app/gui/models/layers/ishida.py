"""The Ishida view of the current node, as far as it is known."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.layers.shown import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.desk import LifeDesk
from irgo_app.gui.models.study.places import KnownPlaces
from irgo_app.judging.ishida import Fates, IshidaView, fates_of
from irgo_app.judging.ishida_picture import IshidaPicture
from irgo_app.judging.requests import IshidaRequest
from irgo_app.service.request import AnyRequest, Urgency


class ShownIshida(QObject):
    """Asks for the first look at once, and again with what is found of the lives of groups.

    changed -- another picture is there for the current node
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: Shown, life: LifeDesk, places: KnownPlaces,
        service: ServiceBridge,
    ) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self._life, self._places, self._service = life, places, service
        life.changed.connect(self._on_lives)
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
        """Return the picture with all that is found, else the first look."""
        position, fates = self._review.position, self._fates()
        found = self._service.cached(IshidaRequest(position, fates))
        return found if found is not None or not fates \
            else self._service.cached(IshidaRequest(position))

    def _fates(self) -> Fates:
        answers = self._life.answers()
        return () if answers is None else fates_of(
            verdict for place in answers.places if (verdict := answers.verdict(place)) is not None)

    def _on_lives(self) -> None:
        if not self.is_on:
            return
        request = IshidaRequest(self._review.position, self._fates())
        if self._service.cached(request) is None:
            self._service.want([request], Urgency.VISIBLE)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if self.is_on and any(isinstance(request, IshidaRequest)
                              and request.position == self._review.position for request in ready):
            self.changed.emit()
