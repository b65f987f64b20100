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

from collections.abc import Iterable, Mapping
from itertools import compress
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.coordinates import vertex, vertex_order
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.layers.eye_shapes import killable_name
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.params import DEAD, dead_points
from irgo_app.layers.results import (
    Cluster,
    ColourMap,
    Group,
    Reading,
    Result,
    Status,
    Values,
)
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
_ALIVE, _ALONE, _OUT, _WEAK, _SURROUNDED = range(5)
"""The codes of `judge_clusters`."""
_BY_EYES: Final = ("two eyes", "large eye")
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
) -> Reading:
    """Return the reading of a position."""
    stones = np.frombuffer(position.cells, np.int8).copy()
    first = board = _Board(stones, position.columns)
    dead: list[Cluster] = []
    known = dead_points(position, params)
    if known:
        dead += first.without(known)
        stones[list(known)] = 0
        board = _Board(stones, position.columns)
    while numbers := board.dead_numbers():
        dead += board.clusters(numbers)
        is_dead = np.zeros(board.count + 1, np.bool_)
        is_dead[numbers] = True
        stones = np.where(is_dead[board.numbers], 0, stones).astype(np.int8)
        board = _Board(stones, position.columns)
    clusters = board.clusters(range(1, board.count + 1))
    groups, shadow = _groups(board)
    dead_stones = sorted(point for cluster in dead for point in cluster.stones)
    return Reading(first.map, board.map, tuple(dead_stones), (*clusters, *dead), groups, shadow)


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
        self.count = label_clusters(stones, self.map.links, columns, self.owner,
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
        self._judge()

    def dead_numbers(self) -> list[int]:
        """Return the numbers of the clusters that are obviously dead."""
        return [number for number, code in enumerate(self._codes) if code == _SURROUNDED]

    def clusters(self, numbers: Iterable[int]) -> list[Cluster]:
        """Return clusters by their numbers, each with its status and why."""
        order = np.argsort(self.numbers, kind="stable")
        bounds = np.searchsorted(self.numbers[order], np.arange(self.count + 2)).tolist()
        places = order.tolist()
        owners, is_stone, is_border, eye_of = (array[order].tolist() for array in (
            self.owner, self.stones, self.is_border, self._eyes))
        found = []
        for number in numbers:
            inside = slice(bounds[number], bounds[number + 1])
            points = places[inside]
            eyes: dict[int, list[Point]] = {}
            if self._eye_counts[number]:
                for point, eye in zip(points, eye_of[inside], strict=True):
                    if eye:
                        eyes.setdefault(eye, []).append(point)
            status, reason, named = self._verdict(number)
            if reason in _BY_EYES:
                named = tuple(eye[0] for eye in eyes.values())
            found.append(Cluster(
                owners[inside.start], tuple(points), tuple(compress(points, is_stone[inside])),
                tuple(compress(points, is_border[inside])), tuple(map(tuple, eyes.values())),
                status, (reason, named)))
        return found

    def without(self, dead: frozenset[Point]) -> list[Cluster]:
        """Return stones that are known to be dead as clusters of their own."""
        stones: dict[int, list[Point]] = {}
        for point in sorted(dead):
            stones.setdefault(int(self.numbers[point]), []).append(point)
        return [Cluster(int(self.stones[own[0]]), tuple(own), tuple(own), (), (), Status.DEAD,
                        ("searched", ())) for own in stones.values()]

    def _judge(self) -> None:
        """Find out what is known of the life of each cluster."""
        from irgo_app.kernels.colour_control import judge_clusters, weigh_clusters

        size = self.count + 1
        counts = np.empty((4, size), np.int32)
        touches = np.empty((size, size), np.bool_)
        weigh_clusters(self.stones, self.owner, self.numbers, self._eyes, self._is_benson,
                       self.neighbours, *counts, touches)
        self._first_points, _, self._eye_counts, self._benson_points = counts.tolist()
        is_alive = (counts[3] >= 0) | (counts[2] >= 2)
        self._is_large = np.zeros(size, np.bool_)
        for number in np.flatnonzero((counts[2] == 1) & ~is_alive).tolist():
            self._is_large[number] = killable_name(
                self._eye_points(number), self.columns) is None
        is_alive |= self._is_large
        codes, out_points = np.empty(size, np.int8), np.empty(size, np.int32)
        judge_clusters(self.stones, self.owner, self.is_open, self.numbers, self.is_border,
                       self.neighbours, is_alive, counts[1], touches, codes, out_points)
        self._codes, self._out_points = codes.tolist(), out_points.tolist()
        self._touches, self._is_alive = touches, is_alive

    def _verdict(self, number: int) -> tuple[Status, str, tuple[Point, ...]]:
        """Return the status of a cluster, a key of REASONS, and points for it."""
        code = self._codes[number]
        if code == _ALIVE:
            benson = self._benson_points[number]
            if benson >= 0:
                return Status.ALIVE, "benson", (benson,)
            return Status.ALIVE, "large eye" if self._is_large[number] else "two eyes", ()
        if code == _ALONE:
            return Status.UNKNOWN, "alone", ()
        if code == _OUT:
            return Status.UNKNOWN, "way out", (self._out_points[number],)
        enemies = self._touches[number]
        if code == _WEAK:
            enemies = enemies & ~self._is_alive
        named = tuple(self._first_points[enemy] for enemy in np.flatnonzero(enemies).tolist())
        if code == _WEAK:
            return Status.UNKNOWN, "weak enemies", named
        return Status.DEAD, "surrounded", named

    def _eye_points(self, number: int) -> list[Point]:
        """Return the points of all eyes of a cluster."""
        return np.flatnonzero((self.numbers == number) & (self._eyes != 0)).tolist()


def _groups(board: _Board) -> tuple[tuple[Group, ...], Values]:
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
        found += _joined(colour, board, parts)
    found.sort(key=lambda group: group.clusters)
    return tuple(found), shadow


def _joined(colour: Colour, board: _Board, parts: npt.NDArray[np.int64]) -> list[Group]:
    """Return the groups of one colour: clusters and parts of its shadow, joined where they meet."""
    from irgo_app.kernels.colour_control import join_by_parts

    owners = np.zeros(board.count + 1, np.int8)
    owners[board.numbers] = board.owner
    owners[0] = 0
    is_own = owners == colour
    group_of_cluster = np.empty(is_own.size, np.int32)
    group_of = np.empty(parts.size, np.int32)
    count = join_by_parts(board.numbers, is_own, parts, int(parts.max()), group_of_cluster,
                          group_of)
    order = np.argsort(group_of, kind="stable")
    bounds = np.searchsorted(group_of[order], np.arange(count + 2)).tolist()
    places = order.tolist()
    members: list[list[int]] = [[] for _ in range(count + 1)]
    for number, group in enumerate(group_of_cluster.tolist()):
        if group:
            members[group].append(number)
    return [Group(colour, tuple(members[group]), tuple(places[bounds[group]:bounds[group + 1]]))
            for group in range(1, count + 1)]


LAYER: Final = Layer(
    name="reading",
    title="Reading",
    kind=Reading,
    unit="",
    source="irgo, steps 1 to 3 of its algorithm",
    compute=compute,
    params=(DEAD,),
)
