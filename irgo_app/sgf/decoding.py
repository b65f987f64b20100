"""Bytes -> text, whatever a file holds and whatever it says.

Nothing fails: BOM, UTF-16 and UTF-32 by the form of their brackets, strict UTF-8, the declared CA
if plausible, detection, Latin-1. In a collection each game is read so by itself where the whole is
not of one charset (`segments.py`). What is detected is a guess, and said to be one. Labels are read
as the superset everybody means: GB2312 and GBK as GB18030, Shift_JIS as cp932, ISO-8859-1 as
cp1252, EUC-KR as cp949.
"""

import codecs
from collections.abc import Callable
from typing import Final

from irgo_app.errors import SgfError
from irgo_app.sgf.strict_text import (CA, SUPERSETS, Decoded, charset_of_label, first_match,
                                      loosely, mostly_utf8, percent, strictly)
from irgo_app.words import message

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
_LONGEST_CA: Final = 100


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


def _forced(data: bytes, encoding: str, tell: Callable[[int], None]) -> Decoded:
    from irgo_app.sgf.charsets import READABLE

    try:
        name = codecs.lookup(encoding).name
        name = SUPERSETS.get(name, name)
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


def declared_in(data: bytes, tell: Callable[[int], None]) -> str | None:
    """Return the charset that the file names, None if Python knows none of that name."""
    match = first_match(CA, data, _LONGEST_CA, tell)
    return None if match is None else charset_of_label(match.group(1))
