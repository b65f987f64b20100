"""The layer `clusters`: points of one colour joined by its links, their eyes and their status.

Source: the README of irgo, step 1 ("Circumscribe clusters", "Identify and mark obviously dead
stones"); definitions in docs/layers/clusters.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Drawable, Mark, MarkShape, Meaning, Outline, RegionTint, Sign
from irgo_app.go.point import BLACK, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import DEAD, Layer, Params
from irgo_app.layers.reading import ClusterTable, MadeWhenAsked, ReadingInTables, reason_of
from irgo_app.layers.results import JsonForm, Points, Region, Regions, Result, Status
from irgo_app.words import Message

_TINT = 0.45


class ClusterRegion(Region, frozen=True):
    """A cluster as it is shown: see `results.Cluster`; reason -- why the status, as a clause."""

    stones: Annotated[tuple[Point, ...], JsonForm(points=Points.SET)]
    eyes: Annotated[tuple[tuple[Point, ...], ...], JsonForm(points=Points.SET)]
    border: Annotated[tuple[Point, ...], JsonForm(points=Points.SET)]
    controlled: Annotated[tuple[Point, ...], JsonForm(points=Points.SET)]
    status: Status
    reason: Message


@dataclass(frozen=True, slots=True, eq=False)
class ClusterRegions(MadeWhenAsked[ClusterRegion]):
    """The clusters of a board of so many columns and rows as they are shown."""

    clusters: ClusterTable
    columns: int
    rows: int

    def __len__(self) -> int:
        return len(self.clusters)

    def _made(self, index: int) -> ClusterRegion:
        cluster = self.clusters[index]
        is_dead = cluster.status is Status.DEAD
        return ClusterRegion(
            cluster.colour, cluster.stones if is_dead else cluster.points, cluster.stones,
            cluster.eyes, cluster.border, cluster.controlled, cluster.status,
            reason_of(cluster, self.columns, self.rows))


class Clusters(Regions, frozen=True, eq=False):
    """The clusters of a position."""

    regions: Sequence[ClusterRegion]


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Clusters:
    """Return the clusters in reading order, dead ones last; a dead one's points are its stones."""
    reading = inputs["reading"]
    assert isinstance(reading, ReadingInTables)
    return Clusters(ClusterRegions(reading.clusters, position.columns, position.rows))


def draw(result: Result) -> tuple[Drawable, ...]:
    """Return each cluster outlined and lightly tinted, its eyes tinted more, the dead marked."""
    assert isinstance(result, Clusters)
    found: list[Drawable] = []
    for region in result.regions:
        if region.status is Status.DEAD:
            shape = MarkShape.WHITE_DOT if region.colour == BLACK else MarkShape.BLACK_DOT
            found += [Mark(point, shape) for point in region.points]
            continue
        found.append(RegionTint(region.colour, region.points, _TINT))
        found += [RegionTint(region.colour, eye) for eye in region.eyes]
        found.append(Outline(region.colour, region.points, is_inner=True))
        if region.status is Status.UNKNOWN:
            found += [Mark(stone, MarkShape.GREY_DOT) for stone in region.stones]
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
    signs=(
        Meaning(Sign.BLACK_TINT, "connected Black stones, eyes darker"),
        Meaning(Sign.WHITE_TINT, "connected White stones"),
        Meaning(Sign.GREY_DOT, "life unknown"),
        Meaning(Sign.OTHER_DOT, "dead"),
    ),
)
