"""Machine code of kernels with any numba: its public `njit` and its own cache.

numba's cache is made of pickles and notices no change in what a function calls. So it lies in a
folder that follows from the sources, below irgo's own, and only where nobody else can have put
anything into it; an index that cannot be read is thrown away with all the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from pickle import UnpicklingError
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numba

if TYPE_CHECKING:
    from irgo_app.kernels.compiler.compiled import Kernel

OPTIONS: Final[dict[str, bool]] = {"nogil": True}
"""What numba is told of each kernel; `packaging/compile_kernels.py` knows its numba and says more.
"""
_TORN: Final = (UnpicklingError, EOFError, AttributeError, ImportError, IndexError, KeyError,
                MemoryError, RuntimeError, TypeError, ValueError)
"""What reading a broken pickle may raise."""


class PlainCode(NamedTuple):
    """A kernel for Python and for other kernels.

    called_type -- what numba takes it for in others; that refers to `dispatcher` only weakly
    """

    entry_point: Callable[..., Any]
    called_type: Any
    dispatcher: Any


def processor() -> tuple[str, ...]:
    """Return nothing: numba's cache looks at the processor itself."""
    return ()


def compiled(kernel: Kernel) -> tuple[PlainCode, bytes]:
    """Compile a kernel, or have numba load it; what is kept besides says that this was done."""
    from irgo_app.kernels.compiler.compiled import STORE

    folder = STORE.private_folder(f"plain-{kernel.entry.rpartition('-')[2]}")
    if folder is None:
        return _made(kernel.py_func, is_cached=False), b""
    numba.config.CACHE_DIR = str(folder)
    try:
        return _made(kernel.py_func, is_cached=True), b""
    except _TORN:
        STORE.discard(folder)
        return _made(kernel.py_func, is_cached=False), b""


def loaded(kernel: Kernel, kept: bytes) -> PlainCode:
    """Return the same for a kernel that numba has in its cache."""
    return compiled(kernel)[0]


def _made(function: FunctionType, *, is_cached: bool) -> PlainCode:
    from irgo_app.kernels.compiler.compiled import signature_of

    arguments, returned = signature_of(function)
    dispatcher = numba.njit(cache=is_cached, **OPTIONS)(function)
    wanted = returned(*arguments)
    dispatcher.compile(wanted)
    dispatcher.disable_compile()
    return PlainCode(dispatcher.get_overload(wanted), numba.typeof(dispatcher), dispatcher)
