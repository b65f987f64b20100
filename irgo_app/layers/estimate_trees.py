"""The estimate's trees: what they look at, how far they were off, and what they were made from.

They see whole numbers of every point, from the side to move. The first look takes stones,
liberties, influence, the areas that influence divides the board into, and the reading's clusters
and groups. The second look takes the first estimate: around the point, along its chain, over its
area, its cluster, its group and the enemies beside, and over the board. Everything is counted
without regard to the order of points, hence exactly symmetric; the side to move is always +1, hence
colours exchanged with the move give the same numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import Final, TypedDict

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.reading import ReadingInTables
from irgo_app.layers.results import Field, Result, Values
from irgo_app.resource_files import computed_with
from irgo_app.words import noted

UNIT: Final = 100_000
"""The trees count in hundred-thousandths of a point's ownership."""

_Whole = npt.NDArray[np.int32]


class Measured(TypedDict):
    """What resources/estimate.json holds; see `measured`."""

    doubt: list[float]
    error: list[float]
    figures: list[dict[str, str | int | float | None]]
    measured: str


class Trees(Struct, frozen=True, eq=False):
    """One round of trees, as `kernels/estimate_looks.py` has them.

    weights -- how common each leaf is
    """

    asked: npt.NDArray[np.uint8]
    thresholds: npt.NDArray[np.int16]
    leaves: npt.NDArray[np.int16]
    weights: npt.NDArray[np.uint16]

    def add_to(self, features: npt.NDArray[np.int16], out: _Whole) -> None:
        """Add the trees' amounts, in 1/UNIT, for every point."""
        from irgo_app.kernels.estimate_looks import AT_ONCE, add_trees

        add_trees(features, self.asked, self.thresholds, self.leaves,
                  np.empty((AT_ONCE, out.size), np.uint8), out)

    def take_apart(self, features: npt.NDArray[np.int16], point: Point, out: Values) -> float:
        """Return the usual amount, and add to `out` what each feature changes of it, in 1/UNIT."""
        from irgo_app.kernels.estimate_looks import take_apart

        return float(take_apart(features, point, self.asked, self.thresholds, self.leaves,
                                self.weights, out))


@cache
def tables() -> tuple[Trees, Trees]:
    """Return the two rounds of trees of resources/estimate.npz."""
    with np.load(BytesIO(computed_with("estimate.npz"))) as arrays:
        first, second = (
            Trees(*(arrays[f"{name}_{number}"] for name in Trees.__struct_fields__))
            for number in (1, 2))
    return first, second


@cache
def seen_positions() -> frozenset[int]:
    """Return the fingerprints (`Case.fingerprint`) of the positions the tables were made from."""
    with np.load(BytesIO(computed_with("estimate.npz"))) as arrays:
        return frozenset(arrays["seen"].tolist())


@cache
def measured() -> Measured:
    """Return how far the estimate was off on games it was not made from: resources/estimate.json.

    `doubt`, `error`: in four of five positions of so much doubt (the sum of 1 - |value| over the
    board, for 361 points) the score was off by at most so much. `figures`: a row for each phase,
    see `irgo_bench/truth.py`. `measured`: on what.
    """
    found: Measured = json.loads(computed_with("estimate.json"))
    return found


@cache
def error_by_doubt() -> tuple[Values, Values]:
    """Return `doubt` and `error` of `measured` as arrays, float64."""
    table = measured()
    return np.array(table["doubt"]), np.array(table["error"])


_SPREAD: Final = "influence.gnugo:show=normalised"
_FIELDS: Final = (_SPREAD, "influence.shadow", "influence.paths", "influence.potential")
NEEDS: Final = ("reading", *_FIELDS)

STONES, INFLUENCE, AREAS, GROUPS, EDGE, STAGE, AROUND, BOARD = (
    noted("stones and liberties"), noted("influence"), noted("areas"),
    noted("clusters and groups"), noted("edge of the board"), noted("stage of the game"),
    noted("second look around"), noted("balance of the board"))
"""In which words a value is taken apart."""

_Rows = npt.NDArray[np.int16]


@cache
def _names() -> tuple[tuple[tuple[str, str], ...], int]:
    """Return (name, word) of every feature, and how many belong to the first look."""
    from irgo_app.kernels.estimate_looks import FEATURES, FIELD_FEATURES, READING_FEATURES
    from irgo_app.kernels.features import (
        AREA_FEATURES, CHAIN_FEATURES, GROUP_FEATURES, LOCAL_FEATURES, STONE_FEATURES
    )

    own_words = {"near edge": EDGE, "far edge": EDGE, "stage": STAGE}
    first = [(name, own_words.get(name, STONES)) for name in STONE_FEATURES]
    first += [(name, INFLUENCE) for name in FIELD_FEATURES]
    first += [(f"spread {name}", INFLUENCE) for name in (*LOCAL_FEATURES, *CHAIN_FEATURES)]
    first += [(f"{field} area: {name}", AREAS)
              for field in ("spread", "shadow") for name in AREA_FEATURES]
    first += [(f"reading: {name}", GROUPS) for name in READING_FEATURES]
    second = [(f"estimate {name}", AROUND) for name in (*LOCAL_FEATURES, *CHAIN_FEATURES)]
    second += [(f"{kind} area of the estimate: {name}", AREAS)
               for kind in ("close", "firm") for name in AREA_FEATURES]
    second += [(f"{kind}: {name}", GROUPS)
               for kind in ("cluster", "group") for name in GROUP_FEATURES]
    second.append(("estimate of the whole board", BOARD))
    assert len(first) + len(second) == FEATURES
    return (*first, *second), len(first)


class PointFeatures:
    """The features of one position: first look on creation, second look once it is estimated.

    features -- int16 (number of features, n); the rows of the second look are 0 before it
    """

    def __init__(self, position: Position, inputs: Mapping[str, Result]) -> None:
        from irgo_app.kernels.estimate_looks import first_look, new_partitions
        from irgo_app.kernels.features import new_feature_scratch
        from irgo_app.kernels.grid import kept_scratch, neighbour_table

        self.names, self.first_count = _names()
        size, self._columns = len(position.cells), position.columns
        self._neighbours = neighbour_table(position.columns, position.rows)
        self._stones = np.frombuffer(position.cells, np.int8) * np.int8(position.to_play)
        self.features: _Rows = np.zeros((len(self.names), size), np.int16)
        self._scratch = kept_scratch(new_feature_scratch, size)
        self._whole = np.empty(size, np.int32)
        self._partitions = new_partitions(size)
        reading = inputs["reading"]
        assert isinstance(reading, ReadingInTables)
        clusters, groups = reading.clusters, reading.groups
        self._counts = len(clusters), len(groups)
        first_look(
            self._stones, position.to_play, self._columns, self._neighbours,
            *(_values_of(inputs[field]) for field in _FIELDS), reading.final_map.points,
            clusters.points, clusters.is_stone, clusters.eyes, clusters.ends, clusters.colours,
            clusters.codes, groups.colours, groups.members, groups.member_ends, groups.points,
            groups.ends, self._scratch, self._whole, self._partitions, self.features)

    def second(self, first: _Whole) -> None:
        """Fill the second look from the first estimate, int32 (n), in 1/UNIT."""
        from irgo_app.kernels.estimate_looks import second_look

        second_look(first, self._stones, self._columns, self._neighbours, *self._counts,
                    self._scratch, self._whole, self._partitions, self.features)


def _values_of(result: Result) -> Values:
    """Return the values of a field, float64 (n)."""
    assert isinstance(result, Field)
    return result.values.reshape(-1)
