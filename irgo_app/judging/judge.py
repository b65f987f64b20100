"""Who judges a position: anything that values one and searches it from either side's move.

irgo's own reader, KataGo's analysis engine and any GTP engine each satisfy `Judge`; a study
asks for nothing else and so cannot tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, Self

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IrgoError
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import Judgement, Rank, Tried
from irgo_app.words import noted


class CalledOffError(IrgoError):
    """A study was called off before it was done."""

    def __init__(self) -> None:
        super().__init__(noted("The study was called off; ask again."))


class Searched(Struct, frozen=True):
    """What a search found.

    lead -- Black's lead after the best first move and free play, komi counted
    whole -- Black's lead on average over all that was looked at, good moves weighing more: less
    hopeful for the side to move, and so what positions of a game are compared by
    moves -- the first moves looked at, best first; empty if there is no legal one
    line -- the best play as points, the first move first, colours in turn; PASS is a pass
    ownership -- as of a Judgement, after the best first move
    expected -- the same on average over all that was looked at, which errs less; None if not told
    visits -- positions looked at
    margin, chance -- as of a Judgement, on average over all that was looked at
    """

    lead: float
    moves: tuple[Tried, ...]
    line: tuple[Point, ...]
    ownership: tuple[float, ...] | None = None
    visits: int = 0
    whole: float | None = None
    expected: tuple[float, ...] | None = None
    margin: float = 0.0
    chance: float | None = None

    @property
    def on_average(self) -> float:
        """Return the lead over all that was looked at, or after the best move if nobody told."""
        return self.lead if self.whole is None else self.whole


def lead_of(moves: Sequence[Tried]) -> float:
    """Return the lead after the best move, moves nearly as good helping against noise.

    Each counts by the square of its visits: one move far ahead stands for itself alone.
    """
    weights = [move.visits ** 2 for move in moves]
    if not any(weights):
        return moves[0].lead
    return sum(weight * move.lead for weight, move in zip(weights, moves, strict=True)) \
        / sum(weights)


class PositionValues(Protocol):
    """Says what positions of one game are worth: its komi and rules are known to it."""

    @property
    def komi(self) -> float:
        """The komi that its leads have in them, in points for White."""

    def for_game(self, komi: float, rules: str) -> Self:
        """Return the same for a game of this komi and these rules, as KataGo names them."""

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        """Return what each position is worth, its own side to move."""

    def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
        """Return how likely a strong player is to play each point, and last to pass.

        is_quick -- at one look, which costs nothing where the position was searched already
        Empty where nobody knows.
        """


class Judge(PositionValues, Protocol):
    """PositionValues and searches positions of one game.

    `appraise`, `policy` and `search` may be called by `at_once` threads at the same time. They
    raise EngineError if an engine fails, and CalledOffError soon after the flag is raised.
    """

    @property
    def name(self) -> str:
        """Who judges, for people: `irgo`, or the engine's name."""

    @property
    def rank(self) -> Rank:
        """What its word is worth beside others'."""

    @property
    def usual_visits(self) -> int:
        """How far a first move is searched unless somebody says otherwise."""

    @property
    def at_once(self) -> int:
        """How many questions are best asked at the same time."""

    def search(
        self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return what happens if a colour moves first, whoever's turn it is.

        region -- where the first move must lie, None for anywhere and a pass; what follows is
        free. visits -- how many positions may be looked at
        """


def searched_by_both(
    position: Position, judge: Judge, region: frozenset[Point] | None, visits: int,
    cancel: CancelFlag | None = None,
) -> dict[Colour, Searched]:
    """Return what the judge finds if either colour moves first, searched side by side.

    The arguments are those of `Judge.search`.
    """
    sides = BLACK, WHITE
    with ThreadPoolExecutor(min(judge.at_once, len(sides))) as pool:
        found = pool.map(
            lambda first: judge.search(position, first, region, visits, cancel), sides)
        return dict(zip(sides, found, strict=True))
