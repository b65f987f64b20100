"""The groups of the current node, their names, and what a player asks of one besides its life."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QObject, Signal

from irgo_app.go.coordinates import vertex, vertex_order
from irgo_app.go.point import BLACK, PASS, Point, topology
from irgo_app.go.position import Position
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.layers import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.layers.groups import GroupRegion, Groups
from irgo_app.lifedeath.verdict import LifeStatus, Outcome, Verdict
from irgo_app.review.group_names import GroupNames
from irgo_app.service.request import AnyRequest
from irgo_app.sgf.game_tree import Node
from irgo_app.words import Message, counted, listed, message


class KnownGroups(QObject):
    """The groups of the plain reading: what a search found dead is still a group.

    changed -- groups or names of the current node that were missing, or may be others now; that
    another node has its own groups is not told
    """

    changed = Signal()

    def __init__(self, review: Review, shown: Shown, service: ServiceBridge) -> None:
        super().__init__()
        self._review, self._shown, self._service = review, shown, service
        self._names = GroupNames(self.of)
        self._lacks_names = False
        shown.changed.connect(self.changed)
        review.tree_changed.connect(lambda change: self.changed.emit())
        review.game_changed.connect(self._on_game)
        service.ready.connect(self._on_ready)

    def of(self, node: Node) -> Groups | None:
        """Return the groups of a node, None while they are missing."""
        found = self._service.cached(self._shown.plain_request_for(self._shown.of_groups, node))
        return found if isinstance(found, Groups) else None

    def here(self) -> Groups | None:
        """Return the groups of the current node, None while they are missing."""
        return self.of(self._review.node)

    def names(self) -> tuple[str, ...] | None:
        """Return the names of the groups here in their order, None while something is missing."""
        found = self._names.names(self._review.node)
        self._lacks_names = found is None
        return found

    def _on_game(self) -> None:
        self._names = GroupNames(self.of)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        request = self._shown.plain_request_for(self._shown.of_groups, self._review.node)
        # Names hang on the groups of every node on the way.
        if request in ready or (self._lacks_names and self.names() is not None):
            self.changed.emit()


_FURTHEST: Final = 8
"""So many steps over vacant points a way out may take."""
_OPEN: Final = 2
"""A point is open where no enemy stone is so near, and it is further from the edge."""


def group_facts(
    position: Position, region: GroupRegion, verdict: Verdict | None
) -> tuple[Message, ...]:
    """Return a sentence each on a group's eyes, its way out, its weakest point and its worth.

    region -- the group as the maps see it; verdict -- of a search of its life, None without one
    """
    facts = [_eyes(position, region), _way_out(position, region)]
    if verdict is not None and verdict.status is not LifeStatus.DEAD:
        facts += _weakest(position, verdict)
    stones = len(region.stones)
    points = 2 * stones + region.territory
    facts.append(counted(
        "At stake: one stone and the points it holds, about {points} points.",
        "At stake: {count} stones and the points they hold, about {points} points.",
        stones, points=points))
    return tuple(facts)


def _eyes(position: Position, region: GroupRegion) -> Message:
    rank = vertex_order(position.columns)
    eyes = sorted(region.eyes, key=lambda eye: rank(eye[0]))
    where = listed(_name(position, eye[0]) for eye in eyes)
    if not eyes:
        return message("Eyes: none yet.")
    return counted("Eyes: one, at {where}.", "Eyes: {count}, at {where}.", len(eyes), where=where)


def way_out(
    position: Position, stones: Sequence[Point], own_area: Collection[Point] = ()
) -> tuple[Point, int, bool] | None:
    """Return where a group gets out to, in how many steps, and whether that is a friendly stone.

    A way goes over vacant points without two enemy stones beside them, to another chain of its
    own colour, or to the third line and higher with no enemy stone near, outside of `own_area`;
    None where there is none within eight steps.
    """
    near = topology(position.columns, position.rows).neighbours
    colour, own = position.colour_at(stones[0]), set(stones)
    enemies = {point for point in range(len(position.cells))
               if position.colour_at(point) == -colour}
    reached = set(stones)
    queue = deque((stone, 0) for stone in stones)
    while queue:
        point, steps = queue.popleft()
        for beside in near[point]:
            if beside in reached:
                continue
            reached.add(beside)
            if position.colour_at(beside) == colour and beside not in own and steps:
                return beside, steps, True
            if position.cells[beside] or sum(found in enemies for found in near[beside]) > 1:
                continue
            if beside not in own_area and _is_open(position, beside, near, enemies):
                return beside, steps + 1, False
            if steps + 1 < _FURTHEST:
                queue.append((beside, steps + 1))
    return None


def _is_open(
    position: Position, point: Point, near: Sequence[Sequence[Point]], enemies: set[Point]
) -> bool:
    """Return whether no enemy stone is within two steps, nor the edge."""
    row, column = divmod(point, position.columns)
    from_edge = min(row, column, position.rows - 1 - row, position.columns - 1 - column)
    around, edge = {point}, {point}
    for _ in range(_OPEN):
        edge = {beside for found in edge for beside in near[found]} - around
        around |= edge
    return from_edge >= _OPEN and not around & enemies


def _way_out(position: Position, region: GroupRegion) -> Message:
    found = way_out(position, region.stones, frozenset(region.points))
    if found is None:
        return message("Way out: none, it is shut in.")
    point, steps, is_stone = found
    where = _name(position, point)
    if is_stone:
        return counted("Way out: it connects to {where} in one move.",
                       "Way out: it connects to {where} in {count} moves.", steps, where=where)
    return counted("Way out: open towards {where}, one move away.",
                   "Way out: open towards {where}, {count} moves away.", steps, where=where)


def _weakest(position: Position, verdict: Verdict) -> list[Message]:
    """Return where the enemy would begin, and what comes of it; nothing where that is unknown."""
    attack = verdict.if_first(-verdict.colour)
    if attack.move is None or attack.move == PASS:
        return []
    where = _name(position, attack.move)
    # Of a group that is unclear it is not told what an attack does.
    outcome = Outcome.UNKNOWN if verdict.status is LifeStatus.UNKNOWN else attack.outcome
    if outcome is Outcome.DIES:
        return [message("Weakest point: {where}; White there kills it.", where=where)
                if verdict.colour == BLACK
                else message("Weakest point: {where}; Black there kills it.", where=where)]
    if outcome in (Outcome.LIVES, Outcome.SEKI):
        return [message("Weakest point: {where}; it lives all the same.", where=where)]
    return [message("Weakest point: {where}.", where=where)]


def _name(position: Position, point: Point) -> str:
    return vertex(point, position.columns, position.rows)
