"""What the window asks of life and death: the groups of the current node, and studies of them.

Searches take seconds, so they are asked for, never run ahead for other nodes; going to another node
calls them off. Groups are those of the plain reading: what the answers take off the maps does not
change the questions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.draw.drawables import Drawable
from irgo_app.go.point import Point
from irgo_app.gui.models.dead_stones import DeadStones
from irgo_app.gui.models.inquiry import Inquiry
from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.lifedeath.verdict import Verdict
from irgo_app.review.life_answers import LifeAnswers
from irgo_app.service.request import AnyRequest, Outcome
from irgo_app.sgf.game_info import game_info
from irgo_app.studies.study import Study

if TYPE_CHECKING:
    from irgo_app.service.jobs import Job
    from irgo_app.sgf.game_tree import Node

_SETTLED_MS: Final = 400
"""How long a node is looked at before searches start by themselves."""


class LifeDesk(QObject):
    """Asks, remembers and cancels; the answers belong to the current node.

    changed -- an answer, progress, or another node
    study_shown -- the user wants to see a study, there or to come: that of `subject`
    """

    changed = Signal()
    study_shown = Signal()

    def __init__(
        self, review: Review, inquiry: Inquiry, dead: DeadStones, service: ServiceBridge,
        preferences: Preferences
    ) -> None:
        super().__init__()
        self._review, self._inquiry, self._dead = review, inquiry, dead
        self._service, self._preferences = service, preferences
        self._known: dict[int, LifeAnswers] = {}
        self._jobs: dict[AnyRequest, tuple[Job, int | Point, bool]] = {}
        self._done = self._total = 0
        self._wanted: list[int] = []
        self._waits = ""
        self.subject: tuple[Node, int, bool] | None = None
        """The node, and the group or (True) the point of it, whose study is looked at."""
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self.ask_groups)
        service.searched.connect(self._on_searched)
        review.node_changed.connect(self._on_node)
        review.tree_changed.connect(lambda change: self._on_node())
        review.game_changed.connect(self._on_game)
        inquiry.changed.connect(self._on_groups)

    # Answers

    def verdict(self, group: int) -> Verdict | None:
        """Return what is known of a group of the current node."""
        answers = self._answers()
        return answers.verdict(group) if answers else None

    def study(self, target: int | Point, *, is_point: bool = False) -> Study | None:
        """Return the study of a group of the current node, or of a point, if there is one."""
        answers = self._answers()
        if answers is None:
            return None
        return (answers.points if is_point else answers.studies).get(target)

    def ranking(self) -> list[int]:
        """Return the groups of the current node that were studied, what is worth most first."""
        answers = self._answers()
        return answers.ranking() if answers else []

    def dead_marks(self) -> tuple[Drawable, ...]:
        """Return dots of the other colour on the stones that are off the maps."""
        answers = self._answers()
        is_wanted = bool(self._preferences["life_dead_off"])
        return answers.dead_marks() if answers and is_wanted else ()

    @property
    def progress(self) -> tuple[int, int]:
        """Return how many answers are there and how many were asked for; (0, 0) at rest."""
        if not self.is_working:
            return 0, 0
        return self._done, self._total + len(self._wanted)

    @property
    def is_working(self) -> bool:
        """Return whether answers are still to come."""
        return bool(self._jobs or self._waits)

    # Questions

    def ask_groups(self) -> None:
        """Ask for the life of every group of the current node; where all are known, thoroughly."""
        self._ask("groups")

    def ask_ranking(self) -> None:
        """Ask what moving first is worth at every group."""
        self._ask("ranking")

    def show_study(self, target: int | Point, *, is_point: bool = False) -> None:
        """Show the study of a group, or of a vacant point; ask for it if it is not there."""
        self.subject = self._review.node, target, is_point
        if is_point:
            self._ask_point(target)
        else:
            self._ask_study(target)
        self.study_shown.emit()
        self.changed.emit()

    def shown_study(self) -> Study | None:
        """Return the study looked at, if it is there and its node is the current one."""
        if self.subject is None or self.subject[0] is not self._review.node:
            return None
        _, target, is_point = self.subject
        return self.study(target, is_point=is_point)

    def _ask_study(self, group: int) -> None:
        """Ask what moving first is worth at one group."""
        answers = self._answers_to_fill()
        if answers is None or group in self._wanted or group in answers.studies:
            return
        self._wanted.append(group)
        self._ask_studies(answers)

    def _ask_point(self, point: Point) -> None:
        """Ask what moving first is worth at a vacant point."""
        answers = self._answers_to_fill()
        if answers is not None and point not in answers.points:
            self._send(answers.study_of_point(point), point, True)

    def stop(self) -> None:
        """Call everything off that is still to come; what was found stays."""
        jobs, self._jobs = self._jobs, {}
        self._wanted, self._waits = [], ""
        self._done = self._total = 0
        for job, _, _ in jobs.values():
            self._service.cancel(job)
        self.changed.emit()

    # Inside

    def _answers(self) -> LifeAnswers | None:
        """Return what is known of the current node, None if nothing was asked yet."""
        known = self._known.get(self._review.node.id)
        return known if known is not None and known.position == self._review.position else None

    def _answers_to_fill(self) -> LifeAnswers | None:
        """Return the same, begun if need be; None while the groups are missing."""
        review, known = self._review, self._answers()
        groups = self._inquiry.groups()
        if known is None and groups is not None:
            known = self._known[review.node.id] = LifeAnswers(
                review.position, groups, game_info(review.node.tree).komi_points or 0.0)
        return known

    def _ask(self, what: str) -> None:
        answers = self._answers_to_fill()
        if answers is None:
            self._waits = what
            return
        self._waits = ""
        every = range(len(answers.groups.regions))
        if what == "ranking":
            self._wanted = [group for group in every if group not in answers.studies]
        else:
            for group in answers.open_groups:
                self._send(answers.question(group), group, False)
        self._ask_studies(answers)
        self.changed.emit()

    def _ask_studies(self, answers: LifeAnswers) -> None:
        """Ask for the studies that are wanted."""
        wanted, self._wanted = self._wanted, []
        for group in wanted:
            self._send(answers.study_of_group(group), group, False)

    def _send(self, request: AnyRequest, target: int | Point, is_point: bool) -> None:
        if request in self._jobs:
            return
        # The first of a new round: progress counts from here.
        if not self._jobs:
            self._done = self._total = 0
        self._total += 1
        self._jobs[request] = self._service.search(request), target, is_point

    def _on_searched(self, request: AnyRequest, outcome: Outcome) -> None:
        entry = self._jobs.pop(request, None)
        answers = self._answers()
        if entry is None or answers is None:
            return
        # A change of node calls all jobs off, so that what still comes belongs to this one.
        _, target, is_point = entry
        self._done += 1
        if isinstance(outcome, Verdict):
            if answers.add_verdict(target, outcome):
                self._dead.note(self._review.node, answers.dead)
        elif isinstance(outcome, Study):
            if is_point:
                answers.points[target] = outcome
            elif answers.add_study(target, outcome):
                self._dead.note(self._review.node, answers.dead)
        self._ask_studies(answers)
        self.changed.emit()

    def _on_game(self) -> None:
        self._known.clear()
        self.subject = None

    def _on_node(self) -> None:
        if self._jobs or self._waits:
            self.stop()
        # Not at once: who steps through a game wants no search of every node on the way.
        if self._preferences["life_auto"]:
            self._settled.start()
        if self._known:
            self.changed.emit()

    def _on_groups(self) -> None:
        """Ask what had to wait for the groups."""
        if self._waits and self._inquiry.groups() is not None:
            self._ask(self._waits)
