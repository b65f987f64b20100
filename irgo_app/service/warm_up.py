"""Every kernel made ready before the first real request, by several processes.

Each process goes through the same list and takes what is not there yet and what nobody else is at;
a lock for each kernel (`kernels/compiler/store.py`) keeps them apart.
"""

import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Final

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.kernels.compiler import KERNELS, Kernel, kept_code
from irgo_app.layers import COMPUTED
from irgo_app.layers.layer import Layer
from irgo_app.networks.network import encode
from irgo_app.service.plan import Computer, compute
from irgo_app.service.request import KernelState, LayerRequest, Preparation
from irgo_app.settings import ParamValue

_MAPS: Final = """
    grid spreading benson clusters readings watershed paths gnugo ladders reader_planes
    katago_planes"""
"""The modules of kernels of the layers, in the order of the layers, and of the networks' planes."""
_SEARCHES: Final = "chains search_state search playouts"
"""The modules of life and death: the solver's first, then those of the playouts."""
_LOOK_AGAIN_S: Final = 0.05


def kernels_of_maps() -> list[Kernel]:
    """Return the kernels of the layers and of the reader's planes, as they are wanted."""
    return _kernels_in(_MAPS)


def kernels_of_searches() -> list[Kernel]:
    """Return the kernels of life and death."""
    return _kernels_in(_SEARCHES)


def prepare_all(kernels: Sequence[Kernel]) -> Iterator[int]:
    """Make kernels ready one after another; yields how many are, first before anything is done.

    What another process is at comes later, and is waited for at the end. A kernel that is kept is
    not loaded.
    """
    left = [kernel for kernel in kernels if not kernel.is_ready]
    yield len(kernels) - len(left)
    while left:
        for kernel in left:
            if kernel.is_ready or kernel.prepare(waits=False):
                left.remove(kernel)
                break
        else:
            time.sleep(_LOOK_AGAIN_S)
        yield len(kernels) - len(left)


def _kernels_in(names: str) -> list[Kernel]:
    """Return the kernels of some modules: in the order of the modules, then as they are written."""
    modules = [import_module(f"irgo_app.kernels.{name}").__name__ for name in names.split()]
    found = [kernel for kernel in KERNELS if kernel.py_func.__module__ in modules]
    return sorted(found, key=lambda kernel: modules.index(kernel.py_func.__module__))


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
    for layer, given in readings:
        if has_network or not layer.uses_network:
            compute(LayerRequest.of(position, layer.name, given), None)
            yield
    _step()
    yield
    compute(LayerRequest.of(position, "explanation", {"point": 0}), None)
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
