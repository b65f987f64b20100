"""What a kernel means, as a number: the same after a comment, another one after a change.

Meaning is what numba compiles: the function's byte code and constants, the types in its signature,
and what the names in it stand for - numbers, tables, other kernels with all they mean. Comments,
docstrings and line numbers are no part of it, nor is whatever else stands in the file; and it needs
no source.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.registry import CPUDispatcher

from irgo_app.kernels.compiled_types import compiled_types

_PLAIN = (int, float, complex, str, bytes, type(None), type(...), np.generic)
_NAMED = (type, FunctionType, BuiltinFunctionType, np.ufunc)


@cache
def meaning_of(function: FunctionType) -> str:
    """Return the meaning of a kernel's function, 32 hexadecimal digits.

    Raises TypeError where a name in it stands for something whose meaning is not known here.
    """
    parts = (*_signature(function), *_code(function.__code__), *_names(function))
    return blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()


def _signature(function: FunctionType) -> Iterator[str]:
    for kind in compiled_types(function):
        # The name of a named tuple's type says nothing of its fields.
        yield repr((kind, getattr(kind, "fields", ())))
    yield repr(function.__defaults__)


def _code(code: CodeType) -> Iterator[str]:
    """Generate what a code object does; the first constant of a function is its docstring."""
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars))
    for constant in code.co_consts[1:]:
        if isinstance(constant, CodeType):
            yield from _code(constant)
        else:
            yield _value(constant, code.co_name)


def _names(function: FunctionType) -> Iterator[str]:
    """Generate what the names of a function stand for; names that are not here are Python's own."""
    known = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        known[name] = cell.cell_contents
    for name in _all_names(function.__code__):
        # An attribute of the kernel's own name would lead back to it.
        if name in known and getattr(known[name], "py_func", None) is not function:
            yield f"{name} = {_value(known[name], function.__name__)}"


def _all_names(code: CodeType) -> list[str]:
    names = {*code.co_names, *code.co_freevars}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names.update(_all_names(constant))
    return sorted(names)


def _value(value: Any, where: str) -> str:
    if isinstance(value, CPUDispatcher):
        return meaning_of(value.py_func)
    if isinstance(value, np.ndarray):
        return repr((value.dtype.str, value.shape, value.tobytes()))
    if isinstance(value, tuple | list):
        return repr([_value(item, where) for item in value])
    if isinstance(value, frozenset):
        return repr(sorted(_value(item, where) for item in value))
    if isinstance(value, _PLAIN):
        return repr(value)
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, _NAMED) or hasattr(value, "__wrapped__"):
        return f"{value.__module__}.{value.__qualname__}{getattr(value, '_fields', '')}"
    raise TypeError(f"{where}: a kernel cannot be kept whose meaning depends on {value!r}; "
                    "let it take that as an argument.")
