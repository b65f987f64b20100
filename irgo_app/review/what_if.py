"""What if Black, or White, plays first here? Both played out, and what lies between them.

For a group whose life hangs on it, both sides follow the line that the ladder of life and death
gives; elsewhere the locality is played out (`local_play.py`). The two positions are then valued
alike (`worth.py`): the difference is what moving first is worth there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome, Verdict
from irgo_app.review.local_play import BuiltinChooser, Chooser, Move, best_cut, play_out
from irgo_app.review.worth import Appraiser
from irgo_app.studies.place import Place, place_of_group, place_of_point
from irgo_app.studies.study import Play, Study

LIMITS: Final = Limits(nodes=5_000, closed_nodes=50_000, playouts=1_500, visits=0)
"""What one answer of life and death may cost in a study of all groups."""
NEAR: Final = 4
"""How many steps from a point its locality goes."""
_HANGING: Final = (LifeStatus.UNSETTLED, LifeStatus.KO)
BUILTIN: Final = "irgo's maps"

ChooserOf = Callable[[Sequence[Point], Sequence[Point]], Chooser]
"""(dead stones, living stones) -> who chooses the moves"""


@dataclass(frozen=True, slots=True)
class Means:
    """What a study may use.

    limits -- what an answer of life and death may cost
    dead -- stones known to be dead whoever moves first; off the board for the count
    chooser_of -- who plays in place of irgo itself; engine -- its name
    komi -- of the game, in points for White
    """

    limits: Limits = LIMITS
    dead: tuple[Point, ...] = ()
    chooser_of: ChooserOf | None = field(default=None, compare=False)
    engine: str = BUILTIN
    komi: float = 0.0


def what_if_group(
    position: Position, stones: Iterable[Point], group: int | None = None,
    verdict: Verdict | None = None, means: Means | None = None, cancel: CancelFlag | None = None,
) -> Study | None:
    """Return what moving first is worth at a group; None if called off.

    verdict -- the life of the group, if it is known already. Raises ValueError without stones.
    """
    means = means or Means()
    question = Question(position, stones)
    verdict = verdict or group_verdict(position, question.stones, means.limits, cancel)
    near = frozenset[Point]().union(*(locality_of(position, stone) for stone in question.stones))
    player = _Player(position, means, cancel, question.region.vacant & near)
    plays = {first: player.group_play(verdict, first) for first in (BLACK, WHITE)}
    if cancel:
        return None
    return Study(place_of_group(position, verdict.stones, group), _place(verdict, plays),
                 plays[BLACK], plays[WHITE], player.lead_now, verdict.method, means.engine,
                 komi=means.komi)


def what_if_at(
    position: Position, point: Point, means: Means | None = None, cancel: CancelFlag | None = None
) -> Study | None:
    """Return what moving first at a vacant point is worth; None if called off.

    A side that may not play there is taken to play elsewhere. Raises UsageError if it is occupied.
    """
    means = means or Means()
    place_of_point(position, point)
    player = _Player(position, means, cancel, locality_of(position, point))
    plays = {first: player.point_play(point, first) for first in (BLACK, WHITE)}
    if cancel:
        return None
    return Study(place_of_point(position, point), point, plays[BLACK], plays[WHITE],
                 player.lead_now, "", means.engine, komi=means.komi)


def what_if_in(
    position: Position, place: Place, means: Means | None = None,
    cancel: CancelFlag | None = None,
) -> Study | None:
    """Return what moving first is worth in a place without a group; None if called off."""
    means = means or Means()
    player = _Player(position, means, cancel, frozenset(place.region))
    plays = {first: player.place_play(first) for first in (BLACK, WHITE)}
    if cancel:
        return None
    moves = [plays[first].move for first in (position.to_play, -position.to_play)]
    at = next((move for move in moves if move is not None), place.region[0])
    return Study(place, at, plays[BLACK], plays[WHITE], player.lead_now, "", means.engine,
                 komi=means.komi)


def what_if_all(
    position: Position, groups: Sequence[Sequence[Point]],
    verdicts: Mapping[int, Verdict] | None = None, means: Means | None = None,
    cancel: CancelFlag | None = None, progress: Callable[[int, int], None] | None = None,
    workers: int = 1,
) -> tuple[Study, ...]:
    """Return a study of every group, what is worth most first; fewer if called off.

    groups -- the stones of each, numbered from 1; verdicts -- by number, as far as they are known
    progress -- told (steps done, all steps): a step is a verdict or a study
    workers -- threads; the searches of life and death use them, the rest does not gain
    """
    means, known = means or Means(), dict(verdicts or {})
    numbers = range(1, len(groups) + 1)
    missing = [number for number in numbers if number not in known]
    total = len(missing) + len(groups)
    tell = progress or (lambda done, of: None)
    pool = ThreadPoolExecutor(workers)
    try:
        jobs: dict[Future[Verdict], int] = {
            pool.submit(group_verdict, position, groups[number - 1], means.limits, cancel): number
            for number in missing}
        for done, job in enumerate(as_completed(jobs), start=1):
            known[jobs[job]] = job.result()
            tell(done, total)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    dead = {*means.dead, *(stone for verdict in known.values()
                           if verdict.status is LifeStatus.DEAD for stone in verdict.stones)}
    studies = list[Study]()
    # What hangs on a move is studied first, in case there is no time for all.
    for number in sorted(known, key=lambda each: (known[each].status not in _HANGING, each)):
        if cancel:
            break
        own = replace(means, dead=tuple(sorted(dead - set(groups[number - 1]))))
        study = what_if_group(position, groups[number - 1], number, known[number], own, cancel)
        if study is not None:
            studies.append(study)
        tell(len(missing) + len(studies), total)
    return by_swing(studies)


def by_swing(studies: Iterable[Study]) -> tuple[Study, ...]:
    """Return studies with what is worth most first."""
    return tuple(sorted(studies, key=lambda study: (-study.swing, study.group or 0, study.at)))


def locality_of(position: Position, point: Point) -> frozenset[Point]:
    """Return the points at most so many steps from a point."""
    row, column = divmod(point, position.columns)
    return frozenset(
        other for other in range(len(position.cells))
        if abs(other // position.columns - row) + abs(other % position.columns - column) <= NEAR)


class _Player:
    """Plays a locality out, one side first, and values what comes of it."""

    def __init__(
        self, position: Position, means: Means, cancel: CancelFlag | None,
        locality: frozenset[Point],
    ) -> None:
        self._position, self._means, self._cancel = position, means, cancel
        self._locality = locality
        self._appraiser = Appraiser()

    @property
    def lead_now(self) -> float:
        """Return Black's lead as the position stands."""
        return self._appraiser.worth(self._position, self._means.dead).lead

    def group_play(self, verdict: Verdict, first: Colour) -> Play:
        """Return what happens if `first` moves first at a group."""
        answer = verdict.if_first(first)
        is_dead = dies(answer)
        dead = (*self._means.dead, *(verdict.stones if is_dead else ()))
        living = verdict.stones if _lives(answer) else ()
        if verdict.status in _HANGING:
            moves, after = followed(self._position, first, answer.line)
        else:
            moves, after = self._played_out(first, dead, living)
        return self._valued(first, moves, after, dead, living, answer.outcome)

    def point_play(self, point: Point, first: Colour) -> Play:
        """Return what happens if `first` moves first at a point; nothing if it may not."""
        try:
            begun = play(self._position, first, point)
        except IllegalMoveError:
            return self._valued(first, (), self._position, self._means.dead, (), None)
        gain = first * (self._appraiser.worth(begun, self._means.dead).lead
                        - self._appraiser.worth(self._position, self._means.dead).lead)
        moves, after = self._played_out(first, self._means.dead, (), (point, gain))
        return self._valued(first, moves, after, self._means.dead, (), None)

    def place_play(self, first: Colour) -> Play:
        """Return what happens if `first` moves first in the locality."""
        moves, after = self._played_out(first, self._means.dead, ())
        return self._valued(first, moves, after, self._means.dead, (), None)

    def _played_out(
        self, first: Colour, dead: tuple[Point, ...], living: tuple[Point, ...],
        begin: tuple[Point, float] | None = None,
    ) -> tuple[tuple[Move, ...], Position]:
        chooser_of = self._means.chooser_of
        chooser: Chooser = BuiltinChooser(self._appraiser, dead, living, self._cancel) \
            if chooser_of is None else chooser_of(dead, living)
        moves, _ = play_out(self._position, first, self._locality, chooser, self._cancel, begin)
        return self._cut(first, moves, dead, living, 0 if begin is None else 1)

    def _cut(
        self, first: Colour, moves: tuple[Move, ...], dead: tuple[Point, ...],
        living: tuple[Point, ...], least: int,
    ) -> tuple[tuple[Move, ...], Position]:
        """Return a line up to where the side to move had better leave it, after `least` moves."""
        positions = [followed(self._position, first, moves[:count])[1]
                     for count in range(least, len(moves) + 1)]
        leads = [self._appraiser.worth(position, dead, living).lead for position in positions]
        cut = best_cut(leads, [colour for colour, _ in moves[least:]])
        return moves[:least + cut], positions[cut]

    def _valued(
        self, first: Colour, moves: tuple[Move, ...], after: Position, dead: tuple[Point, ...],
        living: tuple[Point, ...], outcome: Outcome | None,
    ) -> Play:
        gone = tuple(sorted(
            {stone for stone in dead
             if after.cells[stone] == self._position.cells[stone]}))
        worth = self._appraiser.worth(after, gone, living)
        # A line by the maps ends where the place is settled: its lead is the count, too.
        return Play(first, moves, after, worth.lead, moves, worth.lead, 0.0, gone, outcome,
                    territory=worth.territory, influence=worth.influence)


def followed(
    position: Position, first: Colour, line: Sequence[Move]
) -> tuple[tuple[Move, ...], Position]:
    """Return as much of a line as the rules allow, passes left out, and where it leads."""
    moves, now = list[Move](), position.with_to_play(first)
    for colour, point in line:
        if point == PASS:
            now = now.with_to_play(-colour)
            continue
        if colour != now.to_play:
            now = now.with_to_play(colour)
        try:
            now = play(now, colour, point)
        except IllegalMoveError:
            break
        moves.append((colour, point))
    return tuple(moves), now


def dies(answer: Answer) -> bool:
    """Return whether a group counts as dead; in a ko, if it dies without threats elsewhere."""
    return answer.outcome is Outcome.DIES or (
        answer.outcome is Outcome.KO and answer.kill > 0.5)


def _lives(answer: Answer) -> bool:
    return not dies(answer) and answer.outcome is not Outcome.UNKNOWN


def _place(verdict: Verdict, plays: Mapping[Colour, Play]) -> Point:
    """Return the point a study of a group is about: a first move if there is one."""
    for colour in (-verdict.colour, verdict.colour):
        if plays[colour].moves:
            return plays[colour].moves[0][1]
    return verdict.stones[0]
