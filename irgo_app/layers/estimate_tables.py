"""The tables of the estimate: its trees, how far it was off, and what it was made from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Final, TypedDict

import numpy as np
import numpy.typing as npt

from irgo_app.go.point import Point
from irgo_app.layers.results import Values
from irgo_app.resource_files import resource_path

UNIT: Final = 100_000
"""The trees count in hundred-thousandths of a point's ownership."""

_Whole = npt.NDArray[np.int32]


class Measured(TypedDict):
    """What resources/estimate.json holds; see `measured`."""

    doubt: list[float]
    error: list[float]
    figures: list[dict[str, str | int | float | None]]
    measured: str


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """One round of trees: the arrays of `kernels/trees.py`; weights tell how common a leaf is."""

    asked: npt.NDArray[np.uint8]
    thresholds: npt.NDArray[np.int16]
    leaves: npt.NDArray[np.int16]
    weights: npt.NDArray[np.uint16]

    def add_to(self, features: npt.NDArray[np.int16], out: _Whole) -> None:
        """Add the trees' amounts, in 1/UNIT, for every point."""
        from irgo_app.kernels.trees import AT_ONCE, add_trees

        add_trees(features, self.asked, self.thresholds, self.leaves,
                  np.empty((AT_ONCE, out.size), np.uint8), out)

    def take_apart(self, features: npt.NDArray[np.int16], point: Point, out: Values) -> float:
        """Return the usual amount, and add to `out` what each feature changes of it, in 1/UNIT."""
        from irgo_app.kernels.trees import take_apart

        return float(take_apart(features, point, self.asked, self.thresholds, self.leaves,
                                self.weights, out))


@cache
def tables() -> tuple[Trees, Trees]:
    """Return the two rounds of trees of resources/estimate.npz."""
    with np.load(resource_path("estimate.npz")) as arrays:
        first, second = (
            Trees(*(arrays[f"{name}_{number}"] for name in Trees.__dataclass_fields__))
            for number in (1, 2))
    return first, second


@cache
def seen_positions() -> frozenset[int]:
    """Return the fingerprints (`Case.fingerprint`) of the positions the tables were made from."""
    with np.load(resource_path("estimate.npz")) as arrays:
        return frozenset(arrays["seen"].tolist())


@cache
def measured() -> Measured:
    """Return how far the estimate was off on games it was not made from: resources/estimate.json.

    `doubt`, `error`: in four of five positions of so much doubt (the sum of 1 - |value| over the
    board, for 361 points) the score was off by at most so much. `figures`: a row for each phase,
    see `bench/truth.py`. `measured`: on what.
    """
    found: Measured = json.loads(resource_path("estimate.json").read_text("utf-8"))
    return found


@cache
def error_by_doubt() -> tuple[Values, Values]:
    """Return `doubt` and `error` of `measured` as arrays, float64."""
    table = measured()
    return np.array(table["doubt"]), np.array(table["error"])
