"""The decorator of kernels: compiled once per machine, the machine code kept for later runs.

numba's own cache is replaced by `machine_code.py`, which survives torn files and full disks.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps

from irgo_app.kernels.argument_types import argument_types
from irgo_app.kernels.machine_code import MachineCodeStore

_NO_KERNELS: Final = frozenset({"__init__.py", "compiled.py", "machine_code.py"})


def kernel(function: Callable[..., Any]) -> Any:
    """Make a function a kernel: compiled, or loaded, when it is first called or prepared."""
    dispatcher = Kernel(function, targetoptions={
        "nopython": True, "nogil": True, "boundscheck": None, "no_cfunc_wrapper": True})
    dispatcher._cache = _KernelCache(function, _STORE)
    KERNELS.append(dispatcher)
    return dispatcher


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function that is compiled for the types of its signature and for no others.

    numba itself compiles a function again for every combination of types it is called with, and a
    number written out in a call is a type of its own.
    """

    @property
    def is_prepared(self) -> bool:
        """Return whether the function has been compiled or loaded in this process."""
        return not self._can_compile

    def prepare(self) -> None:
        """Compile the function, or load it, unless that has been done."""
        with global_compiler_lock:
            if self._can_compile:
                super().compile(argument_types(self.py_func))
                self.disable_compile()

    def compile(self, signature: Any) -> None:
        """Prepare the kernel for a call by another one, whatever types the caller has."""
        self.prepare()

    def _compile_for_args(self, *arguments: Any, **named: Any) -> Any:
        """Prepare the kernel for the first call; what is returned is called in its place."""
        self.prepare()
        return self


KERNELS: Final[list[Kernel]] = []
"""All kernels of the modules that are loaded."""


class _KernelCache(NullCache):  # type: ignore[misc]
    """What numba asks before it compiles one function, and tells after it."""

    def __init__(self, function: Callable[..., Any], store: MachineCodeStore) -> None:
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
        self._store = store

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the compiled function for argument types, None if it was not kept."""
        target.refresh()
        data = self._store.load(self._entry(signature, target.codegen()))
        return data and CompileResult._rebuild(target, *pickle.loads(data))

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled function, unless it holds addresses of this process."""
        is_bound = result.library.has_dynamic_globals
        if not is_bound and all(part.can_cache for part in result.lifted):
            self._store.save(self._entry(signature, result.codegen), dumps(result._reduce()))

    def _entry(self, signature: Any, codegen: Any) -> str:
        """Return the name of an entry: types, processor and compiler are a part of it."""
        key = repr((signature, codegen.magic_tuple(), numba.__version__, llvmlite.__version__,
                    sys.implementation.cache_tag))
        return f"{self._name}-{blake2b(key.encode(), digest_size=8).hexdigest()}"


def _folder_name() -> str:
    """Return the name of the folder for the machine code of just these sources."""
    digest = blake2b(digest_size=8)
    for source in sorted(Path(__file__).parent.glob("*.py")):
        if source.name not in _NO_KERNELS:
            digest.update(source.name.encode())
            digest.update(source.read_bytes())
    return f"kernels-{digest.hexdigest()}"


_STORE: Final = MachineCodeStore(_folder_name())
