"""The compiler of kernels: the one door of all that makes and keeps their machine code.

`@kernel` is for what Python calls, `@inner_kernel` for what only kernels call, which saves the way
in from Python: a tenth of all compiling. Behind the door:

    compiled.py   a kernel: prepared once, by whichever thread comes first, then called
    linked.py     its machine code with the numba of the lock file: each function compiled once
    plain.py      the same with any other numba, on its public `njit` alone: slower to start
    store.py      where machine code is kept, and one process at a time that makes it
    frozen.py     the kernels of a frozen irgo, which has neither numba nor LLVM

IRGO_CHECK_KERNELS=1 has the types of arguments looked at in each call from Python, for who writes
kernels; IRGO_PLAIN_KERNELS=1 has `plain.py` compile.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from irgo_app.own_program import is_frozen

# numba makes thousands of errors while it finds out types, and would colour the text of each.
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")

if TYPE_CHECKING or not is_frozen():
    from irgo_app.kernels.compiler.compiled import KERNELS, Kernel, inner_kernel, kept_code, kernel
else:
    from irgo_app.kernels.compiler.frozen import KERNELS
    from irgo_app.kernels.compiler.frozen import FrozenKernel as Kernel
    from irgo_app.kernels.compiler.frozen import inner_kernel, kept_code, kernel

__all__ = ["KERNELS", "Kernel", "inner_kernel", "kept_code", "kernel"]
