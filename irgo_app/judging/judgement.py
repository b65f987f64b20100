"""One judgement of a position: who says so, how far it was read, and all that is read off it.

Whatever tells a lead tells that of a `Judgement`; whichever of two is worth more is said here, and
by whom the curve of a game is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum

from msgspec import Struct

from irgo_app.go.point import Colour, Point


class Rank(IntEnum):
    """How much a judge's word is worth beside another's."""

    MAPS = 0
    READER = 1
    ENGINE = 2


class Tried(Struct, frozen=True):
    """A first move that a search looked at.

    lead -- Black's lead after it, in points; visits -- how often the search looked at it
    line -- the best play, the move first; ownership -- after it, as of a Judgement: both only
    where the judge tells them, and of the best moves
    chance -- Black's chance to win after it, 0 to 1; None if not told
    """

    point: Point
    lead: float
    visits: int
    line: tuple[Point, ...] = ()
    ownership: tuple[float, ...] | None = None
    chance: float | None = None


class Judgement(Struct, frozen=True):
    """What a position is worth if both sides play on from it.

    lead -- Black's points less White's at the end of the game, komi counted
    margin -- in four of five positions the lead lies within so many points of it; 0 if not known
    ownership -- for every point -1 (White's) to 1 (Black's), empty if not known
    line -- the best play from here, the first move first; empty if nobody searched
    visits -- positions looked at; judge -- who says so, for people; rank -- what that is worth
    chance -- how likely Black wins, 0 to 1; None if not known
    moves -- the first moves looked at, best first; empty if nobody searched
    dead -- the stones taken off a board that is finished and was counted; None for any other
    """

    lead: float
    margin: float = 0.0
    ownership: tuple[float, ...] = ()
    line: tuple[Point, ...] = ()
    visits: int = 1
    judge: str = ""
    rank: Rank = Rank.READER
    chance: float | None = None
    moves: tuple[Tried, ...] = ()
    dead: frozenset[Point] | None = None

    @property
    def best(self) -> Point | None:
        """Return the best move found, which may be PASS; None if nobody searched."""
        return self.line[0] if self.line else None

    @property
    def range(self) -> tuple[float, float]:
        """Return between which leads the right one lies in four of five positions."""
        return self.lead - self.margin, self.lead + self.margin

    @property
    def is_counted(self) -> bool:
        """Return whether the board is finished and this is its count."""
        return self.dead is not None

    def losses(self, mover: Colour) -> tuple[tuple[Point, float], ...]:
        """Return the first moves with what each loses against the best one, in points."""
        if not self.moves:
            return ()
        best = max(mover * move.lead for move in self.moves)
        return tuple((move.point, best - mover * move.lead) for move in self.moves)


def better(known: Judgement | None, found: Judgement) -> Judgement:
    """Return which of two judgements of a position is told.

    A count is worth more than an opinion, an engine's word more than the reader's, and that more
    than the maps'. Of one judge's the deeper is told where it says something else: a lead that
    differs by no more than it is unsure of stays as it was told, with how far that was read.
    """
    if known is None:
        return found
    if known.judge != found.judge:
        return known if _worth(known) > _worth(found) else found
    if found.visits < known.visits:
        return known
    is_same = 0 < abs(found.lead - known.lead) <= found.margin
    return known if is_same else found


def _worth(said: Judgement) -> tuple[bool, Rank]:
    return said.is_counted, said.rank


def judge_of_curve(known: Sequence[Mapping[str, Judgement]]) -> str | None:
    """Return by whom the curve of a game is drawn: one judge along all of it, never a mixture.

    known -- for each position what judges say of it, by their names
    That is the highest in rank of those that have judged most of the positions, a tenth fewer
    being no difference; None where nobody has judged any.
    """
    counts, ranks = dict[str, int](), dict[str, Rank]()
    for said in (said for each in known for said in each.values()):
        counts[said.judge] = counts.get(said.judge, 0) + 1
        ranks[said.judge] = max(ranks.get(said.judge, Rank.MAPS), said.rank)
    most = max(counts.values(), default=0)
    return max((name for name, count in counts.items() if 10 * count >= 9 * most),
               key=lambda name: (ranks[name], counts[name]), default=None)


def told_of(said: Iterable[Judgement]) -> Judgement | None:
    """Return the judgement that is told of all that were made, in their order."""
    told: Judgement | None = None
    for each in said:
        told = better(told, each)
    return told
