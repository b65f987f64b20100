"""What moving first is worth in a place, where big points are, the next move: as requests."""

from __future__ import annotations

from dataclasses import dataclass, field

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.verdict import Verdict
from irgo_app.review.judges import Judges, Reading
from irgo_app.review.studies import places_of, studied
from irgo_app.review.what_if import Means
from irgo_app.service.request import AnswerT_co, LaneName, Request, Workbench
from irgo_app.studies.place import Place
from irgo_app.studies.playout import Step, next_step
from irgo_app.studies.study import Study
from irgo_app.words import Message, message


class _ReaderRequest(Request[AnswerT_co]):
    """A question to whoever reads, which says who works; `reading` is a field of each."""

    __slots__ = ()
    reading: Reading

    @property
    def lane(self) -> LaneName:
        """Return the lane of who reads."""
        return self.reading.lane


@dataclass(frozen=True, slots=True)
class StudyRequest(_ReaderRequest[Study]):
    """What moving first is worth in a place.

    reading -- who reads; komi -- of the game
    dead -- stones of other groups known to be dead, for the maps
    verdict -- the life of the place's group, None if it is not known
    """

    position: Position
    place: Place
    reading: Reading = field(default_factory=Reading)
    dead: tuple[Point, ...] = ()
    verdict: Verdict | None = None

    @property
    def subject(self) -> Message:
        """Return what is asked for."""
        return message("The study of a group") if self.place.stones \
            else message("The study of a place")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Study:
        """Return the study; raises CalledOffError if it was called off, or EngineError."""
        reading = self.reading
        return studied(
            self.position, self.place, bench.kept(Judges).judge(self.position, reading),
            reading.visits, verdict=self.verdict,
            means=Means(dead=self.dead, komi=reading.komi), cancel=cancel)


@dataclass(frozen=True, slots=True)
class BigPointsRequest(_ReaderRequest[tuple[Place, ...]]):
    """The places away from all groups where a first move is worth a study.

    groups -- the stones of each group
    """

    position: Position
    groups: tuple[tuple[Point, ...], ...]
    reading: Reading = field(default_factory=Reading)

    @property
    def subject(self) -> Message:
        """Return what is asked for."""
        return message("The search for big points")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> tuple[Place, ...]:
        """Return the places; none where nobody but the maps judges."""
        reading = self.reading
        return places_of(
            self.position, self.groups, bench.kept(Judges).judge(self.position, reading),
            reading.visits, cancel)[len(self.groups):]


@dataclass(frozen=True, slots=True)
class NextMoveRequest(_ReaderRequest[tuple[Step, ...]]):
    """The next move of a place that is played out.

    history -- the positions of the playout so far, the last one current
    """

    history: tuple[Position, ...]
    place: Place
    reading: Reading = field(default_factory=Reading)

    @property
    def subject(self) -> Message:
        """Return what is asked for."""
        return message("The playout")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> tuple[Step, ...]:
        """Return one step, or none where nobody gains more; raises LayerError or EngineError."""
        judge = bench.kept(Judges).judge(self.history[-1], self.reading)
        if judge is None:
            raise LayerError("A playout needs irgo's reader, which reads boards of 7 to 19 lines, "
                             "or a KataGo.")
        step = next_step(self.history, self.place, judge, self.reading.visits, cancel)
        return () if step is None else (step,)
