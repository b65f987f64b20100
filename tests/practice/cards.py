"""Cards for tests."""

from dataclasses import dataclass

from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import Searched
from irgo_app.meaning.reasons import Reason, ReasonKind, State
from irgo_app.practice.card import Card, CardKind, JudgedMove, Origin, Theme
from tests.review.test_told_losses import Strong

BOARD = Position.from_diagram("""
    . . . . . . .
    . X X . . . .
    . O X . O . .
    . O . . . O .
    . . . X . . .
    . . . . . X .
    . . . . . . .
    """, BLACK)
"""B5 and B4 are White's."""
WHITES = (15, 22)


def card(number: int = 0, theme: Theme = Theme.ATTACK) -> Card:
    """Return a card: B3 is best, the game's own F5 loses six points; each number another one."""
    reason = Reason(ReasonKind.GROUP, WHITE, WHITES, 5.0, 0.9, False, State.LIVES, State.DIES)
    position = BOARD.with_stones({48: BLACK if number % 2 else WHITE}) if number else BOARD
    return Card(
        CardKind.MOVE, position, position, (),
        (JudgedMove(29, 0.0, lead=4.0, line=((BLACK, 29), (WHITE, 30))),
         JudgedMove(30, 0.3, lead=3.7, line=((BLACK, 30),)),
         JudgedMove(17, 0.9, lead=3.1, line=((BLACK, 17),)),
         JudgedMove(12, 6.0, lead=-2.0, line=((BLACK, 12), (WHITE, 29)), reasons=(reason,))),
        (theme,), Origin("Kim", "Lee", "2026-11-01", number=number), 12,
        question=f"Number {number}" if number > 2 else "")


def open_group() -> Card:
    """Return a card about two white stones that no solver proves anything of: Black to kill."""
    return replace(card(), kind=CardKind.LIFE, played=None, stones=WHITES, judged=(
        JudgedMove(29, 0.0, True, line=((BLACK, 29), (WHITE, 30), (BLACK, 21))),
        JudgedMove(12, 0.0, False, line=((BLACK, 12), (WHITE, 29)))))


@dataclass(frozen=True)
class Owning(Strong):
    """A judge who expects every point to be Black's by so much."""

    share: float = 0.0

    def search(
        self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return a reply in the place."""
        assert region is not None
        return Searched(0.0, (), (min(region),), (self.share,) * len(position.cells), visits)
