"""Lessons: a point that was missed, once or again and again, is one mistake.

Moves that miss the same point, or leave the same stones, are joined: both sides may pass a point by
for fifty moves. The lesson is told at the first move that cost at least half as much as the most
expensive one, and counted once for each side that could have had the point. Lessons about one place
or the same stones that follow each other are one fight, which a story tells as one turning point.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeVar

from msgspec import Struct

from irgo_app.go.point import PASS, Colour, Point
from irgo_app.judging.study import steps_between
from irgo_app.meaning.reasons import Comparison, ReasonKind
from irgo_app.review.game_line import GameLine

SAME_PLACE_STEPS: Final = 2
"""Points at most this many steps apart are one place, on 19 lines."""
SAME_STONES: Final = 3
"""Reasons that share this many stones are about one group."""
GAP_MOVES: Final = 20
"""Moves between two misses of one lesson, or two lessons of one fight, at most, on 19 lines."""
_TOLD_PART: Final = 0.5
"""A lesson is told at the first move that lost this part of the most expensive one."""
_TAKEN_STEPS: Final = 1
"""Who plays at most this many steps from the point has taken it."""
_SPIKE_POINTS: Final = 4.0
"""Looks that stand out from those before and after by so many points are no change of the game."""
_OPEN_MOVES: Final = 4
"""A point that was missed once more so many moves later stood open."""
_T = TypeVar("_T")


class Miss(Struct, frozen=True):
    """A move that lost points, and the point that it missed.

    number -- of the move, from 1; points -- what it lost
    better -- where it should have been played, None if nobody knows; PASS for a pass
    stones -- the stones that are at stake, by the judge's first reason about a group
    is_read -- whether it was held against the better move; else two looks say what it lost
    """

    number: int
    colour: Colour
    points: float
    better: Point | None
    stones: frozenset[Point] = frozenset()
    is_read: bool = True


class Lesson(Struct, frozen=True):
    """One mistake, however often it was made.

    told -- the miss that it is told of; misses -- all of them, in the order of the game
    taken -- number of the first later move at the point or beside it, 0 where nobody played there
    is_sure -- else it is told with "probably"
    others -- the miss that counts for the other side, None where only one side missed it
    """

    told: Miss
    misses: tuple[Miss, ...]
    taken: int = 0
    is_sure: bool = True
    others: Miss | None = None

    @property
    def number(self) -> int:
        """Return the number of the move that it is told of."""
        return self.told.number

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(miss.number for miss in self.misses)

    @property
    def first(self) -> int:
        return self.misses[0].number

    @property
    def last(self) -> int:
        return self.misses[-1].number

    @property
    def stood_open(self) -> bool:
        """Return whether the point was passed by for some moves, not only missed by both at once.
        """
        return self.last - self.first >= _OPEN_MOVES

    @property
    def worst(self) -> Miss:
        """Return the miss that cost most."""
        return max(self.misses, key=lambda miss: miss.points)

    @property
    def worth(self) -> float:
        """Return the points that the most expensive miss lost."""
        return self.worst.points

    @property
    def stones(self) -> frozenset[Point]:
        return frozenset().union(*(miss.stones for miss in self.misses))


def stones_at_stake(found: Comparison | None) -> frozenset[Point]:
    """Return the stones of the largest reason about a group, none where no group is at stake."""
    reasons = [] if found is None else [
        reason for reason in found.difference.reasons if reason.kind is ReasonKind.GROUP]
    largest = max(reasons, key=lambda reason: abs(reason.share), default=None)
    return frozenset() if largest is None else frozenset(largest.points)


def lessons_of(
    line: GameLine, misses: Sequence[Miss], unsure: Collection[int] = (),
    colour: Colour | None = None,
) -> tuple[Lesson, ...]:
    """Return the lessons of a game in the order of the moves that they are told of.

    misses -- in the order of the game; unsure -- the numbers of those that are only likely
    colour -- the side whose lessons are wanted, each told at a move of its own; None for both
    """
    found = list[Lesson]()
    for joined in _joined(misses, lambda one, other: _is_same(one, other, line)):
        own = [miss for miss in joined if colour in (None, miss.colour)]
        if own:
            told = _told_of(own)
            theirs = [miss for miss in joined if miss.colour != told.colour]
            found.append(Lesson(told, tuple(joined), _taken(line, told, joined),
                                any(miss.number not in unsure for miss in joined),
                                _told_of(theirs) if theirs else None))
    return tuple(sorted(found, key=lambda lesson: lesson.number))


def _told_of(misses: Sequence[Miss]) -> Miss:
    """Return the miss that a lesson is told of: one that was read, if any was."""
    return first_told([miss for miss in misses if miss.is_read] or misses)


def first_told(misses: Sequence[Miss]) -> Miss:
    """Return the first miss that lost at least half of what the most expensive one did."""
    most = max(miss.points for miss in misses)
    return next(miss for miss in misses if miss.points >= _TOLD_PART * most)


def fights_of(line: GameLine, lessons: Sequence[Lesson]) -> list[list[Lesson]]:
    """Return lessons joined that are about one place or the same stones, one after the other."""
    return _joined(sorted(lessons, key=lambda lesson: lesson.first),
                   lambda one, other: other.first - one.last <= _gap(line) and _is_one_place(
                       one.told, other.told, line))


def _joined(items: Sequence[_T], is_joined: Callable[[_T, _T], bool]) -> list[list[_T]]:
    """Return items in groups: each joins every earlier group that one of its items joins it to."""
    groups = list[list[_T]]()
    for item in items:
        near = [group for group in groups if any(is_joined(other, item) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(other for group in near for other in group), item])
    return [[item for item in items if item in group] for group in groups]


def _is_same(one: Miss, other: Miss, line: GameLine) -> bool:
    """Return whether two moves miss the same point, or leave the same stones, in one stretch."""
    return (other.number - one.number <= _gap(line) and _is_one_place(one, other, line)
            and not _is_played(line, one.better, one.number, other.number))


def _is_one_place(one: Miss, other: Miss, line: GameLine) -> bool:
    if is_near(one.better, other.better, line):
        return True
    shared = len(one.stones & other.stones)
    return shared >= min(SAME_STONES, len(one.stones), len(other.stones)) and shared > 0


def is_near(one: Point | None, other: Point | None, line: GameLine) -> bool:
    """Return whether two points are one place; a pass is near nothing but a pass."""
    if one is None or other is None or PASS in (one, other):
        return one is not None and one == other
    return steps_between(one, other, line.columns) <= SAME_PLACE_STEPS * line.stakes


def _is_played(line: GameLine, point: Point | None, first: int, last: int) -> bool:
    """Return whether somebody plays at a point from one move to before another, by number."""
    return any(at == point for _, at in line.moves[first - 1:last - 1])


def _taken(line: GameLine, told: Miss, misses: Sequence[Miss]) -> int:
    """Return the number of the first move after the last miss at the point, or beside it."""
    points = {miss.better for miss in misses if miss.number >= told.number} - {None, PASS}
    last = misses[-1].number
    for number, (_, at) in enumerate(line.moves[last:], last + 1):
        if at != PASS and any(
                point is not None and steps_between(point, at, line.columns) <= _TAKEN_STEPS
                for point in points):
            return number
    return 0


def _gap(line: GameLine) -> int:
    return round(GAP_MOVES * line.stakes)


def curve_of(leads: Sequence[float], lessons: Sequence[Lesson]) -> tuple[float, ...]:
    """Return leads without swings that are no change of the game.

    While a point stands open the lead jumps between the two answers, as either side is to move:
    there the mean of neighbouring positions is drawn. One or two positions may stand out alone
    where no lesson is about the moves round them: there the line goes straight on.
    """
    drawn = list(leads)
    open_at = {index for lesson in lessons for one, other in pairwise(lesson.numbers)
               for index in range(one, other) if other - one <= GAP_MOVES}
    for index in open_at:
        near = leads[max(0, index - 1):index + 2]
        drawn[index] = (sum(near) + leads[index]) / (len(near) + 1)
    told = {number for lesson in lessons for number in lesson.numbers}
    for width in (2, 1):
        for index in range(1, len(leads) - width):
            if told.isdisjoint(range(index, index + width + 1)) and _stand_out(
                    leads[index - 1:index + width + 1]):
                drawn[index:index + width] = [(leads[index - 1] + leads[index + width]) / 2] * width
    return tuple(drawn)


def _stand_out(leads: Sequence[float]) -> bool:
    """Return whether all leads but the first and the last lie above both of them, or below both.

    They do so by more than the first and the last differ.
    """
    before, *alone, after = leads
    least = max(_SPIKE_POINTS, abs(before - after))
    return min(alone) - max(before, after) >= least or min(before, after) - max(alone) >= least


def misses_of(
    moves: Sequence[tuple[int, Colour, float, Point | None]], whys: Mapping[int, Comparison]
) -> tuple[Miss, ...]:
    """Return misses of (number, colour, loss, better) with the stones that were at stake."""
    return tuple(Miss(number, colour, points, better, stones_at_stake(whys.get(number)),
                      number in whys)
                 for number, colour, points, better in moves)
