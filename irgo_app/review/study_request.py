"""The question what moving first is worth in one place, as a request."""

from __future__ import annotations

from dataclasses import dataclass

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.verdict import Verdict
from irgo_app.review.what_if import Means, what_if_at, what_if_group
from irgo_app.service.request import Request, Workbench
from irgo_app.studies.study import Study
from irgo_app.words import Message, message


@dataclass(frozen=True, slots=True)
class GroupStudyRequest(Request[Study]):
    """What moving first is worth at a group whose verdict is known.

    group -- its number from 1; dead -- stones of others known to be dead
    """

    position: Position
    group: int
    verdict: Verdict
    dead: tuple[Point, ...] = ()

    @property
    def subject(self) -> Message:
        """Return what is asked for."""
        return message("The study of a group")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Study:
        """Return the study; raises LayerError if it was called off."""
        return _finished(what_if_group(
            self.position, self.verdict.stones, self.group, self.verdict, Means(dead=self.dead),
            cancel))


@dataclass(frozen=True, slots=True)
class PointStudyRequest(Request[Study]):
    """What moving first is worth at a vacant point.

    dead -- stones known to be dead
    """

    position: Position
    point: Point
    dead: tuple[Point, ...] = ()

    @property
    def subject(self) -> Message:
        """Return what is asked for."""
        return message("The study of a point")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Study:
        """Return the study; raises UsageError for an occupied point, LayerError if called off."""
        return _finished(what_if_at(self.position, self.point, Means(dead=self.dead), cancel))


def _finished(study: Study | None) -> Study:
    if study is None:
        raise LayerError("The study was called off.")
    return study
