"""The text form of GTP 2: commands as a line, answers that end at a blank line.

Source: G. Farneback, "Specification of the Go Text Protocol, version 2, draft 2", section 3.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ANSWER: Final = re.compile(r"([=?])(\d*)[ \t]?(.*)", re.DOTALL)
LONGEST_LINE: Final = 1_000_000
_LONGEST_NUMBER: Final = 300
"""A command's number comes back as it was; one of more digits is nobody's."""


class GtpCommand(Struct, frozen=True):
    """A command as it arrives at an engine; `number` is None if it has none."""

    number: int | None
    name: str
    arguments: tuple[str, ...]


class GtpAnswer(Struct, frozen=True):
    """The first line of an answer: whether it succeeded, its number, and the text behind them."""

    is_success: bool
    number: int | None
    text: str


def command_of_line(line: str) -> GtpCommand | None:
    """Return the command of a line, None for an empty one or a comment.

    Control characters are dropped, tabs are blanks, `#` starts a comment; names come in any case.
    """
    words = _CONTROL.sub("", line.partition("#")[0]).split()
    if not words:
        return None
    number = None
    if words[0].isascii() and words[0].isdigit():
        number = int(words.pop(0)[:_LONGEST_NUMBER])
        if not words:
            return None
    return GtpCommand(number, words[0].lower(), tuple(words[1:]))


def line_of_command(command: str, number: int) -> str:
    """Return a command with its number as a line; raises ValueError if it is more than one line."""
    if "\n" in command or "\r" in command:
        raise ValueError("a GTP command is one line")
    return f"{number} {command}\n"


def text_of_answer(text: str, number: int | None, *, is_success: bool = True) -> str:
    """Return an answer in its text form; blank lines inside are dropped, they would end it."""
    lines = [line.rstrip() for line in text.splitlines()]
    kept = [line for index, line in enumerate(lines) if line or index == 0]
    sign = "=" if is_success else "?"
    shown = "\n".join(kept)
    blank = " " if shown and not shown.startswith("\n") else ""
    return f"{sign}{'' if number is None else number}{blank}{shown}\n\n"


def answer_of_line(line: str) -> GtpAnswer | None:
    """Return what the first line of an answer says, None if the line starts no answer."""
    match = _ANSWER.fullmatch(line)
    if not match:
        return None
    sign, number, text = match.groups()
    return GtpAnswer(sign == "=", int(number[:_LONGEST_NUMBER]) if number else None, text)
