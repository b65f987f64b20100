"""The kernels of a frozen irgo: functions of a library that was compiled before irgo was frozen.

`packaging/compile_kernels.py` makes the library. Every kernel that Python calls is in it, and takes
what its signature says without looking twice; those that only kernels call are in them. Neither
numba nor LLVM is loaded, and there is nothing to prepare.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ClassVar, Final

from msgspec import Struct

from irgo_app.kernels.compiler.store import KeptCode

LIBRARY: Final = "irgo_kernels"
"""The name of the library, as Python imports it."""


class FrozenKernel(Struct, frozen=True):
    """A function of which there is machine code; see `compiled.FrozenKernel`."""

    is_ready: ClassVar[bool] = True

    py_func: FunctionType
    is_inner: bool

    def prepare(self, *, waits: bool = True) -> bool:
        """Return that the function can be called."""
        return True


def kernel(function: FunctionType) -> Callable[..., Any]:
    """Return the compiled function in place of the one in plain Python."""
    KERNELS.append(FrozenKernel(function, is_inner=False))
    compiled: Callable[..., Any] = getattr(_library(), name_in_library(function))
    return compiled


def inner_kernel(function: FunctionType) -> FunctionType:
    """Return the function as it is: whoever calls it from Python calls plain Python."""
    KERNELS.append(FrozenKernel(function, is_inner=True))
    return function


def kept_code() -> KeptCode:
    """Return that the machine code came with irgo: one file."""
    return KeptCode("brought", 1, Path(str(_library().__file__)).stat().st_size)


def name_in_library(function: FunctionType) -> str:
    """Return what a kernel is called in the library."""
    return f"{function.__module__.rpartition('.')[2]}__{function.__name__}"


@cache
def _library() -> ModuleType:
    return import_module(LIBRARY)


KERNELS: Final[list[FrozenKernel]] = []
"""All kernels of the modules that are loaded, each after those it calls."""
