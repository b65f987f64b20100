"""A graph for onnxruntime, written as ONNX's protocol buffer: no package is needed for that.

The numbers of fields are those of onnx.proto (ONNX's repository): a field is its number and its
kind, then a whole number of seven bits a byte or a length and so many bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

OPERATORS: Final = 17
"""The version of ONNX's operators."""
MICROSOFT: Final = "com.microsoft"
"""The domain of onnxruntime's own operators."""
_FORMAT: Final = 8
_TYPES: Final = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7}
_VARINT, _BYTES, _FIXED32 = 0, 2, 5
_LONGEST_VARINT: Final = 5
"""Bytes of a whole number up to 32 GB."""
_FLOAT, _INT, _STRING, _INTS = 1, 2, 3, 7
"""Kinds of attributes."""

Attribute: TypeAlias = float | int | str | Sequence[int]
Array: TypeAlias = npt.NDArray[np.generic]


class Graph:
    """A graph that grows node by node; tensors go by names."""

    def __init__(self, name: str) -> None:
        # The parts of a graph may come in any order. They are written at once, because weights are
        # large and should not be there twice.
        self._out = BytesIO()
        versions = [_bytes(8, _bytes(1, domain.encode()) + _number(2, version))
                    for domain, version in (("", OPERATORS), (MICROSOFT, 1))]
        self._out.write(b"".join([_number(1, _FORMAT), *versions, _tag(7, _BYTES)]))
        self._begin = self._out.tell()
        self._out.write(bytes(_LONGEST_VARINT) + _bytes(2, name.encode()))
        self._count = 0
        self._known: dict[tuple[str, tuple[int, ...], bytes], str] = {}

    def input(self, name: str, shape: Iterable[int | str]) -> str:
        """Declare a float32 input; a word in `shape` is a size that is open."""
        self._out.write(_bytes(11, _value(name, shape)))
        return name

    def output(self, name: str, tensor: str, shape: Iterable[int | str]) -> None:
        """Declare a float32 output that is a tensor of the graph."""
        self._out.write(_bytes(1, _node("Identity", [tensor], [name], "", {})))
        self._out.write(_bytes(12, _value(name, shape)))

    def constant(self, value: Array | float) -> str:
        """Return the name of a constant; small ones that are the same have one name.

        A plain number is a float32.
        """
        array = np.float32(value) if isinstance(value, (int, float)) else value
        array = np.asarray(array, order="C")
        key = (array.dtype.name, array.shape, array.tobytes()) if array.size <= 64 else None
        if key is not None and key in self._known:
            return self._known[key]
        name = self._new_name("c")
        if key is not None:
            self._known[key] = name
        fields = [_packed(1, array.shape)] if array.ndim else []
        fields += [_number(2, _TYPES[array.dtype.name]), _bytes(8, name.encode())]
        raw = array.astype(array.dtype.newbyteorder("<"), copy=False)
        head = b"".join([*fields, _tag(9, _BYTES), _varint(raw.nbytes)])
        self._out.write(_tag(5, _BYTES) + _varint(len(head) + raw.nbytes) + head)
        self._out.write(raw.data if raw.ndim else raw.tobytes())
        return name

    def node(
        self, kind: str, *inputs: str, outputs: int = 1, domain: str = "",
        **attributes: Attribute,
    ) -> list[str]:
        """Add a node and return the names of its outputs; an input may be left out as ""."""
        names = [self._new_name("t") for _ in range(outputs)]
        self._out.write(_bytes(1, _node(kind, inputs, names, domain, attributes)))
        return names

    def apply(self, kind: str, *inputs: str, domain: str = "", **attributes: Attribute) -> str:
        """Add a node of one output and return its name."""
        name = self._new_name("t")
        self._out.write(_bytes(1, _node(kind, inputs, [name], domain, attributes)))
        return name

    def to_bytes(self) -> bytes:
        """Return the model; the graph can grow no further."""
        size = self._out.tell() - self._begin - _LONGEST_VARINT
        self._out.seek(self._begin)
        # A number may be written longer than it has to be.
        self._out.write(bytes(size >> 7 * at & 127 | 128 * (at < _LONGEST_VARINT - 1)
                              for at in range(_LONGEST_VARINT)))
        return self._out.getvalue()

    def _new_name(self, letter: str) -> str:
        self._count += 1
        return f"{letter}{self._count}"


def _node(
    kind: str, inputs: Iterable[str], outputs: Iterable[str], domain: str,
    attributes: dict[str, Attribute],
) -> bytes:
    parts = [_bytes(1, name.encode()) for name in inputs]
    parts += [_bytes(2, name.encode()) for name in outputs]
    parts.append(_bytes(4, kind.encode()))
    parts += [_bytes(5, _attribute(name, value)) for name, value in attributes.items()]
    if domain:
        parts.append(_bytes(7, domain.encode()))
    return b"".join(parts)


def _attribute(name: str, value: Attribute) -> bytes:
    named = _bytes(1, name.encode())
    if isinstance(value, float):
        return named + _tag(2, _FIXED32) + np.float32(value).tobytes() + _number(20, _FLOAT)
    if isinstance(value, int):
        return named + _number(3, value) + _number(20, _INT)
    if isinstance(value, str):
        return named + _bytes(4, value.encode()) + _number(20, _STRING)
    return named + _packed(8, value) + _number(20, _INTS)


def _value(name: str, shape: Iterable[int | str]) -> bytes:
    sizes = b"".join(
        _bytes(1, _number(1, size) if isinstance(size, int) else _bytes(2, size.encode()))
        for size in shape)
    tensor = _number(1, _TYPES["float32"]) + _bytes(2, sizes)
    return _bytes(1, name.encode()) + _bytes(2, _bytes(1, tensor))


def _tag(field: int, kind: int) -> bytes:
    return _varint(field << 3 | kind)


def _number(field: int, value: int) -> bytes:
    return _tag(field, _VARINT) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _tag(field, _BYTES) + _varint(len(value)) + value


def _packed(field: int, values: Iterable[int]) -> bytes:
    return _bytes(field, b"".join(map(_varint, values)))


def _varint(value: int) -> bytes:
    """Return a whole number; negative ones are those of 64 bits."""
    value &= (1 << 64) - 1
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)
