"""A judge that a person can follow: it plays every first move and counts stones and their areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.judging.judgement import CalledOffError, Judgement, JudgeTrust, Searched, Tried
from tests.oracles.plain_score import area_score

BOARD = Position.from_diagram("""
    . X O . . . . . .
    X X O . . . . . .
    O O O . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . X
    . . . . . . . . .""")
"""Black's three stones in the corner have one liberty, A9; White takes them there."""


def at(name: str) -> Point:
    """Return the point of a vertex of the board above."""
    return point_of_vertex(name, 9, 9)


@dataclass(frozen=True)
class CountingJudge:
    """Values a position by its area score; looks one move ahead, and answers with one move more.

    answered -- for each first move the answer it expects, if any
    """

    komi: float = 0.0
    answered: dict[int, int] = field(default_factory=dict)
    name: str = "counting"
    at_once: int = 2
    rank: JudgeTrust = JudgeTrust.READER
    usual_visits: int = 8

    def for_game(self, komi: float, rules: str) -> CountingJudge:
        """Return the judge for another komi."""
        return replace(self, komi=komi)

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        """Return the area scores; ownership is the stones'."""
        if cancel:
            raise CalledOffError
        return [Judgement(area_score(position) - self.komi, 0.0, tuple(
            float(position.colour_at(point)) for point in range(len(position.cells))))
            for position in positions]

    def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
        """Return nothing: it knows no players."""
        return ()

    def search(
        self, position: Position, first: Colour, region: frozenset[int] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return the moves by what they make of the area."""
        if cancel:
            raise CalledOffError
        points = range(len(position.cells)) if region is None else sorted(region)
        tried = [Tried(point, area_score(play(position, first, point)) - self.komi, 1)
                 for point in points if why_illegal(position, first, point) is None]
        tried.sort(key=lambda move: (-first * move.lead, move.point))
        if not tried:
            return Searched(area_score(position) - self.komi, (), ())
        best = tried[0].point
        line = (best, *([self.answered[best]] if best in self.answered else []))
        return Searched(tried[0].lead, tuple(tried), line, None, len(tried))
