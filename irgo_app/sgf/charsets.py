"""Which charset a text that does not say it is in, and how sure that is.

Names are short, so there is nothing to count. Every candidate reads the same bytes, and each
character it makes of them gets a log-probability: common characters of the language
(`charset_characters.py`) far more than what merely exists. The difference between the best reading
and the next is how sure the best one is.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from irgo_app.sgf.charset_characters import (
    CHINESE_SURNAMES,
    COMMON,
    KOREAN_SURNAMES,
    SIMPLIFIED,
    TRADITIONAL,
)

CANDIDATES: Final = ("gb18030", "cp932", "big5", "cp949", "euc_jp", "cp1251", "cp1252")
WRONG: Final = re.compile("[\ufffd\x80-\x9f\ue000-\uf8ff]")
"""Characters that no text in a game record holds."""

_NAMES: Final = re.compile(
    rb"(?<![A-Z])(?:P[BWC]|[BW]T|EV|GN|RO|AN|US|SO|ON|R[UE])\s*+\[((?:[^\]\\]|\\.){1,400}+)",
    re.DOTALL)
_VALUES: Final = re.compile(rb"\[((?:[^\]\\]|\\.){1,400}+)", re.DOTALL)
_MOST_PIECES: Final = 200
_MOST_BYTES: Final = 6_000
_STEP: Final = 1 << 20
_PRIORS: Final = {"big5": -0.5, "euc_jp": -2.0, "cp1251": -1.0}
_COMMON, _FIRST_LEVEL, _SECOND_LEVEL, _RARE = -5.0, -8.5, -11.0, -13.0
_KANA, _HALF_KANA, _SIGN, _ASCII = -5.0, -8.0, -7.0, -1.2
_LATIN, _CYRILLIC, _ODD_LETTER, _ODD_PAIR = -4.5, -3.7, -8.5, -3.5
_BESIDE_LATIN: Final = -3.0
_SURNAME_GAIN: Final = {"cp949": 3.0, "gb18030": 1.5, "big5": 1.5}
_FIRST_LEVELS: Final[dict[str, tuple[int, int]]] = {
    "gb18030": (0xB0, 0xD7), "big5": (0xA4, 0xC6), "cp932": (0x88, 0x97), "euc_jp": (0xB0, 0xCF),
    "cp949": (0xB0, 0xC8),
}
"""Lead bytes of the characters that a charset's makers thought common."""
_SECOND_LEVELS: Final[dict[str, tuple[int, int]]] = {
    "gb18030": (0xD8, 0xF7), "big5": (0xC9, 0xF9), "cp932": (0x98, 0xEA), "euc_jp": (0xD0, 0xF4),
    "cp949": (0xCA, 0xFD),
}
_LATIN_LETTERS: Final = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüýßšžœÀÁÂÄÅÆÇÈÉÊËÍÎÑÓÔÖØÚÛÜŠŽŒ")
_PUNCTUATION: Final = frozenset("、。「」『』・（）！？：，；～—…《》“”‘’【】ー々")
_MIXED: Final = re.compile("[a-z](?=[\u3041-\uffdc])|[\u3041-\uffdc](?=[a-z])")
_CHINESE: Final = SIMPLIFIED | TRADITIONAL
_RUN: Final = re.compile("[\uac00-\ud7a3]++|[\u4e00-\u9fff]++")


class Guess(NamedTuple):
    """A charset by Python's name, and the chance that it is the right one, 0 to 1."""

    name: str
    certainty: float


def ranked(data: bytes, tell: Callable[[int], None] = lambda offset: None) -> list[Guess]:
    """Return the charsets that the property values of a file can be read in, likeliest first.

    tell -- called now and then with the offset reached; raises to stop
    """
    pieces = _pieces(data, tell)
    scores: list[tuple[float, str]] = []
    for name in CANDIDATES:
        texts = [_read(piece, name) for piece in pieces]
        readable = [text for text in texts if text is not None]
        # A value may be cut or damaged; a charset that cannot read most of them is no candidate.
        if len(readable) * 2 > len(texts) or not texts:
            lost = _RARE * 2 * (len(texts) - len(readable))
            score = sum(_score(text, name) for text in readable) + lost
            scores.append((score + _PRIORS.get(name, 0.0), name))
    if not scores:
        return [Guess("cp1252", 0.0)]
    scores.sort(key=lambda entry: -entry[0])
    best = scores[0][0]
    total = sum(math.exp(max(-700.0, score - best)) for score, _ in scores)
    return [Guess(name, math.exp(max(-700.0, score - best)) / total) for score, name in scores]


def _pieces(data: bytes, tell: Callable[[int], None]) -> list[bytes]:
    """Return the values that hold more than ASCII: names, and others as far as there is room."""
    found: list[bytes] = []
    room = _MOST_BYTES
    for pattern in (_NAMES, _VALUES):
        beyond = (value for value in _values(pattern, data, tell) if not value.isascii())
        for piece in islice(beyond, _MOST_PIECES):
            found.append(piece)
            room -= len(piece)
            if room < 0:
                return found
    if not found:
        start = next((place for place, byte in enumerate(data[:1 << 16]) if byte > 127), 0)
        found.append(data[start:start + 400])
    return found


def _values(
    pattern: re.Pattern[bytes], data: bytes, tell: Callable[[int], None]
) -> Iterator[bytes]:
    """Yield what a pattern finds, one step of the data after the other.

    One value a step may be cut in two and not be found; there are enough others.
    """
    for start in range(0, len(data), _STEP):
        if start:
            tell(start)
        for match in pattern.finditer(data, start, start + _STEP):
            yield match[1]


def _read(piece: bytes, name: str) -> str | None:
    """Return a piece as text, None if it cannot be; the end of it may be cut off."""
    try:
        text = codecs.getincrementaldecoder(name)().decode(piece)
    except UnicodeDecodeError:
        return None
    return None if WRONG.search(text) else text


def _score(text: str, name: str) -> float:
    """Return how likely it is that a text, as read in a charset, was written: a logarithm."""
    letter_score = _SINGLE_BYTE.get(name)
    if letter_score is not None:
        return letter_score(text)
    common = COMMON[name]
    score = 0.0
    for character in text:
        if character in common:
            score += _COMMON
        elif character < "\x80":
            score += _ASCII
        else:
            score += _rare_score(character, name)
    gain = _SURNAME_GAIN.get(name, 0.0)
    if gain:
        surnames = KOREAN_SURNAMES if name == "cp949" else CHINESE_SURNAMES
        score += gain * sum(
            2 <= len(run) <= 4 and run[0] in surnames for run in _RUN.findall(text))
    return score + _BESIDE_LATIN * len(_MIXED.findall(text))


def _rare_score(character: str, name: str) -> float:
    """Return the score of a character of a two-byte charset that is not among the common ones."""
    if "\u3041" <= character <= "\u30fe":
        return _KANA if name in ("cp932", "euc_jp") else _SECOND_LEVEL
    if "\uff61" <= character <= "\uff9f":
        return _HALF_KANA
    if character in _PUNCTUATION or "\uff10" <= character <= "\uff5a":
        return _SIGN
    elsewhere = TRADITIONAL if name == "gb18030" else _CHINESE
    if name != "cp949" and character in elsewhere:
        # Names from elsewhere: Taiwanese players in China, Chinese players in Japan.
        return (_COMMON + _FIRST_LEVEL) / 2
    encoded = character.encode(name, errors="ignore")
    lead, trail = (encoded[0], encoded[1]) if len(encoded) == 2 else (0, 0)
    if name in ("gb18030", "cp949", "euc_jp") and trail < 0xA1:
        return _RARE
    for (first, last), score in (
        (_FIRST_LEVELS[name], _FIRST_LEVEL), (_SECOND_LEVELS[name], _SECOND_LEVEL)
    ):
        if first <= lead <= last:
            return score
    return _RARE


def _latin_score(text: str) -> float:
    """Score a text of western Europe: accented letters stand alone among plain ones."""
    score, before = 0.0, " "
    for character in text:
        if character < "\x80":
            score += _ASCII
        else:
            score += _LATIN if character in _LATIN_LETTERS else _ODD_LETTER
            if before >= "\x80" or (character.isupper() and before.islower()):
                score += _ODD_PAIR
        before = character
    return score


def _cyrillic_score(text: str) -> float:
    """Score a Russian text: no Latin letters beside Cyrillic ones, capitals only in front."""
    score, before = 0.0, " "
    for character in text:
        if character < "\x80":
            score += _ASCII
            is_mixed = character.isalpha() and before >= "\x80"
        else:
            score += _CYRILLIC if "А" <= character <= "я" or character in "ёЁ" else _ODD_LETTER
            is_mixed = before.isalpha() and (
                before < "\x80" or (character.isupper() and before.islower()))
        if is_mixed:
            score += _ODD_PAIR
        before = character
    return score


_SINGLE_BYTE: Final[dict[str, Callable[[str], float]]] = {
    "cp1252": _latin_score, "cp1251": _cyrillic_score,
}
