"""A card: a position with what is known of its moves, as a frozen value."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.go.coordinates import SYMMETRIES, transformed_point, transformed_size
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position, packed_points, unpacked_points
from irgo_app.go.rules import boards_of, record
from irgo_app.judging.future import Future
from irgo_app.meaning.reasons import Comparison, Difference, Reason
from irgo_app.resource_files import digest_of
from irgo_app.review.game_line import stakes_on
from irgo_app.words import noted

Move = tuple[Colour, Point]

AS_GOOD: Final = 1.0
"""A move that loses so many points or fewer is as good as the best on 19 lines; see `stakes_on`."""
FINE: Final = 3.0
"""A move that loses so many or fewer is fine."""
_JUST_LESS: Final = 0.05


class CardKind(Enum):
    """What a card asks: the best move, the life of a group, or the lines of a record."""

    MOVE = "move"
    LIFE = "life"
    LINES = "lines"


class Theme(Enum):
    """What a card is about."""

    OPENING = noted("opening")
    ATTACK = noted("attack")
    DEFENCE = noted("defence")
    LIFE = noted("life and death")
    CONNECTION = noted("connection")
    ENDGAME = noted("endgame")
    DIRECTION = noted("direction")


class AnswerMark(Enum):
    """What an answer is worth."""

    BEST = "best"
    FINE = "fine"
    NOT_YET = "not yet"


class JudgedMove(Struct, frozen=True):
    """A first move of a card, judged.

    loss -- points that it loses against the best, 0 where `works` says all
    works -- whether it succeeds, on cards about a group or a record's lines; else None
    lead -- Black's lead after it, in points
    line -- what is expected to follow, the move itself first
    reasons -- what differs from the best move's future; note -- what a record says of it
    """

    point: Point
    loss: float
    works: bool | None = None
    lead: float = 0.0
    line: tuple[Move, ...] = ()
    reasons: tuple[Reason, ...] = ()
    note: str = ""


class Origin(Struct, frozen=True):
    """Where a card comes from; texts as the record has them, "" where it says nothing.

    number -- of the game's moves before the position; player -- whose mistake it was
    source -- the file's name
    """

    black: str = ""
    white: str = ""
    date: str = ""
    name: str = ""
    number: int = 0
    player: str = ""
    source: str = ""


class Card(Struct, frozen=True):
    """An exercise.

    position -- its side to play is asked; start, before -- the moves that led to it
    judged -- the moves that were judged, the best first; never empty
    played -- the game's own move, None where there is none; after -- how the game went on
    stones -- of the group that a card of life and death is about, sorted
    question -- what a record asks, "" for irgo's own words
    judge -- who says so
    is_guess -- of a game that is replayed, whose own move is there to be found and no mistake
    """

    kind: CardKind
    position: Position
    start: Position
    before: tuple[Move, ...]
    judged: tuple[JudgedMove, ...]
    themes: tuple[Theme, ...]
    origin: Origin = Origin()
    played: Point | None = None
    after: tuple[Move, ...] = ()
    stones: tuple[Point, ...] = ()
    question: str = ""
    judge: str = ""
    komi: float = 0.0
    rules: str = "japanese"
    is_guess: bool = False

    @property
    def id(self) -> str:
        """Return a name of 16 letters that is the same for the same exercise."""
        board = self.position
        said = repr((self.kind.value, board.columns, board.rows, board.cells, board.to_play,
                     board.ko_point, self.stones, self.question))
        return digest_of(said.encode())[:16]

    @property
    def best(self) -> JudgedMove:
        """Return the best move known."""
        return self.judged[0]

    @property
    def stakes(self) -> float:
        """Return `stakes_on` its board: on a smaller one a move is worse that loses as much."""
        return stakes_on(self.position.columns, self.position.rows)

    @property
    def mistake(self) -> JudgedMove | None:
        """Return the game's own move as it was judged, None where it was not."""
        return None if self.played is None else self.known(self.played)

    def known(self, point: Point) -> JudgedMove | None:
        """Return a move that was judged, None for others."""
        return next((move for move in self.judged if move.point == point), None)

    def mark(self, move: JudgedMove) -> AnswerMark:
        """Return what a move is worth: never fine is what loses as much as the game's mistake."""
        if move.works is not None:
            return AnswerMark.BEST if move.works else AnswerMark.NOT_YET
        mistake, stakes = self.mistake, self.stakes
        as_good, fine = AS_GOOD * stakes, FINE * stakes
        if not (self.is_guess or mistake is None or mistake.loss <= as_good):
            fine = min(fine, max(as_good, mistake.loss - _JUST_LESS))
        return AnswerMark.BEST if move.loss <= as_good else \
            AnswerMark.FINE if move.loss <= fine else AnswerMark.NOT_YET

    def why(self, move: JudgedMove) -> Comparison:
        """Return a judged move held against the best one, as `meaning.words` tells it."""
        ahead, best = (_future(self.position, found) for found in (move, self.best))
        return Comparison(
            self.position, ahead, best, Difference(move.loss, move.reasons), self.judge, 0)


def _future(position: Position, move: JudgedMove) -> Future:
    """Return a judged move's future, as far as the rules let its line be played."""
    line = move.line or ((position.to_play, move.point),)
    boards = boards_of(position, line)
    return Future(line[:len(boards)] or line[:1], boards[0] if boards else position,
                  boards[-1] if boards else position, move.lead, (), 0)


def way_to(positions: Sequence[Position], moves: Sequence[Move]) -> tuple[
        Position, tuple[Move, ...]]:
    """Return where replaying begins and the moves from there that lead to the last position.

    positions -- one more than moves; where stones were set up between them, the way is shorter
    """
    first = len(moves)
    while first > 0:
        colour, point = moves[first - 1]
        after, _ = record(positions[first - 1], colour, point)
        if after.cells != positions[first].cells:
            break
        first -= 1
    return positions[first], tuple(moves[first:])


def turned(card: Card, symmetry: int) -> Card:
    """Return a card on a turned or mirrored board, every point with it; symmetry -- 0 to 7."""
    columns, rows = card.position.columns, card.position.rows

    def to(point: Point) -> Point:
        return point if point == PASS else transformed_point(point, columns, rows, symmetry)

    def line(moves: Sequence[Move]) -> tuple[Move, ...]:
        return tuple((colour, to(point)) for colour, point in moves)

    def group(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(sorted(map(to, points)))

    judged = tuple(replace(
        move, point=to(move.point), line=line(move.line),
        reasons=tuple(replace(reason, points=group(reason.points)) for reason in move.reasons),
    ) for move in card.judged)
    return replace(
        card, position=turned_position(card.position, symmetry),
        start=turned_position(card.start, symmetry), before=line(card.before), judged=judged,
        played=None if card.played is None else to(card.played), after=line(card.after),
        stones=group(card.stones))


def turned_position(position: Position, symmetry: int) -> Position:
    """Return a position as it lies on a turned board."""
    columns, rows = position.columns, position.rows
    places = [transformed_point(point, columns, rows, symmetry)
              for point in range(len(position.cells))]
    cells = bytearray(len(places))
    for point, place in enumerate(places):
        cells[place] = position.cells[point]
    across, down = transformed_size(columns, rows, symmetry)
    return replace(
        position, columns=across, rows=down, cells=bytes(cells),
        ko_point=PASS if position.ko_point == PASS else places[position.ko_point],
        order=packed_points(places[point] for point in unpacked_points(position.order)))


def ways_to_turn(card: Card) -> Sequence[int]:
    """Return the ways to turn a card's board; one that asks in a record's words stays as it is.

    Its words may name places.
    """
    if card.kind is CardKind.LINES and card.question:
        return (0,)
    return SYMMETRIES
