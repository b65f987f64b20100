"""Questions to the reader's search, as requests: what a position is worth, and what irgo plays."""

from __future__ import annotations

from dataclasses import dataclass, field

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rulesets import CHINESE, Ruleset
from irgo_app.reader.levels import DEFAULT_LEVEL, Level
from irgo_app.reader.network import network
from irgo_app.reader.player import Choice, choose
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


@dataclass(frozen=True, slots=True)
class MoveRequest(Request[Choice]):
    """What irgo plays in a game; see `choose`.

    positions -- of the whole game, the current one last; a pass is one that changes no stone
    """

    positions: tuple[Position, ...]
    colour: Colour
    komi: float
    level: Level = DEFAULT_LEVEL
    seed: int = 0
    rules: Ruleset = CHINESE

    @property
    def subject(self) -> Message:
        return message("irgo's move")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Choice:
        """Return the choice; raises ReaderError where the reader cannot be used."""
        return choose(bench.kept(network), self.positions, self.colour, self.komi, self.level,
                      rules=self.rules, seed=self.seed, cancel=cancel)
