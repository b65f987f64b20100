"""Compiles all kernels into one library that needs neither numba nor LLVM, for a frozen irgo.

    build/freeze-venv/bin/python packaging/compile_kernels.py FOLDER        make the library
    build/freeze-venv/bin/python packaging/compile_kernels.py FOLDER --try  try every kernel in it

`freeze.py` runs both. A kernel is compiled for one signature, so that all is known beforehand:
numba's compiler of extension modules (numba.pycc) compiles what Python calls, with what that calls
in it, and a C compiler links it with numba's helpers, which are in C. The library runs on every
processor that numpy's wheels run on.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

CHECKOUT = Path(__file__).resolve().parent.parent
_DECORATOR = re.compile(r"^@(inner_)?kernel$", re.MULTILINE)
_PROCESSORS = {"x86_64": "x86-64-v2", "AMD64": "x86-64-v2"}
"""By the machine's kind, what LLVM calls the least of its processors; elsewhere "generic"."""


def main(words: list[str] | None = None) -> int:
    """Make the library, or try it; returns the exit code."""
    parser = argparse.ArgumentParser(description="Compile irgo's kernels into one library.")
    parser.add_argument("folder", type=Path, help="where the library lies")
    parser.add_argument("--try", dest="tries", action="store_true", help="try what is there")
    arguments = parser.parse_args(words)
    sys.path.insert(0, str(CHECKOUT))
    if arguments.tries:
        print(f"{try_library(arguments.folder)} kernels do what they do in plain Python")
        return 0
    processor = _PROCESSORS.get(platform.machine(), "generic")
    # Also for what kernels call, which is compiled for the processor that numba is told.
    os.environ |= {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": ""}
    from irgo_app.kernels import KERNELS

    modules = [import_module(name) for name in kernel_modules()]
    compile_library(KERNELS, modules, arguments.folder, processor)
    return 0


def kernel_modules() -> list[str]:
    """Return the modules of irgo in which there are kernels."""
    return [".".join(path.relative_to(CHECKOUT).with_suffix("").parts)
            for path in sorted((CHECKOUT / "irgo_app").rglob("*.py"))
            if _DECORATOR.search(path.read_text("utf-8"))]


def compile_library(
    kernels: Sequence[Any], modules: Sequence[ModuleType], folder: Path, processor: str = ""
) -> Path:
    """Compile kernels into the library, all that Python calls; returns its file.

    modules -- those in which kernels call kernels by their names; they are of no use afterwards
    processor -- LLVM's name of the processor, the least of this machine's kind by default
    """
    from numba.core.compiler import Flags
    from numba.core.registry import cpu_target
    from numba.pycc import CC, compiler

    from irgo_app.kernels.compiled_types import compiled_types
    from irgo_app.kernels.frozen import LIBRARY, name_in_library
    from irgo_app.kernels.instructions import add_instructions
    from irgo_app.kernels.remembered_types import remember_types

    called = [kernel for kernel in kernels if not kernel.is_inner]
    options = called[0].targetoptions
    if any(kernel.targetoptions != options for kernel in called):
        raise ValueError("numba.pycc compiles all kernels of a library with the same options.")
    remember_types()
    add_instructions()
    _take_apart(kernels, modules)
    made = CC(LIBRARY, __name__)
    made.output_dir, made.target_cpu = str(folder), processor
    made.use_nrt = options.get("_nrt", True)
    for kernel in called:
        function = kernel.py_func
        made.export(name_in_library(function), compiled_types(function))(function)

    def flags() -> Any:
        """Return the flags of these kernels; numba.pycc would have them hold the GIL."""
        found = Flags()
        cpu_target.options.parse_as_flags(found, options)
        return found

    folder.mkdir(parents=True, exist_ok=True)
    with mock.patch.object(compiler, "Flags", flags):
        made.compile()
    path = folder / made.output_file
    if b"PyEval_SaveThread" not in path.read_bytes():
        raise ValueError("the kernels of the library hold the GIL.")
    return path


def _take_apart(kernels: Sequence[Any], modules: Sequence[ModuleType]) -> None:
    """Put plain functions of numba's in the place of kernels, one version of each.

    irgo's own kernels are made to be loaded one by one, and may leave to others what they call.
    """
    from numba.core.registry import CPUDispatcher

    from irgo_app.kernels.compiled_types import compiled_types

    class Part(CPUDispatcher):  # type: ignore[misc]
        """A function that kernels call."""

        def get_call_template(self, arguments: Any, named: Any) -> Any:
            """Return how it is called: as its signature says, whatever types the caller has."""
            if not self.overloads:
                super().compile(compiled_types(self.py_func))
                self._can_compile = False
            return super().get_call_template(arguments, named)

        def compile(self, signature: Any) -> None:
            """Compile nothing more."""

        def add_overload(self, result: Any) -> None:
            """Take the compiled function, into which no way leads from Python."""
            self.overloads[tuple(result.signature.args)] = result

    more = {"no_cpython_wrapper": True}
    parts = {id(kernel): Part(kernel.py_func, targetoptions={**kernel.targetoptions, **more})
             for kernel in kernels}
    for module in modules:
        for name, value in list(vars(module).items()):
            if id(value) in parts:
                setattr(module, name, parts[id(value)])


def try_library(folder: Path) -> int:
    """Have kernels do what they do in plain Python, all that Python calls, as a frozen irgo would.

    Returns how many; raises AttributeError where the library lacks one, AssertionError where the
    results differ.
    """
    sys.path.insert(0, str(folder))
    sys.modules |= dict.fromkeys(("numba", "llvmlite"))  # type: ignore[arg-type]
    sys.frozen = True  # type: ignore[attr-defined]
    from irgo_app.kernels import KERNELS
    from irgo_app.kernels.frozen import name_in_library
    from tests.kernels.cases import CASES, assert_plain_python_does_the_same

    for name in kernel_modules():
        import_module(name)
    plain = {name_in_library(kernel.py_func): kernel.py_func for kernel in KERNELS}
    for compiled, make in CASES.items():
        assert_plain_python_does_the_same(compiled, plain[compiled.__name__], make())
    return len(CASES)


if __name__ == "__main__":
    sys.exit(main())
