"""Places: parts of the board where moving first changes something, found from what moves do.

Good first moves of both sides are asked of the judge for the whole board; the effect of each is
where its side fares better than if the other side moved first. Moves whose effects overlap are one
place, with one number: what moving first there is worth.
"""

import math
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.judging.future import Future, future_of, futures, futures_of
from irgo_app.judging.judgement import (Judge, JudgeTrust, Searched, Tried, positions_for,
                                        searched_by_both)
from irgo_app.judging.study import NEAR, points_within, steps_between
from irgo_app.meaning.reasons import LIVES, Comparison, Difference, Floats, difference, framed
from irgo_app.meaning.why import first_elsewhere

VISITS: Final = 360
"""How far the whole board is searched for each side."""
FURTHER: Final = 960
"""And by irgo's reader for the side to move once a first list is there: its best move leads."""
_LOOK: Final = 48
"""How far what follows each first move is searched."""
_MINE: Final = 9
_THEIRS: Final = 7
"""So many first moves of the side to move, and of the other, are looked at."""
_REGION: Final = 48
"""How far a side's move in a place is searched that it would not play by itself."""
_SAME: Final = 0.5
"""Places whose effects overlap by more are one."""
_FELT: Final = 0.25
"""A point where an effect is weaker does not belong to the place."""
_GAP: Final = 2
"""What is felt belongs together over so many steps; what lies apart is chance, or another place."""
_LEAST_WORTH: Final = 1.0
_MOST: Final = 7
"""Letters from A to G."""
_REACHED: Final = 0.3
"""A group whose stones feel an effect so strongly belongs to the place."""
_FIRST_MOVES: Final = 3


class FirstMove(Struct, frozen=True):
    """A first move in a place; loses -- points against the best one of its side there."""

    point: Point
    loses: float


class FoundPlace(Struct, frozen=True, eq=False):
    """Where moving first changes something.

    points -- where that is, sorted
    comparison -- what the side to move loses by letting the other side play there first; its visits
    are those of the whole board for the side to move
    behind -- what its best move here loses against its best move on the board
    first_moves -- up to three for each colour, the best first
    groups -- the indices of the groups whose stones the effect reaches
    changed -- of these, those that live or die by who moves first
    initiative -- for each colour who has the next move elsewhere if it begins, None if open
    is_multipurpose -- its first move is best elsewhere too, or decides several groups
    """

    points: tuple[Point, ...]
    comparison: Comparison
    behind: float
    first_moves: dict[Colour, tuple[FirstMove, ...]]
    groups: tuple[int, ...]
    changed: tuple[int, ...]
    initiative: dict[Colour, Colour | None]
    is_multipurpose: bool = False

    @property
    def mine(self) -> Future:
        """Return what follows if the side to move plays here first."""
        return self.comparison.instead

    @property
    def theirs(self) -> Future:
        """Return what follows if the other side plays here first."""
        return self.comparison.move

    @property
    def worth(self) -> float:
        """Return what the side to move gains by playing here first, in points."""
        return self.comparison.loss


class _Found(Struct, eq=False):
    """A place while it is put together: futures of both sides by value, best first; its effect.

    side -- whose move it was found by
    """

    side: Colour
    mine: list[Future]
    theirs: list[Future]
    effect: Floats


class BoardSearches(Struct, frozen=True, eq=False):
    """The whole board searched for the side to move, and for the other side."""

    mine: Searched
    theirs: Searched


def begun(
    position: Position, judge: Judge, visits: int = 0, cancel: CancelFlag | None = None
) -> BoardSearches:
    """Return what places are found from: the board searched for both sides.

    visits -- how far for each side, 0 for the usual
    Raises EngineError, and CalledOffError soon after the flag is raised.
    """
    found = searched_by_both(position, judge, None, visits or positions_for(judge, VISITS), cancel)
    return BoardSearches(found[position.to_play], found[-position.to_play])


def deepened(
    position: Position, judge: Judge, found: BoardSearches, cancel: CancelFlag | None = None
) -> BoardSearches:
    """Return the searches of a first list with that for the side to move carried on.

    An engine's are far enough, and slow. Raises EngineError, and CalledOffError soon after the
    flag is raised.
    """
    if judge.rank is JudgeTrust.ENGINE:
        return found
    further = positions_for(judge, FURTHER)
    return BoardSearches(judge.search(position, position.to_play, None, further, cancel),
                         found.theirs)


def first_places(
    position: Position, groups: Sequence[Sequence[Point]], found: BoardSearches, judge: str
) -> tuple[FoundPlace, ...]:
    """Return the places as far as the searches of the board tell them: where, and first moves.

    What they are worth is not known yet, for the other side's move may be one elsewhere, nor is
    the order after the first one, whose first move is the judge's best. Of a judge that does not
    tell what comes of each move there are none.
    groups -- the stones of each group that may be named; judge -- who searched
    """
    mover = position.to_play
    own = _described(position, mover, found.mine, _MINE)
    other = _described(position, -mover, found.theirs, _THEIRS)
    if not own or not other:
        return ()
    merged = [place for place in _merged(position, own, other, found) if place.mine]
    for place in merged:
        place.theirs += other[:not place.theirs]
    return _ranked(position, groups, merged, judge, found.mine.visits, has_reasons=False)


def places(
    position: Position, groups: Sequence[Sequence[Point]], judge: Judge,
    visits: int = 0, cancel: CancelFlag | None = None, *, found: BoardSearches | None = None,
) -> tuple[FoundPlace, ...]:
    """Return where moving first changes something, what is best for the side to move first.

    The first place's first move is the judge's best move on the board; no two places share a first
    move, and their effects overlap by less than half. None is told where none is worth a point.
    groups -- the stones of each group that may be named
    visits -- how far the board is searched for each side, 0 for the usual; found -- these searches
    where they were made before
    Raises EngineError, and CalledOffError soon after the flag is raised.
    """
    searched = found or begun(position, judge, visits, cancel)
    if not (found or visits):
        searched = deepened(position, judge, searched, cancel)
    own, other = _ahead(position, searched, judge, cancel)
    merged = _merged(position, own, other, searched)[:2 * _MOST]
    known = {position.to_play: own, -position.to_play: other}
    with ThreadPoolExecutor(judge.at_once) as pool:
        both_sides = list(pool.map(
            lambda place: _completed(place, position, judge, known, cancel), merged))
    return _ranked(position, groups, [place for place in both_sides if place is not None],
                   judge.name, searched.mine.visits)


def _merged(
    position: Position, own: Sequence[Future], other: Sequence[Future], found: BoardSearches
) -> list[_Found]:
    """Return the places that the first moves of both sides belong to, the best move's first."""
    mover, merged = position.to_play, list[_Found]()
    for future in own:
        _put(future, mover, _expected(found.theirs, position), merged, position)
    for future in other:
        _put(future, -mover, _expected(found.mine, position), merged, position)
    return merged


def _ranked(
    position: Position, groups: Sequence[Sequence[Point]], found: Sequence[_Found], judge: str,
    visits: int, *, has_reasons: bool = True,
) -> tuple[FoundPlace, ...]:
    """Return places that have moves of both sides as they are told, the best first.

    visits -- how far the board was read for the side to move
    """
    mover = position.to_play
    if not found:
        return ()
    # The judge's own best move: what a short look at one place likes better is at most as good.
    best = mover * found[0].mine[0].lead
    told = [_told(place, position, groups, best, judge, visits, has_reasons=has_reasons)
            for place in found]
    if max(place.worth for place in told) < _LEAST_WORTH:
        return ()
    # The judge's best move is told whatever its place is worth.
    told = [place for index, place in enumerate(told) if place.worth >= _LEAST_WORTH or not index]
    # Of equals the judge's order counts, and its own moves come before those of the other side.
    told.sort(key=lambda place: place.behind)
    return _with_purposes(without_repeats(told, mover, both=has_reasons)[:_MOST], mover)


def _described(
    position: Position, first: Colour, searched: Searched, most: int
) -> list[Future]:
    """Return the futures of a side's best first moves as far as the search itself tells them."""
    tried = [move for move in searched.moves
             if move.point != PASS and move.ownership is not None][:most]
    return _in_order([future_of(
        first, move.point, play(position.with_to_play(first), first, move.point),
        Searched(move.lead, (), move.line[1:], move.ownership, move.visits))
        for move in tried], first)


def _ahead(
    position: Position, searched: BoardSearches, judge: Judge, cancel: CancelFlag | None
) -> tuple[list[Future], list[Future]]:
    """Return the futures of the best first moves of the side to move, and of the other side."""
    mover = position.to_play
    mine, theirs = _tried(searched.mine, _MINE), _tried(searched.theirs, _THEIRS)
    ahead = futures_of([
        (position.with_to_play(side), move.point)
        for side, tried in ((mover, mine), (-mover, theirs)) for move in tried],
        judge, _LOOK, cancel)
    known = [replace(future, lead=_weighed(future, move.lead, move.visits))
             for future, move in zip(ahead, (*mine, *theirs), strict=True)]
    return _in_order(known[:len(mine)], mover), _by_lead(known[len(mine):], -mover)


def _tried(searched: Searched, most: int) -> list[Tried]:
    return [move for move in searched.moves if move.point != PASS][:most]


def _in_order(ahead: Sequence[Future], first: Colour) -> list[Future]:
    """Return futures in the judge's order, none with a better lead than those before it.

    What one short look likes better than the judge does is not told to be better.
    """
    found, least = list[Future](), math.inf
    for future in ahead:
        least = min(least, first * future.lead)
        found.append(replace(future, lead=first * least))
    return found


def _by_lead(ahead: Sequence[Future], first: Colour) -> list[Future]:
    """Return the futures of the other side's moves, the best first, none better than the judge's.

    No place is ranked by them, so that each may have the lead that is known of it.
    """
    found = [replace(future, lead=first * min(first * future.lead, first * ahead[0].lead))
             for future in ahead]
    return found[:1] + sorted(found[1:], key=lambda future: -first * future.lead)


def _weighed(future: Future, lead: float, visits: int) -> float:
    """Return a future's lead and that of the whole search, by how far each looked at the move."""
    return (future.lead * future.visits + lead * visits) / (future.visits + visits)


def _expected(searched: Searched, position: Position) -> Floats:
    return np.array(searched.expected or searched.ownership or [0.0] * len(position.cells))


def _effect(future: Future, side: Colour, otherwise: Floats, position: Position) -> Floats:
    """Return where a side fares better than otherwise, float64 (points), 0 to 2."""
    gained = side * (np.array(future.ownership) - otherwise)
    effect = np.zeros_like(gained)
    near = points_within(position, [future.move], NEAR)
    felt = sorted(_coherent(gained >= _FELT, near, position))
    effect[felt] = gained[felt]
    return effect


def _coherent(
    is_felt: npt.NDArray[np.bool_], near: Iterable[Point], position: Position
) -> set[Point]:
    """Return the points that feel something and lie near, or hang together with such points."""
    points = set(np.flatnonzero(is_felt).tolist())
    found = points.intersection(near)
    while len(more := points.intersection(points_within(position, found, _GAP))) > len(found):
        found = more
    return found


def _overlap(one: Floats, other: Floats) -> float:
    """Return which share of the smaller of two effects lies within the other."""
    least = min(float(one.sum()), float(other.sum()))
    return float(np.minimum(one, other).sum()) / least if least > 0 else 0.0


def _put(
    future: Future, side: Colour, otherwise: Floats, found: list[_Found], position: Position
) -> None:
    """Put a first move to the place that it belongs to, or make one of it."""
    effect = _effect(future, side, otherwise, position)
    homes = [place for place in found if _is_near(future.move, place, position.columns)]
    home = next((place for place in homes if any(
        known.move == future.move for known in (*place.mine, *place.theirs))), None)
    if home is None:
        nearest = max(homes, key=lambda place: _overlap(effect, place.effect), default=None)
        if nearest is not None and _overlap(effect, nearest.effect) > _SAME:
            home = nearest
    if home is None:
        home = _Found(side, [], [], effect)
        found.append(home)
    (home.mine if side == found[0].side else home.theirs).append(future)


def _is_near(point: Point, place: _Found, columns: int) -> bool:
    """Return whether a move lies near a place's first moves, so that it may belong there."""
    return any(steps_between(point, known.move, columns) <= 2 * NEAR
               for known in (*place.mine, *place.theirs))


def _completed(
    place: _Found, position: Position, judge: Judge, known: dict[Colour, list[Future]],
    cancel: CancelFlag | None,
) -> _Found | None:
    """Return a place with a first move of both sides; None where one has none.

    known -- the futures of each side's best first moves on the board; each belongs to some place,
    so that none of them completes another
    """
    for side, own in ((position.to_play, place.mine), (-position.to_play, place.theirs)):
        if own:
            continue
        found_by = (place.theirs or place.mine)[0].move
        region = frozenset(
            point for point in points_within(position, [found_by], NEAR)
            if not position.cells[point]).difference(future.move for future in known[side])
        said = judge.search(position, side, region, _REGION, cancel)
        points = [tried.point for tried in said.moves[:1] if tried.point != PASS]
        if not points:
            return None
        [future] = futures(position.with_to_play(side), points, judge, _LOOK, cancel)
        # The whole board's search looked far longer: what it does not name is no better than what
        # it names, whatever a short look says. By its own moves the side to move has places ranked.
        named = [side * each.lead for each in known[side]]
        most = (min if side == position.to_play else max)(named, default=math.inf)
        own.append(replace(future, lead=side * min(side * future.lead, most)))
    return place


def _told(
    place: _Found, position: Position, groups: Sequence[Sequence[Point]], best: float,
    judge: str, visits: int, *, has_reasons: bool,
) -> FoundPlace:
    mover, mine, theirs = position.to_play, place.mine[0], place.theirs[0]
    shift = mover * (np.array(mine.ownership) - np.array(theirs.ownership))
    near = {*points_within(position, [mine.move, theirs.move], NEAR)}
    felt = _coherent(np.abs(shift) >= _FELT, near, position)
    points = tuple(point for point in sorted(felt)
                   if shift[point] > 0 and (place.effect[point] > 0 or point in near))
    reached = tuple(index for index, stones in enumerate(groups)
                    if not felt.isdisjoint(stones)
                    and abs(float(shift[list(stones)].mean())) >= _REACHED)
    changed = tuple(index for index in reached
                    if _lives(mine, groups[index]) != _lives(theirs, groups[index]))
    worth = max(0.0, mover * (mine.lead - theirs.lead))
    reasons = framed(difference(position, theirs, mine), position, theirs, mine).reasons \
        if has_reasons else ()
    return FoundPlace(
        points or (mine.move,),
        Comparison(position, theirs, mine, Difference(worth, reasons), judge, visits),
        max(0.0, best - mover * mine.lead),
        {mover: _first_moves(place.mine, mover), -mover: _first_moves(place.theirs, -mover)},
        reached, changed,
        {side: first_elsewhere(future.moves, position.columns)
         for side, future in ((mover, mine), (-mover, theirs))})


def _lives(future: Future, stones: Sequence[Point]) -> int:
    """Return whose stones' points a future expects to be: 1 Black's, -1 White's, 0 open."""
    owned = float(np.array(future.ownership)[list(stones)].mean())
    return int(owned >= LIVES) - int(owned <= -LIVES)


def _first_moves(ahead: Iterable[Future], side: Colour) -> tuple[FirstMove, ...]:
    found = list(ahead)
    return tuple(FirstMove(future.move, max(0.0, side * (found[0].lead - future.lead)))
                 for future in found[:_FIRST_MOVES])


def without_repeats(
    told: Sequence[FoundPlace], mover: Colour, *, both: bool
) -> list[FoundPlace]:
    """Return places without those whose first move or effect an earlier one has.

    What these know of the mover's first moves is told of the earlier one.
    both -- whether the other side's first move counts as well
    """
    def is_one(place: FoundPlace, other: FoundPlace) -> bool:
        own, points = set(place.points), set(other.points)
        return (place.mine.move == other.mine.move
                or (both and place.theirs.move == other.theirs.move)
                or 2 * len(own & points) > min(len(own), len(points)))

    kept = list[FoundPlace]()
    for place in told:
        home = next((at for at, other in enumerate(kept) if is_one(place, other)), None)
        if home is None:
            kept.append(place)
        else:
            kept[home] = _joined(kept[home], place, mover)
    return kept


def _joined(home: FoundPlace, place: FoundPlace, mover: Colour) -> FoundPlace:
    """Return a place with the mover's first moves that another one knows besides."""
    own, worse = home.first_moves[mover], place.behind - home.behind
    more = [FirstMove(move.point, move.loses + worse) for move in place.first_moves[mover]
            if all(move.point != known.point for known in own)]
    best, *others = own
    others = sorted([*others, *more], key=lambda move: move.loses)
    return replace(home, first_moves={
        **home.first_moves, mover: (best, *others[:_FIRST_MOVES - 1])})


def _with_purposes(told: Sequence[FoundPlace], mover: Colour) -> tuple[FoundPlace, ...]:
    def serves(place: FoundPlace) -> bool:
        own = place.mine.move
        elsewhere = any(
            move.point == own and move.loses <= 1.0
            for other in told if other is not place for move in other.first_moves[mover])
        return elsewhere or len(place.changed) > 1

    return tuple(replace(place, is_multipurpose=serves(place)) for place in told)
