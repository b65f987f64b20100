"""The hot loops, compiled by numba: arrays in, arrays out; no Go objects and no files.

Conventions of every kernel: stones are a read-only int8 array of length rows*columns (0 empty,
+1 Black, -1 White), point = row*columns + column, an absent neighbour is -1; inputs come first,
then scratch, `out` last. Kernels allocate nothing: whoever calls them brings the scratch, made by
the function `new_...` beside them. One that only kernels call is an `inner_kernel`: it needs no way
in from Python, which costs a tenth of all compiling. A kernel is compiled once, for the types of
its signature (`argument_types.py`). `kernel.py_func` is the same function in plain Python;
tests/kernels compares the two, for every kernel that is called from Python.

Machine code is kept by `compiled.py`, each entry named after what its kernel means (`meaning.py`);
`preparation.py` lists the kernels in the order in which they are wanted. A frozen irgo has neither
numba nor LLVM: it brings its kernels as a library (`frozen.py`). Which of the two gives the
decorators is decided here, so that nothing but what `compiled.py` loads may import numba.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from irgo_app.own_program import is_frozen

# numba makes thousands of errors while it finds out types, and would colour the text of each.
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")

if TYPE_CHECKING or not is_frozen():
    from irgo_app.kernels.compiled import KERNELS, Kernel, inner_kernel, kept_code, kernel
else:
    from irgo_app.kernels.frozen import KERNELS, Kernel, inner_kernel, kept_code, kernel

__all__ = ["KERNELS", "Kernel", "inner_kernel", "kept_code", "kernel"]
