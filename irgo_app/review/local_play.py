"""A locality played out by irgo itself: moves that gain, until neither side gains much there.

What stands in atari comes first: it is taken, or saved if that gives it room. Else each legal move
in the locality is tried that neither fills an own eye nor throws stones away; the one after which
the board is worth most is played, where stones left in atari count as taken. A
side answers only while that gains as much as the move that began; if it gains less, it gains as
much elsewhere, and the locality is settled. In the end the line is cut where the side to
move would have done better elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import CELL_OF_COLOUR, Position
from irgo_app.go.rules import play, repeats
from irgo_app.go.topology import topology
from irgo_app.review.worth import Appraiser

LONGEST: Final = 8
"""Moves after which a locality is left as it is."""
LEAST_GAIN: Final = 1.0
"""A move that gains less, in points, is not played."""
LEAST_ANSWER: Final = 3.0
"""An answer that gains less is not played."""
_WEIGHED: Final = 5
"""So many of the moves that look best at a glance are valued in full."""
_WORTH_SAVING: Final = 2
"""A chain in atari of so many stones comes first."""
_ROOM: Final = 3
"""A chain in atari is saved if extending gives it so many liberties."""
_THROWN_AWAY: Final = 2
"""A move that puts so many own stones into atari and takes nothing throws them away."""

Move = tuple[Colour, Point]


class Chooser(Protocol):
    """Chooses moves in a locality."""

    def choose(
        self, position: Position, colour: Colour, locality: frozenset[Point], least: float
    ) -> tuple[Point, float]:
        """Return a move and what it gains, PASS if none gains `least` points."""


class BuiltinChooser:
    """Chooses the move after which irgo's own maps are best for the mover.

    dead, living -- stones whose fate is known, see `Appraiser.worth`
    """

    def __init__(
        self, appraiser: Appraiser, dead: Iterable[Point] = (), living: Iterable[Point] = (),
        cancel: CancelFlag | None = None,
    ) -> None:
        self._appraiser, self._cancel = appraiser, cancel
        self._dead, self._living = frozenset(dead), frozenset(living)

    def choose(
        self, position: Position, colour: Colour, locality: frozenset[Point], least: float
    ) -> tuple[Point, float]:
        """Return the move that gains most in the locality, PASS if none gains `least` points."""
        urgent = self._urgent(position, colour, locality)
        if urgent is not None and urgent[1] >= least:
            return urgent
        found = list[tuple[float, Point, Position]]()
        for point, after in sane_moves(position, colour, locality):
            if self._cancel:
                return PASS, 0.0
            found.append((colour * self._appraiser.quick_lead(*self._seen(after, colour)[:2]),
                          point, after))
        found.sort(key=lambda item: (-item[0], item[1]))
        # What a move gains is what it is better than a pass.
        now = colour * self._appraiser.worth(*self._seen(position, colour)).lead
        best, best_gain = PASS, least
        for _, point, after in found[:_WEIGHED]:
            gain = colour * self._appraiser.worth(*self._seen(after, colour)).lead - now
            if gain > best_gain:
                best, best_gain = point, gain
        return (best, best_gain) if best != PASS else (PASS, 0.0)

    def _urgent(
        self, position: Position, colour: Colour, locality: frozenset[Point]
    ) -> tuple[Point, float] | None:
        """Return the move that takes or saves most stones in atari, at least two, and its gain.

        A stone taken or saved is two points. Stones known to be dead are left alone, and what
        extending cannot save.
        """
        best: tuple[Point, float] | None = None
        for side in (-colour, colour):
            for chain in chains_in_atari(position, side):
                point = next(iter(position.liberties(min(chain))))
                if len(chain) < _WORTH_SAVING or point not in locality or chain & self._dead \
                        or not _may_play(position, colour, point):
                    continue
                after = play(position, colour, point)
                room = len(after.liberties(min(chain if side == colour else {point})))
                if room < (_ROOM if side == colour else 1) and after.captures == position.captures:
                    continue
                gain = 2.0 * len(chain)
                if best is None or gain > best[1]:
                    best = point, gain
        return best

    def _seen(
        self, position: Position, mover: Colour
    ) -> tuple[Position, frozenset[Point], frozenset[Point]]:
        """Return what is valued: stones of `mover`, who has just moved, in atari are gone."""
        lost = self._dead | stones_in_atari(position, mover)
        return position, lost, self._living - lost


def play_out(
    position: Position, first: Colour, locality: frozenset[Point], chooser: Chooser,
    cancel: CancelFlag | None = None, begin: tuple[Point, float] | None = None,
) -> tuple[tuple[Move, ...], Position]:
    """Return the moves of both sides in a locality and the position they lead to.

    begin -- the first move and what it gains, if it is given; it must be legal
    Called off, it returns what was played so far.
    """
    moves, colour, history, least = list[Move](), first, [position], LEAST_GAIN
    now = position.with_to_play(first)
    if begin is not None:
        now = play(now, colour, begin[0])
        moves.append((colour, begin[0]))
        history.append(now)
        colour, least = -colour, max(LEAST_ANSWER, begin[1])
    while len(moves) < LONGEST and not cancel:
        point, gain = chooser.choose(now, colour, locality, least)
        if point == PASS:
            break
        after = play(now, colour, point)
        if repeats(after, history):
            break
        if not moves:
            least = max(LEAST_ANSWER, gain)
        moves.append((colour, point))
        history.append(after)
        now, colour = after, -colour
    return tuple(moves), now


def best_cut(leads: Sequence[float], movers: Sequence[Colour]) -> int:
    """Return after how many moves a line ends if each side may leave it for elsewhere.

    leads -- Black's lead before the line and after each of its moves; movers -- who played them
    """
    cut = len(movers)
    for index in range(len(movers) - 1, -1, -1):
        if movers[index] * leads[index] >= movers[index] * leads[cut]:
            cut = index
    return cut


def sane_moves(
    position: Position, colour: Colour, locality: Iterable[Point]
) -> list[tuple[Point, Position]]:
    """Return the legal moves that fill no own eye and throw nothing away, with what they lead to.

    Nor are moves on the edge of the board with no stone around. Sorted by point. `position` need
    not have this colour to play.
    """
    found = list[tuple[Point, Position]]()
    for point in sorted(locality):
        if position.cells[point] or is_own_eye(position, point, colour) \
                or _is_lonely_at_edge(position, point):
            continue
        try:
            after = play(position, colour, point)
        except IllegalMoveError:
            continue
        if not _throws_away(position, after, point, colour):
            found.append((point, after))
    return found


def is_own_eye(position: Position, point: Point, colour: Colour) -> bool:
    """Return whether a vacant point is an eye of a colour that it should not fill.

    All neighbours are its stones, none of them in atari, and the enemy has at most one of the
    diagonal points, none at the edge.
    """
    own = CELL_OF_COLOUR[colour]
    neighbours = topology(position.columns, position.rows).neighbours[point]
    if any(position.cells[near] != own for near in neighbours):
        return False
    if any(len(position.liberties(near)) == 1 for near in neighbours):
        return False
    diagonals = _diagonals(point, position.columns, position.rows)
    enemies = sum(position.colour_at(near) == -colour for near in diagonals)
    return enemies <= (1 if len(diagonals) == 4 else 0)


def stones_in_atari(position: Position, colour: Colour) -> frozenset[Point]:
    """Return the stones of a colour in chains with one liberty that may be taken at once."""
    return frozenset().union(*chains_in_atari(position, colour))


def chains_in_atari(position: Position, colour: Colour) -> list[frozenset[Point]]:
    """Return the chains of a colour with one liberty that may be taken at once."""
    own, seen, found = CELL_OF_COLOUR[colour], set[Point](), list[frozenset[Point]]()
    for point, cell in enumerate(position.cells):
        if cell != own or point in seen:
            continue
        chain = position.chain(point)
        seen |= chain
        liberties = position.liberties(point)
        if len(liberties) == 1 and _may_play(position, -colour, next(iter(liberties))):
            found.append(chain)
    return found


def _is_lonely_at_edge(position: Position, point: Point) -> bool:
    """Return whether a point on the first line has no stone on the points around it."""
    neighbours = topology(position.columns, position.rows).neighbours[point]
    if len(neighbours) == 4:
        return False
    around = (*neighbours, *_diagonals(point, position.columns, position.rows))
    return not any(position.cells[near] for near in around)


def _may_play(position: Position, colour: Colour, point: Point) -> bool:
    try:
        play(position, colour, point)
    except IllegalMoveError:
        return False
    return True


def _throws_away(before: Position, after: Position, point: Point, colour: Colour) -> bool:
    """Return whether a move puts two or more own stones, itself one, into atari for nothing."""
    if before.captures != after.captures or len(after.liberties(point)) != 1:
        return False
    return len(after.chain(point)) >= _THROWN_AWAY


def _diagonals(point: Point, columns: int, rows: int) -> list[Point]:
    row, column = divmod(point, columns)
    return [
        (row + down) * columns + column + right for down in (-1, 1) for right in (-1, 1)
        if 0 <= row + down < rows and 0 <= column + right < columns]
