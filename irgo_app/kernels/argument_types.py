"""The types in the signatures of kernels: a kernel is compiled once, for what its signature says.

What a kernel is given is converted to that: whole numbers to int64, an array that may be written to
one that is only read. Arrays lie in memory row by row (C order). Names: `Int8s`, an array of int8
that is only read; `Int8Buffer`, one that may be written; `Int8Table` and `Int8Rows`, the same with
two dimensions. A named tuple is written as its class; its fields say their types, and arrays in it
are the ones that may be written, whatever is done with them.
"""

from __future__ import annotations

from types import FunctionType
from typing import Annotated, Any, TypeAlias, get_type_hints

from numba import types


def _read(kind: types.Type, dimensions: int = 1) -> types.Array:
    return types.Array(kind, dimensions, "C", readonly=True)


def _written(kind: types.Type, dimensions: int = 1) -> types.Array:
    return types.Array(kind, dimensions, "C")


Bools: TypeAlias = Annotated[Any, _read(types.bool_)]
BoolBuffer: TypeAlias = Annotated[Any, _written(types.bool_)]
BoolTable: TypeAlias = Annotated[Any, _read(types.bool_, 2)]
BoolRows: TypeAlias = Annotated[Any, _written(types.bool_, 2)]
Int8s: TypeAlias = Annotated[Any, _read(types.int8)]
Int8Buffer: TypeAlias = Annotated[Any, _written(types.int8)]
Int8Table: TypeAlias = Annotated[Any, _read(types.int8, 2)]
Int8Rows: TypeAlias = Annotated[Any, _written(types.int8, 2)]
Int16s: TypeAlias = Annotated[Any, _read(types.int16)]
Int16Buffer: TypeAlias = Annotated[Any, _written(types.int16)]
Int16Table: TypeAlias = Annotated[Any, _read(types.int16, 2)]
Int16Rows: TypeAlias = Annotated[Any, _written(types.int16, 2)]
Int32s: TypeAlias = Annotated[Any, _read(types.int32)]
Int32Buffer: TypeAlias = Annotated[Any, _written(types.int32)]
Int32Table: TypeAlias = Annotated[Any, _read(types.int32, 2)]
Int32Rows: TypeAlias = Annotated[Any, _written(types.int32, 2)]
Int32Boards: TypeAlias = Annotated[Any, _written(types.int32, 3)]
Int64s: TypeAlias = Annotated[Any, _read(types.int64)]
Int64Buffer: TypeAlias = Annotated[Any, _written(types.int64)]
Int64Table: TypeAlias = Annotated[Any, _read(types.int64, 2)]
Int64Rows: TypeAlias = Annotated[Any, _written(types.int64, 2)]
UInt8s: TypeAlias = Annotated[Any, _read(types.uint8)]
UInt8Buffer: TypeAlias = Annotated[Any, _written(types.uint8)]
UInt8Table: TypeAlias = Annotated[Any, _read(types.uint8, 2)]
UInt8Rows: TypeAlias = Annotated[Any, _written(types.uint8, 2)]
UInt16s: TypeAlias = Annotated[Any, _read(types.uint16)]
UInt16Buffer: TypeAlias = Annotated[Any, _written(types.uint16)]
UInt16Table: TypeAlias = Annotated[Any, _read(types.uint16, 2)]
UInt64Buffer: TypeAlias = Annotated[Any, _written(types.uint64)]
UInt64Rows: TypeAlias = Annotated[Any, _written(types.uint64, 2)]
Float32Rows: TypeAlias = Annotated[Any, _written(types.float32, 2)]
Float64s: TypeAlias = Annotated[Any, _read(types.float64)]
Float64Buffer: TypeAlias = Annotated[Any, _written(types.float64)]
Float64Rows: TypeAlias = Annotated[Any, _written(types.float64, 2)]

_NUMBERS = {int: types.int64, float: types.float64, bool: types.boolean}


def argument_types(function: FunctionType) -> tuple[types.Type, ...]:
    """Return the types a kernel is compiled for; raises TypeError where its signature has none."""
    hints = get_type_hints(function, include_extras=True)
    names = function.__code__.co_varnames[:function.__code__.co_argcount]
    return tuple(_compiled_type(hints.get(name), function.__name__) for name in names)


def _compiled_type(hint: Any, name: str) -> types.Type:
    if hint in _NUMBERS:
        return _NUMBERS[hint]
    for found in getattr(hint, "__metadata__", ()):
        if isinstance(found, types.Type):
            return found
    if hasattr(hint, "_fields"):
        fields = get_type_hints(hint, include_extras=True)
        return types.BaseTuple.from_types(
            [_compiled_type(fields[field], name) for field in hint._fields], hint)
    raise TypeError(f"{name}: an argument has no type that a kernel can be compiled for; "
                    "annotate it with one of argument_types.py.")
