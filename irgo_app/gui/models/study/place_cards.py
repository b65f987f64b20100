"""The places of the current node as cards: a letter, one number and one sentence."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Halo, Outline
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.study.groups import KnownGroups
from irgo_app.gui.models.study.places import KnownPlaces
from irgo_app.gui.models.study.reasons import Explained, Reasons
from irgo_app.gui.models.study.sentences import group_words
from irgo_app.meaning.places import FoundPlace
from irgo_app.meaning.words import (
    ALIKE, name_of_colour, part_words, reason_words, told_first, why_of_place
)
from irgo_app.words import Message, counted, listed, message, numeral

UNSURE: Final = message("Many small things change here, none of them for certain.")


class PlaceCard(Struct, frozen=True):
    """A place as a row of the list.

    move -- where the side to move would begin, and where the letter is
    title -- where it is; colour -- of the side to move
    worth -- what playing there first is worth in points, None while that is not known
    behind -- what it loses against the best place, "" where that is nothing
    sentence -- what is at stake, "" while it is not known
    """

    letter: str
    move: Point
    title: str
    colour: Colour
    worth: float | None
    behind: str
    sentence: str


class PlaceCards(QObject):
    """Makes the cards and letters, and lights the place or the reason that is pointed at.

    changed -- other cards
    pointed_at -- something else is drawn on the board
    """

    changed = Signal()
    pointed_at = Signal()

    def __init__(
        self, review: Review, groups: KnownGroups, places: KnownPlaces, reasons: Reasons
    ) -> None:
        super().__init__()
        self._review, self._groups = review, groups
        self._places, self._reasons = places, reasons
        self._pointed: FoundPlace | None = None
        places.changed.connect(self._on_places)
        reasons.pointed_at.connect(self.pointed_at)

    def cards(self) -> list[PlaceCard]:
        """Return the cards of the current node, the best place first."""
        found = self._places.found()
        is_first_look = found is None or found.is_first_look
        lettered = self._places.lettered()
        return [self._card(letter, place, lettered[0][0], is_first_look=is_first_look)
                for letter, place in lettered]

    def point_at(self, move: Point | None) -> None:
        """Light a place on the board by its first move, None for none."""
        place = None if move is None else self._places.at(move)
        if place is not self._pointed:
            self._pointed = place
            self.pointed_at.emit()

    def drawables(self) -> tuple[Drawable, ...]:
        """Return the letters, and what lights the place or the reason pointed at."""
        return (*self._lit(), *self._reasons.lit(), *self._places.drawables())

    def _lit(self) -> tuple[Drawable, ...]:
        """Return what is at stake in the place pointed at, stones and points."""
        place, position = self._pointed, self._review.position
        if place is None:
            return ()
        stones = tuple(point for point in place.points if position.cells[point])
        vacant = tuple(point for point in place.points if not position.cells[point])
        return (*([Halo(stones)] if stones else []),
                *([Outline(BLACK, vacant, is_lit=True)] if vacant else []))

    def details(self, found: Explained) -> list[Message]:
        """Return what else there is to know of what is explained, each a sentence."""
        why, place = found.why, found.place
        told = [] if place is None else self._of_place(place)
        told.append(message("{count} points of the difference have no particular reason.",
                            count=numeral(abs(why.difference.rest), ".1f")))
        told.append(message("Read by {judge}, {visits} positions.", judge=why.judge,
                            visits=why.visits))
        return told

    def _of_place(self, place: FoundPlace) -> list[Message]:
        """Return further first moves, who has the next move elsewhere, and groups at stake."""
        position, told = self._review.position, list[Message]()
        for colour in (BLACK, WHITE):
            moves = [vertex(move.point, position.columns, position.rows) if move.loses < ALIKE / 2
                     else counted("{move} (loses one point)", "{move} (loses {count} points)",
                                  max(1, round(move.loses)), move=vertex(
                                      move.point, position.columns, position.rows))
                     for move in place.first_moves[colour]]
            told.append(message("{colour} first: {moves}.", colour=name_of_colour(colour),
                                moves=listed(moves)))
            after = place.initiative[colour]
            if after is not None:
                told.append(message(
                    "If {colour} plays here first, {next} has the next move elsewhere.",
                    colour=name_of_colour(colour), next=name_of_colour(after)))
        if place.is_multipurpose:
            told.append(message("The move serves several purposes."))
        groups = self._groups.here()
        near = () if groups is None else [
            group_words(region.stones, region.colour, position)
            for region in map(groups.regions.__getitem__, place.groups)]
        told += [message("At stake: {groups}.", groups=group) for group in near]
        return told

    def _card(
        self, letter: str, place: FoundPlace, best: str, *, is_first_look: bool
    ) -> PlaceCard:
        position = self._review.position
        title = str(part_words(place.points, position))
        behind = "" if is_first_look or place.behind < ALIKE else str(counted(
            "one point less than {best}", "{count} points less than {best}", round(place.behind),
            best=best))
        return PlaceCard(
            letter, place.mine.move, title[:1].upper() + title[1:], position.to_play,
            None if is_first_look else place.worth, behind,
            "" if is_first_look else str(self._sentence(place)))

    def _sentence(self, place: FoundPlace) -> Message:
        position = self._review.position
        reasons = told_first(place.difference.reasons)
        if reasons:
            return reason_words(reasons[0], why_of_place(place, position, ""))
        return UNSURE

    def _on_places(self) -> None:
        self._pointed = None
        self.changed.emit()
        self.pointed_at.emit()
