"""The judgement of a position: who says so, how far it was read, and all that is read off it.

Whatever tells a lead tells that of a `Judgement`; whichever of two is worth more is said here, and
by whom the curve of a game is drawn. irgo's own reader, KataGo's analysis engine and any GTP engine
each satisfy `Judge`; a study asks for nothing else and so cannot tell them apart.

At the end an estimate is worse than a count: where both have passed, or nothing but neutral points
is left, dead stones are taken off as *Count* does it, and the lead is what is counted.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from enum import IntEnum
from functools import reduce
from typing import Final, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IrgoError
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import Count, chains, counted, ruleset_named
from irgo_app.lifedeath.groups import proved_fates, settled_dead_stones
from irgo_app.lifedeath.seki import sekis
from irgo_app.networks.ending import SURE, chance_of, dead_chains, held_points, points_in_doubt
from irgo_app.words import noted

END_VISITS: Final = 240
"""How far a board is searched that may be finished, and one that somebody rests on."""
_CONFIRMED: Final = 16
"""So many positions have to say that a board is finished: a look takes many a fight for decided."""
_OPEN_POINTS: Final = 0.02
"""A board with a larger share of open points is not finished."""
Tell = Callable[[int, int], None]
"""Is told how many steps of how many are done."""
T = TypeVar("T")
R = TypeVar("R")


class JudgeTrust(IntEnum):
    """How much a judge's word is worth beside another's."""

    COUNT = 0
    READER = 1
    DEEP = 2
    ENGINE = 3


class Tried(Struct, frozen=True):
    """A first move that a search looked at.

    lead -- Black's lead after it, in points; visits -- how often the search looked at it
    line -- the best play, the move first; ownership -- after it, as of a Judgement: both only
    where the judge tells them, and of the best moves
    chance -- Black's chance to win after it, 0 to 1; None if not told
    """

    point: Point
    lead: float
    visits: int
    line: tuple[Point, ...] = ()
    ownership: tuple[float, ...] | None = None
    chance: float | None = None


class Judgement(Struct, frozen=True):
    """What a position is worth if both sides play on from it.

    lead -- Black's points less White's at the end of the game, komi counted
    margin -- in four of five positions the lead lies within so many points of it; 0 if not known
    ownership -- for every point -1 (White's) to 1 (Black's), empty if not known
    line -- the best play from here, the first move first; empty if nobody searched
    visits -- positions looked at; judge -- who says so, for people; rank -- what that is worth
    chance -- how likely Black wins, 0 to 1; None if not known
    moves -- the first moves looked at, best first; empty if nobody searched
    dead -- the stones taken off a board that is finished and was counted; None for any other
    open_stones -- of a board that was counted those whose life is open
    either -- Black's leads if these end well for White, and if they do for Black; None if none is
    """

    lead: float
    margin: float = 0.0
    ownership: tuple[float, ...] = ()
    line: tuple[Point, ...] = ()
    visits: int = 1
    judge: str = ""
    rank: JudgeTrust = JudgeTrust.READER
    chance: float | None = None
    moves: tuple[Tried, ...] = ()
    dead: frozenset[Point] | None = None
    open_stones: frozenset[Point] = frozenset()
    either: tuple[float, float] | None = None

    @property
    def best(self) -> Point | None:
        """Return the best move found, which may be PASS; None if nobody searched."""
        return self.line[0] if self.line else None

    @property
    def range(self) -> tuple[float, float]:
        """Return between which leads the right one lies in four of five positions.

        Of a finished board on which lives are open they are both counts.
        """
        return self.either or (self.lead - self.margin, self.lead + self.margin)

    @property
    def is_counted(self) -> bool:
        """Return whether the board is finished and this is its count."""
        return self.dead is not None

    def losses(self, mover: Colour) -> tuple[tuple[Point, float], ...]:
        """Return the first moves with what each loses against the best one, in points."""
        if not self.moves:
            return ()
        best = max(mover * move.lead for move in self.moves)
        return tuple((move.point, best - mover * move.lead) for move in self.moves)


def better(known: Judgement | None, found: Judgement) -> Judgement:
    """Return which of two judgements of a position is told.

    A count is worth more than an opinion, an engine's word more than a network's, KataGo's network
    more than irgo's own. What KataGo's network says replaces all that
    irgo's own says: it counts a finished board itself. Of one judge's the deeper is told where it
    says something else: a lead that differs by no more than it is unsure of stays as it was told,
    with how far that was read.
    """
    if known is None:
        return found
    if known.judge != found.judge:
        ranks = known.rank, found.rank
        if JudgeTrust.DEEP in ranks and max(ranks) is JudgeTrust.DEEP:
            return max((known, found), key=lambda said: said.rank)
        return known if _worth(known) > _worth(found) else found
    if found.visits < known.visits:
        return known
    is_same = 0 < abs(found.lead - known.lead) <= found.margin
    return known if is_same else found


def _worth(said: Judgement) -> tuple[bool, JudgeTrust]:
    return said.is_counted, said.rank


def judge_of_curve(known: Sequence[Mapping[str, Judgement]]) -> str | None:
    """Return by whom the curve of a game is drawn: one judge along all of it, never a mixture.

    known -- for each position what judges say of it, by their names
    That is the highest in rank of those that have judged most of the positions, a tenth fewer
    being no difference; None where nobody has judged any.
    """
    counts, ranks = dict[str, int](), dict[str, JudgeTrust]()
    for said in (said for each in known for said in each.values()):
        counts[said.judge] = counts.get(said.judge, 0) + 1
        ranks[said.judge] = max(ranks.get(said.judge, JudgeTrust.COUNT), said.rank)
    most = max(counts.values(), default=0)
    return max((name for name, count in counts.items() if 10 * count >= 9 * most),
               key=lambda name: (ranks[name], counts[name]), default=None)


def told_of(said: Iterable[Judgement]) -> Judgement | None:
    """Return the judgement that is told of all that were made, in their order."""
    return reduce(better, said, None)


class CalledOffError(IrgoError):
    """A study was called off before it was done."""

    def __init__(self) -> None:
        super().__init__(noted("The study was called off; ask again."))


class Searched(Struct, frozen=True):
    """What a search found.

    lead -- Black's lead after the best first move and free play, komi counted
    whole -- Black's lead on average over all that was looked at, good moves weighing more: less
    hopeful for the side to move, and so what positions of a game are compared by
    moves -- the first moves looked at, best first; empty if there is no legal one
    line -- the best play as points, the first move first, colours in turn; PASS is a pass
    ownership -- as of a Judgement, after the best first move
    expected -- the same on average over all that was looked at, which errs less; None if not told
    visits -- positions looked at
    margin, chance -- as of a Judgement, on average over all that was looked at
    """

    lead: float
    moves: tuple[Tried, ...]
    line: tuple[Point, ...]
    ownership: tuple[float, ...] | None = None
    visits: int = 0
    whole: float | None = None
    expected: tuple[float, ...] | None = None
    margin: float = 0.0
    chance: float | None = None

    @property
    def on_average(self) -> float:
        """Return the lead over all that was looked at, or after the best move if nobody told."""
        return self.lead if self.whole is None else self.whole


def lead_of(moves: Sequence[Tried]) -> float:
    """Return the lead after the best move, moves nearly as good helping against noise.

    Each counts by the square of its visits: one move far ahead stands for itself alone.
    """
    weights = [move.visits ** 2 for move in moves]
    if not any(weights):
        return moves[0].lead
    return sum(weight * move.lead for weight, move in zip(weights, moves, strict=True)) \
        / sum(weights)


class Judge(Protocol):
    """Values and searches positions of one game, whose komi and rules are known to it.

    `appraise`, `policy` and `search` may be called by `at_once` threads at the same time. They
    raise EngineError if an engine fails, and CalledOffError soon after the flag is raised.
    """

    @property
    def komi(self) -> float:
        """The komi that its leads have in them, in points for White."""

    def for_game(self, komi: float, rules: str) -> Self:
        """Return the same for a game of this komi and these rules, as KataGo names them."""

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        """Return what each position is worth, its own side to move."""

    def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
        """Return how likely a strong player is to play each point, and last to pass.

        is_quick -- at one look, which costs nothing where the position was searched already
        Empty where nobody knows.
        """

    @property
    def name(self) -> str:
        """Who judges, for people: `irgo`, or the engine's name."""

    @property
    def rank(self) -> JudgeTrust:
        """What its word is worth beside others'."""

    @property
    def usual_visits(self) -> int:
        """How far a first move is searched unless somebody says otherwise."""

    @property
    def at_once(self) -> int:
        """How many questions are best asked at the same time."""

    def search(
        self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return what happens if a colour moves first, whoever's turn it is.

        region -- where the first move must lie, None for anywhere and a pass; what follows is
        free. visits -- how many positions may be looked at
        """


def searched_by_both(
    position: Position, judge: Judge, region: frozenset[Point] | None, visits: int,
    cancel: CancelFlag | None = None,
) -> dict[Colour, Searched]:
    """Return what the judge finds if either colour moves first, searched side by side.

    The arguments are those of `Judge.search`.
    """
    sides = BLACK, WHITE
    with ThreadPoolExecutor(min(judge.at_once, len(sides))) as pool:
        found = pool.map(
            lambda first: judge.search(position, first, region, visits, cancel), sides)
        return dict(zip(sides, found, strict=True))


_POSITIONS_OF_A_LOOK: Final = 12
_LEAST_POSITIONS: Final = 4


def positions_for(judge: Judge, positions: int) -> int:
    """Return how many positions a judge looks at where irgo's own network looks at so many.

    One look of KataGo's network says more than a dozen positions of irgo's own.
    """
    return positions if judge.rank is not JudgeTrust.DEEP else deep_positions(positions)


def deep_positions(positions: int) -> int:
    """Return how many positions KataGo's network looks at for so many of irgo's own network."""
    if positions <= 1:
        return positions
    return max(_LEAST_POSITIONS, round(positions / _POSITIONS_OF_A_LOOK))


def all_asked(
    wanted: Sequence[T], ask: Callable[[T], R], at_once: int, tell: Tell | None = None,
    told: Callable[[Mapping[T, R]], None] | None = None,
) -> dict[T, R]:
    """Return the answers to questions, asked so many at once.

    told -- told after each what is known so far
    """
    found = dict[T, R]()
    pool = ThreadPoolExecutor(at_once)
    try:
        jobs = {pool.submit(ask, each): each for each in wanted}
        for job in as_completed(jobs):
            found[jobs[job]] = job.result()
            if told:
                told(found)
            if tell:
                tell(len(found), len(wanted))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return found


def judge_position(
    position: Position, judge: Judge, visits: int = 1, *, rules: str = "japanese",
    is_over: bool = False, look: Judgement | None = None, cancel: CancelFlag | None = None,
) -> Judgement:
    """Return what a judge says of a position, its own side to move.

    visits -- how many positions it may look at; 1: a look. A few more where these say that the
    board is finished
    rules -- as KataGo names them
    is_over -- whether both have passed: then dead stones are searched, however little was wanted
    look -- the judge's look at the position, where it has been made
    Raises EngineError, and CalledOffError soon after the flag is raised.
    """
    def searched(visits: int) -> Judgement:
        return judgement_of(judge.search(position, position.to_play, None, visits, cancel),
                            judge.name, judge.rank)

    visits = max(visits, positions_for(judge, END_VISITS)) if is_over else visits
    said = searched(visits) if visits > 1 else look or judge.appraise([position], cancel)[0]
    confirmed = positions_for(judge, _CONFIRMED)
    if visits < confirmed and is_finished(said):
        said = searched(confirmed)
    return as_counted(position, said, judge.komi, rules, is_over=is_over)


def judgement_of(found: Searched, judge: str, rank: JudgeTrust) -> Judgement:
    """Return what the search of a whole board says of it."""
    return Judgement(
        found.on_average, found.margin, found.expected or found.ownership or (),
        found.line or (PASS,), found.visits, judge, rank, found.chance,
        tuple(Tried(move.point, move.lead, move.visits) for move in found.moves))


def as_counted(
    position: Position, said: Judgement, komi: float, rules: str, *, is_over: bool = False
) -> Judgement:
    """Return a judgement as it stands, or that of a finished board counted.

    komi -- White's points besides the board; rules -- as KataGo names them
    is_over -- whether both have passed
    """
    if not said.ownership or not (is_over or is_finished(said)):
        return said
    found = _counted(position, np.array(said.ownership, np.float32), komi, rules)
    lead, either = found.count.lead, found.either
    is_open = found.count.is_open(len(position.cells), len(points_in_doubt(said.ownership)))
    margin = max(abs(end - lead) for end in either) if either else said.margin if is_open else 0.0
    is_decided = either is not None and either[0] * either[1] > 0
    return replace(said, lead=lead, margin=margin, line=(PASS,),
                   chance=chance_of(lead, 0.0 if is_decided else margin),
                   dead=found.dead, open_stones=found.open_stones, either=either)


COUNTER: Final = "irgo's count"
"""Who says what a finished board comes to that nobody can judge."""


def counted_without_judge(
    position: Position, read: frozenset[Point], komi: float, rules: str
) -> Judgement:
    """Return the count of a board on which both have passed and that nobody can judge.

    read -- the stones held for dead where nothing is proved; komi, rules -- as of `as_counted`
    """
    owned = tuple(position.colour_at(point) * (-1.0 if point in read else 1.0)
                  for point in range(len(position.cells)))
    said = Judgement(0.0, ownership=owned, judge=COUNTER, rank=JudgeTrust.COUNT)
    return replace(as_counted(position, said, komi, rules, is_over=True), ownership=())


class _BoardCount(Struct, frozen=True):
    """A finished board counted; open_stones, either -- as of a Judgement."""

    dead: frozenset[Point]
    count: Count
    open_stones: frozenset[Point] = frozenset()
    either: tuple[float, float] | None = None


def _counted(
    position: Position, ownership: npt.NDArray[np.float32], komi: float, rules: str
) -> _BoardCount:
    """Return the count of a board that both left as it is.

    Both held the board for finished: where taking a chain off leaves it open, the chain lives.
    Stones whose fate is neither proved nor sure are counted as is likelier, and the counts of both
    ways are told.
    """
    def count_without(dead: frozenset[Point]) -> Count:
        return counted(position, dead, ruleset_named(rules), komi,
                       held=held_points(position, dead, ownership))

    points, fates = len(position.cells), proved_fates(position)
    dead = settled_dead_stones(position, dead_chains(position, ownership, SURE), fates)
    count = count_without(dead)
    if count.is_open(points):
        for chain in chains(position):
            fewer = dead - chain
            if fewer != dead and not (other := count_without(fewer)).is_open(points):
                return _BoardCount(fewer, other)
        return _BoardCount(dead, count)
    in_doubt = settled_dead_stones(position, dead_chains(position, ownership, -SURE), fates) \
        - dead - frozenset[Point]().union(*(seki.stones for seki in sekis(position)))
    likely = dead | (dead_chains(position, ownership) & in_doubt)
    told = count_without(likely)
    if told.is_open(points):
        likely, told = dead, count
    ends = [told.lead, *(count_without(dead | {
        stone for stone in in_doubt if position.colour_at(stone) == victim}).lead
        for victim in (BLACK, WHITE))]
    if max(ends) == min(ends):
        return _BoardCount(likely, told)
    return _BoardCount(likely, told, in_doubt, (min(ends), max(ends)))


def is_finished(said: Judgement) -> bool:
    """Return whether nothing but neutral points is left to play."""
    in_doubt = len(points_in_doubt(said.ownership))
    return in_doubt <= _OPEN_POINTS * len(said.ownership) and said.best == PASS
