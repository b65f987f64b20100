"""The boards of a game as a row of small numbers: each stone that came or went, in order.

A game takes some 500 bytes. Positions are searched in them (`positions.py`), and two files that
hold the same game are known by them.
"""

import sys
from array import array
from typing import Final

from irgo_app.go.point import PASS, WHITE, Colour, Point, topology
from irgo_app.go.position import CELL_OF_COLOUR
from irgo_app.go.rules import put_stone
from irgo_app.sgf.game_tree import GameTree, Node

POINT_MASK: Final = 0x0FFF
"""The bits of a number that are the point; `NO_POINT` for a pass."""
NO_POINT: Final = POINT_MASK
WHITE_BIT: Final = 0x1000
REMOVED_BIT: Final = 0x2000
"""The stone went: captured, or taken off by the record."""
FIRST_BIT: Final = 0x4000
"""The first number of a step: a move with its captures, or what a node sets up."""
SETUP_BIT: Final = 0x8000
"""The step is no move."""
MOST_MOVES: Final = 1_200
"""Later moves are left out: no game is so long, but a record may be."""
_MOST_EVENTS: Final = 20_000
_SETUP: Final = (("AE", 0), ("AB", 1), ("AW", -1))


def board_events(tree: GameTree) -> tuple[bytes, int]:
    """Return the numbers of a game's main line, little-endian, and how many moves it has."""
    events, moves = _Events(tree.columns, tree.rows), 0
    for node in tree.main_line():
        move = node.only_move
        if move is None:
            if node.has_setup:
                events.set_up(node)
            move = node.move
        if move is not None:
            events.play(*move)
            moves += 1
        if moves == MOST_MOVES or len(events.numbers) > _MOST_EVENTS:
            break
    if sys.byteorder == "big":
        events.numbers.byteswap()
    return events.numbers.tobytes(), moves


class _Events:
    """A board on which a record is played, and what came and went on it."""

    def __init__(self, columns: int, rows: int) -> None:
        self.numbers = array("H")
        self._cells = bytearray(columns * rows)
        self._neighbours = topology(columns, rows).neighbours

    def play(self, colour: Colour, point: Point) -> None:
        """Play a move as the record has it, legal or not."""
        white = WHITE_BIT if colour == WHITE else 0
        if point == PASS:
            self.numbers.append(NO_POINT | white | FIRST_BIT)
            return
        cells, numbers, first = self._cells, self.numbers, FIRST_BIT
        if cells[point]:
            self._remove(point, FIRST_BIT)
            first = 0
        numbers.append(point | white | first)
        taken, lost, _ = put_stone(cells, colour, point, self._neighbours)
        if taken:
            gone = REMOVED_BIT | (white ^ WHITE_BIT)
            numbers.extend([stone | gone for stone in taken])
        elif lost:
            numbers.extend([stone | REMOVED_BIT | white for stone in lost])

    def set_up(self, node: Node) -> None:
        """Put and remove the stones of a node's setup; nothing is captured."""
        cells, first = self._cells, FIRST_BIT | SETUP_BIT
        for identifier, colour in _SETUP:
            for point in node.points(identifier):
                if cells[point]:
                    self._remove(point, first)
                    first = SETUP_BIT
                if colour:
                    cells[point] = CELL_OF_COLOUR[colour]
                    self.numbers.append(point | (WHITE_BIT if colour == WHITE else 0) | first)
                    first = SETUP_BIT

    def _remove(self, point: Point, bits: int) -> None:
        is_white = self._cells[point] == CELL_OF_COLOUR[WHITE]
        self._cells[point] = 0
        self.numbers.append(point | (WHITE_BIT if is_white else 0) | REMOVED_BIT | bits)
