"""Texts for people: English with named places, translated and filled in where they are shown.

What irgo says is made as a `Message`, or is one English text in a table marked by `noted`, and
stays so until it is shown: `str(message)` and `translated(text)` ask this process's catalogue.
Messages are plain values, so a worker that knows no language can send them. The texts are gathered
by `packaging/words.py`; which language it is, `language.py` says.

Text from files, engines and the system is made safe to show by `visible`: what cannot be seen
becomes a sign. A control character in a name can move a terminal's cursor, end a line of a
protocol, or make an SVG that no program opens; a lone surrogate cannot be written at all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from irgo_app.file_names import text_of_path

if TYPE_CHECKING:
    from gettext import NullTranslations

    from irgo_app.catalogue import Catalogue

FILE: Final = "irgo.po"
"""The name of a catalogue: LANGUAGE/LC_MESSAGES/irgo.po."""
ENGLISH: Final = "en"
"""What irgo is written in, and speaks where there is no catalogue."""


class _English:
    """The catalogue of a program that speaks English; another is read for other languages."""

    def gettext(self, text: str) -> str:
        return text

    def ngettext(self, one: str, several: str, count: int) -> str:
        return one if count == 1 else several

    def pgettext(self, context: str, text: str) -> str:
        return text


_catalogue: NullTranslations | Catalogue | _English = _English()
_language: str = ENGLISH
_marks: dict[int, str] = {}
"""What this language writes for the marks of numbers, by the code points of the English ones."""


class _Number(float):
    """A number that is written with the marks of this language."""

    def __format__(self, how: str) -> str:
        return float.__format__(self, how).translate(_marks)


class _Count(int):
    """A whole number that is written with the marks of this language."""

    def __format__(self, how: str) -> str:
        return int.__format__(self, how).translate(_marks)


class Message(Struct, frozen=True):
    """A whole sentence, or a whole phrase that stands alone.

    text -- English, with places such as {name} or {lead:+.1f}; without arguments it is shown as is
    arguments -- what comes there, by name: texts, numbers, or other messages
    several -- the text where the argument `count` is not one
    """

    text: str
    arguments: tuple[tuple[str, object], ...] = ()
    several: str = ""

    def __str__(self) -> str:
        values = dict(self.arguments)
        count = values.get("count")
        if self.several and isinstance(count, int):
            text = _catalogue.ngettext(self.text, self.several, count)
            english = self.text if count == 1 else self.several
        else:
            text, english = translated(self.text), self.text
        if not values:
            return text
        try:
            return filled(text, **values)
        except (KeyError, IndexError, ValueError):
            # A translation with a place that is not there must not keep a sentence back.
            return filled(english, **values)

    def __format__(self, wanted: str) -> str:
        return format(str(self), wanted)


class Listing(Struct, frozen=True):
    """Several words or messages one after the other, with the language's own comma."""

    parts: tuple[object, ...]

    def __str__(self) -> str:
        return translated(", ").join(str(_as_said(part)) for part in self.parts)

    def __format__(self, wanted: str) -> str:
        return format(str(self), wanted)


def message(text: str, /, **arguments: object) -> Message:
    """Return a message with its arguments."""
    return Message(text, tuple(arguments.items()))


def counted(one: str, several: str, /, count: int, **arguments: object) -> Message:
    """Return a message that depends on {count}: `one` for 1 in English, else `several`."""
    return Message(one, (("count", count), *arguments.items()), several)


def listed(parts: Iterable[object]) -> Listing:
    """Return words or messages as an enumeration."""
    return Listing(tuple(parts))


def capitalised(words: object) -> str:
    """Return words as a sentence begins with them: "upper right" as "Upper right"."""
    said = str(words)
    return said[:1].upper() + said[1:]


def noted(text: str) -> str:
    """Return a text of a table as it is, and mark it for the catalogue; see `translated`."""
    return text


def noted_in(context: str, text: str) -> str:
    """Return the text of a table that other languages say otherwise there; see `translated_in`."""
    return text


def translated(text: str) -> str:
    """Return a text in the language of this process; a text no catalogue knows stays English."""
    return _catalogue.gettext(text) if text else ""


def translated_in(context: str, text: str) -> str:
    """Return a text as it is said in a context, or as it is everywhere where it has none there."""
    found = _catalogue.pgettext(context, text) if text else ""
    return translated(text) if found == text else found


def filled(text: str, /, *arguments: object, **named: object) -> str:
    """Return a text with its places filled in: numbers by the rules of the language, paths as text.
    """
    return text.format(*map(_as_said, arguments),
                       **{name: _as_said(value) for name, value in named.items()})


def numeral(value: float, how: str) -> str:
    """Return a number as it is said: `how` is a format such as ".1f"."""
    return format(_Number(value), how)


def language() -> str:
    """Return the language of this process, a code such as `de`."""
    return _language


def tag() -> str:
    """Return the language of this process as documents name it (BCP 47), such as `zh-CN`."""
    return _language.replace("_", "-")


def use(catalogue: NullTranslations | Catalogue | _English, language: str = ENGLISH) -> None:
    """Translate by this catalogue from now on."""
    global _catalogue, _language, _marks
    _catalogue, _language = catalogue, language
    said = {".": translated_in("decimal mark", "."), ",": translated_in("mark of thousands", ","),
            "%": translated_in("per cent", "%")}
    _marks = {ord(english): mark for english, mark in said.items() if mark != english}


def languages_in(folder: Path) -> tuple[str, ...]:
    """Return the languages that a folder has catalogues of, sorted; English needs none."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return ()
    return tuple(name for name in names
                 if _file_of(folder, name).is_file())


def _file_of(folder: Path, language: str) -> Path:
    return folder / language / "LC_MESSAGES" / FILE


def speak(folder: Path, language: str) -> None:
    """Translate into a language from now on: "en", or one of `languages_in(folder)`."""
    if language == ENGLISH:
        use(_English())
        return
    from irgo_app.catalogue import read_catalogue

    use(read_catalogue(_file_of(folder, language)), language)


@contextmanager
def speaking(folder: Path, language: str) -> Iterator[None]:
    """Translate into a language while the context lasts: "en", or one of `languages_in(folder)`."""
    before = _catalogue, _language
    speak(folder, language)
    try:
        yield
    finally:
        use(*before)


def _as_said(value: object) -> object:
    if isinstance(value, os.PathLike) or (isinstance(value, str) and not value.isascii()):
        return text_of_path(value)
    if not _marks:
        return value
    if type(value) is int:
        return _Count(value)
    return _Number(value) if isinstance(value, float) else value


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
