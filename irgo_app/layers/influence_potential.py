"""The layer `influence.potential`: every living stone stamps a table of values around itself.

Potential of a point = sum over living stones, Black positive; stones do not stand in each other's
way, and their own points have potentials too. Source: Tajima & Sanechika, "Determination of Inner
Areas of Moyo by Potential Values": fifteen tables by the stone's lines from the edges, or the
simple functions 1/d and 1/2^d of section 5. The watershed of this field is the layer `moyo`.
"""

from collections.abc import Mapping

import numpy as np

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import (DEAD, FUNCTION_PARAMS, READING, Layer, Params, Share, as_read,
                                   living_stones, no_chance)
from irgo_app.layers.results import Field, Result

_UNIT = "potential, 100 for a stone at its own point"


class PotentialField:
    """The potential followed from position to position: one stamp for a stone more or less."""

    def __init__(self, columns: int, rows: int, params: Params) -> None:
        from irgo_app.kernels.spreading import scale_of, stamps

        self._params = params
        function = str(params["function"])
        self._stamps = stamps(columns, rows, function, str(params["distance"]),
                              int(params["reach"]))
        self._scale = scale_of(function)
        self._stones = np.zeros(columns * rows, np.int8)
        self._whole = np.zeros(columns * rows, np.int64)

    def step_to(self, position: Position, cancel: CancelFlag | None = None) -> Field:
        """Return the field of a position."""
        from irgo_app.kernels.spreading import add_changes

        living = living_stones(position, self._params)
        add_changes(self._stones, living, self._stamps, self._whole)
        self._stones = living
        values = (self._whole / self._scale).reshape(position.rows, position.columns)
        field = Field(values, _UNIT, full_scale=100.0)
        return as_read(field, position, self._params, LAYER.name)

    def shares(self, point: Point) -> tuple[Share, ...]:
        """Return what each stone gives to a point."""
        found = []
        starts, points, amounts = self._stamps
        for stone in np.flatnonzero(self._stones).tolist():
            stamp = slice(starts[stone], starts[stone + 1])
            given = int(amounts[stamp][points[stamp] == point].sum())
            found.append((stone, int(self._stones[stone]) * given / self._scale))
        return tuple(found)


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Field:
    """Return the potential, float64 (rows, columns)."""
    return PotentialField(position.columns, position.rows, params).step_to(position)


def shares(position: Position, params: Params, point: Point) -> tuple[Share, ...]:
    """Return what each stone gives to a point."""
    no_chance(params, "influence.potential")
    field = PotentialField(position.columns, position.rows, params)
    field.step_to(position)
    return field.shares(point)


LAYER = Layer(
    name="influence.potential",
    title="Potential",
    kind=Field,
    unit=_UNIT,
    source="Tajima & Sanechika, Determination of Inner Areas of Moyo by Potential Values",
    compute=compute,
    params=(*FUNCTION_PARAMS, DEAD, READING),
    tracker=PotentialField,
    shares=shares,
    tells="whose stones are nearer, and how many",
)
