"""What a position is about, asked as requests: its places, and why a move is good or bad."""

from dataclasses import dataclass, field

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.judging.judges import Judges, JudgeSettings, ReadingRequest
from irgo_app.meaning.places import BoardSearches, FoundPlace, begun, deepened, first_places, places
from irgo_app.meaning.reasons import Comparison
from irgo_app.meaning.why import why
from irgo_app.service.request import Workbench
from irgo_app.words import message

Groups = tuple[tuple[Point, ...], ...]
"""The stones of each group that may be named."""


class PlacesFound(Struct, frozen=True, eq=False):
    """The places of a position, what is best for the side to move first.

    groups -- those that the places' indices mean; judge -- who found them
    is_first_look -- their worth and reasons are still to come
    begun -- the searches of the board they were found from
    """

    places: tuple[FoundPlace, ...]
    groups: Groups
    judge: str
    begun: BoardSearches
    is_first_look: bool = False


@dataclass(frozen=True, slots=True)
class FirstPlacesRequest(ReadingRequest[PlacesFound]):
    """Where the places are: the first list, without what they are worth.

    order -- the position's order of moves, which the network sees and equality does not
    """

    position: Position
    groups: Groups
    reading: JudgeSettings = field(default_factory=JudgeSettings)
    order: bytes = b""

    subject = message("The search for places")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> PlacesFound:
        """Return the first list; raises CalledOffError, EngineError or ReaderError."""
        judge = bench.kept(Judges).judge(self.position, self.reading)
        found = begun(self.position, judge, self.reading.visits, cancel)
        return PlacesFound(first_places(self.position, self.groups, found, judge.name),
                           self.groups, judge.name, found, is_first_look=True)


@dataclass(frozen=True, slots=True)
class PlacesRequest(ReadingRequest[PlacesFound]):
    """The places of a position with what they are worth and why.

    begun -- the searches of the board, where the first list has made them already
    The other fields are those of the first list.
    """

    position: Position
    groups: Groups
    reading: JudgeSettings = field(default_factory=JudgeSettings)
    order: bytes = b""
    begun: BoardSearches | None = field(default=None, compare=False, repr=False)

    subject = message("The search for places")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> PlacesFound:
        """Return the places; raises CalledOffError, EngineError or ReaderError."""
        judge = bench.kept(Judges).judge(self.position, self.reading)
        found = self.begun or begun(self.position, judge, self.reading.visits, cancel)
        if not self.reading.visits:
            found = deepened(self.position, judge, found, cancel)
        return PlacesFound(
            places(self.position, self.groups, judge, cancel=cancel, found=found), self.groups,
            judge.name, found)


@dataclass(frozen=True, slots=True)
class WhyRequest(ReadingRequest[Comparison]):
    """Why a move of the side to play is good or bad.

    move -- PASS for a pass; instead -- what it is compared with, None for the best on the board
    """

    position: Position
    move: Point
    instead: Point | None = None
    reading: JudgeSettings = field(default_factory=JudgeSettings)
    order: bytes = b""

    subject = message("The search for reasons")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Comparison:
        """Return the move explained; raises UsageError for one against the rules besides."""
        judge = bench.kept(Judges).judge(self.position, self.reading)
        return why(self.position, self.move, judge, instead=self.instead,
                   visits=self.reading.visits, rules=self.reading.rules, cancel=cancel)
