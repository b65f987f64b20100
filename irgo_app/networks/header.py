"""The first words of a file of KataGo's: whether it is a network, and which."""

import gzip
import zlib
from pathlib import Path
from typing import Final

from msgspec import Struct

from irgo_app.errors import NetworkError
from irgo_app.networks.katago_file import NEWEST_VERSION, OLDEST_VERSION

ENDING: Final = ".gz"
NETWORK_ENDINGS: Final = (".bin.gz", ".txt.gz")
_HEAD_BYTES: Final = 4096
_MAX_NAME_LETTERS: Final = 200
_MAX_DIGITS: Final = 9
_MULTIPLIERS: Final = 7
"""Numbers before the trunk, from version 13 on."""
_META_NUMBERS: Final = 8
"""Further ones from version 15 on, of which the first is the kind of player that is imitated."""


class NetworkHeader(Struct, frozen=True):
    """What a network says of itself before its weights.

    blocks, channels -- of its trunk, 0 where the header does not tell
    """

    name: str
    version: int
    blocks: int = 0
    channels: int = 0


def read_header(path: Path) -> NetworkHeader:
    """Return the header of a network's file, of which a few kilobytes are read.

    Raises NetworkError for a file that cannot be read, is none of KataGo's networks, or has a
    format that irgo does not run.
    """
    words = _first_words(path)
    if len(words) < 4 or not _is_name(words[0]) or not _is_number(words[1]):
        raise NetworkError(
            "{file} is not one of KataGo's networks; choose a file that ends in .bin.gz.",
            file=path.name)
    header, imitates_people = _header_of(words)
    if not OLDEST_VERSION <= header.version <= NEWEST_VERSION:
        raise NetworkError(
            "{file} has the format {version} and irgo runs {oldest} to {newest}; choose another "
            "network.", file=path.name, version=header.version, oldest=OLDEST_VERSION,
            newest=NEWEST_VERSION)
    if imitates_people:
        raise NetworkError("{file} imitates people of a rank, for which irgo has no use; choose "
                           "another network.", file=path.name)
    return header


def _first_words(path: Path) -> list[bytes]:
    """Return the words before the first weights, as far as they lie in the file's head."""
    try:
        # A pipe or a device would be waited for.
        if not path.is_file():
            raise NetworkError("There is no file {path}; choose another.", path=path)
        with gzip.open(path, "rb") as file:
            head = file.read(_HEAD_BYTES)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        return []
    except (OSError, ValueError) as error:
        raise NetworkError("{path} cannot be read ({reason}); choose another file.", path=path,
                           reason=getattr(error, "strerror", None) or str(error)) from None
    return head.partition(b"@BIN@")[0].split()


def _header_of(words: list[bytes]) -> tuple[NetworkHeader, bool]:
    """Return the header, and whether the network asks for the rank of a player to be imitated."""
    name, version = words[0].decode("ascii"), int(words[1])
    at = 4 + (_MULTIPLIERS if version >= 13 else 0)
    meta = words[at:at + 1] if version >= 15 else []
    at += _META_NUMBERS if version >= 15 else 0
    trunk = words[at + 1:at + 3]
    if len(trunk) < 2 or not all(map(_is_number, trunk)):
        return NetworkHeader(name, version), False
    return NetworkHeader(name, version, int(trunk[0]), int(trunk[1])), meta not in ([], [b"0"])


def _is_name(word: bytes) -> bool:
    return len(word) <= _MAX_NAME_LETTERS and all(32 < letter < 127 for letter in word)


def _is_number(word: bytes) -> bool:
    return word.isdigit() and len(word) <= _MAX_DIGITS
