"""Compile (or load from numba's disk cache) every kernel before the first real request."""

from __future__ import annotations

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
