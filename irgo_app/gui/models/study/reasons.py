"""What is explained: a place or a move, both its futures, and the reason that is pointed at."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Halo, Outline
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.study.places import KnownPlaces
from irgo_app.gui.models.study.readers import Readers
from irgo_app.gui.models.study.selection import Selection
from irgo_app.meaning.places import FoundPlace
from irgo_app.meaning.reasons import Kind, Reason
from irgo_app.meaning.requests import WhyRequest
from irgo_app.meaning.why import Why
from irgo_app.meaning.words import part_of_place, why_of_place
from irgo_app.service.request import Failure, Outcome
from irgo_app.words import Message, message


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
        self._opened: Point = PASS
        """The first move of the place that was opened, PASS for none."""
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)
        places.changed.connect(self._on_places)
        selection.changed.connect(self._on_selection)
        review.node_changed.connect(self.close)
        review.game_changed.connect(self.close)
        review.tree_changed.connect(lambda change: self._on_edit())

    @property
    def is_working(self) -> bool:
        """Return whether a move that is asked about is being searched."""
        return self._search.request is not None

    @property
    def is_there(self) -> bool:
        """Return whether anything is explained, or will be."""
        return self.explained is not None or self.is_working or self._opened != PASS

    @property
    def opened(self) -> Point:
        """Return the first move of the place that is opened, PASS for none."""
        return self._opened

    def open_place(self, point: Point) -> None:
        """Show both futures of the place whose letter is on a point, once they are known."""
        self._selection.close()
        self._forget()
        self._opened = point
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
        self.explained, self.pointed, self._opened = None, None, PASS

    def _explain(self, found: Why) -> None:
        move = found.move.move
        name = message("a pass") if move == PASS else vertex(
            move, found.position.columns, found.position.rows)
        self.explained = Explained(message("Why {move}?", move=name), found)

    def _on_places(self) -> None:
        """Show the place that was opened, as soon as what is at stake there is known."""
        known, place = self._places.found(), self._places.at(self._opened)
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
