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
    clusters = board.clusters()
    dead: list[Cluster] = []
    while newly_dead := [cluster for cluster in clusters if cluster.status is Status.DEAD]:
        dead += newly_dead
        stones = stones.copy()
        for cluster in newly_dead:
            stones[list(cluster.stones)] = 0
        board = _Board(stones, position.columns)
        clusters = board.clusters()
    groups, shadow = _groups(board, clusters)
    dead_stones = sorted(point for cluster in dead for point in cluster.stones)
    return Reading(first.map, board.map, tuple(dead_stones), (*clusters, *dead), groups, shadow)


@dataclass(slots=True, eq=False)
class _Found:
    """What is gathered about a cluster before its status is known."""

    colour: Colour
    points: list[Point]
    stones: list[Point]
    border: list[Point]
    eyes: dict[int, list[Point]]
    is_benson: bool
    enemies: set[int]


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
        is_controlled, self.is_open, self.is_border = np.empty((3, count), np.bool_)
        self._count = label_clusters(stones, self.map.links, columns, self.owner, is_controlled,
                                     self.is_open, self.numbers, self.is_border)
        queue = np.empty(count, np.int32)
        self._eyes = np.zeros(count, np.int64)
        self._is_benson = np.zeros(count, np.bool_)
        for colour in (BLACK, WHITE):
            eyes, alive = np.empty(count, np.int64), np.empty(count, np.bool_)
            label_parts(is_controlled & (self.owner == colour), self.neighbours, queue, eyes)
            self._eyes += colour * eyes
            unconditionally_alive(stones, self.neighbours, colour, alive)
            self._is_benson |= alive

    def clusters(self) -> list[Cluster]:
        """Return the clusters in reading order, with their status."""
        found = self._gathered()
        verdicts: dict[int, tuple[Status, tuple[str, tuple[Point, ...]]]] = {}
        for number, cluster in enumerate(found, start=1):
            reason = self._reason_to_live(cluster)
            if reason:
                verdicts[number] = Status.ALIVE, reason
        alive = set(verdicts)
        for number, cluster in enumerate(found, start=1):
            if number not in alive:
                verdicts[number] = self._verdict(number, cluster, found, alive)
        return [
            Cluster(cluster.colour, tuple(cluster.points), tuple(cluster.stones),
                    tuple(cluster.border), tuple(map(tuple, cluster.eyes.values())),
                    *verdicts[number])
            for number, cluster in enumerate(found, start=1)]

    def _gathered(self) -> list[_Found]:
        numbers, owner, stones = (array.tolist() for array in (
            self.numbers, self.owner, self.stones))
        eyes, borders, benson = (array.tolist() for array in (
            self._eyes, self.is_border, self._is_benson))
        neighbours = self.neighbours.tolist()
        found: list[_Found] = []
        for point, number in enumerate(numbers):
            if not number:
                continue
            if number > len(found):
                found.append(_Found(owner[point], [], [], [], {}, False, set()))
            cluster = found[number - 1]
            cluster.points.append(point)
            if stones[point]:
                cluster.stones.append(point)
                cluster.is_benson |= benson[point]
            if eyes[point]:
                cluster.eyes.setdefault(eyes[point], []).append(point)
            if borders[point]:
                cluster.border.append(point)
                cluster.enemies.update(
                    numbers[near] for near in neighbours[point]
                    if near >= 0 and owner[near] == -cluster.colour)
        return found

    def _reason_to_live(self, cluster: _Found) -> tuple[str, tuple[Point, ...]] | None:
        if cluster.is_benson:
            first = next(point for point in cluster.stones if self._is_benson[point])
            return "benson", (first,)
        if len(cluster.eyes) >= 2:
            return "two eyes", tuple(eye[0] for eye in cluster.eyes.values())
        for eye in cluster.eyes.values():
            if killable_name(eye, self.columns) is None:
                return "large eye", (eye[0],)
        return None

    def _verdict(
        self, number: int, cluster: _Found, found: list[_Found], alive: set[int]
    ) -> tuple[Status, tuple[str, tuple[Point, ...]]]:
        """Return the status of a cluster that is not alive."""
        from irgo_app.kernels.colour_control import way_out

        if not cluster.enemies or not cluster.stones:
            return Status.UNKNOWN, ("alone", ())
        out = way_out(number, self.stones, self.owner, self.is_open, self.numbers, self.is_border,
                      self.neighbours)
        if out >= 0:
            return Status.UNKNOWN, ("way out", (out,))
        weak = sorted(cluster.enemies - alive)
        named = [found[enemy - 1] for enemy in weak or sorted(cluster.enemies)]
        points = tuple((enemy.stones or enemy.points)[0] for enemy in named)
        if weak:
            return Status.UNKNOWN, ("weak enemies", points)
        return Status.DEAD, ("surrounded", points)


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
    pretend = stones.copy()
    for cluster in clusters:
        for eye in cluster.eyes:
            pretend[list(eye)] = cluster.colour
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
        found += _joined(colour, clusters, parts.tolist())
    found.sort(key=lambda group: group.clusters)
    return tuple(found), shadow


def _joined(colour: Colour, clusters: list[Cluster], parts: list[int]) -> list[Group]:
    """Return the groups of one colour: clusters and parts of its shadow, joined where they meet."""
    points_of_part: dict[int, list[Point]] = {}
    for point, part in enumerate(parts):
        if part:
            points_of_part.setdefault(part, []).append(point)
    members: list[tuple[set[int], set[int]]] = []
    for number, cluster in enumerate(clusters, start=1):
        if cluster.colour != colour or cluster.status is Status.DEAD:
            continue
        numbers, met = {number}, {parts[point] for point in cluster.points} - {0}
        apart = []
        for other in members:
            if other[1] & met:
                numbers |= other[0]
                met |= other[1]
            else:
                apart.append(other)
        members = [*apart, (numbers, met)]
    return [
        Group(colour, tuple(sorted(numbers)), tuple(sorted(
            {point for number in numbers for point in clusters[number - 1].points}
            | {point for part in met for point in points_of_part[part]})))
        for numbers, met in members]


LAYER: Final = Layer(
    name="reading",
    title="Reading",
    kind=Reading,
    unit="",
    source="irgo, steps 1 to 3 of its algorithm",
    compute=compute,
)
