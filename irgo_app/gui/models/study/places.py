"""The places of the current node, found by themselves, and why one of them or a move matters."""

from __future__ import annotations

from string import ascii_uppercase

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.draw.drawables import Drawable, Halo, Letter, Outline
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.gui.models.engine import Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.study.desk import KnownGroups, Readers
from irgo_app.gui.models.study.selection import Selection
from irgo_app.gui.models.window import Mode, Preferences, WindowLayout
from irgo_app.layers.groups import Groups
from irgo_app.meaning.places import FoundPlace
from irgo_app.meaning.reasons import Kind, Reason
from irgo_app.meaning.requests import FirstPlacesRequest, PlacesFound, PlacesRequest, WhyRequest
from irgo_app.meaning.why import Why
from irgo_app.meaning.words import part_of_place, why_of_place
from irgo_app.reader.levels import can_judge
from irgo_app.service.request import Cancelled, Failure, Outcome
from irgo_app.words import Message, message

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
        return bool(self._preferences["places_auto"]) and self._layout.mode is Mode.REVIEW \
            and not self._evaluations.is_hidden and can_judge(self._review.position)

    @property
    def is_working(self) -> bool:
        return self._search.request is not None

    def found(self) -> PlacesFound | None:
        """Return what is known of the current node's places, None if nothing is or may be."""
        asked = self._requests() if self.is_wanted else None
        if asked is None:
            return None
        first, full = asked
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
        return tuple(Letter(point, letter, is_first=number == 0)
                     for number, (point, letter) in enumerate(self.letters()))

    def at(self, point: Point) -> FoundPlace | None:
        """Return the place whose letter is on a point."""
        return next((place for _, place in self.lettered()
                     if place.mine.move == point != PASS), None)

    def stop(self) -> None:
        """Call off what is still to come; what was found stays."""
        self._rested.stop()
        self._search.stop()

    # Inside

    def _requests(self) -> tuple[FirstPlacesRequest, PlacesRequest] | None:
        """Return the two questions about the current node, None while its groups are missing."""
        groups, position = self._groups.here(), self._review.position
        if groups is None:
            return None
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
        asked = self._requests()
        if asked is not None and self._service.cached(asked[1]) is None:
            first, full = asked
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
        if self._search.request not in (self._requests() or ()):
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


class Explained(Struct, frozen=True, eq=False):
    """Two futures of a position beside each other, and why they differ.

    title -- what is explained, without a full stop
    why -- both futures and the reasons; place -- the place that it is of, None for a move
    """

    title: Message
    why: Why
    place: FoundPlace | None = None

    def points(self) -> tuple[Point, ...]:
        """Return what it is about on the board."""
        if self.place is not None:
            return self.place.points
        return tuple({point for reason in self.why.difference.reasons for point in reason.points})


class Reasons(QObject):
    """Owns what is explained; its two futures stand on two boards in the place of one.

    opened -- the first move of the place that is opened, PASS for none
    pointed -- the reason under the mouse, whose stones and points are lit
    changed -- something else is explained, is being searched, or nothing is any more
    pointed_at -- another reason; wanted -- the user wants to see what is explained
    """

    changed = Signal()
    pointed_at = Signal()
    wanted = Signal()

    def __init__(
        self, review: Review, places: KnownPlaces, selection: Selection, service: ServiceBridge,
        readers: Readers,
    ) -> None:
        super().__init__()
        self._review, self._places, self._selection = review, places, selection
        self._service, self._readers = service, readers
        self.explained: Explained | None = None
        self.pointed: Reason | None = None
        self.opened: Point = PASS
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)
        places.changed.connect(self._on_places)
        selection.changed.connect(self._on_selection)
        review.node_changed.connect(self.close)
        review.game_changed.connect(self.close)
        review.tree_changed.connect(lambda change: self._on_edit())

    @property
    def is_working(self) -> bool:
        return self._search.request is not None

    @property
    def is_there(self) -> bool:
        """Return whether anything is explained, or will be."""
        return self.explained is not None or self.is_working or self.opened != PASS

    def open_place(self, point: Point) -> None:
        """Show both futures of the place whose letter is on a point, once they are known."""
        self._selection.close()
        self._forget()
        self.opened = point
        self._on_places()
        self.wanted.emit()
        self.changed.emit()

    def ask_why(self, move: Point = PASS) -> bool:
        """Ask why a move that could be played here is good or bad; by default the last one.

        Return whether there is one to be asked about.
        """
        node, position = self._review.node, self._review.position
        if move == PASS:
            if node.move is None or node.parent is None:
                return False
            colour, move = node.move
            position = self._review.replay.position_at(node.parent).with_to_play(colour)
        self._selection.close()
        self._forget()
        request = WhyRequest(position, move, None, self._readers.game(), position.order)
        found = self._service.cached(request)
        if found is not None:
            self._explain(found)
        else:
            self._search.ask(request)
        self.wanted.emit()
        self.changed.emit()
        return True

    def point_at(self, reason: Reason | None) -> None:
        """Light what a reason is about, None for none."""
        if reason is not self.pointed:
            self.pointed = reason
            self.pointed_at.emit()

    def lit(self) -> tuple[Drawable, ...]:
        """Return what lights the reason pointed at."""
        reason = self.pointed
        if reason is None:
            return ()
        if reason.kind in (Kind.GROUP, Kind.LINK):
            return (Halo(reason.points),)
        return (Outline(reason.colour, reason.points, is_lit=True),)

    def close(self) -> None:
        """Explain nothing any more; what was found stays known."""
        if self.is_there:
            self._forget()
            self.changed.emit()

    # Inside

    def _forget(self) -> None:
        self._search.stop()
        self.explained, self.pointed, self.opened = None, None, PASS

    def _explain(self, found: Why) -> None:
        move = found.move.move
        name = message("a pass") if move == PASS else vertex(
            move, found.position.columns, found.position.rows)
        self.explained = Explained(message("Why {move}?", move=name), found)

    def _on_places(self) -> None:
        """Show the place that was opened, as soon as what is at stake there is known."""
        known, place = self._places.found(), self._places.at(self.opened)
        if known is None or place is None or known.is_first_look or (
                self.explained is not None and self.explained.place is place):
            return
        position = self._review.position
        self.explained = Explained(title_of(place, position), why_of_place(
            place, position, known.judge), place)
        self.changed.emit()

    def _on_answer(self, outcome: Outcome) -> None:
        if isinstance(outcome, Why):
            self._explain(outcome)
        elif isinstance(outcome, Failure):
            self._forget()  # It was told.
        self.changed.emit()

    def _on_selection(self) -> None:
        """Make room for the study of a group, a point or a box."""
        if self._selection.studied is not None:
            self.close()

    def _on_edit(self) -> None:
        """Close what was said of other stones."""
        found = self.explained
        if found is not None and found.place is not None \
                and found.why.position != self._review.position:
            self.close()


def title_of(place: FoundPlace, position: Position) -> Message:
    """Return what a place is called: the move there, and where that is."""
    return message("{move}, {where}", where=part_of_place(place, position), move=vertex(
        place.mine.move, position.columns, position.rows))
