"""The hot loops, compiled by numba: arrays in, arrays out; no Go objects and no files.

Conventions of every kernel: stones are a read-only int8 array of length rows*columns (0 empty,
+1 Black, -1 White), point = row*columns + column, an absent neighbour is -1; inputs come first,
then scratch, `out` last. Kernels allocate nothing: whoever calls them brings the scratch, made by
the function `new_...` beside them. A kernel is compiled once, for the types of its signature
(`argument_types.py`), by the package `compiler`. `kernel.py_func` is the same function in plain
Python; tests/kernels compares the two, for every kernel that is called from Python.
"""
