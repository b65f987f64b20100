"""A small network in KataGo's format, with random weights."""

import gzip
import struct
from collections.abc import Iterator
from random import Random
from typing import Final

NAME: Final = "tiny-test-network"
_PLANES, _GLOBALS = 22, 19


def tiny_network(
    name: str = NAME, version: int = 15, blocks: int = 4, channels: int = 32, imitates: int = 0
) -> bytes:
    """A whole file of ordinary blocks, of some 300 kB."""
    writer = _Writer(version)
    parts = b"".join(writer.network(name, blocks, channels, imitates))
    return gzip.compress(parts, 1, mtime=0)


class _Writer:
    """Writes the words and weights of a network."""

    def __init__(self, version: int) -> None:
        self._version, self._chance = version, Random(version)

    def network(self, name: str, blocks: int, channels: int, imitates: int) -> Iterator[bytes]:
        version, half = self._version, channels // 2
        yield self.words(name, version, _PLANES, _GLOBALS)
        if version >= 13:
            yield self.words(20.0, 20.0, 20.0, 20.0, 40.0, 0.25, 150.0)
        if version >= 15:
            yield self.words(imitates, 0, 0, 0, 0, 0, 0, 0)
        yield self.words("trunk", blocks, channels, channels, half, half, half)
        if version >= 15:
            yield self.words(0, 0, 0, 0, 0, 0)
        yield self.conv(3, _PLANES, channels) + self.matrix(_GLOBALS, channels)
        for _ in range(blocks):
            yield self.words("ordinary_block", "block")
            for _ in range(2):
                yield self.norm(channels) + self.conv(3, channels, channels)
        yield self.norm(channels)
        yield self.words("policy", *([2, 0, 0, 0] if version >= 17 else []))
        yield self.conv(1, channels, 8) + self.conv(1, channels, 8) + self.norm(8)
        outputs = 1 if version < 12 else 4 if version == 16 else 2
        yield self.matrix(24, 8) + self.norm(8) + self.conv(1, 8, outputs)
        if version >= 15:
            yield self.matrix(24, 8) + self.bias(8) + self.activation() + self.matrix(8, outputs)
        else:
            yield self.matrix(24, outputs)
        yield self.words("value", *([0, 0, 0] if version >= 17 else []))
        scores = 4 if version < 9 else 6
        yield self.conv(1, channels, 8) + self.norm(8) + self.matrix(24, 16) + self.bias(16)
        yield self.activation() + self.matrix(16, 3) + self.bias(3)
        yield self.matrix(16, scores) + self.bias(scores) + self.conv(1, 8, 1)

    def words(self, *words: object) -> bytes:
        return b"".join(f"{word}\n".encode() for word in words)

    def floats(self, count: int) -> bytes:
        values = (self._chance.gauss(0.0, 0.1) for _ in range(count))
        return b"@BIN@" + struct.pack(f"<{count}f", *values) + b"\n"

    def conv(self, side: int, inner: int, outer: int) -> bytes:
        return self.words("conv", side, side, inner, outer, 1, 1) + self.floats(
            side * side * inner * outer)

    def matrix(self, inner: int, outer: int) -> bytes:
        return self.words("matrix", inner, outer) + self.floats(inner * outer)

    def bias(self, count: int) -> bytes:
        return self.words("bias", count) + self.floats(count)

    def norm(self, channels: int) -> bytes:
        variance = b"@BIN@" + struct.pack(f"<{channels}f", *([1.0] * channels)) + b"\n"
        return self.words("norm", channels, 0.001, 0, 1) + self.floats(channels) + variance \
            + self.floats(channels) + self.activation()

    def activation(self) -> bytes:
        return self.words("act", *(["ACTIVATION_MISH"] if self._version >= 11 else []))
