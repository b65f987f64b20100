"""The Ishida view with all that belongs to it, for who can wait: files, reports, books."""

from collections import Counter
from dataclasses import replace
from string import ascii_uppercase
from typing import Final, Protocol, TypeVar

from msgspec import Struct

from irgo_app.draw.drawables import Drawable
from irgo_app.go.point import PASS, nearest_to_middle
from irgo_app.go.position import Position
from irgo_app.judging.fate import Fate, fates_of
from irgo_app.judging.ishida_picture import LETTERS, IshidaPicture, about
from irgo_app.judging.judges import JudgeSettings
from irgo_app.judging.life_answers import QUICK
from irgo_app.judging.requests import IshidaRequest, LifeRequest
from irgo_app.meaning.places import FoundPlace
from irgo_app.meaning.requests import PlacesRequest
from irgo_app.meaning.words import name_of, name_of_colour, where_words
from irgo_app.service.plan import groups_on
from irgo_app.service.request import Request
from irgo_app.words import Message, counted, listed, message, noted

T = TypeVar("T")
ISHIDA: Final = "ishida"
"""As --layer takes it, beside the layers."""
ISHIDA_LEGEND: Final = noted("Flat: territory; fading: framework; faded stones: dead; red glow: "
                             "weak; letters: where to play")


class RequestAnswerer(Protocol):
    """Answers requests, one after the other."""

    def __call__(self, request: Request[T]) -> T:
        """Return the answer; raises IrgoError where there is none."""


LetteredPlaces = tuple[tuple[str, FoundPlace], ...]
"""Places where to play by their letters, the best first."""


class WholeView(Struct, frozen=True, eq=False):
    """The view of a position with the lives of weak groups read and the places found."""

    picture: IshidaPicture
    places: LetteredPlaces

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what a painter draws."""
        return self.picture.drawables([(place.mine.move, letter) for letter, place in self.places])


def first_look(
    position: Position, reading: JudgeSettings, answer: RequestAnswerer
) -> tuple[Drawable, ...]:
    """Return the view of a position at the first look: without letters, no life searched.

    reading -- komi and rules of the game
    """
    return answer(IshidaRequest.at_a_look(position, reading)).drawables()


def whole_view(
    position: Position, reading: JudgeSettings, answer: RequestAnswerer, *, is_over: bool = False
) -> WholeView:
    """Return the view of a position with the lives of weak groups read and the places found.

    reading -- komi and rules of the game; is_over -- whether both have passed
    """
    look = IshidaRequest.at_a_look(position, reading, is_over=is_over)
    # Short searches of the groups that look weak.
    fates = fates_of(answer(LifeRequest(position, body.stones, QUICK))
                     for body in answer(look).view.bodies if body.fate is Fate.WEAK)
    places = () if is_over else _places(position, reading, answer)
    return WholeView(answer(replace(look, fates=fates)), places)


def _places(position: Position, reading: JudgeSettings, answer: RequestAnswerer) -> LetteredPlaces:
    """Return the places that are shown; none on a board that is full."""
    if 0 not in position.cells:
        return ()
    stones = tuple(region.stones for region in groups_on(position, answer).regions)
    found = answer(PlacesRequest(position, stones, reading, position.order)).places
    return tuple((letter, place) for letter, place in zip(ascii_uppercase, found, strict=False)
                 if place.mine.move != PASS)[:LETTERS]


def ishida_words(found: WholeView) -> list[Message]:
    """Return what the view shows as sentences: areas, weak and dead stones, seki, places."""
    view = found.picture.view
    position, told = view.position, list[Message]()
    places = [where_words(area.points, position) for area in view.areas]
    names = Counter((area.colour, area.is_sure, str(where))
                    for area, where in zip(view.areas, places, strict=True))
    for area, where in zip(view.areas, places, strict=True):
        colour = name_of_colour(area.colour)
        if names[area.colour, area.is_sure, str(where)] > 1:
            nearest, *_ = nearest_to_middle(area.points, area.points, position.columns)
            where = message("{where}, round {groups}", where=where,
                            groups=position.vertex(nearest))
        told.append(counted(
            "{colour} has a territory of one point {where}.",
            "{colour} has a territory of {count} points {where}.", area.count, colour=colour,
            where=where) if area.is_sure else counted(
            "{colour} has a framework of about one point {where}.",
            "{colour} has a framework of about {count} points {where}.", about(area.count),
            colour=colour, where=where))
    for body in view.bodies:
        colour = name_of_colour(body.colour)
        stones = listed(name_of(stone, position) for stone in body.stones)
        if body.fate is Fate.WEAK:
            told.append(message("{colour} is weak at {stones}.", colour=colour, stones=stones))
        elif body.fate is Fate.DEAD:
            told.append(message("{colour} is dead at {stones}.", colour=colour, stones=stones))
        elif body.fate is Fate.SEKI:
            told.append(message("{colour} lives in seki at {stones}.", colour=colour,
                                stones=stones))
    told += [counted("{letter}: playing first at {move} is worth one point.",
                     "{letter}: playing first at {move} is worth {count} points.",
                     round(place.worth), letter=letter, move=name_of(place.mine.move, position))
             for letter, place in found.places]
    return told
