"""Compile (or load from numba's disk cache) every kernel before the first real request."""

from __future__ import annotations

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.layers import COMPUTED
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from irgo_app.settings.param import ParamValue


def warm_up(*, has_network: bool = True) -> None:
    """Run each layer that needs no engine once, in every reading it offers as a choice.

    has_network -- also load the reader's network; a worker does that when it is first asked, so
    that the first map does not wait for it
    """
    position = Position.empty(9).with_stones({20: BLACK, 60: WHITE})
    for layer in COMPUTED:
        readings: list[dict[str, ParamValue]] = [{}]
        readings += [{param.key: choice} for param in layer.params for choice in param.choices]
        for given in readings:
            params = layer.full_params(given)
            if has_network or not (layer.uses_network and layer.uses_network(params)):
                compute(LayerRequest.of(position, layer.name, given), None)
