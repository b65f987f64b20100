"""Bytes -> text. Never fails: BOM, strict UTF-8, the declared CA if plausible, detection, Latin-1.

Detection looks only at property text beyond ASCII; its candidates are the charsets Go files really
use, scored by how common their characters are in names and comments. Labels are read as the
superset everybody means: GB2312 and GBK as GB18030, Shift_JIS as cp932, ISO-8859-1 as cp1252,
EUC-KR as cp949.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from irgo_app.errors import SgfError

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SUPERSETS: Final = {
    "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "shift_jis": "cp932",
    "cp932": "cp932", "iso8859-1": "cp1252", "cp1252": "cp1252", "ascii": "cp1252",
    "euc_kr": "cp949", "cp949": "cp949",
}
_NO_CHARSETS: Final = frozenset({
    "idna", "punycode", "unicode_escape", "raw_unicode_escape", "utf-7", "undefined", "mbcs", "oem",
})
"""Names Python knows that no file means, and some of which read text as something else."""
_CANDIDATES: Final = ("gb18030", "cp932", "big5", "cp949", "euc_jp", "cp1251", "cp1252")
_CA: Final = re.compile(rb"\bCA\s*+\[\s*+([^\]]{1,60}+)\]")
_VALUE: Final = re.compile(rb"\[((?:[^\]\\]|\\.){0,4000}+)", re.DOTALL)
_WRONG: Final = re.compile("[\ufffd\x80-\x9f\ue000-\uf8ff]")
_NOTHING: Final = re.compile(r"(?!)")
_STEP: Final = 1 << 20
_SAMPLE_BYTES: Final = 20_000
_GOOD_FOR_ONE_BAD: Final = 20

READABLE: Final = ("utf-8", "utf-16-le", "utf-16-be", *_CANDIDATES)
"""The charsets a user may choose to re-open a file in."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file as text.

    encoding -- the charset used, by Python's name
    remark -- a sentence if something had to be guessed or was lost, else None
    """

    text: str
    encoding: str
    remark: str | None = None


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
            return Decoded(_loosely(data[len(bom):], name, tell), name)
    found = _utf8(data, tell)
    if found is not None:
        return found
    declared = _declared(data)
    if declared and declared != "utf-8":
        text = _strictly(data, declared, tell)
        if text is not None:
            return Decoded(text, declared)
    name = _detected(data)
    remark = f"The file does not say its charset truly; it was read as {name}."
    text = _strictly(data, name, tell)
    if text is None:
        text = _loosely(data, name, tell)
        remark = f"The file was read as {name}, but some characters could not be read."
    return Decoded(text, name, remark)


def _forced(data: bytes, encoding: str, tell: Callable[[int], None]) -> Decoded:
    try:
        name = codecs.lookup(encoding).name
        name = _SUPERSETS.get(name, name)
        if name not in READABLE:
            raise LookupError
    except LookupError:
        known = ", ".join(READABLE)
        raise SgfError(f"{encoding!r} is no charset irgo reads; choose one of {known}.") from None
    for bom, bom_name in _BOMS:
        if data.startswith(bom) and bom_name == name:
            data = data[len(bom):]
    return Decoded(_loosely(data, name, tell), name)


def _utf8(data: bytes, tell: Callable[[int], None]) -> Decoded | None:
    """Return the text if nearly everything beyond ASCII is UTF-8: a few damaged bytes are no reason
    to take a whole file for something else."""
    text = _strictly(data, "utf-8", tell, _NOTHING)
    if text is not None:
        return Decoded(text, "utf-8")
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
    return Decoded("".join(pieces), "utf-8", f"{bad} damaged character(s) could not be read.")


def _declared(data: bytes) -> str | None:
    match = _CA.search(data)
    if not match:
        return None
    try:
        name = codecs.lookup(match.group(1).strip().decode("ascii", errors="replace")).name
    except (LookupError, ValueError):
        return None
    return None if name in _NO_CHARSETS else _SUPERSETS.get(name, name)


def _strictly(
    data: bytes, name: str, tell: Callable[[int], None], wrong: re.Pattern[str] = _WRONG
) -> str | None:
    """Return the text if all of it can be read and nothing in it is wrong, else None."""
    pieces: list[str] = []
    try:
        b" ".decode(name)  # Refuses what Python knows but what is no text, such as `hex`.
        for piece in _in_steps(data, name, "strict", tell):
            if wrong.search(piece):
                return None
            pieces.append(piece)
    except (UnicodeError, LookupError):
        return None
    return "".join(pieces)


def _loosely(data: bytes, name: str, tell: Callable[[int], None]) -> str:
    """Return the text, with a sign in place of what cannot be read."""
    return "".join(_in_steps(data, name, "replace", tell))


def _in_steps(
    data: bytes, name: str, errors: str, tell: Callable[[int], None]
) -> Iterator[str]:
    """Yield the text of one step of the data after the other."""
    decoder = codecs.getincrementaldecoder(name)(errors)
    for start in range(0, len(data), _STEP):
        if start:
            tell(start)
        yield decoder.decode(data[start:start + _STEP], start + _STEP >= len(data))


def _detected(data: bytes) -> str:
    """Return the most plausible charset of the bytes inside property values beyond ASCII."""
    sample = b" ".join(islice(
        (match.group(1) for match in _VALUE.finditer(data) if not match.group(1).isascii()), 500)
    )[:_SAMPLE_BYTES] or data[:_SAMPLE_BYTES]
    readable = [name for name in _CANDIDATES if _readable(sample, name)]
    if readable:
        return max(readable, key=lambda name: _plausibility(sample.decode(name, "ignore"), name))
    return "cp1252"


def _readable(sample: bytes, name: str) -> bool:
    try:
        text = codecs.getincrementaldecoder(name)().decode(sample)
    except UnicodeDecodeError:
        return False
    return not _WRONG.search(text)


def _plausibility(text: str, name: str) -> float:
    """Return how much a text looks like names and comments rather than mojibake."""
    beyond = [character for character in text if ord(character) > 127]
    if not beyond:
        return 0.0
    score = 0.0
    for character in beyond:
        score += _character_score(ord(character), name)
    neighbours = sum(a.isascii() and a.isalpha() for a in text)
    if name == "cp1252" and neighbours > len(beyond):
        # An accented letter in Latin text stands alone among ASCII letters.
        score += 1.2 * len(beyond)
    return score / len(beyond)


def _character_score(code: int, name: str) -> float:
    if 0x3040 <= code <= 0x30FF:
        return 2.0 if name in ("cp932", "euc_jp") else 0.2
    if 0xAC00 <= code <= 0xD7A3:
        return 1.6 if name == "cp949" else 0.0
    if 0x4E00 <= code <= 0x9FFF:
        return _han_score(code, name)
    if 0x0410 <= code <= 0x044F:
        return 1.4 if name == "cp1251" else 0.2
    if 0xFF61 <= code <= 0xFF9F:
        return -1.0
    if 0xC0 <= code <= 0xFF:
        return 0.8
    return 0.1 if 0x3000 <= code <= 0x303F or 0xFF00 <= code <= 0xFF60 else -0.5


def _han_score(code: int, name: str) -> float:
    """Return how common a Han character is in a charset: the first level of each comes first."""
    encoded = chr(code).encode(name, errors="ignore")
    if len(encoded) != 2:
        return -0.5
    lead = encoded[0]
    is_common = {
        "gb18030": 0xB0 <= lead <= 0xD7 and encoded[1] >= 0xA1,
        "big5": 0xA4 <= lead <= 0xC6,
        "cp932": 0x88 <= lead <= 0x97,
        "euc_jp": 0xB0 <= lead <= 0xCF,
        "cp949": False,
    }.get(name, False)
    return 1.2 if is_common else 0.1
