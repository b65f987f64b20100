"""What is said of the life of a group: an answer for each side to move first, and their sum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.go.point import BLACK, Colour, Point
from irgo_app.words import noted

READER_METHOD: Final = "reader"
"""The method of irgo's reader."""
_HANGS: Final = 0.3
"""A group hangs on who moves first if it dies so much likelier where the enemy does,"""
_SURELY: Final = 0.5
"""and surely so if by so much."""
_HARDLY: Final = 0.65
"""A group is not called dead that dies no likelier than this if it moves first."""


class Outcome(Enum):
    """What becomes of a group if one side moves first and both play their best."""

    LIVES = noted("lives")
    DIES = noted("dies")
    SEKI = noted("seki")
    KO = noted("ko")
    UNKNOWN = noted("unknown")


class LifeStatus(Enum):
    """The outcomes for either side moving first, taken together."""

    ALIVE = noted("alive")
    DEAD = noted("dead")
    UNSETTLED = noted("unsettled")
    SEKI = noted("seki")
    KO = noted("ko")
    UNKNOWN = noted("unknown")


class Answer(Struct, frozen=True):
    """What becomes of a group if `first` moves first.

    move -- the first move, PASS if none is needed or none helps, None if nothing is known
    line -- moves that show it, as (colour, point), the first one included
    method -- `static`, `solver`, `playouts` or `engine:NAME`
    exact -- proved, if the surrounding stones stay and nobody has ko threats elsewhere; a group
        that can only be attacked in circles lives, and one lives or dies with most of its stones
    kill -- how likely the group dies, from 0 to 1; certain answers give 0 or 1
    needs_threat -- in a ko, who must find the first threat elsewhere; else None
    lost -- stones of a group that lives which it is likely to lose all the same, sorted
    nodes, seconds -- what the answer cost; nodes are positions searched, or playouts
    """

    first: Colour
    outcome: Outcome
    move: Point | None = None
    line: tuple[tuple[Colour, Point], ...] = ()
    method: str = "static"
    exact: bool = False
    kill: float = 0.5
    needs_threat: Colour | None = None
    nodes: int = 0
    seconds: float = 0.0
    lost: tuple[Point, ...] = ()


class Verdict(Struct, frozen=True):
    """The life of a group both ways.

    stones -- all stones of the group, sorted
    others -- what other methods said of the same group, weakest last
    """

    colour: Colour
    stones: tuple[Point, ...]
    black_first: Answer
    white_first: Answer
    others: tuple[Verdict, ...] = ()

    @property
    def status(self) -> LifeStatus:
        """Return both outcomes in one word.

        Guesses of the reader that are hardly likelier than not are no knowledge that a group is
        dead, or that all hangs on a move.
        """
        own, enemy = self.if_first(self.colour), self.if_first(-self.colour)
        found = joint_status(own.outcome, enemy.outcome)
        is_doubtful = {
            LifeStatus.UNSETTLED: self._is_guess and self._hangs_by < _HANGS,
            LifeStatus.DEAD: own.method == READER_METHOD and own.kill < _HARDLY}
        return LifeStatus.UNKNOWN if is_doubtful.get(found) else found

    @property
    def is_answered(self) -> bool:
        """Return whether both answers say something, if only a guess."""
        return Outcome.UNKNOWN not in (self.black_first.outcome, self.white_first.outcome)

    @property
    def _is_guess(self) -> bool:
        return READER_METHOD in (self.black_first.method, self.white_first.method)

    @property
    def _hangs_by(self) -> float:
        return self.if_first(-self.colour).kill - self.if_first(self.colour).kill

    @property
    def is_doubted(self) -> bool:
        """Return whether who judges the group alone may be mistaken: unknown, dead or unsettled by
        the reader, and not by far.
        """
        return self._is_guess and (
            self.status in (LifeStatus.UNKNOWN, LifeStatus.DEAD)
            or (self.status is LifeStatus.UNSETTLED and self._hangs_by < _SURELY))

    @property
    def method(self) -> str:
        """Return the weaker of the two methods."""
        return max(self.black_first.method, self.white_first.method, key=_weakness)

    @property
    def exact(self) -> bool:
        """Return whether both answers are proved."""
        return self.black_first.exact and self.white_first.exact

    @property
    def lost(self) -> tuple[Point, ...]:
        """Return the stones that are likely lost to the enemy's first move though the group lives.
        """
        return self.if_first(-self.colour).lost if self.status is LifeStatus.ALIVE else ()

    @property
    def seconds(self) -> float:
        """Return the time both answers took."""
        return self.black_first.seconds + self.white_first.seconds

    @property
    def nodes(self) -> int:
        """Return the positions searched for both answers."""
        return self.black_first.nodes + self.white_first.nodes

    @property
    def contradicted(self) -> bool:
        """Return whether another method came to another status."""
        known = {verdict.status for verdict in (self, *self.others)} - {LifeStatus.UNKNOWN}
        return len(known) > 1

    def if_first(self, colour: Colour) -> Answer:
        """Return the answer for a colour moving first."""
        return self.black_first if colour == BLACK else self.white_first


def in_turn(first: Colour, points: Sequence[Point]) -> tuple[tuple[Colour, Point], ...]:
    """Return moves of both sides in turn, those of `first` first."""
    return tuple((-first if index % 2 else first, point) for index, point in enumerate(points))


def strongest_first(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the strongest of several verdicts on one group, with the others beside it.

    Proofs come first, then known before unknown, then by method: unconditional life, the solver,
    an engine, the reader, playouts.
    """
    first, *others = sorted(verdicts, key=lambda verdict: (
        not verdict.exact, verdict.status is LifeStatus.UNKNOWN, _weakness(verdict.method)))
    return replace(first, others=tuple(others))


def joint_status(owner_first: Outcome, enemy_first: Outcome) -> LifeStatus:
    """Return the status that follows from the outcomes with the owner and the enemy first."""
    if Outcome.UNKNOWN in (owner_first, enemy_first):
        return LifeStatus.UNKNOWN
    if owner_first is Outcome.DIES:
        return LifeStatus.DEAD
    if enemy_first is Outcome.LIVES:
        return LifeStatus.ALIVE
    if enemy_first is Outcome.SEKI:
        return LifeStatus.SEKI
    if Outcome.KO in (owner_first, enemy_first):
        return LifeStatus.KO
    return LifeStatus.UNSETTLED


def _weakness(method: str) -> int:
    for rank, name in enumerate(("static", "solver", "engine", READER_METHOD)):
        if method.startswith(name):
            return rank
    return 4
