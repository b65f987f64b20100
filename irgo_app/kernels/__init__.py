"""The hot loops, compiled by numba: arrays in, arrays out; no Go objects and no files.

Conventions of every kernel: stones are a read-only int8 array of length rows*columns (0 empty,
+1 Black, -1 White), point = row*columns + column, an absent neighbour is -1; inputs come first,
`out` last. `kernel.py_func` is the same function in plain Python, and tests compare the two.
"""

from __future__ import annotations

from numba import njit

kernel = njit(cache=True, nogil=True)
"""Compile a kernel once per machine; the machine code is cached beside the source."""
