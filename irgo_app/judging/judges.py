"""Who judges: KataGo by its own lead, an engine that only plays, or irgo's network.

An engine that tells no points, such as GNU Go and Leela Zero, chooses the moves, and irgo's reader
says their worth, so that it answers the same questions as others.
"""

import atexit
import copy
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Final, Self

from msgspec import Struct, field
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.dialects import analysis_profile
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.katago_json import KataGoAnalysis
from irgo_app.engines.profile import KATAGO_JSON
from irgo_app.engines.profile import MOST_VISITS as MOST_OF_ENGINES
from irgo_app.engines.profile import EngineProfile
from irgo_app.engines.tracker import EngineGame
from irgo_app.errors import EngineError, IllegalMoveError, check_within
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play, ruleset_named, why_illegal
from irgo_app.judging.judgement import (CalledOffError, Judge, Judgement, JudgeTrust, Searched,
                                        Tried, deep_positions, lead_of)
from irgo_app.judging.study import NEAR, points_within
from irgo_app.lifedeath.referee import Referee
from irgo_app.networks import MOST_VISITS, check_size
from irgo_app.networks.in_use import network_file
from irgo_app.service.request import AnswerT_co, LaneName, Request
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.game_tree import GameTree, Node

_LONGEST: Final = 4
"""How many moves of a line the engine is asked for: each costs it a search of its own."""


class PlayingJudge:
    """A running engine that plays, and a judge of what it played.

    referee -- the engine, which its owner ends; values -- who says what a position is worth
    """

    rank = JudgeTrust.READER
    """The engine plays, but what that is worth others say."""
    usual_visits = 1
    """The engine thinks as long as its own settings say."""
    at_once = 1
    """A GTP engine has one board."""

    def __init__(self, referee: Referee, values: Judge) -> None:
        self._referee, self._values = referee, values
        self.name, self.komi = referee.name, values.komi

    def for_game(self, komi: float, rules: str) -> Self:
        return type(self)(self._referee, self._values.for_game(komi, rules))

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        """Return what each position is worth, by who values for the engine."""
        return self._values.appraise(positions, cancel)

    def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
        """Return it as who values for the engine says."""
        return self._values.policy(position, is_quick=is_quick)

    def search(
        self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return the move the engine prefers in the region, and how it would play on near it."""
        every = frozenset(range(len(position.cells)))
        start, line = position.with_to_play(first), list[Point]()
        board, colour, allowed = start, first, every if region is None else region
        near = every if region is None else frozenset(points_within(position, region, NEAR))
        while len(line) < _LONGEST:
            if cancel:
                raise CalledOffError
            # Where one point alone is asked about nobody has to choose it.
            point = next(iter(allowed)) if len(allowed) == 1 else \
                self._referee.move_among(board, colour, allowed)
            if point == PASS:
                break
            try:
                board = play(board, colour, point)
            except IllegalMoveError:
                break
            line.append(point)
            colour, allowed = -colour, near
        ended = self.appraise([board.with_to_play(colour if line else -first)], cancel)[0]
        moves = (Tried(line[0], ended.lead, 1),) if line else ()
        return Searched(ended.lead, moves, tuple(line), ended.ownership, max(1, len(line)))


_VISITS: Final = 100
_LOOK_S: Final = 0.02
"""How often the flag is looked at while an answer is awaited, in seconds."""
_GRACE_S: Final = 300.0
"""How long one answer may take, a first start with its tuning included, in seconds."""


class KataGoJudge(AbstractContextManager["KataGoJudge"]):
    """One running analysis engine, for a game of some komi and rules; a context.

    Judges made of it by `for_game` share the engine, and end with it.

    profile -- a command line of KataGo's analysis engine
    rules -- as KataGo names them
    """

    rank, at_once = JudgeTrust.ENGINE, 8

    def __init__(
        self, profile: EngineProfile, komi: float = 6.5, rules: str = "japanese"
    ) -> None:
        self.name, self.komi, self._rules = profile.name, komi, rules
        self.usual_visits = profile.visits or _VISITS
        # A list, because the judges that `for_game` copies have to see the same failure.
        self._failure: list[str] = []
        self._engine = KataGoAnalysis(profile, self._on_failure)

    def __exit__(self, *failure: object) -> None:
        self.close()

    @property
    def is_running(self) -> bool:
        """Return whether nothing has gone wrong with the engine so far."""
        return not self._failure

    def close(self) -> None:
        """End the engine."""
        self._engine.close()

    def for_game(self, komi: float, rules: str) -> Self:
        other = copy.copy(self)
        other.komi, other._rules = komi, rules
        return other

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        asked = [self._ask(self._game(position), 1, None) for position in positions]
        found = self._answers(asked, cancel)
        # The engine is given bare stones, so that it knows of no prisoners.
        return [Judgement((said.score_lead or 0.0) + self._prisoners(position), 0.0,
                          said.ownership or (), judge=self.name, rank=self.rank,
                          chance=said.winrate)
                for position, said in zip(positions, found, strict=True)]

    def search(
        self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        allowed = None
        if region is not None:
            allowed = tuple(sorted(
                point for point in region if why_illegal(position, first, point) is None))
            if not allowed:
                passed = self.appraise([position.with_to_play(-first)], cancel)[0]
                return Searched(passed.lead, (), (), passed.ownership, 1)
        game = self._game(
            position if first == position.to_play else position.with_to_play(first))
        said = self._answers([self._ask(game, visits, allowed)], cancel)[0]
        found = searched_of(said)
        more = self._prisoners(position)
        return replace(found, lead=found.lead + more, whole=found.on_average + more, moves=tuple(
            replace(tried, lead=tried.lead + more) for tried in found.moves))

    def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
        """Return nothing: an engine is believed by what it finds."""
        return ()

    def _prisoners(self, position: Position) -> float:
        """Return Black's prisoners less White's where they count: the engine gets stones only."""
        by_black, by_white = position.captures
        return float(by_black - by_white) if not ruleset_named(self._rules).counts_area else 0.0

    def _game(self, position: Position) -> EngineGame:
        return EngineGame(position, (), position, self.komi, self._rules)

    def _ask(
        self, game: EngineGame, visits: int, allowed: tuple[Point, ...] | None
    ) -> tuple[str, Future[EngineEvaluation]]:
        answer: Future[EngineEvaluation] = Future()
        return self._engine.ask(game, visits, 0.0, answer.set_result, allowed), answer

    def _answers(
        self, asked: list[tuple[str, Future[EngineEvaluation]]], cancel: CancelFlag | None
    ) -> list[EngineEvaluation]:
        """Wait for answers; raises CalledOffError, or EngineError if the engine is gone."""
        return [_awaited(answer, self._why_over(cancel, [name for name, _ in asked]))
                for _, answer in asked]

    def _why_over(self, cancel: CancelFlag | None, names: list[str]) -> Callable[[], None]:
        def look() -> None:
            if cancel:
                for name in names:
                    self._engine.drop(name)
                raise CalledOffError
            if self._failure:
                raise EngineError(self._failure[0])
        return look

    def _on_failure(self, text: str) -> None:
        self._failure.append(text)


def searched_of(said: EngineEvaluation) -> Searched:
    """Return an engine's evaluation with leads as what a search found."""
    moves = tuple(Tried(candidate.point, candidate.score_lead or 0.0, candidate.visits,
                        candidate.line)
                  for candidate in said.candidates)
    line = said.candidates[0].line or (PASS,) if said.candidates else ()
    lead = lead_of(moves) if moves else said.score_lead or 0.0
    return Searched(lead, moves, line, said.ownership, said.visits, said.score_lead,
                    chance=said.winrate)


def _awaited(answer: Future[EngineEvaluation], look: Callable[[], None]) -> EngineEvaluation:
    """Return an answer once it is there, looking now and then whether to go on waiting."""
    waited = 0.0
    while waited < _GRACE_S:
        look()
        try:
            return answer.result(_LOOK_S)
        except TimeoutError:
            waited += _LOOK_S
    raise EngineError(
        "KataGo gave no answer in {grace_s:.0f} s; test it in the engine's profile.",
        grace_s=_GRACE_S)


ANSWERS_OF_A_GAME: Final = 12_288
"""What is remembered where a game is told: a fifth of its boards are met again, long after (44 MB).
"""


class JudgeSettings(Struct, frozen=True):
    """Who reads a study, and of what game.

    engine -- an engine, None for irgo itself
    komi -- in points for White; rules -- as KataGo names them
    visits -- how far each first move is searched, 0 as far as suits who reads
    threads -- how many irgo's reader thinks in, 0 for as many as pay
    answers -- so many boards it remembers, 0 for what a worker has room for
    What irgo says is the same whatever these two are.
    network -- the file of KataGo's network that irgo reads with, "" for irgo's own
    """

    engine: EngineProfile | None = None
    komi: float = 0.0
    rules: str = "japanese"
    visits: int = 0
    threads: int = 0
    answers: int = 0
    network: str = field(default_factory=network_file)

    @classmethod
    def of_game(
        cls, tree: GameTree, visits: int = 0, engine: EngineProfile | None = None,
        node: Node | None = None,
    ) -> Self:
        """Return how an engine, None for irgo's own reader, is asked of a game.

        node -- whose game is meant where a tree holds several, by default the root's
        """
        game = game_rules(tree, node)
        return cls(engine, game.judged_komi, game.rules.engine_name, visits)

    def at(self, positions: int) -> Self:
        """Return the same with so much reading: positions of irgo's own network, fewer of KataGo's.
        """
        is_deep = bool(self.network) and self.engine is None
        return replace(self, visits=deep_positions(positions) if is_deep else positions)

    @property
    def lane(self) -> LaneName:
        """Return which workers answer: those of the engine, if there is one."""
        return LaneName.SEARCHES if self.engine is None else LaneName.ENGINES


class ReadingRequest(Request[AnswerT_co]):
    """A question to whoever reads, in whose lane it is answered; `reading` is a field of each."""

    __slots__ = ()
    reading: JudgeSettings

    @property
    def lane(self) -> LaneName:
        return self.reading.lane


class Judges:
    """The judges of one worker: irgo's reader, and at most one running engine at a time."""

    def __init__(self) -> None:
        self._profile: EngineProfile | None = None
        self._katago: KataGoJudge | None = None
        self._referee: Referee | None = None
        # A worker ends when its pipe does; its engine has to end with it.
        atexit.register(self.close)

    def judge(self, position: Position, reading: JudgeSettings) -> Judge:
        """Return who judges positions of a game.

        What an engine plays that tells no points is valued by irgo's network. Raises ReaderError
        where the network cannot judge the board, and EngineError if the engine cannot be started.
        """
        if reading.engine is None:
            return own_judge(position, reading.komi, reading.rules, reading.threads,
                             reading.answers, reading.network)
        self._start(reading.engine)
        if self._katago is not None:
            return self._katago.for_game(reading.komi, reading.rules)
        assert self._referee is not None
        return PlayingJudge(
            self._referee, own_judge(position, reading.komi, reading.rules,
                                     network=reading.network))

    def referee(self, profile: EngineProfile) -> Referee | None:
        """Return the running engine, started to speak GTP; None for KataGo's analysis engine."""
        self._start(profile, by_gtp=profile.kind != KATAGO_JSON)
        return self._referee

    def close(self) -> None:
        """End the engine that runs."""
        if self._katago is not None:
            self._katago.close()
        if self._referee is not None:
            self._referee.close()
        self._profile = self._katago = self._referee = None

    def _start(self, profile: EngineProfile, *, by_gtp: bool = False) -> None:
        analysis = None if by_gtp else analysis_profile(profile)
        is_so = (self._katago is None) == (analysis is None)
        if profile == self._profile and is_so and self.is_running:
            return
        self.close()
        if analysis is not None:
            self._katago = KataGoJudge(analysis)
        else:
            self._referee = Referee(profile)
        self._profile = profile

    @property
    def is_running(self) -> bool:
        """Whether an engine runs and has not failed."""
        return self._katago.is_running if self._katago is not None else bool(
            self._referee and self._referee.is_running)


@contextmanager
def judge_of(reading: JudgeSettings, position: Position) -> Iterator[Judge]:
    """Give who judges positions of a game, and end its engine afterwards.

    position -- any of the game. Raises as `Judges.judge` does.
    """
    with closing(Judges()) as judges:
        yield judges.judge(position, reading)


def own_judge(
    position: Position, komi: float, rules: str = "japanese", threads: int = 0, answers: int = 0,
    network: str | None = None,
) -> Judge:
    """Return the network that irgo reads with; raises ReaderError where it cannot judge the board.

    position -- any of the game; rules -- as KataGo names them; threads, answers, network -- as of
    JudgeSettings, None for the network in use
    """
    # With the network come its kernels, which the window's process must not load.
    from irgo_app.judging.reader_judge import DeepJudge, ReaderJudge

    check_size(position)
    path = network_file() if network is None else network
    if path:
        return DeepJudge(path, komi, ruleset_named(rules), threads)
    return ReaderJudge(komi, threads=threads, answers=answers,
                       counts_area=ruleset_named(rules).counts_area)


def check_visits(
    visits: int, key: str, least: int = 0, engine: EngineProfile | None = None
) -> None:
    """Raise WrongUsageError for a number of positions that nobody can be told to look at.

    key -- what who asks calls the number; engine -- who looks, None for irgo's own reader
    """
    most = MOST_VISITS if engine is None else MOST_OF_ENGINES
    check_within(visits, key, least, most)


def tells_points(profile: EngineProfile) -> bool:
    """Return whether an engine judges studies itself, not only plays them out."""
    return analysis_profile(profile) is not None


def if_it_tells_points(profile: EngineProfile | None) -> EngineProfile | None:
    """Return an engine where its own word on points is wanted, else None: irgo itself judges."""
    return profile if profile is not None and tells_points(profile) else None
