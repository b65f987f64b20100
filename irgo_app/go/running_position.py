"""A position that is played on in place: for going through many moves of which few are looked at.

A `Position` is a new value after every move; a record of a million moves would make a million of
them. Here a move changes the board as it lies, and a `Position` is made only where one is wanted.
"""

from __future__ import annotations

from collections.abc import Mapping

from irgo_app.go.capture import put_stone
from irgo_app.go.point import BLACK, PASS, Colour, Point
from irgo_app.go.position import CELL_OF_COLOUR, Position, packed_points, unpacked_points
from irgo_app.go.rulesets import JAPANESE, Ruleset
from irgo_app.go.topology import topology
from irgo_app.words import noted


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
