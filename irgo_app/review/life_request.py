"""The question whether a group lives if Black moves first, and if White does, as a request."""

from __future__ import annotations

from dataclasses import dataclass, field

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import LayerError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.callout import engine_verdict
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.verdict import Verdict
from irgo_app.review.judges import Judges
from irgo_app.service.request import LaneName, Request, Workbench
from irgo_app.words import Message, message


@dataclass(frozen=True, slots=True)
class LifeRequest(Request[Verdict]):
    """The life of one group, a search of seconds.

    stones -- stones of the group, at least one of each of its chains
    limits -- what an answer may cost
    engine -- an engine that speaks GTP and is asked instead of irgo, None for irgo itself
    """

    position: Position
    stones: tuple[Point, ...]
    limits: Limits = field(default_factory=Limits)
    engine: EngineProfile | None = None

    @property
    def lane(self) -> LaneName:
        """Return the lane of who answers."""
        return LaneName.SEARCHES if self.engine is None else LaneName.ENGINES

    @property
    def subject(self) -> Message:
        """Return what is asked for."""
        return message("The search for life and death")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Verdict:
        """Return the verdict; raises LayerError where there is no stone of one colour."""
        referee = None if self.engine is None else bench.kept(Judges).referee(self.engine)
        try:
            if referee is not None:
                return engine_verdict(referee, Question(self.position, self.stones), None, cancel)
            return group_verdict(self.position, self.stones, self.limits, cancel)
        except ValueError:
            names = " ".join(vertex(stone, self.position.columns, self.position.rows)
                             for stone in self.stones)
            raise LayerError(
                "There is no group of one colour at {names}; name its stones.",
                names=names) from None
