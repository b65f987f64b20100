"""Node -> Position: setup first, then the move as recorded, remembered for every node."""

from __future__ import annotations

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, EMPTY, NAME_OF_COLOUR, WHITE, Colour
from irgo_app.go.position import Position
from irgo_app.go.rules import record
from irgo_app.sgf.game_tree import GameTree, Node, descendants
from irgo_app.sgf.values import number_of

_SETUP = (("AE", EMPTY), ("AB", BLACK), ("AW", WHITE))


class Replay:
    """The positions of a tree's nodes, computed once each from the nearest known ancestor."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._known: dict[int, tuple[Position, str | None]] = {}

    def position_at(self, node: Node) -> Position:
        """Return the position after the node."""
        return self._entry(node)[0]

    def remark(self, node: Node) -> str | None:
        """Return what is illegal about the node's move, such as "White C5: it is suicide"."""
        return self._entry(node)[1]

    def forget(self, node: Node) -> None:
        """Forget a changed node and everything below it."""
        for below in descendants(node):
            self._known.pop(below.id, None)

    def _entry(self, node: Node) -> tuple[Position, str | None]:
        path = []
        step: Node | None = node
        while step is not None and step.id not in self._known:
            path.append(step)
            step = step.parent
        for later in reversed(path):
            before = (
                self._known[later.parent.id][0] if later.parent
                else Position.empty(self._tree.columns, self._tree.rows)
            )
            self._known[later.id] = _after(before, later)
        return self._known[node.id]


def _after(before: Position, node: Node) -> tuple[Position, str | None]:
    position = before
    if node.has_setup:
        stones = {
            point: colour for identifier, colour in _SETUP for point in node.points(identifier)
        }
        position = position.with_stones(stones)
    remark = None
    move = node.move
    if move:
        colour, point = move
        position, oddity = record(position, colour, point)
        if oddity:
            where = vertex(point, position.columns, position.rows)
            remark = f"{NAME_OF_COLOUR[colour]} {where}: {oddity}"
    turn = _turn(node, has_move=move is not None)
    if turn is not None and turn != position.to_play:
        position = position.with_to_play(turn)
    return position, remark


def _turn(node: Node, *, has_move: bool) -> Colour | None:
    """Return whose turn the node says it is: PL, the next recorded move, or the handicap."""
    told = node.properties.get("PL")
    if told:
        return {"b": BLACK, "1": BLACK, "w": WHITE, "2": WHITE}.get(told[0].strip()[:1].lower())
    if has_move or (node.parent is not None and not node.has_setup):
        return None
    following = node.children[0].move if node.children else None
    if following:
        return following[0]
    handicap = number_of(node.properties.get("HA", ["0"])[0]) or 0
    if handicap >= 2 and "AB" in node.properties:
        return WHITE
    return None
