"""An RGBA array as a PNG file: the smallest valid one (PNG specification, ISO/IEC 15948)."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt


def png_bytes(rgba: npt.NDArray[np.uint8]) -> bytes:
    """Return uint8 (h, w, 4) with straight alpha as PNG, 8 bits a channel, not interlaced."""
    height, width, _ = rgba.shape
    lines = np.zeros((height, 1 + width * 4), np.uint8)
    lines[:, 1:] = rgba.reshape(height, width * 4)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(lines.tobytes(), 6)) + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
