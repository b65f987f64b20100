"""What a layer's result comes to in single numbers: what curves over a game are drawn from.

They weigh next to nothing, so that those of a whole game can be kept where its maps cannot.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec import Struct

from irgo_app.go.point import BLACK, WHITE
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Field, Result
from irgo_app.layers.territory import Territory

CURVE_LAYERS: Final = ("influence.shadow", "territory", "moyo")
"""The layers that have a curve: always these, whatever lies on the board."""


class Figures(Struct, frozen=True):
    """The numbers of one layer on one position, in points.

    value -- Black positive, None where the layer comes to no number
    low, high -- the range of the value; the value itself where there is none
    black, white -- the parts of the two sides, where there are parts
    """

    value: float | None = None
    low: float = 0.0
    high: float = 0.0
    black: float = 0.0
    white: float = 0.0


def figures_of(result: Result) -> Figures:
    """Return the secured points, the points of moyos, or the balance of a field."""
    if isinstance(result, Territory):
        return _of_sides(result.count[BLACK], result.count[WHITE])
    if isinstance(result, Moyos):
        black, white = (result.regions.worth(colour) for colour in (BLACK, WHITE))
        return _of_sides(black, white)
    if isinstance(result, Field):
        # Each point counts at most as a whole one.
        shares = np.clip(result.values / result.full_scale, -1.0, 1.0)
        return _of_sides(float(shares[shares > 0].sum()), -float(shares[shares < 0].sum()))
    return Figures()


def _of_sides(black: float, white: float) -> Figures:
    value = float(black - white)
    return Figures(value, value, value, float(black), float(white))
