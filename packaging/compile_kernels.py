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
import pkgutil
import platform
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

CHECKOUT = Path(__file__).resolve().parent.parent
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
    # Also for what kernels call, which numba compiles as it always does.
    os.environ |= {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": "",
                   "NUMBA_CACHE_DIR": str(arguments.folder / "parts")}
    import irgo_app.kernels as package

    for module in pkgutil.iter_modules(package.__path__):
        if module.name != "frozen":
            import_module(f"{package.__name__}.{module.name}")
    from irgo_app.kernels.frozen import LIBRARY

    compile_library(package.KERNELS, LIBRARY, arguments.folder, processor)
    return 0


def compile_library(
    kernels: Sequence[Any], library: str, folder: Path, processor: str = ""
) -> Path:
    """Compile kernels into a library, all that Python calls; returns its file.

    library -- the name Python imports it by
    processor -- LLVM's name of the processor, the least of this machine's kind by default
    """
    from numba.core.compiler import Flags
    from numba.core.registry import cpu_target
    from numba.pycc import CC, compiler

    from irgo_app.kernels.compiled_types import compiled_types
    from irgo_app.kernels.frozen import name_in_library

    called = [kernel for kernel in kernels if not kernel.is_inner]
    options = called[0].targetoptions
    if any(kernel.targetoptions != options for kernel in called):
        raise ValueError("numba.pycc compiles all kernels of a library with the same options.")
    made = CC(library, __name__)
    made.output_dir, made.target_cpu = str(folder), processor
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


def try_library(folder: Path) -> int:
    """Have every kernel that Python calls do what it does in plain Python, as a frozen irgo would.

    Returns how many there are; raises AssertionError where the results differ.
    """
    sys.path.insert(0, str(folder))
    sys.modules |= dict.fromkeys(("numba", "llvmlite"))  # type: ignore[arg-type]
    sys.frozen = True  # type: ignore[attr-defined]
    from irgo_app.kernels import KERNELS
    from irgo_app.kernels.frozen import name_in_library
    from tests.kernels.cases import CASES, assert_plain_python_does_the_same

    plain = {name_in_library(kernel.py_func): kernel.py_func for kernel in KERNELS}
    for compiled, make in CASES.items():
        assert_plain_python_does_the_same(compiled, plain[compiled.__name__], make())
    return len(CASES)


if __name__ == "__main__":
    sys.exit(main())
