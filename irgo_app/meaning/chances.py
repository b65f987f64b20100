"""What the better of two moves could have done, as a teacher sees it.

Captures and atari come first, then groups that live or die, races, ladders, cuts and links, then
points; frameworks last, in the opening alone. What lies far from both moves is no chance of theirs
unless its stones change hands. Only the rules and both futures are looked at here; `chance_words`
says it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import boards_of
from irgo_app.judging.future import Move
from irgo_app.judging.study import NEAR, points_within, steps_between
from irgo_app.meaning.reasons import Comparison, Floats, Reason, ReasonKind, State

_LEAST_PART: Final = 0.2
"""What makes up a smaller part of the loss is not told,"""
LEAST_POINTS: Final = 3.0
"""nor what is worth fewer points."""
_AGAINST_PART: Final = 1 / 3
_AGAINST_POINTS: Final = 5.0
"""What speaks against the better move is told if it is this part of the loss, and so many points.
"""
_TAKEN_PART: Final = 0.2
_TAKEN_POINTS: Final = 1.5
"""Stones that a line takes are told if they make up this part of the loss, and so many points."""
_TAKEN_CHANGE: Final = 0.8
"""The expectation of stones that one line alone takes differs by so much: from 1 to -1 is 2."""
_RACE_PART: Final = 0.25
"""Each side of a race makes up this part of the loss."""
_TOUCHING_STEPS: Final = 2
"""Groups in a race touch, or share a liberty."""
_NEAR_STEPS: Final = 6
"""Points farther from both moves and their answers are elsewhere."""
_ROUND_MOVES: Final = 3
"""Of each line so many moves say where it happens."""
_FRAMEWORK_MOVES: Final = 100
"""Stones played, on 361 points, until which frameworks are told,"""
_FRAMEWORK_EMPTY: Final = 12
"""with so many vacant points,"""
_FRAMEWORK_POINTS: Final = 5.0
"""worth so many points,"""
_SETTLED: Final = 0.6
"""while nobody is expected to own them by more than this."""
_LADDER_ATARIS: Final = 3
_SENTE_POINTS: Final = 4.0
"""What a side goes on to after a move in sente is worth so many points at least,"""
_SENTE_STEPS: Final = 6
"""lies farther than this from all moves before it,"""
_SENTE_ROUND: Final = 3
"""and is counted within so many steps."""


class ChanceKind(Enum):
    """What a move could have done."""

    TAKE = "take"
    RACE = "race"
    CAPTURE = "capture"
    KILL = "kill"
    SAVE = "save"
    LADDER = "ladder"
    CUT = "cut"
    LINK = "link"
    POINTS = "points"
    FRAMEWORK = "framework"


_ORDER: Final = tuple(ChanceKind)


class Chance(Struct, frozen=True):
    """One thing that the better move could have done.

    colour -- whose stones or points; points -- the stones, or where the points lie, sorted
    share -- the points that the mover loses without it; sure -- how likely it is so, 0 to 1
    others -- of a race the mover's own stones, of a cut or a link the stones on the other side
    """

    kind: ChanceKind
    colour: Colour
    points: tuple[Point, ...]
    share: float
    sure: float = 1.0
    others: tuple[Point, ...] = ()


class Sente(Struct, frozen=True):
    """The better move makes the other side answer, and its player goes on elsewhere.

    answers -- the other side's; follow_up -- where the mover plays then
    """

    answers: tuple[Point, ...]
    follow_up: Point


class Chances(Struct, frozen=True):
    """All that the better move could have done.

    gains -- what counts most first, empty where nothing is sure enough for a word
    against -- what the move that was played gains in return, None if that is little
    sente -- where the better move keeps the initiative for something large
    """

    gains: tuple[Chance, ...]
    against: Chance | None
    sente: Sente | None

    @property
    def main(self) -> Chance | None:
        return self.gains[0] if self.gains else None


def chances_of(found: Comparison, *, tells_frameworks: bool = True) -> Chances:
    """Return what the better of two moves could have done; the comparison explains a loss."""
    loss = found.loss
    least = max(LEAST_POINTS if loss >= 2 * LEAST_POINTS else 0.0, _LEAST_PART * loss)
    gains = [*_taken(found), *_of_groups(found)]
    gains = _with_race(_without_repeats(gains), found)
    gains += _ladders(found, gains)
    areas = [chance for reason in found.difference.reasons
             if reason.share > 0 and (chance := _area(
                 reason, found, found.instead.move, tells_frameworks)) is not None]
    told = [chance for chance in (*gains, *areas)
            if chance.share >= least or chance.kind is ChanceKind.LADDER]
    told += _links(found, told)
    told.sort(key=lambda chance: (_ORDER.index(chance.kind), -chance.share))
    # Points that outweigh all stones are what the move is about.
    told.sort(key=lambda chance: chance.kind is not ChanceKind.TAKE and 0 < chance.share < (
        _AGAINST_PART * max((other.share for other in told), default=0.0)))
    return Chances(tuple(told), _against(found, tells_frameworks), _sente(found))


def taken_in(
    position: Position, moves: Sequence[Move]
) -> Iterator[tuple[int, Colour, list[Point]]]:
    """Yield what a line takes of the stones that lie on a position.

    (index of the move, whose stones, the stones); stones that the line itself played are left out.
    """
    before = position
    left = {point for point in range(len(position.cells)) if position.cells[point]}
    for index, after in enumerate(boards_of(position, moves)):
        colour = moves[index][0]
        gone = [point for point in sorted(left)
                if before.colour_at(point) == -colour and not after.cells[point]]
        left.difference_update(gone)
        if gone:
            yield index, -colour, gone
        before = after


def lost_at(found: Comparison) -> Floats:
    """Return what the mover loses at each point by the move, in points."""
    move, instead = (np.array(future.ownership) for future in (found.move, found.instead))
    return np.asarray(found.mover * (instead - move), np.float64)


def _taken(found: Comparison) -> Iterator[Chance]:
    """Yield the stones that the better line takes, those in atari first, and the other does not."""
    lost, mover = lost_at(found), found.mover
    by_move = {stone for _, colour, stones in taken_in(found.position, found.move.moves)
               if colour == -mover for stone in stones}
    later = list[Point]()
    for index, colour, stones in taken_in(found.position, found.instead.moves):
        own = [stone for stone in stones if colour == -mover and stone not in by_move
               and lost[stone] >= _TAKEN_CHANGE]
        if own and index == 0:
            yield from _worth_taking(ChanceKind.TAKE, own, lost, found)
        elif own:
            later += own
    if later:
        yield from _worth_taking(ChanceKind.CAPTURE, later, lost, found)


def _worth_taking(
    kind: ChanceKind, stones: Sequence[Point], lost: Floats, found: Comparison
) -> Iterator[Chance]:
    # With the stones goes the group that they are a part of.
    share = max([float(lost[list(stones)].sum()), *(
        reason.share for reason in found.difference.reasons if reason.kind is ReasonKind.GROUP
        and reason.colour != found.mover and set(stones) & set(reason.points))])
    if share >= max(_TAKEN_POINTS, _TAKEN_PART * found.loss):
        yield Chance(kind, -found.mover, tuple(sorted(stones)), share)


def _of_groups(found: Comparison) -> Iterator[Chance]:
    """Yield the groups that live or die by the better move."""
    for reason in found.difference.reasons:
        if reason.kind is not ReasonKind.GROUP or reason.share <= 0 \
                or not _is_reached(reason.points, found):
            continue
        if reason.colour == found.mover and reason.move is not State.LIVES \
                and _expected(reason.points, found) >= 0:
            yield Chance(ChanceKind.SAVE, reason.colour, reason.points, reason.share, reason.sure)
        elif reason.colour != found.mover and reason.instead is State.DIES \
                and reason.move is not State.DIES:
            yield Chance(ChanceKind.KILL, reason.colour, reason.points, reason.share, reason.sure)


def _expected(stones: Sequence[Point], found: Comparison) -> float:
    """Return how far the mover may expect its stones to live after the better move, -1 to 1."""
    owned = found.instead.ownership
    return found.mover * sum(owned[stone] for stone in stones) / len(stones)


def _without_repeats(chances: Iterable[Chance]) -> list[Chance]:
    """Return chances without those about a group of which stones are taken: the capture says it."""
    told = list[Chance]()
    for chance in chances:
        if not any(other.colour == chance.colour and set(other.points) & set(chance.points)
                   for other in told):
            told.append(chance)
    return told


def _with_race(chances: list[Chance], found: Comparison) -> list[Chance]:
    """Return chances, own stones saved by taking those beside them joined as a race."""
    theirs = [chance for chance in chances if chance.colour != found.mover]
    for mine in chances:
        if mine.kind is not ChanceKind.SAVE:
            continue
        for their in theirs:
            if min(mine.share, their.share) >= _RACE_PART * found.loss \
                    and _touch(mine.points, their.points, found.position):
                race = Chance(ChanceKind.RACE, their.colour, their.points,
                              mine.share + their.share, min(mine.sure, their.sure), mine.points)
                return [race, *(chance for chance in chances if chance not in (mine, their))]
    return chances


def _touch(one: Sequence[Point], other: Sequence[Point], position: Position) -> bool:
    return any(steps_between(stone, beside, position.columns) <= _TOUCHING_STEPS
               for stone in one for beside in other)


def _ladders(found: Comparison, chances: Sequence[Chance]) -> Iterator[Chance]:
    """Yield ladders that catch stones in the better line, played out for at least three ataris."""
    for reason in found.difference.reasons:
        if reason.kind is ReasonKind.LADDER and reason.colour != found.mover \
                and reason.instead is State.CAUGHT \
                and _ataris(found, reason.points[0]) >= _LADDER_ATARIS:
            known = [chance.share for chance in chances
                     if set(chance.points) & set(reason.points)]
            yield Chance(ChanceKind.LADDER, reason.colour, reason.points, max(known, default=0.0))


def _ataris(found: Comparison, stone: Point) -> int:
    """Return how often the better line puts the chain of a stone in atari."""
    boards = boards_of(found.position, found.instead.moves)
    return sum(board.colour_at(stone) == -colour and len(board.liberties(stone)) == 1
               for board, (colour, _) in zip(boards, found.instead.moves, strict=False)
               if colour == found.mover)


def _links(found: Comparison, told: Sequence[Chance]) -> Iterator[Chance]:
    """Yield links of the mover's that the better line keeps, and cuts of the other side's it makes.

    Only beside the better move, or of stones that are told of.
    """
    stones = {stone for chance in told for stone in (*chance.points, *chance.others)}
    for reason in found.difference.reasons:
        if reason.kind is not ReasonKind.LINK or not (
                stones & set(reason.points) or _is_near(reason.points, found)):
            continue
        one, other = _sides(reason.points, found.position)
        if reason.colour == found.mover and reason.instead is State.LINKED:
            yield Chance(ChanceKind.LINK, reason.colour, one, 0.0, reason.sure, other)
        elif reason.colour != found.mover and reason.instead is State.CUT:
            yield Chance(ChanceKind.CUT, reason.colour, one, 0.0, reason.sure, other)


def _sides(
    stones: Sequence[Point], position: Position
) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the smaller chain of two that are linked or cut, and the other."""
    own = position.chain(stones[0])
    parts = (tuple(stone for stone in stones if (stone in own) is is_own)
             for is_own in (True, False))
    one, other = sorted(parts, key=len)
    return one, other


def _area(reason: Reason, found: Comparison, move: Point, tells_frameworks: bool) -> Chance | None:
    """Return the points that a reason is about, None where they lie far from a move."""
    if reason.kind not in (ReasonKind.TERRITORY, ReasonKind.FRAMEWORK) \
            or not _is_beside(reason.points, move, found):
        return None
    if reason.kind is ReasonKind.FRAMEWORK and tells_frameworks and _is_framework(reason, found):
        return Chance(ChanceKind.FRAMEWORK, reason.colour, reason.points, reason.share, reason.sure)
    return Chance(ChanceKind.POINTS, reason.colour, reason.points, reason.share, reason.sure)


def _is_framework(reason: Reason, found: Comparison) -> bool:
    """Return whether an area is told as a moyo: wide, open, and early enough."""
    position = found.position
    empty = [point for point in reason.points if not position.cells[point]]
    owned = max(abs(float(np.mean([future.ownership[point] for point in reason.points])))
                for future in (found.move, found.instead))
    played = position.stone_count() + sum(position.captures)
    return (played <= _FRAMEWORK_MOVES * len(position.cells) / 361
            and len(empty) >= _FRAMEWORK_EMPTY and owned <= _SETTLED
            and abs(reason.share) >= _FRAMEWORK_POINTS
            and State.BUILT in (reason.move, reason.instead))


def _is_reached(stones: Collection[Point], found: Comparison) -> bool:
    """Return whether the better line has to do with stones: its mover plays beside them at once."""
    own = [point for colour, point in found.instead.moves[:_ROUND_MOVES]
           if colour == found.mover and point != PASS]
    return any(steps_between(stone, point, found.position.columns) <= NEAR
               for stone in stones for point in own)


def _is_beside(points: Collection[Point], move: Point, found: Comparison) -> bool:
    """Return whether points lie near a move."""
    return move != PASS and any(
        steps_between(point, move, found.position.columns) <= _NEAR_STEPS for point in points)


def _is_near(points: Collection[Point], found: Comparison) -> bool:
    """Return whether points lie near where one of both lines begins."""
    moves = [point for future in (found.move, found.instead)
             for _, point in future.moves[:_ROUND_MOVES] if point != PASS]
    columns = found.position.columns
    return any(steps_between(point, move, columns) <= _NEAR_STEPS
               for point in points for move in moves)


def _against(found: Comparison, tells_frameworks: bool) -> Chance | None:
    """Return the largest thing that the move played gains in return, if it is large."""
    mover = found.mover
    turned = [reason for reason in found.difference.reasons
              if -reason.share >= max(_AGAINST_POINTS, _AGAINST_PART * found.loss)]
    for reason in sorted(turned, key=lambda reason: reason.share):
        if reason.kind is ReasonKind.GROUP and not _is_beside(
                reason.points, found.move.move, found):
            continue
        if reason.kind is ReasonKind.GROUP and reason.colour == mover \
                and reason.move is not State.DIES:
            return Chance(ChanceKind.SAVE, mover, reason.points, -reason.share, reason.sure)
        if reason.kind is ReasonKind.GROUP and reason.colour != mover and reason.move is State.DIES:
            return Chance(ChanceKind.KILL, -mover, reason.points, -reason.share, reason.sure)
        if (area := _area(reason, found, found.move.move, tells_frameworks)) is not None:
            return replace(area, share=-area.share)
    return None


def _sente(found: Comparison) -> Sente | None:
    """Return what the better move's player goes on to, if its answers leave him free for it."""
    moves, columns = found.instead.moves, found.position.columns
    seen = [moves[0][1]]
    for index, (colour, point) in enumerate(moves[1:], start=1):
        if point == PASS or PASS in seen:
            return None
        if all(steps_between(point, other, columns) > _SENTE_STEPS for other in seen):
            answers = tuple(at for side, at in moves[1:index] if side != found.mover)
            is_free = colour == found.mover and bool(answers) and not any(
                steps_between(point, at, columns) <= _TOUCHING_STEPS
                for side, at in found.move.moves[:index + 1] if side == found.mover)
            is_large = is_free and _worth_round(found, point) >= _SENTE_POINTS
            return Sente(answers, point) if is_large else None
        seen.append(point)
    return None


def _worth_round(found: Comparison, point: Point) -> float:
    """Return what the mover loses round a point by not coming to play there."""
    near = list(points_within(found.position, [point], _SENTE_ROUND))
    return float(lost_at(found)[near].sum())
