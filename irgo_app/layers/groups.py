"""The layer `groups`: clusters that belong together, one step above chains and clusters.

Source: the README of irgo, step 3 ("a group is a set of clusters whose shadows are contiguous").
Shadows join more than players do, from one side of the board to the other; so such a set is cut
where no short, free way leads from cluster to cluster, unless the parameter `joining` says
otherwise. Definition and measurement in docs/layers/groups.md. Names (W1, B2 ...) that stay the
same along a game are given in `review/group_names.py`, since they need the nodes before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Drawable, Mark, MarkShape, Meaning, Outline, Sign
from irgo_app.go.point import BLACK, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.layers.layer import DEAD, Layer, Params
from irgo_app.layers.reading import ClusterTable, GroupTable, MadeWhenAsked, ReadingInTables, linked
from irgo_app.layers.results import Cluster, JsonForm, Points, Region, Regions, Result, Status
from irgo_app.settings import Param

NAME: Final = "groups"
LINKS, SHADOWS = JOININGS = ("links", "shadows")
"""How clusters are joined: by shadows and a short, free way besides, or by shadows alone."""


class GroupRegion(Region, frozen=True):
    """A group; its points are those its shadow reaches, or the stones of a dead cluster.

    clusters -- their numbers; status -- alive if one of them is, dead if all are
    liberties -- how many; eyes -- connected sets of points; territory -- points it has secured
    """

    clusters: tuple[int, ...]
    stones: Annotated[tuple[Point, ...], JsonForm(points=Points.SET)]
    status: Status
    liberties: int
    eyes: Annotated[tuple[tuple[Point, ...], ...], JsonForm(points=Points.SET)]
    territory: int


@dataclass(frozen=True, slots=True, eq=False)
class GroupRegions(MadeWhenAsked[GroupRegion]):
    """The groups of a position that have stones as they are shown, then the dead clusters.

    numbers -- int16: of each the place in `groups`, or -1 less the place in `clusters`
    cells -- the position's
    """

    clusters: ClusterTable
    groups: GroupTable
    numbers: npt.NDArray[np.int16]
    cells: bytes
    columns: int

    def __len__(self) -> int:
        return self.numbers.size

    @property
    def colours(self) -> list[Colour]:
        """Return the colour of each, without making them."""
        groups, clusters = self.groups.colours.tolist(), self.clusters.colours.tolist()
        return [groups[number] if number >= 0 else clusters[-1 - number]
                for number in self.numbers.tolist()]

    def owners(self) -> list[int]:
        """Return for each point of the board which of them has a stone there, -1 for none."""
        group_of = np.full(len(self.clusters), -1, np.int16)
        for index, number in enumerate(self.numbers.tolist()):
            if number < 0:
                group_of[-1 - number] = index
            else:
                first, end = self.groups.member_ends[number:number + 2]
                group_of[self.groups.members[first:end] - 1] = index
        of_points = np.repeat(group_of, np.diff(self.clusters.ends))
        found = np.full(len(self.cells), -1, np.int16)
        has_stone = self.clusters.is_stone
        found[self.clusters.points[has_stone]] = of_points[has_stone]
        owners: list[int] = found.tolist()
        return owners

    def _made(self, index: int) -> GroupRegion:
        number = int(self.numbers[index])
        if number < 0:
            cluster = self.clusters[-1 - number]
            return self._region(cluster.stones, [cluster], (-number,))
        group = self.groups[number]
        return self._region(
            group.points, [self.clusters[member - 1] for member in group.clusters], group.clusters)

    def _region(
        self, points: tuple[Point, ...], members: list[Cluster], numbers: tuple[int, ...]
    ) -> GroupRegion:
        first, *others = members
        stones, status = first.stones, first.status
        # Most groups are one cluster.
        if others:
            stones = tuple(sorted(stone for cluster in members for stone in cluster.stones))
            statuses = {cluster.status for cluster in members}
            status = (Status.ALIVE if Status.ALIVE in statuses
                      else Status.DEAD if statuses == {Status.DEAD} else Status.UNKNOWN)
        is_dead = status is Status.DEAD
        secured = sum(len(cluster.controlled) for cluster in members
                      if cluster.status is Status.ALIVE)
        return GroupRegion(
            first.colour, points, numbers, stones, status,
            liberties=len(self._liberties(stones)),
            eyes=() if is_dead else tuple(eye for cluster in members for eye in cluster.eyes),
            territory=secured)

    def _liberties(self, stones: tuple[Point, ...]) -> set[Point]:
        neighbours = topology(self.columns, len(self.cells) // self.columns).neighbours
        return {near for stone in stones for near in neighbours[stone] if not self.cells[near]}


class Groups(Regions, frozen=True, eq=False):
    """The groups of a position; outlines -- whether lines and names are drawn."""

    regions: GroupRegions
    outlines: bool


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Groups:
    """Return the groups in reading order; a dead cluster is a group of its own, at the end."""
    from irgo_app.kernels.readings import number_shown

    reading = inputs["reading"]
    assert isinstance(reading, ReadingInTables)
    clusters, groups = reading.clusters, reading.groups
    if params["joining"] == LINKS:
        groups = linked(position, reading)
    numbers = np.empty(len(groups) + len(clusters), np.int16)
    count = number_shown(
        clusters.is_stone, clusters.ends, groups.members, groups.member_ends, numbers)
    return Groups(
        GroupRegions(clusters, groups, numbers[:count], position.cells, position.columns),
        bool(params["outlines"]))


def draw(result: Result) -> tuple[Drawable, ...]:
    """Return a thin outline round each group, and its status as marks on its stones."""
    assert isinstance(result, Groups)
    found: list[Drawable] = []
    for region in result.regions:
        status, stones = region.status, region.stones
        if status is Status.DEAD:
            shape = MarkShape.WHITE_DOT if region.colour == BLACK else MarkShape.BLACK_DOT
            found += [Mark(stone, shape) for stone in stones]
            continue
        if result.outlines:
            found.append(Outline(region.colour, region.points))
        if status is Status.UNKNOWN:
            found += [Mark(stone, MarkShape.GREY_DOT) for stone in stones]
    return tuple(found)


LAYER = Layer(
    name=NAME,
    title="Groups",
    kind=Regions,
    unit="clusters that belong together",
    source="irgo, step 3 of its algorithm",
    compute=compute,
    params=(
        Param("outlines", bool, True, "Outlines and names",
              "A line round each group and its name; the marks of life are always drawn."),
        Param("joining", str, LINKS, "Joining",
              "links: what a short, free way holds together; shadows: whatever shadows join.",
              choices=JOININGS),
        DEAD,
    ),
    needs=("reading",),
    draw=draw,
    shows_names=lambda params: bool(params["outlines"]),
    legend="a line round each group; grey dot: life unknown, dot of the other colour: dead",
    signs=(
        Meaning(Sign.BLACK_LINE, "a group of Black's"),
        Meaning(Sign.WHITE_LINE, "a group of White's"),
        Meaning(Sign.GREY_DOT, "life unknown"),
        Meaning(Sign.OTHER_DOT, "dead"),
    ),
)
