"""What is asked of a position, as requests: studies, big points, a next move, life, the reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.evaluation import Candidate, EngineEvaluation
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import LayerError, ReaderError
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.go.rules import ruleset_named
from irgo_app.judging.fate import Fates
from irgo_app.judging.ishida import IshidaView, ishida_view
from irgo_app.judging.ishida_picture import IshidaPicture, picture_of
from irgo_app.judging.judgement import (Judgement, Searched, counted_without_judge, deep_positions,
                                        judge_position)
from irgo_app.judging.judges import Judges, JudgeSettings, ReadingRequest
from irgo_app.judging.moved_along import MovedAlong
from irgo_app.judging.studies import places_of, studied
from irgo_app.judging.study import Place, PlayoutStep, Study, next_step
from irgo_app.layers.clusters import Clusters
from irgo_app.layers.results import Result, Status
from irgo_app.lifedeath.callout import CalloutLimits, engine_verdict
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.verdict import Verdict
from irgo_app.networks.in_use import network_file
from irgo_app.service.plan import groups_on
from irgo_app.service.request import LaneName, LayerRequest, Request, Workbench
from irgo_app.words import Message, message


@dataclass(frozen=True, slots=True)
class JudgementRequest(ReadingRequest[Judgement]):
    """What a position is worth: a look, whose answer is light and without ownership, or a search.

    reading -- who reads and how far: 1 position is a look, as is 0
    is_over -- whether both have passed, so that the board is counted
    order -- the position's order of moves where it is searched, see ReaderRequest
    """

    position: Position
    reading: JudgeSettings = field(default_factory=JudgeSettings)
    is_over: bool = False
    order: bytes = b""

    @classmethod
    def of(
        cls, position: Position, reading: JudgeSettings, *, is_over: bool = False
    ) -> JudgementRequest:
        """Return the request about a position, with the order of its moves if it is searched."""
        return cls(position, reading, is_over, position.order if reading.visits > 1 else b"")

    @property
    def is_light(self) -> bool:
        return self.reading.visits <= 1

    @property
    def lane(self) -> LaneName:
        is_look = self.is_light and self.reading.engine is None and not self.is_over
        return LaneName.MAPS if is_look else self.reading.lane

    subject = message("The lead")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Judgement:
        """Return the judgement, see `judge_position`; raises ReaderError as `_judged`."""
        said = _judged(bench, self.position, self.reading, cancel, is_over=self.is_over)
        return replace(said, ownership=()) if self.is_light else said


def _judged(
    bench: Workbench, position: Position, reading: JudgeSettings, cancel: CancelFlag | None, *,
    is_over: bool = False,
) -> Judgement:
    """Return what a judge says of a position; where nobody can judge a finished board, its count.

    Raises ReaderError where nobody can judge and the board is not finished.
    """
    try:
        judge = bench.kept(Judges).judge(position, reading)
    except ReaderError:
        if not is_over:
            raise
        read = dead_in_reading(position, lambda asked: bench.layer_result(asked, cancel))
        return counted_without_judge(position, read, reading.komi, reading.rules)
    return judge_position(position, judge, reading.visits, rules=reading.rules,
                          is_over=is_over, cancel=cancel)


def dead_in_reading(
    position: Position, answer: Callable[[LayerRequest], Result]
) -> frozenset[Point]:
    """Return the stones that the reading of the layers holds for dead."""
    found = answer(LayerRequest.of(position, "clusters"))
    assert isinstance(found, Clusters)
    return frozenset(point for region in found.regions if region.status is Status.DEAD
                     for point in region.stones)


@dataclass(frozen=True, slots=True)
class StudyRequest(ReadingRequest[Study]):
    """What moving first is worth in a place.

    reading -- who reads; komi -- of the game
    dead -- stones of other groups known to be dead
    verdict -- the life of the place's group, None if it is not known
    """

    position: Position
    place: Place
    reading: JudgeSettings = field(default_factory=JudgeSettings)
    dead: tuple[Point, ...] = ()
    verdict: Verdict | None = None

    @property
    def subject(self) -> Message:
        return message("The study of a group") if self.place.stones \
            else message("The study of a place")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Study:
        """Return the study; raises CalledOffError, ReaderError or EngineError."""
        reading = self.reading
        return studied(
            self.position, self.place, bench.kept(Judges).judge(self.position, reading),
            reading.visits, verdict=self.verdict, dead=self.dead, cancel=cancel)


@dataclass(frozen=True, slots=True)
class BigPointsRequest(ReadingRequest[tuple[Place, ...]]):
    """The places away from all groups where a first move is worth a study.

    groups -- the stones of each group
    """

    position: Position
    groups: tuple[tuple[Point, ...], ...]
    reading: JudgeSettings = field(default_factory=JudgeSettings)

    subject = message("The search for big points")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> tuple[Place, ...]:
        """Return the places; raises CalledOffError, ReaderError or EngineError."""
        reading = self.reading
        return places_of(
            self.position, self.groups, bench.kept(Judges).judge(self.position, reading),
            reading.visits, cancel)[len(self.groups):]


@dataclass(frozen=True, slots=True)
class NextMoveRequest(ReadingRequest[tuple[PlayoutStep, ...]]):
    """The next move of a place that is played out.

    history -- the positions of the playout so far, the last one current
    """

    history: tuple[Position, ...]
    place: Place
    reading: JudgeSettings = field(default_factory=JudgeSettings)

    subject = message("The playout")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> tuple[PlayoutStep, ...]:
        """Return one step, or none where nobody gains more; raises ReaderError or EngineError."""
        judge = bench.kept(Judges).judge(self.history[-1], self.reading)
        step = next_step(self.history, self.place, judge, self.reading.visits, cancel)
        return () if step is None else (step,)


@dataclass(frozen=True, slots=True)
class IshidaRequest(Request[IshidaPicture]):
    """The Ishida view of what a judge expects.

    judged -- whose word is asked for where none is told
    fates -- what searches found of stones
    told -- what was judged already, with ownership: of a deeper reading, or by an engine
    moved -- what was read a few moves away; is_final -- see `ishida_view`
    """

    judged: JudgementRequest
    fates: Fates = ()
    told: Judgement | None = None
    moved: MovedAlong | None = None
    is_final: bool = True

    @classmethod
    def at_a_look(
        cls, position: Position, reading: JudgeSettings, *, is_over: bool = False
    ) -> IshidaRequest:
        """Return the request about what irgo expects at a look; reading -- komi and rules count."""
        look = replace(reading, engine=None, visits=1)
        return cls(JudgementRequest(position, look, is_over))

    @property
    def position(self) -> Position:
        return self.judged.position

    lane = LaneName.MAPS
    subject = message("The Ishida view")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> IshidaPicture:
        """Return the view drawn."""
        return picture_of(self.view(bench, cancel))

    def view(self, bench: Workbench, cancel: CancelFlag | None = None) -> IshidaView:
        """Return what is to be drawn."""
        said = self.told or _judged(bench, self.position, self.judged.reading, cancel,
                                    is_over=self.judged.is_over)
        groups = groups_on(self.position, lambda asked: bench.layer_result(asked, cancel))
        return ishida_view(self.position, said, groups, dict(self.fates), moved=self.moved,
                           is_final=self.is_final)


@dataclass(frozen=True, slots=True)
class LifeRequest(Request[Verdict]):
    """The life of one group, a search of seconds.

    stones -- stones of the group, at least one of each of its chains
    limits -- what an answer may cost
    engine -- an engine that speaks GTP and is asked instead of irgo, None for irgo itself
    at -- the stone by which the group was named, if it was: an engine is asked about that one
    network -- as of JudgeSettings
    """

    position: Position
    stones: tuple[Point, ...]
    limits: Limits = field(default_factory=Limits)
    engine: EngineProfile | None = None
    at: Point | None = None
    network: str = field(default_factory=network_file)

    @property
    def lane(self) -> LaneName:
        return LaneName.SEARCHES if self.engine is None else LaneName.ENGINES

    subject = message("The search for life and death")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Verdict:
        """Return the verdict; raises LayerError where there is no stone of one colour."""
        referee = None if self.engine is None else bench.kept(Judges).referee(self.engine)
        limits = replace(self.limits, network=self.network)
        try:
            if referee is not None:
                return engine_verdict(
                    referee, Question(self.position, self.stones), CalloutLimits(led=self.limits),
                    cancel, self.at)
            return group_verdict(self.position, self.stones, limits, cancel)
        except ValueError:
            names = " ".join(self.position.vertex(stone)
                             for stone in self.stones)
            raise LayerError(
                "There is no group of one colour at {names}; name its stones.",
                names=names) from None


VISITS: Final = 64
"""About a sixth of a second on one core."""


@dataclass(frozen=True, slots=True)
class ReaderRequest(Request[EngineEvaluation]):
    """A position searched a little by the reader.

    Can be made where the network is not loaded: only the worker that answers loads it.

    visits -- how far, 0 for the usual; network -- as of JudgeSettings
    order -- the position's order of moves, which the network sees and equality of positions does
    not; first_moves -- where the first move may be, None for everywhere
    """

    position: Position
    komi: float
    visits: int = 0
    first_moves: frozenset[Point] | None = None
    order: bytes = b""
    rules: str = "japanese"
    network: str = field(default_factory=network_file)

    @classmethod
    def of(
        cls, position: Position, komi: float, visits: int = 0,
        first_moves: frozenset[Point] | None = None, rules: str = "japanese",
    ) -> ReaderRequest:
        """Return the request about a position, with the order of its moves in the key."""
        return cls(position, komi, visits, first_moves, position.order, rules)

    subject = message("The reader's search")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> EngineEvaluation:
        """Return what it found; raises ReaderError where the reader cannot judge."""
        # Whoever asks must not pay for loading the reader.
        from irgo_app.networks.deep import evaluator
        from irgo_app.networks.search import Search

        search = Search(
            evaluator(self.network, ruleset_named(self.rules)), self.position, self.komi,
            first_moves=self.first_moves)
        usual = deep_positions(VISITS) if self.network else VISITS
        search.run(self.visits or usual, cancel)
        found = search.findings()
        return EngineEvaluation(
            tuple(Candidate(move.point, move.visits, move.black_wins, move.lead, move.prior,
                            line=move.line) for move in found.moves),
            found.visits, found.black_wins, found.lead, tuple(found.ownership.tolist()))


def evaluation_of_search(found: Searched) -> EngineEvaluation:
    """Return what a judge's search found as an engine would have told it, the best move first."""
    return EngineEvaluation(
        tuple(Candidate(move.point, move.visits, move.chance, move.lead, line=move.line)
              for move in found.moves),
        found.visits, found.chance, found.on_average, found.ownership)
