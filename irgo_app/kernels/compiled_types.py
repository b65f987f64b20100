"""What numba compiles a kernel for: the types in its signature, in numba's words."""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any, get_type_hints

import numpy as np
from numba import from_dtype, types

from irgo_app.kernels.argument_types import ArrayType

_NUMBERS = {int: types.int64, float: types.float64, bool: types.boolean}


@cache
def compiled_types(function: FunctionType) -> tuple[types.Type, ...]:
    """Return the types a kernel is compiled for; raises TypeError where its signature has none."""
    hints = get_type_hints(function, include_extras=True)
    names = function.__code__.co_varnames[:function.__code__.co_argcount]
    return tuple(_compiled_type(hints.get(name), function.__name__) for name in names)


def _compiled_type(hint: Any, name: str) -> types.Type:
    if hint in _NUMBERS:
        return _NUMBERS[hint]
    for found in getattr(hint, "__metadata__", ()):
        if isinstance(found, ArrayType):
            return types.Array(from_dtype(np.dtype(found.items)), found.dimensions, "C",
                               readonly=not found.is_written)
    if hasattr(hint, "_fields"):
        fields = _fields_of(hint)
        return types.BaseTuple.from_types(
            [_compiled_type(fields[field], name) for field in hint._fields], hint)
    raise TypeError(f"{name}: an argument has no type that a kernel can be compiled for; "
                    "annotate it with one of argument_types.py.")


@cache
def _fields_of(kind: type) -> dict[str, Any]:
    """Return the annotations of a named tuple, which many kernels take."""
    return get_type_hints(kind, include_extras=True)
