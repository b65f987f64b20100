"""Compile (or load from numba's disk cache) every kernel before the first real request."""

from __future__ import annotations

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.layers import COMPUTED
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest


def warm_up() -> None:
    """Run each layer that needs no engine once, in every reading it offers as a choice."""
    position = Position.empty(9).with_stones({20: BLACK, 60: WHITE})
    for layer in COMPUTED:
        compute(LayerRequest(position, layer.name), None)
        for param in layer.params:
            for choice in param.choices:
                compute(LayerRequest.of(position, layer.name, {param.key: choice}), None)


def warm_up_searches() -> None:
    """Ask for the life of a small group, which brings every kernel of the searches."""
    corner = dict.fromkeys((9, 10, 11, 2), BLACK) | dict.fromkeys((18, 19, 20, 12, 3), WHITE)
    position = Position.empty(9).with_stones(corner)
    compute(LayerRequest.of(position, "lifedeath", {"stones": vertex(9, 9, 9)}), None)
    compute(LayerRequest.of(Position.empty(9).with_stones({40: BLACK, 30: WHITE}), "lifedeath",
                            {"stones": vertex(40, 9, 9)}), None)
