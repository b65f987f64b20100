"""Text -> tokens: brackets, node starts, identifiers, values. The way for everything not plain.

Nothing here knows Go, and nothing stops: the end of the file closes an open value, characters that
belong nowhere are skipped, and a `]` that cannot end its value is taken as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from irgo_app.sgf.diagnostic import DiagnosticLog

_NEXT: Final = re.compile(r"\s*(?:([();])|([A-Za-z][A-Za-z0-9]*)|(\[)|([^\s();A-Za-z\[]+))")
_VALUE_END: Final = re.compile(r"[^\]\\]*(?:\\.[^\]\\]*)*\]", re.DOTALL)
_STRUCTURE: Final = (
    r"(?:$|\[|[A-Za-z][A-Za-z0-9]*\s*[\[;()]|;\s*(?:[A-Za-z][A-Za-z0-9]*\s*\[|[;()]|$)"
    r"|\(\s*(?:;|\(|[A-Za-z][A-Za-z0-9]*\s*\[)|\)\s*(?:[();]|$|[A-Za-z][A-Za-z0-9]*\s*\[))"
)
_GOES_ON: Final = re.compile(r"\s*" + _STRUCTURE)
_GOES_ON_AFTER_JUNK: Final = re.compile(
    r"\s*[^\s\[\]();\\A-Za-z]{1,8}\s*(?!\[)" + _STRUCTURE)
_AFTER_GAME: Final = re.compile(r"\s*\)\s*[^();\[\]]*(?:\(|$)")
_MOST_TRIES: Final = 64
"""How many `]` of one value are looked at before the first is taken: keeps reading linear."""


class TokenKind(Enum):
    """What a token is."""

    OPEN = "("
    CLOSE = ")"
    NODE = ";"
    IDENTIFIER = "identifier"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Token:
    """A token with its place.

    text -- an identifier as written, or a value's raw text (still escaped) without brackets
    start, end -- offsets in the file
    is_repaired -- whether the raw text is not what stands in the file
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    is_repaired: bool = False


_STRUCTURE_KINDS: Final = {"(": TokenKind.OPEN, ")": TokenKind.CLOSE, ";": TokenKind.NODE}


def next_token(text: str, start: int, log: DiagnosticLog) -> Token | None:
    """Return the token at or after offset `start`, None at the end; repairs are noted in `log`."""
    offset = start
    while match := _NEXT.match(text, offset):
        begin, offset = match.start(match.lastindex or 0), match.end()
        structure, identifier, bracket, junk = match.groups()
        if structure:
            return Token(_STRUCTURE_KINDS[structure], structure, begin, offset)
        if identifier:
            return Token(TokenKind.IDENTIFIER, identifier, begin, offset)
        if bracket:
            return _value(text, begin, log)
        if junk != "\ufeff":
            log.add(begin, f"The characters {junk[:20]!r} belong nowhere and were skipped.")
    return None


def _value(text: str, begin: int, log: DiagnosticLog) -> Token:
    """Return the value whose `[` stands at `begin`."""
    first_end = 0
    offset = begin + 1
    for attempt in range(_MOST_TRIES):
        match = _VALUE_END.match(text, offset)
        if not match:
            break
        end = offset = match.end()
        first_end = first_end or end
        if _ends_value(text, end):
            return _finished(text, begin, end, attempt, log)
    if first_end:
        return _finished(text, begin, first_end, 0, log)
    log.add(begin, "The file ends inside a property value; what there was of it was kept.")
    raw = text[begin + 1:]
    dangling = (len(raw) - len(raw.rstrip("\\"))) % 2
    return Token(TokenKind.VALUE, raw[: len(raw) - dangling], begin, len(text), True)


def _ends_value(text: str, end: int) -> bool:
    return bool(
        _GOES_ON.match(text, end) or _GOES_ON_AFTER_JUNK.match(text, end)
        or _AFTER_GAME.match(text, end)
    )


def _finished(text: str, begin: int, end: int, brackets: int, log: DiagnosticLog) -> Token:
    raw = text[begin + 1:end - 1]
    if brackets:
        log.add(begin, "A ']' inside a text was not written as '\\]'; it was taken as text.")
        raw = re.sub(r"(\\.)|\]", lambda match: match.group(1) or "\\]", raw, flags=re.DOTALL)
    return Token(TokenKind.VALUE, raw, begin, end, bool(brackets))
