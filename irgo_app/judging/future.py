"""A future: a line that a judge expects, the board at its end, and what the judge says of it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.judging.judgement import Judge, Searched

Move = tuple[Colour, Point]
LONGEST_LINE: Final = 12
"""How many moves of a line are told: what comes later hangs on too much."""


class Future(Struct, frozen=True, eq=False):
    """What follows a move if both sides play on as a judge expects.

    moves -- the move, then the line that is expected
    after, end -- the board after the move, and after the line
    lead -- Black's lead in points, komi counted, over all that was looked at
    ownership -- for every point -1 (White's) to 1 (Black's), likewise
    visits -- positions looked at
    margin, chance -- as of a Judgement
    """

    moves: tuple[Move, ...]
    after: Position
    end: Position
    lead: float
    ownership: tuple[float, ...]
    visits: int
    margin: float = 0.0
    chance: float | None = None

    @property
    def first(self) -> Colour:
        """Return who moves first."""
        return self.moves[0][0]

    @property
    def move(self) -> Point:
        """Return the move it is the future of; PASS for a pass."""
        return self.moves[0][1]


def loss_of(position: Position, move: Future, instead: Future) -> float:
    """Return what the side to play loses by a move against another, in points."""
    return position.to_play * (instead.lead - move.lead)


def futures(
    position: Position, points: Sequence[Point], judge: Judge, visits: int,
    cancel: CancelFlag | None = None,
) -> tuple[Future, ...]:
    """Return the futures of moves of the side to play, each searched with so many visits.

    points -- PASS for a pass. Raises IllegalMoveError, EngineError, and CalledOffError soon after
    the flag is raised.
    """
    return futures_of([(position, point) for point in points], judge, visits, cancel)


def futures_of(
    moves: Sequence[tuple[Position, Point]], judge: Judge, visits: int,
    cancel: CancelFlag | None = None,
) -> tuple[Future, ...]:
    """Return the futures of moves, each of the side to play on a position; else as `futures`."""
    boards = [play(position, position.to_play, point) for position, point in moves]
    with ThreadPoolExecutor(min(judge.at_once, max(1, len(boards)))) as pool:
        found = list(pool.map(
            lambda board: judge.search(board, board.to_play, None, visits, cancel), boards))
    return tuple(future_of(position.to_play, point, board, said)
                 for (position, point), board, said in zip(moves, boards, found, strict=True))


def future_of(mover: Colour, point: Point, after: Position, said: Searched) -> Future:
    """Return the future of a move from what a search of the board after it found."""
    replies, board = line_after(after, -mover, said.line[:LONGEST_LINE], point)
    owned = said.expected or said.ownership or (0.0,) * len(after.cells)
    return Future(((mover, point), *replies), after, board, said.on_average, owned, said.visits,
                  said.margin, said.chance)


def line_after(
    board: Position, colour: Colour, points: tuple[Point, ...], last: Point | None = None
) -> tuple[tuple[Move, ...], Position]:
    """Return a line as moves of both sides in turn, as far as the rules allow, and its last board.

    last -- the move before it, None if that does not count: the line ends at two passes
    """
    moves = list[Move]()
    for point in points:
        if point == PASS and last == PASS:
            break
        try:
            board = play(board, colour, point)
        except IllegalMoveError:
            break
        moves.append((colour, point))
        colour, last = -colour, point
    return tuple(moves), board
