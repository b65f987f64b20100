"""What a layer counts for each side on a position, whatever kind of result it has."""

from __future__ import annotations

from collections.abc import Callable

from irgo_app.errors import LayerError
from irgo_app.go.point import BLACK, WHITE
from irgo_app.layers.results import Field, Links, Regions, Result


def counted_points(result: Result) -> tuple[float, float]:
    """Return Black's and White's count, both 0 or more.

    Of a field the sum of the values that are a side's, in the layer's unit; of regions and of
    links the number of points that have its colour.
    """
    if isinstance(result, Field):
        values = result.values
        return float(values[values > 0].sum()), float(-values[values < 0].sum())
    of_side = _points_of(result)
    return float(of_side(BLACK)), float(of_side(WHITE))


def _points_of(result: Result) -> Callable[[int], int]:
    if isinstance(result, Regions):
        return lambda colour: len({point for region in result.regions
                                   if region.colour == colour for point in region.points})
    if isinstance(result, Links):
        return lambda colour: len(result.points[colour])
    raise LayerError("This layer counts nothing; choose another for a batch.")
