"""A node of a record as a diagram: its stones, markup, last move, and the moves that follow."""

from collections.abc import Collection, Mapping
from typing import Final

from irgo_app.draw.drawables import (Arrow, CandidateStone, Diagram, Drawable, GhostStone, Label,
                                     Letter, Mark, MarkShape, PlayedHere)
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.sgf.game_tree import Node

_MARKS: Final = (MarkShape.CIRCLE, MarkShape.CROSS, MarkShape.SQUARE, MarkShape.TRIANGLE,
                 MarkShape.SELECTED, MarkShape.BLACK_TERRITORY, MarkShape.WHITE_TERRITORY)
_OLD_MARK: Final = "M"
"""FF[1] to FF[3] wrote M where FF[4] writes MA."""


def markup_of(node: Node) -> tuple[Drawable, ...]:
    """Return the marks, labels, arrows and lines that the record puts on a node."""
    found: list[Drawable] = [
        Mark(point, shape) for shape in _MARKS for point in node.points(shape.value)
    ]
    found += [Mark(point, MarkShape.CROSS) for point in node.points(_OLD_MARK)]
    found += [Mark(point, MarkShape.DIMMED) for point in dimmed_points(node)]
    found += [Label(point, text) for point, text in node.labels.items()]
    for identifier, has_head in (("AR", True), ("LN", False)):
        found += [Arrow(start, end, has_head) for start, end in node.point_pairs(identifier)]
    return tuple(found)


def dimmed_points(node: Node) -> list[Point]:
    """Return the points that DD dims and VW leaves out; both last until a later node changes them.

    An empty value ends what an earlier node said (FF[4], "inherit").
    """
    tree = node.tree
    dimmed = set(node.inherited_points("DD"))
    visible = set(node.inherited_points("VW"))
    if visible:
        dimmed.update(point for point in range(tree.columns * tree.rows) if point not in visible)
    return sorted(dimmed)


def next_moves(node: Node, lettered: Collection[Point] = ()) -> tuple[Drawable, ...]:
    """Return the moves that follow as ghosts, numbered where there are several.

    lettered -- points with a letter for where to play, which a number would hide
    """
    moves = [child.move for child in node.children]
    following = [move for move in moves if move and move[1] != PASS]
    ghosts: list[Drawable] = [
        GhostStone(point, colour, is_next=True) for colour, point in following]
    if len(following) > 1:
        ghosts += [Label(point, str(number))
                   for number, (_, point) in enumerate(following, start=1)
                   if point not in lettered]
    return tuple(ghosts)


def diagram_of(
    node: Node, position: Position, overlays: tuple[Drawable, ...] = (), *,
    coordinates: CoordinateStyle = CoordinateStyle.GTP, symmetry: int = 0,
    move_numbers: Mapping[Point, int] | None = None, shows_next: bool = False,
    is_quiet: bool = False,
) -> Diagram:
    """Return the diagram of a node with overlays under its markup.

    A ko point is marked, so that the reader sees why a point is closed.
    """
    signs = markup_of(node)
    if position.ko_point != PASS:
        signs = (*signs, Mark(position.ko_point, MarkShape.KO))
    if shows_next:
        ringed = {found.point for found in overlays if isinstance(found, PlayedHere)}
        signs = (*(found for found in next_moves(node, {
            found.point for found in overlays if isinstance(found, CandidateStone | Letter)})
            if not (isinstance(found, GhostStone) and found.point in ringed)), *signs)
    return Diagram(
        position, (*overlays, *signs), last_move=node.move[1] if node.move else PASS,
        coordinates=coordinates, symmetry=symmetry, move_numbers=dict(move_numbers or {}),
        is_quiet=is_quiet)


def numbers_on_board(
    node: Node, position: Position, since: Node | None = None
) -> dict[Point, int]:
    """Return the number of the move that put each stone there, for the moves up to a node.

    since -- a node before it: only the moves after that one, counted from 1
    """
    tree = node.tree
    path = tree.path_to(node)
    before = 0
    if since is not None and since in path:
        path = path[path.index(since) + 1:]
        before = tree.printed_number(since)
    numbers: dict[Point, int] = {}
    for step in path:
        if step.move and step.move[1] != PASS:
            numbers[step.move[1]] = tree.printed_number(step) - before
    return {point: number for point, number in numbers.items() if position.cells[point]}
