"""A question to the reader's search, as a request."""

from __future__ import annotations

from dataclasses import dataclass, field

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import CHINESE, Ruleset
from irgo_app.reader.network import network
from irgo_app.reader.search import Findings, Knobs, Search
from irgo_app.service.request import Request, Workbench
from irgo_app.words import Message, message


@dataclass(frozen=True, slots=True)
class SearchRequest(Request[Findings]):
    """A position searched with so many visits; for the other fields see `Search`.

    komi -- White's points besides the board
    earlier -- the game's positions before this one, of which the rules let not all come back
    """

    position: Position
    komi: float
    visits: int
    earlier: tuple[Position, ...] = ()
    first: Colour | None = None
    region: frozenset[Point] | None = None
    first_moves: frozenset[Point] | None = None
    knobs: Knobs = field(default_factory=Knobs)
    rules: Ruleset = CHINESE

    @property
    def subject(self) -> Message:
        return message("The reader's search")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Findings:
        """Return what was found; raises ReaderError where the reader cannot be used."""
        search = Search(
            bench.kept(network), self.position, self.komi, history=self.earlier, first=self.first,
            region=self.region, first_moves=self.first_moves, knobs=self.knobs,
            rules=self.rules)
        search.run(self.visits, cancel)
        return search.findings()
