"""The layer `territory`: the points that the reading counts as secured, and how many.

Secured for a colour are the vacant points (dead enemy stones count as vacant) that it controls on
all their links and that lie in a living cluster. What is controlled in a cluster whose life is
unknown is shown only if asked for: it may still go.
"""

from collections.abc import Mapping
from typing import Annotated

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Drawable, Label, Meaning, RegionTint, Sign
from irgo_app.go.point import BLACK, WHITE, Colour, Point, nearest_to_middle
from irgo_app.go.position import CELL_OF_COLOUR, Position
from irgo_app.layers.layer import DEAD, Layer, Params
from irgo_app.layers.reading import ReadingInTables
from irgo_app.layers.results import JsonForm, Points, Region, Regions, Result, Status
from irgo_app.settings import Param


class TerritoryRegion(Region, frozen=True):
    """The secured points of one cluster; label_at -- where their number is written, if it is."""

    status: Status
    label_at: Annotated[Point | None, JsonForm(points=Points.SET, is_optional=True)]


class Territory(Regions, frozen=True, eq=False):
    """What both sides have secured.

    count -- points by colour; dead -- the dead stones of each colour
    """

    regions: tuple[TerritoryRegion, ...]
    count: Mapping[Colour, int]
    dead: Annotated[Mapping[Colour, tuple[Point, ...]], JsonForm(points=Points.SET)]


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Territory:
    """Return a region a living cluster, with the count of each side and the dead stones."""
    reading = inputs["reading"]
    assert isinstance(reading, ReadingInTables)
    wanted = (Status.ALIVE, Status.UNKNOWN) if params["unsettled"] else (Status.ALIVE,)
    regions = []
    count = {BLACK: 0, WHITE: 0}
    clusters = reading.clusters
    for index in clusters.with_controlled():
        status = clusters.status(index)
        if status not in wanted:
            continue
        points, colour = clusters.controlled(index), int(clusters.colours[index])
        count[colour] += len(points)
        label = (nearest_to_middle(points, points, position.columns)[0]
                 if params["numbers"] else None)
        regions.append(TerritoryRegion(colour, points, status, label))
    cells = position.cells
    dead = {colour: tuple(point for point in reading.dead if cells[point] == CELL_OF_COLOUR[colour])
            for colour in count}
    return Territory(tuple(regions), count, dead)


def draw(result: Result) -> tuple[Drawable, ...]:
    """Return flat tints with a crisp edge, and the counts where they are asked for."""
    assert isinstance(result, Territory)
    tints = [RegionTint(region.colour, region.points) for region in result.regions]
    labels = [Label(region.label_at, str(len(region.points)), region.points)
              for region in result.regions if region.label_at is not None]
    return (*tints, *labels)


LAYER = Layer(
    name="territory",
    title="Territory",
    kind=Regions,
    unit="secured points",
    source="irgo; section 5 of its specification",
    compute=compute,
    params=(
        Param("unsettled", bool, False, "Unsettled too",
              "Also the controlled points of clusters whose life is unknown."),
        Param("numbers", bool, False, "Numbers", "Write the count into each territory."),
        DEAD,
    ),
    needs=("reading",),
    draw=draw,
    legend="flat tint: secured points (no score: what else will be won is not in it)",
    signs=(
        Meaning(Sign.BLACK_TINT, "Black's secured points"),
        Meaning(Sign.WHITE_TINT, "White's secured points"),
    ),
)
