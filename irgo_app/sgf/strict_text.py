"""Bytes as text in one charset: strictly, loosely, and which charset a label means."""

import codecs
import re
from collections.abc import Callable, Iterator
from typing import AnyStr, Final

from msgspec import Struct

from irgo_app.words import counted

SUPERSETS: Final = {
    "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "shift_jis": "cp932",
    "cp932": "cp932", "iso8859-1": "cp1252", "cp1252": "cp1252", "ascii": "cp1252",
    "euc_kr": "cp949", "cp949": "cp949",
}

_NO_CHARSETS: Final = frozenset({
    "idna", "punycode", "unicode_escape", "raw_unicode_escape", "utf-7", "undefined", "mbcs", "oem",
})
"""Names Python knows that no file means, and some of which read text as something else."""

_STEP: Final = 1 << 20

_GOOD_FOR_ONE_BAD: Final = 20
CA: Final = re.compile(rb"\bCA\s*+\[\s*+([^\]]{1,60}+)\]")


class Piece(Struct, frozen=True):
    """A piece of a file that was read in a charset of its own.

    start, end -- in bytes; text_start, text_end -- in the text
    remark -- as of `Decoded`
    """

    start: int
    end: int
    text_start: int
    text_end: int
    encoding: str
    remark: str | None = None


class Decoded(Struct, frozen=True):
    """A file as text.

    encoding -- the charset used, by Python's name
    remark -- a sentence if something had to be guessed or was lost, else None
    certainty -- the chance that a guessed charset is the right one, None if nothing was guessed
    pieces -- where the file is of several charsets: its pieces in order, each game one of them
    """

    text: str
    encoding: str
    remark: str | None = None
    certainty: float | None = None
    pieces: tuple[Piece, ...] = ()


def mostly_utf8(data: bytes, tell: Callable[[int], None]) -> Decoded | None:
    """Return the text if nearly everything beyond ASCII is UTF-8: a few damaged bytes are no reason
    to take a whole file for something else."""
    pieces: list[str] = []
    good = bad = seen = 0
    for piece in _in_steps(data, "utf-8", "replace", tell):
        pieces.append(piece)
        seen += _STEP
        wrong = piece.count("\ufffd")
        bad += wrong
        good += len(piece) - len(piece.encode("ascii", "ignore")) - wrong
        if bad * _GOOD_FOR_ONE_BAD > good + max(0, len(data) - seen):
            return None
    return Decoded("".join(pieces), "utf-8", str(counted(
        "One damaged character could not be read.",
        "{count} damaged characters could not be read.", bad)))


def charset_of_label(label: bytes) -> str | None:
    """Return the charset that a CA value means, by Python's name; None for one it does not know."""
    try:
        name = codecs.lookup(label.strip().decode("ascii", errors="replace")).name
    except (LookupError, ValueError):
        return None
    return None if name in _NO_CHARSETS else SUPERSETS.get(name, name)


def strictly(
    data: bytes, name: str, tell: Callable[[int], None], wrong: re.Pattern[str] | None = None
) -> str | None:
    """Return the text if all of it can be read and nothing in it is wrong, else None."""
    pieces: list[str] = []
    try:
        b" ".decode(name)  # Refuses what Python knows but what is no text, such as `hex`.
        for piece in _in_steps(data, name, "strict", tell):
            if wrong is not None and wrong.search(piece):
                return None
            pieces.append(piece)
    except (UnicodeError, LookupError):
        return None
    return "".join(pieces)


def loosely(data: bytes, name: str, tell: Callable[[int], None]) -> str:
    """Return the text, with a sign in place of what cannot be read."""
    return "".join(_in_steps(data, name, "replace", tell))


def _in_steps(data: bytes, name: str, errors: str, tell: Callable[[int], None]) -> Iterator[str]:
    """Yield the text of one step of the data after the other."""
    decoder = codecs.getincrementaldecoder(name)(errors)
    for start in range(0, len(data), _STEP):
        if start:
            tell(start)
        yield decoder.decode(data[start:start + _STEP], start + _STEP >= len(data))


def percent(certainty: float) -> int:
    """Return a chance as it is told: nothing that was guessed is certain."""
    return min(99, int(certainty * 100))


def first_match(
    pattern: re.Pattern[AnyStr], data: AnyStr, longest: int, tell: Callable[[int], None]
) -> re.Match[AnyStr] | None:
    """Return the first match, which has at most so many letters, looked for in steps."""
    for start in range(0, len(data), _STEP):
        if start:
            tell(start)
        if match := pattern.search(data, start, start + _STEP + longest):
            return match
    return None
