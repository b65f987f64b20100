"""What a GTP engine remembers: the positions of the game so far, komi, rules and the clock.

Source of the clock: GTP 2, section 4.2: main time, then byo-yomi periods of so many stones
(Canadian).
"""

import math
from collections.abc import Sequence
from typing import Final

from irgo_app.errors import GtpError, IllegalMoveError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, LARGEST_SIZE, PASS, SMALLEST_SIZE, WHITE, Colour, Point
from irgo_app.go.position import BLACK_CELL, Position
from irgo_app.go.rules import CHINESE, JAPANESE, Ruleset, play
from irgo_app.judging.judges import JudgeSettings
from irgo_app.review.game_line import GameLine
from irgo_app.sgf.game_info import GameInfo

_COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


class GtpGame:
    """The game on the engine's board; the last position is the current one."""

    def __init__(self, rules: Ruleset = CHINESE) -> None:
        self.rules, self.komi = rules, rules.komi
        self._asked_rules = rules
        self._asked_komi: float | None = None
        self.positions: list[Position] = [Position.empty()]
        self._moves: list[tuple[Colour, Point] | None] = []
        """The move that led to each position after the first, None where stones were set up."""
        self._told_handicap: int | None = None
        self._is_handicap_komi = False
        self.number = 0
        """How many games with moves came before this one."""

    def ask(self, rules: Ruleset | None = None, komi: float | None = None) -> None:
        """Play by other rules or another komi from now on."""
        if rules is not None:
            self.rules = self._asked_rules = rules
        if komi is not None:
            self.komi = self._asked_komi = komi
            self._is_handicap_komi = False

    def take(self, rules: Ruleset | None, komi: float | None) -> None:
        """Play the game begun by the rules and komi of its record.

        What it does not say is as it was asked for, whatever the record before it said; a komi
        that nobody asked for is the usual one.
        """
        self.rules = rules or self._asked_rules
        if komi is None:
            komi = self._asked_komi
        self.komi = self.rules.usual_komi(self.handicap) if komi is None else komi

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def moves(self) -> Sequence[tuple[Colour, Point] | None]:
        """Return what led to each position after the first: a move, or None for a setup."""
        return self._moves

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
        for move in self._moves:
            if move is not None and move[1] != PASS:
                if move[0] != BLACK:
                    break
                stones += 1
        return stones if stones > 1 else 0

    @property
    def compensation(self) -> float:
        """Return White's points besides the board: komi, and what the handicap gives."""
        return self.komi + self.rules.points_for_handicap(self.handicap)

    @property
    def reading(self) -> JudgeSettings:
        """Return how irgo reads positions of this game."""
        # Rules that were put together have no name; to a judge there are two ways to count.
        counted_by = CHINESE if self.rules.counts_area else JAPANESE
        return JudgeSettings(None, self.compensation, counted_by.engine_name)

    @property
    def is_over(self) -> bool:
        """Return whether both have passed, one after the other."""
        last = self._moves[-2:]
        return len(last) == 2 and all(move is not None and move[1] == PASS for move in last)

    def begin(self, start: Position, handicap: int | None = None) -> None:
        """Take another game; handicap -- Black's stones, None to count them."""
        self.number += len(self.positions) > 1
        self.positions, self._moves, self._told_handicap = [start], [], handicap
        if self._is_handicap_komi:
            self.komi, self._is_handicap_komi = self.rules.komi, False

    def record(self, move: tuple[Colour, Point] | None, position: Position) -> None:
        """Take the next position of a record; move -- None where stones were set up."""
        self._moves.append(move)
        self.positions.append(position)

    def give_handicap(self, points: tuple[Point, ...]) -> None:
        """Begin with Black's handicap stones; a komi that nobody asked for becomes the usual one.
        """
        self.begin(self.position.with_stones(dict.fromkeys(points, BLACK)).with_to_play(WHITE))
        if self._asked_komi is None:
            self.komi, self._is_handicap_komi = self.rules.usual_komi(len(points)), True

    def resize(self, columns: int, rows: int) -> None:
        """Start anew on another board; raises GtpError for sizes irgo does not have."""
        if not all(SMALLEST_SIZE <= lines <= LARGEST_SIZE for lines in (columns, rows)):
            raise GtpError("unacceptable size")
        self.begin(Position.empty(columns, rows))

    def clear(self) -> None:
        """Take all stones off."""
        self.resize(self.position.columns, self.position.rows)

    def play(self, colour: Colour, point: Point) -> None:
        """Play a move; raises GtpError if it is illegal."""
        try:
            after = play(self.position, colour, point, self.rules, reversed(self.positions))
        except IllegalMoveError:
            raise GtpError("illegal move") from None
        self.record((colour, point), after)

    def undo(self) -> None:
        """Take the last move back; raises GtpError at the start of the game."""
        if len(self.positions) == 1:
            raise GtpError("cannot undo")
        self.positions.pop()
        self._moves.pop()

    def point(self, text: str) -> Point:
        """Return the point of a vertex (PASS for `pass`); raises GtpError."""
        try:
            return point_of_vertex(text, self.position.columns, self.position.rows)
        except ValueError:
            raise GtpError("invalid vertex") from None


def played_line(game: GtpGame) -> GameLine:
    """Return the moves that were played since stones were last set up; raises GtpError for none."""
    moves, positions = list[tuple[Colour, Point]](), list[Position]()
    for before, move in zip(game.positions, game.moves, strict=False):
        if move is None:
            moves, positions = [], []
            continue
        moves.append(move)
        positions.append(before.with_to_play(move[0]))
    if not moves:
        raise GtpError("no moves were played")
    return GameLine(tuple(moves), (*positions, game.position), game.compensation,
                    game.rules.engine_name, GameInfo())


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
        number = math.nan
    if math.isnan(number):
        raise GtpError(f"{text[:20]} is no number")
    if abs(number) >= 1e6:
        raise GtpError(f"{text[:20]} is too large")
    return number


def whole_of(text: str) -> int:
    """Return a whole number; raises GtpError."""
    number = number_of(text)
    if number != int(number):
        raise GtpError(f"{text[:20]} is no whole number")
    return int(number)


def need(arguments: tuple[str, ...], count: int, usage: str, most: float = math.inf) -> None:
    """Raise GtpError unless there are enough arguments, and no more than a command has."""
    if not count <= len(arguments) <= most:
        raise GtpError(f"syntax error: {usage}")


_LAG_S: Final = 0.15
"""Kept back on every move for whatever lies between the two programs."""
_LEAST_S: Final = 0.02
_MOVES_LEFT_AT_LEAST: Final = 12
_MOVES_OF_POINTS: Final = 0.35
"""How many moves a side makes in a game, as a share of the board's points."""


class Clock:
    """Both sides' time; without settings there is no limit."""

    def __init__(self) -> None:
        self._byo_yomi, self._stones = 0.0, 0
        self._is_byoyomi = False
        self._left: dict[Colour, tuple[float, int]] = {}

    def settings(
        self, main: float, byo_yomi: float, stones: int, *, is_byoyomi: bool = False
    ) -> None:
        """Start both clocks anew, in seconds; byo-yomi time without stones means no limit.

        is_byoyomi -- each period is for one move and `stones` are periods, as in Japan; a move is
        planned to end within its period, so that none is ever lost
        """
        stones = min(stones, 1) if is_byoyomi else stones
        self._byo_yomi, self._stones, self._is_byoyomi = byo_yomi, stones, is_byoyomi
        has_limit = stones > 0 or (byo_yomi == 0 and main > 0)
        self._left = dict.fromkeys((BLACK, WHITE), (main, 0)) if has_limit else {}

    def left(self, colour: Colour, seconds: float, stones: int) -> None:
        """Take what the controller says is left; with stones it is the time for those."""
        stones = min(stones, 1) if self._is_byoyomi else stones
        self._left[colour] = (max(seconds, 0.0), max(stones, 0))

    def spent(self, colour: Colour, seconds: float) -> None:
        """Take time off a clock that the controller has not corrected since."""
        if colour not in self._left:
            return
        left, stones = self._left[colour]
        left = max(left - seconds, 0.0)
        in_byo_yomi = stones > 0
        stones = max(stones - 1, 0)
        if self._stones and (stones == 0 if in_byo_yomi else left == 0):
            left, stones = self._byo_yomi, self._stones
        self._left[colour] = (left, stones)

    def budget(self, colour: Colour, moves: int, points: int) -> float:
        """Return the seconds the next move may take, infinity without a limit.

        moves -- played so far by both sides; points -- of the board
        """
        if colour not in self._left:
            return math.inf
        left, stones = self._left[colour]
        if stones:
            share = left / stones
        else:
            moves_left = max(_MOVES_OF_POINTS * points - moves / 2, _MOVES_LEFT_AT_LEAST)
            share = left / moves_left
            if self._stones:
                share = max(share, self._byo_yomi / self._stones)
        return max(share - _LAG_S, _LEAST_S)
