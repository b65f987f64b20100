"""Reasons: what differs between two futures of a position, each with its share of the points.

Both futures were searched equally far (`futures`); what a judge expects of every point in the one
less what it expects in the other is cut into pieces a player has words for: groups that live in
one and die in the other, territory, frameworks. What is too small or too unsure for a word is the
rest. The shares and the rest add up to what lies between the two leads.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.go.point import EMPTY, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import chains
from irgo_app.meaning.future import Future, loss_of

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

Floats = npt.NDArray[np.float64]


class Kind(Enum):
    """What a reason is about."""

    GROUP = "group"
    LINK = "link"
    TERRITORY = "territory"
    FRAMEWORK = "framework"
    INITIATIVE = "initiative"


class State(Enum):
    """What becomes of something in a future: a group, two that may be linked, a framework.

    A framework is built or reduced as a moyo, strong or weak as influence (`frameworks.py`).
    """

    LIVES = "lives"
    DIES = "dies"
    OPEN = "open"
    LINKED = "linked"
    CUT = "cut"
    BUILT = "built"
    REDUCED = "reduced"
    STRONG = "strong"
    WEAK = "weak"


class Reason(Struct, frozen=True):
    """One thing that differs between the future of a move and that of another.

    colour -- whose stones, territory or framework it is; of an initiative, who has it
    points -- the stones or points that are drawn when it is pointed at, sorted
    share -- the points that the mover loses by it; less than 0 if he gains
    sure -- how likely it is so, 0 to 1; proved -- whether it was proved
    move, instead -- what becomes of it after the move, and after the other
    """

    kind: Kind
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
    reasons -- what it loses most by first; rest -- what no reason tells of
    """

    loss: float
    reasons: tuple[Reason, ...]
    rest: float


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
    return Difference(loss, tuple(reasons), loss - math.fsum(reason.share for reason in reasons))


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
    """Return the reason that a group is, its room taken with it."""
    lost, colour = owned.lost, position.colour_at(stones[0])
    shift = float(lost[list(stones)].mean())
    room = _room(position, stones, lost, taken)
    taken[list(stones)] = taken[list(room)] = True
    states = [_state(colour * float(said[list(stones)].mean()))
              for said in (owned.move, owned.instead)]
    share = float(lost[list(stones)].sum() + lost[list(room)].sum())
    return Reason(Kind.GROUP, colour, stones, share, _sure_of_group(abs(shift), len(stones)),
                  move=states[0], instead=states[1])


def _room(
    position: Position, stones: Sequence[Point], lost: Floats, taken: npt.NDArray[np.bool_]
) -> list[Point]:
    """Return the points round a group that change hands with it."""
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
            kind = Kind.TERRITORY if abs(firmer) >= _FIRM else Kind.FRAMEWORK
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
    """Return what becomes of stones that their owner keeps so surely."""
    return State.LIVES if kept >= LIVES else State.DIES if kept <= -LIVES else State.OPEN


def _sure_of_group(shift: float, stones: int) -> float:
    """Return how likely a group's change is so, by how large it is."""
    return 1 / (1 + math.exp(-(6.0 * (shift - 0.35) + 0.1 * min(stones, 8))))


def _sure_of_area(share: float) -> float:
    """Return how likely an area changes the way it is said, by at least half of what is said."""
    return 1 / (1 + math.exp(-(0.6 + 0.25 * share)))
