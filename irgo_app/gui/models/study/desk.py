"""What the window asks of the groups and places of the current node, and who reads the answers.

Searches take seconds, so they are asked for, never run ahead for other nodes; going to another node
calls them off. Groups are those of the plain reading: what the answers take off the maps does not
change the questions. What was found stays with its node. A position that is looked at for a moment,
in Review, is asked about by itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable
from irgo_app.engines.katago_json import KIND
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import EngineError
from irgo_app.go.point import BLACK, Colour, Point
from irgo_app.go.position import Position
from irgo_app.gui.models.background import Background
from irgo_app.gui.models.board import Line, ShownLine
from irgo_app.gui.models.engine import EngineDesk
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.layers import DeadStones, LayerState
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.window import Preferences
from irgo_app.judging.judges import JudgeSettings, tells_points
from irgo_app.judging.life_answers import (ITSELF, LifeAnswers, PlaceOpinion, save_studies,
                                           saved_studies)
from irgo_app.judging.requests import NextMoveRequest
from irgo_app.judging.study import LONGEST, Place, PlayoutStep, Study
from irgo_app.layers.groups import Groups
from irgo_app.lifedeath.verdict import Verdict
from irgo_app.review.group_names import GroupNames
from irgo_app.service.lane import Job
from irgo_app.service.request import AnyRequest, Failure, Outcome
from irgo_app.sgf.game_tree import Node
from irgo_app.words import translated


class KnownGroups(QObject):
    """The groups of the plain reading: what a search found dead is still a group.

    changed -- groups or names of the current node that were missing, or may be others now; that
    another node has its own groups is not told
    """

    changed = Signal()

    def __init__(self, review: Review, shown: LayerState, service: ServiceBridge) -> None:
        super().__init__()
        self._review, self._shown, self._service = review, shown, service
        self._names = GroupNames(self.of)
        self._lacks_names = False
        shown.changed.connect(self.changed)
        review.tree_changed.connect(lambda change: self.changed.emit())
        review.game_changed.connect(self._on_game)
        service.ready.connect(self._on_ready)

    def of(self, node: Node) -> Groups | None:
        """Return the groups of a node, None while they are missing."""
        found = self._service.cached(self._shown.plain_request_for(self._shown.of_groups, node))
        return found if isinstance(found, Groups) else None

    def here(self) -> Groups | None:
        """Return the groups of the current node, None while they are missing."""
        return self.of(self._review.node)

    def names(self) -> tuple[str, ...] | None:
        """Return the names of the groups here in their order, None while something is missing."""
        found = self._names.names(self._review.node)
        self._lacks_names = found is None
        return found

    def _on_game(self) -> None:
        self._names = GroupNames(self.of)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        request = self._shown.plain_request_for(self._shown.of_groups, self._review.node)
        # Names hang on the groups of every node on the way.
        if request in ready or (self._lacks_names and self.names() is not None):
            self.changed.emit()


class StudyJudges(QObject):
    """Knows which readers there are, and which one the user chose for studies.

    changed -- another reader was chosen, or there are other engines
    """

    changed = Signal()

    def __init__(self, review: Review, desk: EngineDesk, preferences: Preferences) -> None:
        super().__init__()
        self._review, self._desk, self._preferences = review, desk, preferences
        self._engines: list[EngineProfile] | None = None
        self._reading: tuple[int, JudgeSettings] | None = None
        desk.engines_changed.connect(self._on_engines)

    def engines(self) -> list[EngineProfile]:
        """Return the engines that can read, each once: finding them looks through folders.

        Of a KataGo that is there for GTP and for analysis the first stands for both.
        """
        if self._engines is not None:
            return self._engines
        found, programs = list[EngineProfile](), set[str]()
        for profile in self._desk.profiles():
            try:
                words = profile.words
            except EngineError:
                # It cannot be started; who chooses it elsewhere is told why.
                continue
            if profile.kind == KIND and words and words[0] in programs:
                continue
            if profile.kind != KIND:
                programs.update(words[:1])
            found.append(profile)
        self._engines = found
        return found

    @property
    def chosen(self) -> str:
        """Return the name of the reader chosen, ITSELF for irgo."""
        return str(self._preferences["study_reader"])

    def choose(self, name: str) -> None:
        if name != self.chosen:
            self._preferences.set("study_reader", name)
            self.changed.emit()

    def engine(self, name: str | None = None) -> EngineProfile | None:
        """Return the engine of a name (by default the one chosen), None for irgo.

        An engine that is there no longer leaves reading to irgo.
        """
        wanted = self.chosen if name is None else name
        if wanted == ITSELF:
            return None
        return next((profile for profile in self.engines() if profile.name == wanted), None)

    def name_now(self) -> str:
        """Return the name of who would read now: the engine's, or ITSELF."""
        engine = self.engine()
        return ITSELF if engine is None else engine.name

    def game(self) -> JudgeSettings:
        """Return komi and rules of the game, as whoever reads is told them."""
        edition = self._review.info_edition
        if self._reading is None or self._reading[0] != edition:
            self._reading = edition, JudgeSettings.of_game(
                self._review.game, node=self._review.node)
        return self._reading[1]

    def _on_engines(self) -> None:
        self._engines = None
        self.changed.emit()


def reader_words(name: str) -> str:
    """Return how a reader is called: irgo, or the engine's name."""
    return "irgo" if name == ITSELF else name


class LocalPlayout(QObject):
    """Asks for one move after the other; the shown line grows by each.

    leads -- Black's lead after each move, komi counted
    changed -- it began, went on or ended
    """

    changed = Signal()

    def __init__(
        self, review: Review, line: ShownLine, readers: StudyJudges, service: ServiceBridge
    ) -> None:
        super().__init__()
        self._review, self._line = review, line
        self._readers = readers
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)
        self._own: Line | None = None
        self._asked: NextMoveRequest | None = None
        self.leads: list[float] = []
        line.changed.connect(self._on_line)

    @property
    def is_running(self) -> bool:
        return self._search.request is not None

    @property
    def is_shown(self) -> bool:
        """Return whether the line on the board is this playout."""
        return self._own is not None and self._line.line is self._own

    def start(self, place: Place, name: str, first: Colour) -> None:
        """Play a place out from the current node, one colour first; `name` says which place."""
        self.stop()
        engine, game = self._readers.engine(), self._readers.game()
        asked = NextMoveRequest((self._review.position.with_to_play(first),), place,
                                JudgeSettings(engine, game.komi, game.rules))
        self.leads = []
        title = translated("{0} played out, Black first, read by {1}") \
            if first == BLACK else translated("{0} played out, White first, read by {1}")
        self._line.show(title.format(name, reader_words(engine.name if engine else "")), ())
        self._own = self._line.line
        self._ask(asked)

    def stop(self) -> None:
        """Look for no more moves; those that were played stay on the board."""
        if self.is_running:
            self._search.stop()
            self.changed.emit()

    def _ask(self, request: NextMoveRequest) -> None:
        self._asked = request
        self._search.ask(request)
        self.changed.emit()

    def _on_answer(self, outcome: Outcome) -> None:
        steps, asked = outcome if isinstance(outcome, tuple) else (), self._asked
        assert asked is not None
        for step in steps:
            assert isinstance(step, PlayoutStep)
            asked = replace(asked, history=(*asked.history, step.position))
            self.leads.append(step.lead)
            self._line.grow(step.move)
        if steps and self.is_shown and len(asked.history) <= LONGEST:
            self._ask(asked)
        self.changed.emit()

    def _on_line(self) -> None:
        if self._own is not None and not self.is_shown:
            self._own = None
            self.stop()
            self.changed.emit()


T = TypeVar("T")


class StudyRunner(QObject):
    """Asks, remembers and cancels; the answers belong to the current node.

    known -- the answers by the ids of their nodes
    is_by_itself -- whether the user did not ask for what was asked last

    changed -- an answer, progress, or another node
    asked -- the user is about to ask something: what runs by itself makes way
    """

    changed = Signal()
    asked = Signal()

    def __init__(
        self, review: Review, groups: KnownGroups, dead: DeadStones, service: ServiceBridge,
        readers: StudyJudges, preferences: Preferences,
        owners_at: Callable[[Node], Sequence[float]],
    ) -> None:
        """Know nothing yet; owners_at -- whose each point of a node is by the search of the whole
        board, empty where nobody has read it.
        """
        super().__init__()
        self._review, self._groups, self._dead = review, groups, dead
        self._service, self._readers = service, readers
        self._preferences, self._owners_at = preferences, owners_at
        self.known: dict[int, LifeAnswers] = {}
        self._jobs: dict[AnyRequest, tuple[Job, str, Place | None]] = {}
        self._done = self._total = 0
        self._waits = ""
        self.is_by_itself = False
        service.searched.connect(self._on_searched)
        review.node_changed.connect(self._on_node)
        review.tree_changed.connect(lambda change: self._on_edit())
        review.game_changed.connect(self._on_game)
        groups.changed.connect(self._on_groups)
        readers.changed.connect(self._on_node)

    # Answers

    def answers(self) -> LifeAnswers | None:
        """Return what is known of the current node, None while its groups are missing."""
        review = self._review
        known, groups = self.known.get(review.node.id), self._groups.here()
        if known is not None and known.position == review.position:
            return known
        if groups is None:
            return None
        # Where nothing was asked the places of the groups are found anew: they take 20 kB a node.
        self.known = {node: kept for node, kept in self.known.items() if not kept.is_empty}
        found = self.known[review.node.id] = LifeAnswers(
            review.position, groups, self._readers.game())
        for reader, study in saved_studies(review.node, review.position):
            found.add_study(study, reader)
        found.expect(self._owners_at(review.node))
        if found.dead:
            self._dead.note(review.node, found.dead)
        return found

    def follow_board(self) -> None:
        """Take over what the search of the whole board says, where it says something new."""
        node = self._review.node
        known = answers_at(self, node, self._review.position)
        if known is None or known.is_empty:
            return
        owners = self._owners_at(node)
        if owners is not known.ownership:
            if known.expect(owners):
                self._dead.note(node, known.dead)
            self.changed.emit()

    def group_at(self, point: Point) -> Place | None:
        """Return the group of the current node that has a stone on a point."""
        answers = self.answers()
        return next((place for place in answers.places if point in place.stones), None) \
            if answers else None

    def of_group(self, group: Place, values: Sequence[T]) -> T | None:
        """Return what a group has of a list in the order of all groups here, None for no group."""
        answers = self.answers()
        return next((value for place, value in zip(answers.places, values, strict=False)
                     if place == group), None) if answers and group.stones else None

    def verdict(self, group: Place) -> Verdict | None:
        answers = self.answers()
        return answers.verdict(group) if answers else None

    def study(self, place: Place, reader: str | None = None) -> Study | None:
        """Return the study of a place of the current node, if there is one.

        reader -- whose, None for who reads now
        """
        answers = self.answers()
        return answers.study(
            place, self._readers.name_now() if reader is None else reader) if answers else None

    def ranking(self) -> tuple[Study, ...]:
        """Return the studies of the current node by who reads now, what is worth most first."""
        answers = self.answers()
        return answers.ranking(self._readers.name_now()) if answers else ()

    def opinions(self, place: Place) -> list[PlaceOpinion]:
        """Return what every reader that was asked says of a place."""
        answers = self.answers()
        return answers.opinions(place) if answers else []

    def dead_marks(self) -> tuple[Drawable, ...]:
        """Return dots of the other colour on the stones that are off the maps."""
        answers = self.known.get(self._review.node.id)
        is_wanted = bool(self._preferences["life_dead_off"])
        return answers.dead_marks() if answers and is_wanted \
            and answers.position == self._review.position else ()

    @property
    def progress(self) -> tuple[int, int]:
        """Return how many answers are there and how many were asked for; (0, 0) at rest."""
        return (self._done, self._total) if self.is_working else (0, 0)

    @property
    def is_working(self) -> bool:
        return bool(self._jobs or self._waits)

    # Questions

    def ask_groups(self, *, only_unknown: bool = False) -> None:
        """Ask for the life of every group of the current node; where all are known, thoroughly.

        only_unknown -- irgo looks, at groups of which nothing is known
        """
        engine = self._readers.engine()
        # What runs by itself is what irgo would be asked: it goes on, for the user now.
        if not only_unknown and engine is not None and not tells_points(engine):
            self.asked.emit()
        self._ask("unknown" if only_unknown else "groups")

    def ask_ranking(self) -> None:
        """Ask what moving first is worth at every group and big point."""
        self.asked.emit()
        self._ask("ranking")

    def ask_study(self, place: Place) -> None:
        """Ask who reads now what moving first is worth in a place."""
        answers, reader = self.answers(), self._readers.name_now()
        if answers is not None and answers.study(place, reader) is None:
            self.asked.emit()
            self.is_by_itself = False
            self._send(answers.study_of(place, self._readers.engine()), reader)
            self.changed.emit()

    def ask_reader(self, place: Place, reader: str) -> None:
        """Ask another reader too: its answer stands beside the others."""
        answers, engine = self.answers(), self._readers.engine(reader)
        if answers is None:
            return
        self.asked.emit()
        self.is_by_itself = False
        if answers.study(place, reader) is None:
            self._send(answers.study_of(place, engine), reader)
        if place.stones and engine is not None and not tells_points(engine):
            self._send(answers.question(place, engine), reader, place)
        self.changed.emit()

    def keep(self) -> bool:
        """Write what was found at the current node into the record; return whether there is any."""
        review, answers = self._review, self.answers()
        edit = None if answers is None else save_studies(review.node, review.position, [
            (reader, study) for reader, studies in answers.studies.items()
            for study in studies.values()])
        review.apply(edit)
        return edit is not None

    def stop(self) -> None:
        """Call everything off that is still to come; what was found stays."""
        jobs, self._jobs = self._jobs, {}
        self._waits = ""
        self._done = self._total = 0
        for job, _, _ in jobs.values():
            self._service.cancel(job)
        if jobs:
            self.changed.emit()

    # Inside

    def _ask(self, what: str) -> None:
        answers, self.is_by_itself = self.answers(), what == "unknown"
        if answers is None:
            self._waits = what
            return
        self._waits = ""
        engine, reader = self._readers.engine(), self._readers.name_now()
        if what == "ranking":
            for place in answers.places:
                if answers.study(place, reader) is None:
                    self._send(answers.study_of(place, engine), reader)
            if answers.position.cells.strip(b"\0"):
                self._send(answers.big_points(engine), reader)
        elif what == "unknown":
            for group in answers.places:
                if answers.verdict(group) is None:
                    self._send(answers.question(group), ITSELF, group)
        elif engine is not None and not tells_points(engine):
            for group in answers.places:
                if group not in answers.by_engine.get(reader, {}):
                    self._send(answers.question(group, engine), reader, group)
        else:
            for group in answers.open_groups:
                self._send(answers.question(group), ITSELF, group)
        self.changed.emit()

    def _send(self, request: AnyRequest, reader: str, group: Place | None = None) -> None:
        if request in self._jobs:
            return
        # The first of a new round: progress counts from here.
        if not self._jobs:
            self._done = self._total = 0
        self._total += 1
        self._jobs[request] = self._service.search(request), reader, group

    def _on_searched(self, request: AnyRequest, outcome: Outcome) -> None:
        entry = self._jobs.pop(request, None)
        answers = self.answers()
        if entry is None or answers is None:
            return
        # A change of node calls all jobs off, so that what still comes belongs to this one.
        _, reader, group = entry
        self._done += 1
        answers.ownership = self._owners_at(self._review.node)
        if isinstance(outcome, Verdict):
            assert group is not None
            if answers.add_verdict(group, outcome, reader):
                self._dead.note(self._review.node, answers.dead)
        elif isinstance(outcome, Study):
            if answers.add_study(outcome, reader):
                self._dead.note(self._review.node, answers.dead)
        elif isinstance(outcome, tuple):
            engine = self._readers.engine(reader)
            for place in outcome:
                if answers.study(place, reader) is None:
                    self._send(answers.study_of(place, engine), reader)
        elif isinstance(outcome, Failure) and (reader != ITSELF or group is None):
            # A judge that fails once fails again: the rest would say the same.
            self.stop()
        self.changed.emit()

    def _on_game(self) -> None:
        """Forget the game before; what was asked about it is called off."""
        self.known.clear()
        self.stop()

    def _on_node(self) -> None:
        if self._jobs or self._waits:
            self.stop()
        if self.known:
            self.changed.emit()

    def _on_edit(self) -> None:
        """Begin anew where the stones lie otherwise; a comment changes no study."""
        known = self.known.get(self._review.node.id)
        if known is None or known.position != self._review.position:
            self._on_node()

    def _on_groups(self) -> None:
        if self._waits and self._groups.here() is not None:
            self._ask(self._waits)


def answers_at(life: StudyRunner, node: Node, position: Position) -> LifeAnswers | None:
    """Return what was found on a node that still stands as it did then, None for nothing.

    position -- of the node, as it stands now
    """
    known = life.known.get(node.id)
    return known if known is not None and known.position == position else None


_RESTED_MS: Final = 400
"""How long a node is looked at before its groups are searched."""


class LifeByItself(QObject):
    """Has the desk search groups of which nothing is known, and makes way for what is asked."""

    def __init__(self, life: StudyRunner, background: Background) -> None:
        super().__init__()
        self._life, self._background = life, background
        self._has_made_way = False
        self._search = background.run(_RESTED_MS, self._begin)
        life.asked.connect(self._make_way)
        life.changed.connect(self._on_life)

    def _begin(self) -> None:
        self._has_made_way = False
        if self._background.is_in_review and not self._life.is_working:
            self._life.ask_groups(only_unknown=True)

    def _make_way(self) -> None:
        if self._life.is_by_itself and self._life.is_working:
            self._life.stop()
            self._has_made_way = True

    def _on_life(self) -> None:
        if not self._life.is_working and self._has_made_way:
            self._has_made_way = False
            self._search.look_again()
