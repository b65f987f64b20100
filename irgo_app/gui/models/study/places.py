"""The places of the current node, found by themselves once it is looked at for a moment."""

from __future__ import annotations

from string import ascii_uppercase

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.draw.drawables import Drawable, Letter
from irgo_app.go.point import PASS, Point
from irgo_app.gui.models.engine.desk import Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.study.groups import KnownGroups
from irgo_app.gui.models.study.readers import Readers
from irgo_app.gui.models.window import Mode, Preferences, WindowLayout
from irgo_app.layers.groups import Groups
from irgo_app.meaning.places import FoundPlace
from irgo_app.meaning.requests import FirstPlacesRequest, PlacesFound, PlacesRequest
from irgo_app.reader import can_judge
from irgo_app.service.request import Cancelled, Failure, Outcome

BY_THEMSELVES = "places_auto"
"""The setting."""
_RESTED_MS = 300
"""How long a node is looked at before its places are searched."""


class KnownPlaces(QObject):
    """Asks for the first list, then for what the places are worth and why; stops with the node.

    changed -- another list for the current node, or none any more; also another node
    """

    changed = Signal()

    def __init__(
        self, review: Review, groups: KnownGroups, evaluations: Evaluations, service: ServiceBridge,
        readers: Readers, preferences: Preferences, layout: WindowLayout,
    ) -> None:
        super().__init__()
        self._layout = layout
        self._review, self._groups, self._evaluations = review, groups, evaluations
        self._service, self._readers, self._preferences = service, readers, preferences
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)
        self._stones: tuple[Groups, tuple[tuple[Point, ...], ...]] | None = None
        self._has_failed = False
        self._rested = QTimer(self, singleShot=True, interval=_RESTED_MS)
        self._rested.timeout.connect(self._go_on)
        groups.changed.connect(self._on_groups)
        for signal in (evaluations.noted, preferences.changed, layout.mode_changed):
            signal.connect(self._on_wish)
        review.node_changed.connect(self._on_node)
        review.game_changed.connect(self._on_node)
        review.tree_changed.connect(lambda change: self._on_edit())

    @property
    def is_wanted(self) -> bool:
        """Return whether places are found by themselves: while a game is reviewed."""
        return bool(self._preferences[BY_THEMSELVES]) and self._layout.mode is Mode.REVIEW \
            and not self._evaluations.is_hidden and can_judge(self._review.position)

    @property
    def is_working(self) -> bool:
        """Return whether an answer is to come."""
        return self._search.request is not None

    def found(self) -> PlacesFound | None:
        """Return what is known of the current node's places, None if nothing is or may be."""
        if not self.is_wanted:
            return None
        first, full = self._requests()
        if full is None or first is None:
            return None
        return self._service.cached(full) or self._service.cached(first)

    def lettered(self) -> tuple[tuple[str, FoundPlace], ...]:
        """Return the places of the current node with their letters, the best first."""
        found = self.found()
        if found is None:
            return ()
        # A letter that the record has written on the board already would mean two things.
        taken = set(self._review.node.labels.values())
        free = [letter for letter in ascii_uppercase if letter not in taken]
        return tuple(zip(free, found.places, strict=False))

    def letters(self) -> tuple[tuple[Point, str], ...]:
        """Return where the side to move would begin, and the place's letter."""
        return tuple((place.mine.move, letter) for letter, place in self.lettered())

    def drawables(self) -> tuple[Drawable, ...]:
        """Return the letters on the board."""
        return tuple(Letter(point, letter, is_first=number == 0)
                     for number, (point, letter) in enumerate(self.letters()))

    def at(self, point: Point) -> FoundPlace | None:
        """Return the place whose letter is on a point."""
        return next((place for _, place in self.lettered()
                     if place.mine.move == point != PASS), None)

    def ask(self) -> None:
        """Find the places of the current node now."""
        self._rested.stop()
        self._go_on()

    def stop(self) -> None:
        """Call off what is still to come; what was found stays."""
        self._rested.stop()
        self._search.stop()

    # Inside

    def _requests(self) -> tuple[FirstPlacesRequest | None, PlacesRequest | None]:
        """Return the two questions about the current node, None while its groups are missing."""
        groups, position = self._groups.here(), self._review.position
        if groups is None:
            return None, None
        # Asked for several times a step: the regions of a board are made where they are looked at.
        if self._stones is None or self._stones[0] is not groups:
            self._stones = groups, tuple(region.stones for region in groups.regions)
        stones = self._stones[1]
        reading = self._readers.game()
        first = FirstPlacesRequest(position, stones, reading, position.order)
        begun = self._service.cached(first)
        return first, PlacesRequest(position, stones, reading, position.order,
                                    None if begun is None else begun.begun)

    def _go_on(self) -> None:
        """Ask what is next to be known of the current node."""
        if self.is_working or not self.is_wanted or self._has_failed:
            return
        first, full = self._requests()
        if first is None or full is None or self._service.cached(full) is not None:
            return
        self._search.ask(full if full.begun is not None else first)

    def _on_answer(self, outcome: Outcome) -> None:
        if isinstance(outcome, Failure):
            # It was told; the next node would fail the same way.
            self._has_failed = True
        elif isinstance(outcome, Cancelled):
            # The same node was left and is looked at again: its search was called off meanwhile.
            self._rested.start()
        elif isinstance(outcome, PlacesFound) and outcome.is_first_look:
            self._go_on()
        self.changed.emit()

    def _on_node(self) -> None:
        self.stop()
        if self.is_wanted:
            self._rested.start()
        self.changed.emit()

    def _on_edit(self) -> None:
        """Begin anew where the stones lie otherwise; a comment changes no place."""
        if self._search.request not in self._requests() or not self.is_working:
            self._on_node()

    def _on_groups(self) -> None:
        if not self.is_working and not self._rested.isActive() and self.is_wanted:
            self._rested.start()

    def _on_wish(self) -> None:
        if not self.is_wanted:
            self.stop()
        elif not self.is_working:
            self._rested.start()
        self.changed.emit()
