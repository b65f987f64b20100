"""The layer `clusters`: points of one colour joined by its links, their eyes and their status.

Source: the README of irgo, step 1 ("Circumscribe clusters", "Identify and mark obviously dead
stones"); definitions in docs/layers/clusters.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Drawable, Mark, MarkShape, Outline, RegionTint
from irgo_app.go.point import BLACK
from irgo_app.go.position import Position
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.params import DEAD
from irgo_app.layers.reading import reason_words
from irgo_app.layers.results import Reading, Region, Regions, Result, Status

_TINT = 0.45


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Regions:
    """Return the clusters in reading order, dead ones last; a dead one's points are its stones."""
    reading = inputs["reading"]
    assert isinstance(reading, Reading)
    regions = []
    for cluster in reading.clusters:
        is_dead = cluster.status is Status.DEAD
        regions.append(Region(
            cluster.colour, cluster.stones if is_dead else cluster.points, {
                "stones": cluster.stones,
                "eyes": cluster.eyes,
                "border": cluster.border,
                "controlled": cluster.controlled,
                "status": cluster.status.value,
                "reason": reason_words(cluster, position.columns, position.rows),
            }))
    return Regions(tuple(regions))


def draw(result: Result) -> tuple[Drawable, ...]:
    """Return each cluster outlined and lightly tinted, its eyes tinted more, the dead marked."""
    assert isinstance(result, Regions)
    found: list[Drawable] = []
    for region in result.regions:
        if region.extra["status"] == Status.DEAD.value:
            shape = MarkShape.WHITE_DOT if region.colour == BLACK else MarkShape.BLACK_DOT
            found += [Mark(point, shape) for point in region.points]
            continue
        found.append(RegionTint(region.colour, region.points, _TINT))
        found += [RegionTint(region.colour, eye) for eye in region.extra["eyes"]]
        found.append(Outline(region.colour, region.points))
        if region.extra["status"] == Status.UNKNOWN.value:
            found += [Mark(stone, MarkShape.GREY_DOT) for stone in region.extra["stones"]]
    return tuple(found)


LAYER = Layer(
    name="clusters",
    title="Clusters",
    kind=Regions,
    unit="connected points of a colour",
    source="irgo, step 1 of its algorithm",
    compute=compute,
    params=(DEAD,),
    needs=("reading",),
    draw=draw,
    legend="tinted, eyes darker; grey dot: life unknown, dot of the other colour: dead",
)
