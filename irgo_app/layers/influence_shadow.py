"""The layer `influence.shadow`: every stone casts a shadow that fades with distance.

A stone gives 1 at its own point and 1/reach less for every step away, spreading only away from
the stone on each axis. It passes through its own colour; an enemy stone takes the value of its
point and stops the way. Shadows add up, Black positive. Source: featurecat's Influencie, described
in the README of irgo (step 3, "cluster shadows"); the sum is kept, the cut is left to the painter.
Values are whole multiples of 1/reach, computed as whole numbers, hence exactly symmetric.
Influencie itself subtracts 1/7 seven times, which leaves 2.2e-16 at distance 7; that residue is
left out.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from irgo_app.go.position import Position
from irgo_app.layers.layer import CancelFlag, Layer, Params
from irgo_app.layers.results import Field, Result, Values
from irgo_app.settings.param import Param

_UNIT = "sum of 1 - distance/reach over the stones"


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Field:
    """Return the sum of the shadows, float64 (rows, columns), cut as `params` asks."""
    from irgo_app.kernels.shadow import shadow_sum
    from irgo_app.kernels.tables import stones_view

    reach = int(params["reach"])
    stones = stones_view(position.cells)
    whole = np.empty(stones.size, np.int32)
    scratch = np.empty((reach, reach), np.bool_)
    shadow_sum(stones, position.columns, position.rows, reach, scratch, whole)
    values = _cut(whole / reach, stones, str(params["cut"]))
    return Field(values.reshape(position.rows, position.columns), _UNIT, full_scale=3.5)


def _cut(sums: Values, stones: np.ndarray, cut: str) -> Values:
    """Return the sums, or cut as Influencie cuts them for its picture (clamped to -1..1)."""
    if cut == "none":
        return sums
    clamped = np.clip(sums, -1.0, 1.0)
    if cut == "gradient":
        clamped = np.where(stones > 0, np.clip(clamped, 0.0, 0.5), clamped)
        clamped = np.where(stones < 0, np.clip(clamped, -0.5, 0.0), clamped)
    return clamped


LAYER = Layer(
    name="influence.shadow",
    title="Shadows",
    kind=Field,
    unit=_UNIT,
    source="Influencie (featurecat), as used in step 3 of the irgo algorithm",
    compute=compute,
    params=(
        Param("reach", int, 7, "Reach", "Steps until a stone's shadow has faded.", 2, 20),
        Param("cut", str, "none", "Cut",
              "none keeps the sum; plain clamps it to -1..1; gradient also limits a stone's own "
              "point to half, as Influencie's picture does.",
              choices=("none", "plain", "gradient")),
    ),
)
