"""Counts what reading a text costs: steps of patterns, characters gone over, calls.

Seconds say little on a busy machine, and Python's patterns do not tell how often they went back.
So every pattern of `irgo_app.sgf` is run by a small matcher written here, which counts a step for
each character it looks at, and refuses repeats without bound that may give back what they took.
"""

import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as re_parser  # type: ignore[attr-defined]
from typing import Any, Final
from unittest.mock import patch

import irgo_app.sgf
from irgo_app.sgf import parser

Groups = dict[int, tuple[int, int]]


class Work:
    """What was counted so far."""

    def __init__(self) -> None:
        self.steps = 0


class Found:
    """A match, as far as the reader asks."""

    def __init__(self, text: Any, groups: Groups, count: int) -> None:
        self._text, self._groups, self._count = text, groups, count
        last = max(groups)
        self.lastindex = last or None

    def span(self, group: int = 0) -> tuple[int, int]:
        return self._groups.get(group, (-1, -1))

    def start(self, group: int = 0) -> int:
        return self.span(group)[0]

    def end(self, group: int = 0) -> int:
        return self.span(group)[1]

    def group(self, group: int = 0) -> Any:
        start, end = self.span(group)
        return None if start < 0 else self._text[start:end]

    __getitem__ = group

    def groups(self) -> tuple[Any, ...]:
        return tuple(self.group(number) for number in range(1, self._count + 1))


@cache
def _items_of(pattern: re.Pattern[Any]) -> list[Any]:
    return list(re_parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))


_FIRST_INSIDE: Final = {
    op.SUBPATTERN: 3, op.MAX_REPEAT: 2, op.POSSESSIVE_REPEAT: 2, op.ASSERT: 1, op.ASSERT_NOT: 1}
"""Where in what belongs to a code the items within it begin."""


def kept_parts(pattern: re.Pattern[Any]) -> Iterator[list[Any]]:
    """Yield what those repeats of a pattern repeat that give nothing back."""
    waiting = [_items_of(pattern)]
    while waiting:
        for code, value in waiting.pop():
            if code is op.POSSESSIVE_REPEAT:
                yield list(value[2])
            if code is op.BRANCH:
                waiting += map(list, value[1])
            elif code is op.ATOMIC_GROUP:
                waiting.append(list(value))
            elif code in _FIRST_INSIDE:
                waiting += map(list, value[_FIRST_INSIDE[code]:])


def goes_back(part: list[Any]) -> bool:
    """Return whether a repeated part that fails leaves nothing behind in any Python."""
    (code, value), *more = part
    if more or code is not op.BRANCH:
        return not more and code in (op.IN, op.LITERAL, op.NOT_LITERAL, op.ANY)
    (last, within), *others = value[1][-1]
    never = last is op.FAILURE or (last is op.ASSERT_NOT and not len(within[1]))
    return never and not others


class CountingPattern:
    """Does what a compiled pattern does, slowly, and counts."""

    def __init__(self, pattern: re.Pattern[Any], work: Work) -> None:
        self.pattern, self._work = pattern, work
        self._items = _items_of(pattern)
        self._is_dotall = bool(pattern.flags & re.DOTALL)
        self._groups_count = pattern.groups

    def match(self, text: Any, start: int = 0, end: int = sys.maxsize) -> Found | None:
        end = min(end, len(text))
        groups: Groups = {}
        # The matcher counts its own steps; its calls are none of the reader's.
        watch = sys.getprofile()
        sys.setprofile(None)
        try:
            stop = self._run(self._items, 0, text, start, end, groups)
        finally:
            sys.setprofile(watch)
        if stop is None:
            return None
        groups[0] = start, stop
        return Found(text, groups, self._groups_count)

    def fullmatch(self, text: Any) -> Found | None:
        found = self.match(text)
        return found if found is not None and found.end() == len(text) else None

    def search(self, text: Any, start: int = 0, end: int = sys.maxsize) -> Found | None:
        for place in range(start, min(end, len(text)) + 1):
            found = self.match(text, place, end)
            if found is not None:
                return found
        return None

    def finditer(self, text: Any, start: int = 0, end: int = sys.maxsize) -> Iterator[Found]:
        place = start
        while (found := self.search(text, place, end)) is not None:
            yield found
            place = max(found.end(), found.start() + 1)

    def findall(self, text: Any, start: int = 0, end: int = sys.maxsize) -> list[Any]:
        several = self._groups_count
        return [tuple(found.group(number) for number in range(1, several + 1)) if several > 1
                else found.group(several) for found in self.finditer(text, start, end)]

    def sub(self, replacement: Any, text: str) -> str:
        pieces, place = [], 0
        for found in self.finditer(text):
            pieces += [text[place:found.start()],
                       replacement(found) if callable(replacement) else replacement]
            place = found.end()
        return "".join([*pieces, text[place:]])

    def _run(self, items: list[Any], index: int, text: Any, place: int, end: int,
             groups: Groups) -> int | None:
        """Return where the items from `index` on end, None if they do not match."""
        while index < len(items):
            code, value = items[index]
            index += 1
            self._work.steps += 1
            if code is op.BRANCH:
                for way in value[1]:
                    stop = self._run([*way, *items[index:]], 0, text, place, end, groups)
                    if stop is not None:
                        return stop
                return None
            if code is op.MAX_REPEAT:
                least, most, body = value
                assert most is not op.MAXREPEAT, self.pattern.pattern
                return self._repeat(least, most, list(body), items[index:], text, place, end,
                                    groups)
            after = self._one(code, value, text, place, end, groups)
            if after is None:
                return None
            place = after
        return place

    def _repeat(self, least: int, most: int, body: list[Any], rest: list[Any], text: Any,
                place: int, end: int, groups: Groups) -> int | None:
        """A repeat within bounds, which may give back: as often as it can, then once less."""
        places = [place]
        while len(places) <= most:
            after = self._run(body, 0, text, places[-1], end, groups)
            if after is None or after == places[-1]:
                break
            places.append(after)
        while len(places) > least:
            stop = self._run(rest, 0, text, places.pop(), end, groups)
            if stop is not None:
                return stop
        return None

    def _one(self, code: Any, value: Any, text: Any, place: int, end: int,
             groups: Groups) -> int | None:
        if code is op.SUBPATTERN:
            after = self._run(list(value[3]), 0, text, place, end, groups)
            if after is not None and value[0]:
                groups[value[0]] = place, after
            return after
        if code is op.ATOMIC_GROUP:
            return self._run(list(value), 0, text, place, end, groups)
        if code is op.POSSESSIVE_REPEAT:
            least, most, body = value
            count, items = 0, list(body)
            while most is op.MAXREPEAT or count < most:
                after = self._run(items, 0, text, place, end, groups)
                if after is None or after == place:
                    break
                place, count = after, count + 1
            return place if count >= least else None
        if code in (op.ASSERT, op.ASSERT_NOT):
            direction, body = value
            begin = place if direction > 0 else place - re_parser.SubPattern.getwidth(body)[0]
            is_there = begin >= 0 and self._run(list(body), 0, text, begin, end, {}) is not None
            return place if is_there == (code is op.ASSERT) else None
        if code is op.AT:
            return place if self._is_at(value, text, place, end) else None
        if code is op.FAILURE:
            return None
        if place >= end:
            return None
        character = text[place] if isinstance(text, bytes) else ord(text[place])
        return place + 1 if self._fits(code, value, character) else None

    def _is_at(self, what: Any, text: Any, place: int, end: int) -> bool:
        if what in (op.AT_END, op.AT_END_STRING):
            return place == end
        assert what is op.AT_BOUNDARY, what
        return self._is_word(text, place - 1) != self._is_word(text, place)

    @staticmethod
    def _is_word(text: Any, place: int) -> bool:
        if not 0 <= place < len(text):
            return False
        character = chr(text[place]) if isinstance(text, bytes) else text[place]
        return bool(character.isalnum() or character == "_")

    def _fits(self, code: Any, value: Any, character: int) -> bool:
        if code is op.LITERAL:
            return bool(character == value)
        if code is op.NOT_LITERAL:
            return bool(character != value)
        if code is op.ANY:
            return self._is_dotall or character != 10
        assert code is op.IN, code
        wants = True
        for kind, part in value:
            if kind is op.NEGATE:
                wants = False
            elif (kind is op.RANGE and part[0] <= character <= part[1]) or (
                kind is op.LITERAL and part == character
            ) or (kind is op.CATEGORY and _is_of(part, chr(character))):
                return wants
        return not wants


def _is_of(category: Any, character: str) -> bool:
    positive: dict[Any, Callable[[], bool]] = {
        op.CATEGORY_SPACE: character.isspace, op.CATEGORY_DIGIT: character.isdecimal,
        op.CATEGORY_WORD: lambda: character.isalnum() or character == "_"}
    if category in positive:
        return positive[category]()
    opposite = {op.CATEGORY_NOT_SPACE: op.CATEGORY_SPACE, op.CATEGORY_NOT_DIGIT: op.CATEGORY_DIGIT,
                op.CATEGORY_NOT_WORD: op.CATEGORY_WORD}
    return not positive[opposite[category]]()


def counted_text(text: str, work: Work) -> str:
    """Return the text with methods that count how many characters they go over."""

    class Counted(str):
        __slots__ = ()

        def find(self, *arguments: Any) -> int:
            start = arguments[1] if len(arguments) > 1 else 0
            end = arguments[2] if len(arguments) > 2 else len(self)
            place = str.find(self, *arguments)
            work.steps += (place if place >= 0 else end) - start + 1
            return place

        def rfind(self, *arguments: Any) -> int:
            place = str.rfind(self, *arguments)
            work.steps += arguments[2] - (place if place >= 0 else arguments[1]) + 1
            return place

        def count(self, *arguments: Any) -> int:
            work.steps += arguments[2] - arguments[1] + 1
            return str.count(self, *arguments)

        def __getitem__(self, key: Any) -> str:
            found = str.__getitem__(self, key)
            work.steps += len(found)
            return found

    return Counted(text)


def sgf_patterns() -> Iterator[tuple[str, str, re.Pattern[Any]]]:
    """Yield module, name and pattern of every pattern that reading may use."""
    for module_info in pkgutil.iter_modules(irgo_app.sgf.__path__):
        name = f"irgo_app.sgf.{module_info.name}"
        for attribute, value in vars(importlib.import_module(name)).items():
            if isinstance(value, re.Pattern):
                yield name, attribute, value


@contextmanager
def counting() -> Iterator[Work]:
    """Count the work of the reader while the block runs."""
    work = Work()

    def decode(*arguments: Any) -> Any:
        found = whole(*arguments)
        return type(found)(counted_text(found.text, work), found.encoding, found.remark,
                           found.certainty)

    def on_event(_frame: Any, event: str, _argument: Any) -> None:
        if event in ("call", "c_call"):
            work.steps += 1

    whole = parser.decode
    patches = [patch(f"{module}.{name}", CountingPattern(pattern, work))
               for module, name, pattern in sgf_patterns()]
    for one in (*patches, patch.object(parser, "decode", decode)):
        one.start()
    sys.setprofile(on_event)
    try:
        yield work
    finally:
        sys.setprofile(None)
        patch.stopall()
