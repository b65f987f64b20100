"""What one worker, or the command line, keeps from request to request."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from irgo_app.service.plan import Computer

T = TypeVar("T")


class Workbench:
    """The computer of layers, and whatever searches want to keep; one thread at a time."""

    def __init__(self) -> None:
        self.computer = Computer()
        self._kept: dict[Callable[[], object], object] = {}

    def kept(self, make: Callable[[], T]) -> T:
        """Return what `make` makes, made once: a network that is slow to load, tables, a cache.

        make -- a function of a module or a class, which names what is kept
        """
        if make not in self._kept:
            self._kept[make] = make()
        return cast(T, self._kept[make])
