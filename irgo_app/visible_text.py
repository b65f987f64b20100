"""Text from files, engines and the system, made safe to show: what cannot be seen becomes a sign.

A control character in a name can move a terminal's cursor, end a line of a protocol, or make an
SVG that no program opens; a lone surrogate cannot be written at all.
"""

from __future__ import annotations

import re
from typing import Final

SIGN: Final = "\ufffd"
"""Stands for a character that cannot be shown (Unicode's replacement character)."""
_CUT: Final = "…"

# C0 and C1 controls, what turns the direction of the text around it (Unicode TR9, 2), line and
# paragraph separators, surrogates, and the code points that are no characters.
_UNSEEN: Final = (
    "\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane + 0xfffe)}{chr(plane + 0xffff)}"
              for plane in range(0x10000, 0x110000, 0x10000)))
_IN_A_LINE: Final = re.compile(f"[{_UNSEEN}]")
_IN_LINES: Final = re.compile(f"[{_UNSEEN}](?<![\n\t])")


def visible(text: str, longest: int | None = None) -> str:
    """Return a text for one line: unseen characters replaced, cut to `longest` characters.

    Line breaks and tabs count as unseen; a text that is cut ends in "…".
    """
    return _IN_A_LINE.sub(SIGN, _cut(text, longest))


def visible_lines(text: str, longest: int | None = None) -> str:
    """Return a text of several lines as `visible` does, its line feeds and tabs kept."""
    text = _cut(text, longest).replace("\r\n", "\n").replace("\r", "\n")
    # What Python can print holds nothing unseen; a document of megabytes is looked at sooner so.
    is_seen = text.replace("\n", "").replace("\t", "").isprintable()
    return text if is_seen else _IN_LINES.sub(SIGN, text)


def _cut(text: str, longest: int | None) -> str:
    """Return a text cut before it is looked at: a name may be millions of characters long."""
    if longest is None or len(text) <= longest:
        return text
    return text[:max(0, longest - 1)] + _CUT
