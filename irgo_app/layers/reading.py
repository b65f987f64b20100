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
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.coordinates import vertex, vertex_order
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.eye_shapes import killable_shapes
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.params import DEAD, dead_points
from irgo_app.layers.reading_tables import (
    REASON_KEYS,
    ClusterTable,
    GroupTable,
    ReadingInTables,
    joined,
)
from irgo_app.layers.results import Cluster, ColourMap, Reading, Result, Values
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
    "searched": noted("it is taken for dead: a search says so, or you"),
}
"""Why a cluster has its status; {points} are named in the cluster's reason."""
SHADOW_REACH: Final = 7
_LEAST_SHADOW: Final = 1 / SHADOW_REACH - 1e-9
_NAMED_POINTS: Final = 6

_Stones = npt.NDArray[np.int8]


def reason_of(cluster: Cluster, columns: int, rows: int) -> Message:
    """Return why a cluster has its status as a clause."""
    key, points = cluster.reason
    ordered = sorted(points, key=lambda point: vertex_order(point, columns))
    names = [vertex(point, columns, rows) for point in ordered[:_NAMED_POINTS]]
    if len(ordered) > _NAMED_POINTS:
        names[-1] += " …"
    return message(REASONS[key], points=listed(names)) if names else message(REASONS[key])


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> ReadingInTables:
    """Return the reading of a position."""
    stones = np.frombuffer(position.cells, np.int8).copy()
    first = board = _Board(stones, position.columns)
    dead: list[ClusterTable] = []
    known = dead_points(position, params)
    if known:
        dead.append(first.without(known))
        stones = stones.copy()
        stones[list(known)] = 0
        board = _Board(stones, position.columns)
    while board.has_dead:
        dead.append(board.clusters(only_dead=True))
        stones = stones.copy()
        stones[dead[-1].points[dead[-1].is_stone]] = 0
        board = _Board(stones, position.columns)
    dead_stones = sorted(point for table in dead for point in table.points[table.is_stone].tolist())
    clusters = joined([board.clusters(), *dead])
    groups, shadow = board.groups()
    return ReadingInTables(
        first.map, board.map, tuple(dead_stones), clusters, groups, shadow)


class _Board:
    """The colour map of a set of stones, and the clusters on it.

    The clusters lie in scratch that the next board takes: ask for them before.
    """

    def __init__(self, stones: _Stones, columns: int) -> None:
        from irgo_app.kernels.benson import new_life_scratch, new_rooms
        from irgo_app.kernels.clusters import (
            SURROUNDED,
            new_cluster_facts,
            new_cluster_scratch,
            new_clusters,
            read_clusters,
        )
        from irgo_app.kernels.colour_control import new_control_map
        from irgo_app.kernels.kept_scratch import kept_scratch
        from irgo_app.kernels.tables import neighbour_table

        size = stones.size
        self._stones, self._columns = stones, columns
        self._neighbours = neighbour_table(columns, size // columns)
        self._control = new_control_map(size)
        self._clusters = kept_scratch(new_clusters, size)
        self._facts = kept_scratch(new_cluster_facts, size)
        self._eyes = np.empty(size, np.int32)
        self._count: int = read_clusters(
            stones, columns, self._neighbours, killable_shapes(), self._control, self._clusters,
            self._eyes, kept_scratch(new_cluster_scratch, size), kept_scratch(new_rooms, size),
            kept_scratch(new_life_scratch, size), self._facts)
        self.has_dead = bool((self._facts.codes[1:self._count + 1] == SURROUNDED).any())

    @property
    def map(self) -> ColourMap:
        """Return the colour map."""
        return ColourMap(*self._control)

    def clusters(self, *, only_dead: bool = False) -> ClusterTable:
        """Return the clusters, or those that are obviously dead."""
        from irgo_app.kernels.cluster_lists import (
            list_clusters,
            new_cluster_list,
            new_list_scratch,
        )
        from irgo_app.kernels.kept_scratch import kept_scratch

        size = self._stones.size
        out = new_cluster_list(size)
        count = list_clusters(
            self._stones, self._neighbours, self._clusters, self._eyes, self._facts, self._count,
            only_dead, kept_scratch(new_list_scratch, size), out)
        end, named_end = int(out.ends[count]), int(out.named_ends[count])
        return ClusterTable(
            out.points[:end], out.is_stone[:end], out.is_border[:end], out.eyes[:end],
            out.ends[:count + 1], out.colours[:count], out.codes[:count], out.named[:named_end],
            out.named_ends[:count + 1])

    def without(self, dead: frozenset[Point]) -> ClusterTable:
        """Return stones that are known to be dead as clusters of their own."""
        stones: dict[int, list[Point]] = {}
        for point in sorted(dead):
            stones.setdefault(int(self._clusters.numbers[point]), []).append(point)
        points = np.array([point for own in stones.values() for point in own], np.int16)
        ends = np.cumsum([0, *map(len, stones.values())]).astype(np.int32)
        nothing = np.zeros_like(points)
        return ClusterTable(
            points, nothing == 0, nothing != 0, nothing, ends, self._stones[points[ends[:-1]]],
            np.full(len(stones), REASON_KEYS.index("searched"), np.int8), nothing[:0],
            np.zeros_like(ends))

    def groups(self) -> tuple[GroupTable, Values]:
        """Return the groups of the clusters, and the shadow that joins them."""
        from irgo_app.kernels.cluster_lists import list_groups, new_group_list, new_list_scratch
        from irgo_app.kernels.kept_scratch import kept_scratch
        from irgo_app.kernels.shadow import new_shadow_scratch

        size, columns = self._stones.size, self._columns
        shadow, out = np.empty(size), new_group_list(size)
        count = list_groups(
            self._stones, columns, self._neighbours, self._control.links, self._clusters,
            self._count, SHADOW_REACH, _LEAST_SHADOW,
            kept_scratch(new_shadow_scratch, columns, size // columns, SHADOW_REACH),
            kept_scratch(new_list_scratch, size), shadow, out)
        return GroupTable(
            out.colours[:count], out.members[:out.member_ends[count]], out.member_ends[:count + 1],
            out.points[:out.ends[count]], out.ends[:count + 1]), shadow


LAYER: Final = Layer(
    name="reading",
    title="Reading",
    kind=Reading,
    unit="",
    source="irgo, steps 1 to 3 of its algorithm",
    compute=compute,
    params=(DEAD,),
)
