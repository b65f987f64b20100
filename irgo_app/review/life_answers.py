"""What is known of the life of all groups of one position, as the answers come in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from irgo_app.draw.drawables import Drawable, Mark, MarkShape
from irgo_app.go.point import BLACK, Point
from irgo_app.go.position import Position
from irgo_app.layers.groups import Groups
from irgo_app.layers.params import stones_text
from irgo_app.lifedeath.question import Limits
from irgo_app.lifedeath.verdict import LifeStatus, Verdict
from irgo_app.review.life_request import LifeRequest
from irgo_app.review.study_request import StudyRequest, group_study, point_study
from irgo_app.review.study_verdict import joint_verdict
from irgo_app.review.what_if import LIMITS
from irgo_app.studies.study import Study

_QUICK: Final = replace(LIMITS, closed_nodes=Limits().closed_nodes)
"""What a first answer may cost: little, but a small closed region is worth patience."""


class LifeAnswers:
    """Verdicts and studies by group (counted from 0) and by point, and what follows from them.

    groups -- the result of the layer `groups` with nothing taken off; komi -- of the game
    dead -- the stones found dead so far, as the layers take them
    """

    def __init__(self, position: Position, groups: Groups, komi: float = 0.0) -> None:
        self.position, self.groups, self._komi = position, groups, komi
        self._stones = tuple(region.stones for region in groups.regions)
        self.verdicts: dict[int, Verdict] = {}
        self.studies: dict[int, Study] = {}
        self.points: dict[Point, Study] = {}
        self.dead = ""
        self._deep: set[int] = set()

    @property
    def open_groups(self) -> list[int]:
        """Return the groups without a verdict; if all have one, those whose life is not proved."""
        every = range(len(self._stones))
        return [group for group in every if group not in self.verdicts] or [
            group for group in every
            if not self.verdicts[group].exact and group not in self._deep]

    def question(self, group: int) -> LifeRequest:
        """Return what to ask about a group: first quickly; where there is a verdict, thoroughly."""
        limits = _QUICK
        if group in self.verdicts:
            limits = Limits()
            self._deep.add(group)
        return LifeRequest(self.position, self._stones[group], limits)

    def study_of_group(self, group: int) -> StudyRequest:
        """Return what to ask about moving first at a group."""
        return group_study(self.position, group + 1, self._stones[group],
                           self.verdicts.get(group), self._dead_stones(group), self._komi)

    def study_of_point(self, point: Point) -> StudyRequest:
        """Return what to ask about moving first at a vacant point."""
        return point_study(self.position, point, self._dead_stones(), self._komi)

    def verdict(self, group: int) -> Verdict | None:
        """Return all that is known of a group's life, by searches and by its study."""
        return joint_verdict(self.verdicts.get(group), self.studies.get(group))

    def add_study(self, group: int, study: Study) -> bool:
        """Note the study of a group; return whether other stones are dead now."""
        self.studies[group] = study
        return self._note_dead()

    def add_verdict(self, group: int, verdict: Verdict) -> bool:
        """Note a verdict; return whether other stones are dead now."""
        known = self.verdicts.get(group)
        self.verdicts[group] = verdict
        if known is not None and known.status is not verdict.status:
            self.studies.pop(group, None)
        return self._note_dead()

    def _note_dead(self) -> bool:
        before, self.dead = self.dead, stones_text(self.position, self._dead_stones())
        return self.dead != before

    def dead_marks(self) -> tuple[Drawable, ...]:
        """Return dots of the other colour on the dead stones."""
        return tuple(
            Mark(stone, MarkShape.WHITE_DOT if verdict.colour == BLACK else MarkShape.BLACK_DOT)
            for _, verdict in self._known() if verdict.status is LifeStatus.DEAD
            for stone in verdict.stones)

    def ranking(self) -> list[int]:
        """Return the groups that were studied, what is worth most first."""
        return sorted(self.studies, key=lambda group: (-self.studies[group].swing, group))

    def _dead_stones(self, but: int | None = None) -> tuple[Point, ...]:
        """Return the stones of the groups that die whoever moves first, one group left out."""
        return tuple(sorted(
            stone for group, verdict in self._known()
            if verdict.status is LifeStatus.DEAD and group != but for stone in verdict.stones))

    def _known(self) -> Iterator[tuple[int, Verdict]]:
        """Return every group of whose life something is known, with all that is known."""
        for group in sorted({*self.verdicts, *self.studies}):
            verdict = self.verdict(group)
            if verdict is not None:
                yield group, verdict
