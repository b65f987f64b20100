"""Where a game turned: moves that lost most, places nobody took, groups that died or lived, drifts.

Turning points are weighed in points, so that the largest can be told first. Where few are surely
so, drifts are told besides: most points between amateurs change hands bit by bit, in a fight or
over a framework; no single move is surely a mistake, and the stretch is still where the game
turned. It is read off the judge's leads and expectations, each the mean of several positions, so
that no one look makes a drift. Where no review was made, the moves of a line that lost most follow
from the leads before and after them.
"""

from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.map_study import BUILTIN
from irgo_app.judging.study import steps_between
from irgo_app.meaning.reasons import Floats, connected_parts
from irgo_app.review.game_review import GameReview, GroupEvent, MoveReview

_LEAST_DRIFT: Final = 8.0
"""A lead that moves by fewer points is no drift, on small boards too: so much looks vary."""
_LONGEST: Final = 16
"""Moves of a drift, at most."""
_A_MOVE: Final = 0.5
"""A longer stretch is told for a shorter one if each move more brings so many points."""
_EVEN_OUT: Final = 4
"""So many positions' leads are one: both sides' turns, twice."""
_STAYS: Final = 0.6
"""So much of it lies"""
_ROUND: Final = 16
"""between the means of so many positions before and after it."""
_SHIFTED: Final = 0.3
"""A point whose expectation moved by so much belongs to the area of a drift."""
_MAIN: Final = 0.5
"""An area is named if it holds so much of the drift."""
FEWEST: Final = 3
"""A game with fewer turning points is told with its drifts."""
_LEFT_FOR: Final = 4
"""A place that both sides leave for so many moves is one nobody took."""
_SAME_PLACE: Final = 2
"""Best moves so few steps apart are one place; it shrinks with the board."""
_SAME_FIGHT: Final = 12
"""Losses by not playing in one place, so few moves apart, are told of the largest of them; fewer on
a small board."""
_OF_AN_EVENT: Final = 1
"""A group's fate that changes with a loss or the answer to it comes of it."""
_DECIDES: Final = 2
"""So many moves before a group's fate is known the lead may have begun to move."""
_A_STONE: Final = 2.0
"""A stone that dies is a point and a prisoner."""


class Drift(Struct, frozen=True):
    """A stretch of moves over which the lead moved.

    first, last -- numbers of its moves; points -- Black's lead after it less before it
    area -- the points where most of it changed hands, sorted; empty if they lie all over
    """

    first: int
    last: int
    points: float
    area: tuple[Point, ...]

    @property
    def gainer(self) -> Colour:
        """Return who gained by it."""
        return BLACK if self.points > 0 else WHITE


def drifts(review: GameReview, told: Collection[int], most: int) -> tuple[Drift, ...]:
    """Return the largest drifts, at most so many, none over another or over moves that are told.

    told -- numbers of moves that something is told of. irgo's maps, which know no moves, tell none.
    """
    if review.judge == BUILTIN:
        return ()
    leads = _evened([said.lead for said in review.told])
    # What a move lost shows in the evened leads a little before and after it.
    taken = {number + step for number in told for step in range(-_EVEN_OUT // 2, _EVEN_OUT // 2)}
    found = list[Drift]()
    while len(found) < most and (span := _largest(leads, taken)) is not None:
        before, after = span
        taken |= set(range(before + 1, after + 1))
        found.append(Drift(before + 1, after, float(leads[after] - leads[before]),
                           _area(review, before, after)))
    return tuple(found)


def _evened(leads: Sequence[float]) -> Floats:
    half, values = _EVEN_OUT // 2, np.array(leads)
    return np.array([values[max(0, index - half + 1):index + half + 1].mean()
                     for index in range(len(values))])


def _largest(leads: Floats, taken: Collection[int]) -> tuple[int, int] | None:
    best, span, last = 0.0, None, len(leads) - 1
    for before in range(last):
        for after in range(before + 1, min(before + _LONGEST, last) + 1):
            if after in taken:
                break
            moved = float(leads[after] - leads[before])
            stayed = float(leads[after:after + _ROUND].mean()
                           - leads[max(0, before + 1 - _ROUND):before + 1].mean())
            worth = abs(moved) - _A_MOVE * (after - before)
            if abs(moved) >= _LEAST_DRIFT and worth > best and stayed / moved >= _STAYS:
                best, span = worth, (before, after)
    return span


def _area(review: GameReview, before: int, after: int) -> tuple[Point, ...]:
    """Return where most of a drift lies: the largest connected area that changed hands."""
    moved = _expected(review.judged, after) - _expected(review.judged, before)
    sign = 1.0 if moved.sum() > 0 else -1.0
    parts = connected_parts(review.line.positions[after], sign * moved >= _SHIFTED)
    main = max(parts, key=lambda part: abs(moved[part].sum()), default=[])
    return tuple(main) if abs(moved[main].sum()) >= _MAIN * abs(moved.sum()) else ()


def _expected(judged: Sequence[Judgement], index: int) -> Floats:
    half = _EVEN_OUT // 2
    owned: Floats = np.array([said.ownership for said in judged[
        max(0, index - half + 1):index + half + 1]])
    return np.asarray(owned.mean(axis=0), np.float64)


class Turn(Enum):
    """Why a move is a turning point."""

    LOSS = "loss"
    LEFT = "left"
    FATE = "fate"
    DRIFT = "drift"


class TurningPoint(Struct, frozen=True):
    """A move at which the game turned.

    points -- what was at stake, by which turning points are ordered
    until -- for a place that was left: the last move at which it still was; for a drift its last
    move; else the move itself
    events -- groups whose fate it decided
    costs_at -- number of the move that lost it: of those that left a place, the one that lost most
    drift -- over which the lead moved, None for all others
    """

    turn: Turn
    move: MoveReview
    points: float
    until: int
    events: tuple[GroupEvent, ...] = ()
    costs_at: int = 0
    drift: Drift | None = None

    @property
    def number(self) -> int:
        """Return the number of the move, from 1."""
        return self.move.number


def turning_points(review: GameReview, most: int) -> tuple[TurningPoint, ...]:
    """Return the turning points with most at stake, at most so many, in the order of the game."""
    found = sorted(_all(review), key=lambda point: (-point.points, point.number))
    chosen = list[TurningPoint]()
    for point in found:
        if len(chosen) == most:
            break
        if not any(_is_told_by(point, other, review) for other in chosen):
            chosen.append(point)
    chosen += _drifts(review, chosen, min(most, FEWEST) - len(chosen))
    return tuple(sorted(chosen, key=lambda point: point.number))


def _drifts(
    review: GameReview, told: Sequence[TurningPoint], most: int
) -> Iterator[TurningPoint]:
    """Yield at most so many drifts as turning points, none over what is told already."""
    numbers = {number for point in told for number in (
        *range(point.number, point.until + 1), *(event.number for event in point.events))}
    for drift in drifts(review, numbers, most):
        yield TurningPoint(Turn.DRIFT, review.moves[drift.first - 1], abs(drift.points), drift.last,
                           drift=drift)


def left_places(review: GameReview) -> tuple[TurningPoint, ...]:
    """Return the places where both sides' best move lay, and that both left for several moves.

    What is at stake is what the most expensive of those moves lost.
    """
    found, index, moves = list[TurningPoint](), 0, review.moves
    while index < len(moves):
        length = _left_for(review, index)
        if length >= _LEFT_FOR:
            run = moves[index:index + length]
            worst = max(run, key=lambda move: move.loss)
            # The move that lost most was held against the best one; the first by a look, perhaps.
            is_nearer = worst.best is not None and not any(
                _is_near(move.point, worst.best, review.line.columns) for move in run)
            first = replace(run[0], best=worst.best) if is_nearer else run[0]
            found.append(TurningPoint(
                Turn.LEFT, first, worst.loss, run[-1].number, costs_at=worst.number))
        index += max(1, length)
    return tuple(found)


def _all(review: GameReview) -> Iterator[TurningPoint]:
    told = set[GroupEvent]()
    lossy = {move.number for move in review.mistakes}
    for move in review.mistakes:
        # What a mistake of its own did is told of that one.
        events = tuple(event for event in review.events if _comes_of(event, move) and (
            event.number == move.number or event.number not in lossy))
        told.update(events)
        yield TurningPoint(Turn.LOSS, move, move.loss, move.number, events, move.number)
    yield from (left for left in left_places(review) if left.points >= review.line.mistake)
    for event in review.events:
        if event not in told:
            move = review.moves[event.number - 1]
            stake = min(_A_STONE * len(event.stones), _change(review, event))
            if stake >= review.line.mistake:
                yield TurningPoint(Turn.FATE, move, stake, move.number, (event,))


def _comes_of(event: GroupEvent, move: MoveReview) -> bool:
    return 0 <= event.number - move.number <= _OF_AN_EVENT


def _change(review: GameReview, event: GroupEvent) -> float:
    """Return how far the lead moved while a group's fate was decided, in points."""
    before = review.judged[max(0, event.number - 1 - _DECIDES)]
    return abs(review.judged[event.number].lead - before.lead)


def _left_for(review: GameReview, index: int) -> int:
    """Return for how many moves from here on both sides were best off in one place and left it."""
    place, columns = review.moves[index].best, review.line.columns
    if place is None or place == PASS:
        return 0
    for count, move in enumerate(review.moves[index:]):
        if not _is_near(move.best, place, columns) or _is_near(move.point, place, columns):
            return count
    return len(review.moves) - index


def _is_near(
    point: Point | None, place: Point, columns: int, steps: float = _SAME_PLACE
) -> bool:
    return point is not None and point != PASS and steps_between(point, place, columns) <= steps


def _is_told_by(point: TurningPoint, other: TurningPoint, review: GameReview) -> bool:
    if point.number == other.number:
        return True
    if Turn.LEFT in (point.turn, other.turn):
        left, single = (point, other) if point.turn is Turn.LEFT else (other, point)
        place = left.move.best
        return (left.number <= single.number <= left.until + 1 and place is not None
                and _is_near(single.move.best, place, review.line.columns))
    place, stakes = other.move.best, review.line.stakes
    if point.turn is other.turn is Turn.LOSS and place not in (None, PASS) \
            and abs(point.number - other.number) <= _SAME_FIGHT * stakes \
            and _is_near(point.move.best, place, review.line.columns, _SAME_PLACE * stakes):
        return True
    return bool(set(point.events) & set(other.events))


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
