"""The boards of a picture that moves: a stretch of a game, or what either side's first move brings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.draw.drawables import Diagram, Drawable
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import record
from irgo_app.print.figures import BoardStyle, position_before
from irgo_app.review.diagram import markup_of
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.replay import Replay
from irgo_app.words import message

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
