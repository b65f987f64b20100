"""The layer `groups`: clusters whose shadows are contiguous, one step above chains and clusters.

Source: the README of irgo, step 3 ("a group is a set of clusters whose shadows are contiguous");
definition in docs/layers/groups.md. Names (W1, B2 ...) that stay the same along a game are given
in `review/group_names.py`, since they need the nodes before.
"""

from __future__ import annotations

from collections.abc import Mapping

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Drawable, Mark, MarkShape, Outline
from irgo_app.go.point import BLACK, Point
from irgo_app.go.position import Position
from irgo_app.go.topology import topology
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.params import DEAD
from irgo_app.layers.results import (
    Cluster,
    Reading,
    Region,
    Regions,
    Result,
    Status,
)
from irgo_app.settings.param import Param


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Regions:
    """Return the groups in reading order; a dead cluster is a group of its own, at the end."""
    reading = inputs["reading"]
    assert isinstance(reading, Reading)
    regions = []
    for group in reading.groups:
        members = [reading.clusters[number - 1] for number in group.clusters]
        if any(cluster.stones for cluster in members):
            regions.append(Region(group.colour, group.points,
                                  _described(position, reading, members, group.clusters)))
    for number, cluster in enumerate(reading.clusters, start=1):
        if cluster.status is Status.DEAD:
            regions.append(Region(cluster.colour, cluster.stones,
                                  _described(position, reading, [cluster], (number,))))
    return Regions(tuple(regions), {"outlines": bool(params["outlines"])})


def _described(
    position: Position, reading: Reading, members: list[Cluster], numbers: tuple[int, ...]
) -> dict[str, object]:
    stones = sorted(stone for cluster in members for stone in cluster.stones)
    statuses = {cluster.status for cluster in members}
    status = (Status.ALIVE if Status.ALIVE in statuses
              else Status.DEAD if statuses == {Status.DEAD} else Status.UNKNOWN)
    is_dead = status is Status.DEAD
    secured = sum(len(cluster.controlled) for cluster in members
                  if cluster.status is Status.ALIVE)
    return {
        "clusters": list(numbers), "stones": tuple(stones), "status": status.value,
        "liberties": len(_liberties(position, stones)),
        "eyes": () if is_dead else tuple(eye for cluster in members for eye in cluster.eyes),
        "territory": secured,
    }


def _liberties(position: Position, stones: list[Point]) -> set[Point]:
    neighbours, cells = topology(position.columns, position.rows).neighbours, position.cells
    return {near for stone in stones for near in neighbours[stone] if not cells[near]}


def draw(result: Result) -> tuple[Drawable, ...]:
    """Return a thin outline round each group, and its status as marks on its stones."""
    assert isinstance(result, Regions)
    found: list[Drawable] = []
    for number, region in enumerate(result.regions):
        status, stones = region.extra["status"], region.extra["stones"]
        if status == Status.DEAD.value:
            shape = MarkShape.WHITE_DOT if region.colour == BLACK else MarkShape.BLACK_DOT
            found += [Mark(stone, shape) for stone in stones]
            continue
        if result.extra["outlines"]:
            found.append(Outline(region.colour, region.points, hue=number))
        if status == Status.UNKNOWN.value:
            found += [Mark(stone, MarkShape.GREY_DOT) for stone in stones]
    return tuple(found)


LAYER = Layer(
    name="groups",
    title="Groups",
    kind=Regions,
    unit="clusters that belong together",
    source="irgo, step 3 of its algorithm",
    compute=compute,
    params=(
        Param("outlines", bool, True, "Outlines and names",
              "A line round each group and its name; the marks of life are always drawn."),
        DEAD,
    ),
    needs=("reading",),
    draw=draw,
    legend="a line round each group; grey dot: life unknown, dot of the other colour: dead",
)
