"""What a GTP engine remembers: the positions of the game so far, komi and rules."""

from __future__ import annotations

from itertools import pairwise

from irgo_app.errors import GtpError, IllegalMoveError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import BLACK_CELL, Position
from irgo_app.go.rules import play
from irgo_app.go.rulesets import CHINESE, Ruleset
from irgo_app.go.topology import LARGEST_SIZE, SMALLEST_SIZE

_COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


class GtpGame:
    """The game on the engine's board; the last position is the current one."""

    def __init__(self, rules: Ruleset = CHINESE) -> None:
        self.rules, self.komi = rules, rules.komi
        self.positions: list[Position] = [Position.empty()]
        self._told_handicap: int | None = None

    @property
    def position(self) -> Position:
        """Return the current position."""
        return self.positions[-1]

    @property
    def handicap(self) -> int:
        """Return Black's handicap stones, as KataGo counts them where no record told a number.

        They are the stones set up, if White has none, and what Black plays before White does.
        """
        if self._told_handicap is not None:
            return self._told_handicap
        start = self.positions[0]
        stones = start.cells.count(BLACK_CELL)
        if stones < start.stone_count():
            return 0
        for before, after in pairwise(self.positions):
            if after.stone_count() > before.stone_count():
                if after.to_play == BLACK:
                    break
                stones += 1
        return stones if stones > 1 else 0

    @property
    def compensation(self) -> float:
        """Return White's points besides the board: komi, and what the handicap gives."""
        return self.komi + self.rules.points_for_handicap(self.handicap)

    def begin(self, positions: list[Position], handicap: int | None = None) -> None:
        """Take another game; handicap -- Black's stones, None to count them."""
        self.positions, self._told_handicap = positions, handicap

    def resize(self, columns: int, rows: int) -> None:
        """Start anew on another board; raises GtpError for sizes irgo does not have."""
        if not all(SMALLEST_SIZE <= lines <= LARGEST_SIZE for lines in (columns, rows)):
            raise GtpError("unacceptable size")
        self.begin([Position.empty(columns, rows)])

    def clear(self) -> None:
        """Take all stones off."""
        self.resize(self.position.columns, self.position.rows)

    def play(self, colour: Colour, point: Point) -> None:
        """Play a move; raises GtpError if it is illegal."""
        try:
            self.positions.append(play(
                self.position, colour, point, self.rules, reversed(self.positions)))
        except IllegalMoveError:
            raise GtpError("illegal move") from None

    def undo(self) -> None:
        """Take the last move back; raises GtpError at the start of the game."""
        if len(self.positions) == 1:
            raise GtpError("cannot undo")
        self.positions.pop()

    def point(self, text: str) -> Point:
        """Return the point of a vertex (PASS for `pass`); raises GtpError."""
        try:
            return point_of_vertex(text, self.position.columns, self.position.rows)
        except ValueError:
            raise GtpError("invalid vertex") from None


def colour_of(text: str) -> Colour:
    """Return a colour; raises GtpError."""
    colour = _COLOURS.get(text.lower())
    if colour is None:
        raise GtpError("invalid color or coordinate")
    return colour


def number_of(text: str) -> float:
    """Return a number; raises GtpError."""
    try:
        number = float(text)
    except ValueError:
        raise GtpError(f"{text[:20]} is no number") from None
    if not abs(number) < 1e6:
        raise GtpError(f"{text[:20]} is too large")
    return number


def need(arguments: tuple[str, ...], count: int, usage: str) -> None:
    """Raise GtpError unless there are enough arguments."""
    if len(arguments) < count:
        raise GtpError(f"syntax error: {usage}")
