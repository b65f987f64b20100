"""The rules: `play` puts a stone legally, `record` puts it as a game record says.

Which moves are legal is decided here, by a rule set of `rulesets`; superko needs the game's past,
which is given along. Sources: the common rules of Go; SGF FF[4] for what a recorded move does
("moves are executed regardless of legality").
"""

from __future__ import annotations

from collections.abc import Iterable

from irgo_app.errors import IllegalMoveError
from irgo_app.go.capture import put_stone
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, Colour, Point
from irgo_app.go.position import Position, without_points
from irgo_app.go.rulesets import JAPANESE, Ko, Ruleset
from irgo_app.go.running_position import RunningPosition
from irgo_app.go.topology import topology
from irgo_app.words import message, noted


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
