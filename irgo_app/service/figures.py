"""What a layer's result comes to in single numbers, which curves over a game are drawn from.

They weigh next to nothing, so that those of a whole game can be kept where its maps cannot; an
answer that arrives from a worker is weighed here too.
"""

from dataclasses import dataclass
from sys import getsizeof
from typing import Final

import numpy as np
from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, WHITE
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Field, Result, frozen_arrays, size_in_bytes
from irgo_app.layers.territory import Territory
from irgo_app.service.request import AnyRequest, LaneName, LayerRequest, Request, Workbench
from irgo_app.words import Message

CURVE_LAYERS: Final = ("influence.shadow", "territory", "moyo")
"""The layers that have a curve: always these, whatever lies on the board."""


class Figures(Struct, frozen=True):
    """What one layer comes to on one position.

    value -- in points, Black positive; None where the layer comes to no number
    """

    value: float | None = None


def figures_of(result: Result) -> Figures:
    """Return the secured points, the points of moyos, or the balance of a field."""
    if isinstance(result, Territory):
        return Figures(float(result.count[BLACK] - result.count[WHITE]))
    if isinstance(result, Moyos):
        black, white = (result.regions.worth(colour) for colour in (BLACK, WHITE))
        return Figures(float(black - white))
    if isinstance(result, Field):
        # Each point counts at most as a whole one.
        shares = np.clip(result.values / result.full_scale, -1.0, 1.0)
        return Figures(float(shares[shares > 0].sum()) + float(shares[shares < 0].sum()))
    return Figures()


@dataclass(frozen=True, slots=True)
class FiguresRequest(Request["Figures"]):
    """The numbers that a layer comes to, without its map.

    Where the map is computed its numbers are kept with it, and need not be asked for.
    """

    of: LayerRequest

    @property
    def lane(self) -> LaneName:
        return self.of.lane

    is_light = comes_with_a_map = True

    @property
    def subject(self) -> Message:
        return self.of.subject

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Figures:
        """Return the numbers; the map is thrown away."""
        return figures_of(bench.layer_result(self.of, cancel))


_PLAIN_BYTES: Final = 2_000
"""About what a verdict or a study weighs beside its arrays and what `_bytes_of` finds."""


def settle(answer: object) -> int:
    """Make the arrays of an answer read-only (pickling drops the flag); return about its bytes."""
    arrays = frozen_arrays(answer)
    if isinstance(answer, Result):
        return size_in_bytes(answer, arrays)
    return _PLAIN_BYTES + _bytes_of(answer) + sum(array.nbytes for array in arrays)


def _bytes_of(answer: object) -> int:
    """Return about the bytes of a value of tuples and values of classes, its arrays left out.

    A picture of smooth shapes is some thousand points, and weighs fifty times what a map does.
    """
    size, left, seen = 0, [answer], set[int]()
    while left:
        value = left.pop()
        if id(value) in seen or isinstance(value, np.ndarray):
            continue
        seen.add(id(value))
        size += getsizeof(value)
        if isinstance(value, tuple | list | frozenset | set):
            left += value
        elif isinstance(value, dict):
            left += [*value.keys(), *value.values()]
        else:
            names = getattr(value, "__struct_fields__", ()) or getattr(value, "__slots__", ())
            left += [getattr(value, name) for name in names if hasattr(value, name)]
    return size


def numbers_of(request: AnyRequest, answer: object) -> tuple[FiguresRequest, Figures] | None:
    """Return the numbers to keep beside a map, None where nothing is drawn from them.

    The map may have to make room at any time; its numbers never do.
    """
    if not isinstance(request, LayerRequest) or request.layer not in CURVE_LAYERS:
        return None
    return (FiguresRequest(request), figures_of(answer)) if isinstance(answer, Result) else None
