"""Where a game turned: fights that lost points, groups that died or lived, drifts.

Lessons about one place are one fight and one turning point. What no lesson explains is told as a
drift: most points between amateurs change hands bit by bit, in a fight or over a framework; the
stretch is still where the game turned. It is read off the judge's leads and expectations, each the
mean of several positions, so that no one look makes a drift. Turning points are ranked by points,
and by what they did to the lead: the last change of who leads is always among them, and what
happened after the game was decided comes last. Where no review was made, the moves of a line that
lost most follow from the leads before and after them.
"""

from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from typing import Final

import numpy as np
from msgspec import Struct

from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.judging.future import Future
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.judgement_words import EVEN_POINTS, is_even
from irgo_app.meaning.reasons import Difference, Floats, connected_parts, difference
from irgo_app.review.game_review import GameReview, GroupEvent, MoveReview
from irgo_app.review.lessons import Lesson, fights_of

LEAST_DRIFT_POINTS: Final = 8.0
"""A lead that moves by fewer points is no drift, on small boards too: so much looks vary."""
_LONGEST_DRIFT_MOVES: Final = 16
_POINTS_A_MOVE: Final = 0.5
"""A longer stretch is told for a shorter one if each move more brings so many points."""
_EVENED_POSITIONS: Final = 4
"""The leads of this many positions are averaged: both sides' turns, twice."""
_LASTING_PART: Final = 0.6
"""The part of a drift that has to lie between the means of the positions before and after it."""
_LASTING_POSITIONS: Final = 16
_SHIFTED: Final = 0.3
"""A point whose expectation moved by so much belongs to the area of a drift."""
_EXPLAINED_PART: Final = 0.5
"""Where mistakes make up this part of a stretch it is not told beside them."""
_MAIN_PART: Final = 0.5
"""An area is named if it holds this part of the drift."""
_ROUND_A_LOSS: Final = 2
"""What a move lost shows in the evened leads of so many positions before and after it."""
_EVENT_MOVES: Final = 1
"""A group's fate that changes with a loss, or so many moves later, comes of it."""
_BEFORE_FATE_MOVES: Final = 2
"""So many moves before a group's fate is known the lead may have begun to move."""
_STONE_POINTS: Final = 2.0
"""A stone that dies is a point and a prisoner."""
_SMALL_LEAD_POINTS: Final = 10.0
"""A lead that falls below this is no longer safe."""
_EARLY_PART: Final = 0.9
"""Of a game that was open for a larger part nobody says that it was decided before."""
_TURNS_LEADER, _TURNS_LEAD, _DECIDED, _OF_DRIFT = 3.0, 1.5, 0.2, 0.6
"""How often the points of a turning point count that changes who leads, that makes a lead small,
that comes after the game was decided, and of which no single move is known."""


class Drift(Struct, frozen=True, eq=False):
    """A stretch of moves over which the lead moved.

    first, last -- numbers of its moves; points -- Black's lead after it less before it
    area -- the points where most of it changed hands, sorted; empty if they lie all over
    changes -- what changed hands: of each reason `move` is the end of the stretch, `instead` its
    beginning, and who loses is the mover
    likeliest -- number of the loser's move after which the lead fell most
    """

    first: int
    last: int
    points: float
    area: tuple[Point, ...]
    changes: Difference
    likeliest: int

    @property
    def gainer(self) -> Colour:
        """Return who gained by it."""
        return BLACK if self.points > 0 else WHITE


def drifts(review: GameReview, told: Collection[int]) -> tuple[Drift, ...]:
    """Return the stretches over which the lead moved, none over another or over moves told already.

    told -- numbers of moves that something is told of
    """
    leads = evened(review.curve)
    taken = {number + step for number in told for step in range(-_ROUND_A_LOSS, _ROUND_A_LOSS)}
    found = list[Drift]()
    while (span := _largest(leads, taken)) is not None:
        before, after = span
        taken |= set(range(before + 1, after + 1))
        found.append(_drift(review, before, after, float(leads[after] - leads[before])))
    return tuple(sorted(found, key=lambda drift: drift.first))


def _drift(review: GameReview, before: int, after: int, points: float) -> Drift:
    """Return the drift between two positions; points -- Black's lead after it less before it."""
    loser = WHITE if points > 0 else BLACK
    position = review.line.positions[before].with_to_play(loser)
    owned = [_expected(review.judged, index) for index in (before, after)]
    at_start, at_end = (
        Future(((loser, PASS),), position, position, lead, tuple(said.tolist()), 0)
        for lead, said in zip((0.0, points), owned, strict=True))
    own = [number for number in range(before + 1, after + 1)
           if review.moves[number - 1].colour == loser]
    fell = {number: loser * (review.judged[number - 1].lead - review.judged[number].lead)
            for number in own}
    return Drift(before + 1, after, points, _area(review, before, after, owned[1] - owned[0]),
                 difference(position, at_end, at_start),
                 max(own, key=fell.__getitem__, default=before + 1))


def evened(leads: Sequence[float]) -> Floats:
    """Return at each position the mean of the leads round it: no one look counts by itself."""
    half, values = _EVENED_POSITIONS // 2, np.array(leads)
    return np.array([values[max(0, index - half + 1):index + half + 1].mean()
                     for index in range(len(values))])


def _largest(leads: Floats, taken: Collection[int]) -> tuple[int, int] | None:
    best, span, last = 0.0, None, len(leads) - 1
    for before in range(last):
        for after in range(before + 1, min(before + _LONGEST_DRIFT_MOVES, last) + 1):
            if after in taken:
                break
            moved = float(leads[after] - leads[before])
            stayed = float(
                leads[after:after + _LASTING_POSITIONS].mean()
                - leads[max(0, before + 1 - _LASTING_POSITIONS):before + 1].mean())
            worth = abs(moved) - _POINTS_A_MOVE * (after - before)
            if abs(moved) >= LEAST_DRIFT_POINTS and worth > best \
                    and stayed / moved >= _LASTING_PART:
                best, span = worth, (before, after)
    return span


def _area(review: GameReview, before: int, after: int, moved: Floats) -> tuple[Point, ...]:
    """Return where most of a drift lies: the largest connected area that changed hands."""
    sign = 1.0 if moved.sum() > 0 else -1.0
    parts = connected_parts(review.line.positions[after], sign * moved >= _SHIFTED)
    main = max(parts, key=lambda part: abs(moved[part].sum()), default=[])
    return tuple(main) if abs(moved[main].sum()) >= _MAIN_PART * abs(moved.sum()) else ()


def _expected(judged: Sequence[Judgement], index: int) -> Floats:
    """Return what is expected of every point round a position, Black positive."""
    half = _EVENED_POSITIONS // 2
    owned: Floats = np.array([said.ownership for said in judged[
        max(0, index - half + 1):index + half + 1]])
    return np.asarray(owned.mean(axis=0), np.float64)


class Turn(Enum):
    """Why a move is a turning point."""

    LOSS = "loss"
    FATE = "fate"
    DRIFT = "drift"


class TurningPoint(Struct, frozen=True, eq=False):
    """A move, or a stretch of moves, with which the game turned.

    move -- the one it is told of, of a drift its first
    points -- what was at stake: of a fight what its most expensive miss lost
    first, until -- its first and last move: of a fight with the move that ended it
    lessons -- of a fight, its steps in the order of the game
    events -- groups whose fate it decided
    drift -- over which the lead moved, None for all others
    """

    turn: Turn
    move: MoveReview
    points: float
    first: int
    until: int
    lessons: tuple[Lesson, ...] = ()
    events: tuple[GroupEvent, ...] = ()
    drift: Drift | None = None

    @property
    def number(self) -> int:
        """Return the number of the move, from 1."""
        return self.move.number

    @property
    def lesson(self) -> Lesson | None:
        """Return the lesson that a fight is told of, None for other turning points."""
        return next((lesson for lesson in self.lessons if lesson.number == self.number), None)


def turning_points(
    review: GameReview, most: int, decided: float | None = None
) -> tuple[TurningPoint, ...]:
    """Return the turning points with most at stake, at most so many, in the order of the game.

    decided -- a lead that decides a game where it lasts to the end; None for no such lead
    """
    points = every_turning_point(review)
    end = None if decided is None else decided_by(review, decided)
    last = _last_change(review, points)
    ranked = sorted(points, key=lambda point: (
        point is not last, -_rank(point, review, end), point.number))
    return tuple(sorted(ranked[:most], key=lambda point: point.number))


def every_turning_point(review: GameReview) -> tuple[TurningPoint, ...]:
    """Return everything at which the game turned: what the lead's curve is explained by."""
    points = [*_fights(review), *_fates(review)]
    # What cost less explains no stretch: it is a step of one.
    numbers = {number for point in points if point.points >= LEAST_DRIFT_POINTS
               for number in _numbers(point)}
    points += [TurningPoint(Turn.DRIFT, review.moves[drift.first - 1], abs(drift.points),
                            drift.first, drift.last, drift=drift)
               for drift in drifts(review, numbers) if not _is_explained(drift, review.lessons)]
    if _last_change(review, points) is None and (
            change := _drift_of_change(review, numbers)) is not None:
        points.append(change)
    return tuple(sorted(points, key=lambda point: point.number))


def _is_explained(drift: Drift, lessons: Sequence[Lesson]) -> bool:
    """Return whether small mistakes within a stretch explain half of it."""
    lost = sum(lesson.told.points for lesson in lessons
               if drift.first <= lesson.number <= drift.last
               and lesson.told.colour == -drift.gainer)
    return lost >= _EXPLAINED_PART * abs(drift.points)


def _drift_of_change(review: GameReview, told: Collection[int]) -> TurningPoint | None:
    """Return the stretch in which the lead last changed hands; None if it never did.

    Nothing else explains it: the game was close, or its winner led from the opening on.
    told -- numbers of moves that something is told of: the stretch lies between them
    """
    number = last_change(review)
    if number is None:
        return None
    leads, last = evened(review.curve), len(review.curve) - 1
    winner = 1 if review.curve[-1] > 0 else -1
    half = _LONGEST_DRIFT_MOVES // 2
    low = max([0, number - half, *(other for other in told if other < number)])
    high = min([last, number + half, *(other - 1 for other in told if other > number)])
    before, after = max(
        ((before, after) for before in range(low, number) for after in range(number, high + 1)),
        key=lambda span: (winner * float(leads[span[1]] - leads[span[0]])
                          - _POINTS_A_MOVE * (span[1] - span[0])))
    drift = _drift(review, before, after, float(leads[after] - leads[before]))
    return TurningPoint(Turn.DRIFT, review.moves[drift.first - 1], abs(drift.points), drift.first,
                        drift.last, drift=drift)


def _numbers(point: TurningPoint) -> Iterator[int]:
    """Yield the moves that a turning point tells of."""
    yield point.number
    for lesson in point.lessons:
        yield from lesson.numbers
    for event in point.events:
        yield event.number


def decided_by(review: GameReview, points: float) -> int | None:
    """Return the number of the move after which a lead of so many points lasted to the end.

    None where no such lead lasted for a while, or was there before the first move.
    """
    curve = review.curve
    winner = 1 if curve[-1] > 0 else -1
    number = len(curve)
    while number and winner * curve[number - 1] >= points:
        number -= 1
    return number if 0 < number <= _EARLY_PART * len(curve) else None


def last_change(review: GameReview) -> int | None:
    """Return the number of the move with which the lead last changed hands; None if it never did.
    """
    curve = review.curve
    if is_even(curve[-1]):
        return None
    winner = 1 if curve[-1] > 0 else -1
    behind = [index for index, lead in enumerate(curve) if winner * lead < EVEN_POINTS]
    return behind[-1] + 1 if behind and behind[-1] + 1 < len(curve) else None


def _last_change(
    review: GameReview, points: Sequence[TurningPoint]
) -> TurningPoint | None:
    """Return the turning point with which the lead last changed hands, None if none explains it."""
    number = last_change(review)
    if number is None:
        return None
    loser = -1 if review.curve[-1] > 0 else 1
    near = [point for point in points if point.first - 1 <= number <= point.until + 1]
    return max(near, key=lambda point: (loser_of(point) in (loser, None), point.points),
               default=None)


def loser_of(point: TurningPoint) -> Colour | None:
    """Return who lost by a turning point; None where it is not one side alone."""
    if point.drift is not None:
        return -point.drift.gainer
    colours = {miss.colour for lesson in point.lessons for miss in lesson.misses} | {
        event.colour for event in point.events if not point.lessons}
    return colours.pop() if len(colours) == 1 else None


def _rank(point: TurningPoint, review: GameReview, decided: int | None) -> float:
    """Return how much a turning point matters: its points, by what it did to the lead."""
    before, after = review.curve[point.first - 1], review.curve[min(
        point.until, len(review.curve) - 1)]
    points = point.points * (_OF_DRIFT if point.drift is not None else 1.0)
    if decided is not None and point.first > decided:
        return _DECIDED * points
    if before * after < 0 and not (is_even(before) and is_even(after)):
        return _TURNS_LEADER * points
    if abs(before) >= _SMALL_LEAD_POINTS > abs(after):
        return _TURNS_LEAD * points
    return points


def _fights(review: GameReview) -> Iterator[TurningPoint]:
    """Yield the fights that lost points, with the fates that came of them."""
    told, lossy = set[GroupEvent](), {
        number for lesson in review.lessons for number in lesson.numbers}
    for fight in fights_of(review.line, review.lessons):
        numbers = {number for lesson in fight for number in lesson.numbers}
        # What a mistake of another fight did is told of that one.
        events = tuple(event for event in review.events if event not in told and (
            event.number in numbers or (event.number not in lossy and any(
                0 <= event.number - number <= _EVENT_MOVES for number in numbers))))
        told.update(events)
        first = max(fight, key=lambda lesson: lesson.worth)
        ends = [lesson.taken for lesson in fight if lesson.taken and lesson.stood_open]
        yield TurningPoint(
            Turn.LOSS, review.moves[first.number - 1], max(lesson.worth for lesson in fight),
            min(numbers), max(*numbers, *ends, first.number), tuple(fight), events)


def _fates(review: GameReview) -> Iterator[TurningPoint]:
    """Yield the fates that no mistake explains."""
    told = {event for point in _fights(review) for event in point.events}
    for event in review.events:
        if event not in told:
            stake = min(_STONE_POINTS * len(event.stones), _change(review, event))
            if stake >= review.least:
                yield TurningPoint(Turn.FATE, review.moves[event.number - 1], stake, event.number,
                                   event.number, events=(event,))


def _change(review: GameReview, event: GroupEvent) -> float:
    """Return how far the lead moved while a group's fate was decided, in points."""
    before = review.judged[max(0, event.number - 1 - _BEFORE_FATE_MOVES)]
    return abs(review.judged[event.number].lead - before.lead)


LEAST_POINTS: Final = 2.0
"""What lost less is within what an estimate swings by itself."""


class KnownLead(Struct, frozen=True):
    """What is known of a node: Black's lead in points, Black's chance to win (0 to 1), or None.

    estimate -- the lead by irgo's own estimate; lead, winrate -- by an engine
    """

    estimate: float | None = None
    lead: float | None = None
    winrate: float | None = None


class Mistake(Struct, frozen=True):
    """A move that lost.

    index -- its place in the line, where the move's own node stands
    points -- what it lost, for who played it
    winrate -- what an engine's chance to win fell by, 0 to 1; None if no engine told
    by_engine -- whether the points are an engine's
    """

    index: int
    colour: Colour
    points: float
    winrate: float | None
    by_engine: bool


def mistakes(
    movers: Sequence[Colour | None], told: Sequence[KnownLead], least: float = LEAST_POINTS
) -> list[Mistake]:
    """Return the moves that lost so many points at least, those that lost most first.

    movers -- for each node of a line who moved there, None without a move
    told -- for each node what is known of it

    An engine's lead is taken as it stands. An estimate swings with the turn, so only nodes with the
    same side to move are held against each other: those right before the move and its answer, and
    the move and its player's last one. What both pairs fell by was lost here; what one fell by
    alone came of a move before or after.
    """
    found = []
    for index, colour in enumerate(movers):
        if colour is None or not index:
            continue
        by_engine = _fall(told, index, colour, "lead")
        lost = by_engine if by_engine is not None else _steady_fall(told, index, colour)
        if lost is not None and lost >= least:
            found.append(Mistake(index, colour, lost, _fall(told, index, colour, "winrate"),
                                 by_engine is not None))
    return sorted(found, key=lambda mistake: (-mistake.points, mistake.index))


def _fall(told: Sequence[KnownLead], index: int, colour: Colour, name: str) -> float | None:
    before, after = getattr(told[index - 1], name), getattr(told[index], name)
    return None if before is None or after is None else float(colour * (before - after))


def _steady_fall(told: Sequence[KnownLead], index: int, colour: Colour) -> float | None:
    """Return the smaller fall of the two pairs; at the ends of a line there is but one."""
    pairs = [(told[place - 2].estimate, told[place].estimate) for place in (index, index + 1)
             if 2 <= place < len(told)]
    falls = [colour * (before - after) for before, after in pairs
             if before is not None and after is not None]
    return min(falls) if falls and len(falls) == len(pairs) else None
