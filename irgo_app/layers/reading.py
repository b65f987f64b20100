"""irgo's reading of the board: one computation that several layers show parts of.

Colour map, clusters, obviously dead stones; the colour map again without them, until nothing
changes; then the shadows of the clusters, and the groups. The colour map needs the clusters and
the clusters need the colour map, hence one hidden layer, run to the fixed point. Source: the README
of irgo (steps 1 to 3 of its algorithm); the definite readings of what it leaves open are in
docs/layers/clusters.md and docs/layers/groups.md.

Two readings that are ours: a cluster without any enemy at its border is never dead, and shadows do
not run through living enemy stones when they join clusters to a group.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import compress
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.go.coordinates import vertex, vertex_order
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.layers.eye_shapes import killable_name
from irgo_app.layers.layer import CancelFlag, Layer, Params
from irgo_app.layers.results import (
    Cluster,
    ColourMap,
    Group,
    Reading,
    Result,
    Status,
    Values,
)

REASONS: Final[Mapping[str, str]] = {
    "two eyes": "it has separate eyes, one with {points}",
    "large eye": "its eye around {points} cannot be killed",
    "benson": "its chain at {points} cannot be captured even if it never answers (Benson)",
    "surrounded": "it has no room for two eyes and no way out, and living enemies ({points}) "
                  "surround it",
    "way out": "it has no two eyes yet, but a way out at {points}",
    "weak enemies": "it is surrounded, but so far the enemies around it ({points}) do not live",
    "alone": "nobody surrounds it",
}
"""Why a cluster has its status; {points} are named in the cluster's reason."""
SHADOW_REACH: Final = 7
_LEAST_SHADOW: Final = 1 / SHADOW_REACH - 1e-9
_NAMED_POINTS: Final = 6

_Stones = npt.NDArray[np.int8]


def reason_words(cluster: Cluster, columns: int, rows: int) -> str:
    """Return why a cluster has its status as a clause."""
    key, points = cluster.reason
    ordered = sorted(points, key=lambda point: vertex_order(point, columns))
    names = [vertex(point, columns, rows) for point in ordered[:_NAMED_POINTS]]
    more = " …" if len(ordered) > _NAMED_POINTS else ""
    return REASONS[key].format(points=", ".join(names) + more)


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Reading:
    """Return the reading of a position."""
    stones = np.frombuffer(position.cells, np.int8).copy()
    first = board = _Board(stones, position.columns)
    verdicts = board.verdicts()
    dead: list[Cluster] = []
    while any(verdict.status is Status.DEAD for verdict in verdicts.values()):
        newly_dead = board.clusters({
            number: verdict for number, verdict in verdicts.items()
            if verdict.status is Status.DEAD})
        dead += newly_dead
        stones = stones.copy()
        for cluster in newly_dead:
            stones[list(cluster.stones)] = 0
        board = _Board(stones, position.columns)
        verdicts = board.verdicts()
    clusters = board.clusters(verdicts)
    groups, shadow = _groups(board, clusters)
    dead_stones = sorted(point for cluster in dead for point in cluster.stones)
    return Reading(first.map, board.map, tuple(dead_stones), (*clusters, *dead), groups, shadow)


def unconditionally_alive_stones(position: Position) -> frozenset[Point]:
    """Return the stones of chains that live even if their owner never answers (Benson)."""
    from irgo_app.kernels.benson import unconditionally_alive
    from irgo_app.kernels.tables import neighbour_table

    # The kernel is compiled for the arrays of the reading, which may be written to.
    stones = np.frombuffer(position.cells, np.int8).copy()
    found = np.zeros(stones.size, np.bool_)
    alive = np.empty(stones.size, np.bool_)
    for colour in (BLACK, WHITE):
        unconditionally_alive(
            stones, neighbour_table(position.columns, position.rows), colour, alive)
        found |= alive
    return frozenset(np.flatnonzero(found & (stones != 0)).tolist())


@dataclass(frozen=True, slots=True)
class _Verdict:
    """The status of a cluster and why; `points` are found later where the eyes are the reason."""

    status: Status
    reason: str
    points: tuple[Point, ...] = ()


class _Board:
    """The colour map of a set of stones, and the clusters on it."""

    def __init__(self, stones: _Stones, columns: int) -> None:
        from irgo_app.kernels.benson import unconditionally_alive
        from irgo_app.kernels.colour_control import colour_control, label_clusters
        from irgo_app.kernels.tables import neighbour_table
        from irgo_app.kernels.watershed import label_parts

        count = stones.size
        self.stones, self.columns = stones, columns
        self.neighbours = neighbour_table(columns, count // columns)
        self.map = ColourMap(np.empty(count, np.int8), np.empty((2, count), np.int8),
                             np.empty(count, np.int16), np.empty((2, count), np.int16))
        colour_control(stones, columns, self.map.points, self.map.links, self.map.point_step,
                       self.map.link_step)
        self.owner, self.numbers = np.empty(count, np.int8), np.empty(count, np.int16)
        self.is_controlled, self.is_open, self.is_border = np.empty((3, count), np.bool_)
        self._count = label_clusters(stones, self.map.links, columns, self.owner,
                                     self.is_controlled,
                                     self.is_open, self.numbers, self.is_border)
        queue = np.empty(count, np.int32)
        self._eyes = np.zeros(count, np.int64)
        self._is_benson = np.zeros(count, np.bool_)
        for colour in (BLACK, WHITE):
            eyes, alive = np.empty(count, np.int64), np.empty(count, np.bool_)
            label_parts(self.is_controlled & (self.owner == colour), self.neighbours, queue, eyes)
            self._eyes += colour * eyes
            unconditionally_alive(stones, self.neighbours, colour, alive)
            self._is_benson |= alive

    def verdicts(self) -> dict[int, _Verdict]:
        """Return the verdict on each cluster by its number."""
        from irgo_app.kernels.colour_control import weigh_clusters

        size = self._count + 1
        counts = np.empty((4, size), np.int32)
        touches = np.empty((size, size), np.bool_)
        weigh_clusters(self.stones, self.owner, self.numbers, self._eyes, self._is_benson,
                       self.neighbours, *counts, touches)
        first_points, stone_counts, eye_counts, benson_points = counts.tolist()
        found: dict[int, _Verdict] = {}
        for number in range(1, size):
            if benson_points[number] >= 0:
                found[number] = _Verdict(Status.ALIVE, "benson", (benson_points[number],))
            elif eye_counts[number] >= 2:
                found[number] = _Verdict(Status.ALIVE, "two eyes")
            elif eye_counts[number] == 1 and killable_name(
                    self._eye_points(number), self.columns) is None:
                found[number] = _Verdict(Status.ALIVE, "large eye")
        alive = set(found)
        beside = touches.tolist()
        for number in range(1, size):
            if number not in alive:
                enemies = list(compress(range(size), beside[number]))
                found[number] = self._verdict(
                    number, enemies if stone_counts[number] else [], alive, first_points)
        return {number: found[number] for number in range(1, size)}

    def clusters(self, verdicts: Mapping[int, _Verdict]) -> list[Cluster]:
        """Return the clusters that have a verdict, in reading order."""
        order = np.argsort(self.numbers, kind="stable")
        bounds = np.searchsorted(self.numbers[order], np.arange(self._count + 2)).tolist()
        places, owners, is_stone, is_border, eye_of = (array[order].tolist() for array in (
            np.arange(order.size), self.owner, self.stones, self.is_border, self._eyes))
        found = []
        for number, verdict in verdicts.items():
            inside = slice(bounds[number], bounds[number + 1])
            points = places[inside]
            eyes: dict[int, list[Point]] = {}
            if any(eye_of[inside]):
                for point, eye in zip(points, eye_of[inside], strict=True):
                    if eye:
                        eyes.setdefault(eye, []).append(point)
            is_by_eye = verdict.reason in ("two eyes", "large eye")
            named = tuple(eye[0] for eye in eyes.values()) if is_by_eye else verdict.points
            found.append(Cluster(
                owners[inside.start], tuple(points), tuple(compress(points, is_stone[inside])),
                tuple(compress(points, is_border[inside])), tuple(map(tuple, eyes.values())),
                verdict.status, (verdict.reason, named)))
        return found

    def _eye_points(self, number: int) -> list[Point]:
        """Return the points of all eyes of a cluster."""
        return np.flatnonzero((self.numbers == number) & (self._eyes != 0)).tolist()

    def _verdict(
        self, number: int, enemies: list[int], alive: set[int], first_points: list[Point]
    ) -> _Verdict:
        """Return the verdict on a cluster that is not alive."""
        from irgo_app.kernels.colour_control import way_out

        if not enemies:
            return _Verdict(Status.UNKNOWN, "alone")
        out = way_out(number, self.stones, self.owner, self.is_open, self.numbers, self.is_border,
                      self.neighbours)
        if out >= 0:
            return _Verdict(Status.UNKNOWN, "way out", (out,))
        weak = [enemy for enemy in enemies if enemy not in alive]
        named = tuple(first_points[enemy] for enemy in weak or enemies)
        if weak:
            return _Verdict(Status.UNKNOWN, "weak enemies", named)
        return _Verdict(Status.DEAD, "surrounded", named)


def _groups(board: _Board, clusters: list[Cluster]) -> tuple[tuple[Group, ...], Values]:
    """Return the groups of clusters, and the shadow that joins them.

    Pretend stones stand on the colour-controlled points. Two clusters of a colour are together when
    a 4-connected set of points with at least the least shadow of that colour holds a point of both;
    contested points (vacant, with links of both colours) and enemy stones are not in such a set.
    """
    from irgo_app.kernels.colour_control import count_links
    from irgo_app.kernels.shadow import shadow_sum
    from irgo_app.kernels.watershed import label_parts

    stones, columns = board.stones, board.columns
    pretend = np.where(board.is_controlled, board.owner, stones).astype(np.int8)
    shadow = np.empty(stones.size)
    shadow_sum(pretend, columns, SHADOW_REACH, -1, shadow)
    black, white = np.empty((2, stones.size), np.int8)
    count_links(board.map.links, columns, black, white)
    is_contested = (stones == 0) & (black > 0) & (white > 0)
    queue, parts = np.empty(stones.size, np.int32), np.empty(stones.size, np.int64)
    found: list[Group] = []
    for colour in (BLACK, WHITE):
        reached = (colour * shadow >= _LEAST_SHADOW) & ~is_contested & (stones != -colour)
        label_parts(reached, board.neighbours, queue, parts)
        found += _joined(colour, clusters, parts, board.numbers)
    found.sort(key=lambda group: group.clusters)
    return tuple(found), shadow


def _joined(
    colour: Colour, clusters: list[Cluster], parts: npt.NDArray[np.int64],
    numbers_of_points: npt.NDArray[np.int16],
) -> list[Group]:
    """Return the groups of one colour: clusters and parts of its shadow, joined where they meet."""
    part_of = parts.tolist()
    members: list[tuple[set[int], set[int]]] = []
    for number, cluster in enumerate(clusters, start=1):
        if cluster.colour != colour:
            continue
        numbers, met = {number}, {part_of[point] for point in cluster.points} - {0}
        apart = []
        for other in members:
            if other[1] & met:
                numbers |= other[0]
                met |= other[1]
            else:
                apart.append(other)
        members = [*apart, (numbers, met)]
    group_of_part = np.zeros(max(part_of) + 1, np.int64)
    group_of_cluster = np.zeros(len(clusters) + 1, np.int64)
    for index, (numbers, met) in enumerate(members, start=1):
        group_of_part[list(met)] = index
        group_of_cluster[list(numbers)] = index
    own = group_of_cluster[numbers_of_points]
    group_of = np.where(own > 0, own, group_of_part[parts])
    order = np.argsort(group_of, kind="stable")
    bounds = np.searchsorted(group_of[order], np.arange(len(members) + 2)).tolist()
    places = order.tolist()
    return [
        Group(colour, tuple(sorted(numbers)), tuple(places[bounds[index]:bounds[index + 1]]))
        for index, (numbers, _) in enumerate(members, start=1)]


LAYER: Final = Layer(
    name="reading",
    title="Reading",
    kind=Reading,
    unit="",
    source="irgo, steps 1 to 3 of its algorithm",
    compute=compute,
)
