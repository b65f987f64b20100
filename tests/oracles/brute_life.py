"""Life and death by exhaustion: all positions that can arise, and which of them the attacker wins.

The rules of the solver, read from their description: suicide is forbidden; a ko may not be retaken
at once except for a ko threat; the defender may pass, the attacker only while a ko bars him; the
group is dead when fewer than half of its stones plus one are left. Whoever cannot be forced lives:
play that goes round in circles is a failed attack. Values spread backwards from the positions
where the group is dead, so that nothing depends on the path.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point, topology
from irgo_app.go.position import Position


class TooManyStatesError(Exception):
    """The question is too large to be exhausted."""


class State(NamedTuple):
    """All that decides a value; sets of points are bit masks, `ko` is PASS if nothing is barred."""

    black: int
    white: int
    targets: int
    ko: Point
    colour: Colour
    white_threats: int
    black_threats: int


class BruteLife:
    """A question of life and death within a set of points.

    targets -- the stones of the group; inside -- where one may play, now or after a capture
    threats -- ko threats of White and Black elsewhere
    """

    def __init__(
        self, position: Position, targets: Iterable[Point], inside: Iterable[Point],
        threats: tuple[int, int] = (0, 0), most_states: int = 60_000,
    ) -> None:
        near = topology(position.columns, position.rows).neighbours
        self._near = [_mask(points) for points in near]
        self._inside = sorted(inside)
        self._most_states = most_states
        stones = sorted(targets)
        self._defender = position.colour_at(stones[0])
        self._quorum = len(stones) // 2 + 1
        black, white = (
            _mask(point for point in range(len(position.cells))
                  if position.colour_at(point) == colour) for colour in (BLACK, WHITE))
        self._start = (black, white, _mask(stones))
        self._threats = threats

    def root(self, first: Colour, ko: Point = PASS) -> State:
        """Return the position of the question with a side to move, where a ko may bar it."""
        return State(*self._start, ko, first, *self._threats)

    def wins(self, first: Colour) -> bool:
        """Return whether the side that moves first gets what it wants."""
        root = self.root(first)
        return (root in self._killed(root)) == (first != self._defender)

    def winning_moves(self, first: Colour) -> set[Point]:
        """Return the first moves after which the side that made them gets what it wants."""
        root = self.root(first)
        killed = self._killed(root)
        return {move for move, after in self.moves(root)
                if (after in killed) == (first != self._defender)}

    def _killed(self, root: State) -> set[State]:
        """Return the positions that can arise in which the group is dead with best play."""
        known, todo = {root: 0}, deque([root])
        before, killed = dict[State, list[State]](), deque[State]()
        while todo:
            state = todo.popleft()
            if state.targets.bit_count() < self._quorum:
                killed.append(state)
                continue
            for _, after in self.moves(state):
                before.setdefault(after, []).append(state)
                known[state] += 1
                if after not in known:
                    if len(known) >= self._most_states:
                        raise TooManyStatesError
                    known[after] = 0
                    todo.append(after)
        found = set(killed)
        while killed:
            for state in before.get(killed.popleft(), ()):
                known[state] -= 1
                if state not in found and (state.colour != self._defender or known[state] == 0):
                    found.add(state)
                    killed.append(state)
        return found

    def moves(self, state: State) -> Iterator[tuple[Point, State]]:
        """Yield the moves of a position and what they lead to."""
        for point in self._inside:
            after = self._after(state, point)
            if after is not None:
                yield point, after
        if state.colour == self._defender or state.ko != PASS:
            yield PASS, state._replace(ko=PASS, colour=-state.colour)

    def _after(self, state: State, point: Point) -> State | None:
        """Return the position after a move, None if it is illegal."""
        black, white, targets, ko, colour, *threats = state
        bit = 1 << point
        if (black | white) & bit:
            return None
        if point == ko:
            if not threats[colour == BLACK]:
                return None
            threats[colour == BLACK] -= 1
        own, other = (black | bit, white) if colour == BLACK else (white | bit, black)
        taken = 0
        for near in _bits(self._near[point] & other):
            chain = self._chain(1 << near, other)
            if not self._around(chain) & ~(own | other):
                taken |= chain
        other &= ~taken
        chain = self._chain(bit, own)
        liberties = self._around(chain) & ~(own | other)
        if not liberties:
            return None
        is_ko = taken.bit_count() == 1 and chain == bit and liberties == taken
        black, white = (own, other) if colour == BLACK else (other, own)
        return State(black, white, targets & ~taken, taken.bit_length() - 1 if is_ko else PASS,
                     -colour, *threats)

    def _chain(self, start: int, stones: int) -> int:
        """Return the stones joined to those of `start`."""
        while True:
            grown = start | self._around(start) & stones
            if grown == start:
                return start
            start = grown

    def _around(self, points: int) -> int:
        """Return the neighbours of some points; the points themselves may be among them."""
        found = 0
        for point in _bits(points):
            found |= self._near[point]
        return found


def _mask(points: Iterable[Point]) -> int:
    return sum(1 << point for point in set(points))


def _bits(mask: int) -> Iterator[Point]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
