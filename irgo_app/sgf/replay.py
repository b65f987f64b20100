"""Node -> Position: setup first, then the move as recorded.

A tree may hold millions of nodes, so only the positions used last are kept, and some on the way
to them from which the others are soon made again.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, EMPTY, NAME_OF_COLOUR, WHITE, Colour
from irgo_app.go.position import Position
from irgo_app.go.rules import record
from irgo_app.sgf.game_tree import GameTree, Node, descendants
from irgo_app.sgf.values import number_of
from irgo_app.words import message

_SETUP = (("AE", EMPTY), ("AB", BLACK), ("AW", WHITE))
_MOST_RECENT: Final = 4096
_MOST_MILESTONES: Final = 16384
_MILESTONE_EVERY: Final = 64
_NEAR: Final = 2000
"""So many moves are replayed while nobody notices."""


class _Known(NamedTuple):
    """What is known of a node: position, what was odd about its move, nodes since a milestone."""

    position: Position
    remark: str | None
    distance: int


class Replay:
    """The positions of a tree's nodes, each made from the nearest ancestor whose position is kept.

    Kept are the positions used last and, of every line, one in `_MILESTONE_EVERY`; both no more
    than a fixed number, so that memory does not grow with the record.
    """

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._recent: OrderedDict[int, _Known] = OrderedDict()
        self._milestones: OrderedDict[int, _Known] = OrderedDict()

    def position_at(self, node: Node) -> Position:
        """Return the position after the node."""
        return self._entry(node).position

    def remark(self, node: Node) -> str | None:
        """Return what is illegal about the node's move, such as "White C5: it is suicide"."""
        return self._entry(node).remark

    def is_near(self, node: Node) -> bool:
        """Return whether the node's position is soon made: one not far before it is kept."""
        step: Node | None = node
        for _ in range(_NEAR):
            if step is None or step.id in self._recent or step.id in self._milestones:
                return True
            step = step.parent
        return False

    @property
    def kept_count(self) -> int:
        """Return how many positions are kept."""
        return len(self._recent) + len(self._milestones)

    def forget(self, node: Node) -> None:
        """Forget a changed node and everything below it."""
        for count, below in enumerate(descendants(node)):
            if count > _MOST_RECENT:
                self._recent.clear()
                self._milestones.clear()
                return
            self._recent.pop(below.id, None)
            self._milestones.pop(below.id, None)

    def _entry(self, node: Node) -> _Known:
        path = []
        step: Node | None = node
        known: _Known | None = None
        while step is not None:
            known = self._take(step)
            if known is not None:
                break
            path.append(step)
            step = step.parent
        if known is None:
            known = _Known(Position.empty(self._tree.columns, self._tree.rows), None, 0)
        for later in reversed(path):
            position, remark = _after(known.position, later)
            known = _Known(position, remark, (known.distance + 1) % _MILESTONE_EVERY)
            if known.distance == 0 and later.children:
                _keep(self._milestones, later.id, known, _MOST_MILESTONES)
            else:
                _keep(self._recent, later.id, known, _MOST_RECENT)
        return known

    def _take(self, node: Node) -> _Known | None:
        """Return what is known of a node, which counts as used by that."""
        for kept in (self._recent, self._milestones):
            known = kept.get(node.id)
            if known is not None:
                kept.move_to_end(node.id)
                return known
        return None


def _keep(kept: OrderedDict[int, _Known], node_id: int, known: _Known, most: int) -> None:
    """Keep what is known of a node, in place of what was used longest ago."""
    if len(kept) >= most:
        kept.popitem(last=False)
    kept[node_id] = known


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
            remark = str(message("{colour} {point}: {oddity}", colour=message(
                NAME_OF_COLOUR[colour]), point=where, oddity=message(oddity)))
    turn = _turn(node, has_move=move is not None)
    if turn is not None and turn != position.to_play:
        position = position.with_to_play(turn)
    return position, remark


def _turn(node: Node, *, has_move: bool) -> Colour | None:
    """Return whose turn the node says it is: PL, the next recorded move, or the handicap."""
    told = node.properties.get("PL") if node.says("PL") else None
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
