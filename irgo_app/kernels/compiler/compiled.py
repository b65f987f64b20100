"""A kernel: a function compiled once, for the types of its signature; its machine code is kept.

Only the first caller prepares it, every other thread waits; then Python calls the machine code
itself. numba's own way in is not used: it is not safe while another thread compiles, and it looks
at every array in every named tuple in each call, which takes longer than many a kernel.
"""

import os
import re
import sys
from collections.abc import Callable
from functools import cache, cached_property
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, get_args, get_origin, get_type_hints

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from irgo_app.kernels.argument_types import ArrayType
from irgo_app.kernels.compiler.store import CodeStore, KeptCode

PINNED: Final = ("0.68.1", "0.50.0")
"""The numba and llvmlite of the lock file, whose insides `linked.py` knows."""
_VERSIONS: Final = (numba.__version__, llvmlite.__version__)
IS_PLAIN: Final = _VERSIONS != PINNED or bool(os.environ.get("IRGO_PLAIN_KERNELS"))
_MAKER: Final[Any] = import_module(f"irgo_app.kernels.compiler.{'plain' if IS_PLAIN else 'linked'}")
_CHECKS_EACH_CALL: Final = bool(os.environ.get("IRGO_CHECK_KERNELS"))
_IMPORT: Final = re.compile(r"^\s*from (irgo_app[.\w]*) import", re.MULTILINE)
_NUMBERS: Final = {int: types.int64, float: types.float64, bool: types.boolean,
                   np.uint64: types.uint64, type(None): types.none}


def kernel(function: Callable[..., Any]) -> Any:
    """Make a function a kernel: compiled, or loaded, when it is first called or prepared."""
    return Kernel(function, is_inner=False)


def inner_kernel(function: Callable[..., Any]) -> Any:
    """Make a function a kernel that only kernels call; called from Python it is plain Python."""
    return Kernel(function, is_inner=True)


def kept_code() -> KeptCode:
    """Return what is kept of machine code, and where."""
    return STORE.state()


class Kernel:
    """A function that Python or other kernels call.

    py_func -- the same function in plain Python
    is_inner -- whether only kernels can call it
    was_compiled -- whether that was done in this process; else it was loaded, or not yet asked for
    code -- what the maker made, None until then
    """

    def __init__(self, function: Any, *, is_inner: bool) -> None:
        self.py_func, self.is_inner, self.was_compiled = function, is_inner, False
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.code: Any = None
        self._entry_point: Callable[..., Any] | None = function if is_inner else None
        KERNELS.append(self)

    @property
    def is_prepared(self) -> bool:
        """Return whether the function has been compiled or loaded in this process."""
        return self.code is not None

    @property
    def is_ready(self) -> bool:
        """Return whether there is machine code, be it in this process or kept."""
        return self.is_prepared or STORE.has(self.entry)

    @cached_property
    def entry(self) -> str:
        """Return the name under which machine code is kept: another one after any change."""
        key = repr((_meaning_of(self.py_func.__module__), self.is_inner, IS_PLAIN, _VERSIONS,
                    sys.implementation.cache_tag, *_MAKER.processor()))
        digest = blake2b(key.encode(), digest_size=10).hexdigest()
        return f"{self.name.removeprefix('irgo_app.kernels.')}-{digest}"

    def prepare(self, *, waits: bool = True) -> bool:
        """Compile the function, or load it, unless that has been done; return whether it has now.

        waits -- while another process compiles it; else it is left to that one
        """
        with global_compiler_lock:
            if self.is_prepared or self._load():
                return True
            with STORE.alone(self.entry, waits=waits) as is_turn:
                # While this process waited another one may have made it.
                if is_turn and not self._load():
                    self.code, kept = _MAKER.compiled(self)
                    self.was_compiled = True
                    if kept is not None:
                        STORE.save(self.entry, kept)
                return is_turn

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel from Python; raises TypeError where the arguments are not its types."""
        entry_point = self._entry_point
        if entry_point is None:
            entry_point = self._checked_entry_point(arguments)
        return entry_point(*arguments)

    @property
    def _numba_type_(self) -> types.Type:
        """What numba asks when a kernel that calls this one is compiled."""
        self.prepare()
        return self.code.called_type

    def _load(self) -> bool:
        kept = STORE.load(self.entry)
        self.code = None if kept is None else _MAKER.loaded(self, kept)
        return self.is_prepared

    def _checked_entry_point(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return what Python calls, after a look at the types of what it is given."""
        self.prepare()
        with global_compiler_lock:
            wanted, _ = signature_of(self.py_func)
            for given, kind in zip(arguments, wanted, strict=False):
                found = numba.typeof(given)
                if cpu_target.typing_context.can_convert(found, kind) is None:
                    raise TypeError(f"{self.name} was given {found} for {kind}")
        found_point: Callable[..., Any] = self.code.entry_point
        if not _CHECKS_EACH_CALL:
            self._entry_point = found_point
        return found_point


@cache
def signature_of(function: FunctionType) -> tuple[tuple[types.Type, ...], types.Type]:
    """Return what a kernel takes and returns in numba's words; TypeError where that is not said."""
    hints = get_type_hints(function, include_extras=True)
    names = function.__code__.co_varnames[:function.__code__.co_argcount]
    return (tuple(_type_of(hints.get(name), function.__name__) for name in names),
            _type_of(hints.get("return"), function.__name__))


def _type_of(hint: Any, name: str) -> types.Type:
    if hint in _NUMBERS:
        return _NUMBERS[hint]
    for found in getattr(hint, "__metadata__", ()):
        if isinstance(found, ArrayType):
            return types.Array(numba.from_dtype(np.dtype(found.items)), found.dimensions, "C",
                               readonly=not found.is_written)
    if hasattr(hint, "_fields"):
        return types.BaseTuple.from_types([_type_of(kind, name) for kind in _fields_of(hint)], hint)
    if get_origin(hint) is tuple:
        return types.BaseTuple.from_types([_type_of(kind, name) for kind in get_args(hint)])
    raise TypeError(f"{name}: an argument has no type that a kernel can be compiled for; "
                    "annotate it with one of argument_types.py.")


@cache
def _fields_of(kind: Any) -> list[Any]:
    """Return the annotations of a named tuple, which many kernels take."""
    hints = get_type_hints(kind, include_extras=True)
    return [hints[field] for field in kind._fields]


@cache
def _meaning_of(module_name: str) -> bytes:
    """Return a digest of the source of a module, of those it imports, and of this compiler."""
    found: set[str] = set()
    left = {module_name}
    while left:
        name = left.pop()
        if name in found or not (module := sys.modules.get(name)):
            continue
        found.add(name)
        if not name.startswith("irgo_app.kernels.compiler"):
            left |= {*_IMPORT.findall(_source(module))} | {
                value.__name__ for value in vars(module).values()
                if isinstance(value, ModuleType) and value.__name__.startswith("irgo_app.")}
    whole = blake2b(digest_size=16)
    for name in sorted(found):
        whole.update(_source(sys.modules[name]).encode())
    whole.update(_own_source())
    return whole.digest()


@cache
def _own_source() -> bytes:
    return b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))


@cache
def _source(module: ModuleType) -> str:
    """Return the text of a module; that of a program given in words is not known."""
    path = getattr(module, "__file__", None)
    return Path(path).read_text("utf-8") if path else ""


KERNELS: Final[list[Kernel]] = []
"""All kernels of the modules that are loaded, each after those it calls."""
STORE: Final = CodeStore("kernels")
