"""Reasons: what differs between two futures of a position, each with its share of the points.

Two futures are only compared when both were searched equally far: a difference of two unlike looks
is mostly the noise of the looks. What a judge expects of every point in the one less what it
expects in the other is cut into pieces a player has words for: groups that live in one and die in
the other, territory, frameworks. What is too small or too unsure for a word is the rest. The shares
and the rest add up to what lies between the two leads.

Of links only what stands on the board when both lines are played is told: stones that are one chain
there, and stones between which nothing but living stones of the other side lies. What is hoped for
of a framework is a moyo that one future builds and the other reduces, or influence that one has and
the other has not; the layers `moyo` and `influence.shadow` say which, on the boards at the end of
both lines. Where neither says what the judge does, it is told as no more than a hope.
"""

import math
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.go.point import EMPTY, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import chains
from irgo_app.judging.future import Future, loss_of
from irgo_app.judging.study import points_within
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Field
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest

Floats = npt.NDArray[np.float64]

LIVES: Final = 0.35
"""Stones that their owner is expected to keep so surely live; as surely lost they are dead."""
_LEAST_CHANGE: Final = 0.3
"""A chain whose expectation changes by less is not what a move is about."""
_TOLD_CHANGE: Final = 0.5
"""Chains together are told as a group from such a change on."""
_FEWEST_STONES: Final = 2
_REACH: Final = 2
"""Chains of one colour so many lines apart or fewer stand and fall together."""
_LEAST_SHIFT: Final = 0.2
"""A point whose expectation shifts by less belongs to nothing."""
_ROOM_SHIFT: Final = 0.3
"""A vacant point beside a group that shifts by so much is its room."""
_LEAST_AREA: Final = 2.0
"""An area of fewer points is not worth a sentence."""
_FIRM: Final = 0.4
"""From this mean expectation on an area is territory, below it a framework."""
_AROUND: Final = 3
"""A way round that leads farther away than so many steps links nothing."""
_FEWEST_LINKED: Final = 3
_SURE: Final = 0.7
_LEAST_MOYO: Final = 2
"""A moyo that is larger by fewer points in one future is as large in both."""
_LEAST_INFLUENCE: Final = 0.5
"""Influence, in stones, that differs by less over all points of an area is the same."""
_FULL: Final = 1.0
"""Influence on a point counts up to that of one stone on it."""


class ReasonKind(Enum):
    """What a reason is about."""

    GROUP = "group"
    LINK = "link"
    LADDER = "ladder"
    TERRITORY = "territory"
    FRAMEWORK = "framework"
    INITIATIVE = "initiative"


class State(Enum):
    """What becomes of something in a future: a group, a link, stones in a ladder, a framework.

    A framework is built or reduced as a moyo, strong or weak as influence.
    """

    LIVES = "lives"
    DIES = "dies"
    OPEN = "open"
    LINKED = "linked"
    CUT = "cut"
    CAUGHT = "caught"
    FREE = "free"
    BUILT = "built"
    REDUCED = "reduced"
    STRONG = "strong"
    WEAK = "weak"


OF_STONES: Final = (ReasonKind.GROUP, ReasonKind.LINK, ReasonKind.LADDER)
"""Reasons whose points are stones."""


class Reason(Struct, frozen=True):
    """One thing that differs between the future of a move and that of another.

    colour -- whose stones, territory or framework it is; of an initiative, who has it
    points -- the stones or points that are drawn when it is pointed at, sorted
    share -- the points that the mover loses by it; less than 0 if he gains
    sure -- how likely it is so, 0 to 1; proved -- whether it was proved
    move, instead -- what becomes of it after the move, and after the other
    """

    kind: ReasonKind
    colour: Colour
    points: tuple[Point, ...]
    share: float
    sure: float
    proved: bool = False
    move: State = State.OPEN
    instead: State = State.OPEN


class Difference(Struct, frozen=True):
    """All that lies between two futures, seen by who moves.

    loss -- what the move loses against the other, in points; less than 0 if it is better
    reasons -- what it loses most by first
    """

    loss: float
    reasons: tuple[Reason, ...]

    @property
    def rest(self) -> float:
        """Return what no reason tells of: told to a tenth, shares and rest add up to the loss."""
        told = math.fsum(round(reason.share, 1) for reason in self.reasons)
        # Nothing is left without a sign.
        return round(round(self.loss, 1) - told, 1) + 0.0


class Comparison(Struct, frozen=True, eq=False):
    """Two futures of a position that were searched equally far, and what lies between them.

    move, instead -- the future that is explained, and the one it is compared with
    judge -- who expects all this; visits -- positions looked at in all
    """

    position: Position
    move: Future
    instead: Future
    difference: Difference
    judge: str
    visits: int

    @property
    def mover(self) -> Colour:
        return self.position.to_play

    @property
    def loss(self) -> float:
        """Return what the move loses against the other, in points."""
        return self.difference.loss

    def if_first(self, colour: Colour) -> Future:
        """Return the future that a colour begins, where each side begins one."""
        return self.move if self.move.moves[0][0] == colour else self.instead


def difference(position: Position, move: Future, instead: Future) -> Difference:
    """Return what lies between the futures of two moves on a position, piece by piece.

    Both must have been searched equally far.
    """
    mover = position.to_play
    loss = loss_of(position, move, instead)
    owned = _Owned(np.array(move.ownership), np.array(instead.ownership), mover)
    groups = _groups(position, owned)
    taken = np.zeros(len(position.cells), np.bool_)
    reasons = [_of_group(position, stones, owned, taken) for stones in groups]
    reasons += _areas(position, owned, taken)
    reasons.sort(key=lambda reason: (-abs(reason.share), reason.points))
    return Difference(loss, tuple(reasons))


class _Owned(Struct, frozen=True, eq=False):
    """What is expected of every point in both futures, float64 (points), +1 Black's.

    move, instead -- of the two futures; mover -- who chooses between them
    """

    move: Floats
    instead: Floats
    mover: Colour

    @property
    def lost(self) -> Floats:
        """Return what the mover loses at each point by the move."""
        return self.mover * (self.instead - self.move)


def _groups(position: Position, owned: _Owned) -> list[tuple[Point, ...]]:
    """Return the groups whose fate differs: chains that change the same way and lie together.

    What changes too little to be told with the others is left out, the least first.
    """
    lost = owned.lost
    changed = [(chain, float(lost[list(chain)].mean())) for chain in chains(position)]
    left = [(sorted(chain), shift) for chain, shift in changed if abs(shift) >= _LEAST_CHANGE]
    found = list[tuple[Point, ...]]()
    while left:
        together, left = [left[0]], left[1:]
        for chain, shift in together:
            joining = [other for other in left if other[1] * shift > 0
                       and position.cells[other[0][0]] == position.cells[chain[0]]
                       and _are_near(chain, other[0], position.columns)]
            together += joining
            left = [other for other in left if other not in joining]
        stones = _told_together(together, lost)
        if len(stones) >= _FEWEST_STONES:
            found.append(stones)
    return sorted(found, key=lambda stones: (-abs(float(lost[list(stones)].sum())), stones))


def _told_together(
    group: Sequence[tuple[Sequence[Point], float]], lost: Floats
) -> tuple[Point, ...]:
    """Return the stones of chains, each with its change, without those that change too little."""
    chosen = sorted(group, key=lambda each: -abs(each[1]))
    while chosen:
        stones = tuple(sorted(stone for chain, _ in chosen for stone in chain))
        if abs(lost[list(stones)].mean()) >= _TOLD_CHANGE:
            return stones
        chosen.pop()
    return ()


def _are_near(one: Sequence[Point], other: Sequence[Point], columns: int) -> bool:
    rows, lines = np.divmod(np.array(one)[:, None], columns), np.divmod(
        np.array(other)[None, :], columns)
    return bool((np.maximum(abs(rows[0] - lines[0]), abs(rows[1] - lines[1])) <= _REACH).any())


def _of_group(
    position: Position, stones: tuple[Point, ...], owned: _Owned, taken: npt.NDArray[np.bool_]
) -> Reason:
    lost, colour = owned.lost, position.colour_at(stones[0])
    shift = float(lost[list(stones)].mean())
    room = _room(position, stones, lost, taken)
    taken[list(stones)] = taken[list(room)] = True
    states = [_state(colour * float(said[list(stones)].mean()))
              for said in (owned.move, owned.instead)]
    share = float(lost[list(stones)].sum() + lost[list(room)].sum())
    return Reason(ReasonKind.GROUP, colour, stones, share, _sure_of_group(abs(shift), len(stones)),
                  move=states[0], instead=states[1])


def _room(
    position: Position, stones: Sequence[Point], lost: Floats, taken: npt.NDArray[np.bool_]
) -> list[Point]:
    neighbours = topology(position.columns, position.rows).neighbours
    sign, own = math.copysign(1.0, float(lost[list(stones)].mean())), set(stones)
    found, edge = list[Point](), list(stones)
    for point in edge:
        for near in neighbours[point]:
            if near not in own and not taken[near] and sign * lost[near] >= _ROOM_SHIFT \
                    and position.cells[near] == EMPTY:
                own.add(near)
                found.append(near)
                edge.append(near)
    return found


def _areas(
    position: Position, owned: _Owned, taken: npt.NDArray[np.bool_]
) -> list[Reason]:
    """Return the areas that change hands, or become surer for a side, and no group tells of."""
    lost, found = owned.lost, list[Reason]()
    for sign in (1, -1):
        open_ = (sign * lost >= _LEAST_SHIFT) & ~taken
        for part in connected_parts(position, open_):
            share = float(lost[part].sum())
            if abs(share) < _LEAST_AREA:
                continue
            means = float(owned.move[part].mean()), float(owned.instead[part].mean())
            firmer = max(means, key=abs)
            kind = ReasonKind.TERRITORY if abs(firmer) >= _FIRM else ReasonKind.FRAMEWORK
            found.append(Reason(kind, 1 if firmer > 0 else -1, tuple(part), share,
                                _sure_of_area(abs(share))))
    return found


def connected_parts(position: Position, wanted: npt.NDArray[np.bool_]) -> list[list[Point]]:
    """Return the connected parts of some points, diagonals included, each sorted."""
    left = set(np.flatnonzero(wanted).tolist())
    found = list[list[Point]]()
    while left:
        part = [left.pop()]
        for point in part:
            row, column = divmod(point, position.columns)
            near = [(row + down) * position.columns + column + across
                    for down in (-1, 0, 1) for across in (-1, 0, 1)
                    if 0 <= row + down < position.rows
                    and 0 <= column + across < position.columns]
            part += [other for other in near if other in left]
            left -= set(near)
        found.append(sorted(part))
    return sorted(found)


def _state(kept: float) -> State:
    return State.LIVES if kept >= LIVES else State.DIES if kept <= -LIVES else State.OPEN


def _sure_of_group(shift: float, stones: int) -> float:
    """Return how likely a group's change is so, by how large it is."""
    return 1 / (1 + math.exp(-(6.0 * (shift - 0.35) + 0.1 * min(stones, 8))))


def _sure_of_area(share: float) -> float:
    """Return how likely an area changes the way it is said, by at least half of what is said."""
    return 1 / (1 + math.exp(-(0.6 + 0.25 * share)))


def links(position: Position, move: Future, instead: Future) -> list[Reason]:
    """Return the links that one of two futures has and the other has not, the largest of each kind.

    Their share is 0: what hangs on a link is told by the groups and areas themselves.
    """
    own, found = [sorted(chain) for chain in chains(position)], dict[tuple[Colour, State], Reason]()
    for states, linking, cutting in (((State.LINKED, State.CUT), move, instead),
                                     ((State.CUT, State.LINKED), instead, move)):
        for colour, stones in _changed(position, own, linking, cutting):
            key = colour, states[0]
            if key not in found or len(stones) > len(found[key].points):
                found[key] = Reason(ReasonKind.LINK, colour, stones, 0.0, _SURE,
                                    move=states[0], instead=states[1])
    return list(found.values())


def _changed(
    position: Position, own: Sequence[list[Point]], linking: Future, cutting: Future
) -> Iterator[tuple[Colour, tuple[Point, ...]]]:
    """Yield whose and which chains are one at the end of one line and cut at that of the other.

    own -- the chains of the position, sorted
    """
    for grown in chains(linking.end):
        colour = linking.end.colour_at(min(grown))
        parts = [chain for chain in own
                 if chain[0] in grown and position.colour_at(chain[0]) == colour]
        for one, other in combinations(parts, 2):
            if len(one) + len(other) >= _FEWEST_LINKED and _are_cut(one, other, colour, cutting):
                yield colour, tuple(sorted((*one, *other)))


def _are_cut(one: list[Point], other: list[Point], colour: Colour, future: Future) -> bool:
    """Return whether no way leads from one chain to another when a line is over."""
    end = future.end
    if any(end.colour_at(chain[0]) != colour for chain in (one, other)):
        return False
    around = set(points_within(end, (*one, *other), _AROUND))
    neighbours = topology(end.columns, end.rows).neighbours
    seen, ways = set(one), list(one)
    for point in ways:
        for near in neighbours[point]:
            # Stones of the other side that are as good as dead keep nobody apart.
            if near in around and near not in seen and (
                    end.colour_at(near) in (EMPTY, colour)
                    or colour * future.ownership[near] >= LIVES):
                seen.add(near)
                ways.append(near)
    return seen.isdisjoint(other)


def framed(
    found: Difference, position: Position, move: Future, instead: Future
) -> Difference:
    """Return a difference, its frameworks with what becomes of them by irgo's maps."""
    return replace(found, reasons=tuple(
        _framed(reason, position.to_play, move.end, instead.end)
        if reason.kind is ReasonKind.FRAMEWORK else reason for reason in found.reasons))


def _framed(
    reason: Reason, mover: Colour, after_move: Position, after_instead: Position
) -> Reason:
    points = list(reason.points)
    is_move_better = (reason.colour == mover) == (reason.share < 0)
    boards = (after_move, after_instead) if is_move_better else (after_instead, after_move)
    for measure, least, states in (
            (_moyo, _LEAST_MOYO, (State.BUILT, State.REDUCED)),
            (_influence, _LEAST_INFLUENCE, (State.STRONG, State.WEAK))):
        more, less = (reason.colour * float(measure(board)[points].sum()) for board in boards)
        if more - less >= least:
            at_move, at_instead = states if is_move_better else states[::-1]
            return replace(reason, move=at_move, instead=at_instead)
    return reason


def _moyo(position: Position) -> Floats:
    """Return +1 for points inside a moyo of Black's, -1 inside one of White's."""
    found = compute(LayerRequest.of(position, "moyo"), None)
    assert isinstance(found, Moyos)
    return found.inner.reshape(-1).astype(np.float64)


def _influence(position: Position) -> Floats:
    found = compute(LayerRequest.of(position, "influence.shadow"), None)
    assert isinstance(found, Field)
    return found.values.reshape(-1).clip(-_FULL, _FULL)
