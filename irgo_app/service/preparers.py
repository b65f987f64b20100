"""Processes that compile kernels in the background, once on a machine, and end."""

from __future__ import annotations

import gc
import multiprocessing
import os
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Final

from irgo_app.service.child import begin_quietly, start_quietly

_MOST: Final = 3
_GARBAGE_THRESHOLD: Final = 50_000
"""Most of what compiling makes lives on; to look for garbage more often takes a tenth of it."""


class Preparers:
    """Started together where kernels are missing; what each compiles, the others load."""

    def __init__(self) -> None:
        self._processes: list[BaseProcess] = []

    def start(self) -> None:
        """Start one process a core, two at least; returns at once."""
        context = multiprocessing.get_context("spawn")
        for _ in range(max(2, min(os.cpu_count() or 1, _MOST))):
            process = context.Process(target=compile_all, daemon=True, name="irgo-preparer")
            start_quietly(process)
            self._processes.append(process)

    @property
    def is_working(self) -> bool:
        """Return whether any of them has yet to end."""
        return any(process.is_alive() for process in self._processes)

    def wait(self) -> None:
        """Wait until all have ended."""
        for process in self._processes:
            process.join()

    def close(self) -> None:
        """End what is still at work; what was compiled so far is kept."""
        for process in self._processes:
            process.kill()
        self.wait()


def compile_all() -> None:
    """Compile whatever kernel is missing; what a preparer's process does."""
    begin_quietly(10)  # After the worker, for which a map may be waiting.
    gc.set_threshold(_GARBAGE_THRESHOLD)
    from irgo_app.service.warm_up import prepare_kernels

    parent = multiprocessing.parent_process()
    with suppress(OSError):
        for _ in prepare_kernels():
            if parent is not None and not parent.is_alive():
                return
