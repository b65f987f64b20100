"""How compiled kernels become machine code, each function once.

numba puts a function's code into everything that calls it, optimises all of that again and again,
and makes machine code of each of these copies. Here a small kernel goes into those that call it and
has no machine code of its own; a large one has some, and is called where it lies. LLVM would not
put a function of that size into another one anyway.
"""

from __future__ import annotations

from itertools import islice
from types import FunctionType
from typing import Any, Final, NamedTuple

from llvmlite.binding import Linkage, parse_bitcode
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.core.runtime import rtsys
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    ExtractByteCode,
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)

from irgo_app.kernels.meaning import meaning_of

LARGE: Final = 150
"""Instructions from which on a kernel is called instead of being put into its callers."""


class KeptLibrary(NamedTuple):
    """What is kept of a library: machine code, none of a small inner kernel, and bitcode."""

    name: str
    machine_code: bytes
    bitcode: bytes
    needs: tuple[str, ...]
    is_large: bool


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one kernel, with that of the small functions it calls.

    name -- the kernel's module and name
    needs -- the names of the kernels that are called where they lie
    """

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.needs: tuple[str, ...] = ()
        self.is_large = False
        self._bitcode = b""
        self._is_linked = False
        self._part: Any = None

    def add_linking_library(self, library: Any) -> None:
        """Take note of what the code calls; no machine code is needed of that."""
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Make machine code."""
        self.link()
        self._finalize_final_module()

    def link(self) -> None:
        """Put together and optimise what is to become machine code, here or in a caller."""
        if self._is_linked:
            return
        self._is_linked = True
        for library in dict.fromkeys(self._linking_libraries):
            # Kernels allocate nothing, so that nothing of numba's runtime is needed.
            if library is not rtsys.library and not getattr(library, "is_large", False):
                code = library.part() if isinstance(library, KernelLibrary) else (
                    library._get_module_for_linking())
                self._final_module.link_in(code, preserve=True)
        self._optimize_final_module()
        self._finalize_dynamic_globals()
        self.needs = tuple(_LARGE_ONES[function.name].name
                           for function in self._final_module.functions
                           if function.is_declaration and function.name in _LARGE_ONES)

    def decide_size(self, symbol: str) -> None:
        """Find out whether the kernel is to be called where it lies.

        symbol -- the name of its function
        """
        if self._bitcode:
            return
        self.link()
        found = self._final_module.get_function(symbol)
        instructions = (one for block in found.blocks for one in block.instructions)
        if next(islice(instructions, LARGE, None), None) is not None:
            self.is_large = True
            self._ensure_finalized()

    def take_in(self, symbol: str) -> None:
        """Have callers call the kernel's function, under this name, where it lies."""
        if self.is_large:
            _LARGE_ONES[symbol] = self

    def part(self) -> Any:
        """Return a module with the code that goes into callers."""
        if self._part is None:
            if self._bitcode:
                self._part = parse_bitcode(self._bitcode)
            else:
                self.link()
                self._part = self._final_module.clone()
                for function in self._part.functions:
                    if not function.is_declaration and function.linkage == Linkage.external:
                        function.linkage = "linkonce_odr"
        return self._part

    @property
    def has_dynamic_globals(self) -> bool:
        """Return whether the code holds addresses of this process."""
        self.link()
        return bool(self._dynamic_globals)

    @property
    def has_machine_code(self) -> bool:
        """Return whether the kernel has machine code of its own."""
        return bool(self._finalized)

    def serialize_using_object_code(self) -> KeptLibrary:
        """Return what is to be kept."""
        machine_code = self._get_compiled_object() if self.has_machine_code else b""
        return KeptLibrary(
            self.name, machine_code, self.part().as_bitcode(), self.needs, self.is_large)

    @classmethod
    def of_kept(cls, codegen: Any, kept: KeptLibrary) -> Any:
        """Return a library from what was kept; what it needs has been made ready.

        A process that only calls it does without what LLVM makes of bitcode, 12 MB for all.
        """
        made = cls(codegen, kept.name)
        made._bitcode, made.needs, made.is_large = kept.bitcode, kept.needs, kept.is_large
        made._is_linked = True
        if kept.machine_code:
            made.enable_object_caching()
            made._set_compiled_object(kept.machine_code)
            made._finalize_final_module()
        return made

    def _get_module_for_linking(self) -> Any:
        """Return a module with all the kernel calls, for what is no kernel and calls it."""
        whole = self.part().clone()
        for large in _LARGE_ONES.values():
            if large.name in self.needs:
                whole.link_in(large._get_module_for_linking(), preserve=True)
        return whole

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function, here that which Python calls."""
        self._ensure_finalized()
        address: int = self._codegen._engine.get_function_address(name)
        return address

    def _optimize_functions(self, ll_module: Any) -> None:
        """Leave functions as they are until they are together."""
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        builder = self._codegen._pass_builder()
        builder.getModulePassManager().run(self._final_module, builder)


class KernelCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler, with names of functions that are the same in every process."""

    def define_pipelines(self) -> list[Any]:
        """Return what is done with a kernel, in this order: what numba does, without what is for
        closures, lists, whole arrays, numbers in types, and prose about the types.
        """
        passes = PassManager("kernel")
        for one in (TranslateByteCode, FixupArgs, IRProcessing, GenericRewrites, ReconstructSSA,
                    NopythonTypeInference, PreLowerStripPhis, IRLegalization, NativeLowering,
                    NoPythonBackend):
            passes.add_pass(one, one.__name__)
        passes.finalize()
        return [passes]

    def compile_extra(self, func: Any) -> Any:
        """Compile a kernel's function; that of an inner kernel has no way in for Python."""
        state = self.state
        state.func_id = FunctionIdentity.from_function(func)
        state.func_id.unique_id = meaning_of(func)
        state.library = KernelLibrary(state.targetctx.codegen(), name_of(func))
        state.library.enable_object_caching()
        state.flags.no_compile = state.flags.no_cpython_wrapper
        ExtractByteCode().run_pass(state)
        state.lifted, state.lifted_from = (), None
        return self._compile_bytecode()


def name_of(function: FunctionType) -> str:
    """Return the module and name of a kernel's function."""
    return f"{function.__module__}.{function.__qualname__}"


_LARGE_ONES: Final[dict[str, KernelLibrary]] = {}
"""The large kernels of this process, by the names of their functions."""
