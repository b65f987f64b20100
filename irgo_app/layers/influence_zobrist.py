"""The layer `influence.zobrist`: the radiation of Zobrist's first Go program (1969).

The literal reading: each stone gives 1 to every vacant neighbour; every point given to gives 1 to
each of its vacant neighbours in the next generation, and so on for four generations. What a point
gets from several neighbours counts several times. Stones block and receive nothing. The other
readings of the same text are a parameter, so that they can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from irgo_app.go.position import Position
from irgo_app.layers.layer import CancelFlag, Layer, Params
from irgo_app.layers.results import Field, Result
from irgo_app.settings.param import Param

_UNIT = "radiation received"
_SEED_1969 = 50


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Field:
    """Return the radiation, float64 (rows, columns) of whole numbers."""
    from irgo_app.kernels.radiation import radiate_board, radiate_stones
    from irgo_app.kernels.tables import neighbour_table, stones_view

    stones = stones_view(position.cells)
    neighbours = neighbour_table(position.columns, position.rows)
    variant, generations = str(params["variant"]), int(params["generations"])
    whole = np.empty(stones.size, np.int32)
    if variant == "board":
        radiate_board(stones, neighbours, generations, _SEED_1969, np.empty_like(whole), whole)
    else:
        radiate_stones(
            stones, neighbours, generations, variant == "per_point", variant == "walks",
            np.zeros((2, stones.size), np.int32), np.empty((2, stones.size), np.int16), whole,
        )
    values = whole.astype(np.float64).reshape(position.rows, position.columns)
    return Field(values, _UNIT, full_scale=10.0)


LAYER = Layer(
    name="influence.zobrist",
    title="Zobrist radiation",
    kind=Field,
    unit=_UNIT,
    source="A. L. Zobrist, A model of visual organization for the game of Go, 1969",
    compute=compute,
    params=(
        Param("variant", str, "literal", "Reading",
              "literal: 1 from each giving neighbour; per_point: 1 a generation; walks: amounts "
              "flow on; board: the whole board at once, stones included.",
              choices=("literal", "per_point", "walks", "board")),
        Param("generations", int, 4, "Generations", "How many steps the radiation goes.", 1, 12),
    ),
)
