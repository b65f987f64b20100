"""irgo's reading of the board: one computation that several layers show parts of.

Colour map, clusters, obviously dead stones; the colour map again without them, until nothing
changes; then the shadows of the clusters, and the groups. The colour map needs the clusters and
the clusters need the colour map, hence one hidden layer, run to the fixed point. Source: the README
of irgo (steps 1 to 3 of its algorithm); the definite readings of what it leaves open are in
docs/layers/clusters.md and docs/layers/groups.md.

Stones that are known to be dead (life and death has searched them) are taken off before it begins:
steps 4 and 5 of the README.

Two readings that are ours: a cluster without any enemy at its border is never dead, and shadows do
not run through living enemy stones when they join clusters to a group.

Its clusters and groups are arrays, a few for the whole board, no object for each. Both are
sequences: the cluster or group that is asked for is made then. A group is what a player would call
one: joined by shadows, and by short, free ways besides; definition and measurement:
docs/layers/groups.md. An eye is killable if the attacker can kill it by playing inside first: every
eye of one to three points, and those drawn here in all turns and mirror images, named as in the
literature on nakade.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar, overload

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.coordinates import vertex, vertex_order
from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import DEAD, Layer, Params, dead_points
from irgo_app.layers.results import Cluster, ColourMap, Group, Reading, Result, Status
from irgo_app.words import Message, listed, message, noted

if TYPE_CHECKING:
    from irgo_app.kernels.clusters import ControlMap
    from irgo_app.kernels.readings import ClusterList, GroupList, ReadingScratch

KILLABLE_SHAPES: Final[dict[str, tuple[str, ...]]] = {
    "square four": ("##",
                    "##"),
    "pyramid four": ("###",
                     ".#."),
    "bulky five": ("##.",
                   "###"),
    "crossed five": (".#.",
                     "###",
                     ".#."),
    "rabbity six": (".#.",
                    "###",
                    ".##"),
}
_SPAN: Final = 3


@cache
def killable_shapes() -> npt.NDArray[np.bool_]:
    """Return bool (512): whether a shape of more than three points can be killed.

    Shapes within 3x3 points, moved to the origin: the point (row, column) is the bit row * 3 +
    column. No larger one can be killed.
    """
    found = np.zeros(1 << _SPAN * _SPAN, np.bool_)
    for diagram in KILLABLE_SHAPES.values():
        shape = np.array([[character == "#" for character in line] for line in diagram])
        for turns in range(4):
            for turned in (np.rot90(shape, turns), np.rot90(shape.T, turns)):
                rows, columns = np.nonzero(turned)
                found[np.sum(1 << rows * _SPAN + columns)] = True
    found.flags.writeable = False
    return found


T_co = TypeVar("T_co", covariant=True)
Places = npt.NDArray[np.int16]
Ends = npt.NDArray[np.int32]
Signs = npt.NDArray[np.int8]
Mask = npt.NDArray[np.bool_]

REASON_KEYS: Final = ("two eyes", "large eye", "benson", "surrounded", "way out", "weak enemies",
                  "alone", "searched")
"""What is known of a cluster, by its code; see `kernels/clusters.py`."""
_STATUS: Final = (Status.ALIVE, Status.ALIVE, Status.ALIVE, Status.DEAD, Status.UNKNOWN,
                  Status.UNKNOWN, Status.UNKNOWN, Status.DEAD)


class MadeWhenAsked(Sequence[T_co]):
    """A sequence whose items are made when they are asked for, by `_made`; there are `__len__`."""

    __slots__ = ()

    @overload
    def __getitem__(self, index: int) -> T_co: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...

    def __getitem__(self, index: int | slice) -> T_co | tuple[T_co, ...]:
        if isinstance(index, slice):
            return tuple(self._made(number) for number in range(*index.indices(len(self))))
        count = len(self)
        if not -count <= index < count:
            raise IndexError(index)
        return self._made(index % count)

    @abstractmethod
    def _made(self, index: int) -> T_co:
        """Return the item at an index from 0 to below the length."""


@dataclass(frozen=True, slots=True, eq=False)
class ClusterTable(MadeWhenAsked[Cluster]):
    """Clusters; those that are dead come last.

    points -- int16: the points of one cluster after the other; is_stone, is_border -- bool: of each
    eyes -- int16: of each the number, from 1 in its cluster, of the eye it is in, else 0
    ends -- int32 (clusters + 1): where the points of each cluster begin, and the last ones end
    colours -- int8, codes -- int8: of each cluster its colour, and which of REASON_KEYS
    named -- int16: the points that go with the reasons; named_ends -- int32 (clusters + 1)
    """

    points: Places
    is_stone: Mask
    is_border: Mask
    eyes: Places
    ends: Ends
    colours: Signs
    codes: Signs
    named: Places
    named_ends: Ends

    def __len__(self) -> int:
        return self.colours.size

    def status(self, index: int) -> Status:
        """Return what is known of the life of a cluster."""
        return _STATUS[self.codes[index]]

    def controlled(self, index: int) -> tuple[Point, ...]:
        """Return the colour-controlled points of a cluster."""
        inside = self._inside(index)
        return tuple(self.points[inside][self.eyes[inside] > 0].tolist())

    def with_controlled(self) -> list[int]:
        """Return which clusters have colour-controlled points, in order."""
        entries = np.flatnonzero(self.eyes)
        places = np.searchsorted(self.ends, entries, side="right") - 1
        return list(dict.fromkeys(places.tolist()))

    def _inside(self, index: int) -> slice:
        return slice(int(self.ends[index]), int(self.ends[index + 1]))

    def _made(self, index: int) -> Cluster:
        inside = self._inside(index)
        points, eye_of = self.points[inside], self.eyes[inside].tolist()
        eyes: list[list[Point]] = [[] for _ in range(max(eye_of))]
        if eyes:
            for point, eye in zip(points.tolist(), eye_of, strict=True):
                if eye:
                    eyes[eye - 1].append(point)
        code = int(self.codes[index])
        named = self.named[self.named_ends[index]:self.named_ends[index + 1]]
        return Cluster(
            int(self.colours[index]), tuple(points.tolist()),
            tuple(points[self.is_stone[inside]].tolist()),
            tuple(points[self.is_border[inside]].tolist()), tuple(map(tuple, eyes)),
            _STATUS[code], (REASON_KEYS[code], tuple(named.tolist())))


@dataclass(frozen=True, slots=True, eq=False)
class GroupTable(MadeWhenAsked[Group]):
    """The groups of clusters that are not dead.

    colours -- int8; members -- int16: the numbers, from 1, of the clusters of one group after the
    other; points -- int16: all points with its shadow; and where those of each group end:
    member_ends, ends -- int32 (groups + 1)
    """

    colours: Signs
    members: Places
    member_ends: Ends
    points: Places
    ends: Ends

    def __len__(self) -> int:
        return self.colours.size

    def _made(self, index: int) -> Group:
        members = self.members[self.member_ends[index]:self.member_ends[index + 1]]
        points = self.points[self.ends[index]:self.ends[index + 1]]
        colour: Colour = int(self.colours[index])
        return Group(colour, tuple(members.tolist()), tuple(points.tolist()))


class ReadingInTables(Reading, frozen=True, eq=False):
    """The reading with its clusters and groups as tables."""

    clusters: ClusterTable
    groups: GroupTable


def cluster_table(listed: ClusterList, count: int) -> ClusterTable:
    """Return the first `count` clusters of a list that a kernel has filled; the arrays are shared.
    """
    end, named_end = listed.ends[count], listed.named_ends[count]
    return ClusterTable(
        listed.points[:end], listed.is_stone[:end], listed.is_border[:end], listed.eyes[:end],
        listed.ends[:count + 1], listed.colours[:count], listed.codes[:count],
        listed.named[:named_end], listed.named_ends[:count + 1])


def group_table(listed: GroupList, count: int) -> GroupTable:
    """Return the first `count` groups of a list that a kernel has filled; the arrays are shared."""
    return GroupTable(
        listed.colours[:count], listed.members[:listed.member_ends[count]],
        listed.member_ends[:count + 1], listed.points[:listed.ends[count]],
        listed.ends[:count + 1])


_REACH: Final = 3
"""How many steps a short way has: a jump over two points, or less."""


def linked(position: Position, reading: ReadingInTables) -> GroupTable:
    """Return the groups of a reading, cut where no short, free way leads from cluster to cluster.

    Stones are pretended on colour-controlled points, as where shadows join. A point of the shadow
    goes to the part that is nearest, to none where two are.
    """
    from irgo_app.kernels.grid import kept_scratch, neighbour_table
    from irgo_app.kernels.readings import list_linked, new_group_list, new_link_scratch

    columns, size = position.columns, len(position.cells)
    clusters, groups, out = reading.clusters, reading.groups, new_group_list(size)
    count = list_linked(
        columns, neighbour_table(columns, size // columns), clusters.points, clusters.ends,
        clusters.colours, groups.colours, groups.members, groups.member_ends, groups.points,
        groups.ends, _REACH, kept_scratch(new_link_scratch, size), out)
    return group_table(out, count)


REASONS: Final[Mapping[str, str]] = {
    "two eyes": noted("it has separate eyes, one with {points}"),
    "large eye": noted("its eye around {points} cannot be killed"),
    "benson": noted("its chain at {points} cannot be captured even if it never answers (Benson)"),
    "surrounded": noted("it has no room for two eyes and no way out, and living enemies ({points}) "
                  "surround it"),
    "way out": noted("it has no two eyes yet, but a way out at {points}"),
    "weak enemies": noted("it is surrounded, but so far the enemies around it ({points}) do not "
                          "live"),
    "alone": noted("nobody surrounds it"),
    "searched": noted("it counts as dead: a search says so, or you do"),
}
"""Why a cluster has its status; {points} are named in the cluster's reason."""
SHADOW_REACH: Final = 7
_LEAST_SHADOW: Final = 1 / SHADOW_REACH - 1e-9
_NAMED_POINTS: Final = 6


_ROOM: Final = 2
"""Points of all clusters for each point of the board; dead ones count once more where they lay."""

_Stones = npt.NDArray[np.int8]


def reason_of(cluster: Cluster, columns: int, rows: int) -> Message:
    """Return why a cluster has its status as a clause."""
    key, points = cluster.reason
    ordered = sorted(points, key=vertex_order(columns))
    names = [vertex(point, columns, rows) for point in ordered[:_NAMED_POINTS]]
    if len(ordered) > _NAMED_POINTS:
        names[-1] += " …"
    return message(REASONS[key], points=listed(names)) if names else message(REASONS[key])


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> ReadingInTables:
    """Return the reading of a position."""
    from irgo_app.kernels.clusters import new_control_map
    from irgo_app.kernels.grid import kept_scratch, neighbour_table
    from irgo_app.kernels.readings import (NO_ROOM, new_cluster_list, new_group_list,
                                           new_reading_scratch, read_position)

    columns, rows, size = position.columns, position.rows, len(position.cells)
    cells = np.frombuffer(position.cells, np.int8)
    known = dead_points(position, params)
    scratch = kept_scratch(new_reading_scratch, columns, rows, SHADOW_REACH)
    first, final, shadow = new_control_map(size), new_control_map(size), np.empty(size)
    groups, map_of_all = new_group_list(size), first
    room, count = _ROOM * size, NO_ROOM
    while count == NO_ROOM:
        stones, dead, dead_count = cells.copy(), kept_scratch(new_cluster_list, room), 0
        if known:
            map_of_all = new_control_map(size)
            dead_count = _list_known(known, stones, columns, map_of_all, scratch, dead)
        clusters = new_cluster_list(room)
        count, group_count = read_position(
            columns, neighbour_table(columns, rows), killable_shapes(), SHADOW_REACH, _LEAST_SHADOW,
            dead_count, scratch, stones, first, final, dead, clusters, shadow, groups)
        room *= 2
    dead_stones = np.flatnonzero(cells != stones)
    if dead_stones.size == len(known):
        final = first
    return ReadingInTables(
        ColourMap(*map_of_all), ColourMap(*final), tuple(dead_stones.tolist()),
        cluster_table(clusters, count), group_table(groups, group_count), shadow)


def _list_known(
    known: frozenset[Point], stones: _Stones, columns: int, control: ControlMap,
    scratch: ReadingScratch, dead: ClusterList,
) -> int:
    """Take stones off that are known to be dead; list what is left of their clusters as dead.

    control -- overwritten: the colour map before that. Returns how many clusters are listed.
    """
    from irgo_app.kernels.clusters import read_clusters
    from irgo_app.kernels.grid import neighbour_table

    read_clusters(
        stones, columns, neighbour_table(columns, stones.size // columns), killable_shapes(),
        control, scratch.clusters, scratch.eyes, scratch.boards, scratch.rooms, scratch.life,
        scratch.facts)
    numbers = scratch.clusters.numbers
    of_cluster: dict[int, list[Point]] = {}
    for point in sorted(known):
        of_cluster.setdefault(int(numbers[point]), []).append(point)
    end = 0
    for index, points in enumerate(of_cluster.values()):
        begin, end = end, end + len(points)
        dead.points[begin:end] = points
        dead.ends[index + 1], dead.named_ends[index + 1] = end, 0
        dead.colours[index] = stones[points[0]]
    count = len(of_cluster)
    dead.is_stone[:end], dead.is_border[:end], dead.eyes[:end] = True, False, 0
    dead.codes[:count] = REASON_KEYS.index("searched")
    stones[dead.points[:end]] = 0
    return count


LAYER: Final = Layer(
    name="reading",
    title="Reading",
    kind=Reading,
    unit="",
    source="irgo, steps 1 to 3 of its algorithm",
    compute=compute,
    params=(DEAD,),
)
