"""Text -> tokens: brackets, node starts, names, values. The way for everything not plain.

Nothing here knows Go, and nothing stops: the end of the file closes an open value, characters that
belong nowhere are skipped, and a `]` that cannot end its value is taken as text.

Every repeat in the patterns keeps what it took (`*+`), and whether a `]` can end a value is
decided once, however many values it might end: reading takes time in proportion to the text,
whatever the text is.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import Final

from irgo_app.sgf.diagnostic import DiagnosticLog

NEXT_TOKEN: Final = re.compile(
    r"\s*+(?:(;)|(\()|(\))|([A-Za-z][A-Za-z0-9]*+)|(\[)|([^\s();A-Za-z\[]++))")
"""The next token of a text; which group is found says what it is, see `TokenKind`."""
_STRUCTURE: Final = (
    r"(?:\Z|\[|[A-Za-z][A-Za-z0-9]*+\s*+[\[;()]"
    r"|;\s*+(?:[A-Za-z][A-Za-z0-9]*+\s*+\[|[;()]|\Z)"
    r"|\(\s*+(?:;|\(|[A-Za-z][A-Za-z0-9]*+\s*+\[)"
    r"|\)\s*+(?:[();]|\Z|[A-Za-z][A-Za-z0-9]*+\s*+\[))"
)
_GOES_ON: Final = re.compile(r"\s*+" + _STRUCTURE)
_GOES_ON_AFTER_JUNK: Final = re.compile(
    r"\s*+[^\s\[\]();\\A-Za-z]{1,8}+\s*+(?!\[)" + _STRUCTURE)
_AFTER_GAME: Final = re.compile(r"\s*+\)[^();\[\]]*+(?:\(|\Z)")
_BRACKET_AS_TEXT: Final = re.compile(r"(\\.)|\]", re.DOTALL)
_MOST_TRIES: Final = 64
"""How many `]` of one value are looked at before the first is taken."""


class TokenKind(IntEnum):
    """What a token is: the number of its group in `NEXT_TOKEN`.

    JUNK -- what belongs nowhere
    """

    NODE = 1
    OPEN = 2
    CLOSE = 3
    NAME = 4
    VALUE = 5
    JUNK = 6


class Values:
    """The values of a text, asked for from the front to the back.

    log -- where repairs are noted
    count -- called with its offset for each `]` that is no matter of course; may raise to stop
    """

    def __init__(self, text: str, log: DiagnosticLog, count: Callable[[int], None]) -> None:
        self._text, self._log, self._count = text, log, count
        self._doubtful: deque[int] = deque()
        """The ends of `]` ahead that cannot end a value, in order."""
        self._has_brackets_ahead = True
        """Whether a `]` may stand behind the last of them."""

    def at(self, begin: int) -> tuple[str, int, bool]:
        """Return the value whose `[` stands at `begin`: its text, its end, whether it was repaired.

        The text is still escaped, and without the brackets.
        """
        doubtful = self._doubtful
        while doubtful and doubtful[0] <= begin + 1:
            doubtful.popleft()
        if not doubtful and self._has_brackets_ahead:
            # Nearly every value ends with the first bracket.
            place = self._text.find("]", begin + 1)
            if place > 0 and self._text[place - 1] != "\\" and self._ends_value(place + 1):
                return self._text[begin + 1:place], place + 1, False
        while len(doubtful) < _MOST_TRIES and self._has_brackets_ahead:
            end = self._bracket_end(doubtful[-1] if doubtful else begin + 1)
            if not end:
                self._has_brackets_ahead = False
            elif self._ends_value(end):
                brackets = len(doubtful)
                doubtful.clear()
                return self._finished(begin, end, brackets)
            else:
                doubtful.append(end)
        if doubtful:
            return self._finished(begin, doubtful[0], 0)
        self._log.add(begin, "The file ends inside a property value; what there was of it was "
                             "kept.")
        raw = self._text[begin + 1:]
        dangling = (len(raw) - len(raw.rstrip("\\"))) % 2
        return raw[: len(raw) - dangling], len(self._text), True

    def _bracket_end(self, start: int) -> int:
        """Return the offset behind the next `]` that is not escaped, 0 if there is none."""
        text, offset = self._text, start
        while (place := text.find("]", offset)) >= 0:
            self._count(place)
            before = place
            while before > offset and text[before - 1] == "\\":
                before -= 1
            if (place - before) % 2 == 0:
                return place + 1
            offset = place + 1
        return 0

    def _ends_value(self, end: int) -> bool:
        text = self._text
        return bool(
            _GOES_ON.match(text, end) or _GOES_ON_AFTER_JUNK.match(text, end)
            or _AFTER_GAME.match(text, end)
        )

    def _finished(self, begin: int, end: int, brackets: int) -> tuple[str, int, bool]:
        raw = self._text[begin + 1:end - 1]
        if brackets:
            self._log.add(begin, "A ']' inside a text was not written as '\\]'; it was taken as "
                                 "text.")
            raw = _BRACKET_AS_TEXT.sub(lambda match: match.group(1) or "\\]", raw)
        return raw, end, bool(brackets)
