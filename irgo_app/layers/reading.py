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
        stones = np.where(is_dead[board.labels.numbers], 0, stones).astype(np.int8)
        board = _Board(stones, position.columns)
    clusters = board.clusters(range(1, board.count + 1))
    groups, shadow = _groups(board)
    dead_stones = sorted(point for cluster in dead for point in cluster.stones)
    return Reading(first.map, board.map, tuple(dead_stones), (*clusters, *dead), groups, shadow)


class _Board:
    """The colour map of a set of stones, and the clusters on it."""

    def __init__(self, stones: _Stones, columns: int) -> None:
        from irgo_app.kernels.benson import new_life_scratch, new_rooms, unconditionally_alive
        from irgo_app.kernels.clusters import label_clusters, new_cluster_scratch, new_clusters
        from irgo_app.kernels.colour_control import colour_control
        from irgo_app.kernels.flood import label_parts
        from irgo_app.kernels.kept_scratch import kept_scratch
        from irgo_app.kernels.tables import neighbour_table

        count = stones.size
        self.stones, self.columns = stones, columns
        self.neighbours = neighbour_table(columns, count // columns)
        self.map = ColourMap(np.empty(count, np.int8), np.empty((2, count), np.int8),
                             np.empty(count, np.int16), np.empty((2, count), np.int16))
        self._scratch, self.labels = new_cluster_scratch(count), new_clusters(count)
        colour_control(stones, columns, self.map.points, self.map.links, self.map.point_step,
                       self.map.link_step, self._scratch.black, self._scratch.white)
        self.count = label_clusters(stones, self.map.links, columns, self._scratch, self.labels)
        self._eyes = np.zeros(count, np.int32)
        self._is_benson = np.zeros(count, np.bool_)
        rooms = kept_scratch(new_rooms, count)
        life_scratch = kept_scratch(new_life_scratch, count)
        eyes, alive = np.empty(count, np.int32), np.empty(count, np.bool_)
        for colour in (BLACK, WHITE):
            is_eye = self.labels.is_controlled & (self.labels.owner == colour)
            label_parts(is_eye.view(np.int8), self.neighbours, self._scratch.queue, eyes)
            self._eyes += colour * eyes
            unconditionally_alive(stones, self.neighbours, colour, rooms, life_scratch, alive)
            self._is_benson |= alive
        self._judge()

    def dead_numbers(self) -> list[int]:
        """Return the numbers of the clusters that are obviously dead."""
        from irgo_app.kernels.clusters import SURROUNDED

        return [number for number, code in enumerate(self._codes) if code == SURROUNDED]

    def clusters(self, numbers: Iterable[int]) -> list[Cluster]:
        """Return clusters by their numbers, each with its status and why."""
        order = np.argsort(self.labels.numbers, kind="stable")
        bounds = np.searchsorted(self.labels.numbers[order], np.arange(self.count + 2)).tolist()
        places = order.tolist()
        owners, is_stone, is_border, eye_of = (array[order].tolist() for array in (
            self.labels.owner, self.stones, self.labels.is_border, self._eyes))
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
            stones.setdefault(int(self.labels.numbers[point]), []).append(point)
        return [Cluster(int(self.stones[own[0]]), tuple(own), tuple(own), (), (), Status.DEAD,
                        ("searched", ())) for own in stones.values()]

    def _judge(self) -> None:
        """Find out what is known of the life of each cluster."""
        from irgo_app.kernels.clusters import (
            judge_clusters,
            new_cluster_facts,
            weigh_clusters,
        )

        facts = new_cluster_facts(self.count)
        is_counted = np.empty((2, self.stones.size + 1), np.bool_)
        weigh_clusters(self.stones, self.labels, self._eyes, self._is_benson, self.neighbours,
                       is_counted, facts)
        is_alive = (facts.benson_points >= 0) | (facts.eye_counts >= 2)
        self._is_large = np.zeros(is_alive.size, np.bool_)
        for number in np.flatnonzero((facts.eye_counts == 1) & ~is_alive).tolist():
            self._is_large[number] = killable_name(
                self._eye_points(number), self.columns) is None
        is_alive |= self._is_large
        judge_clusters(self.labels, self.neighbours, is_alive, self._scratch, facts)
        self._first_points = facts.first_points.tolist()
        self._eye_counts, self._benson_points = (
            facts.eye_counts.tolist(), facts.benson_points.tolist())
        self._codes, self._out_points = facts.codes.tolist(), facts.out_points.tolist()
        self._touches, self._is_alive = facts.touches, is_alive

    def _verdict(self, number: int) -> tuple[Status, str, tuple[Point, ...]]:
        """Return the status of a cluster, a key of REASONS, and points for it."""
        from irgo_app.kernels.clusters import ALIVE, ALONE, BESIDE_WEAK, HAS_WAY_OUT

        code = self._codes[number]
        if code == ALIVE:
            benson = self._benson_points[number]
            if benson >= 0:
                return Status.ALIVE, "benson", (benson,)
            return Status.ALIVE, "large eye" if self._is_large[number] else "two eyes", ()
        if code == ALONE:
            return Status.UNKNOWN, "alone", ()
        if code == HAS_WAY_OUT:
            return Status.UNKNOWN, "way out", (self._out_points[number],)
        enemies = self._touches[number]
        if code == BESIDE_WEAK:
            enemies = enemies & ~self._is_alive
        named = tuple(self._first_points[enemy] for enemy in np.flatnonzero(enemies).tolist())
        if code == BESIDE_WEAK:
            return Status.UNKNOWN, "weak enemies", named
        return Status.DEAD, "surrounded", named

    def _eye_points(self, number: int) -> list[Point]:
        """Return the points of all eyes of a cluster."""
        return np.flatnonzero((self.labels.numbers == number) & (self._eyes != 0)).tolist()


def _groups(board: _Board) -> tuple[tuple[Group, ...], Values]:
    """Return the groups of clusters, and the shadow that joins them.

    Pretend stones stand on the colour-controlled points. Two clusters of a colour are together when
    a 4-connected set of points with at least the least shadow of that colour holds a point of both;
    contested points (vacant, with links of both colours) and enemy stones are not in such a set.
    """
    from irgo_app.kernels.colour_control import count_links
    from irgo_app.kernels.flood import label_parts
    from irgo_app.kernels.kept_scratch import kept_scratch
    from irgo_app.kernels.shadow import new_shadow_scratch, shadow_sum

    stones, columns = board.stones, board.columns
    pretend = np.where(board.labels.is_controlled, board.labels.owner, stones).astype(np.int8)
    shadow = np.empty(stones.size)
    scratch = kept_scratch(new_shadow_scratch, columns, stones.size // columns, SHADOW_REACH)
    shadow_sum(pretend, columns, SHADOW_REACH, -1, scratch, shadow)
    black, white = np.empty((2, stones.size), np.int8)
    count_links(board.map.links, columns, black, white)
    is_contested = (stones == 0) & (black > 0) & (white > 0)
    queue, parts = np.empty((2, stones.size), np.int32)
    found: list[Group] = []
    for colour in (BLACK, WHITE):
        reached = (colour * shadow >= _LEAST_SHADOW) & ~is_contested & (stones != -colour)
        count = label_parts(reached.view(np.int8), board.neighbours, queue, parts)
        found += _joined(colour, board, parts, count)
    found.sort(key=lambda group: group.clusters)
    return tuple(found), shadow


def _joined(
    colour: Colour, board: _Board, parts: npt.NDArray[np.int32], part_count: int
) -> list[Group]:
    """Return the groups of one colour: clusters and parts of its shadow, joined where they meet."""
    from irgo_app.kernels.clusters import join_by_parts

    owners = np.zeros(board.count + 1, np.int8)
    owners[board.labels.numbers] = board.labels.owner
    owners[0] = 0
    is_own = owners == colour
    group_of_cluster = np.empty(is_own.size, np.int32)
    group_of, root = np.empty(parts.size, np.int32), np.empty(is_own.size, np.int32)
    count = join_by_parts(board.labels.numbers, is_own, parts, root,
                          np.empty(part_count + 1, np.int32), group_of_cluster, group_of)
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
