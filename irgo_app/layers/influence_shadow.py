"""The layer `influence.shadow`: every stone casts a shadow that fades with distance.

A stone gives 1 at its own point and 1/reach less for every step away, spreading only away from
the stone on each axis. It passes through its own colour; an enemy stone takes the value of its
point and stops the way. Shadows add up, Black positive. Source: featurecat's Influencie, described
in the README of irgo (step 3, "cluster shadows"); the sum is kept, the cut is left to the painter.
Values are whole multiples of 1/reach, computed as whole numbers, hence exactly symmetric.
Influencie itself subtracts 1/7 seven times, which leaves 2.2e-16 at distance 7; that residue is
left out.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import (DEAD, READING, Layer, Params, Share, as_read, living_stones,
                                   no_chance, shares_of_stones)
from irgo_app.layers.results import Field, Result, Values
from irgo_app.settings import Param

_UNIT = "sum of 1 - distance/reach over the stones"


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Field:
    """Return the sum of the shadows, float64 (rows, columns), cut as `params` asks."""
    stones = living_stones(position, params)
    values = _values(position, stones, params)
    if params["cut"] != "none":
        values = _cut(values, stones.reshape(values.shape), str(params["cut"]))
    return as_read(Field(values, _UNIT, full_scale=3.5), position, params, LAYER.name)


def shares(position: Position, params: Params, point: Point) -> tuple[Share, ...]:
    """Return what each stone's shadow gives to a point; raises LayerError for a cut sum."""
    no_chance(params, "influence.shadow")
    if params["cut"] != "none":
        raise LayerError(
            "influence.shadow:cut={cut} is no sum over stones; explain cut=none.",
            cut=params["cut"])
    return shares_of_stones(position, params, point, _values)


def _values(
    position: Position, stones: npt.NDArray[np.int8], params: Params, only: Point = -1
) -> Values:
    from irgo_app.kernels.grid import kept_scratch
    from irgo_app.kernels.spreading import new_shadow_scratch, shadow_sum

    values, reach = np.empty((position.rows, position.columns)), int(params["reach"])
    shadow_sum(stones, position.columns, reach, only,
               kept_scratch(new_shadow_scratch, position.columns, position.rows, reach),
               values.reshape(-1))
    return values


def _cut(sums: Values, stones: np.ndarray, cut: str) -> Values:
    """Return the sums as Influencie cuts them for its picture (clamped to -1..1)."""
    clamped = np.clip(sums, -1.0, 1.0)
    if cut == "gradient":
        clamped = np.where(stones > 0, np.clip(clamped, 0.0, 0.5), clamped)
        clamped = np.where(stones < 0, np.clip(clamped, -0.5, 0.0), clamped)
    return clamped


LAYER = Layer(
    name="influence.shadow",
    title="Influence",
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
        DEAD,
        READING,
    ),
    shares=shares,
    tells="how far each side's stones reach",
)
