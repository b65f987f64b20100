"""Raw property values <-> meanings, and the nodes whose values are found with one pattern.

Texts, numbers and compositions go through sgfmill's value layer on clean UTF-8 bytes; points,
moves and sizes are irgo's own, since sgfmill knows only square boards up to 26 lines.

Nearly every node of nearly every file is plain: written as SGF says. Reading a large collection is
quick because such a node is kept as its own text until somebody looks into it; everything else
goes through the tokens of `tree_builder.py`, which knows what to do with damage.
"""

import re
import warnings
from functools import cache, lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from irgo_app.errors import SgfError
from irgo_app.go.coordinates import point_of_sgf_letters, point_of_vertex, sgf_letters
from irgo_app.go.point import LARGEST_SIZE, PASS, SMALLEST_SIZE, Point
from irgo_app.words import Message, message

Properties: TypeAlias = dict[str, list[str]]
"""Raw values by identifier, in the order of the file."""


def kept(part: str, repeat: str) -> str:
    """Return a pattern of a part that is repeated and keeps what it took, as `(?:part)*+` does.

    Python before 3.11.5 stays where a repetition failed, which may be in its middle (CPython issue
    106052); an alternative that never matches makes it go back to where that one began.
    """
    return rf"(?:{part}|(?!)){repeat}+"


_TEXT: Final = r"[^\]\\]*+" + kept(r"\\.[^\]\\]*+", "*")
_VALUE: Final = rf"\[{_TEXT}\]"
_VALUES: Final = kept(rf"{_VALUE}\s*+", "+")
_PROPERTY: Final = rf"[A-Z][A-Z0-9]*+\s*+{_VALUES}"
_NODE: Final = rf"\s*+(;\s*+{kept(_PROPERTY, '*')})"
_GOES_ON: Final = (r";\s*+(?:[A-Z][A-Z0-9]*+\s*+\[|[;()])|\(\s*+;|\)\s*+[();]")
_ENDS: Final = r"(?:;\s*+|\)\s*+)?\Z"

PLAIN_NODE: Final = re.compile(rf"{_NODE}(?={_GOES_ON}|{_ENDS})", re.DOTALL)
"""A node (group 1, with the white space after it) that needs no repair.

What follows it is looked at too: anything but structure could be text after a bracket that was
not escaped.
"""

PLAIN_NODE_INSIDE: Final = re.compile(rf"{_NODE}(?={_GOES_ON})", re.DOTALL)
"""The same where the text was cut behind, so that its end means nothing."""

_ANY_NAME: Final = r"[A-Za-z][A-Za-z0-9]*+"
_ANY_PROPERTY: Final = rf"{_ANY_NAME}\s*+{_VALUES}"
_JUNK: Final = kept(r"[^\s\[\]();\\A-Za-z]{1,8}+\s*+", "?")
NODE_OF_ANY_NAMES: Final = re.compile(
    rf"\s*+(;\s*+{kept(_ANY_PROPERTY, '+')})(?={_JUNK}"
    rf"(?:;\s*+(?:{_ANY_NAME}\s*+\[|[;()])|\(\s*+;|\)\s*+[();]))", re.DOTALL)
"""A node like a plain one, but for names that may hold small letters, as old programs wrote them,
and a few characters behind it that belong nowhere."""

PROPERTY_OF_ANY_NAME: Final = re.compile(
    rf"({_ANY_NAME})\s*+\[({_TEXT})\]\s*+({_VALUES}|)", re.DOTALL)
"""A property: its name, its first value without brackets, and all other values."""

_PROPERTIES_BEFORE_ANOTHER: Final = re.compile(
    kept(rf"\s*+{_ANY_PROPERTY}(?={_ANY_NAME}\s*+\[)", "+"), re.DOTALL)
_PROPERTY_PARTS: Final = re.compile(rf"([A-Z][A-Z0-9]*+)\s*+({_VALUES})", re.DOTALL)
_VALUES_BEFORE_ANOTHER: Final = re.compile(kept(rf"\s*+{_VALUE}(?=\s*+\[)", "*"), re.DOTALL)
_VALUE_TEXT: Final = re.compile(rf"\[({_TEXT})\]", re.DOTALL)


def is_plain(source: str) -> bool:
    """Return whether a node's text is plain SGF, so that it may be written again as it stands."""
    return PLAIN_NODE.fullmatch(source) is not None


def properties_before_another(text: str, start: int, end: int) -> int:
    """Return the end of all properties from an offset on that another property follows.

    As `plain_values`: with a property behind them there is no doubt where their values end.
    """
    found = _PROPERTIES_BEFORE_ANOTHER.match(text, start, end)
    return start if found is None else found.end()


def values_of(source: str) -> list[str]:
    """Return the raw values of a text that holds nothing else."""
    return _VALUE_TEXT.findall(source)


def plain_values(text: str, start: int, end: int) -> tuple[list[str], int]:
    """Return the raw values from an offset on that another value follows, and where they end.

    With a value behind it there is no doubt where a value ends.
    """
    found = _VALUES_BEFORE_ANOTHER.match(text, start, end)
    if found is None or found.end() == start:
        return [], start
    return _VALUE_TEXT.findall(text, start, found.end()), found.end()


def properties_of_source(source: str) -> Properties:
    """Return the properties of a plain node; the values of one that is repeated are joined."""
    properties: Properties = {}
    for identifier, values in _PROPERTY_PARTS.findall(source):
        found = _VALUE_TEXT.findall(values)
        if identifier in properties:
            properties[identifier] += found
        else:
            properties[identifier] = found
    return properties


with warnings.catch_warnings():
    # Python 3.12 and newer warn of a backslash in one of its docstrings, when they compile it.
    warnings.simplefilter("ignore", SyntaxWarning)
    from sgfmill import sgf_grammar

_GTP_VERTEX: Final = re.compile(r"[A-HJ-Za-hj-z][A-HJ-Za-hj-z]?[0-9]{1,2}")
_SIZE: Final = re.compile(r"\s*+(\d{1,6}+)\s*+(?:[:xX*]\s*+(\d{1,6}+)\s*+)?")
_LONGEST_NUMBER: Final = 40
_LETTERS_OF_A_POINT: Final = 2
_LONGEST_KEPT_MOVE: Final = 4


def text_of(raw: str) -> str:
    """Return the text of a raw Text value: escapes and soft line breaks resolved."""
    value: bytes = sgf_grammar.text_value(raw.encode("utf-8", "replace"))
    return value.decode("utf-8", "replace")


def simple_text_of(raw: str) -> str:
    """Return the text of a raw SimpleText value: as text, on one line."""
    value: bytes = sgf_grammar.simpletext_value(raw.encode("utf-8", "replace"))
    return value.decode("utf-8", "replace")


def raw_of_text(text: str) -> str:
    """Return the raw value of a text: `]` and `\\` escaped, lone surrogates replaced."""
    value: bytes = sgf_grammar.escape_text(text.encode("utf-8", "replace"))
    return value.decode("utf-8")


def split_compose(raw: str) -> tuple[str, str | None]:
    """Return the two raw parts of a composed value; the second is None if there is no `:`."""
    first, second = sgf_grammar.parse_compose(raw.encode("utf-8", "replace"))
    return first.decode("utf-8"), None if second is None else second.decode("utf-8")


def raw_of_compose(first: str, second: str) -> str:
    """Return a composed value of a point (raw) and a text."""
    escaped = raw_of_text(second).replace(":", "\\:")
    return f"{first}:{escaped}"


def number_of(raw: str) -> float | None:
    """Return the number of a raw value (`6.5`, `6,5`, ` 0 `), or None if there is none."""
    text = raw.strip()
    if len(text) > _LONGEST_NUMBER:
        return None
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) < 1e9 else None


def size_of(raw: str) -> tuple[int, int] | None:
    """Return (columns, rows) of an SZ value (`19`, `13:9`, `19x19`), or None if it is no size.

    Nor is one that irgo cannot show; see `size_not_shown`.
    """
    size = _stated_size(raw)
    return size if size is not None and _is_shown(size) else None


def size_not_shown(raw: str) -> tuple[int, int] | None:
    """Return the size that an SZ value says where it is one of a board that irgo cannot show."""
    size = _stated_size(raw)
    return size if size is not None and all(size) and not _is_shown(size) else None


def not_shown(name: str, size: tuple[int, int]) -> SgfError:
    """Return the error for a record on a board that irgo cannot show."""
    return SgfError(
        "{name} has a board of {columns}x{rows}, which irgo cannot show; boards have from "
        "{smallest}x{smallest} to {largest}x{largest} points.", name=name, columns=size[0],
        rows=size[1], smallest=SMALLEST_SIZE, largest=LARGEST_SIZE)


def _stated_size(raw: str) -> tuple[int, int] | None:
    match = _SIZE.fullmatch(raw)
    return None if match is None else (int(match.group(1)), int(match.group(2) or match.group(1)))


def _is_shown(size: tuple[int, int]) -> bool:
    return all(SMALLEST_SIZE <= lines <= LARGEST_SIZE for lines in size)


class ParsedMove(Struct, frozen=True):
    """A move's point (or PASS), and a sentence if it was not written as SGF says."""

    point: Point
    remark: Message | None = None


def move_of(raw: str, columns: int, rows: int) -> ParsedMove:
    """Return the move of a raw B or W value; what is off the board becomes a pass with a remark."""
    if len(raw) <= _LONGEST_KEPT_MOVE:
        return _short_move(raw, columns, rows)
    return _move_of(raw, columns, rows)


def _move_of(raw: str, columns: int, rows: int) -> ParsedMove:
    text = raw.strip()
    if text == "" or (text == "tt" and columns <= 19 and rows <= 19):
        return ParsedMove(PASS)
    try:
        return ParsedMove(point_of_sgf_letters(text, columns, rows))
    except ValueError:
        pass
    if text.lower() == "pass" or text == _size_letters(columns, rows):
        return ParsedMove(PASS, message("The move [{text}] was read as a pass.", text=_short(text)))
    if len(text) == 2 and text.isalpha() and max(columns, rows) <= 26:
        try:
            point = point_of_sgf_letters(text.lower(), columns, rows)
            return ParsedMove(
                point, message("The move [{text}] was written in capitals.", text=text))
        except ValueError:
            pass
    if _GTP_VERTEX.fullmatch(text):
        try:
            point = point_of_vertex(text, columns, rows)
            return ParsedMove(
                point,
                message("The move [{text}] was written in the board's coordinates.", text=text))
        except ValueError:
            pass
    return ParsedMove(PASS, message(
        "The move [{text}] is not on the board; read as a pass.", text=_short(text)))


_short_move: Final = lru_cache(maxsize=8192)(_move_of)
"""For values of a few letters, of which most files hold few different ones."""


def points_of(raws: list[str], columns: int, rows: int) -> tuple[list[Point], list[str]]:
    """Return the points of a list of raw values, rectangles (`aa:cc`) unrolled, and what failed.

    Each comes once, where it was named first.
    """
    points: list[Point] = []
    failed: list[str] = []
    found = 0  # A set of points as a whole number, a bit a point: a rectangle is one step.
    for raw in dict.fromkeys(raws):
        single = _point_of(raw, columns, rows) if len(raw) == _LETTERS_OF_A_POINT else None
        if single is not None:
            if not found >> single & 1:
                found |= 1 << single
                points.append(single)
            continue
        first, _, last = raw.strip().partition(":")
        try:
            corner = point_of_sgf_letters(first.strip(), columns, rows)
            other = point_of_sgf_letters(last.strip(), columns, rows) if last else corner
        except ValueError:
            if raw.strip():
                failed.append(raw)
            continue
        new = (_rectangle(corner, other, columns) if last else 1 << corner) & ~found
        found |= new
        while new:
            lowest = new & -new
            points.append(lowest.bit_length() - 1)
            new ^= lowest
    return points, failed


@lru_cache(maxsize=8192)
def _point_of(raw: str, columns: int, rows: int) -> Point | None:
    """Return the point of two letters, None if they are none."""
    try:
        return point_of_sgf_letters(raw, columns, rows)
    except ValueError:
        return None


def _rectangle(corner: Point, other: Point, columns: int) -> int:
    (top, left), (bottom, right) = divmod(corner, columns), divmod(other, columns)
    line = (1 << abs(right - left) + 1) - 1
    lines = line * _line_starts(abs(bottom - top) + 1, columns)
    return lines << min(top, bottom) * columns + min(left, right)


@cache
def _line_starts(rows: int, columns: int) -> int:
    return sum(1 << row * columns for row in range(rows))


def is_reversed(raw: str) -> bool:
    """Return whether a rectangle is not written from its upper left to its lower right corner."""
    if ":" not in raw:
        return False
    first, _, last = raw.strip().partition(":")
    if len(first.strip()) != 2 or len(last.strip()) != 2:
        return False
    # Lower case letters come before capitals in SGF.
    corners = zip(first.strip().swapcase(), last.strip().swapcase(), strict=True)
    return any(before > after for before, after in corners)


def raw_of_move(point: Point, columns: int) -> str:
    """Return the raw B or W value of a move; a pass is empty, as FF[4] says."""
    return "" if point == PASS else sgf_letters(point, columns)


def _size_letters(columns: int, rows: int) -> str:
    """Return the letters just past the lower right corner, which some programs write for a pass."""
    if columns >= LARGEST_SIZE or rows >= LARGEST_SIZE:
        return ""
    return sgf_letters(rows * LARGEST_SIZE + columns, LARGEST_SIZE)


def _short(text: str) -> str:
    return text if len(text) <= 12 else text[:12] + "…"
