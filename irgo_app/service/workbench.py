"""What one worker, or the command line, keeps from request to request."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from irgo_app.cancel_flag import CancelFlag
from irgo_app.layers.results import Result
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest

T = TypeVar("T")


class WorkerBench:
    """The computer of layers, and whatever searches want to keep; one thread at a time."""

    def __init__(self) -> None:
        self._computer = Computer()
        self._kept: dict[Callable[[], object], object] = {}

    def layer_result(self, request: LayerRequest, cancel: CancelFlag | None) -> Result:
        """Return a layer's result, frozen, with the help of those computed before."""
        return self._computer.compute(request, cancel)

    def kept(self, make: Callable[[], T]) -> T:
        """Return what `make` makes, made once: a network that is slow to load, tables, a cache.

        make -- a function of a module or a class, which names what is kept
        """
        if make not in self._kept:
            self._kept[make] = make()
        return cast(T, self._kept[make])
