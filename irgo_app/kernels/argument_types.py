"""The types in the signatures of kernels: a kernel is compiled once, for what its signature says.

What a kernel is given is converted to that: whole numbers to int64, an array that may be written to
one that is only read. Arrays lie in memory row by row (C order). Names: `Int8s`, an array of int8
that is only read; `Int8Buffer`, one that may be written; `Int8Table` and `Int8Rows`, the same with
two dimensions. A named tuple is written as its class; its fields say their types, and arrays in it
are the ones that may be written, whatever is done with them.
"""

from typing import Annotated, Any, TypeAlias

from msgspec import Struct


class ArrayType(Struct, frozen=True):
    """An array as a kernel takes it.

    items -- numpy's name of the type of its items
    is_written -- whether the kernel may write to it
    """

    items: str
    dimensions: int
    is_written: bool


def _read(items: str, dimensions: int = 1) -> ArrayType:
    return ArrayType(items, dimensions, is_written=False)


def _written(items: str, dimensions: int = 1) -> ArrayType:
    return ArrayType(items, dimensions, is_written=True)


Bools: TypeAlias = Annotated[Any, _read("bool")]
BoolBuffer: TypeAlias = Annotated[Any, _written("bool")]
BoolRows: TypeAlias = Annotated[Any, _written("bool", 2)]
Int8s: TypeAlias = Annotated[Any, _read("int8")]
Int8Buffer: TypeAlias = Annotated[Any, _written("int8")]
Int8Table: TypeAlias = Annotated[Any, _read("int8", 2)]
Int8Rows: TypeAlias = Annotated[Any, _written("int8", 2)]
Int16s: TypeAlias = Annotated[Any, _read("int16")]
Int16Buffer: TypeAlias = Annotated[Any, _written("int16")]
Int16Table: TypeAlias = Annotated[Any, _read("int16", 2)]
Int16Rows: TypeAlias = Annotated[Any, _written("int16", 2)]
Int32s: TypeAlias = Annotated[Any, _read("int32")]
Int32Buffer: TypeAlias = Annotated[Any, _written("int32")]
Int32Table: TypeAlias = Annotated[Any, _read("int32", 2)]
Int32Rows: TypeAlias = Annotated[Any, _written("int32", 2)]
Int32Boards: TypeAlias = Annotated[Any, _written("int32", 3)]
Int64s: TypeAlias = Annotated[Any, _read("int64")]
Int64Buffer: TypeAlias = Annotated[Any, _written("int64")]
Int64Table: TypeAlias = Annotated[Any, _read("int64", 2)]
Int64Rows: TypeAlias = Annotated[Any, _written("int64", 2)]
UInt8s: TypeAlias = Annotated[Any, _read("uint8")]
UInt8Buffer: TypeAlias = Annotated[Any, _written("uint8")]
UInt8Table: TypeAlias = Annotated[Any, _read("uint8", 2)]
UInt8Rows: TypeAlias = Annotated[Any, _written("uint8", 2)]
UInt16Buffer: TypeAlias = Annotated[Any, _written("uint16")]
UInt16Table: TypeAlias = Annotated[Any, _read("uint16", 2)]
UInt64Buffer: TypeAlias = Annotated[Any, _written("uint64")]
UInt64Rows: TypeAlias = Annotated[Any, _written("uint64", 2)]
Float64s: TypeAlias = Annotated[Any, _read("float64")]
Float64Buffer: TypeAlias = Annotated[Any, _written("float64")]
Float64Rows: TypeAlias = Annotated[Any, _written("float64", 2)]
