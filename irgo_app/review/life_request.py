"""The question whether a group lives if Black moves first, and if White does, as a request."""

from __future__ import annotations

from dataclasses import dataclass, field

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.lifedeath.question import Limits
from irgo_app.lifedeath.verdict import Verdict
from irgo_app.service.request import Request, Workbench
from irgo_app.words import Message, message


@dataclass(frozen=True, slots=True)
class LifeRequest(Request[Verdict]):
    """The life of one group, a search of seconds.

    stones -- stones of the group, at least one of each of its chains
    limits -- what an answer may cost
    """

    position: Position
    stones: tuple[Point, ...]
    limits: Limits = field(default_factory=Limits)

    @property
    def subject(self) -> Message:
        """Return what is asked for."""
        return message("The search for life and death")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Verdict:
        """Return the verdict; raises LayerError where there is no stone of one colour."""
        try:
            return group_verdict(self.position, self.stones, self.limits, cancel)
        except ValueError:
            names = " ".join(vertex(stone, self.position.columns, self.position.rows)
                             for stone in self.stones)
            raise LayerError(
                "There is no group of one colour at {names}; name its stones.",
                names=names) from None
