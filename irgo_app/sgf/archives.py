"""Records packed in zip archives and gzip files, unpacked within bounds.

What a file says of its own sizes is not believed: unpacking stops at a number of bytes, whatever is
still packed. Nothing is written to the disk, and archives inside archives stay packed.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final

from irgo_app.errors import SgfError

PACKED_ENDINGS: Final = (".zip", ".gz")
"""How names of packed records end, in small letters."""
LARGEST_UNPACKED: Final = 50_000_000
"""So many bytes are unpacked at most of one file."""
MOST_MEMBERS: Final = 5_000
"""So many files of one archive are read at most."""
_ZIP: Final = b"PK\x03\x04"
_EMPTY_ZIP: Final = b"PK\x05\x06"
_GZIP: Final = b"\x1f\x8b\x08"
_STEP: Final = 1 << 16
_MOST_ENTRIES: Final = 200_000
_BROKEN: Final = (OSError, zipfile.BadZipFile, zlib.error, struct.error, EOFError, LookupError,
                  ValueError, OverflowError, NotImplementedError, RuntimeError)
"""What unpacking a damaged or encrypted file raises."""


def is_packed(data: bytes) -> bool:
    """Return whether bytes begin as a zip archive or a gzip file does."""
    return data.startswith((_ZIP, _EMPTY_ZIP, _GZIP))


def packing_of(data: bytes) -> str:
    """Return how packed bytes are packed."""
    return "gzip" if data.startswith(_GZIP) else "zip"


def unpacked(data: bytes, name: str, endings: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of the files in packed bytes; raises SgfError for broken ones.

    name -- how error sentences call the packed file; endings -- of the names in it that count
    """
    if data.startswith(_GZIP):
        yield "", _of_gzip(data, name)
        return
    left = LARGEST_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if len(archive.infolist()) > _MOST_ENTRIES:
                raise _too_large(name)
            found = [entry for entry in archive.infolist() if not entry.is_dir()
                     and entry.filename.lower().endswith(endings)]
            for entry in found[:MOST_MEMBERS]:
                with archive.open(entry) as member:
                    piece = member.read(left + 1)
                left -= len(piece)
                if left < 0:
                    raise _too_large(name)
                yield entry.filename, piece
            if len(found) > MOST_MEMBERS:
                raise _too_large(name)
    except _BROKEN as error:
        raise SgfError("{name} cannot be unpacked ({reason}); pack it again.", name=name,
                       reason=error) from None


def _of_gzip(data: bytes, name: str) -> bytes:
    """Return what all members of a gzip file hold; of one that was cut off what there is of it.

    The packed bytes are handed on in small pieces: what is left of them would be copied each time.
    """
    pieces, size, at, count = list[bytes](), 0, 0, 0
    try:
        while data.startswith(_GZIP, at):
            count += 1
            if count > MOST_MEMBERS:
                raise _too_large(name)
            decoder, waiting = zlib.decompressobj(zlib.MAX_WBITS | 16), b""
            while not decoder.eof:
                if not waiting:
                    waiting = data[at:at + _STEP]
                    at += len(waiting)
                piece = decoder.decompress(waiting, _STEP)
                is_cut_off = not (piece or waiting)
                waiting = decoder.unconsumed_tail
                size += len(piece)
                if size > LARGEST_UNPACKED:
                    raise _too_large(name)
                pieces.append(piece)
                if is_cut_off:
                    break
            at -= len(decoder.unused_data)
    except _BROKEN as error:
        raise SgfError("{name} cannot be unpacked ({reason}); pack it again.", name=name,
                       reason=error) from None
    return b"".join(pieces)


def _too_large(name: str) -> SgfError:
    return SgfError("{name} holds more than irgo unpacks: at most {size} MB and {count} files. "
                    "Unpack it, then open the records one by one.", name=name,
                    size=LARGEST_UNPACKED // 1_000_000, count=MOST_MEMBERS)
