"""Kernels made ready ahead of time, in the order in which they are wanted, by several processes.

Each process goes through the same list and takes what is not there yet and what nobody else is at;
a lock for each kernel (`store.py`) keeps them apart.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Final

from irgo_app.kernels.compiler import KERNELS, Kernel

_MAPS: Final = """
    grid shadow colour_control benson clusters readings group_links potential watershed paths gnugo
    radiation stone_features area_features estimate_looks ladders reader_planes"""
"""The modules of kernels of the layers, in the order of the layers, and of the reader's planes."""
_SEARCHES: Final = "chains search_state relevance search playouts"
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
