"""What the estimate looks at: whole numbers of every point, seen from the side to move.

The first look takes stones, liberties, influence, the areas that influence divides the board into,
and the reading's clusters and groups. The second look takes the first estimate: around the point,
along its chain, over its area, its cluster, its group and the enemies beside, and over the board.
Everything is counted without regard to the order of points, hence exactly symmetric; the side to
move is always +1, hence colours exchanged with the move give the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from irgo_app.go.position import Position
from irgo_app.layers.results import Field, Reading, Result, Status
from irgo_app.words import noted

_SPREAD: Final = "influence.gnugo:show=normalised"
NEEDS: Final = ("reading", _SPREAD, "influence.shadow", "influence.paths", "influence.potential")

_AROUND: Final = (1, 2, 4)
_FIELDS: Final = (("shadow", (0, *_AROUND)), ("paths", _AROUND[1:]), ("potential", (0, *_AROUND)))
_READING: Final = ("eyes", "controlled points", "stones", "group's controlled points",
                   "group's stones", "group alive", "colour map")
_CLOSE, _FIRM = 100, 500
"""Above how many thousandths a point belongs to an area: leaning to a colour, or firmly its."""

STONES, INFLUENCE, AREAS, GROUPS, EDGE, STAGE, AROUND, BOARD = (
    noted("stones and liberties"), noted("influence"), noted("areas"),
    noted("clusters and groups"), noted("edge of the board"), noted("stage of the game"),
    noted("second look around"), noted("balance of the board"))
"""In which words a value is taken apart."""

_Kind = TypeVar("_Kind", np.int8, np.int16)
_Whole = npt.NDArray[np.int32]
_Rows = npt.NDArray[np.int16]


@cache
def _names() -> tuple[tuple[tuple[str, str], ...], int]:
    """Return (name, word) of every feature, and how many belong to the first look."""
    from irgo_app.kernels.area_features import AREA_FEATURES
    from irgo_app.kernels.group_features import GROUP_FEATURES
    from irgo_app.kernels.map_features import CHAIN_FEATURES, LOCAL_FEATURES
    from irgo_app.kernels.stone_features import STONE_FEATURES

    own_words = {"near edge": EDGE, "far edge": EDGE, "stage": STAGE}
    first = [(name, own_words.get(name, STONES)) for name in STONE_FEATURES]
    first += [(f"{name} within {reach}" if reach else name, INFLUENCE)
              for name, reaches in _FIELDS for reach in reaches]
    first += [(f"spread {name}", INFLUENCE) for name in (*LOCAL_FEATURES, *CHAIN_FEATURES)]
    first += [(f"{field} area: {name}", AREAS)
              for field in ("spread", "shadow") for name in AREA_FEATURES]
    first += [(f"reading: {name}", GROUPS) for name in _READING]
    second = [(f"estimate {name}", AROUND) for name in (*LOCAL_FEATURES, *CHAIN_FEATURES)]
    second += [(f"{kind} area of the estimate: {name}", AREAS)
               for kind in ("close", "firm") for name in AREA_FEATURES]
    second += [(f"{kind}: {name}", GROUPS)
               for kind in ("cluster", "group") for name in GROUP_FEATURES]
    second.append(("estimate of the whole board", BOARD))
    return (*first, *second), len(first)


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """Points in numbered sets: labels int32 (n), 0 for none; colours int8, 0 for number 0."""

    labels: _Whole
    colours: npt.NDArray[np.int8]


class Look:
    """The features of one position: first look on creation, second look once it is estimated.

    features -- int16 (number of features, n); the rows of the second look are 0 before it
    """

    def __init__(self, position: Position, inputs: Mapping[str, Result]) -> None:
        from irgo_app.kernels.feature_base import new_feature_scratch
        from irgo_app.kernels.stone_features import stone_features
        from irgo_app.kernels.tables import neighbour_table

        self.names, self.first_count = _names()
        self._columns, self._colour = position.columns, position.to_play
        self._neighbours = neighbour_table(position.columns, position.rows)
        cells = np.frombuffer(position.cells, np.int8)
        self._stones = (cells * position.to_play).astype(np.int8)
        self.features: _Rows = np.zeros((len(self.names), cells.size), np.int16)
        self._filled = 0
        self._scratch = new_feature_scratch(cells.size)
        reading = inputs["reading"]
        assert isinstance(reading, Reading)
        stone_features(self._stones, self._columns, self._neighbours, self._scratch,
                       self._next(24))
        self._add_fields(inputs)
        self._clusters, self._groups = self._partitions(reading)
        self._add_reading(reading)
        assert self._filled == self.first_count

    def second(self, first: _Whole) -> None:
        """Fill the second look from the first estimate, int32 (n), -1000 to 1000."""
        from irgo_app.kernels.area_features import area_features
        from irgo_app.kernels.group_features import group_features

        self._filled = self.first_count
        self._add_local(first)
        for least in (_CLOSE, _FIRM):
            area_features(first, self._stones, self._columns, self._neighbours, least,
                          self._scratch, self._next(10))
        for found in (self._clusters, self._groups):
            group_features(first, self._stones, found.labels, found.colours, self._neighbours,
                           self._scratch, self._next(13))
        # In tenths of a point; a board of 52x52 stays within int16.
        self._next(1)[:] = int(first.sum()) // 100
        assert self._filled == len(self.names)

    def _next(self, count: int) -> _Rows:
        """Return the next rows to fill."""
        self._filled += count
        return self.features[self._filled - count:self._filled]

    def _add_fields(self, inputs: Mapping[str, Result]) -> None:
        """Fill what the fields say: as they are, on average around, and as areas."""
        from irgo_app.kernels.area_features import area_features
        from irgo_app.kernels.feature_base import box_mean

        shadow = self._whole(inputs["influence.shadow"], 7)
        fields = {"shadow": shadow, "paths": self._whole(inputs["influence.paths"], 256),
                  "potential": self._whole(inputs["influence.potential"], 8)}
        for name, reaches in _FIELDS:
            for reach in reaches:
                if reach:
                    box_mean(fields[name], self._columns, reach, self._scratch.queue,
                             self._next(1)[0])
                else:
                    self._next(1)[0] = np.clip(fields[name], -30000, 30000)
        spread = self._whole(inputs[_SPREAD], 1000)
        self._add_local(spread)
        for values, least in ((spread, _CLOSE), (np.clip(30 * shadow, -1000, 1000), 50)):
            area_features(values, self._stones, self._columns, self._neighbours, least,
                          self._scratch, self._next(10))

    def _add_local(self, values: _Whole) -> None:
        """Fill what a map says around a point and along chains."""
        from irgo_app.kernels.map_features import chain_features, local_features

        local_features(values, self._columns, self._neighbours, self._scratch, self._next(7))
        chain_features(values, self._stones, self._neighbours, self._scratch, self._next(4))

    def _whole(self, result: Result, scale: int) -> _Whole:
        """Return a field in whole numbers, the side to move positive."""
        assert isinstance(result, Field)
        return np.rint(result.values.ravel() * (scale * self._colour)).astype(np.int32)

    def _partitions(self, reading: Reading) -> tuple[Partition, Partition]:
        """Return the clusters, dead ones as their stones, and the groups.

        A point in a cluster belongs to that cluster's group, whoever's shadow lies on it.
        """
        size, colour = self._stones.size, self._colour
        clusters = reading.clusters
        living = [() if cluster.status is Status.DEAD else cluster.points for cluster in clusters]
        labels = _labelled(size, living)
        group_of = np.zeros(len(clusters) + 1, np.int32)
        for number, group in enumerate(reading.groups, start=1):
            group_of[list(group.clusters)] = number
        by_shadow = _labelled(size, [group.points for group in reading.groups])
        groups = np.where(labels > 0, group_of[labels], by_shadow).astype(np.int32)
        dead = _labelled(size, [cluster.stones if cluster.status is Status.DEAD else ()
                                for cluster in clusters])
        self._living = labels
        return (
            Partition(np.where(dead > 0, dead, labels).astype(np.int32),
                      _per_number([colour * cluster.colour for cluster in clusters], np.int8)),
            Partition(groups, _per_number([colour * group.colour for group in reading.groups],
                                          np.int8)))

    def _add_reading(self, reading: Reading) -> None:
        """Fill what the reading counts for the cluster and the group of a point."""
        colour, clusters = self._colour, reading.clusters
        signs = [colour * cluster.colour for cluster in clusters]
        eyes = [len(cluster.eyes) for cluster in clusters]
        controlled = [sum(map(len, cluster.eyes)) for cluster in clusters]
        stones = [len(cluster.stones) for cluster in clusters]
        for counts in (eyes, controlled, stones):
            signed = [sign * count for sign, count in zip(signs, counts, strict=True)]
            self._next(1)[0] = _per_number(signed, np.int16)[self._living]
        of_groups: list[list[int]] = [[], [], []]
        for group in reading.groups:
            members = [number - 1 for number in group.clusters]
            is_alive = any(clusters[member].status is Status.ALIVE for member in members)
            sign = colour * group.colour
            for counts, count in zip(of_groups, (
                    sum(controlled[member] for member in members),
                    sum(stones[member] for member in members), 3 if is_alive else 1), strict=True):
                counts.append(sign * count)
        for counts in of_groups:
            self._next(1)[0] = _per_number(counts, np.int16)[self._groups.labels]
        self._next(1)[0] = colour * reading.final_map.points


def _labelled(size: int, sets: Sequence[tuple[int, ...]]) -> _Whole:
    """Return int32 (size): the number from 1 of the set a point is in, else 0."""
    labels = np.zeros(size, np.int32)
    numbers = np.repeat(np.arange(1, len(sets) + 1), [len(points) for points in sets])
    labels[list(chain.from_iterable(sets))] = numbers
    return labels


def _per_number(values: Sequence[int], kind: type[_Kind]) -> npt.NDArray[_Kind]:
    """Return an array of values by number from 1, with 0 for number 0."""
    return np.array([0, *values], kind)
