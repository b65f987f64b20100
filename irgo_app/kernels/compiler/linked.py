"""Machine code of kernels with the numba of the lock file: each function is compiled once.

numba puts a function's code into everything that calls it, optimises all of that again and again,
and makes machine code of each of these copies. Here a small kernel goes into those that call it and
has no machine code of its own; a large one has some, and is called where it lies. LLVM would not
put a function of that size into another one anyway.

This knows insides of numba that other versions have not: how a library of code is linked.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import islice
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from llvmlite.binding import parse_bitcode
from numba import types
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags, compile_extra
from numba.core.environment import Environment
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.registry import cpu_target
from numba.core.typing import make_concrete_template, signature
from numba.core.untyped_passes import ExtractByteCode

if TYPE_CHECKING:
    from irgo_app.kernels.compiler.compiled import Kernel

_LARGE: Final = 150
"""Instructions from which on a kernel is called instead of being put into its callers."""
_OPTIONS: Final = {
    "nopython": True, "nogil": True, "boundscheck": None, "no_cfunc_wrapper": True,
    "_nrt": False}
"""Kernels allocate nothing, so that references of arrays need not be counted."""


class LinkedCode(NamedTuple):
    """A kernel for Python and, as numba's `called_type`, for other kernels."""

    entry_point: Callable[..., Any]
    called_type: Any
    library: Any


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of one kernel, with that of the small functions it calls.

    needs -- the symbols of the kernels that are called where they lie
    """

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(cpu_target.target_context.codegen(), kernel.name)
        self.enable_object_caching()
        self._kernel = kernel
        self._bitcode = b""
        self._shared_module: Any = None
        self.needs: tuple[str, ...] = ()
        self.has_machine_code = self.is_large = False

    def add_linking_library(self, library: Any) -> None:
        """Take note of what the code calls, unless it is called where it lies."""
        if not getattr(library, "is_large", False):
            super().add_linking_library(library)

    def settle(self, symbol: str) -> None:
        """Link and optimise; decide whether the kernel, of this symbol, is large."""
        self._symbol = symbol
        self._ensure_finalized()

    def serialize(self) -> tuple[bytes, bytes]:
        """Return what is to be kept: machine code, none of a small inner kernel, and bitcode."""
        return (self._get_compiled_object() if self.has_machine_code else b"",
                self._get_module_for_linking().as_bitcode())

    def restore(self, machine_code: bytes, bitcode: bytes) -> None:
        """Take what was kept; LLVM makes 12 MB of all bitcode, which only compiling needs."""
        self._bitcode, self._finalized = bitcode, True
        if machine_code:
            self._set_compiled_object(machine_code)
            super()._finalize_final_module()

    def _finalize_final_module(self) -> None:
        """Make machine code where some is wanted of what was linked and optimised."""
        functions = list(self._final_module.functions)
        self.needs = tuple(function.name for function in functions
                           if function.is_declaration and function.name in _LARGE_ONES)
        own = self._final_module.get_function(self._symbol)
        instructions = (one for block in own.blocks for one in block.instructions)
        self.is_large = next(islice(instructions, _LARGE, None), None) is not None
        self.has_machine_code = self.is_large or not self._kernel.is_inner
        if self.has_machine_code:
            super()._finalize_final_module()
        else:
            self._finalize_dynamic_globals()
            self._finalized = True

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None and self._bitcode:
            self._shared_module = parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function, here that which Python calls."""
        address: int = self._codegen._engine.get_function_address(name)
        return address


class _Compiler(Compiler):  # type: ignore[misc]
    """numba's compiler, with names of functions that are the same in every process."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a kernel's function."""
        state = self.state
        state.func_id = FunctionIdentity.from_function(func)
        state.func_id.unique_id = state.library._kernel.entry.rpartition("-")[2]
        ExtractByteCode().run_pass(state)
        state.lifted, state.lifted_from = (), None
        return self._compile_bytecode()


@cache
def processor() -> tuple[str, ...]:
    """Return what machine code is made for."""
    found: tuple[str, ...] = cpu_target.target_context.codegen().magic_tuple()
    return found


def compiled(kernel: Kernel) -> tuple[LinkedCode, bytes | None]:
    """Compile a kernel; with what is to be kept of it, None if it holds addresses of this process.
    """
    from irgo_app.kernels.compiler.compiled import signature_of

    arguments, returned = signature_of(kernel.py_func)
    flags, library = Flags(), _Library(kernel)
    cpu_target.options.parse_as_flags(
        flags, _OPTIONS | ({"no_cpython_wrapper": True} if kernel.is_inner else {}))
    # What is linked when decides this module, not numba.
    flags.no_compile = True
    result = compile_extra(
        cpu_target.typing_context, cpu_target.target_context, kernel.py_func, arguments, returned,
        flags, {}, library=library, pipeline_class=_Compiler)
    symbol = result.fndesc.llvm_func_name
    library.settle(symbol)
    code = _code(kernel, library, result.fndesc)
    if library._dynamic_globals or result.environment.consts:
        return code, None
    machine_code, bitcode = library.serialize()
    head = {"symbol": symbol, "environment": result.fndesc.env_name, "large": library.is_large,
            "needs": {need: _LARGE_ONES[need].name for need in library.needs},
            "size": len(machine_code)}
    return code, json.dumps(head).encode() + b"\n" + machine_code + bitcode


def loaded(kernel: Kernel, kept: bytes) -> LinkedCode | None:
    """Return a kernel from what was kept, None if what it calls has become something else.

    Of numba only that is made ready which machine code calls: what it needs for compiling takes
    70 MB and 0.1 s.
    """
    from irgo_app.kernels.compiler.compiled import KERNELS, signature_of

    start, _, code = kept.partition(b"\n")
    head = json.loads(start)
    for symbol, name in head["needs"].items():
        next(found for found in KERNELS if found.name == name).prepare()
        if symbol not in _LARGE_ONES:
            return None
    library = _Library(kernel)
    library.is_large = head["large"]
    library.restore(code[:head["size"]], code[head["size"]:])
    function = kernel.py_func
    arguments, returned = signature_of(function)
    names = function.__code__.co_varnames[:len(arguments)]
    return _code(kernel, library, PythonFunctionDescriptor(
        True, function.__module__, function.__qualname__, head["symbol"], None, None, returned,
        None, names, (), mangler=lambda *_, **__: head["symbol"], argtypes=arguments,
        env_name=head["environment"]))


def _code(kernel: Kernel, library: _Library, described: Any) -> LinkedCode:
    """Return a kernel for Python and for other kernels; `described` is numba's description."""
    function: FunctionType = kernel.py_func
    target = cpu_target.target_context
    environment = Environment.from_fndesc(described)
    entry_point: Callable[..., Any] = function
    if not kernel.is_inner:
        entry_point = target.get_executable(library, described, environment)
    elif library.is_large:
        library.codegen.set_env(described.env_name, environment)
        _ENVIRONMENTS.append(environment)
    if library.is_large:
        _LARGE_ONES[described.llvm_func_name] = kernel
    target.insert_user_function(kernel, described, [library])
    template = make_concrete_template(
        kernel.name, kernel, [signature(described.restype, *described.argtypes)])
    return LinkedCode(entry_point, types.Function(template), library)


_LARGE_ONES: Final[dict[str, Kernel]] = {}
"""The large kernels of this process by their symbols."""
_ENVIRONMENTS: Final[list[Any]] = []
"""What machine code that no Python function holds points to."""
