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
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
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
    with tempfile.TemporaryDirectory() as cache:
        os.environ |= {"NUMBA_CACHE_DIR": cache, "IRGO_PLAIN_KERNELS": "1"}
        from irgo_app.kernels.compiler import KERNELS

        for name in kernel_modules():
            import_module(name)
        compile_library(KERNELS, arguments.folder, processor)
    return 0


def kernel_modules() -> list[str]:
    """Return the modules of irgo in which there are kernels."""
    return [".".join(path.relative_to(CHECKOUT).with_suffix("").parts)
            for path in sorted((CHECKOUT / "irgo_app").rglob("*.py"))
            if _DECORATOR.search(path.read_text("utf-8"))]


def compile_library(kernels: Sequence[Any], folder: Path, processor: str = "") -> Path:
    """Compile kernels, made with IRGO_PLAIN_KERNELS=1, into the library; returns its file.

    processor -- LLVM's name of the processor, the least of this machine's kind by default
    """
    from numba.core.compiler import Flags
    from numba.core.registry import cpu_target
    from numba.pycc import CC, compiler

    from irgo_app.kernels.compiler import plain
    from irgo_app.kernels.compiler.compiled import signature_of
    from irgo_app.kernels.compiler.frozen import LIBRARY, name_in_library

    # Kernels allocate nothing, so that references of arrays need not be counted.
    options = {"nopython": True, "nogil": True, "_nrt": False}
    plain.OPTIONS.update(_nrt=False, no_cpython_wrapper=True)
    made = CC(LIBRARY, __name__)
    made.output_dir, made.target_cpu, made.use_nrt = str(folder), processor, False
    for kernel in kernels:
        if not kernel.is_inner:
            arguments, returned = signature_of(kernel.py_func)
            made.export(name_in_library(kernel.py_func), returned(*arguments))(kernel.py_func)

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


def try_library(folder: Path) -> int:
    """Have kernels do what they do in plain Python, all that Python calls, as a frozen irgo would.

    Returns how many; raises AttributeError where the library lacks one, AssertionError where the
    results differ.
    """
    sys.path.insert(0, str(folder))
    sys.modules |= dict.fromkeys(("numba", "llvmlite"))  # type: ignore[arg-type]
    sys.frozen = True  # type: ignore[attr-defined]
    from irgo_app.kernels.compiler import KERNELS
    from irgo_app.kernels.compiler.frozen import name_in_library
    from tests.kernels.cases import CASES, assert_plain_python_does_the_same

    for name in kernel_modules():
        import_module(name)
    plain = {name_in_library(kernel.py_func): kernel.py_func for kernel in KERNELS}
    for compiled, make in CASES.items():
        assert_plain_python_does_the_same(compiled, plain[compiled.__name__], make())
    return len(CASES)


if __name__ == "__main__":
    sys.exit(main())
