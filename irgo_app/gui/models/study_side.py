"""One side of a study: what becomes of a place if one colour plays first, step by step."""

from __future__ import annotations

from enum import Enum

import numpy as np

from irgo_app.draw.drawables import Drawable, Halo, Mark, MarkShape, Tint, TintStyle
from irgo_app.go.point import BLACK, Colour
from irgo_app.gui.models.line import Line
from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.shown import Shown
from irgo_app.judging.study import Play, Study
from irgo_app.layers.results import Field, Result
from irgo_app.service.request import LayerRequest, Urgency

ESTIMATE = "estimate"
_MAPS = ("influence.shadow", "territory")


class Shows(Enum):
    """What lies over twin boards: who would own what, irgo's maps, or what differs."""

    OWNERS = "owners"
    MAPS = "maps"
    DIFFERENCE = "difference"


class StudySide:
    """The line of one side, how far it is played, and what the maps say there.

    wanted -- the maps that are shown, or will be when they are there
    """

    def __init__(
        self, colour: Colour, study: Study, line: Line, shown: Shown, service: ServiceBridge,
        preferences: Preferences,
    ) -> None:
        self.colour, self.study, self.line = colour, study, line
        self._layers, self._service, self._preferences = shown, service, preferences
        self.step = len(line.moves)
        self.wanted: set[LayerRequest] = set()

    @property
    def play(self) -> Play:
        """Return what the study says of this side."""
        return self.study.if_first(self.colour)

    @property
    def is_at_end(self) -> bool:
        """Return whether the whole line is on the board."""
        return self.step == len(self.line.moves)

    def go(self, step: int) -> None:
        """Put so many moves on the board."""
        self.step = min(max(step, 0), len(self.line.moves))

    def owners(self) -> Field | None:
        """Return who would own what when the line is played, None while it is not known.

        The judge's own word where it has one, since the swing is counted by that.
        """
        said = self.play.ownership
        if said is not None:
            position = self.play.position
            return Field(np.array(said).reshape(position.rows, position.columns), "points")
        found = self._result(self._request(ESTIMATE, len(self.line.moves)))
        return found if isinstance(found, Field) else None

    def drawables(self, shows: Shows, change: tuple[Drawable, ...] | None) -> tuple[Drawable, ...]:
        """Return what lies over the board now; `change` is what differs at the ends."""
        self.wanted.clear()
        found: list[Drawable] = []
        if shows is Shows.DIFFERENCE and self.is_at_end:
            found += change or ()
        elif shows is Shows.MAPS:
            for name in _MAPS:
                found += self._layer(name)
        else:
            owners = self.owners() if self.is_at_end else None
            found += self._layer(ESTIMATE) if owners is None else [
                Tint(owners.values, TintStyle(str(self._preferences["tint_style"])))]
        position = self.line.positions[self.step]
        if self.is_at_end:
            found += [Mark(stone, MarkShape.WHITE_DOT if position.colour_at(stone) == BLACK
                           else MarkShape.BLACK_DOT) for stone in self.play.dead]
        left = tuple(stone for stone in self.study.stones if position.cells[stone])
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
        position = self.play.counted_position if is_end else self.line.positions[step]
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
