"""The layer `influence.zobrist`: the radiation of Zobrist's first Go program (1969).

The literal reading: each stone gives 1 to every vacant neighbour; every point given to gives 1 to
each of its vacant neighbours in the next generation, and so on for four generations. What a point
gets from several neighbours counts several times. Stones block and receive nothing. The other
readings of the same text are a parameter, so that they can be compared.
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

_UNIT = "radiation received"
_SEED_1969 = 50


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Field:
    """Return the radiation, float64 (rows, columns) of whole numbers."""
    stones = living_stones(position, params)
    field = Field(_values(position, stones, params), _UNIT, full_scale=10.0)
    return as_read(field, position, params, LAYER.name)


def shares(position: Position, params: Params, point: Point) -> tuple[Share, ...]:
    """Return what each stone radiates to a point; raises LayerError for the variant `board`."""
    no_chance(params, "influence.zobrist")
    if params["variant"] == "board":
        raise LayerError("influence.zobrist:variant=board is no sum over stones; explain another "
                         "variant.")
    return shares_of_stones(position, params, point, _values)


def _values(
    position: Position, stones: npt.NDArray[np.int8], params: Params, only: Point = -1
) -> Values:
    from irgo_app.kernels.grid import neighbour_table, padded_stones
    from irgo_app.kernels.spreading import radiate_board, radiate_stones, radiate_walks

    columns, generations = position.columns, int(params["generations"])
    variant = params["variant"]
    values = np.empty((position.rows, columns))
    out = values.reshape(-1)
    if variant == "board":
        radiate_board(stones, neighbour_table(columns, position.rows), generations, _SEED_1969,
                      np.empty_like(out), out)
        return values
    padded = padded_stones(stones, columns, 1)
    scratch = np.empty((3, padded.size), np.int32)
    if variant == "walks":
        radiate_walks(stones, columns, generations, only, padded, *scratch, out)
    else:
        queue = np.empty(stones.size * (generations + 1), np.int32)
        radiate_stones(stones, columns, generations, variant == "per_point", only, padded,
                       *scratch, queue, out)
    return values


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
        DEAD,
        READING,
    ),
    shares=shares,
    short="Zobrist",
    tells="in whose neighbourhood a point lies",
)
