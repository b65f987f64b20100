"""The layer `territory`: the points that the reading counts as secured, and how many.

Secured for a colour are the vacant points (dead enemy stones count as vacant) that it controls on
all their links and that lie in a living cluster. What is controlled in a cluster whose life is
unknown is shown only if asked for: it may still go.
"""

from __future__ import annotations

from collections.abc import Mapping

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Drawable, Label, RegionTint
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.params import DEAD
from irgo_app.layers.results import Reading, Region, Regions, Result, Status
from irgo_app.settings.param import Param


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Regions:
    """Return a region a living cluster, with the count of each side and the dead stones."""
    reading = inputs["reading"]
    assert isinstance(reading, Reading)
    wanted = {Status.ALIVE, Status.UNKNOWN} if params["unsettled"] else {Status.ALIVE}
    regions = []
    count = {BLACK: 0, WHITE: 0}
    for cluster in reading.clusters:
        points = cluster.controlled
        if cluster.status not in wanted or not points:
            continue
        count[cluster.colour] += len(points)
        label = _middle(points, position.columns) if params["numbers"] else None
        extra = {"status": cluster.status.value, "label_at": label}
        regions.append(Region(cluster.colour, points, {
            key: value for key, value in extra.items() if value is not None}))
    dead = {colour: tuple(point for point in reading.dead
                              if position.colour_at(point) == colour) for colour in count}
    return Regions(tuple(regions), {
        "count": {LETTER_OF_COLOUR[colour]: points for colour, points in count.items()},
        "dead": {LETTER_OF_COLOUR[colour]: points for colour, points in dead.items()}})


def _middle(points: tuple[Point, ...], columns: int) -> Point:
    """Return the point nearest to the middle of a region."""
    places = [divmod(point, columns) for point in points]
    row = sum(place[0] for place in places) / len(places)
    column = sum(place[1] for place in places) / len(places)
    return min(points, key=lambda point: (
        (point // columns - row) ** 2 + (point % columns - column) ** 2, point))


def draw(result: Result) -> tuple[Drawable, ...]:
    """Return flat tints with a crisp edge, and the counts where they are asked for."""
    assert isinstance(result, Regions)
    tints = [RegionTint(region.colour, region.points) for region in result.regions]
    labels = [Label(region.extra["label_at"], str(len(region.points)))
              for region in result.regions if "label_at" in region.extra]
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
    legend="flat tint: secured points",
)
