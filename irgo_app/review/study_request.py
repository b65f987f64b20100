"""The question what moving first is worth in one place, as a request."""

from __future__ import annotations

from dataclasses import dataclass

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.verdict import Verdict
from irgo_app.review.judges import own_judge
from irgo_app.review.studies import studied
from irgo_app.review.what_if import Means
from irgo_app.service.request import Request, Workbench
from irgo_app.studies.place import Place, place_of_group, place_of_point
from irgo_app.studies.study import Study
from irgo_app.words import Message, message


@dataclass(frozen=True, slots=True)
class StudyRequest(Request[Study]):
    """What moving first is worth in a place, by irgo's own reader, or by the maps.

    komi -- of the game; dead -- stones of other groups known to be dead, for the maps
    verdict -- the life of the place's group, None if it is not known
    visits -- how far each first move is searched, 0 as far as a quick answer allows
    """

    position: Position
    place: Place
    komi: float = 0.0
    dead: tuple[Point, ...] = ()
    verdict: Verdict | None = None
    visits: int = 0

    @property
    def subject(self) -> Message:
        """Return what is asked for."""
        return message("The study of a group") if self.place.stones \
            else message("The study of a place")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Study:
        """Return the study; raises CalledOffError if it was called off."""
        return studied(
            self.position, self.place, own_judge(self.position, self.komi), self.visits,
            verdict=self.verdict, means=Means(dead=self.dead, komi=self.komi),
            cancel=cancel)


def group_study(
    position: Position, group: int, stones: tuple[Point, ...], verdict: Verdict | None = None,
    dead: tuple[Point, ...] = (), komi: float = 0.0,
) -> StudyRequest:
    """Return the question about a group, numbered from 1, whose verdict may be known."""
    return StudyRequest(position, place_of_group(position, stones, group), komi, dead, verdict)


def point_study(
    position: Position, point: Point, dead: tuple[Point, ...] = (), komi: float = 0.0
) -> StudyRequest:
    """Return the question about a vacant point; raises UsageError if it is occupied."""
    return StudyRequest(position, place_of_point(position, point), komi, dead)
