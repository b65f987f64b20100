"""The rules: `play` puts a stone legally, `record` puts it as a game record says.

Which moves are legal is decided here, by a rule set of `rulesets`; superko needs the game's past,
which is given along. Sources: the common rules of Go; SGF FF[4] for what a recorded move does
("moves are executed regardless of legality").

A `RunningPosition` is played on in place: for going through many moves of which few are looked at.
`sane_moves` are those a player may think of: none fills an own eye or throws stones away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from irgo_app.errors import IllegalMoveError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, Colour, Point, topology
from irgo_app.go.position import (
    CELL_OF_COLOUR, Position, packed_points, unpacked_points, without_points
)
from irgo_app.go.rulesets import JAPANESE, Ko, Ruleset
from irgo_app.words import message, noted

Neighbours: TypeAlias = tuple[tuple[Point, ...], ...]


def put_stone(
    cells: bytearray, colour: Colour, point: Point, neighbours: Neighbours
) -> tuple[list[Point], list[Point], Point]:
    """Put a stone on an empty point of `cells` and take off what has no liberty then.

    Returns the enemy's stones taken, the own ones (suicide), and the point the enemy may not retake
    at once (PASS if there is none).
    """
    own, enemy = CELL_OF_COLOUR[colour], CELL_OF_COLOUR[-colour]
    cells[point] = own
    taken: list[Point] = []
    has_room = False
    for near in neighbours[point]:
        cell = cells[near]
        if not cell:
            has_room = True
        elif cell == enemy:
            taken += _take_if_breathless(cells, near, neighbours)
    if has_room:
        return taken, [], PASS
    if not taken:
        return taken, _take_if_breathless(cells, point, neighbours), PASS
    is_ko = len(taken) == 1 and _is_lone_in_atari(cells, point, neighbours)
    return taken, [], taken[0] if is_ko else PASS


def _take_if_breathless(cells: bytearray, start: Point, neighbours: Neighbours) -> list[Point]:
    """Take the chain at `start` off `cells` if it has no liberty; return the stones taken."""
    cell = cells[start]
    seen = {start}
    chain = [start]
    for point in chain:
        for near in neighbours[point]:
            other = cells[near]
            if not other:
                return []
            if other == cell and near not in seen:
                seen.add(near)
                chain.append(near)
    for point in chain:
        cells[point] = 0
    return chain


def _is_lone_in_atari(cells: bytearray, point: Point, neighbours: Neighbours) -> bool:
    """Return whether the stone at `point` stands alone with exactly one liberty."""
    own = cells[point]
    around = [cells[near] for near in neighbours[point]]
    return own not in around and around.count(0) == 1


class RunningPosition:
    """What a `Position` holds, to be changed.

    to_play, ko_point, captures -- as there
    rules -- what a suicide is held against
    """

    def __init__(self, position: Position, rules: Ruleset = JAPANESE) -> None:
        self._rules = rules
        self._columns, self._rows = position.columns, position.rows
        self._neighbours = topology(position.columns, position.rows).neighbours
        self._cells = bytearray(position.cells)
        self._order = dict.fromkeys(unpacked_points(position.order))
        """The stones played, in order; a point has one stone at most, so it is there once."""
        self.to_play = position.to_play
        self.ko_point = position.ko_point
        self.captures = position.captures

    @property
    def board(self) -> bytes:
        """Return what lies on the points, as `Position.cells` has it."""
        return bytes(self._cells)

    def frozen(self) -> Position:
        """Return the position as it is now."""
        return Position(self._columns, self._rows, bytes(self._cells), self.to_play,
                        self.ko_point, self.captures, packed_points(self._order))

    def record(self, colour: Colour, point: Point) -> str | None:
        """Put a stone as a record says, legal or not, and return what was odd about it.

        A stone already there is replaced, captures are taken off, suicide takes off its own chain.
        The remark is a clause such as "a stone was there already", or None for a legal move.
        """
        is_turn, ko_point = colour == self.to_play, self.ko_point
        self.to_play, self.ko_point = -colour, PASS
        if point == PASS:
            return None
        order, was_there = self._order, self._cells[point]
        if was_there:
            self._cells[point] = 0
            order.pop(point, None)
        taken, lost, self.ko_point = put_stone(self._cells, colour, point, self._neighbours)
        order[point] = None
        if taken or lost:
            for gone in taken or lost:
                order.pop(gone, None)
            by_black, by_white = self.captures
            gain = len(taken or lost)
            self.captures = ((by_black + gain, by_white) if (colour == BLACK) == bool(taken)
                             else (by_black, by_white + gain))
        if was_there:
            return noted("a stone was there already")
        if is_turn and point == ko_point:
            return noted("it retakes the ko at once")
        is_forbidden = len(lost) == 1 or (lost and not self._rules.allows_suicide)
        return noted("it is suicide") if is_forbidden else None

    def put(self, stones: Mapping[Point, Colour]) -> None:
        """Put or remove stones as in setup: nothing is captured."""
        for point, colour in stones.items():
            self._cells[point] = CELL_OF_COLOUR[colour]
            self._order.pop(point, None)
        self.ko_point = PASS

    def give_turn(self, colour: Colour) -> None:
        """Give the turn to a colour; a ko point is forgotten."""
        self.to_play, self.ko_point = colour, PASS


def play(
    position: Position, colour: Colour, point: Point, rules: Ruleset = JAPANESE,
    earlier: Iterable[Position] = (),
) -> Position:
    """Return the position after a legal move.

    earlier -- the game's positions before this one; looked at only where a board might come back
    Raises IllegalMoveError if the point is occupied, retakes a ko at once, is suicide where the
    rules forbid it, or brings back a board that may not come back. Whose turn it is is not checked.
    """
    if point == PASS:
        return _passed(position, colour)
    if position.cells[point]:
        raise _illegal(position, colour, point, noted("a stone is there already"))
    if point == position.ko_point and colour == position.to_play:
        raise _illegal(position, colour, point, noted("it retakes the ko at once"))
    after, lost = _put(position, colour, point)
    # The suicide of a single stone is a pass that moves the clock: no rule set here has it.
    if lost == 1 or (lost and not rules.allows_suicide):
        raise _illegal(position, colour, point, noted("it would be suicide"))
    if after.captures != position.captures and repeats(after, earlier, rules.ko):
        raise _illegal(position, colour, point, noted("the same board would come back"))
    return after


def boards_of(position: Position, line: Sequence[tuple[Colour, Point]]) -> list[Position]:
    """Return the boards after each move of a line, as far as the rules allow it."""
    boards = list[Position]()
    for colour, point in line:
        try:
            position = play(position, colour, point)
        except IllegalMoveError:
            break
        boards.append(position)
    return boards


def record(position: Position, colour: Colour, point: Point) -> tuple[Position, str | None]:
    """Return the position after a move of a record, legal or not, and what was odd about it.

    A stone already there is replaced, captures are taken off, suicide takes off its own chain.
    The remark is a clause such as "a stone was there already", or None for a legal move.
    """
    running = RunningPosition(position)
    remark = running.record(colour, point)
    return running.frozen(), remark


def why_illegal(
    position: Position, colour: Colour, point: Point, rules: Ruleset = JAPANESE,
    earlier: Iterable[Position] = (),
) -> str | None:
    """Return why a move may not be played as one sentence, or None if it may; see `play`."""
    try:
        play(position, colour, point, rules, earlier)
    except IllegalMoveError as error:
        return str(error)
    return None


def repeats(position: Position, earlier: Iterable[Position], ko: Ko = Ko.POSITIONAL) -> bool:
    """Return whether a board has come back that may not.

    With simple ko that is never so: the one board it keeps from coming back is the position's own
    `ko_point`.    """
    if ko is Ko.SIMPLE:
        return False
    return any(
        position.cells == before.cells and position.columns == before.columns
        and (ko is Ko.POSITIONAL or position.to_play == before.to_play) for before in earlier)


def _passed(position: Position, colour: Colour) -> Position:
    return Position(position.columns, position.rows, position.cells, -colour, PASS,
                    position.captures, position.order)


def _illegal(position: Position, colour: Colour, point: Point, reason: str) -> IllegalMoveError:
    where = vertex(point, position.columns, position.rows)
    return IllegalMoveError(
        "{colour} may not play {where}: {reason}.",
        colour=message(NAME_OF_COLOUR[colour]), where=where, reason=message(reason))


def _put(position: Position, colour: Colour, point: Point) -> tuple[Position, int]:
    """Return the position with a stone put on an empty point, and how many own stones that took."""
    neighbours = topology(position.columns, position.rows).neighbours
    cells = bytearray(position.cells)
    taken, lost, ko_point = put_stone(cells, colour, point, neighbours)
    by_black, by_white = position.captures
    gain, loss = len(taken), len(lost)
    captures = (
        (by_black + gain, by_white + loss) if colour == BLACK
        else (by_black + loss, by_white + gain)
    )
    order = position.order + point.to_bytes(2, "little")
    if taken or lost:
        order = without_points(order, taken + lost)
    after = Position(position.columns, position.rows, bytes(cells), -colour, ko_point, captures,
                     order)
    return after, loss


_THROWN_AWAY: Final = 2
"""A move that puts so many own stones into atari and takes nothing throws them away."""


def sane_moves(
    position: Position, colour: Colour, locality: Iterable[Point]
) -> list[tuple[Point, Position]]:
    """Return the legal moves that fill no own eye and throw nothing away, with what they lead to.

    Nor are moves on the edge of the board with no stone around. Sorted by point. `position` need
    not have this colour to play.
    """
    found = list[tuple[Point, Position]]()
    for point in sorted(locality):
        if position.cells[point] or is_own_eye(position, point, colour) \
                or _is_lonely_at_edge(position, point):
            continue
        try:
            after = play(position, colour, point)
        except IllegalMoveError:
            continue
        if not _throws_away(position, after, point, colour):
            found.append((point, after))
    return found


def is_own_eye(position: Position, point: Point, colour: Colour) -> bool:
    """Return whether a vacant point is an eye of a colour that it should not fill.

    All neighbours are its stones, none of them in atari, and the enemy has at most one of the
    diagonal points, none at the edge.
    """
    own = CELL_OF_COLOUR[colour]
    neighbours = topology(position.columns, position.rows).neighbours[point]
    if any(position.cells[near] != own for near in neighbours):
        return False
    if any(len(position.liberties(near)) == 1 for near in neighbours):
        return False
    diagonals = _diagonals(point, position.columns, position.rows)
    enemies = sum(position.colour_at(near) == -colour for near in diagonals)
    return enemies <= (1 if len(diagonals) == 4 else 0)


def _is_lonely_at_edge(position: Position, point: Point) -> bool:
    """Return whether a point on the first line has no stone on the points around it."""
    neighbours = topology(position.columns, position.rows).neighbours[point]
    if len(neighbours) == 4:
        return False
    around = (*neighbours, *_diagonals(point, position.columns, position.rows))
    return not any(position.cells[near] for near in around)


def _throws_away(before: Position, after: Position, point: Point, colour: Colour) -> bool:
    """Return whether a move puts two or more own stones, itself one, into atari for nothing."""
    if before.captures != after.captures or len(after.liberties(point)) != 1:
        return False
    return len(after.chain(point)) >= _THROWN_AWAY


def _diagonals(point: Point, columns: int, rows: int) -> list[Point]:
    row, column = divmod(point, columns)
    return [
        (row + down) * columns + column + right for down in (-1, 1) for right in (-1, 1)
        if 0 <= row + down < rows and 0 <= column + right < columns]
