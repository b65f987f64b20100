"""One of two boards: a line, what stands where it ends, and what is laid over it."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.draw.drawables import Drawable, Halo, Label, Mark, MarkShape
from irgo_app.go.coordinates import vertex
from irgo_app.go.counting import without_dead
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.gui.models.board import Line, PlayedLine
from irgo_app.gui.models.layers.shown import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.reasons import Explained
from irgo_app.gui.models.study.sentences import (
    first_words, lead_words, move_words, outcome_words, territory_words, with_reply
)
from irgo_app.gui.models.window import Preferences
from irgo_app.judging.ishida_picture import changed_tones, plain_tones
from irgo_app.judging.study import Study
from irgo_app.layers.results import Field, Result, compare, comparison_drawables
from irgo_app.meaning.future import Future
from irgo_app.service.request import LayerRequest, Urgency
from irgo_app.words import translated

ESTIMATE: Final = "estimate"
_MAPS: Final = ("influence.shadow", "territory")


class Shows(Enum):
    """What lies over twin boards: who would own what, irgo's maps, or what differs."""

    OWNERS = "owners"
    MAPS = "maps"
    DIFFERENCE = "difference"


class Caption(Struct, frozen=True):
    """What stands under a board: what it shows, what comes of it, and the maps' count beside.

    shorter -- what stands there in place of the title where that has no room, the longest first
    """

    title: str
    outcome: str = ""
    beside: str = ""
    shorter: tuple[str, ...] = ()


class Ending(Struct, frozen=True, eq=False):
    """What a line comes to.

    colour -- who moves first; caption -- what stands under the board
    position -- where the line ends; counted -- the same without the stones that are dead there
    ownership -- of every point as the judge expects it, None if the judge does not tell
    dead -- stones of the group that count as taken; stones -- of the group that is asked about
    """

    colour: Colour
    caption: Caption
    position: Position
    counted: Position
    ownership: tuple[float, ...] | None
    dead: tuple[Point, ...] = ()
    stones: tuple[Point, ...] = ()


class StudySide(PlayedLine):
    """The line of one side, how far it is played, and what the maps say there.

    wanted -- the maps that are shown, or will be when they are there
    """

    def __init__(
        self, ending: Ending, line: Line, shown: Shown, service: ServiceBridge,
        preferences: Preferences,
    ) -> None:
        super().__init__(line)
        self.ending = ending
        self._layers, self._service, self._preferences = shown, service, preferences
        self.wanted: set[LayerRequest] = set()
        self._said: Field | None = None

    @property
    def colour(self) -> Colour:
        """Return who moves first."""
        return self.ending.colour

    def owners(self) -> Field | None:
        """Return who would own what when the line is played, None while it is not known.

        The judge's own word where it has one, since the swing is counted by that.
        """
        said = self.ending.ownership
        if said is not None and self._said is None:
            position = self.ending.position
            self._said = Field(np.array(said).reshape(position.rows, position.columns), "points")
        if self._said is not None:
            return self._said
        found = self._result(self._request(ESTIMATE, len(self.line.moves)))
        return found if isinstance(found, Field) else None

    def drawables(self, shows: Shows, other: StudySide | None) -> tuple[Drawable, ...]:
        """Return what lies over the board now; other -- whose end it is held against, if any."""
        self.wanted.clear()
        found: list[Drawable] = []
        if shows is Shows.DIFFERENCE and self.is_at_end:
            owners, others = self.owners(), None if other is None else other.owners()
            if owners is not None and others is not None:
                found += difference(owners, others)
        elif shows is Shows.MAPS:
            for name in _MAPS:
                found += self._layer(name)
        else:
            owners = self.owners() if self.is_at_end else None
            found += self._layer(ESTIMATE) if owners is None else plain_tones(owners.values)
        position = self.line.positions[self.step]
        if self.is_at_end:
            found += [Mark(stone, MarkShape.WHITE_DOT if position.colour_at(stone) == BLACK
                           else MarkShape.BLACK_DOT) for stone in self.ending.dead]
        left = tuple(stone for stone in self.ending.stones if position.cells[stone])
        if left:
            found.append(Halo(left))
        return tuple(found)

    def _layer(self, name: str) -> tuple[Drawable, ...]:
        shown = self._layers.named(name)
        result = self._result(self._request(name, self.step))
        if shown is None or result is None:
            return ()
        return shown.layer.drawables(result, style=str(self._preferences["tint_style"]))

    def _request(self, name: str, step: int) -> LayerRequest:
        """Return what to ask for after so many moves; at the end without the dead stones."""
        is_end = step == len(self.line.moves)
        position = self.ending.counted if is_end else self.line.positions[step]
        shown = self._layers.named(name)
        assert shown is not None, "the table of layers has the maps of a study"
        return self._layers.request_on(shown, position)

    def _result(self, request: LayerRequest) -> Result | None:
        """Return a map if it is there; else ask for it."""
        self.wanted.add(request)
        found = self._service.cached(request)
        if found is None:
            self._service.want([request], Urgency.VISIBLE)
        return found


@lru_cache(maxsize=8)
def difference(own: Field, other: Field) -> tuple[Drawable, ...]:
    """Return what a board becomes, what another becomes as well paled, and what the rest is worth.
    """
    totals = (found for found in comparison_drawables(compare(own, other))
              if isinstance(found, Label))
    return (*changed_tones(own.values, other.values), *totals)


def sides_of(shown: Study | Explained, position: Position) -> tuple[tuple[Line, Ending], ...]:
    """Return both lines of a study of a position, or of what is explained, and their ends."""
    return _of_study(shown, position) if isinstance(shown, Study) else _of_explained(shown)


def _of_study(study: Study, position: Position) -> tuple[tuple[Line, Ending], ...]:
    """Return the line of Black's first move in a place, and that of White's."""
    found = []
    for colour in (BLACK, WHITE):
        play = study.if_first(colour)
        moves = move_words(play, position)
        alone = move_words(replace(play, line=()), position)
        caption = Caption(
            f"{first_words(colour)}: {moves}", outcome_words(study, colour),
            territory_words(play), (f"{first_words(colour)}: {alone}", moves, alone))
        line = Line(first_words(colour), position, with_reply(play))
        end, counted = play.position, play.counted_position
        if play.elsewhere is not None:
            end = line.positions[-1]
            counted = without_dead(end, play.dead)
        found.append((line, Ending(
            colour, caption, end, counted, play.ownership, play.dead, study.stones)))
    return tuple(found)


def _of_explained(found: Explained) -> tuple[tuple[Line, Ending], ...]:
    """Return both futures: Black's first in a place, the move asked about before the other one."""
    why = found.why
    ahead = (why.move, why.instead) if found.place is None else (
        found.place.if_first(BLACK), found.place.if_first(WHITE))
    return tuple((Line(_first_of(future, why.position), why.position, future.moves), Ending(
        future.moves[0][0], Caption(_first_of(future, why.position), lead_words(future.lead)),
        future.end, future.end, future.ownership)) for future in ahead)


def _first_of(future: Future, position: Position) -> str:
    """Return who begins a future, and where."""
    name = translated("Pass") if future.move == PASS else vertex(
        future.move, position.columns, position.rows)
    return f"{first_words(future.moves[0][0])}: {name}"
