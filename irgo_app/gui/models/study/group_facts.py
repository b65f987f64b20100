"""What a player asks of a group besides its life: eyes, ways out, its weakest point, its worth."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import Final

from irgo_app.go.coordinates import vertex, vertex_order
from irgo_app.go.point import BLACK, PASS, Point, topology
from irgo_app.go.position import Position
from irgo_app.layers.groups import GroupRegion
from irgo_app.lifedeath.verdict import LifeStatus, Outcome, Verdict
from irgo_app.words import Message, counted, listed, message

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
    if attack.outcome is Outcome.DIES:
        return [message("Weakest point: {where}; White there kills it.", where=where)
                if verdict.colour == BLACK
                else message("Weakest point: {where}; Black there kills it.", where=where)]
    if attack.outcome in (Outcome.LIVES, Outcome.SEKI):
        return [message("Weakest point: {where}; it lives all the same.", where=where)]
    return [message("Weakest point: {where}.", where=where)]


def _name(position: Position, point: Point) -> str:
    return vertex(point, position.columns, position.rows)
