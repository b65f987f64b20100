"""The decorator of kernels: compiled once per machine, the machine code kept for later runs.

numba's own cache is replaced by `machine_code.py`, which survives torn files and full disks. An
entry is found by what its kernel means (`meaning.py`): a changed kernel is compiled anew together
with those that call it, and nothing else is.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

import llvmlite
import numba
from numba.core.caching import NullCache
from numba.core.compiler import compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.typing.typeof import Purpose, typeof

from irgo_app.kernels.compiled_types import compiled_types
from irgo_app.kernels.instructions import add_instructions
from irgo_app.kernels.linking import LARGE, KeptLibrary, KernelCompiler, KernelLibrary, name_of
from irgo_app.kernels.machine_code import KeptCode, MachineCodeStore
from irgo_app.kernels.meaning import meaning_of
from irgo_app.kernels.remembered_types import remember_types

_OPTIONS: Final = {
    "nopython": True, "nogil": True, "boundscheck": None, "no_cfunc_wrapper": True,
    "_nrt": False}
_CHECKS_EACH_CALL: Final = bool(os.environ.get("IRGO_CHECK_KERNELS"))
"""Whether the types of arguments are looked at in each call from Python, for who writes kernels."""


def kernel(function: Callable[..., Any]) -> Any:
    """Make a function a kernel: compiled, or loaded, when it is first called or prepared."""
    return _listed(function, {})


def inner_kernel(function: Callable[..., Any]) -> Any:
    """Make a function a kernel that only kernels call; called from Python it is plain Python."""
    return _listed(function, {"no_cpython_wrapper": True})


def kept_code() -> KeptCode:
    """Return what is kept of machine code, and where."""
    return _STORE.state()


def _listed(function: Callable[..., Any], more: dict[str, Any]) -> Kernel:
    made = Kernel(function, targetoptions=_OPTIONS | more, pipeline_class=KernelCompiler)
    made._cache = _KernelCache(made, _STORE)
    made._entry_point = made.py_func if made.is_inner else None
    KERNELS.append(made)
    return made


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function that is compiled for the types of its signature and for no others.

    numba itself compiles a function again for every combination of types it is called with, and a
    number written out in a call is a type of its own.
    """

    _entry_point: Callable[..., Any] | None

    @property
    def name(self) -> str:
        """Return the module and name of the function."""
        return name_of(self.py_func)

    @property
    def is_inner(self) -> bool:
        """Return whether only kernels can call the function."""
        return "no_cpython_wrapper" in self.targetoptions

    @property
    def is_large(self) -> bool:
        """Return whether other kernels call the function where it lies; it is prepared for that."""
        self.prepare()
        [result] = self.overloads.values()
        return bool(result.library.is_large)

    @property
    def is_prepared(self) -> bool:
        """Return whether the function has been compiled or loaded in this process."""
        return bool(self.overloads)

    @property
    def is_ready(self) -> bool:
        """Return whether there is machine code, be it in this process or kept."""
        return self.is_prepared or self._cache.is_kept

    def prepare(self, *, waits: bool = True) -> bool:
        """Compile the function, or load it, unless that has been done; return whether it has now.

        waits -- while another process compiles it; else it is left to that one
        """
        with global_compiler_lock:
            if self.is_prepared:
                return True
            with self._cache.turn(waits=waits) as is_turn:
                if is_turn:
                    remember_types()
                    add_instructions()
                    super().compile(compiled_types(self.py_func))
                    self._can_compile = self.is_inner
                return is_turn

    def compile(self, signature: Any) -> None:
        """Prepare the kernel for a call by another one, whatever types the caller has."""
        self.prepare()

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel from Python; raises TypeError where the arguments are not its types.

        numba's own way in is not safe from several threads: one that looks at arguments while
        another compiles finds no function for them. It also looks at every array in every named
        tuple, which takes longer than many a kernel; here that is done until a call was right.
        """
        entry_point = self._entry_point
        if entry_point is None:
            entry_point = self._checked_entry_point(arguments)
        return entry_point(*arguments)

    def _checked_entry_point(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return what Python calls, of arguments that have the types of the signature."""
        self.prepare()
        [result] = self.overloads.values()
        with global_compiler_lock:
            for given, wanted in zip(arguments, result.signature.args, strict=False):
                found = typeof(given, Purpose.argument)
                if self.typingctx.can_convert(found, wanted) is None:
                    raise TypeError(f"{self.name} was given {found} for {wanted}")
        if not _CHECKS_EACH_CALL:
            self._entry_point = result.entry_point
        return result.entry_point

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        """Return how another kernel calls this one, while that is compiled."""
        self.prepare()
        return super().get_call_template(arguments, named)

    def add_overload(self, result: Any) -> None:
        """Take the compiled function; where it has no way in, Python must not find it."""
        library, symbol = result.library, result.fndesc.llvm_func_name
        library.decide_size(symbol)
        library.take_in(symbol)
        if not self.is_inner:
            super().add_overload(result)
            return
        if library.is_large:
            library.codegen.set_env(result.fndesc.env_name, result.environment)
        if result.entry_point is None:
            result = result._replace(entry_point=self.py_func)
            self.targetctx.insert_user_function(self.py_func, result.fndesc, [library])
        self.overloads[tuple(result.signature.args)] = result


KERNELS: Final[list[Kernel]] = []
"""All kernels of the modules that are loaded, each after those it calls."""


class _KernelCache(NullCache):  # type: ignore[misc]
    """What numba asks before it compiles one function, and tells after it."""

    def __init__(self, owner: Kernel, store: MachineCodeStore) -> None:
        self._owner, self._store = owner, store

    @property
    def is_kept(self) -> bool:
        """Return whether there is an entry for this processor."""
        return self._store.has(self._entry)

    def turn(self, *, waits: bool) -> AbstractContextManager[bool]:
        """Hold the function's lock if it has to be compiled; see `MachineCodeStore.alone`."""
        if self.is_kept:
            return nullcontext(True)
        return self._store.alone(self._entry, waits=waits)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the compiled function, None if it was not kept.

        Of numba only that is made ready which machine code calls: what it needs for compiling
        takes 70 MB and 0.1 s.
        """
        data = self._store.load(self._entry)
        if not data:
            return None
        library, *others = pickle.loads(data)
        if not all(_kernel_named(name).is_large for name in library.needs):
            return None
        return self._rebuilt(target, library, *others)

    def _rebuilt(
        self, target: Any, kept: KeptLibrary, fndesc: Any, environment: Any, signature: Any,
        *others: Any
    ) -> Any:
        """Return the compiled function from what was kept of it; `others` are numba's own."""
        library = KernelLibrary.of_kept(target.codegen(), kept)
        if self._owner.is_inner:
            entry_point = self._owner.py_func
        else:
            entry_point = target.get_executable(library, fndesc, environment)
        return compile_result(
            target_context=target, typing_context=target.typing_context, library=library,
            entry_point=entry_point, fndesc=fndesc, environment=environment, signature=signature,
            objectmode=False, lifted=(), reload_init=(), referenced_envs=others[-1])

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled function, unless it holds addresses of this process."""
        if not result.library.has_dynamic_globals:
            self._store.save(self._entry, dumps(result._reduce()))

    @cached_property
    def _entry(self) -> str:
        """Return the name of the entry for this processor."""
        function = self._owner.py_func
        target = self._owner.targetctx.codegen().magic_tuple()
        name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
        options = sorted(self._owner.targetoptions.items())
        versions = numba.__version__, llvmlite.__version__, sys.implementation.cache_tag
        key = repr((meaning_of(function), options, LARGE, versions, *target))
        return f"{name}-{blake2b(key.encode(), digest_size=10).hexdigest()}"


def _kernel_named(name: str) -> Kernel:
    """Return the kernel of a module and name; one that is called has been imported."""
    return next(kernel for kernel in KERNELS if kernel.name == name)


_STORE: Final = MachineCodeStore("kernels")
