"""Nodes that are written as SGF says: found with one pattern, their properties read when asked for.

Nearly every node of nearly every file is of this kind. Reading a large collection is quick because
such a node is kept as its own text until somebody looks into it; everything else goes through
`tokens.py`, which knows what to do with damage.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Properties: TypeAlias = dict[str, list[str]]
"""Raw values by identifier, in the order of the file."""

_VALUE: Final = r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]"
_PROPERTY: Final = rf"[A-Z][A-Z0-9]*+\s*+(?:{_VALUE}\s*+)++"
_NODE: Final = rf"\s*+(;\s*+(?:{_PROPERTY})*+)"
_GOES_ON: Final = (
    r";\s*+(?:[A-Z][A-Z0-9]*+\s*+\[|[;()])|\(\s*+;|\)\s*+[();]")
_ENDS: Final = r"(?:;\s*+|\)\s*+)?\Z"

PLAIN_NODE: Final = re.compile(rf"{_NODE}(?={_GOES_ON}|{_ENDS})", re.DOTALL)
"""A node (group 1, with the white space after it) that needs no repair.

What follows it is looked at too: anything but structure could be text after a bracket that was
not escaped.
"""

PLAIN_NODE_INSIDE: Final = re.compile(rf"{_NODE}(?={_GOES_ON})", re.DOTALL)
"""The same where the text was cut behind, so that its end means nothing."""

_ANY_NAME: Final = r"[A-Za-z][A-Za-z0-9]*+"
_ANY_PROPERTY: Final = rf"{_ANY_NAME}\s*+(?:{_VALUE}\s*+)++"
_JUNK: Final = r"[^\s\[\]();\\A-Za-z]{1,8}+"
NODE_OF_ANY_NAMES: Final = re.compile(
    rf"\s*+(;\s*+(?:{_ANY_PROPERTY})++)(?=(?:{_JUNK}\s*+)?+"
    rf"(?:;\s*+(?:{_ANY_NAME}\s*+\[|[;()])|\(\s*+;|\)\s*+[();]))", re.DOTALL)
"""A node like a plain one, but for names that may hold small letters, as old programs wrote them,
and a few characters behind it that belong nowhere."""

PROPERTY_OF_ANY_NAME: Final = re.compile(
    rf"({_ANY_NAME})\s*+\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]\s*+((?:{_VALUE}\s*+)*+)", re.DOTALL)
"""A property: its name, its first value without brackets, and all other values."""

_PROPERTIES_BEFORE_ANOTHER: Final = re.compile(
    rf"(?:\s*+{_ANY_PROPERTY}(?={_ANY_NAME}\s*+\[))++", re.DOTALL)
_PROPERTY_PARTS: Final = re.compile(rf"([A-Z][A-Z0-9]*+)\s*+((?:{_VALUE}\s*+)++)", re.DOTALL)
_VALUES_BEFORE_ANOTHER: Final = re.compile(rf"(?:\s*+{_VALUE}(?=\s*+\[))*+", re.DOTALL)
_VALUE_TEXT: Final = re.compile(r"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)


def is_plain(source: str) -> bool:
    """Return whether a node's text is plain SGF, so that it may be written again as it stands."""
    match = PLAIN_NODE.fullmatch(source)
    return match is not None


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
