"""A figure: the moves of a stretch of a game as numbers on one board, as books print it.

The board is the one before the first move, and every move lies on it with its number, also what
was taken meanwhile. Where a move is played on a point that is used already, that is told below:
"52 at 37", or "52 at a" where the stone on it has no number and so gets a letter.

Frames are the boards of a picture that moves: a stretch of a game, or what either side's first move
brings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.drawables import Diagram, Drawable, Label
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import CoordinateStyle, point_named
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import CELL_OF_COLOUR, Position
from irgo_app.go.rules import record
from irgo_app.review.diagram import markup_of
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.replay import Replay
from irgo_app.words import Message, listed, message

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_RANGE: Final = re.compile(r"\s*(\d{1,6})\s*(?:[-–]\s*(\d{1,6})\s*)?")


class NumberedMove(Struct, frozen=True):
    """A move with the number it is printed with; point -- PASS for a pass."""

    number: int
    colour: Colour
    point: Point


class Figure(Struct, frozen=True, eq=False):
    """A numbered board.

    notes -- what the board cannot show: "52, 58 at 49", "60 pass"
    moves -- those it shows, in their order
    """

    diagram: Diagram
    notes: tuple[Message, ...]
    moves: tuple[NumberedMove, ...]


class BoardStyle(Struct, frozen=True):
    """What is the same on all boards of a print.

    part -- what alone is shown of each board, None for all of it
    """

    coordinates: CoordinateStyle = CoordinateStyle.GTP
    symmetry: int = 0
    part: BoardPart | None = None

    def diagram(self, position: Position, drawables: Sequence[Drawable] = (),
                last_move: Point = PASS) -> Diagram:
        """Return a board in this style."""
        return Diagram(position, tuple(drawables), last_move, coordinates=self.coordinates,
                       symmetry=self.symmetry, part=self.part)


def figure_of(
    start: Position, moves: Sequence[NumberedMove], style: BoardStyle,
    overlays: Sequence[Drawable] = (),
) -> Figure:
    """Return the figure of moves from a position on.

    overlays -- what is drawn besides: maps, the markup of a node
    """
    cells = bytearray(start.cells)
    numbers, letters = dict[Point, int](), dict[Point, str]()
    again, passes = dict[Point, list[int]](), list[int]()
    for move in moves:
        point = move.point
        if point == PASS:
            passes.append(move.number)
        elif not cells[point]:
            cells[point] = CELL_OF_COLOUR[move.colour]
            numbers[point] = move.number
        else:
            again.setdefault(point, []).append(move.number)
            if point not in numbers and point not in letters:
                letters[point] = _LETTERS[len(letters) % len(_LETTERS)]
    notes = [message("{moves} at {place}", moves=listed(map(str, found)),
                     place=str(numbers.get(point) or letters[point]))
             for point, found in again.items()]
    if passes:
        notes.append(message("{moves} pass", moves=listed(map(str, passes))))
    drawables = (*overlays, *(Label(point, letter) for point, letter in letters.items()))
    board = replace(start, cells=bytes(cells), ko_point=PASS, order=b"")
    diagram = replace(style.diagram(board, drawables), move_numbers=numbers)
    return Figure(diagram, tuple(notes), tuple(moves))


def numbered_moves(nodes: Sequence[Node], first: int) -> list[NumberedMove]:
    """Return the moves of nodes that follow each other, counted from `first` on."""
    found = list[NumberedMove]()
    for node in nodes:
        if node.move is not None:
            found.append(NumberedMove(first + len(found), *node.move))
    return found


def position_before(replay: Replay, node: Node) -> Position:
    """Return the board that a node's move is played on, with what the node itself sets up."""
    tree = node.tree
    before = Position.empty(tree.columns, tree.rows) if node.parent is None \
        else replay.position_at(node.parent)
    if not node.has_setup:
        return before
    return before.with_stones({point: colour for identifier, colour in (
        ("AE", 0), ("AB", 1), ("AW", -1)) for point in node.points(identifier)})


def line_to(tree: GameTree, node: Node) -> list[Node]:
    """Return the nodes from the root to a node, and on along the first children after it."""
    line = tree.path_to(node)
    while line[-1].children:
        line.append(line[-1].children[0])
    return line


def stretch(line: Sequence[Node], first: int, last: int) -> list[Node]:
    """Return the nodes of a line from one move to another, counted from 1; raises UsageError."""
    found, number = list[Node](), 0
    for node in line:
        number += node.has_move
        if first <= number <= last and (found or node.has_move):
            found.append(node)
    if first > last or number < last or not found:
        raise UsageError("There are no moves {first}–{last}: the line has {moves} moves.",
                         first=first, last=last, moves=number)
    return found


def range_of_text(text: str) -> tuple[int, int]:
    """Return the first and last move of a text such as "20-40" or "7"; raises UsageError."""
    found = _RANGE.fullmatch(text)
    if found is None or int(found[1]) < 1:
        raise UsageError("{text!r} is no range of moves; write one such as 20-40.", text=text[:40])
    return int(found[1]), int(found[2] or found[1])


def part_of_text(corners: Sequence[str], columns: int, rows: int) -> BoardPart:
    """Return the rectangle between two points such as "A1", "K10"; raises UsageError."""
    one, other = (point_named(corner, columns, rows) for corner in corners)
    return BoardPart.between(one, other, columns)


Overlay = Callable[[Position, Node | None], Sequence[Drawable]]
"""What is drawn on a board besides the markup of its node: layers, the Ishida view. The boards of a
study belong to no node."""
_FIRST: Final = {BLACK: message("Black first"), WHITE: message("White first")}


class Frame(Struct, frozen=True, eq=False):
    """One board, or several side by side, each with a line of text below it ("" for none)."""

    boards: tuple[tuple[Diagram, str], ...]


def frames_of_moves(
    nodes: Sequence[Node], replay: Replay, style: BoardStyle, overlay: Overlay
) -> Iterator[Frame]:
    """Yield the board before nodes that follow each other, then the board after each."""
    if nodes and nodes[0].has_move:
        before = position_before(replay, nodes[0])
        yield Frame(((style.diagram(before, overlay(before, nodes[0].parent)), ""),))
    for node in nodes:
        position, last = replay.position_at(node), node.move[1] if node.move else PASS
        yield Frame(((style.diagram(
            position, (*overlay(position, node), *markup_of(node)), last), ""),))


def frames_of_study(
    start: Position, lines: Mapping[Colour, Sequence[tuple[Colour, Point]]], style: BoardStyle,
    overlay: Overlay,
) -> Iterator[Frame]:
    """Yield both futures of a place side by side, Black first and White first, move by move.

    lines -- the moves of each, by the side that moves first
    """
    boards = {first: list(_boards_of_line(start, lines[first], style, overlay))
              for first in (BLACK, WHITE)}
    for step in range(max(map(len, boards.values()))):
        yield Frame(tuple((found[min(step, len(found) - 1)], str(_FIRST[first]))
                          for first, found in boards.items()))


def _boards_of_line(
    start: Position, moves: Sequence[tuple[Colour, Point]], style: BoardStyle, overlay: Overlay
) -> Iterator[Diagram]:
    position, numbers = start, dict[Point, int]()
    yield style.diagram(position, overlay(position, None))
    for number, (colour, point) in enumerate(moves, 1):
        position, _ = record(position, colour, point)
        numbers[point] = number
        shown = {place: said for place, said in numbers.items()
                 if place != PASS and position.cells[place]}
        yield replace(style.diagram(position, overlay(position, None), point), move_numbers=shown)
