"""What irgo's reader says of a position, in an engine's words: for layers that show an engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.evaluation import Candidate, EngineEvaluation
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.service.request import Request, Workbench
from irgo_app.words import Message, message

if TYPE_CHECKING:
    from irgo_app.reader.findings import Findings

VISITS: Final = 64
"""About a sixth of a second on one core."""


@dataclass(frozen=True, slots=True)
class ReaderRequest(Request[EngineEvaluation]):
    """A position searched a little by the reader.

    Can be made where the network is not loaded: only the worker that answers loads it.

    order -- the position's order of moves, which the network sees and equality of positions does
    not; first_moves -- where the first move may be, None for everywhere
    """

    position: Position
    komi: float
    visits: int = VISITS
    first_moves: frozenset[Point] | None = None
    order: bytes = b""

    @classmethod
    def of(
        cls, position: Position, komi: float, visits: int = VISITS,
        first_moves: frozenset[Point] | None = None,
    ) -> ReaderRequest:
        """Return the request about a position, with the order of its moves in the key."""
        return cls(position, komi, visits, first_moves, position.order)

    @property
    def subject(self) -> Message:
        """Return what is asked for."""
        return message("The reader's search")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> EngineEvaluation:
        """Return what it found; raises ReaderError where the reader cannot judge."""
        from irgo_app.review.search_request import SearchRequest

        return evaluation_of(SearchRequest(
            self.position, self.komi, self.visits, first_moves=self.first_moves,
        ).answer(bench, cancel))


def evaluation_of(found: Findings) -> EngineEvaluation:
    """Return the findings of a search as an engine would have told them."""
    return EngineEvaluation(
        tuple(Candidate(move.point, move.visits, move.black_wins, move.lead, move.prior,
                        line=move.line) for move in found.moves),
        found.visits, found.black_wins, found.lead, tuple(found.ownership.tolist()))
