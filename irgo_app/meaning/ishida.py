"""The Ishida view with all that belongs to it, for who can wait: files, reports, books."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase
from typing import Final, Protocol, TypeVar

from irgo_app.draw.drawables import Drawable
from irgo_app.go.point import PASS
from irgo_app.go.position import Position
from irgo_app.judging.ishida import Fate, fates_of
from irgo_app.judging.ishida_picture import Letters
from irgo_app.judging.judges import Reading
from irgo_app.judging.life_answers import QUICK
from irgo_app.judging.requests import IshidaRequest, LifeRequest
from irgo_app.layers.groups import NAME as GROUPS
from irgo_app.layers.groups import Groups
from irgo_app.meaning.requests import PlacesRequest
from irgo_app.reader.levels import can_judge
from irgo_app.service.request import LayerRequest, Request
from irgo_app.words import noted

T = TypeVar("T")
NAME: Final = "ishida"
"""As --layer takes it, beside the layers."""
LEGEND: Final = noted("Flat: territory; fading: framework; faded stones: dead; glow: weak; "
                      "letters: where to play")


class Answers(Protocol):
    """Answers requests, one after the other."""

    def __call__(self, request: Request[T]) -> T:
        """Return the answer; raises IrgoError where there is none."""


def first_look(position: Position, reading: Reading, answer: Answers) -> tuple[Drawable, ...]:
    """Return the view of a position at the first look: without letters, no life searched.

    reading -- komi and rules of the game
    """
    return answer(IshidaRequest.at_a_look(position, reading)).drawables()


def whole_view(
    position: Position, reading: Reading, answer: Answers, *, is_over: bool = False
) -> tuple[Drawable, ...]:
    """Return the view of a position with the lives of weak groups read and the places found.

    reading -- komi and rules of the game; is_over -- whether both have passed
    """
    look = IshidaRequest.at_a_look(position, reading, is_over=is_over)
    # Short searches of the groups that look weak.
    fates = fates_of(answer(LifeRequest(position, body.stones, QUICK))
                     for body in answer(look).view.bodies if body.fate is Fate.WEAK)
    letters = () if is_over else _letters(position, reading, answer)
    return answer(replace(look, fates=fates)).drawables(letters)


def _letters(position: Position, reading: Reading, answer: Answers) -> Letters:
    """Return the letters of the places; none where nobody but the maps judges."""
    if not can_judge(position) or 0 not in position.cells:
        return ()
    groups = answer(LayerRequest.of(position, GROUPS))
    assert isinstance(groups, Groups)
    stones = tuple(region.stones for region in groups.regions)
    found = answer(PlacesRequest(position, stones, reading, position.order)).places
    return tuple((place.mine.move, letter) for letter, place in zip(
        ascii_uppercase, found, strict=False) if place.mine.move != PASS)
