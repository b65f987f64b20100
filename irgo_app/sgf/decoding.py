"""Bytes -> text, whatever a file holds and whatever it says.

Nothing fails: BOM, UTF-16 and UTF-32 by the form of their brackets, strict UTF-8, the declared CA
if plausible, detection, Latin-1. In a collection each game is read so by itself where the whole is
not of one charset (`segments.py`). What is detected is a guess, and said to be one. Labels are read
as the superset everybody means: GB2312 and GBK as GB18030, Shift_JIS as cp932, ISO-8859-1 as
cp1252, EUC-KR as cp949.
"""

import codecs
import re
from collections.abc import Callable, Iterator
from typing import AnyStr, Final

from msgspec import Struct

from irgo_app.errors import SgfError
from irgo_app.words import counted, message

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"), (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""The mark of UTF-16 begins that of UTF-32."""
_WIDE: Final = (("utf-32-le", 4), ("utf-32-be", 4), ("utf-16-le", 2), ("utf-16-be", 2))
"""Charsets of more than one byte for each letter, and how many bytes one has."""
_WIDE_STARTS: Final = ("(;", "(\n;", "(\r\n;", "( ;")
_WIDE_LOOK: Final = 1 << 16
_NUL: Final = "\x00"
_SUPERSETS: Final = {
    "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "shift_jis": "cp932",
    "cp932": "cp932", "iso8859-1": "cp1252", "cp1252": "cp1252", "ascii": "cp1252",
    "euc_kr": "cp949", "cp949": "cp949",
}
_NO_CHARSETS: Final = frozenset({
    "idna", "punycode", "unicode_escape", "raw_unicode_escape", "utf-7", "undefined", "mbcs", "oem",
})
"""Names Python knows that no file means, and some of which read text as something else."""
CA: Final = re.compile(rb"\bCA\s*+\[\s*+([^\]]{1,60}+)\]")
_LONGEST_CA: Final = 100
_STEP: Final = 1 << 20
_GOOD_FOR_ONE_BAD: Final = 20


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


def decode(
    data: bytes, encoding: str | None = None, tell: Callable[[int], None] = lambda offset: None
) -> Decoded:
    """Return the file's text; `encoding` forces a charset ("re-open with encoding").

    tell -- called now and then with the offset reached; raises to stop
    """
    if encoding is not None:
        return _forced(data, encoding, tell)
    for bom, name in _BOMS:
        if data.startswith(bom):
            data_behind = data[len(bom):]
            is_mixed = name == "utf-8" and strictly(data_behind, name, tell) is None
            several = _of_several(data, len(bom), tell) if is_mixed else None
            return several or Decoded(loosely(data_behind, name, tell), name)
    wide = _wide(data, tell)
    if wide is not None:
        return wide
    text = strictly(data, "utf-8", tell)
    if text is not None:
        return Decoded(text, "utf-8")
    return _of_several(data, 0, tell) or _read_as_one(data, tell)


def _read_as_one(data: bytes, tell: Callable[[int], None]) -> Decoded:
    """Return the text of bytes that are all of one charset, and not quite UTF-8."""
    found = mostly_utf8(data, tell)
    if found is not None:
        return found
    # Most files are UTF-8; a start does without what the others need.
    from irgo_app.sgf.charsets import WRONG, ranked

    declared = declared_in(data, tell)
    if declared and declared != "utf-8":
        text = strictly(data, declared, tell, WRONG)
        if text is not None:
            return Decoded(text, declared)
    guesses = ranked(data, tell)
    left = 1.0
    for guess in guesses:
        text = strictly(data, guess.name, tell, WRONG)
        if text is None:
            left = max(left - guess.certainty, 1e-9)
            continue
        certainty = min(1.0, guess.certainty / left)
        remark = str(message(
            "The file names no charset that fits; it was read as {charset} ({percent} % sure).",
            charset=guess.name, percent=percent(certainty)))
        return Decoded(text, guess.name, remark, certainty)
    name = guesses[0].name
    remark = str(message(
        "The file was read as {charset}, but some characters could not be read.", charset=name))
    return Decoded(loosely(data, name, tell), name, remark, guesses[0].certainty)


def _of_several(data: bytes, start: int, tell: Callable[[int], None]) -> Decoded | None:
    """Return the text of a collection whose games are of several charsets, None of any other.

    start -- where the text begins
    """
    # Few files hold games in several charsets; what reads them is loaded for those.
    from irgo_app.sgf.segments import pieces_of

    return pieces_of(data, start, tell)


def _wide(data: bytes, tell: Callable[[int], None]) -> Decoded | None:
    """Return the text of UTF-16 or UTF-32 without a mark in front, None of anything else."""
    if b"\x00" not in data[:_WIDE_LOOK]:
        return None
    for name, width in _WIDE:
        places = [data.find(start.encode(name), 0, _WIDE_LOOK) for start in _WIDE_STARTS]
        place = min((place for place in places if place >= 0), default=-1)
        if place < 0 or place % width or not _is_ascii(data[:place].decode(name, "replace")):
            continue
        text = loosely(data, name, tell)
        if _NUL not in text:
            return Decoded(text, name)
    return None


def _is_ascii(text: str) -> bool:
    return text.removeprefix("\ufeff").isascii()


def percent(certainty: float) -> int:
    """Return a chance as it is told: nothing that was guessed is certain."""
    return min(99, int(certainty * 100))


def _forced(data: bytes, encoding: str, tell: Callable[[int], None]) -> Decoded:
    from irgo_app.sgf.charsets import READABLE

    try:
        name = codecs.lookup(encoding).name
        name = _SUPERSETS.get(name, name)
        if name not in READABLE:
            raise LookupError
    except LookupError:
        known = ", ".join(READABLE)
        raise SgfError(
            "{encoding!r} is no charset irgo reads; choose one of {known}.",
            encoding=encoding, known=known) from None
    for bom, bom_name in _BOMS:
        if data.startswith(bom) and bom_name == name:
            data = data[len(bom):]
    return Decoded(loosely(data, name, tell), name)


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


def declared_in(data: bytes, tell: Callable[[int], None]) -> str | None:
    """Return the charset that the file names, None if Python knows none of that name."""
    match = first_match(CA, data, _LONGEST_CA, tell)
    return None if match is None else charset_of_label(match.group(1))


def charset_of_label(label: bytes) -> str | None:
    """Return the charset that a CA value means, by Python's name; None for one it does not know."""
    try:
        name = codecs.lookup(label.strip().decode("ascii", errors="replace")).name
    except (LookupError, ValueError):
        return None
    return None if name in _NO_CHARSETS else _SUPERSETS.get(name, name)


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
