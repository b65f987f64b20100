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
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.coordinates import vertex, vertex_order
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import DEAD, Layer, Params, dead_points
from irgo_app.layers.reading_tables import (
    REASON_KEYS, ReadingInTables, cluster_table, group_table, killable_shapes
)
from irgo_app.layers.results import Cluster, ColourMap, Reading, Result
from irgo_app.words import Message, listed, message, noted

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

if TYPE_CHECKING:
    from irgo_app.kernels.colour_control import ControlMap
    from irgo_app.kernels.readings import ClusterList, ReadingScratch

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
    from irgo_app.kernels.colour_control import new_control_map
    from irgo_app.kernels.grid import kept_scratch, neighbour_table
    from irgo_app.kernels.readings import (
        NO_ROOM, new_cluster_list, new_group_list, new_reading_scratch, read_position
    )

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
