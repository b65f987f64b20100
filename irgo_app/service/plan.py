"""From a request to its result: the layers it needs first, then itself; and what a worker keeps."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import lru_cache
from threading import Lock
from typing import Final, TypeVar, cast

import numpy as np

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.position import Position
from irgo_app.layers import HIDDEN_LAYERS, LAYERS
from irgo_app.layers.groups import NAME as GROUPS
from irgo_app.layers.groups import Groups
from irgo_app.layers.layer import Layer, Params, Tracker, layer_of_need
from irgo_app.layers.results import Result, freeze
from irgo_app.service.request import LayerRequest, Request
from irgo_app.settings import ParamValue

REGISTRY: Mapping[str, Layer] = {layer.name: layer for layer in (*LAYERS, *HIDDEN_LAYERS)}
_DEAD: Final = "dead"
"""The parameter that a layer passes on to what it needs."""
_FEW_STONES: Final = 12
"""How far apart positions may be for stepping to be cheaper than starting anew."""
_MOST_FOLLOWED: Final = 12


def order_of_needs(name: str, registry: Mapping[str, Layer] = REGISTRY) -> tuple[str, ...]:
    """Return the needs to compute, inputs before users, ending with `name`.

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
            raise LayerError("The layer {current} needs itself; mend its `needs`.", current=current)
        layer, _ = layer_of_need(current, registry)
        open_names.add(current)
        stack.append((current, True))
        stack.extend((needed, False) for needed in layer.needs)
    return tuple(order)


class Computer:
    """Computes requests one after the other, stepping from position to position where it pays.

    A layer with a tracker is followed: if the next position differs by a few stones from the last
    one asked for, only what they touch is computed again. The results are those of a recompute.
    One thread at a time.
    """

    def __init__(self, registry: Mapping[str, Layer] = REGISTRY) -> None:
        self._registry = registry
        self._last_found: dict[str, tuple[Params, Position, Result]] = {}
        self._recipes: dict[Hashable, tuple[tuple[str, Layer, dict[str, ParamValue]], ...]] = {}
        self._followed: OrderedDict[Hashable, tuple[bytes, Tracker | None]] = OrderedDict()

    def compute(self, request: LayerRequest, cancel: CancelFlag | None) -> Result:
        """Return the frozen result; stones dead to the layer are dead to what it needs."""
        results: dict[str, Result] = {}
        for name, layer, params in self._recipe(request):
            # What depends on the order of moves is needed by no other layer.
            is_kept = not layer.uses_order
            found = self._remembered(name, params, request.position) if is_kept else None
            if found is None:
                found = self._by_step(layer, request, params, cancel) if layer.tracker else None
                if found is None:
                    inputs = {needed: results[needed] for needed in layer.needs}
                    found = layer.compute(request.position, inputs, params, cancel)
                found = freeze(found)
            if is_kept:
                self._last_found[name] = params, request.position, found
            results[name] = found
        return results[request.layer]

    def _remembered(self, name: str, params: Params, position: Position) -> Result | None:
        """Return a result that was the last of its layer, if it is of this very position."""
        last = self._last_found.get(name)
        if last is None or last[1] != position or last[0] != params:
            return None
        return last[2]

    def _recipe(
        self, request: LayerRequest
    ) -> tuple[tuple[str, Layer, dict[str, ParamValue]], ...]:
        """Return the needs to compute, in order, each with its layer and all its parameters."""
        key = request.layer, request.params
        if key not in self._recipes:
            own = dict(request.params)
            *needs, name = order_of_needs(request.layer, self._registry)
            layer = self._registry[name]
            self._recipes[key] = (
                *(self._need(need, own) for need in needs), (name, layer, layer.full_params(own)))
        return self._recipes[key]

    def _need(self, need: str, own: Params) -> tuple[str, Layer, dict[str, ParamValue]]:
        """Return what a layer needs, without the stones that are dead to it."""
        layer, params = layer_of_need(need, self._registry)
        if _DEAD in params and _DEAD in own:
            params = {**params, _DEAD: own[_DEAD]}
        return need, layer, params

    def _by_step(
        self, layer: Layer, request: LayerRequest, params: Params, cancel: CancelFlag | None
    ) -> Result | None:
        """Return the result by stepping from the last position, None if that is too far away."""
        assert layer.tracker is not None
        position = request.position
        key = (layer.name, position.columns, position.rows, tuple(params.values()))
        cells, tracker = self._followed.pop(key, (None, None))
        is_near = cells is not None and _stones_apart(cells, position.cells) <= _FEW_STONES
        if is_near and tracker is None:
            tracker = layer.tracker(position.columns, position.rows, params)
        result = tracker.step_to(position, cancel) if is_near and tracker is not None else None
        self._followed[key] = (position.cells, tracker if is_near else None)
        while len(self._followed) > _MOST_FOLLOWED:
            self._followed.popitem(last=False)
        return result


def compute(
    request: LayerRequest, cancel: CancelFlag | None, registry: Mapping[str, Layer] = REGISTRY
) -> Result:
    """Return the frozen result of one request on its own."""
    return Computer(registry).compute(request, cancel)


@lru_cache(maxsize=4)
def _stones_apart(cells: bytes, others: bytes) -> int:
    """Return on how many points two boards of one size differ; each layer asks it of the same two.
    """
    return int(np.count_nonzero(np.frombuffer(cells, np.int8) != np.frombuffer(others, np.int8)))


def groups_on(position: Position, answer: Callable[[LayerRequest], Result]) -> Groups:
    """Return the groups of a position; answer -- works layers out."""
    found = answer(LayerRequest.of(position, GROUPS))
    assert isinstance(found, Groups)
    return found


T = TypeVar("T")


class WorkerBench:
    """A `Workbench`: the computer of layers, for one thread at a time, and whatever is kept."""

    def __init__(self) -> None:
        self._computer = Computer()
        self._lock = Lock()
        self._kept: dict[Callable[[], object], object] = {}

    def layer_result(self, request: LayerRequest, cancel: CancelFlag | None) -> Result:
        return self._computer.compute(request, cancel)

    def kept(self, make: Callable[[], T]) -> T:
        with self._lock:
            if make not in self._kept:
                self._kept[make] = make()
            return cast(T, self._kept[make])


def searched_together(
    bench: WorkerBench, requests: Sequence[Request[T]], cancel: CancelFlag | None, at_once: int
) -> Iterator[tuple[int, T]]:
    """Yield the answers of searches as they are done, each with the index of its request.

    Several run at once in threads of this process, for a command that waits for all of them. Raises
    the first IrgoError; those that are not begun then do not begin.
    """
    pool = ThreadPoolExecutor(at_once)
    try:
        jobs = {pool.submit(request.answer, bench, cancel): index
                for index, request in enumerate(requests)}
        for job in as_completed(jobs):
            yield jobs[job], job.result()
    finally:
        # Stopped by the user, those at work end by the flag.
        pool.shutdown(wait=False, cancel_futures=True)
