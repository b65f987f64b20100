"""From a request to its result: the layers it needs first, then itself."""

from __future__ import annotations

from collections.abc import Mapping

from irgo_app.errors import LayerError
from irgo_app.layers import LAYERS
from irgo_app.layers.layer import CancelFlag, Layer
from irgo_app.layers.results import Result, freeze
from irgo_app.service.request import LayerRequest

REGISTRY: Mapping[str, Layer] = {layer.name: layer for layer in LAYERS}


def order_of_needs(name: str, registry: Mapping[str, Layer] = REGISTRY) -> tuple[str, ...]:
    """Return the layer names to compute, inputs before users, ending with `name`.

    Raises LayerError on an unknown name or a circle of needs.
    """
    order: list[str] = []
    stack: list[tuple[str, bool]] = [(name, False)]
    open_names: set[str] = set()
    while stack:
        current, is_left = stack.pop()
        if is_left:
            open_names.discard(current)
            order.append(current)
            continue
        if current in order:
            continue
        if current in open_names:
            raise LayerError(f"The layer {current} needs itself; mend its `needs`.")
        if current not in registry:
            raise LayerError(f"There is no layer {current!r}; see `irgo layers`.")
        open_names.add(current)
        stack.append((current, True))
        stack.extend((needed, False) for needed in registry[current].needs)
    return tuple(order)


def compute(
    request: LayerRequest, cancel: CancelFlag | None, registry: Mapping[str, Layer] = REGISTRY
) -> Result:
    """Return the frozen result of a request; needed layers run with their default parameters."""
    results: dict[str, Result] = {}
    for name in order_of_needs(request.layer, registry):
        layer = registry[name]
        params = layer.full_params(dict(request.params) if name == request.layer else {})
        inputs = {needed: results[needed] for needed in layer.needs}
        results[name] = freeze(layer.compute(request.position, inputs, params, cancel))
    return results[request.layer]
