"""Compile (or load from the disk cache) every kernel before the first real request."""

from __future__ import annotations

from collections.abc import Iterator

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.kernels.compiler import kept_code
from irgo_app.kernels.compiler.preparing import kernels_of_maps, kernels_of_searches, prepare_all
from irgo_app.layers import COMPUTED
from irgo_app.layers.layer import Layer
from irgo_app.reader.network import encode
from irgo_app.service.plan import Computer, compute
from irgo_app.service.request import KernelState, LayerRequest, Preparation
from irgo_app.settings.schema import ParamValue


def prepare_maps() -> Iterator[Preparation]:
    """Make the kernels of the maps ready and load them, the layer of the start first.

    Yields how far that is, between pieces of work that take a second at most.
    """
    kernels = kernels_of_maps()
    for done in prepare_all(kernels):
        if done < len(kernels):
            yield Preparation(done, len(kernels), is_complete=False)
    # What the searches need is looked for last: a map may be wanted by now.
    preparation = Preparation(len(kernels), len(kernels), is_complete=True)
    yield preparation
    for _ in _warm_up_steps(has_network=False):
        yield preparation
    is_complete = all(kernel.is_ready for kernel in kernels_of_searches())
    yield Preparation(len(kernels), len(kernels), is_complete)


def prepare_kernels() -> Iterator[Preparation]:
    """Make the kernels of the maps ready, then those of the searches, without loading them."""
    maps, searches = kernels_of_maps(), kernels_of_searches()
    for done in prepare_all([*maps, *searches]):
        yield Preparation(min(done, len(maps)), len(maps),
                          is_complete=done == len(maps) + len(searches))


def kernel_state() -> KernelState:
    """Return how many kernels are ready, and where their machine code is kept."""
    maps, searches, kept = kernels_of_maps(), kernels_of_searches(), kept_code()
    return KernelState(
        len(maps), sum(kernel.is_ready for kernel in maps),
        len(searches), sum(kernel.is_ready for kernel in searches),
        kept.place, kept.entries, kept.size)


def warm_up(*, has_network: bool = True) -> None:
    """Do whatever a user can ask of the layers that need no engine, so that no kernel is left.

    Each layer as it is first shown, the one of the start first; then the other readings, a step in
    a game, an explanation, and what the reader's network would be shown.
    has_network -- also load the reader's network; a worker does that when it is first asked, so
    that the first map does not wait for it
    """
    for _ in _warm_up_steps(has_network=has_network):
        pass


def _warm_up_steps(*, has_network: bool) -> Iterator[None]:
    position = Position.empty(9).with_stones({20: BLACK, 60: WHITE})
    readings: list[tuple[Layer, dict[str, ParamValue]]] = [(layer, {}) for layer in COMPUTED]
    readings += [(layer, {param.key: choice})
                 for layer in COMPUTED for param in layer.params for choice in param.choices]
    readings += [(layer, {param.key: not param.default})
                 for layer in COMPUTED for param in layer.params if isinstance(param.default, bool)]
    explained: list[str] = []
    for layer, given in readings:
        asks_network = layer.uses_network and layer.uses_network(layer.full_params(given))
        if has_network or not asks_network:
            compute(LayerRequest.of(position, layer.name, given), None)
            yield
        if layer.reasons is not None and not asks_network:
            explained.append(f"{layer.name}:" + ",".join(f"{key}={given[key]}" for key in given))
    _step()
    yield
    asked: dict[str, ParamValue] = {"point": 0, "fields": " ".join(explained)}
    compute(LayerRequest.of(position, "explanation", asked), None)
    encode([position], 0.0)


def _step() -> None:
    """Step from a position to the next one in every layer that follows games: a stone more, one
    less.
    """
    computer, before = Computer(), play(play(Position.empty(9), BLACK, 20), WHITE, 60)
    for position in (before, play(before, BLACK, 40), before):
        for layer in COMPUTED:
            if layer.tracker is not None:
                computer.compute(
                    LayerRequest.of(position, layer.name, uses_order=layer.uses_order), None)
